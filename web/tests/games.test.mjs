// Whole games through the page: against bots, alone, at one device, on a phone and on a desk.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, GAMES, inFonts, openPage, overflow, PHONE, QUICK, shoot } from "./browser.mjs";
import { linesOf, playOn } from "./driver.mjs";
import { browser, server } from "./stage.mjs";

/** Shorter games where there is an option for it. */
const SHORT = { capone: { years: "2" } };

const choice = (game, players, level = "random") => ({
  ...QUICK,
  [`capucine.choice.${game}`]: JSON.stringify({ players, level, options: SHORT[game] ?? {} }),
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

for (const game of GAMES)
  test(`the weakest and a strong level play ${game}`, async () => {
    for (const level of ["beginner", "expert"]) {
      const { page, context, problems } = await openPage(browser, server.url, {
        viewport: DESK,
        storage: choice(game, 3, level),
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
  await page.locator(".game").nth(3).locator("button.do").click();
  await playOn(page, { seed: 3 });
  await page.waitForSelector(".ending");
  await shoot(page, "capital-lux-2-solo-end");
  assert.deepEqual(problems, []);
  await context.close();
});

test("at one device hands are hidden until the next player has it", async () => {
  const { page, context, problems } = await openPage(browser, `${server.url}/new/caprice?with=device`, {
    viewport: PHONE,
    storage: choice("caprice", 2),
  });
  await page.getByRole("combobox", { name: "Players" }).selectOption("2");
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
