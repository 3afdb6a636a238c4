// What can go wrong: each time a clear message in the reader's language, and a way on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answerTo, intercept, openPage, PHONE, PLAIN, QUICK, RULES, shoot } from "./browser.mjs";
import { playOn } from "./driver.mjs";
import { browser, server } from "./stage.mjs";

const open = (path, more = {}) =>
  openPage(browser, server.url + path, { viewport: PHONE, storage: QUICK, ...more });

/** The link home is there and leads home. */
async function goHome(page, name = "Home") {
  await page.getByRole("link", { name }).last().click();
  await page.waitForSelector(".games");
}

/** A table for two that waits for the second; the page is its maker's. */
async function openTable(name) {
  const made = await open("/new/caprice?with=friends");
  await made.page.getByRole("radio", { name: "2", exact: true }).check();
  await made.page.getByRole("textbox", { name: "Name" }).fill(name);
  await made.page.getByRole("button", { name: "Create the table" }).click();
  await made.page.waitForSelector(".lobby");
  return { ...made, path: new URL(made.page.url()).pathname };
}

async function sitDown(page, name) {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
}

test("links that lead nowhere say so and lead home", async () => {
  const { page, context } = await open("/");
  for (const [path, heading] of [
    ["/t/nosuchtable", "There’s no such table"],
    ["/t/%2e%2e%2fx", "There’s no such table"],
    ["/t/nosuchtable?invite=nothing", "There’s no such table"],
    ["/local/nothing", "This game isn’t here"],
    ["/new/chess", "There’s no such page"],
    ["/learn/chess", "There’s no such page"],
    ["/no/such/page", "There’s no such page"],
  ]) {
    await page.goto(server.url + path);
    await page.getByRole("heading", { name: heading }).waitFor();
    assert.ok((await page.locator(".trouble p").innerText()).length > 20, path);
    await goHome(page);
  }
  for (const path of ["/replay?table=nosuchtable", "/replay?local=nothing"]) {
    await page.goto(server.url + path);
    assert.match(
      await page.getByRole("alert").innerText(),
      /^This game can’t be shown\. \S.+/,
      path,
    );
    await page.locator("input[type=file]").waitFor();
  }
  await context.close();
});

test("in French, too", async () => {
  const { page, context } = await open("/t/nosuchtable", { language: "fr" });
  await page.getByRole("heading", { name: "Cette table n’existe pas" }).waitFor();
  await shoot(page, "trouble-table-fr");
  await goHome(page, "Accueil");
  await context.close();
});

test("an invitation of another table is refused; its own, or the table's plain link, seats", async () => {
  const ann = await openTable("Ann");
  const invited = await ann.page.evaluate(async () => {
    const body = JSON.stringify({ game: "caprice", seats: ["me", "invite"] });
    const headers = { "Content-Type": "application/json" };
    const { id } = await (await fetch("/api/v1/tables", { method: "POST", headers, body })).json();
    return (await fetch(`/api/v1/tables/${id}`)).json().then(({ invites }) => invites[0].link);
  });
  const { pathname, search } = new URL(invited);
  const bob = await open(ann.path + search);
  await sitDown(bob.page, "Bob");
  const refusal = bob.page
    .getByRole("alert")
    .filter({ hasText: "This invitation is no longer valid" });
  await refusal.waitFor();
  assert.equal(await bob.page.locator("main.lobby").count(), 1, "nobody has sat down");
  assert.equal(await ann.page.locator("main.lobby").count(), 1);
  await bob.page.goto(server.url + ann.path);
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await bob.page.waitForSelector("main.table");
  await bob.page.goto(server.url + pathname + search);
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await bob.page.waitForSelector("main.table");
  for (const { context } of [ann, bob]) await context.close();
});

test("a game of this browser that cannot be read is no end of the world", async () => {
  const record = { capucine: 1, game: "caprice", rules: RULES, players: 2, options: {}, seed: "1" };
  const seats = [
    { kind: "me", name: "" },
    { kind: "bot", level: "random", name: "Iris" },
  ];
  const kept = {
    illegal: { record: { ...record, actions: [[0, "fly"]] }, seats },
    foreign: { record: { ...record, game: "chess", actions: [] }, seats },
    earlier: { record: { ...record, rules: 1, actions: [] }, seats },
    later: { record: { ...record, capucine: 2, actions: [] }, seats },
    empty: {},
    list: [],
  };
  const storage = Object.fromEntries(
    Object.entries(kept).map(([id, setup]) => [
      `capucine.table.${id}`,
      JSON.stringify(Array.isArray(setup) ? setup : { id, at: 1, ...setup }),
    ]),
  );
  const { page, context } = await open("/", {
    storage: { ...QUICK, ...storage, "capucine.table.torn": '{"id":"torn","rec' },
  });
  await page.waitForSelector(".games");
  for (const [id, heading] of [
    ["illegal", "This game can’t be read"],
    ["earlier", "This game can’t be read"],
    ["later", "This game can’t be read"],
    ["foreign", "This game isn’t here"],
    ["empty", "This game isn’t here"],
    ["list", "This game isn’t here"],
    ["torn", "This game isn’t here"],
  ]) {
    await page.goto(`${server.url}/local/${id}`);
    await page.getByRole("heading", { name: heading }).waitFor();
    await goHome(page);
  }
  await page.goto(`${server.url}/replay`);
  await page.locator("input[type=file]").waitFor();
  await context.close();
});

test("a table that filled up in the meantime: one is told, and watches", async () => {
  const ann = await openTable("Ann");
  const eve = await open(ann.path);
  await eve.page.waitForSelector(".lobby");
  // Eve's line is slow: she does not hear that Bob has sat down
  await eve.page.route("**/events*", (route) => route.abort());
  await eve.page.reload();
  await eve.page.waitForSelector(".lobby");
  const bob = await open(ann.path);
  await sitDown(bob.page, "Bob");
  await bob.page.waitForSelector("main.table");
  await sitDown(eve.page, "Eve");
  await eve.page.getByRole("alert").filter({ hasText: "The table is full" }).waitFor();
  await shoot(eve.page, "trouble-full");
  await eve.page.unroute("**/events*");
  await eve.page.getByText("You’re watching.").waitFor({ timeout: 20_000 });
  assert.equal(await eve.page.locator(".choices").count(), 0);
  assert.equal((await eve.page.locator(".hand").innerText()).trim(), "");
  for (const { context } of [ann, bob, eve]) await context.close();
});

test("a table that is closed says so to whoever waits there, and to whoever comes later", async () => {
  const ann = await openTable("Ann");
  const bob = await open(ann.path);
  await bob.page.waitForSelector(".lobby");
  await ann.page.getByRole("button", { name: "Close the table" }).click();
  await ann.page.locator("dialog.question .do").click();
  await ann.page.waitForSelector(".games");
  await bob.page.getByRole("heading", { name: "This table is closed" }).waitFor();
  await goHome(bob.page);
  await bob.page.goto(server.url + ann.path);
  await bob.page
    .getByRole("heading", { name: /This table is closed|There’s no such table/ })
    .waitFor();
  await goHome(bob.page);
  for (const { context } of [ann, bob]) await context.close();
});

test("a game whose rules the server no longer has can be left", async () => {
  const ann = await openTable("Ann");
  await intercept(ann.page, `**/api/v1${ann.path.replace("/t/", "/tables/")}`, async (route) => {
    const response = await answerTo(route);
    const json = await response.json();
    json.table.status = "frozen";
    await route.fulfill({ response, json });
  });
  await ann.page.route("**/events*", (route) => route.abort());
  await ann.page.reload();
  await ann.page.getByText("started with older rules").waitFor();
  await goHome(ann.page);
  await ann.context.close();
});

test("a tab of an older version offers to load the new one", async () => {
  const { page, context } = await open("/settings");
  await page.waitForSelector("h1");
  // the server has been upgraded: it has another build, and this one's files are gone
  await page.evaluate(() => (document.querySelector("meta[name=build]").content = "older"));
  await page.route("**/capitol-*.js", (route) => route.fulfill({ status: 404 }));
  await page.locator("nav.site a[href='/']").first().click();
  await page.locator(".game").nth(1).locator("button.do").click();
  const alert = page.getByRole("alert").filter({ hasText: "A new version of this page" });
  await alert.waitFor();
  await shoot(page, "trouble-upgrade");
  await page.unroute("**/capitol-*.js");
  await alert.getByRole("button", { name: "Reload" }).click();
  await page.waitForSelector("main.table.capitol .choices, main.table.capitol .thinks");
  assert.equal(await page.getByRole("alert").count(), 0);
  await context.close();
});

test("without an answer of the server a table can be tried again", async () => {
  const { page, context } = await open("/");
  await page.route("**/api/v1/tables/*", (route) => route.abort());
  await page.goto(`${server.url}/t/nosuchtable`);
  await page.getByRole("heading", { name: "Something’s not right" }).waitFor();
  await page.unroute("**/api/v1/tables/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "There’s no such table" }).waitFor();
  await context.close();
});

test("what cannot be done is refused in a sentence, which goes when something else is done", async () => {
  const table = (game, actions = []) => ({
    ...QUICK,
    [`capucine.table.${game}`]: JSON.stringify({
      id: game,
      at: 1,
      seats: [
        { kind: "me", name: "" },
        { kind: "bot", level: "random", name: "Iris" },
      ],
      record: {
        capucine: 1,
        game,
        rules: RULES,
        players: 2,
        options: PLAIN[game],
        seed: "8",
        actions,
      },
    }),
  });
  const { page, context } = await open("/local/capitol", { storage: table("capitol") });
  await page.click('.plot[data-at="building:2 round"]');
  const refusal = page.locator(".action-bar .refusal");
  await refusal.waitFor();
  assert.ok((await refusal.innerText()).split(" ").length >= 3, await refusal.innerText());
  await playOn(page, { seed: 1, most: 1 });
  await refusal.waitFor({ state: "detached" });
  await context.close();
});
