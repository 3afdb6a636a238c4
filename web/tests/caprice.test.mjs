// Caprice in the browser: its board, hand, count and lesson, as somebody at the table uses them.
// usage: CAPU_WASM=engine.wasm node --test tests/caprice.test.mjs; CAPU_WEB=FOLDER takes a built client.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { serve } from "../dev.mjs";
import { DESK, launch, openPage, PHONE } from "./browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "caprice-"));
const LANGUAGES = ["en", "fr", "it", "de"];
let folder;
let site;
let browser;

/** A module of the client for use in node. */
async function load(path) {
  const outfile = join(scratch, path.replaceAll("/", "-") + ".mjs");
  await build({
    entryPoints: [join(here, "../src", path)],
    outfile,
    bundle: true,
    format: "esm",
    logLevel: "error",
  });
  return import(pathToFileURL(outfile));
}

async function newEngine() {
  const { Engine } = await load("engine/wasm.ts");
  const name = readdirSync(folder).find((name) => /^engine.*\.wasm$/.test(name));
  return Engine.from(readFileSync(join(folder, name)));
}

before(async () => {
  folder = process.env.CAPU_WEB;
  if (!folder) {
    assert.ok(process.env.CAPU_WASM, "set CAPU_WEB to a built client, or CAPU_WASM to the engine");
    folder = join(scratch, "client");
    execFileSync(process.execPath, [join(here, "../build.mjs"), process.env.CAPU_WASM, folder]);
  }
  site = await serve(folder);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  site?.close();
  rmSync(scratch, { recursive: true, force: true });
});

const game = (players, options = {}, seed = "1", actions = []) => ({
  capucine: 1,
  game: "caprice",
  rules: 1,
  players,
  options,
  seed,
  actions,
});

/** Plays on with the first legal actions that a chooser likes, until `stop`. */
async function playUntil(record, stop, choose = (legal, i) => legal[(i * 7) % legal.length]) {
  const engine = await newEngine();
  engine.load(record);
  for (let i = 0; i < 500; i++) {
    const { view, actors } = engine.glimpse(null);
    if (actors.length === 0) break;
    const { legal } = engine.glimpse(actors[0]);
    if (stop(view, actors, legal)) break;
    engine.apply(actors[0], choose(legal, i));
  }
  return engine.record();
}

/** Opens a record as a table at which we have seat 0. */
async function sit(record, { viewport = PHONE, language = "en", theme = "light" } = {}) {
  const opened = await openPage(browser, site.url, { viewport, language });
  const { page } = opened;
  await page.evaluate((record) => {
    const seats = Array.from({ length: record.players }, (_, seat) =>
      seat === 0
        ? { name: "Ana", kind: "me" }
        : { name: `Bot ${seat}`, kind: "bot", level: "random" },
    );
    const setup = { id: "test", record, seats, at: 1 };
    localStorage.setItem("capucine.table.test", JSON.stringify(setup));
  }, record);
  await page.goto(`${site.url}/local/test`);
  await page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme;
  }, theme);
  await page.waitForSelector(".caprice-board");
  return opened;
}

const kindButton = (page, kind) => page.locator(`.caprice-reserve .${kind} button`);
const towerButton = (page, tower) => page.locator(`.caprice-towers li:nth-child(${tower}) button`);
/** The game's actions as they are kept, once there are that many. */
async function actionsOf(page, least) {
  const kept = await page.waitForFunction((least) => {
    const { actions } = JSON.parse(localStorage.getItem("capucine.table.test")).record;
    return actions.length >= least && actions;
  }, least);
  return kept.jsonValue();
}
const doButton = (page) => page.locator(".action-bar button.do");
const promptOf = (page) => page.locator(".action-bar .prompt").textContent();

async function nothingWrong({ page, problems }) {
  // dev.mjs has no server behind it, so what is asked of one is not found.
  assert.deepEqual(problems.filter((problem) => !/status of 404/.test(problem)), []);
  assert.doesNotMatch(await page.locator("body").innerText(), /⟦/);
  const names = await page.locator("[aria-label]").evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.doesNotMatch(names.join(), /⟦/);
  const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
}

async function accessible(page) {
  const source = readFileSync(join(here, "../node_modules/axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  for (const part of [".caprice-board", ".caprice-hand", ".caprice-summary"]) {
    if ((await page.locator(part).count()) === 0) continue;
    const { violations } = await page.evaluate((part) => globalThis.axe.run(part), part);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
    assert.deepEqual(found, [], part);
  }
}

const ourPlace = (view, actors) => view.phase === "place" && actors[0] === 0;

describe("rules that the page knows", () => {
  test("points and the best order are the engine's", async () => {
    const { bestOrder, points, ranking } = await load("games/caprice/rules.ts");
    const engine = await newEngine();
    for (let seed = 1; seed <= 40; seed++) {
      engine.load(game(2 + (seed % 3), {}, String(seed)));
      engine.dice(seed);
      while (engine.actors().length > 0) {
        const seat = engine.actors()[0];
        engine.apply(seat, engine.choose(seed % 2 ? "random" : "greedy", seat));
      }
      const { view, result } = engine.glimpse(null);
      view.tiles.forEach((tiles, seat) => {
        assert.deepEqual(bestOrder(view.towers, tiles), view.orders[seat]);
        assert.equal(points(view.towers, view.orders[seat]), view.scores[seat]);
      });
      const places = ranking(view).map((seat) => result.places[seat]);
      assert.deepEqual(places, places.toSorted((a, b) => a - b));
    }
  });

  test("the lesson is played by its own steps, and says what happens", async () => {
    const { lesson } = await load("games/caprice/lesson.ts");
    const engine = await newEngine();
    engine.load(lesson.record);
    for (const { action, then = [] } of lesson.steps) {
      if (action) assert.ok(engine.glimpse(lesson.seat).legal.includes(action), action);
      if (action) engine.apply(lesson.seat, action);
      for (const [seat, move] of then) engine.apply(seat, move);
    }
    assert.deepEqual(engine.glimpse(null).result.scores, [16, 13]);
    assert.ok(lesson.steps.length >= 8 && lesson.steps.length <= 15);
    for (const language of LANGUAGES) {
      const script = join(here, "../../scripts/texts.py");
      const texts = JSON.parse(execFileSync(script, ["json", language, "rules-caprice"]));
      for (const { text } of lesson.steps) assert.ok(texts[text], `${language}: ${text}`);
    }
  });
});

for (const [size, viewport] of [
  ["phone", PHONE],
  ["desk", DESK],
])
  describe(`on a ${size}`, () => {
    test("a turn: a block is placed, another one moved", async () => {
      const record = await playUntil(
        game(2),
        (view, actors) => ourPlace(view, actors) && view.towers.flat().length >= 6,
      );
      const table = await sit(record, { viewport });
      const { page } = table;
      await kindButton(page, "lt").click();
      assert.equal(await kindButton(page, "lt").getAttribute("aria-pressed"), "true");
      const open = await page.locator(".caprice-towers button.put").count();
      assert.ok(open > 0, "places light up");
      const tower = await page.locator(".caprice-towers button.put").first();
      await tower.click();
      assert.equal(await page.locator(".caprice-block.ghost").count(), 1);
      assert.match(await doButton(page).textContent(), /^Place a light toothed block on tower \d$/);
      await page.locator(".effects li").first().waitFor();
      await nothingWrong(table);
      await doButton(page).click();
      await page.locator(".caprice-board.move").waitFor();
      assert.match(await promptOf(page), /may move/);

      const from = page.locator(".caprice-towers button.take").first();
      const number = Number((await from.getAttribute("data-at")).at(-1)) + 1;
      await from.click();
      await page.locator(".caprice-towers button.put").first().click();
      assert.equal(await page.locator(".caprice-marker.ghost").count(), 1);
      assert.match(await doButton(page).textContent(), new RegExp(`^Move from tower ${number} to`));
      await doButton(page).click();
      const [, last] = (await actionsOf(page, record.actions.length + 2)).at(record.actions.length + 1);
      assert.match(last, new RegExp(`^move ${number - 1} `));
      await nothingWrong(table);
      await table.context.close();
    });

    test("everything that is played with is in view at once", async () => {
      const record = await playUntil(game(4), (view, actors, legal) => ourPlace(view, actors) && legal.length > 0);
      const table = await sit(record, { viewport });
      for (const part of [".caprice-board", ".caprice-hand", ".action-bar .do"]) {
        const box = await table.page.locator(part).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= viewport.height, `${part} ends at ${box.y + box.height}`);
      }
      await table.context.close();
    });

    for (const theme of ["light", "dark", "contrast"])
      test(`axe finds nothing, ${theme}`, async () => {
        const stops = {
          draw: [game(3, { third: "choose" }, "6"), (view, actors, legal) => legal.length > 1],
          place: [game(3), (view, actors) => ourPlace(view, actors) && view.towers.flat().length > 9],
          move: [game(2), (view, actors) => view.phase === "move" && actors[0] === 0 && view.marker !== null],
          arrange: [game(3, { arrange: "manual" }), (view) => view.phase === "arrange"],
          over: [game(3), () => false],
        };
        for (const [phase, [record, stop]] of Object.entries(stops)) {
          const table = await sit(await playUntil(record, stop), { viewport, theme });
          await table.page.locator(`.caprice-board.${phase}`).waitFor();
          if (phase === "over") await table.page.locator(".caprice-summary tr.done:nth-child(6)").waitFor();
          await accessible(table.page);
          await nothingWrong(table);
          await table.context.close();
        }
      });
  });

test("a tower can be chosen before the block, and the block changed", async () => {
  const table = await sit(game(2, { first: "0" }));
  const { page } = table;
  await towerButton(page, 4).click();
  assert.match(await towerButton(page, 4).getAttribute("aria-label"), /now take a block/);
  await kindButton(page, "dr").click();
  assert.equal(await doButton(page).textContent(), "Place a dark round block on tower 4");
  await kindButton(page, "lr").click();
  assert.equal(await doButton(page).textContent(), "Place a light round block on tower 4");
  await towerButton(page, 2).click();
  assert.equal(await doButton(page).textContent(), "Place a light round block on tower 2");
  await table.context.close();
});

test("by keyboard alone", async () => {
  const table = await sit(game(2, { first: "0" }));
  const { page } = table;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-at") ?? document.activeElement?.className);
  const tabTo = async (wanted) => {
    for (let i = 0; i < 40; i++) {
      if ((await focused()) === wanted) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`${wanted} cannot be reached`);
  };
  await tabTo("caprice.reserve.dr");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "caprice.reserve.lr");
  await page.keyboard.press("Enter");
  await tabTo("caprice.tower.0");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), "caprice.tower.5");
  await page.keyboard.press("Enter");
  await tabTo("do");
  await page.keyboard.press("Enter");
  await page.locator(".caprice-board.move").waitFor();
  await tabTo("choice");
  await page.keyboard.press("Space");
  await tabTo("do");
  await page.keyboard.press("Enter");
  assert.deepEqual((await actionsOf(page, 2)).slice(0, 2), [
    [0, "place lr 5"],
    [0, "stay"],
  ]);
  await nothingWrong(table);
  await table.context.close();
});

test("what cannot be done is refused with a reason", async () => {
  const full = (view, actors) => ourPlace(view, actors) && view.towers.some((tower) => tower.length === 4);
  const pile = (legal) => legal.find((action) => /^place .* [01]$|^stay/.test(action)) ?? legal[0];
  const table = await sit(await playUntil(game(2), full, pile));
  const { page } = table;
  await kindButton(page, "lt").click();
  await page.locator('.caprice-towers button[aria-label*="full"]').first().click();
  assert.match(await page.locator(".caprice-note").textContent(), /is full: four blocks at most/);
  assert.equal(await page.locator(".caprice-block.ghost").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Read the rule" }).count(), 1);
  await table.context.close();
});

test("a third tile alike is kept or exchanged", async () => {
  const choice = (view, actors, legal) => actors[0] === 0 && legal.length > 1;
  const last = (legal) => legal.at(-1);
  const table = await sit(await playUntil(game(3, { third: "choose" }, "6"), choice, last));
  const { page } = table;
  assert.match(await promptOf(page), /You already hold two/);
  await page.locator(".caprice-hand .choice").nth(1).click();
  assert.equal(await doButton(page).textContent(), "Exchange the tile");
  await nothingWrong(table);
  await doButton(page).click();
  await page.locator(".caprice-open.aside").first().waitFor();
  await table.context.close();
});

test("with a free order the tiles are arranged, and the count follows it", async () => {
  const record = await playUntil(game(2, { arrange: "manual" }, "6"), (view) => view.phase === "arrange");
  const table = await sit(record);
  const { page } = table;
  const tiles = page.locator(".caprice-hand .caprice-strip button");
  const kinds = () => tiles.locator(".caprice-tile").evaluateAll((all) => all.map((one) => one.classList[1]));
  const laid = await kinds();
  await tiles.nth(0).click();
  await tiles.nth(2).click();
  const swapped = await kinds();
  assert.deepEqual(swapped, [laid[2], laid[1], laid[0], laid[3]]);
  assert.match(await doButton(page).textContent(), /^Order: /);
  await doButton(page).click();
  await page.locator(".caprice-summary").waitFor();
  const engine = await newEngine();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("capucine.table.test")).record);
  engine.load(stored);
  assert.deepEqual(engine.glimpse(0).view.orders[0], swapped);
  await table.context.close();
});

test("the end: the account adds up for everyone, and another order can be tried", async () => {
  const record = await playUntil(game(3), () => false);
  const table = await sit(record);
  const { page } = table;
  const engine = await newEngine();
  engine.load(record);
  const { scores } = engine.glimpse(null).result;
  const told = new Set();
  for (const whose of await page.locator(".caprice-summary .whose button").all()) {
    await whose.click();
    const sums = await page.locator(".caprice-summary tbody td:last-child").allTextContents();
    const total = Number(await page.locator(".caprice-summary tfoot td").textContent());
    assert.equal(sums.map(Number).reduce((a, b) => a + b), total);
    assert.equal(Number(await whose.locator("b").textContent()), total);
    told.add(total);
  }
  assert.deepEqual([...told].sort(), [...new Set(scores)].sort());

  await page.locator(".caprice-summary tr.done:nth-child(6)").waitFor();
  const lit = await page.locator(".caprice-block.lit").count();
  const stars = (await page.locator(".caprice-towers .caprice-points").allTextContents()).filter((text) => text.includes("★"));
  assert.equal(lit + stars.length, Number(await page.locator(".caprice-summary tfoot td").textContent()));

  const tiles = page.locator(".caprice-summary .caprice-strip button");
  const signs = await tiles.evaluateAll((all) => all.map((one) => one.firstElementChild.className));
  await tiles.nth(0).click();
  await tiles.nth(signs.findIndex((sign) => sign !== signs[0])).click();
  assert.match(await page.locator(".caprice-summary [role=status]").textContent(), /would have given/);
  const tried = Number(await page.locator(".caprice-summary tfoot td").textContent());
  assert.ok(tried <= Math.max(...scores));
  await nothingWrong(table);
  await table.context.close();
});

for (const language of LANGUAGES)
  test(`nothing is too wide or unsaid at 320 pixels, ${language}`, async () => {
    const stops = [
      [game(4, { arrange: "manual", third: "choose" }, "6"), (view, actors, legal) => actors[0] === 0 && legal.length > 1],
      [game(4), (view, actors) => view.phase === "move" && actors[0] === 0 && view.towers.flat().length > 12],
      [game(4, { arrange: "manual" }), (view) => view.phase === "arrange"],
      [game(4), () => false],
    ];
    for (const [record, stop] of stops) {
      const table = await sit(await playUntil(record, stop), { viewport: { width: 320, height: 640 }, language });
      await nothingWrong(table);
      await table.context.close();
    }
  });
