// Measures in milliseconds what depends on the machine: the first view, and what one does while a
// master thinks. It is no test; a quiet machine is needed.
// usage: CAPUCINE=… node web/tests/bench.mjs
import { launch, openPage, PHONE, stored } from "./browser.mjs";
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

/** Real clicks while a master thinks, about the table and its menu; how long each took to be drawn. */
async function clickWhileThinking(page, wanted) {
  await page.evaluate(() => {
    window.drawn = [];
    const note = (list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) window.drawn.push(duration);
    };
    new PerformanceObserver(note).observe({ type: "event", durationThreshold: 16 });
  });
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
  // the browser leaves out what took less than 16 ms
  const slow = await page.evaluate(() => window.drawn);
  return [...slow, ...Array(Math.max(0, 2 * clicks - slow.length)).fill(8)].sort((a, b) => a - b);
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

const server = await startServer();
const browser = await launch();
const view = await firstView(browser, server.url);
console.log(`first view: ${Math.round(view)} ms`);
const drawn = await interactions(browser, server.url);
const most = drawn[Math.floor(drawn.length * 0.9)];
console.log(
  `interaction to next paint while a master thinks: ${most} ms for 9 of 10, ${drawn.at(-1)} ms at most`,
);
await browser.close();
await server.close();
