// Whole games through the page: against bots, alone, at one device, on a phone and on a desk.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DESK,
  GAMES,
  inFonts,
  openPage,
  overflow,
  PHONE,
  PLAIN,
  QUICK,
  RULES,
  shoot,
  stored,
} from "./browser.mjs";
import { newEngine } from "./boards.mjs";
import { linesOf, playOn, seenSteps, watchSteps } from "./driver.mjs";
import { browser, server } from "./stage.mjs";

/** Shorter games where there is an option for it. */
const SHORT = { capone: { years: "2" } };

const choice = (game, players, { level = "random", options = SHORT[game] ?? {} } = {}) => ({
  ...QUICK,
  [`capucine.choice.${game}`]: JSON.stringify({ players, level, options }),
});

for (const game of GAMES)
  for (const [name, viewport] of [
    ["phone", PHONE],
    ["desk", DESK],
  ])
    test(`a whole game of ${game} against bots on a ${name}`, async () => {
      const { page, context, problems } = await openPage(browser, server.url, {
        viewport,
        language: name === "phone" ? "fr" : "en",
        theme: name === "phone" ? "light" : "dark",
        storage: choice(game, 3),
      });
      const card = page.locator(".game").nth(GAMES.indexOf(game));
      await card.locator("button.do").click();
      await page.waitForSelector(".choices button[data-action]", { state: "attached" });
      await shoot(page, `${game}-${name}-begin`);
      await playOn(page, { seed: 7, most: 12 });
      await shoot(page, `${game}-${name}-middle`);
      assert.deepEqual(await overflow(page), []);
      await playOn(page, { seed: 8 });
      await page.waitForSelector(".ending");
      await shoot(page, `${game}-${name}-end`);
      assert.deepEqual(await overflow(page), []);
      // the log's last line comes into sight
      await page.waitForFunction(() => {
        const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".log");
        return scrollHeight - scrollTop - clientHeight < 40;
      });
      assert.equal(await page.locator("text=/⟦/").count(), 0);
      // what was played is kept: the page comes back as it was, with all that its log told
      const log = await linesOf(page);
      assert.ok(log.events > 0, "something is told besides the moves");
      await page.reload();
      await page.waitForSelector(".ending");
      await page.waitForSelector(".log .event", { state: "attached" });
      assert.deepEqual(await linesOf(page), log);
      assert.deepEqual(problems, []);
      await context.close();
    });

test("a second tap on the last action does not begin another game", async () => {
  const { page, context, problems } = await openPage(browser, `${server.url}/local/caprice`, {
    storage: stored("caprice"),
  });
  await page.waitForSelector(".choices");
  await page.evaluate(() => {
    const tap = () =>
      document.querySelector(".ending") && document.querySelector(".action-bar .do").click();
    new MutationObserver(tap).observe(document.body, { childList: true, subtree: true });
  });
  await playOn(page, { seed: 4 });
  await page.waitForSelector(".ending");
  assert.equal(new URL(page.url()).pathname, "/local/caprice");
  // somebody who means it gets it
  await page.waitForFunction(() => {
    document.querySelector(".action-bar .do")?.click();
    return location.pathname !== "/local/caprice";
  });
  assert.deepEqual(problems, []);
  await context.close();
});

test("the log stays at its end when its lines become smaller while there are more of them", async () => {
  const { page, context, problems } = await openPage(browser, `${server.url}/local/caprice`, {
    viewport: DESK,
    storage: stored("caprice"),
  });
  await page.waitForSelector(".choices");
  await playOn(page, { seed: 4, most: 8 });
  /** One style after the other, before anybody hears of it. */
  const restyle = (...styles) =>
    page.evaluate(async (styles) => {
      const log = document.querySelector(".log");
      for (const style of styles) {
        log.style.cssText = style;
        log.scrollTop; // it is laid out
      }
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    }, styles);
  const below = () =>
    page.evaluate(() => {
      const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".log");
      return scrollHeight - scrollTop - clientHeight;
    });
  await restyle("font-size: 3em");
  await playOn(page, { seed: 5, most: 1 });
  await restyle("", "padding-bottom: 300px");
  assert.ok((await below()) >= 40, "there is more than is seen");
  await playOn(page, { seed: 6, most: 1 });
  await page.waitForFunction(
    () => {
      const { scrollHeight, scrollTop, clientHeight } = document.querySelector(".log");
      return scrollHeight - scrollTop - clientHeight < 40;
    },
    undefined,
    { timeout: 5000 },
  );
  // who scrolls up stays there
  await page.locator(".log").hover();
  await page.mouse.wheel(0, -2000);
  await page.waitForFunction(() => document.querySelector(".log").scrollTop === 0);
  await playOn(page, { seed: 7, most: 1 });
  assert.ok((await below()) >= 40, "it stays where it was scrolled to");
  assert.deepEqual(problems, []);
  await context.close();
});

for (const game of GAMES)
  test(`the weakest and a strong level play ${game}`, async () => {
    for (const level of ["beginner", "expert"]) {
      const { page, context, problems } = await openPage(browser, server.url, {
        viewport: DESK,
        storage: choice(game, 3, { level }),
      });
      await page.locator(".game").nth(GAMES.indexOf(game)).locator("button.do").click();
      await playOn(page, { seed: 5, most: 4 });
      assert.deepEqual(problems, [], level);
      await context.close();
    }
  });

test("Capital Lux 2 alone, against ROB", async () => {
  const { page, context, problems } = await openPage(browser, server.url, {
    viewport: PHONE,
    storage: choice("capital-lux-2", 1),
  });
  await page.locator(".game").nth(GAMES.indexOf("capital-lux-2")).locator("button.do").click();
  await playOn(page, { seed: 3 });
  await page.waitForSelector(".ending");
  await shoot(page, "capital-lux-2-solo-end");
  assert.deepEqual(problems, []);
  await context.close();
});

test("at one device hands are hidden until the next player has it", async () => {
  const { page, context, problems } = await openPage(
    browser,
    `${server.url}/new/caprice?with=device`,
    {
      viewport: PHONE,
      storage: choice("caprice", 2, { options: PLAIN.caprice }),
    },
  );
  await page.getByRole("radio", { name: "2", exact: true }).check();
  await page.locator(".seat-row input").first().fill("Ann");
  await page.locator("button[type=submit]").click();
  const dialog = page.locator(".hand-over");
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /Ann/);
  await inFonts(page, async (font) => {
    const { width, height } = await dialog.boundingBox();
    assert.ok(width >= 390 && height >= 844, `everything is covered with ${font}`);
  });
  await dialog.locator("button").click();
  await page.waitForSelector(".choices button[data-action]", { state: "attached" });
  await playOn(page, { seed: 5, most: 1 });
  await page.locator(".hand-over:not(.hidden) button").click();
  await page.waitForSelector(".hand-over.hidden");
  await shoot(page, "hand-over");
  await playOn(page, { seed: 5 });
  await page.waitForSelector(".ending");
  assert.deepEqual(problems, []);
  await context.close();
});

// ------------------------------------------------------------- the deal of Caprice (CPR-5)

const engine = await newEngine();

/** The seats that have a choice in a deal where all keep what they draw. */
function choosers(record) {
  const found = [];
  engine.load(record);
  for (let [seat] = engine.actors(); engine.view(null).phase === "draw"; [seat] = engine.actors()) {
    if (engine.legal(seat).length > 1) found.push(seat);
    engine.apply(seat, "keep");
  }
  return found;
}

/** A game in whose deal these seats have a choice, one after the other, and nobody else. */
function dealFor(players, seats) {
  const base = { game: "caprice", rules: RULES, players, options: { first: "0" }, actions: [] };
  for (let seed = 1; ; seed++) {
    const record = { capucine: 1, ...base, seed: String(seed) };
    if (String(choosers(record)) === String(seats)) return record;
  }
}

/** Sits down at it, at a calm pace. */
async function watchDeal(record) {
  const settings = JSON.stringify({ pace: "calm", confirm: "never" });
  const opened = await openPage(browser, server.url, {
    viewport: PHONE,
    storage: { ...stored("caprice", record), "capucine.settings": settings },
  });
  await watchSteps(opened.context);
  await opened.page.goto(`${server.url}/local/caprice`);
  await opened.page.waitForSelector(".choices");
  return opened;
}

test("draws without a choice are made before one looks, and nothing tells of them", async () => {
  const { page, context, problems } = await watchDeal(dealFor(4, []));
  await page.waitForSelector(".caprice-board.place");
  const seen = await seenSteps(page);
  assert.deepEqual([seen.moves, seen.forced, seen.bots], [[8], 0, 0]);
  assert.deepEqual(await linesOf(page), { events: 0, lines: [] });
  for (const what of ["undo", "missed"])
    assert.equal(await page.locator(`.action-bar .${what}`).count(), 0, what);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a draw with a choice is asked, and can be taken back; those around it are silent", async () => {
  const { page, context, problems } = await watchDeal(dealFor(3, [0]));
  const drawing = page.locator(".caprice-hand.draw .choice");
  await drawing.first().waitFor();
  assert.equal(await drawing.count(), 2);
  const asked = await page.locator("main").getAttribute("data-moves");
  const keep = async () => {
    await drawing.first().click(); // which can be taken back, so it needs no button
    await page.waitForSelector(".caprice-board.place");
    await page.waitForSelector(".choices");
  };
  await keep();
  const seen = await seenSteps(page);
  assert.deepEqual([seen.moves, seen.forced, seen.bots], [[Number(asked), 6], 0, 0]);
  assert.deepEqual(await linesOf(page), { events: 0, lines: [] });
  await page.locator(".action-bar .undo").click();
  await drawing.first().waitFor();
  assert.equal(await page.locator("main").getAttribute("data-moves"), asked);
  await keep();
  assert.deepEqual(problems, []);
  await context.close();
});

test("what a bot decides in the deal takes no time and leaves no line, unless it shows tiles", async () => {
  const { page, context } = await watchDeal(dealFor(4, [2]));
  await page.waitForSelector(".caprice-board.place");
  const { bots, forced, pauses } = await seenSteps(page);
  const { lines } = await linesOf(page);
  assert.deepEqual([bots > 0, forced], [true, 0]);
  assert.equal(
    lines.some((line) => /tile drawn/.test(line)),
    false,
  );
  if (lines.length === 0) assert.ok(Math.max(0, ...pauses) < 400, `${pauses}`);
  await context.close();
});

test("at one device nobody is handed it for a draw without a choice", async () => {
  const record = dealFor(3, []);
  const seats = ["Ann", "Bob", "Cem"].map((name) => ({ kind: "person", name }));
  const { page, context } = await openPage(browser, server.url, {
    viewport: PHONE,
    storage: {
      ...QUICK,
      "capucine.table.three": JSON.stringify({ id: "three", at: 1, seats, record }),
    },
  });
  await page.goto(`${server.url}/local/three`);
  assert.match(await page.locator(".hand-over").innerText(), /Ann/);
  await page.locator(".hand-over button").click();
  await page.waitForSelector(".caprice-board.place");
  await page.waitForSelector(".choices");
  assert.equal(await page.locator("main").getAttribute("data-moves"), "6");
  await context.close();
});
