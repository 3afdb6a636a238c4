// Games of two browsers at a table of the server; one of them loses its connection in the middle.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  covers,
  DESK,
  inFonts,
  intercept,
  openPage,
  PHONE,
  plainly,
  QUICK,
  shoot,
} from "./browser.mjs";
import { linesOf, playOn, seenSteps, watchSteps } from "./driver.mjs";
import { startServer } from "./server.mjs";
import { browser, server } from "./stage.mjs";

/** Errors of the console, but for requests that failed because the network or the server said so. */
const serious = (problems) =>
  problems.filter((text) => !/Failed to load resource|ERR_|net::/.test(text));

/** Ann makes a table with friends' seats and some bots; Bob follows the link. */
async function twoAtATable(
  game,
  { bots = 0, storage = {}, pace = "Over days", guest = "fr" } = {},
) {
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
  await ann.page.getByRole("radio", { name: pace }).check();
  await ann.page.getByRole("button", { name: "Create the table" }).click();
  const link = await ann.page.locator(".share input").first().inputValue();
  const bob = await openPage(browser, link, { viewport: PHONE, language: guest, storage: QUICK });
  await bob.page.getByRole("textbox", { name: /^(Nom|Name)$/ }).fill("Bob");
  await shoot(bob.page, `lobby-${game}`);
  await bob.page.getByRole("button", { name: /^(S’asseoir|Sit down)$/ }).click();
  for (const { page } of [ann, bob]) await page.waitForSelector("main.table");
  return { ann, bob, link };
}

/** Opens the log, the talk or the notes: beside the board of a desk, over that of a phone. */
async function openTab(page, name) {
  const ticker = page.locator(".ticker");
  if (await ticker.isVisible()) await ticker.click();
  await page.locator(".tabs").getByRole("button", { name }).click();
}

const scores = (page) => page.locator(".podium > ol").textContent();
/** In two languages, one of which says "0 point". On a phone others stand in the count beside it. */
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
    assert.deepEqual(points(one), points(other), `${one} | ${other}`);
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
  await page.getByRole("button", { name: "Create the table" }).click();
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

test("a round's end is shown event by event, with the moments that the server sends", async () => {
  const settings = JSON.stringify({ pace: "quick", confirm: "never", motion: "full" });
  const choice = JSON.stringify({ players: 2, options: { powers: "B" } });
  const { page, context, problems } = await openPage(
    browser,
    `${server.url}/new/capital-lux-2?with=friends`,
    {
      viewport: DESK,
      storage: { "capucine.settings": settings, "capucine.choice.capital-lux-2": choice },
    },
  );
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await page.getByRole("combobox", { name: "Seat B" }).selectOption("random");
  await page.getByRole("button", { name: "Create the table" }).click();
  await playOn(page, { seed: 6, until: `document.querySelector(".clx-resolution")` });
  const handed = () => page.locator(".players .clx-seat").allTextContents();
  const scored = () => page.locator(".players .score").allTextContents();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".clx-resolution button[disabled]");
  // all has been told: nobody has a hand any more, and what is counted stays so
  for (const seat of await handed()) assert.match(seat, /^\D*0 cards in hand/);
  const shown = await scored();
  await page.locator(".clx-resolution .do").click();
  await page.waitForSelector(".clx-resolution", { state: "detached" });
  assert.deepEqual(await scored(), shown);
  assert.deepEqual(serious(problems), []);
  await context.close();
});

test("online no scene keeps anybody from the game: it goes by itself, or all that waits is skipped", async () => {
  const settings = JSON.stringify({ pace: "normal", confirm: "never", motion: "full" });
  const storage = { ...plainly("capitol"), "capucine.settings": settings };
  const { ann, bob } = await twoAtATable("capitol", { storage, pace: "Now, live", guest: "en" });
  const table = new URL(ann.page.url()).pathname;
  const eve = await openPage(browser, server.url + table, {
    viewport: DESK,
    storage: { "capucine.settings": settings },
  });
  await eve.page.waitForSelector("main.table");
  const act = ({ page }, action) =>
    page.evaluate(
      async ([id, action]) => {
        const answer = await fetch(`/api/v1/tables/${id}/act`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ action }),
        });
        return answer.ok;
      },
      [table.split("/").at(-1), action],
    );
  for (let passed = 0; passed < 2; )
    for (const who of [ann, bob]) if (await act(who, "pass")) passed++;
  const nobodyBids = async () => {
    for (const who of [ann, bob]) assert.ok(await act(who, "stop"));
  };
  // nobody bids: at once the next tile is for sale, and the players' clocks run
  await nobodyBids();
  for (const { page } of [ann, eve]) await page.waitForSelector(".reveal");
  await ann.page.getByText("Your turn is next; your clock is running.").waitFor();
  await shoot(ann.page, "scene-next");
  const room = ({ page }) => page.locator("section.board").evaluate((one) => one.clientHeight);
  assert.ok((await room(eve)) > (await room(ann)) + 150, "who has no hand has a larger board");
  await ann.page.waitForSelector(".reveal", { state: "detached" });
  await ann.page.waitForSelector(".capitol-hand .stop:not(:disabled)", { state: "attached" });

  // who looks on sees how much has happened since, and goes there
  await ann.page.goto(server.url);
  await nobodyBids();
  const live = eve.page.getByRole("button", { name: "Live 2 moves behind" });
  await live.waitFor();
  await shoot(eve.page, "scene-behind");
  await live.click();
  await eve.page.waitForSelector(".reveal", { state: "detached" });
  await live.waitFor({ state: "detached" });
  await eve.page.getByText("3 of 3").waitFor();

  // and without that the scene goes by itself
  await nobodyBids();
  await eve.page.waitForSelector(".reveal");
  await eve.page.waitForSelector(".reveal", { state: "detached" });
  for (const one of [ann, bob, eve]) {
    assert.deepEqual(serious(one.problems), []);
    await one.context.close();
  }
});

test("talk, undo with consent, leaving and coming back, a rematch", async () => {
  const { ann, bob } = await twoAtATable("caprice", { storage: plainly("caprice") });
  await ann.page.getByRole("button", { name: "Chat" }).click();
  await ann.page.getByRole("textbox", { name: "Write a message" }).fill("Bonjour <b>");
  await ann.page.keyboard.press("Enter");
  await openTab(bob.page, "Discussion");
  await bob.page.locator(".chat li", { hasText: "Bonjour <b>" }).waitFor();

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
  // while one decides, nothing of the game is covered
  const asked = second.page.locator(".banner.asking", { hasText: /take back|reprendre/ });
  await asked.waitFor();
  const own = second.page.viewportSize();
  for (const [width, height] of [
    [390, 844],
    [390, 664],
    [844, 390],
    [1440, 900],
  ]) {
    await second.page.setViewportSize({ width, height });
    await inFonts(second.page, async (font) =>
      assert.deepEqual(
        await covers(second.page, ".banner.asking", [".players", ".board", ".hand", ".action-bar"]),
        [],
        `${width} × ${height}, ${font}`,
      ),
    );
    await shoot(second.page, `undo-asked-${width}x${height}`);
  }
  await second.page.setViewportSize(own);
  await second.page.locator(".banners button").first().click();
  await first.page.waitForFunction(
    (moves) => Number(document.querySelector("main").dataset.moves) < Number(moves),
    before,
  );
  // it is the first one's turn again, and both are told what was taken back
  await first.page.waitForSelector(".choices");
  await second.page.waitForSelector(".choices", { state: "detached" });
  for (const { page } of [first, second]) {
    await openTab(page, /^(Log|Journal)$/);
    await page.locator(".log .undo").last().waitFor();
  }

  // Bob goes; a bot plays for him; he comes back
  await bob.page.locator(".menu > button").click();
  await bob.page.getByRole("button", { name: "Quitter la partie…" }).click();
  await bob.page.getByText("Un robot joue à votre place").waitFor();
  await bob.page.locator("dialog.question .do").click();
  await ann.page.locator(".players .away").waitFor();
  await bob.page.getByRole("button", { name: "Je suis de retour" }).click();
  await ann.page.locator(".players .away").waitFor({ state: "detached" });

  await Promise.all([playOn(ann.page, { seed: 6 }), playOn(bob.page, { seed: 7 })]);
  // a moment of it can be shown to anybody
  const id = new URL(ann.page.url()).pathname.split("/").at(-1);
  const stranger = await openPage(browser, `${server.url}/replay?table=${id}#m=3`);
  await stranger.page.waitForSelector("main.replay[data-stop='3'] .one-hand");
  await stranger.context.close();
  await ann.page.getByRole("button", { name: "Play again" }).click();
  await bob.page.locator(".banner a[href^='/t/']").click();
  await bob.page.getByRole("button", { name: "S’asseoir" }).click();
  await Promise.all([
    ann.page.waitForSelector("main.table"),
    bob.page.waitForSelector("main.table"),
  ]);
  assert.deepEqual(serious([...ann.problems, ...bob.problems]), []);
  await ann.context.close();
  await bob.context.close();
});

test("a request to take back names the choice as its button did, and what else would go", async () => {
  const { ann, bob } = await twoAtATable("caprice", { storage: plainly("caprice"), guest: "en" });
  await Promise.any([ann, bob].map(({ page }) => page.waitForSelector(".choices")));
  const annFirst = (await ann.page.locator(".choices").count()) > 0;
  const [first, second] = annFirst ? [ann, bob] : [bob, ann];
  // until it is the other one's turn; what went by itself is no choice
  const more = ".choices li:nth-child(2)";
  const play = async ({ page }, other) => {
    let label = "";
    while ((await other.page.locator(".choices").count()) === 0) {
      await Promise.any([
        page.waitForSelector(more, { state: "attached" }),
        other.page.waitForSelector(".choices"),
      ]);
      if ((await page.locator(more).count()) === 0) continue;
      const moves = await page.locator("main").getAttribute("data-moves");
      await page.evaluate(() => document.querySelector(".choices [data-action]").click());
      label = await page.locator(".action-bar .do").innerText();
      await page.locator(".action-bar .do").click();
      await page.waitForFunction((n) => document.querySelector("main").dataset.moves !== n, moves);
    }
    return label;
  };
  const label = await play(first, second);
  await play(second, first);
  await second.page.setViewportSize(DESK);
  const edges = (selector) =>
    second.page.locator(selector).evaluate((one) => one.getBoundingClientRect().toJSON());
  const board = await edges("section.board");
  await first.page.locator(".action-bar .undo").click();
  await first.page.locator("dialog.question .do").click();
  const asked = second.page.locator(".banner.asking p");
  await asked.waitFor();
  const what = await asked.innerText();
  assert.match(what, /asks to take back “[^”]+” and the \d moves after it\./);
  assert.ok(what.includes(`“${label}”`), `${what} names ${label}`);
  // at a desk it is in the head, over nothing, and moves nothing
  assert.deepEqual(await edges("section.board"), board);
  const banner = await edges(".banner.asking");
  assert.ok(banner.bottom <= board.top, `${banner.bottom} is above ${board.top}`);
  const phase = await second.page.locator(".table-head .phase").evaluate((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return Math.min(words.getBoundingClientRect().right, one.getBoundingClientRect().right);
  });
  assert.ok(phase <= banner.left, `${phase} is before ${banner.left}`);
  await shoot(second.page, "asked-desk");
  await first.page.getByText(`You’ve asked to take back “${label}”.`).waitFor();
  await ann.context.close();
  await bob.context.close();
});

test("a phone has the last line of the log in sight, a tap opens all of it, and talk has its time", async () => {
  const { ann, bob } = await twoAtATable("caprice", { storage: plainly("caprice") });
  const { page } = bob;
  await ann.page.waitForSelector("main.table");
  await Promise.any([ann, bob].map(({ page }) => page.waitForSelector(".choices")));
  const first = (await ann.page.locator(".choices").count()) > 0 ? ann : bob;
  await playOn(first.page, { seed: 4, most: 1 });
  const ticker = page.locator(".ticker");
  await page.waitForSelector(".log .move", { state: "attached" });
  for (const viewport of [PHONE, { width: 390, height: 664 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(viewport);
    const last = (await page.locator(".log .move").last().textContent()).trim();
    assert.ok((await ticker.innerText()).includes(last), `${await ticker.innerText()}: ${last}`);
    await ticker.click();
    await page.locator(".log .move").last().waitFor();
    assert.deepEqual(await covers(page, ".panel", [".players", ".action-bar"]), []);
    await shoot(page, `log-${viewport.width}x${viewport.height}`);
    await page.keyboard.press("Escape");
    await page.locator(".panel.open").waitFor({ state: "detached" });
    assert.equal(await ticker.evaluate((one) => one === document.activeElement), true);
  }
  await openTab(page, "Discussion");
  await page.getByRole("textbox", { name: "Écrire un message" }).fill("Bonjour");
  await page.keyboard.press("Enter");
  await page.locator(".chat time").waitFor();
  assert.match(await page.locator(".chat time").innerText(), /^\d\d:\d\d$/);
  for (const { problems, context } of [ann, bob]) {
    assert.deepEqual(serious(problems), []);
    await context.close();
  }
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

test("what somebody says is noticed, counted, and read", async () => {
  const { ann, bob } = await twoAtATable("caprice", { storage: plainly("caprice") });
  await openTab(bob.page, "Discussion");
  // the second message is written while the first is on its way
  let letGo;
  const held = new Promise((resolve) => (letGo = resolve));
  await intercept(bob.page, "**/chat", async (route) => {
    await held;
    await route.continue();
  });
  const field = bob.page.getByRole("textbox", { name: "Écrire un message" });
  await field.fill("Bonjour !");
  await bob.page.keyboard.press("Enter");
  await field.fill("À toi de jouer.");
  letGo();
  await bob.page.locator(".chat li", { hasText: "Bonjour !" }).waitFor();
  assert.equal(await field.inputValue(), "À toi de jouer.");
  await bob.page.keyboard.press("Enter");
  const { page } = ann;
  await page.locator(".newsreel", { hasText: "À toi de jouer." }).waitFor();
  await page.locator(".tabs .unread", { hasText: "2" }).waitFor();
  await shoot(page, "said-desk");
  // over the log, and not over anything of the board
  const [news, board] = await Promise.all(
    [".newsreel", "section.board"].map((part) => page.locator(part).boundingBox()),
  );
  assert.ok(news.x >= board.x + board.width, "the words lie beside the board");
  // whoever has the talk open needs no sign of it
  assert.equal(await bob.page.locator(".unread").count(), 0);
  await page.getByRole("textbox", { name: "Write a message" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Chat/ }).click();
  await page.locator(".tabs .unread").waitFor({ state: "detached" });
  await page.locator(".newsreel .news").waitFor({ state: "detached" });
  // read is read, also after a reload; and on a phone it is in the head
  await page.reload();
  await page.waitForSelector("main.table");
  assert.equal(await page.locator(".unread").count(), 0);
  await bob.page.locator(".panel .close").click();
  await page.getByRole("button", { name: "Chat" }).click();
  await page.getByRole("textbox", { name: "Write a message" }).fill("Hello <b>");
  await page.keyboard.press("Enter");
  const said = bob.page.locator(".newsreel button", { hasText: "Hello <b>" });
  await said.waitFor();
  await shoot(bob.page, "said-phone");
  const [words, players] = await Promise.all(
    [said, bob.page.locator(".players")].map((part) => part.boundingBox()),
  );
  assert.ok(words.y + words.height <= players.y, "the words lie in the head");
  const count = await bob.page.locator(".menu .unread").boundingBox();
  assert.ok(count.y + count.height <= players.y, "and so does their number");
  await said.click();
  await bob.page.locator(".chat li", { hasText: "Hello <b>" }).waitFor();
  await bob.page.locator(".menu .unread").waitFor({ state: "detached" });
  assert.deepEqual(serious([...ann.problems, ...bob.problems]), []);
  await ann.context.close();
  await bob.context.close();
});

test("who vanishes is seen to be gone, and the others go on without them", async () => {
  // the clock runs, but nobody need wait for its end
  const { ann, bob, link } = await twoAtATable("caprice", {
    storage: plainly("caprice"),
    pace: "Now, live",
  });
  await ann.page.locator(".presence.here").waitFor();
  // until it is Bob's turn
  await playOn(ann.page, { seed: 4, until: `document.querySelector(".choices") === null` });
  await bob.page.waitForSelector(".choices");
  await playOn(bob.page, { seed: 4, until: `document.querySelector(".choices") === null` });
  await playOn(ann.page, { seed: 4, until: `document.querySelector(".choices") === null` });
  await bob.page.waitForSelector(".choices");
  await bob.page.goto(`${server.url}/settings`);
  await ann.page.locator(".presence.gone").waitFor();
  const banner = ann.page.locator(".banner.vanished");
  await banner.waitFor();
  await shoot(ann.page, "vanished");
  await banner.getByRole("button", { name: "Remind them" }).click();
  await banner.getByText("cannot be reached").waitFor();
  await banner.getByRole("button", { name: "Let a bot play" }).click();
  await ann.page.locator(".log .happening", { hasText: "Bob isn’t here any more" }).waitFor();
  await ann.page.locator(".players .away").waitFor();
  await banner.waitFor({ state: "detached" });
  await shoot(ann.page, "replaced");
  // Bob comes back, and has his seat with one click
  await bob.page.goto(link);
  await bob.page.getByRole("button", { name: "Je suis de retour" }).click();
  await ann.page.locator(".players .away").waitFor({ state: "detached" });
  await ann.page.locator(".log .happening", { hasText: "Bob is back" }).waitFor();
  // whoever comes later reads the same
  const { lines } = await linesOf(ann.page);
  await ann.page.reload();
  await ann.page.locator(".log .happening", { hasText: "Bob is back" }).waitFor();
  assert.deepEqual((await linesOf(ann.page)).lines, lines);
  // Ann asks to end the game; Bob would rather play on, and then agrees
  const ask = async () => {
    await ann.page.locator(".menu > button").click();
    await ann.page.getByRole("button", { name: "Propose to end the game…" }).click();
    await ann.page.locator("dialog.question .do").click();
  };
  const waiting = ann.page.getByText("You’ve asked to end the game.");
  await ask();
  await waiting.waitFor();
  await bob.page.getByRole("button", { name: "Continuer" }).waitFor();
  await shoot(bob.page, "end-asked");
  await bob.page.getByRole("button", { name: "Continuer" }).click();
  await waiting.waitFor({ state: "detached" });
  await ask();
  await bob.page.getByRole("button", { name: "Terminer la partie" }).click();
  for (const { page } of [ann, bob])
    await page.waitForSelector("main.table", { state: "detached" });
  assert.deepEqual(serious([...ann.problems, ...bob.problems]), []);
  await ann.context.close();
  await bob.context.close();
});

test("a guest reads who invites to what; empty seats go to bots", async () => {
  const storage = { ...QUICK, ...plainly("caprice", 4) };
  const ann = await openPage(browser, `${server.url}/new/caprice?with=friends`, {
    viewport: DESK,
    storage,
  });
  const { page } = ann;
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await page.getByRole("button", { name: "Create the table" }).click();
  const link = await page.locator(".share input").first().inputValue();
  await page.locator("details.qr summary").first().click();
  await page.getByRole("img", { name: "QR code for the link" }).waitFor();
  await shoot(page, "share");
  const bob = await openPage(browser, link, { viewport: PHONE, language: "fr" });
  const invitation = await bob.page.locator(".invitation").innerText();
  assert.match(invitation, /Ann vous invite à une partie de Caprice/);
  assert.match(invitation, /4 joueurs/);
  assert.match(invitation, /30 minutes chacun/);
  assert.match(invitation, /[Cc]onseils/, "whether there are hints");
  assert.match(invitation, /tirées au sort/, "that seats are drawn");
  assert.match(invitation, /Premier joueur\u00a0: /, "as French is spaced");
  assert.ok(invitation.indexOf("Ann vous invite") < invitation.indexOf("Nom"), "before the name");
  await shoot(bob.page, "invitation");
  await bob.page.getByRole("textbox", { name: "Nom" }).fill("Bob");
  await bob.page.getByRole("button", { name: "S’asseoir" }).click();
  await page.locator("li.person", { hasText: "Bob" }).waitFor();
  await page.getByRole("button", { name: "Give this seat to a bot" }).first().click();
  await page.locator("li.bot").waitFor();
  assert.equal(await page.locator("li.bot").count(), 1);
  assert.equal(
    await bob.page.getByRole("button", { name: "Commencer avec des robots" }).count(),
    0,
  );
  await page.getByRole("button", { name: "Start with bots" }).click();
  for (const one of [ann, bob]) await one.page.waitForSelector("main.table");
  assert.equal(await page.locator(".players .level").count(), 2);
  assert.deepEqual(serious([...ann.problems, ...bob.problems]), []);
  await ann.context.close();
  await bob.context.close();
});

test("the first page says by itself when it is one's turn", async () => {
  const { ann, bob } = await twoAtATable("caprice", { storage: plainly("caprice") });
  await Promise.any([ann, bob].map(({ page }) => page.waitForSelector(".choices")));
  const annFirst = (await ann.page.locator(".choices").count()) > 0;
  const [first, second] = annFirst ? [ann, bob] : [bob, ann];
  await second.page.goto(server.url);
  await second.page.waitForSelector(".own-game.others");
  assert.equal(await second.page.title(), "Capucine");
  await playOn(first.page, { seed: 5, until: '!document.querySelector(".choices")' });
  await second.page.waitForSelector(".own-game.turn");
  assert.equal(await second.page.title(), "(1) Capucine");
  for (const { problems, context } of [ann, bob]) {
    assert.deepEqual(serious(problems), []);
    await context.close();
  }
});

test("two of one name have a number, a bot keeps its name, and it is said that seats are drawn", async () => {
  const ann = await openPage(browser, `${server.url}/new/caprice?with=friends`, {
    storage: { ...QUICK, ...plainly("caprice", 3) },
  });
  await ann.page.getByRole("textbox", { name: "Name" }).fill("Zoe");
  await ann.page.getByRole("combobox", { name: "Seat C" }).selectOption("random");
  await ann.page.getByRole("button", { name: "Create the table" }).click();
  const link = await ann.page.locator(".share input").first().inputValue();
  await ann.page.getByText("drawn when the game starts").waitFor();
  const bot = await ann.page.locator(".seats .bot .name").innerText();
  const other = await openPage(browser, link, { storage: QUICK });
  await other.page.getByRole("textbox", { name: "Name" }).fill("Zoe");
  await other.page.getByRole("button", { name: "Sit down" }).click();
  const seen = [];
  for (const { page } of [ann, other]) {
    await page.locator("main.table .players .name", { hasText: "You" }).waitFor();
    const names = await page.locator(".players .name").allInnerTexts();
    assert.ok(names.includes(bot.split(" ")[0]), `${names} has ${bot}`);
    seen.push(...names.filter((name) => /Zoe/.test(name)));
  }
  assert.deepEqual(seen.sort(), ["Zoe", "Zoe 2"]);

  // and the replay has the same names
  const ids = (await ann.page.locator(".players .name").allInnerTexts()).map((name) =>
    name === "You" ? /^Zoe/ : name,
  );
  await Promise.all([ann, other].map(({ page }, seed) => playOn(page, { seed, ms: 180_000 })));
  await ann.page.goto(ann.page.url().replace(/\/t\/(.*)/, "/replay?table=$1"));
  await ann.page.waitForSelector(".players .name");
  const again = await ann.page.locator(".players .name").allInnerTexts();
  for (const [seat, name] of ids.entries())
    name instanceof RegExp ? assert.match(again[seat], name) : assert.equal(again[seat], name);
  for (const { context } of [ann, other]) await context.close();
});

test("while a move is under way the prompt keeps its subject", async () => {
  const { ann, bob } = await twoAtATable("caprice", { storage: plainly("caprice") });
  await Promise.any([ann, bob].map(({ page }) => page.waitForSelector(".choices")));
  const first = (await ann.page.locator(".choices").count()) > 0 ? ann : bob;
  const { page } = first;
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/act", async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(() => document.querySelector(".choices button[data-action]").click());
  const confirm = page.locator(".action-bar .do");
  await confirm.waitFor();
  const chosen = await page.locator(".prompt").textContent();
  await confirm.click();
  await page.waitForFunction(
    (before) => document.querySelector(".prompt").textContent !== before,
    chosen,
  );
  const meanwhile = await page.locator(".prompt").innerText();
  await shoot(page, "under-way");
  release();
  await page.waitForSelector(".choices");
  assert.equal(meanwhile, await page.locator(".prompt").innerText());
  await ann.context.close();
  await bob.context.close();
});

test("a bid of several cards is one request", async () => {
  const { ann, bob } = await twoAtATable("capitol", { storage: plainly("capitol") });
  for (let turn = 0; turn < 2; turn++) {
    await Promise.any(
      [ann, bob].map(({ page }) =>
        page.waitForSelector("[data-action=pass]", { state: "attached" }),
      ),
    );
    const who = (await ann.page.locator("[data-action=pass]").count()) > 0 ? ann : bob;
    await who.page.evaluate(() => document.querySelector("[data-action=pass]").click());
    await who.page.locator(".action-bar .do").click();
    await who.page.locator("[data-action=pass]").waitFor({ state: "detached" });
  }
  const { page } = ann;
  await page.waitForSelector(".capitol-hand .stop:not(:disabled)", { state: "attached" });
  const cards = page.locator(".capitol-hand .card:not(:disabled)");
  const bodies = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/act")) bodies.push(request.postDataJSON());
  });
  await cards.nth(0).click();
  await cards.nth(1).click();
  await page.locator(".action-bar .do").click();
  await page.waitForSelector(".capitol-hand .stop.chosen");
  assert.equal(bodies.length, 1);
  assert.equal(bodies[0].actions.length, 3);
  assert.equal(bodies[0].actions[2], "stop");
  await shoot(page, "bid");
  assert.deepEqual(serious([...ann.problems, ...bob.problems]), []);
  await ann.context.close();
  await bob.context.close();
});

test("bots that the host has added", async (t) => {
  const { url, close } = await startServer("--bot", `mine=${process.env.EXAMPLE_BOT}`);
  t.after(close);
  const levels = (page) => page.locator(".players .level").allInnerTexts();
  const storage = { ...QUICK, "capucine.choice.caprice": '{"players":3,"options":{}}' };
  const open = (path) => openPage(browser, url + path, { viewport: PHONE, storage });

  // one plays against them alone, at a table of the server
  const alone = await open("/new/caprice");
  await alone.page.getByRole("radio", { name: "mine" }).check();
  await alone.page.getByText("added by the host").waitFor();
  await shoot(alone.page, "new-program");
  assert.equal(await alone.page.evaluate("document.documentElement.scrollWidth"), PHONE.width);
  await alone.page.getByRole("button", { name: "Start" }).click();
  await alone.page.waitForSelector("main.table");
  assert.match(alone.page.url(), /\/t\/[^/]+$/);
  assert.deepEqual(await levels(alone.page), ["mine", "mine"]);
  await playOn(alone.page, { seed: 1, ms: 180_000 });

  // one of ours is played against here, as before
  await alone.page.goto(`${url}/new/caprice`);
  await alone.page.getByRole("radio", { name: "mine" }).check();
  await alone.page.getByRole("radio", { name: "Club" }).check();
  await alone.page.getByRole("button", { name: "Start" }).click();
  await alone.page.waitForSelector("main.table");
  assert.match(alone.page.url(), /\/local\//);

  // at a table with friends they get a seat when it is made, or later
  const friends = await open("/new/caprice?with=friends");
  await friends.page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await friends.page.getByRole("combobox", { name: "Seat B" }).selectOption("mine");
  await friends.page.getByRole("button", { name: "Create the table" }).click();
  await friends.page.getByRole("combobox", { name: "Which bots?" }).selectOption("mine");
  await shoot(friends.page, "lobby-program");
  assert.equal(await friends.page.getByText("· mine").count(), 1);
  await friends.page.getByRole("button", { name: "Give this seat to a bot" }).click();
  await friends.page.waitForSelector("main.table");
  assert.deepEqual(await levels(friends.page), ["mine", "mine"]);

  // where there is no server, there are none
  await friends.page.goto(`${url}/new/caprice?with=device`);
  const offered = friends.page.getByRole("combobox", { name: "Seat B" }).locator("option");
  assert.ok(!(await offered.allInnerTexts()).includes("mine"));
  for (const { problems, context } of [alone, friends]) {
    assert.deepEqual(serious(problems), []);
    await context.close();
  }
});
