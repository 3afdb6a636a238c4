// A record is looked at again: where one stops, the list of moves, keys, the graph, the address of a
// moment, playing by itself; and nothing lies over the position that one looks at.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { gameOf, load, newEngine } from "./boards.mjs";
import { DESK, GAMES, openPage, overflow, PHONE, shoot, stored } from "./browser.mjs";
import { browser, server } from "./stage.mjs";

const { stopsOf, turnsOf, turnFrom, hashOf, momentOf, opened, coarseToFine, isMove } = await load({
  "model/replay.ts": "stopsOf, turnsOf, turnFrom, hashOf, momentOf, opened, coarseToFine",
  "engine/types.ts": "isMove",
});
const engine = await newEngine();

/** A whole game of simple bots, the same in every run. */
function wholeGame(game) {
  engine.load(gameOf(game)(3, {}, 5));
  engine.dice(3);
  for (let [seat] = engine.actors(); seat !== undefined; [seat] = engine.actors())
    engine.apply(seat, engine.choose("greedy", seat));
  return engine.record();
}
const RECORDS = Object.fromEntries(GAMES.map((game) => [game, wholeGame(game)]));

describe("without a page", () => {
  const move = (seat, action = "a") => ({ kind: "move", move: [seat, action], at: 0, old: true });
  const event = (id) => ({ kind: "event", event: { id }, at: 0, old: true });

  test("one stops after every move that is told, and at the end", () => {
    const actions = [
      [0, "place"],
      [0, "stay"],
      [1, "place"],
      [1, "stay"],
    ];
    assert.deepEqual(stopsOf(actions, { silent: ["stay"] }), [0, 1, 4]);
    assert.deepEqual(stopsOf(actions, {}), [0, 1, 2, 3, 4]);
    assert.deepEqual(stopsOf([], {}), [0]);
  });

  test("moves are in turns, a round begins a new one, and events belong to their move", () => {
    const turns = turnsOf([move(0), event("full"), move(0), move(1), event("round"), move(1)]);
    assert.deepEqual(
      turns.map(({ seat, opens, moves }) => [
        seat,
        opens?.event.id,
        moves.map(({ stop, events }) => [stop, events.length]),
      ]),
      [
        [
          0,
          undefined,
          [
            [1, 1],
            [2, 0],
          ],
        ],
        [1, undefined, [[3, 0]]],
        [1, "round", [[4, 0]]],
      ],
    );
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((stop) => [turnFrom(turns, stop, -1), turnFrom(turns, stop, 1)]),
      [
        [0, 2],
        [0, 2],
        [0, 3],
        [2, 4],
        [3, 4],
      ],
    );
  });

  test("an address says a moment, and nothing that is not there", () => {
    for (const moment of [
      { stop: 37, eyes: 1 },
      { stop: 0, eyes: "open" },
      { stop: 5, eyes: "spectator" },
    ])
      assert.deepEqual(momentOf(hashOf(moment), 40, 3), moment);
    assert.deepEqual(momentOf("m=99&seat=7", 40, 3), { stop: 40, eyes: "open" });
    assert.deepEqual(momentOf("m=-1", 40, 3), { stop: 0, eyes: "open" });
    assert.deepEqual(momentOf("what=else", 40, 3), { stop: 0, eyes: "open" });
  });

  test("a graph has its ends first, and no stop twice", () => {
    for (const length of [0, 1, 2, 7, 64, 300]) {
      const order = coarseToFine(length);
      assert.deepEqual([...new Set(order)], order);
      assert.ok(order.includes(0) && order.includes(length) && order.length <= 65, `${length}`);
    }
    assert.equal(coarseToFine(20).length, 21);
  });

  for (const game of GAMES)
    test(`every story of ${game} has all moves of its record, in their order`, () => {
      const { actions } = RECORDS[game];
      engine.load(RECORDS[game]);
      for (const eyes of [null, 0, 1, 2]) {
        const moves = engine.story(eyes).filter(isMove);
        assert.deepEqual(
          moves.map(([seat]) => seat),
          actions.map(([seat]) => seat),
        );
      }
      assert.deepEqual(opened(engine.story(null), actions).filter(isMove), actions);
    });
});

/** Opens a record; `hash` says the moment. Returns what tests ask of it. */
async function open(game, { hash = "", viewport = DESK, ...more } = {}) {
  const storage = stored(game, RECORDS[game]);
  const found = await openPage(browser, `${server.url}/replay?local=${game}${hash}`, {
    viewport,
    storage,
    ...more,
  });
  const { page } = found;
  await page.waitForSelector("main.replay .board", { state: "attached" });
  const last = Number(await page.getByRole("slider").getAttribute("aria-valuemax"));
  /** Until board, list and graph show that stop. */
  const at = (stop) =>
    page.waitForFunction(
      (stop) =>
        document.querySelector("main.replay")?.dataset.stop === stop &&
        (document.querySelector(".moves [aria-current]")?.dataset.stop ??
          (document.querySelector(".moves") ? "none" : stop)) === stop &&
        document.querySelector("[role=slider]").getAttribute("aria-valuenow") === stop,
      String(stop),
    );
  return { ...found, last, at };
}

/** Whether the line of the present move is in sight within its list; of a long one, its beginning. */
const inSight = (page) =>
  page.evaluate(() => {
    const list = document.querySelector(".moves").getBoundingClientRect();
    const line = document.querySelector(".moves [aria-current]").getBoundingClientRect();
    const end = Math.min(line.bottom, line.top + list.height / 2);
    return line.top >= list.top - 1 && end <= list.bottom + 1;
  });

test("the list tells every move, marks the present one in sight, and a tap goes there", async () => {
  const { page, context, problems, last, at } = await open("capitol");
  await at(0);
  assert.equal(await page.locator(".moves [data-stop]").count(), last + 1);
  assert.ok((await page.locator(".moves .round").count()) >= 3, "rounds part the list");
  assert.ok((await page.locator(".moves .came").count()) > 20, "what came of moves is told");
  await page.locator(`.moves [data-stop="${last - 5}"]`).click();
  await at(last - 5);
  await page.getByRole("button", { name: "Go to the start" }).click();
  await at(0);
  assert.ok(await inSight(page));
  await page.keyboard.press("End");
  await at(last);
  assert.ok(await inSight(page));
  assert.equal(await page.evaluate(() => scrollY), 0, "the page has not moved");
  assert.deepEqual(problems, []);
  await context.close();
});

test("keys go by moves and turns wherever the focus is, but not in fields", async () => {
  const { page, context, last, at } = await open("capitol", { hash: "#m=10" });
  await at(10);
  const press = async (key, stop) => {
    await page.keyboard.press(key);
    await at(stop);
  };
  await press("ArrowRight", 11);
  await press("ArrowLeft", 10);
  await page.locator(".capitol-board .area").first().focus();
  await press("ArrowRight", 11);
  await page.getByRole("button", { name: "Forward one move" }).focus();
  await press("ArrowLeft", 10);
  const ends = await page.$$eval(".moves .turn", (turns) =>
    turns.map((turn) => Number([...turn.querySelectorAll("[data-stop]")].at(-1).dataset.stop)),
  );
  const next = ends.find((end) => end > 10);
  const before = ends.findLast((end) => end < next);
  await press("ArrowDown", next);
  await press("PageUp", before);
  await press("PageDown", next);
  await press("ArrowUp", before);
  await press("End", last);
  await press("ArrowRight", last);
  await press("Home", 0);
  await page.getByRole("combobox", { name: "Speed" }).focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getByRole("combobox", { name: "Speed" }).inputValue(), "2");
  await at(0);
  await page.keyboard.press("Control+ArrowRight");
  await at(0);
  await context.close();
});

test("the graph shows chances or points, and is clicked, dragged and stepped along", async () => {
  const { page, context, last, at } = await open("capitol");
  const graph = page.getByRole("slider", { name: "Winning chances" });
  await page.waitForFunction(() => {
    const lines = [...document.querySelectorAll(".graph polyline")];
    return lines.length === 3 && lines.every((line) => line.getAttribute("points").includes(" "));
  });
  const { x, y, width, height } = await graph.boundingBox();
  const middle = y + height / 2;
  await page.mouse.click(x + width / 2, middle);
  await at(Math.round(last / 2));
  await page.mouse.move(x + width / 2, middle);
  await page.mouse.down();
  await page.mouse.move(x + width + 40, middle, { steps: 4 });
  await at(last);
  await page.mouse.move(x - 40, middle, { steps: 4 });
  await at(0);
  await page.mouse.up();
  await page.mouse.move(x + width / 2, middle);
  await graph.focus();
  await page.keyboard.press("ArrowRight");
  await at(1);
  assert.match(await graph.getAttribute("aria-valuetext"), /^Move 1 of \d+\. \S/);
  await page.getByRole("radio", { name: "Points" }).check();
  const points = page.getByRole("slider", { name: "Points" });
  await points.focus();
  await page.keyboard.press("End");
  await at(last);
  engine.load(RECORDS.capitol);
  const { scores } = engine.result();
  assert.deepEqual(await page.locator(".legend b").allTextContents(), scores.map(String));
  await context.close();
});

test("an address opens its moment, follows the steps, and can be copied", async () => {
  const { page, context, at } = await open("capital-lux-2", {
    hash: "#m=37&seat=1",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await at(37);
  const eyes = page.getByRole("combobox", { name: "Seen by" });
  assert.equal(await eyes.inputValue(), "1");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash === "#m=38&seat=1");
  await page.getByRole("button", { name: "Copy a link to this moment" }).click();
  await page.getByText("Copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/replay#r=[\w-]+&m=38&seat=1$/);
  await eyes.selectOption("open");
  await page.waitForFunction(() => location.hash === "#m=38");
  await page.evaluate(() => (location.hash = "m=5&seat=spectator"));
  await at(5);
  assert.equal(await eyes.inputValue(), "spectator");
  await context.close();
});

/** What a browser that knows nothing of the game makes of a link. */
async function elsewhere(link) {
  const found = await openPage(browser, link, { viewport: DESK });
  await found.page.waitForSelector(".moves [aria-current], .refusal");
  return found;
}

for (const game of GAMES)
  test(`a link to a moment of ${game} works in a browser that has not got the game`, async () => {
    const { page, context, at } = await open(game, {
      hash: "#m=9&seat=1",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await at(9);
    await page.getByRole("button", { name: "Copy a link to this moment" }).click();
    await page.getByText("Copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.length < 6100, `${link.length} letters`);
    const there = await elsewhere(link);
    await there.page.waitForSelector("main.replay[data-stop='9'][data-eyes='1']");
    const lines = (one) => one.locator(".moves .did").allInnerTexts();
    const told = (await lines(page)).map((line) => line.replace(/^● You /, "● Player 1 "));
    assert.equal((await lines(there.page)).length, told.length);
    assert.deepEqual(await there.page.locator(".players .name").allInnerTexts(), [
      "Player 1",
      "Bot 1",
      "Bot 2",
    ]);
    // a step is a new moment of the same link
    await there.page.keyboard.press("ArrowRight");
    await there.page.waitForFunction(() => /^#r=[\w-]+&m=10&seat=1$/.test(location.hash));
    await there.page.reload();
    await there.page.waitForSelector("main.replay[data-stop='10']");
    assert.deepEqual(there.problems, []);
    await there.context.close();
    await context.close();
  });

test("a link that is broken is said to be", async () => {
  for (const part of ["r=AAAA", "r=%%%", "r=q1YqSizJVLJSUFBKyU8tV9JRUCooyi9ITS7JLwIA"]) {
    const { page, context } = await elsewhere(`${server.url}/replay#${part}&m=3`);
    await page.getByText("This game can’t be shown.").waitFor();
    await context.close();
  }
});

/** In the page: the places whose ring is in a seat's colour. */
const ringed = () =>
  [...document.querySelectorAll(".table [data-target]")].filter(
    (place) =>
      getComputedStyle(place).outlineStyle === "solid" &&
      getComputedStyle(place).outlineWidth === "3px",
  ).length;

// what is told of moves on the board
for (const [game, told] of Object.entries({
  caprice: /placed/,
  capitol: /permit card/,
  capone: /on space \d/,
  "capital-lux-2": /to the capital/,
}))
  test(`the last move is marked in a replay of ${game}`, async () => {
    const { page, context, at } = await open(game);
    await at(0);
    assert.equal(await page.evaluate(ringed), 0, "nothing has been done yet");
    const lines = page.locator(".moves [data-stop]", { hasText: told });
    for (const line of [lines.nth(1), lines.last()]) {
      const stop = await line.getAttribute("data-stop");
      await line.click();
      await at(stop);
      assert.ok((await page.evaluate(ringed)) > 0, `move ${stop}`);
    }
    await context.close();
  });

test("at a desk the list has the height, and everything below it is in sight", async () => {
  const { page, context, at } = await open("capitol", { language: "fr" });
  await at(0);
  const box = (selector) =>
    page.locator(selector).evaluate((one) => one.getBoundingClientRect().toJSON());
  await page.waitForSelector(".replay-tools fieldset");
  await shoot(page, "replay-desk");
  assert.ok((await box(".moves")).height >= 300, `${(await box(".moves")).height} px`);
  assert.ok((await box(".share-moment")).bottom <= DESK.height);
  assert.ok((await box(".play-on")).bottom <= DESK.height);
  await context.close();
});

test("with all cards open nobody's coins lie on the towers, and nothing is to be swapped", async () => {
  const { page, context, at } = await open("caprice", { hash: "#m=9" });
  await at(9);
  assert.equal(await page.locator(".caprice-block.lit").count(), 0);
  assert.equal(await page.getByText("Tap two to swap").filter({ visible: true }).count(), 0);
  await page.getByRole("combobox", { name: "Seen by" }).selectOption("1");
  await page.waitForSelector(".one-hand", { state: "detached" });
  assert.equal(await page.getByText("Tap two to swap").filter({ visible: true }).count(), 0);
  await context.close();
});

test("all hands lie open, each with its owner's name, and one alone for one's own eyes", async () => {
  for (const game of GAMES) {
    const { page, context, at } = await open(game, { hash: "#m=9" });
    await at(9);
    const named = await page.locator(".one-hand > h2").allInnerTexts();
    assert.deepEqual(
      named.map((name) => name.replace(/^\W+/, "")),
      ["You", "Bot 1", "Bot 2"],
      game,
    );
    for (const hand of await page.locator(".one-hand > :not(h2)").all())
      assert.ok((await hand.boundingBox()).height > 20, game);
    await page.getByRole("combobox", { name: "Seen by" }).selectOption("1");
    await page.waitForSelector(".one-hand", { state: "detached" });
    assert.equal(await page.locator(".hand > .world").count(), 1, game);
    await context.close();
  }
});

for (const viewport of [
  { width: 390, height: 664 },
  { width: 844, height: 390 },
])
  test(`on a phone one hand is shown whole, and a tap shows another's, ${viewport.width}`, async () => {
    for (const game of GAMES) {
      const { page, context, at } = await open(game, { hash: "#m=20", viewport });
      await at(20);
      const owner = async () => (await page.locator(".one-hand > h2").allInnerTexts()).join();
      assert.match(await owner(), /^\W+You\s+Tap a player to see their hand\.$/, game);
      const other = page.getByRole("button", { name: "Hand of Bot 2" });
      const { width, height } = await other.boundingBox();
      assert.ok(width >= 44 && height >= 44, `${game}: ${width} × ${height}`);
      for (const [name, choice] of [
        ["You", null],
        ["Bot 2", other],
      ]) {
        await choice?.click();
        await page.locator(".one-hand > h2", { hasText: name }).waitFor();
        assert.equal(await page.locator(".one-hand").count(), 1, game);
        const cut = await page
          .locator("main > .hand")
          .evaluate((hand) => hand.scrollWidth - hand.clientWidth);
        assert.ok(cut <= 1, `${game}: ${cut} px of the hand of ${name} are cut`);
      }
      assert.equal(await other.getAttribute("aria-pressed"), "true");
      await context.close();
    }
  });

test("the list of games says who won, with how much, and counts moves as the replayer does", async () => {
  const storage = Object.assign({}, ...GAMES.map((game) => stored(game, RECORDS[game])));
  const { page, context } = await openPage(browser, `${server.url}/replay`, { storage });
  for (const game of GAMES) {
    const own = page.locator(".own-game", { has: page.locator(`a[href="/replay?local=${game}"]`) });
    await own.locator(".won").waitFor();
    engine.load(RECORDS[game]);
    const { places, scores } = engine.result();
    const names = ["You", "Bot 1", "Bot 2"];
    const winners = names.filter((_, seat) => places[seat] === 1);
    assert.equal(await own.locator(".won").innerText(), `Winner: ${winners.join(" and ")}`);
    const best = names.findIndex((_, seat) => places[seat] === 1);
    assert.match(
      await own.locator(".who").innerText(),
      new RegExp(`^${names[best]} ${scores[best]},`),
    );
    const [, moves] = /(\d+)\s+moves/.exec(await own.locator(".when").innerText());
    await own.locator("a").click();
    await page.getByText(`Move 0 of ${moves}`).waitFor();
    await page.goBack();
  }
  await context.close();
});

/** A solo game that is lost. */
function lostToRob() {
  for (let seed = 1; seed <= 60; seed++) {
    engine.load(gameOf("capital-lux-2")(1, {}, seed));
    engine.dice(seed);
    while (engine.actors().length > 0) engine.apply(0, engine.choose("random", 0));
    if (engine.result().places[0] !== 1) return engine.record();
  }
  throw new Error("all games were won");
}

test("in the list of games ROB may have won", async () => {
  const record = lostToRob();
  const { rob, scores } = engine.result();
  const { page, context } = await openPage(browser, `${server.url}/replay`, {
    storage: stored("capital-lux-2", record),
  });
  await page.getByText("Winner: ROB").waitFor();
  assert.equal(await page.locator(".own-game .who").innerText(), `You ${scores[0]}, ROB ${rob}`);
  await context.close();
});

test("it plays by itself, at the speed that is asked for, and pauses when touched", async () => {
  const { page, context, last, at } = await open("caprice");
  await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await at(2);
  await page.locator("h1").click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const stopped = await page.getByRole("slider").getAttribute("aria-valuenow");
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), 600);
  assert.equal(await page.getByRole("slider").getAttribute("aria-valuenow"), stopped);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await at(last - 1);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await at(last);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await context.close();
});

/** What boards open by themselves while one plays. */
const OVER =
  ".capitol-board .over, .clx-resolution, .ledger table, .caprice-summary, .capone-summary, [open].points-account";

for (const game of GAMES)
  test(`nothing lies over any position of ${game}`, async () => {
    const { page, context, problems, last, at } = await open(game);
    for (let stop = 1; stop <= last; stop++) {
      await page.keyboard.press("ArrowRight");
      await at(stop);
      const over = page.locator(OVER).filter({ visible: true });
      assert.equal(await over.count(), 0, `move ${stop}`);
    }
    await page.locator(".points-account summary").click();
    await page.locator(".points-account[open] > :not(summary)").first().waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });

/** Opens each tab: what does not fit on the screen, or does not show what it should. */
async function tabsInSight(page, { height }) {
  const wrong = [];
  for (const [tab, shown] of Object.entries({
    Moves: ".moves [aria-current]",
    Review: ".review",
    View: ".replay-tools select",
  })) {
    const button = page.locator(".tabs").getByRole("button", { name: tab, exact: true });
    if ((await button.count()) === 0 && tab === "View") continue; // on a desk it is in sight anyway
    await button.click();
    const place = page.locator(shown).first();
    await place.waitFor();
    const { y } = await place.boundingBox();
    if (y < 0 || y > height - 44) wrong.push(tab);
    const down = await page.evaluate(() => document.scrollingElement.scrollHeight - innerHeight);
    if (down > 1) wrong.push(`${tab} makes the page ${down} px longer`);
  }
  return wrong;
}

test("on a phone a tap in the list of moves shows the board at that move", async () => {
  const { page, context, at } = await open("capitol", {
    hash: "#m=20",
    viewport: { width: 390, height: 664 },
  });
  await at(20);
  await page.getByRole("button", { name: "Moves", exact: true }).click();
  await page.locator(".moves [aria-current][data-stop='20']").waitFor();
  assert.ok(await inSight(page));
  assert.equal(await page.locator("main > .board").isVisible(), false);
  await page.locator(".moves [data-stop='18']").click();
  await page.locator("main > .board").waitFor();
  await at(18);
  await context.close();
});

/** Spaces of Capone whose total lies on something else. */
const crowded = (page) =>
  page.locator(".capone-board .space:has(.tally)").evaluateAll((all) =>
    all.flatMap((space) => {
      const total = space.querySelector(".tally").getBoundingClientRect();
      const others = [...space.querySelectorAll(".disc, .guards, .needs")].map((one) =>
        one.getBoundingClientRect(),
      );
      const over = others.filter(
        ({ left, right, top, bottom }) =>
          Math.min(right, total.right) - Math.max(left, total.left) > 1 &&
          Math.min(bottom, total.bottom) - Math.max(top, total.top) > 2,
      );
      return over.length > 0 ? [space.dataset.place] : [];
    }),
  );

for (const [name, viewport] of Object.entries({
  phone: { width: 390, height: 664 },
  tall: PHONE,
  lying: { width: 844, height: 390 },
  desk: DESK,
  wide: { width: 1920, height: 1080 },
}))
  test(`a record fits and is accessible, ${name}`, async () => {
    for (const [i, game] of GAMES.entries()) {
      const { page, context, at } = await open(game, {
        hash: "#m=20",
        viewport,
        theme: i % 2 ? "dark" : "light",
      });
      await at(20);
      assert.deepEqual(await overflow(page), [], game);
      assert.deepEqual(await violations(page), [], game);
      const bar = await page.locator(".replay-bar").boundingBox();
      assert.ok(bar.y + bar.height <= viewport.height + 1, `${game}: the buttons are in sight`);
      const board = await page.locator("main > .board").boundingBox();
      const most = Math.min(viewport.width, viewport.height);
      assert.ok(board.width * board.height > 0.55 * most * most, `${game}: the board is large`);
      if (name === "phone") assert.deepEqual(await crowded(page), [], game);
      await shoot(page, `replay-${game}-${name}`);
      assert.deepEqual(await tabsInSight(page, viewport), [], game);
      await context.close();
    }
  });
