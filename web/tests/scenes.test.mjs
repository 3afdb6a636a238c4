// What takes time at a table, and its end: scenes go by the events, log and points go with them, and any
// key hurries. At the end board, result and what comes next are in sight. Hints are drawn on the board,
// cards explain themselves, and what can be repeated is done in one go.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  accessible,
  actionsOf,
  DO,
  gameOf,
  inLanguages,
  newEngine,
  nothingWrong,
  promptOf,
  READY,
  sit,
  startClock,
  stopClock,
  tickUntil,
  useBrowser,
} from "./boards.mjs";
import { covers, DESK, GAMES, inFonts, PHONE, shoot, smallTargets } from "./browser.mjs";

const SCREENS = [
  DESK,
  { width: 1920, height: 1080 },
  PHONE,
  { width: 390, height: 664 },
  { width: 844, height: 390 },
];
const [LOW, LYING] = SCREENS.slice(-2);
const engine = await newEngine();
useBrowser();

const isEvent = (id) => (item) => !Array.isArray(item) && id.test(item.id);

/** A record before a move of ours that leads to such an event, and the move. */
function beforeEvent(game, id, { players = 3, options = {} } = {}) {
  for (let seed = 1; seed <= 60; seed++) {
    engine.dice(seed);
    engine.load(gameOf(game)(players, options, seed));
    for (let actors = engine.actors(); actors.length > 0; actors = engine.actors()) {
      const [seat] = actors;
      const told = engine.story(0).length;
      const record = engine.record();
      const action = engine.choose("random", seat);
      engine.apply(seat, action);
      const fresh = engine.story(0).slice(told);
      if (seat === 0 && fresh.some(isEvent(id))) return { record, action, fresh };
    }
  }
  throw new Error("no such move was found");
}

/** A record before a move of ours that ends the game, and the move. */
function beforeEnd(game) {
  for (let seed = 1; seed <= 60; seed++) {
    engine.dice(seed);
    engine.load(gameOf(game)(3, {}, seed));
    for (let actors = engine.actors(); actors.length > 0; ) {
      const [seat] = actors;
      const record = engine.record();
      const action = engine.choose("random", seat);
      engine.apply(seat, action);
      actors = engine.actors();
      // steps are sold only after a question, which Escape answers with no
      if (seat === 0 && actors.length === 0 && !action.startsWith("sell"))
        return { record, action, ...engine.result() };
    }
  }
  throw new Error("no such end was found");
}

/** A whole game. */
function wholeGame(game, players) {
  engine.dice(1);
  engine.load(gameOf(game)(players, {}, 1));
  for (let actors = engine.actors(); actors.length > 0; actors = engine.actors())
    engine.apply(actors[0], engine.choose("random", actors[0]));
  return engine.record();
}

/** Does an action by the list of all. */
async function act(page, action) {
  await page.waitForSelector(".choices");
  await page.evaluate((wanted) => {
    const all = [...document.querySelectorAll(".choices button[data-action]")];
    all.find(({ dataset }) => dataset.action === wanted).click();
  }, action);
  await page.locator(READY).click();
}

const BOARD = "main.table .board > *";
const linesOf = (page) => page.locator(".log li").allInnerTexts();

/** Begins a scene, with the clock stopped; says how many lines the log had before. */
async function begin(game, id, how) {
  const { record, action, fresh } = beforeEvent(game, id, how);
  const table = await sit(record, BOARD, { viewport: DESK, motion: "full" });
  const before = (await linesOf(table.page)).length;
  await stopClock(table.page);
  await act(table.page, action);
  return { ...table, before, fresh };
}

describe("scenes", () => {
  test("Capital Lux 2: a round is resolved on the board, and the log goes with it", async () => {
    const { page, fresh } = await begin("capital-lux-2", /^lost$/);
    await tickUntil(page, ".clx-cell.told");
    assert.equal(await promptOf(page), "The round is being resolved, district by district.");
    assert.equal(await page.locator(DO).count(), 0);
    assert.doesNotMatch((await linesOf(page)).join(), /Round \d begins|Winner/);
    await startClock(page);
    await page.keyboard.press("Enter");
    const fates = fresh.filter(isEvent(/^(safe|lost|guarded|paid)$/));
    await page.waitForFunction(
      (n) => document.querySelectorAll(".clx-cell.judged").length === n,
      fates.length,
    );
    const lost = fresh.filter(isEvent(/^lost$/));
    assert.equal(await page.locator(".clx-cell.judged.lost.over").count(), lost.length);
    const cards = lost.flatMap((line) => [line.cards].flat());
    const leaving = await page.locator(".clx-cell.judged.lost .chip.lost").count();
    assert.equal(leaving, cards.length);
    await shoot(page, "scene-capital-lux-2");
    await accessible(page, [".clx-board"], "while a round is resolved");
    // stepping back and on again
    await page.locator(".clx-resolution button").first().click();
    await page.waitForSelector(".clx-cell.told");
    await page.locator(".clx-resolution .do").click();
    await page.waitForFunction(() => !document.querySelector(".clx-resolution"));
  });

  test("Capital Lux 2: on a phone a resolution has the bar, and the log over it goes", async () => {
    const { record, action } = beforeEvent("capital-lux-2", /^lost$/);
    for (const viewport of [LOW, LYING]) {
      const { page } = await sit(record, BOARD, { viewport, motion: "full" });
      await page.locator(".ticker").click();
      await page.locator(".panel.open").waitFor();
      await stopClock(page);
      await act(page, action);
      const go = page.locator(".action-bar .clx-resolution .do");
      await tickUntil(page, ".action-bar .clx-resolution p[class^=d-]");
      assert.equal(await page.locator(".panel.open").count(), 0);
      assert.ok(await page.locator(".clx-tile").first().isVisible());
      const parts = [".board", ".action-bar .undo"];
      assert.deepEqual(await smallTargets(page, [".clx-resolution"]), []);
      assert.deepEqual(await covers(page, ".clx-resolution .do", parts), []);
      await shoot(page, `scene-capital-lux-2-${viewport.width}`);
      await accessible(page, [".action-bar"], "while a round is resolved");
      await startClock(page);
      await go.click();
      await page.waitForFunction(() => !document.querySelector(".clx-resolution"));
      await page.waitForSelector(".choices");
    }
  });

  test("Caprice: the towers are counted for everyone before the result is told", async () => {
    const { page, fresh } = await begin("caprice", /^end$/);
    // a tower that is pointed at is lit too, so the words come first
    await tickUntil(page, "text=The towers are being counted.");
    await tickUntil(page, ".caprice-block.lit");
    assert.equal(await promptOf(page), "The towers are being counted.");
    assert.equal(await page.locator(".ending").count(), 0);
    assert.equal(await page.locator(".players .score").count(), 0);
    await shoot(page, "scene-caprice");
    await startClock(page);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".ending");
    const scores = fresh.filter(isEvent(/^score$/)).map(({ n }) => n);
    assert.deepEqual((await page.locator(".players .score").allInnerTexts()).map(Number), scores);
  });

  test("Capone: who is driven out is seen before they are gone", async () => {
    const { page, fresh } = await begin("capone", /^harbour$/);
    await tickUntil(page, ".space.attacked");
    const { place, seat } = fresh.find(isEvent(/^harbour$/));
    const driven = new RegExp(`^Attack on .*\\d: You against Bot ${seat}\\.$`);
    assert.match(await page.locator(".capone-board .told").innerText(), driven);
    assert.equal(await page.locator(".space.attacked").getAttribute("data-place"), place);
    assert.equal(await promptOf(page), "An attack!");
    await tickUntil(page, ".space.attacked.leaves");
    assert.match(await page.locator(".capone-board .told").innerText(), /harbour/i);
    await shoot(page, "scene-capone-eviction");
    await startClock(page);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.querySelector(".space.attacked"));
    await page.waitForSelector(".harbour .drowned");
  });

  test("Capone: at the year's end the spaces pay one family after the other", async () => {
    const { page, fresh } = await begin("capone", /^year_end$/);
    await tickUntil(page, ".space.pays .paid");
    assert.equal(await page.locator(".ledger").count(), 0);
    await shoot(page, "scene-capone-accounts");
    for (const viewport of [DESK, PHONE, LOW, LYING]) {
      await page.setViewportSize(viewport);
      const where = `${viewport.width} × ${viewport.height}`;
      assert.deepEqual(await covers(page, ".earned", [".pays .tally", ".pays .disc"]), [], where);
    }
    await page.setViewportSize(DESK);
    const [first] = fresh.filter(isEvent(/^payout$/));
    const paid = await page.locator(`.space[data-place="${first.places[0]}"] .paid`).innerText();
    assert.equal(paid, `+${first.parts[0]}`);
    await startClock(page);
    // an eviction may have come before: each is hurried on by itself
    for (let i = 0; i < 2 && (await page.locator(".told").count()); i++)
      await page.keyboard.press("Enter");
    await page.waitForSelector(".ledger");
  });

  test("another game looks ready at once, though a second tap on the last action begins none", async () => {
    const { record, action } = beforeEnd("caprice");
    const { page } = await sit(record, BOARD, { viewport: DESK });
    await stopClock(page);
    await act(page, action);
    const again = page.getByRole("button", { name: "Play again" });
    await tickUntil(page, ".ending");
    assert.ok(await again.isVisible());
    const [own, accent] = await again.evaluate((one) => {
      const probe = document.createElement("i");
      probe.style.color = "var(--accent)";
      one.append(probe);
      const accent = getComputedStyle(probe).color;
      probe.remove();
      return [getComputedStyle(one).backgroundColor, accent];
    });
    assert.equal(own, accent);
    assert.equal(await again.isDisabled(), true);
    await startClock(page);
    await again.click();
    await page.waitForSelector(".action-bar .choices");
  });

  test("who wants everything at once waits for nothing", async () => {
    const { record, action } = beforeEvent("caprice", /^end$/);
    const { page } = await sit(record, BOARD, { viewport: DESK });
    await act(page, action);
    await page.waitForSelector(".ending");
  });
});

describe("the button", () => {
  for (const game of GAMES)
    test(`${game}: says all of an action on a phone that is low`, async () => {
      for (const language of ["en", "de"]) {
        engine.dice(2);
        engine.load(gameOf(game)(3, {}, 2));
        while (engine.actors()[0] !== 0 || engine.legal(0).length < 8)
          engine.apply(engine.actors()[0], engine.choose("random", engine.actors()[0]));
        const { page } = await sit(engine.record(), ".choices", {
          viewport: { width: 390, height: 664 },
          language,
        });
        await page.evaluate(() => {
          const all = [...document.querySelectorAll(".choices button[data-action]")];
          all.sort((a, b) => b.innerText.length - a.innerText.length)[0].click();
        });
        await page.locator(READY).waitFor();
        await inFonts(page, async (font) => {
          const [cut, words] = await page
            .locator(DO)
            .evaluate((one) => [one.scrollHeight - one.clientHeight, one.innerText]);
          assert.ok(cut <= 1, `${language}, ${font}: ${cut} px of "${words}"`);
        });
      }
    });
});

describe("the end", () => {
  const inside = (box, { width, height }) =>
    box.x >= -1 &&
    box.y >= -1 &&
    box.x + box.width <= width + 1 &&
    box.y + box.height <= height + 1;

  for (const game of GAMES)
    test(`${game}: board, result and what comes next are in sight`, async () => {
      const record = wholeGame(game, 3);
      for (const viewport of SCREENS) {
        const table = await sit(record, ".ending", { viewport });
        const { page } = table;
        const where = `${viewport.width} × ${viewport.height}`;
        for (const part of [".board", ".podium .winner", DO]) {
          const box = await page.locator(`main.table ${part}`).first().boundingBox();
          assert.ok(inside(box, viewport), `${part} at ${where}: ${JSON.stringify(box)}`);
        }
        const { height } = await page.locator("main.table .board").boundingBox();
        assert.ok(height > viewport.height / 3, `the board is ${height} px high at ${where}`);
        await nothingWrong(table, where);
        await shoot(page, `end-${game}-${viewport.width}x${viewport.height}`);
        await page.locator(".action-bar .account").click();
        await page.waitForSelector(".ending.open .summary");
        await page.locator(".action-bar .account").click();
      }
      await sit(record, ".ending", { viewport: DESK });
    });

  /** In the page: what petals fall over besides the board. */
  const coveredByPetals = () => {
    const over = document.querySelector(".petals").getBoundingClientRect();
    return [".ending", ".action-bar", ".players"].filter((part) => {
      const box = document.querySelector(`main.table > ${part}`).getBoundingClientRect();
      return (
        over.left < box.right - 1 &&
        over.right > box.left + 1 &&
        over.top < box.bottom - 1 &&
        over.bottom > box.top + 1
      );
    });
  };

  for (const game of GAMES)
    test(`${game}: the winners' petals fall over the board alone, once, and not without motion`, async () => {
      const { record, action, places } = beforeEnd(game);
      const winners = places.flatMap((place, seat) => (place === 1 ? [`seat-${seat}`] : []));
      for (const [motion, viewport] of [
        ["full", DESK],
        ["full", { width: 390, height: 664 }],
        ["none", { width: 844, height: 390 }],
      ]) {
        const { page } = await sit(record, BOARD, { viewport, motion });
        await act(page, action);
        const fallen = page.locator(".petals");
        for (let i = 0; (await fallen.count()) === 0; i++) {
          assert.ok(i < 200, "the end is reached");
          await page.keyboard.press("Escape");
        }
        const petals = page.locator(".petals > svg");
        assert.equal(await petals.count(), 24);
        const drawn = await petals.evaluateAll((all) =>
          all.map((one) => [one.getAttribute("class"), getComputedStyle(one).animationName]),
        );
        assert.deepEqual([...new Set(drawn.map(([seat]) => seat))].sort(), winners);
        assert.ok(drawn.every(([, name]) => name === (motion === "full" ? "petal" : "none")));
        if (motion === "none")
          assert.equal(await petals.first().evaluate((one) => getComputedStyle(one).opacity), "0");
        await inFonts(page, async (font) =>
          assert.deepEqual(await page.evaluate(coveredByPetals), [], font),
        );
        await shoot(page, `petals-${game}-${viewport.width}`);
        await page.reload();
        await page.waitForSelector(".ending");
        assert.equal(await page.locator(".petals").count(), 0, "it was long ago");
      }
    });

  test("what was won with has the game's own word", async () => {
    for (const [game, word] of Object.entries({ capitol: /\d points/, capone: /\d steps/ })) {
      const { page } = await sit(wholeGame(game, 3), ".ending");
      assert.match(await page.locator(".podium .winner").innerText(), word);
    }
  });

  test("in solo ROB has a result as well", async () => {
    const { page } = await sit(wholeGame("capital-lux-2", 1), ".ending");
    assert.match(await page.locator(".podium").innerText(), /ROB.*\d/s);
  });

  test("a tie has its reason", async () => {
    for (let seed = 1; seed <= 200; seed++) {
      engine.dice(seed);
      engine.load(gameOf("caprice")(4, {}, seed));
      for (let actors = engine.actors(); actors.length > 0; actors = engine.actors())
        engine.apply(actors[0], engine.choose("random", actors[0]));
      if (engine.story(0).some(isEvent(/^won_tie$/))) break;
    }
    const { page } = await sit(engine.record(), ".ending");
    assert.match(await promptOf(page), /tie|as many|same/i);
  });
});

describe("who does what", () => {
  test("the last action of the others stands with their names, on a desk", async () => {
    const { result: _, ...record } = wholeGame("capone", 3);
    const mine = record.actions.findLastIndex(([seat]) => seat === 0);
    record.actions = record.actions.slice(0, mine);
    const { page } = await sit(record, BOARD, { viewport: DESK });
    const lines = await linesOf(page);
    for (const [i, name] of ["Bot 1", "Bot 2"].entries()) {
      const did = await page
        .locator(".players > li")
        .nth(i + 1)
        .locator(".did")
        .innerText();
      assert.equal(
        did,
        lines
          .findLast((line) => line.includes(`${name} `) && line.includes(did))
          ?.replace(/^\S /, ""),
      );
      assert.match(did, new RegExp(`^${name} `));
    }
    assert.equal(await page.locator(".players .own .did").count(), 0);
    await page.setViewportSize(PHONE);
    assert.equal(await page.locator(".players .did").first().isVisible(), false);
  });
});

/** A record for each phase in which we must do something. */
function phasesOf(game) {
  const found = new Map();
  engine.dice(1);
  engine.load(gameOf(game)(3, {}, 1));
  for (let actors = engine.actors(); actors.length > 0; actors = engine.actors()) {
    const { phase } = engine.view(0);
    if (actors.includes(0) && !found.has(phase)) found.set(phase, engine.record());
    engine.apply(actors[0], engine.choose("random", actors[0]));
  }
  return [...found];
}

for (const game of GAMES)
  test(`on a low phone it is said in full where we are, ${game}`, async () => {
    for (const [phase, record] of phasesOf(game)) {
      const { page } = await sit(record, BOARD, { viewport: LOW });
      await inLanguages(page, (language) =>
        inFonts(page, async (font) => {
          const where = `${phase}, ${language}, ${font}`;
          const said = page.locator(".phase");
          const rest = await said.evaluate((one) => one.scrollWidth - one.clientWidth);
          assert.ok(rest <= 0, where);
          assert.deepEqual(await covers(page, ".phase", [".back", ".menu", "h1"]), [], where);
          const title = await page.locator(".table-head h1").boundingBox();
          assert.ok(title.width > 40, `${where}: ${title.width}`);
        }),
      );
    }
  });

describe("while one chooses", () => {
  test("hints have numbers, which are on the board too", async () => {
    const { page } = await sit(gameOf("caprice")(2), BOARD, { viewport: DESK });
    await page.locator(".action-bar .hint").click();
    await page.waitForSelector(".hints li");
    const lines = await page.locator(".hints li").count();
    await page.waitForSelector(".rings b");
    const numbers = await page.locator(".rings b").allInnerTexts();
    assert.ok(numbers.every((n) => Number(n) >= 1 && Number(n) <= lines));
    assert.ok(numbers.includes("1"));
    // as round as what they lie round: the hole of a tower, a block of the reserve
    const round = await page
      .locator(".rings i")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderRadius));
    assert.ok(round.length > 0 && round.every((radius) => radius.startsWith("50%")), `${round}`);
    await shoot(page, "hints-caprice");
    // whoever has begun to choose needs them no longer
    await page.locator(".caprice-reserve button.can").first().click();
    await page.waitForFunction(() => !document.querySelector(".rings"));
  });

  test("on a phone only the hint in sight is on the board, and a recap closes hints", async () => {
    const { page } = await sit(gameOf("caprice")(3), BOARD, { viewport: LOW });
    const [first] = await page.locator(".choices [data-action]").all();
    await act(page, await first.getAttribute("data-action"));
    await act(page, "stay");
    await page.waitForSelector(".action-bar .missed");
    await page.locator(".action-bar .hint").click();
    const numbers = (only) =>
      page.waitForFunction((only) => {
        const all = [...document.querySelectorAll(".rings b")].map((one) => one.textContent);
        return all.length > 0 && all.every((one) => one === only);
      }, only);
    await numbers("1");
    await page.evaluate(() => document.querySelectorAll(".hints li")[1].scrollIntoView());
    await numbers("2");
    await shoot(page, "hints-one");
    await page.locator(".action-bar .missed").click();
    await page.waitForSelector(".board.past");
    assert.equal(await page.locator(".hints, .rings").count(), 0);
  });

  test("hints are tidy lines that leave board and hand in sight and can be put away", async () => {
    const record = gameOf("capitol")(3);
    for (const viewport of SCREENS) {
      const { page, problems } = await sit(record, BOARD, { viewport });
      await page.locator(".action-bar .hint").click();
      await page.waitForSelector(".hints li .reason");
      const where = `${viewport.width}x${viewport.height}`;
      await inFonts(page, async (font) => {
        const found = await page.evaluate(() => {
          const box = (one) => one.getBoundingClientRect();
          const hints = box(document.querySelector(".hints"));
          const covers = (selector) => {
            const other = box(document.querySelector(selector));
            const wide = Math.min(hints.right, other.right) - Math.max(hints.left, other.left);
            const high = Math.min(hints.bottom, other.bottom) - Math.max(hints.top, other.top);
            return wide > 1 && high > 1 ? [selector] : [];
          };
          const lines = [...document.querySelectorAll(".hints li")];
          /** Each of them is whole when one has come to it. */
          const isWhole = (line) => {
            line.scrollIntoView({ behavior: "instant", block: "nearest", inline: "nearest" });
            const close = box(document.querySelector(".hints > .close"));
            return [...line.children]
              .filter((part) => part.checkVisibility())
              .map(box)
              .every(
                ({ left, right, top, bottom }) =>
                  left >= hints.left &&
                  right <= hints.right &&
                  top >= hints.top - 1 &&
                  bottom <= hints.bottom + 1 &&
                  (right <= close.left + 1 || top >= close.bottom || bottom <= close.top),
              );
          };
          const parts = [".table > .board", ".table > .hand", ".action-bar .buttons"];
          // what is asked is in sight: a phone says it in the hints themselves
          const prompt = document.querySelector(".action-bar .prompt");
          const copy = document.querySelector(".hints > .question");
          const own = copy.checkVisibility();
          const badges = [...document.querySelectorAll(".rings .held .number")].map(box);
          return {
            asked: own
              ? copy.textContent === prompt.textContent &&
                box(copy).top >= hints.top &&
                box(copy).height >= 16
              : covers(".action-bar .prompt").length === 0,
            badges: badges.every(
              ({ left, right, bottom }) =>
                left >= 0 &&
                right <= innerWidth &&
                (bottom <= hints.top || left >= hints.right || right <= hints.left),
            ),
            covered: parts.flatMap(covers),
            onScreen: hints.top >= 0 && hints.height > 70,
            whole: lines.every(isWhole),
            parts: lines.map((line) => line.querySelectorAll("button, .share, .reason").length),
          };
        });
        const parts = found.parts.map(() => 3);
        assert.deepEqual(
          found,
          { asked: true, badges: true, covered: [], onScreen: true, whole: true, parts },
          `${where}, ${font}`,
        );
      });
      await shoot(page, `hints-capitol-${where}`);
      await nothingWrong({ page, problems }, where);
      await page.locator(".hints .close").click();
      assert.equal(await page.locator(".hints").count(), 0);
    }
  });

  test("on a phone the last move is told with what matters first, and on a desk it is whole", async () => {
    engine.dice(1);
    engine.load(gameOf("capitol")(3, {}, 5));
    const isIt = () => {
      const [last] = engine.glimpse(0).history.slice(-1);
      return engine.actors()[0] === 0 && last?.[0] !== 0 && last?.[1].startsWith("permit ");
    };
    while (!isIt()) engine.apply(engine.actors()[0], engine.choose("greedy", engine.actors()[0]));
    const [seat, action] = engine.glimpse(0).history.at(-1);
    const { page } = await sit(engine.record(), BOARD, { viewport: { width: 390, height: 664 } });
    const name = await page.locator(`[data-area="${action.split(" ")[4]}"] .name`).textContent();
    await inFonts(page, async (font) => {
      const seen = await page.locator(".ticker .lines").evaluate((lines, name) => {
        const text = [...lines.childNodes].find((node) => node.textContent.includes(name));
        const range = document.createRange();
        range.setStart(text, text.textContent.indexOf(name));
        range.setEnd(text, text.textContent.indexOf(name) + name.length);
        const [where, box] = [range.getBoundingClientRect(), lines.getBoundingClientRect()];
        return (
          range.getClientRects().length === 1 &&
          where.right <= box.right &&
          where.bottom <= box.bottom + 4
        );
      }, name);
      assert.ok(seen, font);
    });
    for (const viewport of [DESK, { width: 1920, height: 1080 }]) {
      await page.setViewportSize(viewport);
      const did = page.locator(".players > li").nth(seat).locator(".did");
      assert.equal(await did.evaluate((one) => one.scrollHeight > one.clientHeight + 1), false);
    }
  });

  test("who comes to a table can see what happened since their last move", async () => {
    engine.dice(1);
    engine.load(gameOf("capone")(3, {}, 1));
    const next = () => engine.actors()[0];
    const isNow = () => next() === 0 && engine.view(0).phase === "play" && engine.count() > 9;
    while (!isNow()) engine.apply(next(), engine.choose("random", next()));
    const { story } = engine.glimpse(0);
    const own = story.findLastIndex((item) => Array.isArray(item) && item[0] === 0);
    const missed = story.slice(own + 1).filter(Array.isArray).length;
    assert.ok(missed > 0);
    const { page } = await sit(engine.record(), BOARD, { viewport: DESK });
    const button = page.locator(".action-bar .missed");
    assert.match(await button.innerText(), new RegExp(`\\(${missed}\\)`));
    await button.click();
    await page.waitForSelector(".board.past");
    await page.waitForFunction(() =>
      document.querySelector(".action-bar .prompt").textContent.startsWith("Bot 1"),
    );
    await page.waitForSelector(".board:not(.past)");
  });

  test("a hint comes although somebody else acts meanwhile", async () => {
    const { page } = await sit(gameOf("caprice")(2), BOARD, { viewport: DESK });
    await page.evaluate(() => {
      const send = Worker.prototype.postMessage;
      let first = true;
      Worker.prototype.postMessage = function (message, ...more) {
        send.call(this, message, ...more);
        if (message.method !== "hint" || !first) return;
        first = false;
        send.call(this, { id: -1, method: "rest", args: [] }); // the thought is called off
      };
    });
    await page.locator(".action-bar .hint").click();
    await page.waitForSelector(".hints li");
  });

  test("the last click does what can be taken back, and the button all else", async () => {
    const record = gameOf("caprice")(2);
    const place = async (page) => {
      await page.locator(".caprice-reserve button.can").first().click();
      await page.locator(".caprice-towers button.put").first().click();
    };
    for (const confirm of ["grave", "never"]) {
      const { page } = await sit(record, BOARD, { viewport: DESK, confirm });
      await place(page);
      const [[seat, action]] = await actionsOf(page, 1);
      assert.deepEqual([seat, action.split(" ")[0]], [0, "place"], confirm);
    }
    const { page } = await sit(record, BOARD, { viewport: DESK });
    await place(page);
    await page.locator(READY).waitFor();
    assert.equal(await promptOf(page), "Confirm with the button, or choose something else.");
    assert.equal((await actionsOf(page)).length, 0);
  });

  test("with keys the button comes after the last word, and the menu lists the keys", async () => {
    const { page } = await sit(gameOf("caprice")(2), BOARD, { viewport: DESK });
    await page.locator(".caprice-reserve button.can").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".caprice-towers button.put").first().focus();
    const first = await page.evaluate(() => document.activeElement.dataset.at);
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await page.evaluate(() => document.activeElement.dataset.at), first);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.matches(".action-bar .do"));
    await page.keyboard.press("Enter");
    await actionsOf(page, 1);
    await page.locator(".menu > button").click();
    await page.getByRole("button", { name: "Keys" }).click();
    assert.equal(await page.locator("dialog.keys dt").count(), 5);
    await page.keyboard.press("Escape");
  });

  test("an explanation comes when the mouse moves, beside the thing; then targets are foreseen", async () => {
    const { page } = await sit(gameOf("caprice")(2), BOARD, { viewport: DESK });
    const tower = page.locator(".caprice-towers button").nth(1);
    const box = await tower.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 12);
    await page.waitForSelector(".explained");
    const apart = await page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      const card = box(".explained");
      const thing = box("[data-explain='tower:1']");
      return card.left >= thing.right || card.right <= thing.left;
    });
    assert.ok(apart, "beside it");
    // what changes under a mouse that rests opens nothing
    await page.keyboard.press("Escape");
    await tower.dispatchEvent("pointerover", { pointerType: "mouse", bubbles: true });
    await page.waitForFunction(() => !document.querySelector(".explained"));
    await page.locator(".caprice-reserve button.can").first().focus();
    await page.keyboard.press("Enter");
    await page.mouse.move(box.x + box.width / 2 + 4, box.y + box.height - 12);
    await page.waitForSelector(".caprice-block.ghost");
    assert.equal((await page.locator(".effects[aria-busy=false] li").count()) > 0, true);
    assert.equal(await page.locator(".explained").count(), 0);
  });

  /** A record in which we can do something like this. */
  function beforeAction(game, like) {
    for (let seed = 1; seed <= 60; seed++) {
      engine.dice(seed);
      engine.load(gameOf(game)(3, {}, seed));
      for (let actors = engine.actors(); actors.length > 0; actors = engine.actors()) {
        const [seat] = actors;
        if (seat === 0 && engine.glimpse(0).legal.some((action) => like.test(action)))
          return engine.record();
        engine.apply(seat, engine.choose("random", seat));
      }
    }
    throw new Error("no such position was found");
  }

  for (const [game, like, places, ghost] of [
    ["capitol", /^(fountain|amphitheatre|temple) /, ".areas [data-would]", ".area .ghost"],
    ["capitol", /^draw /, ".stacks [data-would]", null],
    ["capone", /^use (laundry|garage|pasta|grocer)$/, ".shops [data-would]", ".shop .ghost"],
    ["capone", /^force /, ".recruit[data-would]", ".space .ghost"],
    ["capital-lux-2", /^city /, null, ".chip.ghost"],
  ])
    test(`${game}: mouse and focus show what an action would do, as choosing it does (${like})`, async () => {
      const { page } = await sit(beforeAction(game, like), BOARD, { viewport: DESK });
      if (!places) await page.locator(".hand button.card").first().click();
      const place = page.locator(places ?? ".clx-row.own [data-would]").first();
      const seen = async (how) => {
        if (ghost) await page.locator(ghost).first().waitFor();
        const said = await page.locator(".effects[aria-busy=false]").innerText();
        assert.ok(ghost || said, how);
        return said;
      };
      const away = async () => {
        if (ghost) await page.locator(ghost).first().waitFor({ state: "detached" });
        await page.waitForFunction(() => !document.querySelector(".effects li"));
      };
      const box = await place.boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      const hovered = await seen("hover");
      await shoot(page, `foreseen-${game}-${places ? places.slice(1, 5) : "city"}`);
      await page.mouse.move(2, 2);
      await away();
      await page.keyboard.press("Tab"); // keys are used now
      await place.focus();
      assert.equal(await seen("focus"), hovered);
      await page.locator(".table-head .back").focus();
      await away();
      await place.click();
      await page.waitForSelector(READY);
      assert.equal(await seen("chosen"), hovered);
    });

  test("a card explains itself to a long press and to keys", async () => {
    const { page } = await sit(gameOf("capone")(3), "[data-explain^='card:']", { viewport: PHONE });
    const card = page.locator(".hand button[data-explain^='card:']").first();
    const press = { pointerType: "touch", isPrimary: true, clientX: 60, clientY: 560 };
    await card.dispatchEvent("pointerdown", { ...press, bubbles: true });
    await page.waitForSelector(".explained");
    await card.dispatchEvent("pointerup", { ...press, bubbles: true });
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(".explained"));
    for (const key of ["?", "i"]) {
      await card.focus();
      await page.keyboard.press(key);
      await page.waitForSelector(".explained");
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector(".explained"));
    }
  });

  test("what can be repeated is gathered with +1, and done in one go", async () => {
    engine.dice(1);
    engine.load(gameOf("capitol")(2, {}, 1));
    const drawing = () => engine.actors()[0] === 0 && engine.view(0).phase === "draw";
    while (!(drawing() && engine.view(0).left >= 3))
      engine.apply(engine.actors()[0], engine.choose("random", engine.actors()[0]));
    const record = engine.record();
    const [draw] = engine.legal(0);
    const { page } = await sit(record, BOARD, { viewport: PHONE });
    await page.waitForSelector(".choices");
    await page.evaluate((wanted) => {
      const all = [...document.querySelectorAll(".choices button[data-action]")];
      all.find(({ dataset }) => dataset.action === wanted).click();
    }, draw);
    await page.locator(".action-bar .more").click();
    await page.locator(".action-bar .more").click();
    assert.match(await page.locator(DO).innerText(), /3/);
    await page.locator(READY).click();
    const actions = await actionsOf(page, record.actions.length + 3);
    assert.deepEqual(
      actions.slice(record.actions.length, record.actions.length + 3),
      [0, 1, 2].map(() => [0, draw]),
    );
  });
});
