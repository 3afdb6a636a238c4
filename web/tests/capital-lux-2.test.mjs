// Capital Lux 2 in the browser: board, hand, tray, resolution, summary and lesson, as somebody at the
// table uses them.
// usage: CAPU_WASM=engine.wasm node --test tests/capital-lux-2.test.mjs; CAPU_WEB=FOLDER takes a
// client that is already built. CAPU_SHOTS=FOLDER keeps pictures of the board.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { serve } from "../dev.mjs";
import { DESK, launch, openPage, PHONE } from "./browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "capital-lux-2-"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LANGUAGES = ["en", "fr", "it", "de"];
const TILES = {
  A: ["agent", "cleric", "merchant", "scholar"],
  B: ["infiltrator", "prophet", "disciple", "proselytiser"],
  C: ["recruiter", "missionary", "aristocrat", "explorer"],
  D: ["foreigner", "mentalist", "sentinel", "dualist"],
};
const COLOURS = ["b", "p", "y", "g"];
/** Powers that ask for nothing. */
const AT_ONCE = ["merchant", "scholar", "dualist"];
let folder;
let site;
let browser;
let engine;

/** A module of the client for use in node. */
async function load(path) {
  const outfile = join(scratch, path.replaceAll("/", "-") + ".mjs");
  await build({
    entryPoints: [join(here, "../src", path)],
    outfile,
    bundle: true,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "error",
  });
  return import(pathToFileURL(outfile));
}

const texts = (language, ...domains) =>
  JSON.parse(execFileSync(join(here, "../../scripts/texts.py"), ["json", language, ...domains]));

before(async () => {
  folder = process.env.CAPU_WEB;
  if (!folder) {
    assert.ok(process.env.CAPU_WASM, "set CAPU_WEB to a built client, or CAPU_WASM to the engine");
    folder = join(scratch, "client");
    execFileSync(process.execPath, [join(here, "../build.mjs"), process.env.CAPU_WASM, folder]);
  }
  const wasm = readdirSync(folder).find((name) => name.endsWith(".wasm"));
  const { Engine } = await load("engine/wasm.ts");
  engine = await Engine.from(readFileSync(join(folder, wasm)));
  site = await serve(folder);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  site?.close();
  rmSync(scratch, { recursive: true, force: true });
});

const game = (players, powers, seed) => ({
  capucine: 1,
  game: "capital-lux-2",
  rules: 1,
  players,
  options: { powers },
  seed: String(seed),
  actions: [],
});

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

const NAMES = ["Vera", "Ana", "Bruno", "Chloé"];

/** Opens a record at a table of this device: seat 0 is ours, the others are bots. */
async function sit(record, { viewport = PHONE, language = "en", theme = "light" } = {}) {
  const opened = await openPage(browser, site.url, { viewport, language, theme });
  const { page } = opened;
  const seats = NAMES.slice(0, record.players).map((name, seat) =>
    seat === 0 ? { name, kind: "me" } : { name, kind: "bot", level: "random" },
  );
  await page.evaluate(
    ([record, seats]) => {
      localStorage.setItem(
        "capucine.table.test",
        JSON.stringify({ id: "test", record, seats, at: 1 }),
      );
    },
    [record, seats],
  );
  await page.goto(`${site.url}/local/test`);
  await page.waitForSelector(".clx-board");
  await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
  return opened;
}

const actionsOf = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("capucine.table.test")).record.actions);
const ownActions = async (page) => (await actionsOf(page)).filter(([seat]) => seat === 0);

const DO = ".action-bar button.do:not([disabled]):not([aria-disabled='true'])";
const CARDS = ".clx-card[aria-disabled='false']";

const isThere = (page, selector) =>
  page.waitForSelector(selector, { timeout: 250 }).then(
    () => true,
    () => false,
  );

/** Makes one decision by tapping what the drawing offers; says which places were tapped. */
async function decide(page, choose = (count) => count - 1) {
  const tapped = [];
  const before = (await ownActions(page)).length;
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
  for (let taps = 0; !(await isThere(page, DO)); taps++) {
    assert.ok(taps < 6, "the drawing does not lead to an action");
    await page.waitForSelector(`${DO}, ${places}, ${offers}`);
    const [first, second] = taps === 0 ? [places, offers] : [offers, places];
    const offered = (await page.locator(first).count()) > 0 ? first : second;
    const count = await page.locator(offered).count();
    if (count > 0) await tap(offered, choose(count));
  }
  await page.locator(DO).click();
  await page.waitForFunction(
    (count) =>
      JSON.parse(localStorage.getItem("capucine.table.test")).record.actions.filter(
        ([seat]) => seat === 0,
      ).length > count,
    before,
  );
  return tapped;
}

/** Until we are asked again, or a round has been resolved, or the game is over. */
const awaitTurn = (page) =>
  page.waitForSelector(
    `${CARDS}, .clx-tray, .clx-resolution, .clx-summary`,
    { timeout: 20000 },
  );

async function assertSound(page, problems) {
  const text = await page.textContent("body");
  assert.equal(text.match(/⟦[^⟧]*⟧/g), null);
  const [wide, room] = await page.evaluate(() => [
    document.scrollingElement.scrollWidth,
    innerWidth,
  ]);
  assert.ok(wide <= room, `${wide} px wide in ${room}`);
  assert.deepEqual(problems.filter((problem) => !/404/.test(problem)), []);
}

async function shoot(page, name) {
  if (process.env.CAPU_SHOTS) await page.screenshot({ path: join(process.env.CAPU_SHOTS, name) });
}

async function assertAccessible(page, theme) {
  await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const places = [".clx-board", ".clx-hand", ".clx-summary"].filter((place) =>
      document.querySelector(place),
    );
    const { violations } = await globalThis.axe.run({ include: places.map((place) => [place]) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  assert.deepEqual(violations, []);
}

describe("a whole round by tapping", () => {
  for (const [name, viewport] of Object.entries({ phone: PHONE, desk: DESK }))
    for (const [players, powers] of [
      [1, "C"],
      [3, "A"],
    ])
      test(`${players} with ${powers} on a ${name}`, async () => {
        const { page, problems, context } = await sit(game(players, powers, 3), { viewport });
        for (let decisions = 0; decisions < 40; decisions++) {
          await awaitTurn(page);
          if ((await page.locator(".clx-resolution").count()) > 0) break;
          await assertSound(page, problems);
          await decide(page);
        }
        assert.equal(await page.locator(".clx-verdict").count(), 4);
        await page.locator(".clx-resolution .do").click();
        assert.equal(await page.locator(".clx-resolution").count(), 0);
        const verbs = (await ownActions(page)).map(([, action]) => action.split(" ")[0]);
        assert.equal(verbs.filter((verb) => verb === "keep").length, players === 1 ? 3 : 2);
        assert.ok(verbs.includes("capital") || verbs.includes("city"));
        await assertSound(page, problems);
        await context.close();
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
        const { page, problems, context } = await sit(record);
        if (AT_ONCE.includes(tile)) {
          await page.locator(`${CARDS}[data-at^="hand.${COLOURS[i]}"]`).first().click();
          await page.locator(".clx-row.capital .clx-cell.can").click();
          await page.locator(DO).click();
        } else {
          const tapped = await decide(page, () => 0);
          const inTray = tile === "proselytiser";
          assert.ok(inTray || tapped.some(Boolean), "no place of the board was tapped");
        }
        await page.waitForFunction(
          (count) =>
            JSON.parse(localStorage.getItem("capucine.table.test")).record.actions.length > count,
          record.actions.length,
        );
        const [, action] = (await actionsOf(page))[record.actions.length];
        assert.match(action, AT_ONCE.includes(tile) ? /^capital / : new RegExp(`^${tile} `));
        await assertSound(page, problems);
        await context.close();
      }),
    );
});

test("a payment and a bonus are chosen in the tray", async () => {
  for (const [phase, powers] of [
    ["pay", "A"],
    ["bonus", "C"],
  ]) {
    const record = moment(3, powers, (view, legal) => view.phase === phase && legal.length > 1);
    const { page, problems, context } = await sit(record);
    await page.locator(".clx-offer").first().click();
    await page.locator(DO).click();
    await page.waitForFunction(
      (count) =>
        JSON.parse(localStorage.getItem("capucine.table.test")).record.actions.length > count,
      record.actions.length,
    );
    const [, action] = (await actionsOf(page))[record.actions.length];
    assert.ok(action.startsWith(phase));
    await assertSound(page, problems);
    await context.close();
  }
});

test("a draft and a turn by keyboard alone", async () => {
  const { page, problems, context } = await sit(game(2, "A", 8));
  const reach = async (selector) => {
    for (let tabs = 0; tabs < 120; tabs++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    throw new Error(`${selector} is not reached by Tab`);
  };
  for (let step = 0; step < 2; step++) {
    await page.waitForSelector(".clx-card[data-at^='packet.'][aria-disabled='false']");
    await page.waitForTimeout(1200);
    await reach(".clx-card[data-at^='packet.'][aria-pressed='false']");
    await page.keyboard.press("Enter");
    await reach(".clx-card[data-at^='packet.'][aria-pressed='false']");
    await page.keyboard.press("Space");
    await reach(DO);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(600);
  }
  await page.waitForSelector(".clx-card[data-at^='hand.'][aria-disabled='false']");
  await reach(".clx-card[data-at^='hand.']");
  await page.keyboard.press("Enter");
  await reach(".clx-row.own .clx-cell.can");
  await page.keyboard.press("Enter");
  await reach(DO);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    JSON.parse(localStorage.getItem("capucine.table.test")).record.actions.some(
      ([seat, action]) => seat === 0 && action.startsWith("city "),
    ),
  );
  await assertSound(page, problems);
  await context.close();
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
      for (const viewport of [PHONE, DESK, { width: 320, height: 640 }]) {
        const { page, problems, context } = await sit(record(), { viewport });
        await page.waitForTimeout(400);
        for (const theme of ["light", "dark", "contrast"]) {
          await assertAccessible(page, theme);
          await shoot(page, `capital-lux-2-${name}-${viewport.width}-${theme}.png`);
        }
        await assertSound(page, problems);
        await context.close();
      }
    });

  test("no text is missing in any language", async () => {
    for (const language of LANGUAGES) {
      const { page, problems, context } = await sit(MOMENTS.solo(), { language, viewport: PHONE });
      for (const tile of await page.locator(".clx-tile").all()) {
        await tile.click();
        await assertSound(page, problems);
        await page.locator(".clx-close").click();
      }
      await page.locator(".clx-row.capital .clx-cell").first().click();
      await page.locator(".clx-close").click();
      await page.locator(".clx-row.other .clx-cell").last().click();
      await assertSound(page, problems);
      await context.close();
    }
  });
});

test("targets are large enough for a finger", async () => {
  const { page, context } = await sit(MOMENTS.play());
  await page.locator(CARDS).first().click();
  const small = await page
    .locator(".clx-board button, .clx-hand button")
    .evaluateAll((all) =>
      all
        .map((each) => [each.getAttribute("data-at"), each.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 44 || height < 44)
        .map(([at, { width, height }]) => `${at}: ${width} × ${height}`),
    );
  assert.deepEqual(small, []);
  await context.close();
});

test("the summary adds up to the engine's result", async () => {
  const record = MOMENTS.over();
  const { page, context } = await sit(record);
  const shown = await page.locator(".clx-account tfoot td").allTextContents();
  assert.deepEqual(shown.map(Number), record.result.scores);
  await context.close();
});

test("what the board tells of a round's end is what happened", async () => {
  const { resolution, endsRound } = await load("games/capital-lux-2/resolution.ts");
  const { points, DISTRICTS } = await load("games/capital-lux-2/model.ts");
  let rounds = 0;
  for (const powers of ["A", "B", "C", "D"])
    for (let seed = 1; seed <= 6; seed++) {
      engine.dice(seed);
      engine.load(game(3, powers, seed));
      let last = engine.view(0);
      let play = last;
      let shown = last;
      for (let actors = engine.actors(); actors.length > 0; actors = engine.actors()) {
        engine.apply(actors[0], engine.choose("random", actors[0]));
        const view = engine.view(0);
        if (endsRound(last, view)) {
          rounds++;
          const verdicts = resolution(play, shown, view);
          for (const { limit, fates, bonus } of verdicts) {
            for (const { held, kept, lost, guarded } of fates) {
              if (limit === null || held === null) continue;
              if (lost) assert.ok(held > limit, `${held} of ${limit} lost`);
              else if (powers !== "A") assert.ok(kept <= limit, `${kept} of ${limit} kept`);
              if (lost && !guarded) assert.equal(kept, 0);
            }
            if (bonus?.owners.length === 1 && bonus.card)
              assert.ok(view.seats[bonus.owners[0]].bonus.includes(bonus.card));
          }
          assert.equal(verdicts.length, DISTRICTS.length);
        }
        last = view;
        if (view.phase === "play" || view.phase === "power") play = shown = view;
        if (view.phase === "pay" || view.phase === "bonus") shown = view;
      }
      const view = engine.view(0);
      assert.deepEqual(
        view.seats.map((_, seat) => points(view, seat)),
        engine.result().scores,
      );
    }
  assert.equal(rounds, 72);
});

describe("the lesson", () => {
  test("its steps are legal, and every text is there", async () => {
    const { lesson } = await load("games/capital-lux-2/lesson.ts");
    const { ui } = await load("games/capital-lux-2/index.tsx");
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
