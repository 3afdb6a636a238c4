// Capital Lux 2 in the browser: board, hand, tray, resolution, summary and lesson, as somebody at the
// table uses them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  accessible,
  actionsOf,
  gameOf,
  inLanguages,
  inThemes,
  load,
  newEngine,
  nothingWrong,
  ownActions,
  READY,
  sit as sitAt,
  tabTo,
  texts,
  untilMoved,
  useBrowser,
} from "./boards.mjs";
import { DESK, inFonts, LANGUAGES, PHONE, shoot, smallTargets } from "./browser.mjs";

const PARTS = [".clx-board", ".clx-hand", ".clx-summary"];
const TILES = {
  A: ["agent", "cleric", "merchant", "scholar"],
  B: ["infiltrator", "prophet", "disciple", "proselytiser"],
  C: ["recruiter", "missionary", "aristocrat", "explorer"],
  D: ["foreigner", "mentalist", "sentinel", "dualist"],
};
const COLOURS = ["b", "p", "y", "g"];
/** Powers that ask for nothing. */
const AT_ONCE = ["merchant", "scholar", "dualist"];
const { doing, done, learn, lesson, ui, scenesIn, momentAt, points, offers, DISTRICTS } =
  await load({
    "words/words.ts": "doing, done, learn",
    "games/capital-lux-2/lesson.ts": "lesson",
    "games/capital-lux-2/index.tsx": "ui",
    "model/clock.ts": "scenesIn, momentAt",
    "games/capital-lux-2/choose.ts": "offers",
    "games/capital-lux-2/view.ts": "points, DISTRICTS",
  });
const engine = await newEngine();
const newGame = gameOf("capital-lux-2");
const game = (players, powers, seed) => newGame(players, { powers }, seed);
useBrowser();

/** Plays at random until seat 0 is at the moment that is wanted; tries one seed after the other. */
function moment(players, powers, wanted, bot = "random") {
  for (let seed = 1; seed <= 60; seed++) {
    engine.dice(seed);
    engine.load(game(players, powers, seed));
    for (let actors = engine.actors(); actors.length > 0; actors = engine.actors()) {
      if (actors.includes(0) && wanted(engine.view(0), engine.legal(0))) return engine.record();
      engine.apply(actors[0], engine.choose(bot, actors[0]));
    }
    if (wanted(engine.view(0), [])) return engine.record();
  }
  throw new Error("no such moment was found");
}

const sit = (record, how) => sitAt(record, ".clx-board", how);

const CARDS = ".clx-card[aria-disabled='false']";

/** Makes one decision by tapping what the drawing offers; says which places were tapped. */
async function decide(page, choose = (count) => count - 1) {
  const tapped = [];
  const tap = async (selector, at) => {
    const found = page.locator(selector).nth(at);
    tapped.push(await found.getAttribute("data-at"));
    await found.click();
  };
  const packet = page.locator(".clx-card[aria-disabled='false'][data-at^='packet.']");
  if ((await packet.count()) > 0) {
    await tap(".clx-card[data-at^='packet.']", 0);
    await tap(".clx-card[data-at^='packet.']", 1);
  } else if ((await page.locator(CARDS).count()) > 0) {
    await tap(CARDS, choose(await page.locator(CARDS).count()));
  }
  const places = ".clx-cell.can:not(.chosen), .clx-open.can";
  const offers = ".clx-offer:not(.back)";
  for (let taps = 0; ; taps++) {
    assert.ok(taps < 6, "the drawing does not lead to an action");
    await page.waitForSelector(`${READY}, ${places}, ${offers}`);
    if ((await page.locator(READY).count()) > 0) break;
    const [first, second] = taps === 0 ? [places, offers] : [offers, places];
    const offered = (await page.locator(first).count()) > 0 ? first : second;
    const count = await page.locator(offered).count();
    if (count > 0) await tap(offered, choose(count));
  }
  await untilMoved(page, () => page.locator(READY).click());
  return tapped;
}

/** Until we are asked again, or a round has been resolved, or the game is over. */
const awaitTurn = (page) =>
  page.waitForSelector(`${CARDS}, .clx-tray, .clx-resolution, .clx-summary`, { timeout: 20000 });

describe("a whole round by tapping", () => {
  for (const [name, viewport] of Object.entries({ phone: PHONE, desk: DESK }))
    for (const [players, powers] of [
      [1, "C"],
      [3, "A"],
    ])
      test(`${players} with ${powers} on a ${name}`, async () => {
        const table = await sit(game(players, powers, 3), { viewport });
        const { page } = table;
        for (let decisions = 0; decisions < 40; decisions++) {
          await awaitTurn(page);
          if ((await page.locator(".clx-resolution").count()) > 0) break;
          await nothingWrong(table);
          await decide(page);
        }
        assert.ok((await page.locator(".clx-cell.judged").count()) > 0);
        await page.locator(".clx-resolution .do").click();
        assert.equal(await page.locator(".clx-resolution").count(), 0);
        const verbs = (await ownActions(page)).map(([, action]) => action.split(" ")[0]);
        assert.equal(verbs.filter((verb) => verb === "keep").length, players === 1 ? 3 : 2);
        assert.ok(verbs.includes("capital") || verbs.includes("city"));
        await nothingWrong(table);
      });
});

describe("every power is played on the drawing", () => {
  for (const [set, tiles] of Object.entries(TILES))
    tiles.forEach((tile, i) =>
      test(tile, async () => {
        const record = AT_ONCE.includes(tile)
          ? moment(3, set, (view, legal) =>
              legal.some((action) => action.startsWith(`capital ${COLOURS[i]}`)),
            )
          : moment(3, set, (view, legal) => legal[0]?.startsWith(`${tile} `) && legal.length > 1);
        const table = await sit(record);
        const { page } = table;
        if (AT_ONCE.includes(tile)) {
          await page.locator(`${CARDS}[data-at^="hand.${COLOURS[i]}"]`).first().click();
          await page.locator(".clx-row.capital .clx-cell.can").click();
          await page.locator(READY).click();
        } else {
          const tapped = await decide(page, () => 0);
          const inTray = tile === "proselytiser";
          assert.ok(inTray || tapped.some(Boolean), "no place of the board was tapped");
        }
        const [, action] = (await actionsOf(page, record.actions.length + 1))[
          record.actions.length
        ];
        assert.match(action, AT_ONCE.includes(tile) ? /^capital / : new RegExp(`^${tile} `));
        await nothingWrong(table);
      }),
    );
});

test("a payment and a bonus are chosen in the tray", async () => {
  for (const [phase, powers] of [
    ["pay", "A"],
    ["bonus", "C"],
  ]) {
    const record = moment(3, powers, (view, legal) => view.phase === phase && legal.length > 1);
    const table = await sit(record);
    const { page } = table;
    await page.locator(".clx-offer").first().click();
    await page.locator(READY).click();
    const [, action] = (await actionsOf(page, record.actions.length + 1))[record.actions.length];
    assert.ok(action.startsWith(phase));
    await nothingWrong(table);
  }
});

test("a draft and a turn by keyboard alone", async () => {
  const table = await sit(game(2, "A", 8));
  const { page } = table;
  const packet = ".clx-card[data-at^='packet.']";
  for (let step = 0; step < 2; step++) {
    await page.waitForSelector(`${packet}[aria-disabled='false']`);
    await tabTo(page, `${packet}[aria-pressed='false']`);
    await page.keyboard.press("Enter");
    await tabTo(page, `${packet}[aria-pressed='false']`);
    await page.keyboard.press("Space");
    await tabTo(page, READY);
    await untilMoved(page, () => page.keyboard.press("Enter"));
  }
  await page.waitForSelector(".clx-card[data-at^='hand.'][aria-disabled='false']");
  await tabTo(page, ".clx-card[data-at^='hand.']");
  await page.keyboard.press("Enter");
  await tabTo(page, ".clx-row.own .clx-cell.can");
  await page.keyboard.press("Enter");
  await tabTo(page, READY);
  await untilMoved(page, () => page.keyboard.press("Enter"));
  assert.ok((await ownActions(page)).some(([, action]) => action.startsWith("city ")));
  await nothingWrong(table);
});

const MOMENTS = {
  draft: () => moment(4, "C", (view) => view.phase === "draft" && view.step === 2, "greedy"),
  play: () => moment(4, "D", (view) => view.phase === "play" && view.round === 3, "greedy"),
  power: () => moment(3, "B", (view, legal) => legal[0]?.startsWith("prophet "), "greedy"),
  solo: () => moment(1, "A", (view) => view.phase === "play" && view.round === 2, "greedy"),
  over: () => moment(4, "A", (view) => view.phase === "over", "greedy"),
};

describe("how it looks", () => {
  for (const [name, record] of Object.entries(MOMENTS))
    test(name, async () => {
      const table = await sit(record());
      const { page } = table;
      for (const viewport of [PHONE, DESK, { width: 320, height: 640 }]) {
        await page.setViewportSize(viewport);
        await nothingWrong(table, String(viewport.width));
        await inThemes(page, async (theme) => {
          await accessible(page, PARTS, `${viewport.width}, ${theme}`);
          await shoot(page, `capital-lux-2-${name}-${viewport.width}-${theme}`);
        });
      }
    });

  test("no text is missing in any language", async () => {
    const table = await sit(MOMENTS.solo());
    const { page } = table;
    await inLanguages(page, async (language) => {
      for (const tile of await page.locator(".clx-tile").all()) {
        await tile.click();
        await page.locator(".explained").waitFor();
        await nothingWrong(table, language);
      }
      for (const cell of [".capital .clx-cell >> nth=0", ".other .clx-cell >> nth=-1"]) {
        await page.locator(`.clx-row${cell}`).click();
        await page.locator(".explained").waitFor();
        await nothingWrong(table, language);
      }
    });
  });
});

test("ROB has a place among the players", async () => {
  const record = MOMENTS.solo();
  const { page } = await sit(record);
  engine.load(record);
  const rob = page.locator(".players > li").nth(1);
  assert.equal(await rob.locator(".name").innerText(), "ROB");
  assert.equal(Number(await rob.locator(".score").innerText()), points(engine.facts(0), "rob"));
  assert.match(await rob.innerText(), /\d+ cards? in hand/);
});

test("who has won is said as the engine tells it", () => {
  learn("en", texts("en"));
  engine.load(moment(1, "A", (view) => view.phase === "over", "greedy"));
  const says = (won) => ui.prompt(engine.view(0), 0, [], ["Ann"], [won]);
  assert.match(says({ id: "won_shared", seat: [0, "rob"], n: 50 }), /Ann and ROB, with 50 points/);
  assert.match(says({ id: "won_tie", seat: ["rob"], n: 50 }), /Winner: ROB.*less gold/);
  const { scores, places } = engine.result();
  const said = ui.prompt(engine.view(0), 0, [], ["Ann"], engine.facts(0));
  if (places[0] === 1) assert.match(said, new RegExp(`Winner: Ann, with ${scores[0]} points`));
  else assert.match(said, /Winner: ROB/);
});

test("an Aristocrat tile is told by its district, whatever colour the Aristocrat has", () => {
  for (const [language, tile] of [
    ["en", "tile of the blue district"],
    ["fr", "tuile Aristocrate du district bleu"],
    ["it", "tessera Aristocratico del distretto blu"],
    ["de", "Aristokratenplättchen von Distrikt Blau"],
  ]) {
    learn(language, texts(language));
    for (const told of [
      doing("capital-lux-2", "aristocrat blue", ["Ann"]),
      done("capital-lux-2", 0, "aristocrat blue", ["Ann"]),
    ])
      assert.ok(told.includes(tile), told);
  }
});

test("a card says what it does in the capital, and what in the city", () => {
  learn("en", texts("en"));
  engine.load(game(3, "A", 1));
  const board = { view: engine.view(0), facts: [], legal: [], names: [], seat: 0 };
  assert.match(
    ui.explain("card:p2", board).text,
    /^In the capital: limit \+2, and its power\. Cleric: Take the .*\. In your city: 2 points\.$/,
  );
});

test("what is staged is drawn before it is done", async () => {
  const table = await sit(moment(3, "A", (view) => view.phase === "play", "greedy"));
  const { page } = table;
  const held = page.locator(".clx-row.own .clx-cell .clx-count b");
  const before = await held.allInnerTexts();
  await page.locator(CARDS).first().click();
  await page.locator(".clx-row.own .clx-cell.can").click();
  await page.waitForSelector(".clx-row.own .chip.ghost");
  assert.equal(await page.locator(".chip.ghost").count(), 1);
  const card = Number(await page.locator(".chip.ghost b").innerText());
  const after = await held.allInnerTexts();
  const sum = (texts) => texts.reduce((total, text) => total + Number(text), 0);
  assert.equal(sum(after), sum(before) + card);
  await nothingWrong(table);
});

test("targets are large enough for a finger", async () => {
  const { page } = await sit(MOMENTS.play());
  await page.locator(CARDS).first().click();
  assert.deepEqual(await smallTargets(page, PARTS), []);
});

test("the summary adds up to the engine's result", async () => {
  const record = MOMENTS.over();
  const table = await sit(record);
  const { page } = table;
  const shown = await page.locator(".clx-account tfoot td").allTextContents();
  assert.deepEqual(shown.map(Number), record.result.scores);
});

test("what the board tells of a round's end is what happened", async () => {
  let rounds = 0;
  for (const powers of ["A", "B", "C", "D"])
    for (let seed = 1; seed <= 6; seed++) {
      engine.dice(seed);
      engine.load(game(3, powers, seed));
      for (let actors = engine.actors(); actors.length > 0; actors = engine.actors())
        engine.apply(actors[0], engine.choose("random", actors[0]));
      const view = engine.view(0);
      for (const { events: report } of scenesIn(engine.story(0), 0, ui.scenes)) {
        rounds++;
        assert.deepEqual(
          report.filter(({ id }) => id === "limit").map(({ district }) => district),
          [...DISTRICTS],
        );
        for (const { id, seat, held, limit, card } of report) {
          if (id === "safe") assert.ok(held <= limit, `${held} of ${limit} kept`);
          if (id === "lost" || id === "guarded")
            assert.ok(held > limit, `${held} of ${limit} lost`);
          if (id === "bonus") assert.ok(view.seats[seat[0]].bonus.includes(card));
        }
      }
      assert.deepEqual(
        view.seats.map((_, seat) => points(engine.facts(0), seat)),
        engine.result().scores,
      );
    }
  assert.equal(rounds, 72);
});

const LOW = { width: 390, height: 664 };

test("many cards in the capital can be read on a low phone", async () => {
  const many = ({ capital }) => DISTRICTS.some((name) => capital[name].length >= 7);
  for (const players of [2, 4]) {
    const { page } = await sit(moment(players, "A", many), { viewport: LOW });
    const sizes = () =>
      page.locator(".clx-row.capital .clx-cards:has(.chip:nth-child(7)) .chip").evaluateAll((all) =>
        all.map((chip) => {
          const { width, height } = chip.getBoundingClientRect();
          const cell = chip.closest(".clx-cards").getBoundingClientRect();
          const figure = parseFloat(getComputedStyle(chip.querySelector("b")).fontSize);
          return {
            width,
            figure,
            inside: chip.getBoundingClientRect().bottom <= cell.bottom + 1,
            height,
          };
        }),
      );
    await inFonts(page, async (font) => {
      const found = await sizes();
      assert.ok(found.length >= 7);
      for (const { width, figure, inside } of found)
        assert.ok(
          width >= 13 && figure >= 12 && inside,
          `${players}, ${font}: ${JSON.stringify(found)}`,
        );
    });
    await shoot(page, `capital-lux-2-many-${players}`);
  }
});

const SCREENS = [LOW, PHONE, { width: 844, height: 390 }, { width: 320, height: 640 }, DESK];

test("how much is over and at risk is whole on every screen", async () => {
  const over = (id) => engine.facts(0).filter((line) => line.id === id && line.n >= 10).length > 0;
  for (const [players, powers] of [
    [2, "A"],
    [4, "D"],
  ]) {
    const record = moment(players, powers, (view) => view.phase === "play" && over("over"));
    const { page } = await sit(record);
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport);
      await inFonts(page, async (font) => {
        const cut = await page.locator(".clx-danger, .clx-excess").evaluateAll((all) =>
          all
            .map((one) => [one, one.closest(".clx-cell, h2").getBoundingClientRect()])
            .filter(([one, box]) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              const inside = left >= box.left && right <= box.right;
              const whole = one.scrollWidth <= one.clientWidth + 1 || one.clientWidth === 0;
              return !(inside && whole && top >= box.top && bottom <= box.bottom);
            })
            .map(([one]) => one.textContent),
        );
        assert.deepEqual(cut, [], `${players}, ${viewport.width}, ${font}`);
      });
    }
    await page.setViewportSize(LOW);
    const short = await page.locator(".clx-danger").first().innerText();
    assert.match(short.trim(), /^−\d+$/, "a phone has room for the figure");
  }
});

test("limits are called so at the table as in the lesson, on every screen", async () => {
  const { page } = await sit(game(3, "A", 3));
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport);
    await inFonts(page, async (font) => {
      const limits = page.locator(".clx-row.capital .clx-limit");
      const found = await limits.evaluateAll((all) =>
        all.map((one) => {
          const [box, cell] = [one, one.closest(".clx-cell")].map((x) => x.getBoundingClientRect());
          const { width } = one.querySelector("small").getBoundingClientRect();
          return width > 10 && box.left >= cell.left && box.right <= cell.right;
        }),
      );
      assert.deepEqual(found, [true, true, true, true], `${viewport.width}, ${font}`);
    });
  }
});

test("cards have few sizes: all panes with few cards have the same", async () => {
  const { page } = await sit(MOMENTS.play());
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport);
    const heights = (row) =>
      page
        .locator(`${row} .clx-cards:not(:has(.chip:nth-child(4))) > .chip`)
        .evaluateAll((all) => [
          ...new Set(all.map((chip) => Math.round(chip.getBoundingClientRect().height))),
        ]);
    for (const row of [".clx-row.capital", ".clx-row:not(.capital)"]) {
      const found = await heights(row);
      assert.ok(Math.max(...found) - Math.min(...found) <= 1, `${viewport.width}: ${found}`);
    }
  }
});

test("a replay names the players: nobody's city or hand is one's own", async () => {
  const { page } = await sit(MOMENTS.over(), { viewport: DESK });
  const replay = new URL(await page.locator("a.replay").getAttribute("href"), page.url()).href;
  for (const [eyes, hands] of [
    ["#m=20", 4],
    ["#m=20&seat=1", 1],
  ]) {
    await page.goto("about:blank");
    await page.goto(replay + eyes);
    await page.waitForSelector("main.replay[data-stop='20'] .clx-row");
    assert.deepEqual((await page.locator(".clx-name").allInnerTexts()).slice(1).sort(), [
      "Bot 1",
      "Bot 2",
      "Bot 3",
      "You",
    ]);
    const said = await page.locator(".clx-hand").allTextContents();
    assert.equal(said.length, hands);
    assert.doesNotMatch(said.join(), /Your/);
  }
  assert.match(await page.locator(".clx-hand h2").innerText(), /^Bot 1 · \d cards? in hand$/);
});

describe("the lesson", () => {
  test("a phone shows the word that it speaks of, in the lesson as at a table", async () => {
    const { page } = await sit(game(2, "A", 1), { viewport: LOW });
    const most = page.locator(".clx-row.capital .clx-limit small").first();
    const isRead = (where) =>
      inFonts(page, async (font) => {
        const { width } = await most.boundingBox();
        assert.ok(width > 12, `${where}, ${font}: ${width}`);
      });
    await isRead("table");
    await page.goto(new URL("/learn/capital-lux-2?lesson=1", page.url()).href);
    await page.waitForSelector("main.lesson[data-step='1']");
    await isRead("lesson");
    assert.match(await page.locator("main.lesson").innerText(), /limit, “max”/);
  });

  test("its steps are legal, and every text is there", async () => {
    engine.load(lesson.record);
    for (const { action, then = [] } of lesson.steps)
      for (const [seat, made] of action ? [[lesson.seat, action], ...then] : then)
        engine.apply(seat, made);
    assert.equal(engine.view(0).round, 2);
    for (const language of LANGUAGES) {
      const known = texts(language, "rules-capital-lux-2");
      for (const { text } of lesson.steps) assert.ok(known[text], text);
      for (const key of ui.rules) {
        assert.ok(known[`capital-lux-2.rule.${key}.title`], key);
        const text = known[`capital-lux-2.rule.${key}.text`];
        assert.ok(text, key);
        assert.equal(text.includes("†"), ui.reconstructed.includes(key), `${key}: †`);
      }
    }
  });
});

/** Plays whole games at random; every step that has a scene, as the clock shows it event by event. */
function* resolutions() {
  for (const [players, powers] of [
    [1, "A"],
    [3, "A"],
    [2, "B"],
    [3, "C"],
    [4, "D"],
  ]) {
    engine.dice(players);
    engine.load(game(players, powers, players));
    for (let actors = engine.actors(); actors.length > 0; actors = engine.actors()) {
      const [count, told] = [engine.count(), engine.story(0).length];
      engine.apply(actors[0], engine.choose("random", actors[0]));
      const now = engine.glimpse(0, count + 1, count);
      const [scene] = scenesIn(now.story, told, ui.scenes);
      if (!scene) continue;
      const moments = [...scene.events, null].map((_, n) => ({
        told: scene.events.slice(0, n),
        ...momentAt(now, scene.at + n),
      }));
      yield { now, scene, moments };
    }
  }
}

test("everything shown at a round's end belongs to one moment", () => {
  let judged = 0;
  for (const { now, scene, moments } of resolutions()) {
    const last = moments.at(-1);
    const owners = [...last.view.seats.keys(), ...(last.view.rob ? ["rob"] : [])];
    const holds = (view, owner) => (owner === "rob" ? view.rob : view.seats[owner]);
    for (const { view, facts, told } of moments) {
      const limits = facts.filter(({ id }) => id === "limit");
      for (const line of facts.filter(({ id }) => id === "room" || id === "over")) {
        const { n } = limits.find(({ district }) => district === line.district);
        assert.equal(line.limit, n, "one limit in a district");
        const cards = holds(view, line.seat).city[line.district];
        const held = cards.reduce((sum, card) => sum + Number(card.slice(1)), 0);
        assert.equal(line.held, held, "a total is that of the cards that lie there");
        judged++;
      }
      for (const owner of owners) {
        const { gold, bonus } = holds(view, owner);
        const account = facts.find(({ id, seat }) => id === "account" && seat === owner);
        assert.equal(account.gold, 2 * gold);
        assert.equal(account.city + account.bonus + account.gold, account.n);
        assert.equal(
          account.bonus,
          bonus.reduce((sum, card) => sum + Number(card.slice(1)), 0),
        );
      }
      const back = told.some(({ id }) => id === "modifiers_back");
      const shown = told.filter(({ id }) => id === "shown");
      const open = view.laid.filter(({ modifier }) => modifier !== null);
      if (scene.events[0].id === "end" && !back)
        assert.ok(open.every(({ seat }) => seat === 0 || shown.some((line) => line.seat === seat)));
      // once all are judged, no limit holds any more
      for (const { district, n } of told.filter(({ id }) => id === "limit"))
        for (const line of limits.filter((one) => one.district === district))
          assert.equal(line.n, n, "as it was judged");
    }
    for (const [at, { id, seat, district, held, card }] of scene.events.entries()) {
      const before = moments[at];
      if (id === "safe" || id === "lost") {
        const line = before.facts.find(
          (one) => one.id === "city" && one.seat === seat && one.district === district,
        );
        assert.equal(line.n, held, "what is lost lies there first");
      }
      if (id === "bonus") assert.ok(before.view.capital[district].includes(card));
    }
    for (const owner of owners)
      assert.equal(
        points(last.facts, owner),
        points(now.facts, owner),
        "all is counted in the end",
      );
  }
  assert.ok(judged > 2000);
});

test("what the only action is can be seen and touched", () => {
  assert.deepEqual(offers(["pay"], []), { words: [], next: ["pay"] });
  assert.deepEqual(offers(["pay", "lose"], []).next, ["pay", "lose"]);
});

test("points that would be lost are told beside the city's", async () => {
  const overs = () => engine.facts(0).filter(({ id, seat }) => id === "over" && seat === 0);
  const record = moment(3, "A", (view) => view.phase === "play" && overs().length > 0);
  engine.load(record);
  const worth = ({ district }) =>
    engine
      .facts(0)
      .find((line) => line.id === "city" && line.seat === 0 && line.district === district).worth;
  const lost = overs().reduce((sum, line) => sum + worth(line), 0);
  const table = await sit(record, { viewport: DESK });
  const said = await table.page.locator(".clx-row.own .clx-danger").innerText();
  assert.equal(said, `${lost} at risk`);
  // the seat's figure has gold and bonus cards in it, so this one says that it is the city's
  const { city } = engine.facts(0).find(({ id, seat }) => id === "account" && seat === 0);
  assert.equal(
    await table.page.locator(".clx-row.own .clx-sum").first().innerText(),
    `city ${city}`,
  );
  // figures are for the eye, and what they mean is for the ear
  const heard = await table.page.evaluate(() => {
    const copy = document.querySelector(".players .clx-seat").cloneNode(true);
    for (const one of copy.querySelectorAll("[aria-hidden=true]")) one.remove();
    return copy.textContent;
  });
  assert.match(heard, /(^|\D)\d+ cards? in hand\s+Gold: \d+, worth \d+ points\./);
  await nothingWrong(table);
});
