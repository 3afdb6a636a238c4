// What makes the client quick, as far as it can be counted. Times are bench.mjs's.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { GAMES, openPage, PHONE, PLAIN, stored } from "./browser.mjs";
import { browser, server } from "./stage.mjs";

test("the first load is small", async () => {
  const { page, context } = await openPage(browser, server.url, {
    viewport: PHONE,
    storage: {
      "capucine.choice.caprice": JSON.stringify({
        players: 2,
        level: "random",
        options: PLAIN.caprice,
      }),
    },
  });
  await page.locator(".game button.do").first().click();
  await page.waitForSelector(".choices");
  // what the worker fetches is fetched once more here, to be counted
  const bytes = await page.evaluate(async () => {
    const { name } = performance
      .getEntriesByType("resource")
      .find(({ name }) => name.includes("/worker-"));
    const engine = /\/engine-[0-9a-f]+\.wasm/.exec(await (await fetch(name)).text())[0];
    await (await fetch(engine)).arrayBuffer();
    const sizes = new Map();
    for (const entry of [
      ...performance.getEntriesByType("navigation"),
      ...performance.getEntriesByType("resource"),
    ])
      sizes.set(entry.name, Math.max(entry.encodedBodySize, sizes.get(entry.name) ?? 0));
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  });
  console.log(`first load: ${Math.round(bytes / 1024)} KB`);
  await context.close();
  assert.ok(bytes > 100 * 1024 && bytes <= 280 * 1024);
});

/** Whether something was fetched whose name begins so. */
const fetched = (page, name) =>
  page.evaluate(
    (name) =>
      performance
        .getEntriesByType("resource")
        .some((entry) => new URL(entry.name).pathname.startsWith(`/${name}-`)),
    name,
  );

test("the first page has the games' pictures and none of their boards", async () => {
  const { page, context, problems } = await openPage(browser, server.url, { viewport: PHONE });
  for (const game of GAMES) await page.locator(`.game .picture.${game} svg`).waitFor();
  for (const name of [...GAMES, "study"]) assert.equal(await fetched(page, name), false, name);
  await page.goto(`${server.url}/learn/capone`);
  await page.locator(".about-game .picture svg").waitFor();
  await page.goto(`${server.url}/practice`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await fetched(page, "study"), true, "styles and texts of practice");
  assert.equal(await page.getByText("⟦").count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

/** In the page: the order in which a worker answers when a master is to move and then, while it
 * thinks, some questions are asked. */
async function answersWhileThinking(record) {
  const { name } = performance
    .getEntriesByType("resource")
    .find(({ name }) => name.includes("/worker-"));
  const worker = new Worker(name, { type: "module" });
  const answers = [];
  const calls = [
    ["load", record],
    ["bot", "master", 0],
    ...Array.from({ length: 20 }, () => ["legal", 0]),
  ];
  const all = new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      answers.push(data.error?.message ?? calls[data.id][0]);
      if (answers.length === calls.length) resolve();
    };
  });
  calls.forEach(([method, ...args], id) => worker.postMessage({ id, method, args }));
  await all;
  worker.terminate();
  return answers;
}

test("the page does not search, and nothing waits while a master thinks", async () => {
  const storage = stored("capitol", { players: 2 }, "master");
  const { page, context } = await openPage(browser, `${server.url}/local/capitol`, {
    viewport: PHONE,
    storage,
  });
  await page.waitForSelector(".choices, .flower .thinks");
  const own = await page.evaluate(() =>
    performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm")),
  );
  assert.deepEqual(own, [], "only the worker has an engine");
  const { record } = JSON.parse(storage["capucine.table.capitol"]);
  const answers = await page.evaluate(answersWhileThinking, record);
  assert.equal(answers.at(-1), "bot", `${answers}`);
  await context.close();
});

/** In the page: a worker loads a record, and a bot decides. */
async function decide({ record, level }) {
  const { name } = performance
    .getEntriesByType("resource")
    .find(({ name }) => name.includes("/worker-"));
  const worker = new Worker(name, { type: "module" });
  const calls = [
    ["load", record],
    ["bot", level, 0],
  ];
  const decided = new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      if (data.id === 1) resolve(data.error?.message ?? data.value);
    };
  });
  calls.forEach(([method, ...args], id) => worker.postMessage({ id, method, args }));
  const action = await decided;
  worker.terminate();
  return action;
}

const hasNet = (game) => existsSync(new URL(`../../src/games/${game}/master.net`, import.meta.url));

for (const game of ["capital-lux-2", "capone", "capitol", "caprice"])
  test(`a net comes when a master plays ${game}, and not before`, async () => {
    const storage = stored(game, { players: 3 });
    const { page, context } = await openPage(browser, `${server.url}/local/${game}`, {
      viewport: PHONE,
      storage,
    });
    const nets = [];
    context.on("request", (request) => {
      const [found] = /\/net-.*/.exec(request.url()) ?? [];
      if (found) nets.push(found);
    });
    await page.waitForSelector(".choices, .flower .thinks");
    const { record } = JSON.parse(storage[`capucine.table.${game}`]);
    assert.ok(await page.evaluate(decide, { record, level: "club" }));
    assert.deepEqual(nets, [], "no other bot needs it");
    assert.ok(await page.evaluate(decide, { record, level: "master" }));
    const expected = hasNet(game) ? [new RegExp(`^/net-${game}-[0-9a-f]+\\.bin$`)] : [];
    assert.equal(nets.length, expected.length, `${nets}`);
    for (const [i, name] of expected.entries()) assert.match(nets[i], name);
    await context.close();
  });
