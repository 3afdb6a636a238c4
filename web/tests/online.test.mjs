// Games of two browsers at a table of the server; one of them loses its connection in the middle.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, openPage, PHONE, plainly, QUICK, shoot } from "./browser.mjs";
import { linesOf, playOn, seenSteps, watchSteps } from "./driver.mjs";
import { browser, server } from "./stage.mjs";

/** Errors of the console, but for requests that failed because the network or the server said so. */
const serious = (problems) =>
  problems.filter((text) => !/Failed to load resource|ERR_|net::/.test(text));

/** Ann makes a table with friends' seats and some bots; Bob follows the link. */
async function twoAtATable(game, { bots = 0, storage = {} } = {}) {
  const ann = await openPage(browser, `${server.url}/new/${game}?with=friends`, {
    viewport: DESK,
    storage: {
      ...QUICK,
      "capucine.choice.capone": '{"players":3,"options":{"years":"2"}}',
      ...storage,
    },
  });
  await ann.page.getByRole("radio", { name: String(2 + bots), exact: true }).check();
  await ann.page.getByRole("textbox", { name: "Name" }).fill("Ann");
  for (let i = 0; i < bots; i++)
    await ann.page.getByRole("combobox", { name: `Seat ${"CDEF"[i]}` }).selectOption("random");
  await ann.page.getByRole("button", { name: "Make the table" }).click();
  const link = await ann.page.locator(".share input").first().inputValue();
  const bob = await openPage(browser, link, { viewport: PHONE, language: "fr", storage: QUICK });
  await bob.page.getByRole("textbox", { name: "Nom" }).fill("Bob");
  await shoot(bob.page, `lobby-${game}`);
  await bob.page.getByRole("button", { name: "S'asseoir" }).click();
  for (const { page } of [ann, bob]) await page.waitForSelector("main.table");
  return { ann, bob, link };
}

const scores = (page) => page.locator(".ending > ol").innerText();
/** In two languages, one of which says "0 point". */
const points = (text) => [...text.matchAll(/(-?\d+) points?/g)].map(([, n]) => n);

for (const game of ["caprice", "capitol", "capone", "capital-lux-2"])
  test(`${game} between two browsers, one of which drops out for a while`, async () => {
    const { ann, bob } = await twoAtATable(game, { bots: game === "capone" ? 1 : 0 });
    const both = (options) =>
      Promise.all([
        playOn(ann.page, { seed: 1, ms: 180_000, ...options }),
        playOn(bob.page, { seed: 2, ms: 180_000, ...options }),
      ]);
    // a few actions each, then the line is cut
    const moves = (n) => `Number(document.querySelector("main")?.dataset.moves ?? 0) >= ${n}`;
    await both({ until: moves(8) });
    await bob.context.setOffline(true);
    await bob.page.waitForSelector(".banner.lost");
    await shoot(bob.page, `lost-${game}`);
    // what is decided in the dark arrives later, once
    await playOn(ann.page, { seed: 3, most: 1, ms: 1500 }).catch(() => undefined);
    await bob.context.setOffline(false);
    await bob.page.waitForSelector(".banner.lost", { state: "detached", timeout: 20_000 });
    await both({});
    const [one, other] = await Promise.all([scores(ann.page), scores(bob.page)]);
    assert.deepEqual(points(one), points(other));
    const log = await linesOf(ann.page);
    assert.ok(log.events > 0, "something is told besides the moves");
    assert.deepEqual(
      log.lines.filter((line) => /tile drawn/.test(line)),
      [],
    );
    await ann.page.reload();
    await ann.page.waitForSelector(".log .event", { state: "attached" });
    assert.deepEqual(await linesOf(ann.page), log);
    for (const { problems, context } of [ann, bob]) {
      assert.deepEqual(serious(problems), []);
      await context.close();
    }
  });

test("draws of Caprice without a choice are made at once and silently", async () => {
  const settings = JSON.stringify({ pace: "calm", confirm: "never" });
  const choice = JSON.stringify({ players: 4, options: {} });
  const { page, context, problems } = await openPage(
    browser,
    `${server.url}/new/caprice?with=friends`,
    {
      viewport: PHONE,
      storage: { "capucine.settings": settings, "capucine.choice.caprice": choice },
    },
  );
  await watchSteps(context);
  await page.reload();
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  for (const seat of ["B", "C", "D"])
    await page.getByRole("combobox", { name: `Seat ${seat}` }).selectOption("random");
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.waitForSelector("main.table .choices");
  // chance deals: there may be a choice for us
  while ((await page.locator(".caprice-board.draw").count()) > 0) {
    assert.equal(await page.locator(".choices button[data-action]").count(), 2);
    const moves = await page.locator("main").getAttribute("data-moves");
    await page.evaluate(() => document.querySelector(".choices button[data-action=keep]").click());
    await page.locator(".action-bar .do").click();
    await page.waitForFunction((n) => document.querySelector("main").dataset.moves !== n, moves);
    await page.waitForSelector(".choices");
  }
  assert.ok(Number(await page.locator("main").getAttribute("data-moves")) >= 8);
  assert.equal((await seenSteps(page)).forced, 0);
  const { lines } = await linesOf(page);
  assert.deepEqual(
    lines.filter((line) => /tile drawn/.test(line)),
    [],
  );
  assert.equal(await page.locator(".action-bar .undo").count(), 0);
  assert.deepEqual(serious(problems), []);
  await context.close();
});

test("talk, undo with consent, leaving and coming back, a rematch", async () => {
  const { ann, bob } = await twoAtATable("caprice", { storage: plainly("caprice") });
  await ann.page.getByRole("button", { name: "Talk" }).click();
  await ann.page.getByRole("textbox", { name: "Say something" }).fill("Bonjour <b>");
  await ann.page.keyboard.press("Enter");
  await bob.page.getByRole("button", { name: "Parler" }).click();
  await bob.page.getByText("Bonjour <b>").waitFor();

  // whoever begins acts, the other one too; then the first asks to take back
  await Promise.any([ann, bob].map(({ page }) => page.waitForSelector(".choices")));
  const annFirst = (await ann.page.locator(".choices").count()) > 0;
  const [first, second] = annFirst ? [ann, bob] : [bob, ann];
  await playOn(first.page, { seed: 4, most: 1 });
  await second.page.waitForSelector(".choices");
  await playOn(second.page, { seed: 5, until: `document.querySelector(".choices") === null` });
  await first.page.waitForSelector(".choices");
  const before = await first.page.locator("main").getAttribute("data-moves");
  await first.page.locator(".action-bar .undo").click();
  await first.page.locator("dialog.question .do").click();
  await second.page.locator(".banners button").first().click();
  await first.page.waitForFunction(
    (moves) => Number(document.querySelector("main").dataset.moves) < Number(moves),
    before,
  );
  // it is the first one's turn again, and both are told what was taken back
  await first.page.waitForSelector(".choices");
  await second.page.waitForSelector(".choices", { state: "detached" });
  for (const { page } of [first, second]) {
    await page.locator(".tabs button").first().click();
    await page.locator(".log .undo").last().waitFor();
  }

  // Bob goes; a bot plays for him; he comes back
  await bob.page.locator(".menu > button").click();
  await bob.page.getByRole("button", { name: "Quitter la partie" }).click();
  await bob.page.locator("dialog.question .do").click();
  await ann.page.locator(".players .away").waitFor();
  await bob.page.getByRole("button", { name: "Je suis de retour" }).click();
  await ann.page.locator(".players .away").waitFor({ state: "detached" });

  await Promise.all([playOn(ann.page, { seed: 6 }), playOn(bob.page, { seed: 7 })]);
  await ann.page.getByRole("button", { name: "Play again" }).click();
  await bob.page.locator(".banner a[href^='/t/']").click();
  await bob.page.getByRole("button", { name: "S'asseoir" }).click();
  await Promise.all([
    ann.page.waitForSelector("main.table"),
    bob.page.waitForSelector("main.table"),
  ]);
  assert.deepEqual(serious([...ann.problems, ...bob.problems]), []);
  await ann.context.close();
  await bob.context.close();
});

test("a server that restarts is found again, and a newer client announces itself", async () => {
  const { ann, bob } = await twoAtATable("caprice", { storage: plainly("caprice") });
  await server.stop();
  await ann.page.waitForSelector(".banner.lost", { timeout: 15_000 });
  await server.start();
  await ann.page.waitForSelector(".banner.lost", { state: "detached", timeout: 20_000 });
  await Promise.all([
    playOn(ann.page, { seed: 1, most: 2 }),
    playOn(bob.page, { seed: 2, most: 2 }),
  ]);
  // the page believes to be of another build
  await ann.page.evaluate(() => (document.querySelector("meta[name=build]").content = "older"));
  await ann.context.setOffline(true);
  await ann.page.waitForSelector(".banner.lost");
  await ann.context.setOffline(false);
  await ann.page.getByRole("alert").getByRole("button", { name: "Reload" }).click();
  await ann.page.waitForSelector("main.table");
  await ann.context.close();
  await bob.context.close();
});
