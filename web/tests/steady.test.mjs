// Nothing moves under the finger: the parts of a table, the buttons of its bar and the places of its board
// stay where they are through a game, whatever the log, the sentences and the buttons say. On a phone they
// are large enough for a finger all the while.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serve } from "../dev.mjs";
import { GAMES, launch, openPage, PHONE, shoot, smallTargets, stored } from "./browser.mjs";
import { playOn } from "./driver.mjs";

let site;
let browser;
before(async () => {
  site = await serve(process.env.CAPU_WEB);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.close();
});

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  PHONE,
  { width: 390, height: 664 },
  { width: 844, height: 390 },
];

/** What stays where it is for the whole game. On a phone the hand may be higher in one phase than in
 * another, and the board is what is left. */
const PARTS = [".table-head", ".players", ".action-bar", ".action-bar .do", ".action-bar .said"];
const DESK_PARTS = [".board", ".hand", ".panel"];
const BUTTONS = ["undo", "hint", "missed", "cancel"].map((name) => `.action-bar .${name}`);

/** Where all of them are, those that are there; with `places`, whatever can be tapped on the board too. */
const boxes = (page, parts, places) =>
  page.evaluate(
    ([parts, places]) => {
      const boxOf = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join();
      };
      const seen = (element) => element?.checkVisibility() ?? false;
      const named = parts.map((part) => [part, document.querySelector(`main.table ${part}`)]);
      const onBoard = places
        ? [...document.querySelectorAll("main.table .board button[data-target]")].map((place) => [
            `place ${place.dataset.target}`,
            place,
          ])
        : [];
      return Object.fromEntries(
        [...named, ...onBoard]
          .filter(([, element]) => seen(element))
          .map(([name, element]) => [name, boxOf(element)]),
      );
    },
    [parts, places],
  );

/** Where something is smaller, another way does the same: Capone's shops are used by their cards too. */
const fingers = (page) => smallTargets(page, [".board", ".hand"], ".shop button");

/** What has moved since it was first seen. */
function moved(known, now) {
  const found = [];
  for (const [part, box] of Object.entries(now)) {
    if (known[part] !== undefined && known[part] !== box)
      found.push(`${part}: ${known[part]} to ${box}`);
    known[part] ??= box;
  }
  return found;
}

/** Chooses something, so that sentence, effects and the button have other texts. */
const chooseAny = (page, nth) =>
  page.evaluate((nth) => {
    const all = [...document.querySelectorAll(".choices button[data-action]")];
    all[nth % all.length]?.click();
  }, nth);

for (const game of GAMES)
  for (const viewport of SCREENS)
    test(`${game}, ${viewport.width} × ${viewport.height}`, { timeout: 240_000 }, async () => {
      const { page, context } = await openPage(browser, `${site.url}/local/${game}`, {
        viewport,
        storage: stored(game),
      });
      await page.waitForSelector(".choices");
      const desk = viewport.width >= 1000;
      const parts = [...PARTS, ...BUTTONS, ...(desk ? DESK_PARTS : [])];
      const look = () => boxes(page, parts, desk);
      const known = await look();
      const picture = `${game}-${viewport.width}x${viewport.height}`;
      await shoot(page, `${picture}-begin`);
      assert.equal(
        Object.keys(known).some((name) => name.startsWith("place ")),
        desk,
      );
      for (let turn = 0; turn < 8; turn++) {
        if (await page.locator(".ending").count()) break;
        await chooseAny(page, turn * 7);
        await page.locator(".effects[aria-busy=false]").waitFor({ state: "attached" });
        assert.deepEqual(moved(known, await look()), [], `chosen, turn ${turn}`);
        await playOn(page, { seed: turn, most: 2 });
        await page.waitForSelector(".choices, .ending");
        assert.deepEqual(moved(known, await look()), [], `played, turn ${turn}`);
        if (!desk) assert.deepEqual(await fingers(page), [], `for a finger, turn ${turn}`);
      }
      await shoot(page, `${picture}-later`);
      // all that can be tapped of the hand is on the screen, and the page is not scrolled
      const outside = await page.evaluate(() => {
        const hand = document.querySelector(".hand, .ending").getBoundingClientRect();
        return hand.bottom > innerHeight || scrollY !== 0;
      });
      assert.equal(outside, false);
      await context.close();
    });
