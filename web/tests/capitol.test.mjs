// Capitol in the browser: what the board takes from the story is what happened, and everything can be
// done by clicking and by keyboard, on a phone and on a desk.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  accessible,
  actionsOf,
  DO,
  effectsOf,
  gameOf,
  holdBots,
  inLanguages,
  load,
  newEngine,
  nothingWrong,
  promptOf,
  READY,
  sit as sitAt,
  startClock,
  stopClock,
  tabTo,
  texts,
  tickUntil,
  useBrowser,
} from "./boards.mjs";
import { DESK, inFonts, LANGUAGES, PHONE, shoot } from "./browser.mjs";

const PARTS = [".capitol-board", ".capitol-hand", ".capitol-seat"];
const { pastOf, squaresOf } = await load({ "games/capitol/view.ts": "pastOf, squaresOf" });
const { lesson } = await load({ "games/capitol/lesson.ts": "lesson" });
const engine = await newEngine();
const newGame = gameOf("capitol");
const fresh = (players, seed) => newGame(players, {}, seed);
useBrowser();

/** Plays on with simple bots; `seen` is told of each step, and ends the game by answering true. */
function play(record, seen, level = "greedy") {
  engine.load(record);
  engine.dice(Number(record.seed));
  for (;;) {
    const glimpse = engine.glimpse(0);
    if (seen(glimpse) || glimpse.actors.length === 0) return engine.record();
    const seat = glimpse.actors.at(-1);
    engine.apply(seat, engine.choose(level, seat));
  }
}

// ------------------------------------------------------------------ the past

describe("what the board takes from the story", () => {
  for (const [players, seed, level] of [
    [2, 1, "greedy"],
    [3, 2, "greedy"],
    [4, 4, "random"],
  ])
    test(`${players} players, seed ${seed}, ${level}: auctions, scorings, squares`, () => {
      let placed = 0;
      play(
        fresh(players, seed),
        ({ view, story, history }) => {
          const past = pastOf(story);
          if (view.phase === "place") {
            placed++;
            assert.equal(past.last.verdict.seat, view.turn);
            assert.equal(past.last.bids.length, players);
          }
          assert.equal(past.last === null, view.auction < 2 && view.phase !== "place");
          for (const area of view.areas) {
            const squares = squaresOf(area, history);
            const heights = squares
              .filter(({ kind }) => kind === "building")
              .map((one) => one.height);
            assert.equal(squares.length, area.fountains + heights.length, area.name);
            assert.deepEqual(heights.sort(), area.built.flat().sort(), area.name);
          }
          return false;
        },
        level,
      );
      const { view, story } = engine.glimpse(0);
      const { auctions, scorings } = pastOf(story);
      assert.ok(placed > 0, "tiles were placed");
      assert.equal(auctions.length, 12);
      assert.deepEqual(
        scorings.map(({ round }) => round),
        [1, 2, 3, 4],
      );
      const sums = view.seats.map((_, seat) =>
        scorings.reduce((sum, { gains }) => sum + gains[seat].n, 0),
      );
      assert.deepEqual(
        sums,
        view.seats.map((seat) => seat.score),
      );
    });

  test("a game that begins in the middle has its squares too", () => {
    const area = { name: "viminal", free: 2, fountains: 1, built: [[1, 2], [3]] };
    const building = (seat, height) => ({ kind: "building", seat, height });
    assert.deepEqual(squaresOf(area, [[0, "permit p3 1 round viminal"]]), [
      { kind: "fountain" },
      building(0, 2),
      building(1, 3),
      building(0, 1),
    ]);
  });
});

test("the lesson's steps are all legal and all have texts", () => {
  engine.load(lesson.record);
  for (const step of lesson.steps) {
    if (step.action) {
      assert.ok(engine.legal(lesson.seat).includes(step.action), step.action);
      engine.apply(lesson.seat, step.action);
    }
    for (const [seat, action] of step.then ?? []) engine.apply(seat, action);
  }
  assert.ok(lesson.steps.length >= 8 && lesson.steps.length <= 15);
  for (const language of LANGUAGES) {
    const known = texts(language, "rules-capitol");
    for (const step of lesson.steps) assert.ok(known[step.text], `${language} ${step.text}`);
  }
});

// -------------------------------------------------------------- in a browser

const sit = (record, how) => sitAt(record, ".capitol-board", how);

const stopsOf = async (page) =>
  (await actionsOf(page)).filter(([seat, action]) => seat === 0 && action === "stop").length;

/** What the page shows of us now, and after how many actions; null: it is not our turn. */
const situation = (page) =>
  page.evaluate(() => {
    const shows = {
      reveal: ".reveal",
      counting: ".counting",
      over: ".capitol-summary",
      // without a card to bid the STOP is taken and goes by itself
      bid: ".capitol-hand .stop:not(:disabled, .chosen)",
      put: ".plot.fresh",
      draw: ".stack.can",
      build: ".capitol-hand .tools",
      place: ".area.can",
    };
    const phase = Object.keys(shows).find((name) => document.querySelector(shows[name]));
    return phase ? `${phase} ${document.querySelector("main").dataset.moves}` : null;
  });

/** Waits until we must act and the page has come to rest, and says in which phase. What has been
 * turned over is looked at first. */
async function ourTurn(page) {
  for (let i = 0, last = null; i < 1000; i++) {
    const now = await situation(page);
    if (now !== null && now === last) return now.split(" ")[0];
    last = now;
    await page.waitForTimeout(30);
  }
  throw new Error("it is never our turn");
}

/** The two ways of pressing something: click it, or Tab to it and press Enter. */
const byMouse = (page) => (selector) => page.locator(selector).first().click();
const byKeys = (page) => async (selector) => {
  // the first of them that can be seen
  await page.evaluate((wanted) => {
    for (const one of document.querySelectorAll("[data-wanted]")) delete one.dataset.wanted;
    const first = [...document.querySelectorAll(wanted)].find((one) => one.checkVisibility());
    first?.setAttribute("data-wanted", "");
  }, selector);
  await tabTo(page, "[data-wanted]");
  await page.keyboard.press("Enter");
};

const card = (letter) => `.capitol-hand .card[data-card^="${letter}"]:not(:disabled)`;

/** What we do in construction, one after the other. */
const PLANS = [
  async (press, page) => {
    await press(card("f"));
    await page.waitForSelector(READY);
  },
  async (press) => {
    await press(card("r"));
    await press('.plot.can[data-at="roof:round"]');
  },
  async (press, page) => {
    await press(`${await permitThatWorks(page)}`);
    for (const choice of [".plot.can:not(.chosen)", ".area.can:not(.chosen)"])
      if ((await page.locator(READY).count()) === 0) await press(choice);
  },
  async (press, page) => {
    await press(".capitol-hand .card:not(:disabled)");
    if (!(await page.locator('.tools [aria-pressed="true"]').count())) await press(".tools button");
  },
  async (press) => press(".tools button"),
];

async function permitThatWorks(page) {
  const useful = page.locator(".capitol-hand .card:not(.idle)");
  for (const one of await useful.all()) {
    const name = await one.getAttribute("data-card");
    if (/^[bpm]/.test(name)) return `.capitol-hand .card[data-card="${name}"]`;
  }
  throw new Error("no permit can be used");
}

const PHASES = {
  reveal: (press) => press(".reveal .do"),
  counting: (press) => press(".counting .close"),
  put: (press, page) => chooseAndDo(press, page, ".plot.can:last-child, .plot.fresh"),
  place: (press, page) => chooseAndDo(press, page, ".area.can"),
  draw: (press, page) => chooseAndDo(press, page, ".stack.can"),
  bid: async (press, page, state) => {
    const cards = ".capitol-hand .card:not(:disabled)";
    state.bids++;
    const before = await stopsOf(page);
    if (state.bids === 1 && (await page.locator(cards).count()) > 0) await press(cards);
    else await press(".capitol-hand .stop");
    await press(READY);
    // The bid is several actions; the last of them is our STOP. The page shows it a little later.
    for (let i = 0; i < 300 && (await stopsOf(page)) === before; i++) await page.waitForTimeout(30);
    assert.ok((await stopsOf(page)) > before, "the bid is sealed");
    await page.waitForFunction(
      () =>
        document.querySelector(".reveal") ||
        !document.querySelector(".capitol-hand .stop:not(:disabled, .chosen)"),
    );
  },
  build: async (press, page, state) => {
    await PLANS[Math.min(state.builds++, PLANS.length - 1)](press, page);
    await press(READY);
  },
};

async function chooseAndDo(press, page, selector) {
  await press(selector);
  await page.waitForSelector(READY);
  await press(DO);
}

/** Plays until we have drawn a card: construction, three auctions, scoring, drawing. */
async function wholeRound(page, press) {
  const state = { builds: 0, bids: 0 };
  for (let i = 0; i < 80; i++) {
    const before = await actionsOf(page);
    const drawn = before.filter(([seat, action]) => seat === 0 && action.startsWith("draw")).length;
    if (drawn >= 6) return before;
    const phase = await ourTurn(page);
    const known = Number(await page.locator("main").getAttribute("data-moves"));
    await PHASES[phase](press, page, state);
    await page.waitForFunction(
      ([n, popup]) =>
        (popup && !document.querySelector(popup)) ||
        Number(document.querySelector("main").dataset.moves) > n,
      [known, phase === "reveal" || phase === "counting" ? `.${phase}` : null],
    );
  }
  throw new Error("the round does not end");
}

describe("at the table", () => {
  for (const [name, viewport, hands] of [
    ["a phone, by clicking", PHONE, byMouse],
    ["a desk, by keyboard alone", DESK, byKeys],
  ])
    test(`a whole round on ${name}`, { timeout: 240000 }, async () => {
      const table = await sit(fresh(2, 8), { viewport, forced: true });
      const { page } = table;
      const actions = await wholeRound(page, hands(page));
      const mine = actions.filter(([seat]) => seat === 0);
      const own = new Set(mine.map(([, action]) => action.split(" ")[0]));
      for (const verb of ["floor", "put", "roof", "permit", "null", "pass", "bid", "stop", "draw"])
        assert.ok(own.has(verb), `we did ${verb}: ${[...own]}`);
      await nothingWrong(table);
    });

  test("arrow keys go from area to area", async () => {
    const { page } = await sit(fresh(2, 8));
    await page.locator('[data-area="campus"]').focus();
    for (const [key, area] of [
      ["ArrowRight", "quirinal"],
      ["ArrowDown", "capitoline"],
      ["ArrowLeft", "tiber"],
      ["ArrowUp", "campus"],
    ]) {
      await page.keyboard.press(key);
      const now = await page.evaluate(() => document.activeElement.getAttribute("data-area"));
      assert.equal(now, area, key);
    }
  });

  test("what is chosen lights up where it can go and says what it brings", async () => {
    const { page } = await sit(fresh(2, 8), { viewport: PHONE });
    await page.click('.card[data-card="b1"]');
    assert.equal(await page.locator(".area.can").count(), 3, "the three blue areas");
    await page.click('.plot[data-at="building:1 round"]');
    await page.click('[data-area="campus"]');
    await page.waitForSelector('[data-area="campus"] .square.ghost');
    assert.match(await effectsOf(page), /You \+4/);
    await page.click('[data-area="viminal"]');
    await page.waitForFunction((ready) => !document.querySelector(ready), READY);
  });

  test("what is asked follows what is chosen, to the button", async () => {
    const { page } = await sit(fresh(2, 8), { viewport: PHONE });
    /** Which kinds of things still to be chosen have a ring. */
    const ringed = () =>
      page.evaluate(() =>
        ["plot", "area"].filter((kind) =>
          [...document.querySelectorAll(`.${kind}.can:not(.chosen)`)].some(
            (one) => getComputedStyle(one).boxShadow !== "none",
          ),
        ),
      );
    await page.click('.card[data-card="b1"]');
    assert.equal(await promptOf(page), "Now choose one of your buildings and an area.");
    assert.deepEqual(await ringed(), ["plot", "area"]);
    await page.click('.plot[data-at="building:1 round"]');
    assert.equal(await promptOf(page), "Now choose an area.");
    assert.deepEqual(await ringed(), ["area"]);
    await page.click('[data-area="campus"]');
    await page.waitForSelector(READY);
    assert.equal(await promptOf(page), "Confirm with the button, or choose something else.");
    assert.deepEqual(await ringed(), []);
    await page.click('.plot[data-at="building:1 round"]');
    await page.waitForFunction((ready) => !document.querySelector(ready), READY);
    assert.equal(await promptOf(page), "Now choose one of your buildings.");
    assert.equal(await page.locator(".area.chosen").getAttribute("data-area"), "campus");
    assert.deepEqual(await ringed(), ["plot"]);
  });

  test("one's own cards look alike while others act", async () => {
    const { page } = await sit(fresh(2, 8), { viewport: PHONE });
    await holdBots(page);
    await page.click(".tools button");
    await page.click(DO);
    await page.waitForSelector(".capitol-hand .card:disabled");
    const looks = await page
      .locator(".capitol-hand .card .card-art")
      .evaluateAll((all) => all.map(getComputedStyle).map((one) => [one.opacity, one.filter]));
    assert.ok(looks.length > 0);
    for (const look of looks) assert.deepEqual(look, ["1", "none"]);
  });

  test("the map fills the board, and every house stands in its own square", async () => {
    const record = play(fresh(4, 11), ({ view }) => view.phase === "over");
    for (const viewport of [
      DESK,
      PHONE,
      { width: 390, height: 664 },
      { width: 844, height: 390 },
    ]) {
      const { page } = await sit(record, { viewport });
      const { outside, houses, share } = await page.evaluate(() => {
        const box = (one) => one.getBoundingClientRect();
        const all = [...document.querySelectorAll(".square > .building")];
        const over = all.filter((house) => {
          const square = box(house.parentElement);
          const walls = box(house.querySelector(".stone"));
          const roof = box(house.querySelector(".tiles"));
          const wide = walls.left < square.left - 1 || walls.right > square.right + 1;
          return wide || roof.top < square.top - 1 || walls.bottom > square.bottom + 1;
        });
        const [map, board] = [".rome", ".capitol-board"].map((one) =>
          box(document.querySelector(one)),
        );
        return {
          outside: over.map((house) => house.parentElement.dataset.at),
          houses: all.length,
          share: map.width / board.width,
        };
      });
      assert.ok(houses > 10, `${houses} houses`);
      assert.deepEqual(outside, [], `${viewport.width}`);
      if (viewport === DESK) assert.ok(share > 0.76, `the map takes ${share} of the board`);
    }
  });

  test("a scoring counts area by area below the houses, and the sums come last", async () => {
    const last = ({ view, actors }) =>
      view.phase === "bid" && view.auction === 3 && view.round === 2 && actors.join() === "0";
    const { page } = await sit(play(fresh(3, 5), last), { viewport: DESK, motion: "full" });
    // whatever the pace: no sum before all areas have their points, and no points without houses
    await page.evaluate(() => {
      window.flaws = [];
      const look = () => {
        const built = [...document.querySelectorAll(".area:has(.square > .building)")];
        const open = built.filter((area) => !area.querySelector(".tally"));
        if (!document.querySelector(".counting")) return;
        if (document.querySelector(".sums:not(.adding)") && open.length) window.flaws.push("sums");
        if (built.length === 0) window.flaws.push("no houses");
      };
      new MutationObserver(look).observe(document, {
        attributes: true,
        childList: true,
        subtree: true,
      });
    });
    await page.click(".capitol-hand .stop");
    await page.click(DO);
    await page.click(".reveal .do");
    await page.waitForSelector(".counting");
    await page.click(".counting h2");
    await page.waitForSelector(".counting .sums:not(.adding)");
    assert.deepEqual(await page.evaluate(() => window.flaws), []);
    const built = page.locator(".area:has(.square > .building)");
    assert.equal(await page.locator(".area .tally:not(:empty)").count(), await built.count());
    // the log: a name, and its lines below
    const lines = await page
      .locator(".log li")
      .evaluateAll((all) => all.map((one) => [one.className, one.innerText.trim()]));
    const from = lines.findLastIndex(([, text]) => text === "Scoring in round 2:");
    const scored = lines.slice(from + 1);
    const names = scored.filter(([kind]) => kind.includes("heading")).map(([, name]) => name);
    assert.deepEqual(new Set(names).size, await built.count());
    assert.equal(names.length, new Set(names).size, "each area once");
    for (const [, text] of scored)
      for (const name of names) if (text !== name) assert.ok(!text.includes(name), text);
  });

  test("a tap on what was chosen for us keeps it", async () => {
    // all areas of a colour but one are full: that one follows from the card and the building
    const only = ({ legal, actors }) =>
      actors[0] === 0 && legal.some((action) => isOnly(legal, action));
    const isOnly = (legal, action) => {
      const [verb, card, height, shape] = action.split(" ");
      const same = legal.filter((one) => one.startsWith(`${verb} ${card} ${height} ${shape} `));
      return verb === "permit" && same.length === 1;
    };
    const record = play(fresh(2, 3), only);
    const { legal } = engine.glimpse(0);
    const [, chosen, height, shape, area] = legal
      .find((action) => isOnly(legal, action))
      .split(" ");
    const { page } = await sit(record, { viewport: PHONE });
    await page.click(`.card[data-card="${chosen}"]`);
    if ((await page.locator(READY).count()) === 0)
      await page.click(`.plot[data-at="building:${height} ${shape}"]`);
    await page.waitForSelector(READY);
    await page.click(`[data-area="${area}"]`);
    await page.waitForSelector(`[data-area="${area}"].chosen`);
    assert.equal(await page.locator(READY).count(), 1);
    await page.click(`.card[data-card="${chosen}"]`);
    await page.waitForFunction((ready) => !document.querySelector(ready), READY);
  });

  /** A game up to our turn in construction, where `finds` finds what it looks for. */
  function building(finds, seed = 2) {
    const isIt = (now) => now.view.phase === "build" && now.actors[0] === 0 && finds(now);
    const record = play(fresh(2, seed), (now) => isIt(now));
    assert.ok(isIt(engine.glimpse(0)), "the game comes to this moment");
    return { record, now: engine.glimpse(0), found: finds(engine.glimpse(0)) };
  }
  /** The words of the only action with some permit. */
  const onlyWay = ({ legal }) =>
    legal
      .map((action) => action.split(" "))
      .find(
        ([verb, card]) =>
          verb === "permit" &&
          legal.filter((one) => one.startsWith(`permit ${card} `)).length === 1,
      );

  test("where one place is left it is shown, and done only when it is tapped", async () => {
    const { record, found } = building(onlyWay);
    const [, card, height, shape, area] = found;
    const { page } = await sit(record, { viewport: PHONE, confirm: "grave" });
    await page.click(`.card[data-card="${card}"]`);
    await page.waitForSelector(READY);
    await page.waitForSelector(`[data-area="${area}"].chosen .square.ghost`);
    await page.waitForSelector(`.plot.chosen[data-at="building:${height} ${shape}"]`);
    assert.equal((await actionsOf(page)).length, record.actions.length, "nothing is done yet");
    await page.click(`.plot[data-at="building:${height} ${shape}"]`);
    assert.equal((await actionsOf(page)).length, record.actions.length, "nor now");
    await page.click(`[data-area="${area}"]`);
    const actions = await actionsOf(page, record.actions.length + 1);
    assert.deepEqual(actions[record.actions.length], [0, found.join(" ")]);
  });

  test("a card that can do nothing says why, and is not played by a tap on it", async () => {
    const idle = ({ legal }) =>
      legal.find(
        (action) =>
          /^null [bpm]/.test(action) &&
          !legal.some((one) => one.startsWith(`permit ${action.slice(5)}`)),
      );
    const { record, found } = building(idle);
    const { page } = await sit(record, { viewport: PHONE, confirm: "grave" });
    // paler than the others, and hatched: colour is not all that tells them apart
    const [dull, useful] = await page.locator(".capitol-hand").evaluate((hand) =>
      [".card.idle", ".card:not(.idle)"].map((kind) => {
        const card = hand.querySelector(kind);
        const { opacity } = getComputedStyle(card.querySelector(".card-art"));
        return [Number(opacity), getComputedStyle(card, "::after").backgroundImage];
      }),
    );
    assert.ok(dull[0] <= 0.7 && dull[1].includes("gradient"), `${dull}`);
    assert.deepEqual(useful, [1, "none"]);
    await page.click(`.card[data-card="${found.slice(5)}"]`);
    await page.waitForSelector(READY);
    await page.getByText("None of your finished buildings fits").waitFor();
    assert.equal((await actionsOf(page)).length, record.actions.length);
    await page.getByRole("button", { name: "Play without effect", exact: true }).click();
    const actions = await actionsOf(page, record.actions.length + 1);
    assert.deepEqual(actions[record.actions.length], [0, found]);
  });

  test("a refusal is about what was tapped", async () => {
    const AREAS = /Campus|Tiber|Aventine|Quirinal|Capitoline|Palatine|Viminal|Esquiline|Caelian/;
    const stuck = ({ legal, view: { seats } }) =>
      seats[0].hand.permit.length > 0 &&
      seats[0].buildings.find((one) => !legal.some((action) => action.includes(` ${one} `)));
    const { record, found, now } = building(stuck, 1);
    const { page } = await sit(record, { viewport: PHONE });
    const refusal = page.locator(".action-bar .refusal");
    await page.click(`.plot[data-at="building:${found}"]`);
    await refusal.waitFor();
    assert.doesNotMatch(await refusal.innerText(), AREAS);
    // an area that takes no building with the card in hand says so itself
    const permit = now.legal.find((action) => action.startsWith("permit "));
    const [, card] = permit.split(" ");
    await page.click(`.card[data-card="${card}"]`);
    await refusal.waitFor({ state: "detached" });
    const closed = page.locator(".area.closed").first();
    const name = await closed.locator(".name").textContent();
    await closed.click();
    await refusal.waitFor();
    assert.ok((await refusal.innerText()).includes(name), `${await refusal.innerText()}: ${name}`);
  });

  const PHONES = [PHONE, { width: 390, height: 664 }, { width: 844, height: 390 }];
  const bidding = ({ view, actors }) =>
    view.phase === "bid" &&
    actors.includes(0) &&
    view.areas.flatMap(({ built }) => built.flat()).length > 12;

  test("on a phone names, limits and floors of the areas can be read, and are whole", async () => {
    const { page } = await sit(play(fresh(4, 11), bidding));
    for (const viewport of PHONES) {
      await page.setViewportSize(viewport);
      await inLanguages(page, (language) =>
        inFonts(page, async (font) => {
          const faults = await page.evaluate(() => {
            const sizeOf = (one) => {
              const size = Number.parseFloat(getComputedStyle(one).fontSize);
              return one.ownerSVGElement ? size * one.getScreenCTM().a : size;
            };
            const lettering = ".area :is(.name, .heights, .ranks > span, .building .height)";
            const small = [...document.querySelectorAll(lettering)].filter(
              (one) => sizeOf(one) < 11,
            );
            const cut = (one, within) => {
              const text = document.createRange();
              text.selectNodeContents(one);
              const [inner, outer] = [text, one.closest(within)].map((box) =>
                box.getBoundingClientRect(),
              );
              return inner.left < outer.left || inner.right > outer.right;
            };
            const wide = Object.entries({ title: ".area", heights: ".limit", ranks: ".area" });
            const outside = wide.flatMap(([part, within]) =>
              [...document.querySelectorAll(`.area .${part}`)].filter((one) => cut(one, within)),
            );
            return [...small, ...outside].map((one) => `${one.textContent}: ${sizeOf(one)}`);
          });
          const where = `${viewport.width} × ${viewport.height}, ${language}, ${font}`;
          assert.deepEqual(faults, [], where);
        }),
      );
    }
  });

  test("on a phone a tap on an area that does nothing else shows it large", async () => {
    const { page } = await sit(play(fresh(4, 11), bidding));
    for (const viewport of PHONES) {
      await page.setViewportSize(viewport);
      await page.locator('.area[data-area="capitoline"]').click();
      const { map, large, over } = await page.locator(".explained .area").evaluate((one) => {
        const [card, large, map] = [
          ".explained",
          ".explained .area",
          ".areas .area.capitoline",
        ].map((part) => document.querySelector(part).getBoundingClientRect());
        const over =
          card.left < 0 || card.top < 0 || card.right > innerWidth || card.bottom > innerHeight;
        const same = [".square", ".building", ".limit", ".roof"].every(
          (part) =>
            one.querySelectorAll(part).length ===
            document.querySelectorAll(`.areas .capitoline ${part}`).length,
        );
        return { map: map.width, large: large.width, over: over || !same };
      });
      assert.ok(large > 2.2 * map && !over, `${viewport.width}: ${map}, ${large}, ${over}`);
      await shoot(page, `capitol-area-${viewport.width}-${viewport.height}`);
      await page.keyboard.press("Escape");
      await page.locator(".explained").waitFor({ state: "detached" });
    }
  });

  test("a card's explanation has its words beside a small picture", async () => {
    for (const viewport of [DESK, { width: 1920, height: 1080 }, PHONE]) {
      const { page } = await sit(fresh(2, 8), { viewport });
      await page.locator('.card[data-card^="f"]').first().focus();
      await page.keyboard.press("?");
      await page.waitForSelector(".explained svg");
      await inFonts(page, async (font) => {
        const found = await page.locator(".explained").evaluate((card) => {
          const box = (one) => one.getBoundingClientRect();
          const words = box(card.querySelector("b").parentElement);
          return {
            picture: box(card.querySelector("svg")).width,
            words: words.width,
            over: words.right - box(card).right,
          };
        });
        const where = `${viewport.width}, ${font}: ${JSON.stringify(found)}`;
        assert.ok(found.picture <= 80 && found.words >= 90 && found.over <= 0, where);
      });
    }
  });

  test("an auction shows no bids before they are up, and says what is sold", async () => {
    const second = ({ view, actors }) =>
      view.phase === "bid" && view.auction > 0 && actors.includes(0);
    const record = play(fresh(3, 5), second);
    const { page } = await sit(record, { viewport: DESK });
    assert.equal(await page.locator(".sale .sum").count(), 0);
    assert.match(await promptOf(page), /^(Fountain|Amphitheatre|Temple): .*only the winner pays/);
    await page.hover(".sale li");
    await page.waitForSelector(".explained");
    assert.match(await page.locator(".explained").innerText(), /Only the winner discards/);
    // while they are turned over, only the cards tell
    await page.click(".capitol-hand .stop");
    await page.click(DO);
    await page.waitForSelector(".reveal");
    assert.equal(await page.locator(".sale .sum:not(.shown ~ .sum)").count(), 0);
  });

  test("what cannot be done says why", async () => {
    const { page } = await sit(fresh(2, 8), { viewport: PHONE });
    await page.click('.plot[data-at="building:2 round"]');
    await page.waitForSelector(".refusal");
  });

  test("the bids are turned over together, and the points can be stepped through", async () => {
    const last = ({ view, actors }) => view.phase === "bid" && actors.length === 1;
    const record = play(fresh(3, 5), last);
    const { page } = await sit(record, { viewport: PHONE });
    await page.click(".capitol-hand .stop");
    await page.click(DO);
    await page.waitForSelector(".reveal");
    assert.equal(await page.locator(".reveal li").count(), 3);
    await accessible(page, PARTS, "when all bids are up");
    await page.click(".reveal .do");
    await page.click(".count-points");
    const first = await page.locator(".counting p").innerText();
    await page.click(".counting .one button:last-child");
    assert.notEqual(await page.locator(".counting p").innerText(), first);
    assert.equal(await page.locator(".area.looked").getAttribute("data-area"), "quirinal");
    await accessible(page, PARTS, "with the points over the map");
    await page.click(".counting .close");
    await page.locator(".yards, .see-hands").filter({ visible: true }).first().click();
    assert.equal(await page.locator(".things.overlay .people > li").count(), 3);
    await accessible(page, PARTS, "with everyone's things over the map");
  });

  test("each new house is marked in its owner's colour, also where two were built in one area", async () => {
    const at = ({ history }) => {
      const [a, b] = history.slice(-2).map(([seat, action]) => [seat, ...action.split(" ")]);
      return (
        a?.[1] === "permit" && b?.[1] === "permit" && a[5] === b[5] && a[0] === 1 && b[0] === 2
      );
    };
    let record;
    for (let seed = 1; !record || !at({ history: record.actions }); seed++)
      record = play(fresh(3, seed), (now) => now.actors.includes(0) && at(now), "random");
    const { page } = await sit(record, { viewport: DESK });
    const area = record.actions.at(-1)[1].split(" ")[4];
    const rings = await page
      .locator(`[data-area="${area}"] .square.building`)
      .evaluateAll((all) =>
        all
          .filter((one) => getComputedStyle(one).outlineStyle === "solid")
          .map((one) => [getComputedStyle(one).outlineWidth, getComputedStyle(one).outlineColor]),
      );
    assert.equal(rings.length, 2);
    assert.deepEqual(
      rings.map(([width]) => width),
      ["3px", "3px"],
    );
    assert.notEqual(rings[0][1], rings[1][1]);
    await shoot(page, "capitol-two-in-one");
  });

  test("on a desk everybody's things are with their owner", async () => {
    const record = play(fresh(3, 5), ({ view }) => view.phase === "bid");
    const { page } = await sit(record, { viewport: DESK });
    const { seats } = engine.view(0);
    for (const seat of [1, 2]) {
      const own = page.locator(".players > li").nth(seat);
      const { works, buildings, roofs } = seats[seat];
      const kinds = new Set([...works.map(String), ...buildings]).size;
      assert.equal(await own.locator(".yard > li").count(), kinds);
      const stock = (await own.locator(".stock [aria-hidden]").allInnerTexts()).filter(
        (text) => text,
      );
      assert.deepEqual(stock, [`×${roofs.round}`, `×${roofs.triangular}`]);
      assert.ok(await own.locator(".yard").isVisible());
    }
    assert.equal(await page.locator(".capitol-board .people").isVisible(), false);
    assert.equal(await page.locator(".players .own .known").isVisible(), false);
    await accessible(page, [".players"], "with everybody's things");
    await page.setViewportSize(PHONE);
    assert.equal(await page.locator(".players .more").first().isVisible(), false);
  });

  test("at a desk what each area would bring stands beside the map, and all of it is in sight", async () => {
    const late = ({ view, actors }) =>
      view.round === 4 && view.phase === "build" && actors[0] === 0;
    const record = play(fresh(4, 11), late);
    const points = engine.glimpse(0).facts.filter(({ id }) => id === "points");
    for (const viewport of [DESK, { width: 1920, height: 1080 }]) {
      const { page } = await sit(record, { viewport });
      const table = page.locator(".beside .by-area");
      assert.deepEqual(
        await table.locator("tfoot td").allInnerTexts(),
        points.map(({ n }) => String(n)),
      );
      await inFonts(page, async (font) => {
        const over = await page
          .locator(".beside")
          .evaluate((one) => [
            one.scrollHeight - one.clientHeight,
            one.scrollWidth - one.clientWidth,
          ]);
        assert.ok(Math.max(...over) <= 1, `${viewport.width}, ${font}: ${over}`);
      });
    }
    const { page } = await sit(record, { viewport: PHONE });
    assert.equal(await page.locator(".beside .by-area").isVisible(), false);
  });

  test("nothing is told before it is seen: all stands still while the bids are turned over", async () => {
    const last = ({ view, actors }) => view.phase === "bid" && actors.length === 1;
    const { page } = await sit(play(fresh(3, 5), last), { viewport: DESK, motion: "full" });
    const linesNow = () => page.locator(".log li").allInnerTexts();
    const before = await linesNow();
    await stopClock(page);
    await page.locator(".capitol-hand .card:not(:disabled)").first().click();
    await page.click(READY);
    await tickUntil(page, ".reveal");
    assert.equal(await promptOf(page), "The bids are turned over.");
    const sum = (of) => page.locator(of).first().textContent();
    assert.equal(await sum(".capitol-hand .total b"), await sum(".reveal li .sum"));
    assert.equal(await page.locator(DO).count(), 0);
    // our own STOP and the bids, and not what comes after them
    const told = (await linesNow()).slice(before.length).join("\n");
    assert.doesNotMatch(told, /Round|Scoring|drawn|begins|to the bid/);
    await startClock(page);
    await page.click(".reveal h2");
    await page.waitForSelector(".reveal.hurried");
    await page.waitForFunction(() =>
      document.querySelector(".log")?.innerText.match(/bid of|no bid|Sold/i),
    );
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".reveal"));
    assert.notEqual(await promptOf(page), "The bids are turned over.");
  });

  test("however many cards are bid, the sums beside them stay in sight", async () => {
    const bidAll = (seat) => {
      const worth = (bid) => Number(bid.at(-1));
      for (;;) {
        const bids = engine.legal(seat).filter((action) => action.startsWith("bid "));
        if (bids.length === 0) return;
        engine.apply(seat, bids.sort((a, b) => worth(b) - worth(a))[0]);
      }
    };
    engine.load(fresh(3, 5));
    for (const seat of [0, 1, 2]) engine.apply(seat, "pass");
    for (const seat of [0, 1, 2]) bidAll(seat);
    for (const seat of [1, 2]) engine.apply(seat, "stop");
    const { page } = await sit(engine.record(), { viewport: PHONE });
    await page.click(".capitol-hand .stop");
    await page.click(DO);
    await page.waitForSelector(".reveal");
    for (const viewport of [PHONE, DESK, { width: 320, height: 640 }]) {
      await page.setViewportSize(viewport);
      await inFonts(page, async (font) => {
        const covered = await page.locator(".reveal li").evaluateAll((rows) =>
          rows.map((row) => {
            const cards = [...row.querySelectorAll(".turning .face")];
            const range = document.createRange();
            range.selectNodeContents(row.querySelector(".sum"));
            const right = Math.max(...cards.map((card) => card.getBoundingClientRect().right));
            return right - range.getBoundingClientRect().left;
          }),
        );
        assert.equal(covered.length, 3);
        assert.ok(Math.max(...covered) <= 0, `${viewport.width}, ${font}: ${covered}`);
      });
    }
  });

  const isAt = ({ view }, round, phase) => view.round === round && view.phase === phase;
  const MOMENTS = {
    beginning: [2, () => true],
    construction: [4, (now) => isAt(now, 2, "build") && now.actors[0] === 0],
    auction: [4, (now) => isAt(now, 3, "bid") && now.actors.length === 1],
    tile: [3, (now) => isAt(now, 3, "place") && now.actors[0] === 0],
    drawing: [3, ({ view, actors }) => view.phase === "draw" && actors[0] === 0],
    end: [4, ({ view }) => view.phase === "over"],
  };
  for (const [name, [players, moment]] of Object.entries(MOMENTS))
    test(`${name}: no overflow, no missing text, no barrier`, { timeout: 120000 }, async () => {
      const record = play(fresh(players, 11), moment);
      assert.ok(moment(engine.glimpse(0)), "the game comes to this moment");
      const looks = [
        { viewport: { width: 320, height: 700 }, language: "de", theme: "light" },
        { viewport: PHONE, language: "fr", theme: "dark" },
        { viewport: PHONE, language: "it", theme: "contrast" },
        { viewport: DESK, language: "en", theme: "light" },
      ];
      for (const look of looks) {
        const table = await sit(record, look);
        await nothingWrong(table, look.language);
        await accessible(table.page, PARTS, look.language);
      }
    });
});

describe("everything is in its box", () => {
  test("what an action does, and the button that plays without effect", async () => {
    const screens = [DESK, { width: 390, height: 664 }, { width: 844, height: 390 }];
    for (const viewport of screens) {
      const { page } = await sit(fresh(2, 8), { viewport });
      await page.click('.card[data-card="b1"]');
      await page.click('.plot[data-at="building:1 round"]');
      await page.click('[data-area="campus"]');
      await effectsOf(page);
      await inFonts(page, async (font) => {
        const cut = await page.evaluate((desk) => {
          const isCut = (one) => one.scrollHeight > one.clientHeight + 1;
          const parts = desk ? ".said, .tools button" : ".tools button";
          const row = document.querySelector(".capitol-hand .own").getBoundingClientRect();
          const tool = document.querySelector(".tools button").getBoundingClientRect();
          return [
            ...[...document.querySelectorAll(parts)].filter(isCut).map((one) => one.className),
            ...(tool.top < row.top - 1 || tool.bottom > row.bottom + 1 ? ["outside"] : []),
          ];
        }, viewport === DESK);
        assert.deepEqual(cut, [], `${viewport.width}, ${font}`);
      });
    }
  });

  const SCREENS = [DESK, { width: 1920, height: 1080 }, PHONE, { width: 390, height: 664 }];
  const full = ({ view, actors }, phase) => view.phase === phase && actors[0] === 0;
  for (const phase of ["build", "bid", "draw"])
    test(phase, { timeout: 120000 }, async () => {
      const record = play(fresh(4, 11), (now) => now.view.round > 1 && full(now, phase));
      for (const viewport of [...SCREENS, { width: 844, height: 390 }]) {
        const { page } = await sit(record, { viewport });
        await inFonts(page, async (font) => {
          const outside = await page.evaluate(() => {
            const isCut = (one) =>
              one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
            const hand = document.querySelector(".hand").getBoundingClientRect();
            const isOut = (one) => {
              const { top, bottom, left, right } = one.getBoundingClientRect();
              return (
                top < hand.top - 6 ||
                bottom > hand.bottom + 1 ||
                left < hand.left - 1 ||
                right > hand.right + 1
              );
            };
            return [
              ...[...document.querySelectorAll(".board, .hand, .area, .sale")].filter(isCut),
              ...[...document.querySelectorAll(".capitol-hand .card")].filter(isOut),
            ].map((one) => one.className);
          });
          assert.deepEqual(outside, [], `${viewport.width} × ${viewport.height}, ${font}`);
        });
      }
    });
});

describe("floors by the Italian text", () => {
  const SENTENCES = {
    null: "A floor must go on your tallest site or start a new one.",
    new: "The second floor must go on the site just started or start another.",
    highest: "The second floor must go on the same site as the first.",
  };
  /** A moment at which we put a floor, the first one having gone there, and not all sites take it. */
  function putting(where) {
    const isIt = ({ view, actors, legal }) =>
      view.phase === "put" &&
      actors[0] === 0 &&
      String(view.first_floor) === where &&
      legal.length < new Set(view.seats[0].works).size + 1;
    for (let seed = 1; seed < 200; seed++) {
      const record = play(newGame(2, { floors: "tallest" }, seed), isIt, "random");
      if (engine.view(0).phase === "put") return record;
    }
    throw new Error("no such moment was found");
  }

  for (const [where, sentence] of Object.entries(SENTENCES))
    test(`after ${where}: what can be done lights up, and the rest says why not`, async () => {
      const { page } = await sit(putting(where), { viewport: PHONE });
      assert.equal(await page.locator(".action-bar .prompt").innerText(), sentence);
      const lit = await page
        .locator(".plot.can")
        .evaluateAll((all) => all.map((one) => one.dataset.at.replace("work:", "put ")));
      assert.deepEqual(lit.sort(), engine.legal(0).sort());
      const dark = '.plot:is([data-at^="work:"]):not(.can)';
      await page.locator(dark).first().click();
      const refusal = await page.locator(".action-bar .refusal").innerText();
      assert.equal(refusal, sentence);
    });
});
