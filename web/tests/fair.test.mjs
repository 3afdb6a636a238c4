// Fair play online: hints only where the table has them, a deal that can be checked, taking back what
// one has decided, and bytes of a view that are none.
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { test } from "node:test";
import { answerTo, intercept, openPage, PHONE, plainly, QUICK, shoot, stored } from "./browser.mjs";
import { playOn } from "./driver.mjs";
import { browser, server } from "./stage.mjs";

const open = (path, more = {}) =>
  openPage(browser, path.startsWith("http") ? path : server.url + path, {
    viewport: PHONE,
    storage: { ...QUICK, ...plainly("caprice") },
    ...more,
  });

/** Ann makes a table for two by the form; `change` does to it what is to be tested. */
async function makeTable(game, { change = async () => {}, ...more } = {}) {
  const ann = await open(`/new/${game}?with=friends`, more);
  await ann.page.getByRole("radio", { name: "2", exact: true }).check();
  await ann.page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await change(ann.page);
  await ann.page.getByRole("button", { name: "Create the table" }).click();
  await ann.page.waitForURL("**/t/*");
  return { ...ann, id: new URL(ann.page.url()).pathname.split("/")[2] };
}

async function sit(link, { button = "Sit down", name = "Name", ...more } = {}) {
  const bob = await open(link, more);
  await bob.page.getByRole("textbox", { name }).fill("Bob");
  await bob.page.getByRole("button", { name: button }).click();
  await bob.page.waitForSelector("main.table");
  return bob;
}

async function twoAtATable(game, more = {}) {
  const ann = await makeTable(game, more);
  const bob = await sit(`${server.url}/t/${ann.id}`);
  await ann.page.waitForSelector("main.table");
  return [ann, bob];
}

const ask = (page, path) =>
  page.evaluate((path) => fetch(`/api/v1${path}`).then((answer) => answer.json()), path);

const close = (...people) => Promise.all(people.map(({ context }) => context.close()));

/** Whoever of them is to decide now, and the other. */
async function inOrder(one, other) {
  const turn = ({ page }) => page.waitForSelector(".choices").then(() => page);
  const first = await Promise.any([turn(one), turn(other)]);
  return first === one.page ? [one, other] : [other, one];
}

// -------------------------------------------------------------------------- hints

test("hints are a table's own to allow: against people there are none unless it says so", async () => {
  const [ann, bob] = await twoAtATable("caprice");
  const { table } = await ask(ann.page, `/tables/${ann.id}`);
  assert.equal(table.hints, false);
  const [first] = await inOrder(ann, bob);
  const hint = first.page.locator(".action-bar button.hint");
  assert.equal(await hint.getAttribute("aria-disabled"), "true");
  await hint.click({ force: true }); // it can be asked why
  await first.page
    .locator(".refusal")
    .filter({ hasText: "There are no hints at this table" })
    .waitFor();
  assert.equal(await first.page.locator(".hints").count(), 0);
  await shoot(first.page, "fair-no-hints");
  await close(ann, bob);
});

test("a table for people may have hints, and one against bots none", async () => {
  const box = (page) => page.getByRole("checkbox", { name: "Players may ask for hints" });
  const change = async (page) => {
    assert.equal(await box(page).isChecked(), false);
    await shoot(page, "fair-new");
    await box(page).check();
  };
  const [ann, bob] = await twoAtATable("caprice", { change });
  const [first] = await inOrder(ann, bob);
  await first.page.locator(".action-bar button.hint").click();
  await first.page.locator(".hints li").first().waitFor();
  await close(ann, bob);

  const alone = await makeTable("caprice", {
    change: async (page) => {
      await page.getByRole("combobox", { name: "Seat B" }).selectOption("random");
      assert.equal(await box(page).isChecked(), true);
      await box(page).uncheck();
    },
  });
  await alone.page.waitForSelector(".choices");
  await alone.page.locator(".action-bar button.hint").click({ force: true });
  await alone.page.locator(".refusal").waitFor();
  assert.equal(await alone.page.locator(".hints").count(), 0);
  await close(alone);
});

// --------------------------------------------------------------------------- deal

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const deal = (page) => page.locator(".ending .deal");

test("everybody adds to the deal, and is told afterwards that it was fair", async () => {
  const [ann, bob] = await twoAtATable("caprice");
  const promised = (await ask(ann.page, `/tables/${ann.id}`)).table.seal;
  assert.deepEqual(Object.keys(promised), ["commitment"]);
  await Promise.all([playOn(ann.page, { seed: 1 }), playOn(bob.page, { seed: 2 })]);
  for (const { page } of [ann, bob])
    await deal(page).filter({ hasText: "The deal was fair. We checked." }).waitFor();
  const record = await ask(ann.page, `/tables/${ann.id}/record`);
  const { commitment, secret, mixes } = record.seal;
  assert.equal(commitment, promised.commitment);
  assert.equal(sha256(secret), commitment);
  assert.equal(sha256([secret, ...mixes].join("\n")), record.seed);
  for (const mix of mixes) assert.match(mix, /^[0-9a-f]{32}$/);
  assert.notEqual(mixes[0], mixes[1]);
  await shoot(ann.page, "fair-deal");

  // again: both add to that deal as well, the second by sitting down on the seat kept for him
  await ann.page.getByRole("button", { name: "Play again" }).click();
  await bob.page.locator(".banner a[href^='/t/']").click();
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await Promise.all([ann, bob].map(({ page }) => page.waitForSelector("main.table")));
  await Promise.all([playOn(ann.page, { seed: 3 }), playOn(bob.page, { seed: 4 })]);
  for (const { page } of [ann, bob])
    await deal(page).filter({ hasText: "The deal was fair. We checked." }).waitFor();

  // whoever only looks knows of nothing to look for
  const eve = await open(`/t/${ann.id}`);
  await deal(eve.page).filter({ hasText: "The deal matches its seal." }).waitFor();

  // and what is wrong is said
  const wrong = async (change, sentence) => {
    await ann.page.route("**/record", (route) =>
      route.fulfill({ json: change(structuredClone(record)) }),
    );
    await ann.page.goto(`${server.url}/t/${ann.id}`);
    await deal(ann.page).filter({ hasText: sentence }).waitFor();
    await ann.page.unroute("**/record");
  };
  const seat = (await ask(ann.page, `/tables/${ann.id}`)).you;
  const seal = (sealed) => ({
    ...sealed,
    seed: sha256([sealed.seal.secret, ...sealed.seal.mixes].join("\n")),
  });
  await wrong((r) => ((r.seal.secret += "0"), r), "its secret is not the one");
  await wrong((r) => ((r.seal.mixes[1 - seat] += "0"), r), "it doesn’t follow from its seal");
  await wrong((r) => ((r.seal.mixes[seat] = "0".repeat(32)), r), "your browser’s contribution");
  await wrong((r) => ((r.seal.mixes[1 - seat] += "0"), seal(r)), "doesn’t match the game");
  await wrong(({ seal: _, ...r }) => r, "has no seal");
  await shoot(ann.page, "fair-deal-wrong");
  await close(ann, bob, eve);
});

test("an invitation's seat adds to the deal too, and so does one's own against bots", async () => {
  const ann = await makeTable("caprice");
  const { id, link } = await ann.page.evaluate(async () => {
    const body = JSON.stringify({ game: "caprice", seats: ["me", "invite"] });
    const headers = { "Content-Type": "application/json" };
    const made = await (await fetch("/api/v1/tables", { method: "POST", headers, body })).json();
    return { id: made.id, link: made.invites[0].link };
  });
  const sent = [];
  const bob = await open(link);
  bob.page.on(
    "request",
    (request) => request.url().endsWith("/sit") && sent.push(request.postDataJSON()),
  );
  await bob.page.getByRole("textbox", { name: "Name" }).fill("Bob");
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await bob.page.waitForSelector("main.table");
  assert.match(sent[0].mix, /^[0-9a-f]{32}$/);
  assert.ok(sent[0].invite);
  assert.ok(id);
  await close(ann, bob);

  const alone = await makeTable("caprice", {
    change: (page) => page.getByRole("combobox", { name: "Seat B" }).selectOption("random"),
  });
  await playOn(alone.page, { seed: 5 });
  await deal(alone.page).filter({ hasText: "The deal was fair. We checked." }).waitFor();
  await close(alone);
});

// ------------------------------------------------------------------------- taking back

const moves = (page) => page.locator("main").getAttribute("data-moves").then(Number);
const choices = (page) => page.locator(".choices button[data-action]").count();
const hasMoves = (page, least, most = 1000) =>
  page.waitForFunction(
    ([least, most]) => {
      const { moves } = document.querySelector("main").dataset;
      return Number(moves) >= least && Number(moves) <= most;
    },
    [least, most],
  );

/** The first turn of Caprice: a block is placed, and since nothing can be moved yet the step that follows
 * goes by itself. How many moves there were before. */
async function decideAndGoOn(page) {
  await page.waitForSelector(".choices");
  const before = await moves(page);
  assert.ok((await choices(page)) > 1, "there is a choice");
  await playOn(page, { seed: 7, most: 1 });
  await hasMoves(page, before + 2);
  return before;
}

test("taking back takes back what one has decided, not the step that came of it by itself", async () => {
  const [ann, bob] = await twoAtATable("caprice");
  const [first, second] = await inOrder(ann, bob);
  const before = await decideAndGoOn(first.page);
  await decideAndGoOn(second.page);
  await first.page.waitForSelector(".choices");
  let answers = 0;
  second.page.on("request", (request) => request.url().endsWith("/undo/answer") && answers++);
  await first.page.locator(".action-bar .undo").click();
  await first.page.locator("dialog.question .do").click();
  await second.page.locator(".banners button").first().click();
  for (const { page } of [first, second]) await hasMoves(page, before, before);
  await first.page.waitForSelector(".choices");
  assert.ok((await choices(first.page)) > 1, "one decides anew");
  assert.equal(answers, 1, "the other is asked once");
  await close(ann, bob);
});

test("against a bot of this browser, too", async () => {
  const { page, context } = await open("/local/caprice", {
    storage: stored("caprice", { players: 2 }),
  });
  const before = await decideAndGoOn(page);
  await page.waitForSelector(".choices");
  await page.locator(".action-bar .undo").click();
  await hasMoves(page, before, before);
  assert.ok((await choices(page)) > 1);
  await context.close();
});

// ------------------------------------------------------------------------------ views

/** Views that are none: what is done to the bytes of a right one. */
const BROKEN = {
  "cut off": (bytes) => bytes.subarray(0, bytes.length - 1),
  empty: (bytes) => bytes.subarray(0, 0),
  "too long": (bytes) => Buffer.concat([bytes, Buffer.alloc(8)]),
  "much too long": () => Buffer.alloc(100_000),
  random: (bytes) => randomBytes(bytes.length),
  "random behind the head": (bytes) =>
    Buffer.concat([bytes.subarray(0, 56), randomBytes(bytes.length - 56)]),
  "another game's": (bytes) => Buffer.concat([Buffer.from([1]), bytes.subarray(1)]),
  "another seat's": (bytes) => (bytes.writeUInt8(3 - bytes[2], 2), bytes),
  "a whole position's": (bytes) => (bytes.writeUInt8(0, 2), bytes),
  "without players": (bytes) => (bytes.writeUInt8(0, 1), bytes),
  "with other actors": (bytes) => (bytes.writeUInt8(bytes[3] ^ 3, 3), bytes),
  "of zeros": (bytes) => Buffer.concat([bytes.subarray(0, 56), Buffer.alloc(bytes.length - 56)]),
};

test("bytes that are no view are refused: the page says what to do, and works again afterwards", async () => {
  const [ann, bob] = await twoAtATable("caprice");
  const [first] = await inOrder(ann, bob);
  const { page } = first;
  const banner = page.locator(".banner.foreign");
  const table = `**/api/v1/tables/${ann.id}`;
  for (const [name, change] of Object.entries(BROKEN)) {
    let told = 0;
    await intercept(page, table, async (route) => {
      const json = await answerTo(route).then((response) => response.json());
      json.bytes = change(Buffer.from(json.bytes, "base64")).toString("base64");
      told++;
      await route.fulfill({ json });
    });
    await page.reload();
    await banner.waitFor();
    assert.equal(await page.locator(".choices").count(), 0, name);
    assert.ok(told > 0);
    await page.unroute(table);
  }
  await shoot(page, "fair-foreign");
  await banner.getByRole("button", { name: "Reload" }).click();
  await page.waitForSelector(".choices");
  assert.equal(await banner.count(), 0);
  await playOn(page, { seed: 1, most: 1 });
  await close(ann, bob);
});

test("a table of other rules is not played with this engine", async () => {
  const [ann, bob] = await twoAtATable("caprice");
  const [{ page }] = await inOrder(ann, bob);
  await intercept(page, `**/api/v1/tables/${ann.id}`, async (route) => {
    const json = await answerTo(route).then((response) => response.json());
    json.table.rules++;
    await route.fulfill({ json });
  });
  await page.reload();
  await page.locator(".banner.foreign").waitFor();
  assert.equal(await page.locator(".choices").count(), 0);
  await close(ann, bob);
});

test("a word at the wrong moment does not leave one without a move", async () => {
  const [ann, bob] = await twoAtATable("caprice");
  const [{ page }, other] = await inOrder(ann, bob);
  // while the page asks how the table stands, the other one says something
  let said = false;
  await intercept(page, `**/api/v1/tables/${ann.id}`, async (route) => {
    const answer = await answerTo(route);
    if (!said) {
      said = true;
      await other.page.evaluate(
        (id) =>
          fetch(`/api/v1/tables/${id}/chat`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: '{"text":"hello"}',
          }),
        ann.id,
      );
    }
    await route.fulfill({ response: answer });
  });
  await page.reload();
  await page.waitForSelector(".choices");
  assert.ok(said);
  await close(ann, bob);
});
