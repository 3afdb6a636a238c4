// Measures what depends on the machine: the first view, what one does while a master thinks, and the
// review of a whole game. It is no test; a quiet machine is needed.
// usage: CAPUCINE=… CAPU_WEB=… node web/tests/bench.mjs [first|master|review]...
import { gameOf, newEngine } from "./boards.mjs";
import { DESK, launch, openPage, PHONE, stored } from "./browser.mjs";
import { playOn } from "./driver.mjs";
import { startServer } from "./server.mjs";

async function firstView(browser, url) {
  const { page, context } = await openPage(browser, url, { viewport: PHONE });
  await page.waitForSelector(".game");
  const view = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
  );
  await context.close();
  return view;
}

/** From now on the page notes how long it takes until what is done with it is drawn. */
const noteDrawn = (page) =>
  page.evaluate(() => {
    window.drawn = [];
    const note = (list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) window.drawn.push(duration);
    };
    new PerformanceObserver(note).observe({ type: "event", durationThreshold: 16 });
  });

/** What it has noted of so many clicks. The browser leaves out what took less than 16 ms. */
async function drawnIn(page, clicks) {
  const slow = await page.evaluate(() => window.drawn);
  return [...slow, ...Array(Math.max(0, 2 * clicks - slow.length)).fill(8)].sort((a, b) => a - b);
}

/** Real clicks while a master thinks, about the table and its menu; how long each took to be drawn. */
async function clickWhileThinking(page, wanted) {
  await noteDrawn(page);
  const thinks = () => page.evaluate(() => document.querySelector(".flower .thinks") !== null);
  let clicks = 0;
  while (clicks < wanted && (await page.locator(".ending").count()) === 0) {
    if (!(await thinks())) {
      await playOn(page, { seed: clicks, until: `document.querySelector(".flower .thinks")` });
      continue;
    }
    const [menu, place] = [page.locator(".menu > button"), page.locator(".board button").first()];
    await (clicks % 3 === 2 ? place : menu).click();
    clicks++;
  }
  return drawnIn(page, clicks);
}

async function interactions(browser, url) {
  const { page, context } = await openPage(browser, `${url}/local/capitol`, {
    viewport: PHONE,
    storage: stored("capitol", { players: 2 }, "master"),
  });
  await page.waitForSelector(".choices, .flower .thinks");
  const drawn = await clickWhileThinking(page, 60);
  await context.close();
  return drawn;
}

// ----------------------------------------------------------------------------- review

/** A whole game of simple bots. */
function wholeGame(engine, game, players) {
  engine.load(gameOf(game)(players, {}, 5));
  for (let [seat] = engine.actors(); seat !== undefined; [seat] = engine.actors())
    engine.apply(seat, engine.choose("greedy", seat));
  return engine.record();
}

/** Opens decisions that have not been judged yet, all over the game: how long each answer took. */
async function askWhileReviewing(page, moves, wanted) {
  const took = [];
  for (let i = 0; i < wanted; i++) {
    const at = Math.floor(((i + 0.5) * moves) / wanted);
    took.push(
      await page.evaluate(async (at) => {
        const begin = performance.now();
        location.hash = `m=0&review=${at}`;
        const answer = `.decision[aria-busy=false][data-at="${at}"]`;
        while (!document.querySelector(answer))
          await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - begin;
      }, at),
    );
    await page.locator(".decision header button").first().click();
  }
  return took.sort((a, b) => a - b);
}

async function review(browser, url, engine, game, players) {
  const record = wholeGame(engine, game, players);
  const { page, context } = await openPage(browser, `${url}/replay?local=${game}#review`, {
    viewport: DESK,
    storage: stored(game, record),
  });
  await page.waitForSelector(".review-progress");
  const begin = Date.now();
  await noteDrawn(page);
  const took = await askWhileReviewing(page, record.actions.length, 20);
  await page.waitForSelector(".review:not(:has(.review-progress))", { timeout: 600_000 });
  const seconds = (Date.now() - begin) / 1000;
  const drawn = await drawnIn(page, 20);
  await context.close();
  return { moves: record.actions.length, seconds, took, drawn };
}

const at = (sorted, share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]);

const wanted = process.argv.slice(2);
const isWanted = (part) => wanted.length === 0 || wanted.includes(part);
const server = await startServer();
const browser = await launch();
if (isWanted("first")) {
  const view = await firstView(browser, server.url);
  console.log(`first view: ${Math.round(view)} ms`);
}
if (isWanted("master")) {
  const drawn = await interactions(browser, server.url);
  console.log(
    `interaction to next paint while a master thinks: ${at(drawn, 0.9)} ms for 9 of 10, ${drawn.at(-1)} ms at most`,
  );
}
if (isWanted("review")) {
  const engine = await newEngine();
  for (const { name: game, players: sizes } of engine.games())
    for (const players of [2, 3].filter((size) => size >= sizes[0])) {
      const { moves, seconds, took, drawn } = await review(
        browser,
        server.url,
        engine,
        game,
        players,
      );
      console.log(
        `review of ${game}, ${players} players, ${moves} moves: ${seconds.toFixed(0)} s; ` +
          `an answer where one clicks: ${at(took, 0.5)} ms, 9 of 10 within ${at(took, 0.9)} ms, ${at(took, 1)} ms at most; ` +
          `interaction to next paint meanwhile: ${at(drawn, 0.9)} ms for 9 of 10, ${drawn.at(-1)} ms at most`,
      );
    }
}
await browser.close();
await server.close();
