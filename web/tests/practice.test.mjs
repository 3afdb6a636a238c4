// Practice: what is asked when, how progress is merged; and in the browser the position of the day,
// series, right and wrong answers, and what comes back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { gameOf, load, newEngine } from "./boards.mjs";
import {
  covers,
  DESK,
  GAMES,
  inFonts,
  intercept,
  LANGUAGES,
  openPage,
  overflow,
  PHONE,
  QUICK,
  shoot,
  smallTargets,
} from "./browser.mjs";
import { browser, server } from "./stage.mjs";

const model = await load({
  "model/practice.ts":
    "answered, isDue, isSolved, merge, readDone, readPositions, themesOf, seriesOf, nextPosition, countOf, knownOf, gameOfDay, positionOfDay, dayOf, ALL, DUE",
});

const position = (id, theme = "bid") => ({ id, theme, record: {}, seat: 0, best: ["a"] });
const DAY = 20_000;

describe("without a page", () => {
  test("what was missed comes back after 1, 3, 7 and 21 days, and then no more", () => {
    let seen = model.answered(undefined, false, DAY);
    assert.deepEqual(seen, { right: 0, wrong: 1, due: DAY + 1 });
    assert.ok(!model.isDue(seen, DAY));
    const days = [1, 3, 7, 21];
    for (const [i, step] of days.entries()) {
      assert.ok(model.isDue(seen, seen.due) && !model.isDue(seen, seen.due - 1));
      const today = seen.due;
      seen = model.answered(seen, true, today);
      assert.equal(seen.due, i === 3 ? 0 : today + days[i + 1], `after ${step} days`);
    }
    assert.ok(!model.isDue(seen, DAY + 1000));
    seen = model.answered(seen, false, DAY);
    assert.deepEqual(seen, { right: 0, wrong: 2, due: DAY + 1 }, "missed again: it begins anew");
  });

  test("what was found at once does not come back", () => {
    const seen = model.answered(undefined, true, DAY);
    assert.deepEqual(seen, { right: 1, wrong: 0, due: 0 });
    assert.ok(model.isSolved(seen) && !model.isDue(seen, DAY + 1000));
  });

  test("progress of two places is merged, in any order and more than once", () => {
    const a = {
      "capitol-001": { right: 0, wrong: 2, due: DAY + 1 },
      "capitol-002": { right: 2, wrong: 1, due: DAY + 7 },
      "capitol-003": { right: 1, wrong: 0, due: 0 },
    };
    const b = {
      "capitol-001": { right: 3, wrong: 1, due: DAY + 21 },
      "capitol-002": { right: 1, wrong: 1, due: DAY + 3 },
      "caprice-001": { right: 1, wrong: 0, due: 0 },
    };
    const all = { ...a, "caprice-001": b["caprice-001"] };
    assert.deepEqual(model.merge(a, b), all);
    assert.deepEqual(model.merge(b, a), all);
    assert.deepEqual(model.merge(all, b), all);
    const many = Object.fromEntries(
      Array.from({ length: 1200 }, (_, i) => [`capone-${i}`, { right: 1, wrong: 0, due: 0 }]),
    );
    const bounded = model.merge(many, a);
    assert.equal(Object.keys(bounded).length, 1000);
    assert.ok(bounded["capitol-001"] && bounded["capitol-002"], "what comes back is not forgotten");
  });

  test("progress that is none is left out", () => {
    const good = { "a-1": { right: 1, wrong: 0, due: 0 } };
    assert.deepEqual(
      model.readDone({ ...good, "a-2": { right: -1, wrong: 0, due: 0 }, "a-3": null, "a-4": 7 }),
      good,
    );
    for (const nothing of [null, 7, "x", undefined]) assert.deepEqual(model.readDone(nothing), {});
  });

  test("what is due comes first, then what is new, then the rest, and nothing twice", () => {
    const positions = ["a-1", "a-2", "a-3", "a-4"].map((id) => position(id));
    const done = {
      "a-1": { right: 1, wrong: 0, due: 0 },
      "a-3": { right: 0, wrong: 1, due: DAY },
    };
    const order = [];
    for (let next; (next = model.nextPosition(positions, done, DAY, order)); ) order.push(next.id);
    assert.deepEqual(order, ["a-3", "a-2", "a-4", "a-1"]);
    assert.deepEqual(
      model.seriesOf(positions, model.DUE, done, DAY).map(({ id }) => id),
      ["a-3"],
    );
    assert.deepEqual(model.countOf(positions, done, DAY), { all: 4, solved: 1, due: 1 });
    assert.deepEqual(model.knownOf("a", done, DAY), { seen: 2, solved: 1, due: 1 });
    assert.deepEqual(model.knownOf("b", done, DAY), { seen: 0, solved: 0, due: 0 });
  });

  test("series are by theme", () => {
    const positions = [position("a-1", "roof"), position("a-2"), position("a-3", "roof")];
    assert.deepEqual(model.themesOf(positions), ["bid", "roof"]);
    assert.deepEqual(
      model.seriesOf(positions, "roof", {}, DAY).map(({ id }) => id),
      ["a-1", "a-3"],
    );
    assert.equal(model.seriesOf(positions, model.ALL, {}, DAY).length, 3);
  });

  test("games and their positions take turns by the day", () => {
    const games = ["a", "b", "c"];
    const positions = [position("a-1"), position("a-2")];
    assert.deepEqual(
      [0, 1, 2, 3].map((day) => model.gameOfDay(games, day)),
      ["a", "b", "c", "a"],
    );
    assert.deepEqual(
      [0, 3, 6].map((day) => model.positionOfDay(positions, day, 3).id),
      ["a-1", "a-2", "a-1"],
    );
    assert.equal(model.gameOfDay([], 5), undefined);
    assert.equal(model.positionOfDay([], 5, 1), undefined);
  });

  test("a day is that of the reader's calendar", () => {
    const date = new Date(2026, 10, 17, 0, 30);
    assert.equal(model.dayOf(date), Date.UTC(2026, 10, 17) / 86_400_000);
    assert.equal(model.dayOf(new Date(2026, 10, 17, 23, 30)), model.dayOf(date));
  });

  test("a file has a position a line", () => {
    const text = `${JSON.stringify(position("a-1"))}\n${JSON.stringify(position("a-2"))}\n`;
    assert.deepEqual(
      model.readPositions(text).map(({ id }) => id),
      ["a-1", "a-2"],
    );
  });
});

// ------------------------------------------------------------------------ in the browser

const engine = await newEngine();

/** Decisions of a random game that were clearly wrong, as positions to practise; `wrong` is what the
 * bot did. */
function blundersOf(game, wanted) {
  engine.load(gameOf(game)(2, {}, 5));
  engine.dice(3);
  for (let [seat] = engine.actors(); seat !== undefined; [seat] = engine.actors())
    engine.apply(seat, engine.choose("random", seat));
  const { result: _, ...record } = engine.record();
  const found = [];
  for (let at = 0; at < record.actions.length && found.length < wanted; at++) {
    const { loss, error, seat, best, played, win, best_win } = engine.review(at);
    if (loss < 0.15 || loss < 6 * error) continue;
    found.push({
      id: `${game}-00${found.length + 1}`,
      theme: found.length % 2 ? "tile" : "build",
      record: { ...record, actions: record.actions.slice(0, at) },
      seat,
      best: [best],
      win: best_win,
      second: win,
      wrong: played,
    });
  }
  assert.equal(found.length, wanted, "random bots play too well");
  return found;
}
const POSITIONS = blundersOf("capitol", 3);
/** A day on which it is Capitol's turn. */
const TODAY = DAY - (DAY % GAMES.length) + GAMES.indexOf("capitol");
const OF_TODAY = POSITIONS[Math.floor(TODAY / GAMES.length) % POSITIONS.length];

/** Opens a page on that day; the positions are our own. */
async function open(path, { day = TODAY, storage = {}, positions = POSITIONS, ...more } = {}) {
  const opened = await openPage(browser, `${server.url}/build.json`, {
    ...more,
    storage: { ...QUICK, ...storage },
    timezoneId: "UTC",
  });
  const { page, context } = opened;
  await intercept(context, "**/practice-*.jsonl", (route) =>
    route.fulfill({ body: positions.map((one) => JSON.stringify(one)).join("\n") }),
  );
  await page.clock.setFixedTime(day * 86_400_000 + 40_000_000);
  await page.goto(server.url + path);
  return opened;
}

const doneIn = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("capucine.practice") ?? "{}"));

/** Does an action by the list of all actions. */
async function choose(page, action) {
  await page.locator(".choices summary").click();
  await page.locator(`.choices button[data-action="${action}"]`).click();
  await page.locator(".action-bar .do[aria-disabled=false]").click();
}

test("the home page has the position of the day, and loads none for it", async () => {
  const { page, context, problems } = await openPage(browser, server.url, { viewport: PHONE });
  const asked = [];
  context.on("request", (request) => /practice/.test(request.url()) && asked.push(request.url()));
  await page.clock.setFixedTime(TODAY * 86_400_000);
  await page.reload();
  const card = page.locator(".today .own-game");
  await card.waitFor();
  assert.match(await card.innerText(), /Today’s position\s+Capitol\s+Find the best action/);
  assert.deepEqual(asked, []);
  assert.deepEqual(problems, []);
  await context.close();
});

test("the position of the day: a wrong answer, the right one, and it is done", async () => {
  const { page, context, problems } = await open("/practice/today");
  await page.locator("main.puzzle .choices").waitFor();
  assert.match(await page.locator(".phase").innerText(), /Today’s position/);
  const prompt = await page.locator(".action-bar .prompt").innerText();
  assert.match(prompt, /^\S.* Find your best action: one is clearly best\.$/);
  await choose(page, OF_TODAY.wrong);
  await page.getByRole("heading", { name: "There is something better" }).waitFor();
  const told = page.locator(".decision");
  assert.match(await told.innerText(), /This choice wins about \d+ games fewer in 100\./);
  await told.locator(".reasons p").first().waitFor();
  assert.equal(await told.locator(".ways, .number").count(), 0, "the answer is not told yet");
  assert.deepEqual(await doneIn(page), { [OF_TODAY.id]: { right: 0, wrong: 1, due: TODAY + 1 } });
  await page.getByRole("button", { name: "Try again" }).click();
  await choose(page, OF_TODAY.best[0]);
  await page.getByRole("heading", { name: "Right!" }).waitFor();
  assert.deepEqual(
    await doneIn(page),
    { [OF_TODAY.id]: { right: 0, wrong: 1, due: TODAY + 1 } },
    "the first answer counts",
  );
  await page.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/practice");
  await page.locator(".today").getByText("done for today").waitFor();
  assert.match(await page.locator(".practice .games").innerText(), /Not started yet/);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a series asks what is due, then what is new, until nothing is left", async () => {
  const missed = { [POSITIONS[1].id]: { right: 1, wrong: 1, due: TODAY } };
  const { page, context, problems } = await open("/practice/capitol", {
    storage: { "capucine.practice": JSON.stringify(missed) },
  });
  const series = page.locator(".series");
  await series.first().waitFor();
  assert.deepEqual(await series.locator("b").allTextContents(), [
    "What you missed",
    "All positions",
    ...new Set(["Raising houses", "Placing what you have won"]),
  ]);
  await series.nth(1).locator("a").click();
  for (const [i, { best }] of [POSITIONS[1], POSITIONS[0], POSITIONS[2]].entries()) {
    await page.locator("main.puzzle .choices").waitFor();
    assert.match(await page.locator(".phase").innerText(), new RegExp(` · ${i + 1} of 3$`));
    await choose(page, best[0]);
    await page.getByRole("heading", { name: "Right!" }).waitFor();
    assert.equal(Object.keys(await doneIn(page)).length, i + 1);
    await page.getByRole("button", { name: "Next position" }).click();
  }
  await page.getByText("That’s all for today in this series.").waitFor();
  assert.deepEqual((await doneIn(page))[POSITIONS[1].id], { right: 2, wrong: 1, due: TODAY + 7 });
  await page.getByRole("link", { name: "Choose another series" }).click();
  await page.getByText("3 of 3 solved").first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("who gives up is shown the answer, and is asked again tomorrow", async () => {
  const { page, context } = await open("/practice/capitol?series=all");
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.getByRole("heading", { name: "The answer" }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".rings i").length > 0);
  assert.match(await page.locator(".decision").innerText(), /Best:/);
  await shoot(page, "practice-answer");
  assert.deepEqual(await doneIn(page), {
    [POSITIONS[0].id]: { right: 0, wrong: 1, due: TODAY + 1 },
  });
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL("**/local/*");
  await page.waitForSelector("main.table:not(.puzzle)");
  await context.close();
});

test("progress goes with an account, and is merged with what a browser knows", async () => {
  const first = await open("/account", {
    storage: { "capucine.practice": '{"capitol-001":{"right":0,"wrong":2,"due":20001}}' },
  });
  const { page } = first;
  await page.locator("form.card").first().getByRole("textbox", { name: "Name" }).fill("Practiser");
  await page.getByRole("button", { name: "Pick a name and play" }).click();
  await page.getByText("You’re playing as a guest: Practiser.").waitFor();
  const put = page.waitForResponse((one) => one.request().method() === "PUT");
  await page.goto(`${server.url}/practice`);
  assert.equal((await put).status(), 200);
  await page.evaluate(() =>
    localStorage.setItem(
      "capucine.practice",
      '{"capitol-001":{"right":3,"wrong":1,"due":20050},"capitol-002":{"right":1,"wrong":0,"due":0}}',
    ),
  );
  await page.reload();
  await page.waitForFunction(() => localStorage.getItem("capucine.practice").includes('"wrong":2'));
  const kept = await page.evaluate(async () => (await fetch("/api/v1/me/practice")).json());
  assert.deepEqual(kept.done["capitol-001"], { right: 0, wrong: 2, due: 20001 });
  await first.context.close();
});

const SCREENS = {
  phone: { width: 390, height: 664 },
  tall: PHONE,
  lying: { width: 844, height: 390 },
  desk: DESK,
  wide: { width: 1920, height: 1080 },
};

for (const [name, viewport] of Object.entries(SCREENS))
  test(`practice fits and is accessible, ${name}`, async () => {
    const theme = name === "tall" || name === "desk" ? "dark" : "light";
    const { page, context } = await open("/practice", { viewport, theme });
    const check = async (part) => {
      assert.deepEqual(await overflow(page), [], part);
      assert.deepEqual(await violations(page), [], part);
      await shoot(page, `practice-${part}-${name}`);
    };
    await page.waitForSelector(".games:not(:has(.picture:empty))");
    await check("index");
    await page.goto(`${server.url}/practice/capitol`);
    await page.waitForSelector(".series");
    await check("game");
    await page.locator(".series a").first().click();
    await page.locator("main.puzzle .choices").waitFor();
    await check("position");
    await choose(page, POSITIONS[0].wrong);
    await page.locator(".decision").waitFor();
    await check("wrong");
    assert.deepEqual(await smallTargets(page, [".decision"]), []);
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.locator(".decision .better").first().waitFor();
    await check("shown");
    await context.close();
  });

/** Positions that come with a game, one for each kind of action. */
function shipped(game) {
  const file = new URL(`../../src/games/${game}/practice.jsonl`, import.meta.url);
  const all = readFileSync(file, "utf8").trim().split("\n").map(JSON.parse);
  return new Map(all.map((one) => [one.best[0].split(" ")[0], one]));
}

for (const [game, verb] of [
  ["caprice", "place"],
  ["capitol", "permit"],
  ["capone", "invest"],
  ["capital-lux-2", "agent"],
])
  test(`on a phone the question is whole, and the board stays as it was, ${game}`, async () => {
    const positions = [shipped(game).get(verb)];
    for (const viewport of [SCREENS.phone, SCREENS.lying]) {
      const how = { viewport, positions, language: "fr" };
      const { page, context } = await open(`/practice/${game}?series=all`, how);
      await page.locator("main.puzzle .choices").waitFor();
      await inFonts(page, async (font) => {
        const rest = await page
          .locator(".action-bar .said")
          .evaluate((said) => said.scrollHeight - said.clientHeight);
        assert.equal(rest, 0, `${viewport.width}, ${font}`);
      });
      const board = () => page.locator(".table > .board").boundingBox();
      const before = await board();
      await page.locator(".action-bar .hint").click();
      await page.locator(".decision .explanation").waitFor();
      assert.deepEqual(await board(), before);
      assert.deepEqual(await covers(page, ".decision", [".board"]), []);
      await shoot(page, `practice-${game}-${viewport.width}`);
      await context.close();
    }
  });

test("no text of practice is missing in any language", async () => {
  for (const language of LANGUAGES) {
    const { page, context } = await open("/practice", { language });
    const complete = async () => {
      const text = await page.evaluate(() => document.body.innerHTML);
      assert.deepEqual(text.match(/⟦[^⟧]*⟧|\{[a-z]+\}/g), null, language);
    };
    await page.waitForSelector(".today");
    await complete();
    const [start] = await page.locator(".game-body .do").allInnerTexts();
    assert.doesNotMatch(start, / /, "a word that does not break");
    await page.goto(`${server.url}/practice/capitol`);
    await page.waitForSelector(".series");
    await complete();
    await page.locator(".series a").first().click();
    await page.locator("main.puzzle .choices").waitFor();
    await complete();
    await choose(page, POSITIONS[0].wrong);
    await page.locator(".decision").waitFor();
    await complete();
    await context.close();
  }
});
