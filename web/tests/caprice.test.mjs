// Caprice in the browser: its board, hand, count and lesson, as somebody at the table uses them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  accessible,
  actionsOf,
  doButton,
  gameOf,
  inLanguages,
  inThemes,
  load,
  newEngine,
  nothingWrong,
  promptOf,
  sit as sitAt,
  tabTo,
  texts,
  untilMoved,
  useBrowser,
} from "./boards.mjs";
import { covers, DESK, inFonts, LANGUAGES, PHONE } from "./browser.mjs";

const PARTS = [".caprice-board", ".caprice-hand", ".caprice-summary"];
const { lesson, count, levelNow, orderOf, worthOf, targets, num, nums, one } = await load({
  "games/caprice/lesson.ts": "lesson",
  "games/caprice/plan.ts": "count, levelNow, orderOf, worthOf",
  "games/caprice/targets.ts": "targets",
  "engine/lines.ts": "num, nums, one",
});
const game = gameOf("caprice");
const engine = await newEngine();
useBrowser();

/** Plays on with the first legal actions that a chooser likes, until `stop`. */
function playUntil(record, stop, choose = (legal, i) => legal[(i * 7) % legal.length]) {
  engine.load(record);
  for (let i = 0; i < 500; i++) {
    const { view, actors } = engine.glimpse(null);
    if (actors.length === 0) break;
    const { legal } = engine.glimpse(actors[0]);
    if (stop(view, actors, legal)) break;
    engine.apply(actors[0], choose(legal, i));
  }
  return engine.record();
}

const sit = (record, how) => sitAt(record, ".caprice-board", how);
const kindButton = (page, kind) => page.locator(`.caprice-reserve .${kind} button`);
const towerButton = (page, tower) => page.locator(`.caprice-towers li:nth-child(${tower}) button`);

const ourPlace = (view, actors) => view.phase === "place" && actors[0] === 0;

describe("without a page", () => {
  test("points are shown as the engine tells them", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const record = playUntil(game(2 + (seed % 3), {}, String(seed)), () => false);
      engine.load(record);
      const { view, facts } = engine.glimpse(null);
      view.orders.forEach((order, seat) => {
        const worth = worthOf(facts, seat, order);
        assert.equal(num(worth, "n"), view.scores[seat]);
        assert.equal(
          nums(worth, "towers").reduce((a, b) => a + b),
          view.scores[seat],
        );
        assert.deepEqual(orderOf(view, facts, seat), order);
      });
      const winner = one(facts, "won") ?? one(facts, "won_tie");
      assert.equal(engine.result().places[num(winner, "seat")], 1);
    }
  });

  test("the count goes up each tower, level by level", () => {
    playUntil(game(2), () => false);
    const { view } = engine.glimpse(null);
    const levels = view.towers.flatMap((tower) => [...tower.keys()]);
    levels.slice(0, -1).forEach((level, at) => {
      count.value = { seat: 0, tried: null, upTo: at + 1 };
      assert.equal(levelNow(view), level);
    });
    count.value = { seat: 0, tried: null, upTo: levels.length };
    assert.equal(levelNow(view), undefined, "all is counted");
    count.value = null;
  });

  test("of others' tiles nothing is shown before the end", () => {
    playUntil(game(3), ourPlace);
    const { view, facts } = engine.glimpse(0);
    assert.equal(orderOf(view, facts, 0).length, 4);
    assert.deepEqual(orderOf(view, facts, 1), []);
    assert.deepEqual(orderOf(view, facts, null), []);
  });

  test("moves and events name their towers and blocks", () => {
    assert.deepEqual(targets([1, "place dr 3"]), ["block:dr", "tower:3"]);
    assert.deepEqual(targets([1, "move 0 4"]), ["tower:0", "tower:4"]);
    assert.deepEqual(targets([1, "stay"]), []);
    assert.deepEqual(targets({ id: "full", place: 2, n: 1 }), ["tower:2"]);
    assert.deepEqual(targets({ id: "marker_off" }), []);
  });

  test("the lesson is played by its own steps, and says what happens", async () => {
    engine.load(lesson.record);
    for (const { action, then = [] } of lesson.steps) {
      if (action) assert.ok(engine.glimpse(lesson.seat).legal.includes(action), action);
      if (action) engine.apply(lesson.seat, action);
      for (const [seat, move] of then) engine.apply(seat, move);
    }
    assert.deepEqual(engine.glimpse(null).result.scores, [16, 13]);
    assert.ok(lesson.steps.length >= 8 && lesson.steps.length <= 15);
    for (const language of LANGUAGES) {
      const known = texts(language, "rules-caprice");
      for (const { text } of lesson.steps) assert.ok(known[text], `${language}: ${text}`);
    }
  });
});

for (const [size, viewport] of [
  ["phone", PHONE],
  ["desk", DESK],
])
  describe(`on a ${size}`, () => {
    test("a turn: a block is placed, another one moved", async () => {
      const record = playUntil(
        game(2),
        (view, actors) => ourPlace(view, actors) && view.towers.flat().length >= 6,
      );
      const table = await sit(record, { viewport });
      const { page } = table;
      await kindButton(page, "lt").click();
      assert.equal(await kindButton(page, "lt").getAttribute("aria-pressed"), "true");
      const open = await page.locator(".caprice-towers button.put").count();
      assert.ok(open > 0, "places light up");
      const tower = await page.locator(".caprice-towers button.put").first();
      await tower.click();
      assert.equal(await page.locator(".caprice-block.ghost").count(), 1);
      assert.match(await doButton(page).textContent(), /^Place a light toothed block on tower \d$/);
      await nothingWrong(table);
      await doButton(page).click();
      await page.locator(".caprice-board.move").waitFor();
      assert.match(await promptOf(page), /may move/);

      const from = page.locator(".caprice-towers button.take").first();
      const number = Number((await from.getAttribute("data-at")).at(-1)) + 1;
      await from.click();
      await page.locator(".caprice-towers button.put").first().click();
      assert.equal(await page.locator(".caprice-marker.ghost").count(), 1);
      assert.match(
        await doButton(page).textContent(),
        new RegExp(`^Move the top block of tower ${number} to`),
      );
      await doButton(page).click();
      const [, last] = (await actionsOf(page, record.actions.length + 2)).at(
        record.actions.length + 1,
      );
      assert.match(last, new RegExp(`^move ${number - 1} `));
      await nothingWrong(table);
    });

    test("everything that is played with is in view at once", async () => {
      const record = playUntil(
        game(4),
        (view, actors, legal) => ourPlace(view, actors) && legal.length > 0,
      );
      const { page } = await sit(record, { viewport });
      await inFonts(page, async (font) => {
        for (const part of [".caprice-board", ".caprice-hand", ".action-bar .do"]) {
          const { y, height } = await page.locator(part).boundingBox();
          const seen = y >= 0 && y + height <= viewport.height;
          assert.ok(seen, `${part} reaches from ${y} to ${y + height} with ${font}`);
        }
      });
    });
  });

const STOPS = {
  draw: [game(3, { third: "choose" }, "6"), (view, actors, legal) => legal.length > 1],
  place: [game(3), (view, actors) => ourPlace(view, actors) && view.towers.flat().length > 9],
  move: [
    game(2),
    (view, actors) => view.phase === "move" && actors[0] === 0 && view.marker !== null,
  ],
  arrange: [game(3, { arrange: "manual" }), (view) => view.phase === "arrange"],
  over: [game(3), () => false],
};

for (const [phase, [record, stop]] of Object.entries(STOPS))
  test(`axe finds nothing, ${phase}`, async () => {
    const table = await sit(playUntil(record, stop));
    const { page } = table;
    await page.locator(`.caprice-board.${phase}`).waitFor();
    if (phase === "over")
      await page.locator(".caprice-summary tr.done:nth-child(6)").waitFor({ state: "attached" });
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport);
      await nothingWrong(table);
      await inThemes(page, (theme) => accessible(page, PARTS, `${theme}, ${viewport.width}`));
    }
  });

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
  { width: 390, height: 664 },
  { width: 844, height: 390 },
];

/** What is cut off or scrolled of board and hand, and how high the hand is. */
const fitOf = (page) =>
  page.evaluate(() => {
    const box = (element) => element.getBoundingClientRect();
    const parts = [...document.querySelectorAll(".table > .board, .table > .hand")];
    const scrolled = parts.filter(
      (part) => part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth,
    );
    const board = box(parts[0]);
    const cut = [...parts[0].querySelectorAll("button, .caprice-block, .caprice-marker")].filter(
      (piece) =>
        box(piece).top < board.top - 1 ||
        box(piece).bottom > board.bottom + 1 ||
        box(piece).left < board.left - 1 ||
        box(piece).right > board.right + 1,
    );
    const faults = [...scrolled, ...cut].map((element) => element.className);
    return { faults, hand: Math.round(box(parts[1]).height) };
  });

test("board and hand are whole on every screen, and the hand has one height", async () => {
  const heights = {};
  for (const phase of ["place", "move", "arrange"]) {
    const { page } = await sit(playUntil(...STOPS[phase]));
    for (const viewport of SCREENS) {
      const size = `${viewport.width} × ${viewport.height}`;
      await page.setViewportSize(viewport);
      await inFonts(page, async (font) => {
        const { faults, hand } = await fitOf(page);
        assert.deepEqual(faults, [], `${phase}, ${size}, ${font}`);
        heights[size] ??= hand;
        assert.equal(hand, heights[size], `the hand: ${phase}, ${size}, ${font}`);
      });
    }
  }
});

test("the others' last moves have a ring, and what is focused explains itself", async () => {
  const moved = (view, actors) => ourPlace(view, actors) && view.marker !== null;
  const record = playUntil(game(2), moved);
  // of the whole turn: a block that was placed, and one that was moved
  const turn = record.actions.slice(record.actions.findLastIndex(([seat]) => seat === 0) + 1);
  const words = turn.flatMap(([, action]) => action.split(" ").slice(1));
  const towers = new Set(words.filter((word) => /^\d$/.test(word)).map(Number));
  const { page } = await sit(record);
  const ringed = await page
    .locator(".caprice-rim")
    .evaluateAll((all) =>
      all.flatMap((rim, place) => (getComputedStyle(rim).outlineStyle === "solid" ? [place] : [])),
    );
  assert.deepEqual(ringed, [...towers].sort());
  // a light edge, which stands out on a dark block
  const edges = await page
    .locator(".caprice-rim")
    .evaluateAll((all) =>
      all.flatMap((rim) =>
        getComputedStyle(rim).outlineStyle === "solid" ? [getComputedStyle(rim).boxShadow] : [],
      ),
    );
  assert.ok(
    edges.every((edge) => edge.startsWith("rgba(255, 255, 255, 0.85)")),
    `${edges}`,
  );
  await tabTo(page, '[data-at="caprice.reserve.lt"]');
  await page.keyboard.press("?");
  assert.match(
    await page.locator(".explained").textContent(),
    /light toothed.*left in the reserve/,
  );
});

test("two others at one tower: the latest marks it, in its colour; a turn is told by what it changed", async () => {
  // seat 1 places and moves to a tower, seat 2 places there and leaves all blocks in place
  const both = (legal, i) =>
    legal.find((one) => /^place \w+ 2$/.test(one)) ??
    (engine.record().actions.at(-1)[0] === 2 && legal.includes("stay") ? "stay" : null) ??
    legal[(i * 7) % legal.length];
  const record = playUntil(
    game(3),
    (view, actors) => ourPlace(view, actors) && view.towers.flat().length > 2,
    both,
  );
  assert.deepEqual(record.actions.at(-1), [2, "stay"]);
  const { page } = await sit(record, { viewport: DESK });
  const rims = page.locator(".caprice-rim");
  const of = (rim) =>
    rim.evaluate((one) => {
      const probe = document.createElement("i");
      probe.style.color = "color-mix(in srgb, var(--seat-2) 75%, transparent)";
      one.append(probe);
      const [own, seat] = [getComputedStyle(one).outlineColor, getComputedStyle(probe).color];
      probe.remove();
      return own === seat;
    });
  assert.ok(await of(rims.nth(2)), "seat 2 came last");
  assert.match(await page.locator(".players li").nth(2).locator(".did").innerText(), /placed/);
  // what a line of the log is about is marked round the top, not round all that can be tapped
  await page.locator(".log li.move", { hasText: "placed" }).last().click();
  const styles = (what) =>
    what.evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));
  assert.ok((await styles(rims)).includes("dashed"));
  const buttons = page.locator(".caprice-towers button");
  assert.ok((await styles(buttons)).every((style) => style === "none"));
});

test("what can be chosen stands out: last moves are quieter, and gone while a block is held", async () => {
  const { page } = await sit(
    playUntil(game(2), (view, actors) => ourPlace(view, actors) && view.marker !== null),
  );
  const widths = (what) =>
    page
      .locator(".caprice-rim")
      .evaluateAll(
        (all, what) => all.map((rim) => Number.parseFloat(getComputedStyle(rim)[what])),
        what,
      );
  const styles = () =>
    page
      .locator(".caprice-rim")
      .evaluateAll((all) => all.map((rim) => getComputedStyle(rim).outlineStyle));
  assert.ok((await styles()).includes("solid"));
  assert.equal(Math.max(...(await widths("borderTopWidth"))), 0, "no block is held yet");
  await kindButton(page, "lt").click();
  assert.ok((await styles()).every((style) => style === "none"));
  assert.ok(Math.max(...(await widths("borderTopWidth"))) >= 3);
});

test("what was done with keys is not foreseen any more, though they are still there", async () => {
  const record = playUntil(
    game(2, {}, "4"),
    (view, actors, legal) =>
      ourPlace(view, actors) && legal.includes("place dr 1") && view.towers.flat().length > 3,
  );
  const { page } = await sit(record, { viewport: DESK, confirm: "never" });
  await untilMoved(page, async () => {
    await kindButton(page, "dr").press("Enter");
    await towerButton(page, 2).focus();
    await page.waitForSelector(".caprice-block.ghost");
    await page.keyboard.press("Enter");
  });
  await page.getByText("Now you may move").first().waitFor();
  assert.equal(await page.locator(".caprice-block.ghost").count(), 0);
});

test("what is held is lifted, and each tower says what it would bring", async () => {
  const marked = (view) => view.marker !== null && view.towers.flat().length > 8;
  const places = (view, actors) => ourPlace(view, actors) && marked(view);
  const moves = (view, actors) => view.phase === "move" && actors[0] === 0 && marked(view);
  const total = (facts) => num(one(facts, "best", { seat: 0 }), "n");
  for (const stop of [places, moves]) {
    const record = playUntil(game(2), stop);
    const [verb, what] = engine.legal(0)[0].split(" ");
    const held = engine.legal(0).filter((action) => action.startsWith(`${verb} ${what} `));
    const now = total(engine.glimpse(0).facts);
    const gains = held.map((action) => total(engine.preview(0, action).facts) - now);
    const { page } = await sit(record);
    const block =
      verb === "place"
        ? page.locator(`.caprice-reserve .${what} use`).last()
        : towerButton(page, Number(what) + 1)
            .locator(".caprice-block")
            .last();
    const stood = await block.boundingBox();
    const button = verb === "place" ? kindButton(page, what) : towerButton(page, Number(what) + 1);
    await button.click();
    const lifted = await block.boundingBox();
    assert.ok(stood.y - lifted.y > 3, `${verb}: from ${stood.y} to ${lifted.y}`);
    await page.locator(".gain").first().waitFor();
    const told = await Promise.all(
      held.map((action) =>
        towerButton(page, Number(action.at(-1)) + 1)
          .locator(".gain")
          .textContent(),
      ),
    );
    assert.deepEqual(
      told.map((text) => Number(text.replace("−", "-"))),
      gains,
    );
    assert.equal(await page.locator(".gain").count(), held.length);
    await page.keyboard.press("Escape");
    await page.locator(".gain").first().waitFor({ state: "detached" });
  }
});

test("cancelling lets go of a tower that was chosen first", async () => {
  const { page } = await sit(game(2, { first: "0" }));
  await towerButton(page, 4).click();
  assert.equal(await towerButton(page, 4).getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await towerButton(page, 4).getAttribute("aria-pressed"), "false");
});

test("a tower can be chosen before the block, and the block changed", async () => {
  const table = await sit(game(2, { first: "0" }));
  const { page } = table;
  await towerButton(page, 4).click();
  assert.match(await towerButton(page, 4).getAttribute("aria-label"), /now take a block/);
  await kindButton(page, "dr").click();
  assert.equal(await doButton(page).textContent(), "Place a dark round block on tower 4");
  await kindButton(page, "lr").click();
  assert.equal(await doButton(page).textContent(), "Place a light round block on tower 4");
  await towerButton(page, 2).click();
  assert.equal(await doButton(page).textContent(), "Place a light round block on tower 2");
});

test("what an action would do is told: points and towers", async () => {
  const ready = (view, actors, legal) =>
    ourPlace(view, actors) && legal.some((action) => gains(action) && fills(action));
  const best = (facts) => num(one(facts, "best", { seat: 0 }), "n");
  const gains = (action) => best(engine.preview(0, action).facts) > best(engine.glimpse(0).facts);
  const fills = (action) => one(engine.preview(0, action).events, "full");
  const record = playUntil(game(2), ready);
  const action = engine.legal(0).find((one) => gains(one) && fills(one));
  const points = [engine.glimpse(0).facts, engine.preview(0, action).facts].map(best);
  const { page } = await sit(record);
  const [, kind, place] = action.split(" ");
  await kindButton(page, kind).click();
  await towerButton(page, Number(place) + 1).click();
  const effects = page.locator(".effects[aria-busy=false] li");
  await effects.first().waitFor();
  assert.equal(
    await effects.first().textContent(),
    `If the game ended now: ${points[0]} → ${points[1]} points`,
  );
  assert.equal(await effects.first().getAttribute("class"), "good");
  assert.match(
    await page.locator(".effects").innerText(),
    new RegExp(`Tower ${Number(place) + 1} is full`),
  );
});

test("by keyboard alone", async () => {
  const table = await sit(game(2, { first: "0" }));
  const { page } = table;
  const at = (name) => tabTo(page, `[data-at="${name}"]`);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-at"));
  await at("caprice.reserve.dr");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "caprice.reserve.lr");
  await page.keyboard.press("Enter");
  await at("caprice.tower.0");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await focused(), "caprice.tower.5");
  await page.keyboard.press("Enter");
  await tabTo(page, "button.do");
  await page.keyboard.press("Enter");
  await page.locator(".caprice-board.move").waitFor();
  await tabTo(page, ".choice");
  await page.keyboard.press("Space");
  await tabTo(page, "button.do");
  await page.keyboard.press("Enter");
  assert.deepEqual((await actionsOf(page, 2)).slice(0, 2), [
    [0, "place lr 5"],
    [0, "stay"],
  ]);
  await nothingWrong(table);
});

test("what cannot be done is refused with a reason", async () => {
  const full = (view, actors) =>
    ourPlace(view, actors) && view.towers.some((tower) => tower.length === 4);
  const pile = (legal) => legal.find((action) => /^place .* [01]$|^stay/.test(action)) ?? legal[0];
  const table = await sit(playUntil(game(2), full, pile));
  const { page } = table;
  await kindButton(page, "lt").click();
  await page.locator('.caprice-towers button[aria-label*="full"]').first().click();
  assert.match(
    await page.locator(".caprice-note").textContent(),
    /is full: four blocks is the limit/,
  );
  assert.equal(await page.locator(".caprice-block.ghost").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Read the rule" }).count(), 1);
});

test("a third tile alike is kept or exchanged", async () => {
  const choice = (view, actors, legal) => actors[0] === 0 && legal.length > 1;
  const last = (legal) => legal.at(-1);
  const table = await sit(playUntil(game(3, { third: "choose" }, "6"), choice, last));
  const { page } = table;
  assert.match(await promptOf(page), /You already hold two/);
  await page.locator(".caprice-hand .choice").nth(1).click();
  assert.equal(await doButton(page).textContent(), "Exchange the tile");
  await nothingWrong(table);
  await doButton(page).click();
  await page.locator(".caprice-open.aside").first().waitFor();
});

test("with a free order the tiles are arranged, and the count follows it", async () => {
  const record = playUntil(game(2, { arrange: "manual" }, "6"), (view) => view.phase === "arrange");
  const table = await sit(record);
  const { page } = table;
  const tiles = page.locator(".caprice-hand .caprice-strip button");
  const kinds = () =>
    tiles.locator(".caprice-tile").evaluateAll((all) => all.map((one) => one.classList[1]));
  const laid = await kinds();
  await tiles.nth(0).click();
  await tiles.nth(2).click();
  const swapped = await kinds();
  assert.deepEqual(swapped, [laid[2], laid[1], laid[0], laid[3]]);
  assert.match(await doButton(page).textContent(), /^Choose the order /);
  await doButton(page).click();
  await page.locator(".caprice-summary").waitFor();
  engine.load({ ...record, actions: await actionsOf(page) });
  assert.deepEqual(engine.glimpse(0).view.orders[0], swapped);
});

test("the end: the account adds up for everyone, and another order can be tried", async () => {
  const record = playUntil(game(3), () => false);
  const table = await sit(record);
  const { page } = table;
  engine.load(record);
  const { scores } = engine.glimpse(null).result;
  const told = new Set();
  for (const whose of await page.locator(".caprice-summary .whose button").all()) {
    await whose.click();
    const sums = await page.locator(".caprice-summary tbody td:last-child").allTextContents();
    const total = Number(await page.locator(".caprice-summary tfoot td:last-child").textContent());
    assert.equal(
      sums.map(Number).reduce((a, b) => a + b),
      total,
    );
    assert.equal(Number(await whose.locator("b").textContent()), total);
    told.add(total);
  }
  assert.deepEqual([...told].sort(), [...new Set(scores)].sort());

  await page.locator(".caprice-summary tr.done:nth-child(6)").waitFor({ state: "attached" });
  const lit = await page.locator(".caprice-block.lit").count();
  const stars = (await page.locator(".caprice-towers .caprice-points").allTextContents()).filter(
    (text) => text.includes("★"),
  );
  assert.equal(
    lit + stars.length,
    Number(await page.locator(".caprice-summary tfoot td:last-child").textContent()),
  );

  const tiles = page.locator(".caprice-summary .caprice-strip button");
  const signs = await tiles.evaluateAll((all) => all.map((one) => one.firstElementChild.className));
  await tiles.nth(0).click();
  await tiles.nth(signs.findIndex((sign) => sign !== signs[0])).click();
  assert.match(
    await page.locator(".caprice-summary [role=status]").textContent(),
    /would have scored/,
  );
  const tried = Number(await page.locator(".caprice-summary tfoot td:last-child").textContent());
  assert.ok(tried <= Math.max(...scores));
  await nothingWrong(table);
});

test("nothing is too wide or unsaid at 320 pixels in any language", async () => {
  const stops = [
    [
      game(4, { arrange: "manual", third: "choose" }, "6"),
      (view, actors, legal) => actors[0] === 0 && legal.length > 1,
    ],
    [
      game(4),
      (view, actors) => view.phase === "move" && actors[0] === 0 && view.towers.flat().length > 12,
    ],
    [game(4, { arrange: "manual" }), (view) => view.phase === "arrange"],
    [game(4), () => false],
  ];
  for (const [record, stop] of stops) {
    const table = await sit(playUntil(record, stop), { viewport: { width: 320, height: 640 } });
    await inLanguages(table.page, (language) => nothingWrong(table, language));
  }
});

const PHONES = [...SCREENS.slice(2), { width: 360, height: 640 }];
const called = ({ width, height }) => `${width} × ${height}`;
const choiceOf = (view, actors, legal) => actors[0] === 0 && legal.length > 1;

test("a first game offers the lesson though tiles have been drawn, and covers nothing", async () => {
  const record = playUntil(game(3, { third: "choose" }, "6"), choiceOf, (legal) => legal.at(-1));
  assert.ok(record.actions.some(([seat, action]) => seat === 0 && action === "keep"));
  const { page } = await sit(record);
  await page.evaluate(() => localStorage.setItem("capucine.offered", ""));
  await page.reload();
  await page.locator(".lesson-offer").waitFor();
  for (const viewport of SCREENS) {
    await page.setViewportSize(viewport);
    await inFonts(page, async (font) => {
      const hidden = await covers(page, ".lesson-offer", [".players", ".board", ".hand"]);
      assert.deepEqual(hidden, [], `${called(viewport)}, ${font}`);
    });
  }
  await page.setViewportSize(PHONE);
  await page.locator(".caprice-hand .choice").nth(1).click();
  await doButton(page).click();
  await page.locator(".lesson-offer").waitFor({ state: "detached" });
});

test("what to do with a drawn tile is whole inside its button", async () => {
  const record = playUntil(game(3, { third: "choose" }, "6"), choiceOf, (legal) => legal.at(-1));
  const { page } = await sit(record);
  for (const viewport of [...PHONES, { width: 320, height: 640 }]) {
    await page.setViewportSize(viewport);
    await inLanguages(page, (language) =>
      inFonts(page, async (font) => {
        const where = `${called(viewport)}, ${language}, ${font}`;
        const cut = await page.locator(".caprice-hand .choice").evaluateAll((all) =>
          all.flatMap((one) => {
            const text = document.createRange();
            text.selectNodeContents(one);
            const [inner, outer] = [text.getBoundingClientRect(), one.getBoundingClientRect()];
            const fits = inner.left >= outer.left + 2 && inner.right <= outer.right - 2;
            return fits && outer.right <= innerWidth ? [] : [one.textContent];
          }),
        );
        assert.deepEqual(cut, [], where);
      }),
    );
  }
});

test("on a phone it is said that the tiles lie in the best order, and why they move", async () => {
  const { page } = await sit(playUntil(...STOPS.place));
  const label = page.locator(".caprice-hand .sorted");
  const tiles = page.locator(".caprice-hand .caprice-strip button");
  const places = () =>
    page
      .locator(".caprice-hand :is(.marking, .caprice-strip button)")
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  for (const viewport of PHONES) {
    await page.setViewportSize(viewport);
    await inLanguages(page, (language) =>
      inFonts(page, async (font) => {
        const hidden = await label.evaluate((one) => {
          const text = document.createRange();
          text.selectNodeContents(one);
          const [inner, hand] = [
            text.getBoundingClientRect(),
            one.closest(".hand").getBoundingClientRect(),
          ];
          const under = one.parentElement.querySelector(".marking").getBoundingClientRect();
          return [
            inner.height === 0,
            inner.bottom > hand.bottom,
            inner.top < under.bottom - 2,
            inner.right > hand.right,
          ];
        });
        const where = `${called(viewport)}, ${language}, ${font}`;
        assert.deepEqual(hidden, [false, false, false, false], where);
      }),
    );
  }
  await inLanguages(page, async () => undefined);
  await page.setViewportSize(PHONE);
  await label.click();
  await page.locator(".explained").waitFor();
  await page.keyboard.press("Escape");
  const before = await places();
  const kinds = await tiles.evaluateAll((all) => all.map((one) => one.firstChild.classList[1]));
  await tiles.nth(0).click();
  await tiles.nth(kinds.findIndex((kind) => kind !== kinds[0])).click();
  assert.equal(await label.isVisible(), false, "now they lie as somebody has laid them");
  assert.deepEqual(await places(), before);
});

test("at the end everybody's points and the whole order are in sight on a phone", async () => {
  for (const players of [2, 4]) {
    const { page } = await sit(playUntil(game(players), () => false));
    for (const viewport of PHONES) {
      await page.setViewportSize(viewport);
      await inFonts(page, async (font) => {
        const [ending, ...parts] = await page
          .locator(".ending, .ending .whose button, .ending .caprice-strip .level")
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
        assert.equal(parts.length, players + 4);
        const cut = parts.filter((bottom) => bottom > ending);
        assert.deepEqual(cut, [], `${players}, ${called(viewport)}, ${font}`);
      });
    }
  }
});

test("the lesson says that a game needs no button, and how to go back", () => {
  for (const language of LANGUAGES) {
    const { "caprice.lesson.3": text, "table.undo": undo } = texts(language);
    assert.ok(text.includes(undo.replaceAll("\u00ad", "")), language);
  }
});
