// The board in words: a game that nobody has drawn is playable all the same. Here it is one that has
// been drawn, for somebody who would rather read it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import { GAMES, openPage, overflow, PHONE, stored } from "./browser.mjs";
import { linesOf, playOn } from "./driver.mjs";
import { browser, server } from "./stage.mjs";

const settings = JSON.stringify({
  pace: "instant",
  confirm: "always",
  motion: "none",
  boards: "words",
});

const open = (game) =>
  openPage(browser, `${server.url}/local/${game}`, {
    viewport: PHONE,
    storage: { ...stored(game), "capucine.settings": settings },
  });

test("a turn by the buttons of the board: facts, groups of actions, what they would do", async () => {
  const { page, context, problems } = await open("caprice");
  const board = page.locator(".generic-board");
  await board.locator(".verb button").first().waitFor();
  assert.match(await board.locator(".facts").first().innerText(), /Full towers: 0 of 5/);
  const heads = await board.locator("h2").allInnerTexts();
  assert.ok(heads.includes("You"), `a heading for each player: ${heads}`);
  // what there is to choose from
  assert.match(await board.locator(".verb > p").innerText(), /dark round/);
  const choice = board.locator(".verb button").first();
  const label = await choice.textContent();
  await choice.click();
  assert.equal(await choice.getAttribute("aria-pressed"), "true");
  assert.equal(await page.locator(".action-bar .do").textContent(), label);
  await page.locator(".action-bar .do").click();
  await page.locator(".ticker .seat-mark").first().waitFor();
  assert.deepEqual(await violations(page, { within: [".generic-board"] }), []);
  assert.deepEqual(problems, []);
  await context.close();
});

for (const game of GAMES)
  test(`a game of ${game} in words`, async () => {
    const { page, context, problems } = await open(game);
    await page.locator(".generic-board").waitFor();
    assert.equal(await page.locator(`.${game}-board`).count(), 0);
    await playOn(page, { seed: 3, ...(game === "caprice" ? {} : { most: 10 }) });
    assert.deepEqual(await overflow(page), []);
    assert.equal(await page.locator("text=/⟦/").count(), 0);
    if (game === "caprice") {
      const { lines } = await linesOf(page);
      assert.ok(
        lines.some((line) => /towers 1 to 6: .* = \d/.test(line)),
        lines.join("\n"),
      );
    }
    assert.deepEqual(problems, []);
    await context.close();
  });

test("a game without a folder is all that its engine tells", async () => {
  const { load } = await import("./boards.mjs");
  globalThis.ABOUT = {
    games: [{ name: "new-game", title: "New game", rules: 1, players: [2, 4] }],
  };
  const { uiFor } = await load({ "games/generic/board.tsx": "uiFor" });
  const ui = uiFor("new-game", null);
  assert.equal(ui.id, "new-game");
  assert.equal(ui.phase({ phase: "auction" }, []), "auction");
  assert.equal(ui.scores({}, []), null);
  assert.deepEqual([ui.rules, ui.lesson.steps], [[], []]);
});
