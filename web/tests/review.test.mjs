// A review: what is judged first, what is kept, where it is marked; and in the browser a whole game,
// from its end through every part, with the real engine.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { violations } from "./axe.mjs";
import { gameOf, load, newEngine } from "./boards.mjs";
import {
  DESK,
  GAMES,
  LANGUAGES,
  openPage,
  overflow,
  PHONE,
  shoot,
  smallTargets,
  stored,
} from "./browser.mjs";
import { playOn } from "./driver.mjs";
import { browser, server } from "./stage.mjs";

const model = await load({
  "model/review.ts":
    "tasksOf, nextTask, withVerdict, withChance, share, listed, keep, recall, nameOf, stopAfter, faultsOf, marksOf, dotsOf, stopOf, judgedChances, snap, moveAt, neighbours, placeHash, placeOf, isRight, agreeing, NOTHING_FOUND",
  "model/reviewer.ts": "Reviewer",
  "model/hints.ts": "reasonsOf",
  "games/capone/targets.ts": "targets",
});
const engine = await newEngine();

const verdict = (at, more = {}) => ({
  at,
  seat: at % 2,
  kind: "good",
  played: "a",
  best: "a",
  loss: 0,
  error: 0.01,
  gap: 0,
  points: 0,
  win: 0.5,
  best_win: 0.5,
  equal: [],
  reply: null,
  best_reply: null,
  open: null,
  ...more,
});
const found = (...verdicts) =>
  verdicts.reduce((all, one) => model.withVerdict(all, one), model.NOTHING_FOUND);

test("what was judged in a review is not judged otherwise when it is tried again", () => {
  const known = verdict(4, { played: "b", best: "a", ...LOST, win: 0.5, equal: ["c"] });
  const now = (played, more) => model.agreeing(verdict(4, { played, ...more }), known);
  assert.equal(now("b", { win: 0.1 }), known);
  for (const played of ["a", "c"]) {
    const right = now(played, { win: 0.9, loss: 0.3 });
    assert.ok(model.isRight(right));
    assert.equal(right.win, 0.62);
  }
  const wrong = now("d", { best: "e", win: 0.8, loss: 0.1, best_win: 0.9 });
  assert.deepEqual([wrong.best, wrong.best_win], ["a", 0.62]);
  assert.ok(Math.abs(wrong.win - 0.52) < 1e-9);
});

/** A store like the browser's. */
function newStore() {
  const map = new Map();
  return {
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, text) => void map.set(name, text),
    removeItem: (name) => void map.delete(name),
    key: (i) => [...map.keys()][i] ?? null,
    get length() {
      return map.size;
    },
  };
}

const RECORD = {
  capucine: 1,
  game: "capitol",
  rules: 2,
  players: 2,
  seed: "1",
  actions: Array.from({ length: 9 }, (_, at) => [at % 2, "a"]),
};

describe("without a page", () => {
  test("every move is judged once, the whole game roughly at first, and luck at the end", () => {
    for (const moves of [0, 1, 2, 9, 150]) {
      const tasks = model.tasksOf(moves);
      const at = (what) => tasks.filter((task) => task.what === what).map((task) => task.at);
      const all = Array.from({ length: moves }, (_, i) => i);
      assert.deepEqual(
        at("verdict").sort((a, b) => a - b),
        all,
      );
      assert.deepEqual(at("chance"), [-1, ...all]);
      assert.ok(tasks.slice(0, moves).every(({ what }) => what === "verdict"));
    }
    assert.deepEqual(
      model
        .tasksOf(9)
        .slice(0, 3)
        .map(({ at }) => at),
      [0, 8, 4],
    );
  });

  test("what somebody waits for comes first, and nothing is asked twice", () => {
    const tasks = model.tasksOf(9);
    const next = (...more) => model.nextTask(tasks, ...more)?.at;
    assert.equal(next(model.NOTHING_FOUND, [], []), 0);
    assert.equal(next(model.NOTHING_FOUND, [], [3, 5]), 5, "the latest wish");
    assert.equal(next(found(verdict(5)), [], [3, 5]), 3);
    assert.equal(next(found(verdict(5)), [{ what: "verdict", at: 3 }], [3, 5]), 0);
    const whole = tasks.reduce(
      (all, { what, at }) =>
        what === "verdict" ? model.withVerdict(all, verdict(at)) : model.withChance(all, at, null),
      model.NOTHING_FOUND,
    );
    assert.equal(model.nextTask(tasks, whole, [], [3]), null);
    assert.equal(model.share(tasks, whole), 1);
    assert.equal(
      model.listed(whole).length,
      9,
      "where there was no chance there is nothing to sum",
    );
  });

  test("it is kept by the record, comes back, and old ones make room", () => {
    const store = newStore();
    const some = model.withChance(found(verdict(3), verdict(4)), -1, null);
    model.keep(store, RECORD, some, 1);
    assert.deepEqual(model.recall(store, { ...RECORD, result: {} }), some, "the end adds nothing");
    assert.equal(model.recall(store, { ...RECORD, seed: "2" }).verdicts.size, 0);
    store.setItem(`capucine.review.${model.nameOf({ ...RECORD, seed: "3" })}`, "torn");
    assert.equal(model.recall(store, { ...RECORD, seed: "3" }).verdicts.size, 0);
    for (let i = 0; i < 40; i++) model.keep(store, { ...RECORD, seed: `more ${i}` }, some, 2 + i);
    assert.equal(store.length, 20);
    assert.equal(model.recall(store, RECORD).verdicts.size, 0, "the oldest is gone");
    assert.equal(model.recall(store, { ...RECORD, seed: "more 39" }).verdicts.size, 2);
  });

  test("losses are marked where their move has been made", () => {
    const stops = [0, 1, 4, 5];
    const all = found(
      verdict(3, { kind: "blunder", loss: 0.2 }),
      verdict(0, { kind: "mistake", loss: 0.1 }),
      verdict(4),
    );
    assert.deepEqual(
      model.faultsOf(all, null).map(({ at }) => at),
      [0, 3],
    );
    assert.deepEqual(
      model.faultsOf(all, 1).map(({ at }) => at),
      [3],
    );
    const marks = model.marksOf(model.faultsOf(all, null), stops);
    assert.deepEqual(
      marks.map(({ stop, kind }) => [stop, kind]),
      [
        [1, "mistake"],
        [2, "blunder"],
      ],
    );
    assert.equal(model.snap(marks, 3, 1), 2);
    assert.equal(model.snap(marks, 3, 0.5), 3);
    assert.deepEqual(model.neighbours(model.faultsOf(all, null), 3), { before: 0, after: null });
  });

  test("losses that are near to each other share a dot, and taps go to each of them", () => {
    const mark = (stop, kind) => ({ stop, at: stop, seat: 0, kind });
    const marks = [
      mark(1, "inaccuracy"),
      mark(20, "mistake"),
      mark(22, "blunder"),
      mark(23, "inaccuracy"),
      mark(26, "mistake"),
    ];
    for (const apart of [1, 3, 5, 30]) {
      const dots = model.dotsOf(marks, apart);
      assert.equal(dots.flatMap((dot) => dot.marks).length, marks.length);
      dots.slice(1).forEach(({ stop }, i) => assert.ok(stop - dots[i].stop >= apart, `${apart}`));
    }
    const [, dot] = model.dotsOf(marks, 5);
    assert.deepEqual([dot.stop, dot.marks[0].kind], [20, "blunder"], "the worst is what one sees");
    const taps = [9, 22, 20, 23].map((now) => model.stopOf(dot, now));
    assert.deepEqual(taps, [22, 20, 23, 22]);
  });

  test("a review's own figures take the place of the quick ones", () => {
    const quick = new Map([
      [0, [0.2, 0.6, 0.2]],
      [5, [1, 0, 0]],
    ]);
    const all = found(
      verdict(0, { seat: 0, win: 0.4, best_win: 0.6 }),
      verdict(1, { seat: 1, kind: "forced", win: 0, best_win: 0 }),
      verdict(3, { seat: 0, win: 0.8, best_win: 0.8 }),
      verdict(4, { seat: 2, win: 0.1, best_win: 0.1 }),
    );
    const points = model.judgedChances(quick, all, [0, 1, 2, 3, 4, 5]);
    const line = (seat) => [...points.values()].map((shares) => Number(shares[seat].toFixed(3)));
    assert.deepEqual(line(0), [0.6, 0.4, 0.6, 0.8, 0.8, 1], "where it decides, and what it did");
    assert.deepEqual(line(1), [0.6, 0.6, 0.6, 0, 0, 0], "it has not been judged");
    assert.deepEqual(line(2), [0.1, 0.1, 0.1, 0.1, 0.1, 0], "the end is as it was");
    assert.equal(model.judgedChances(quick, model.NOTHING_FOUND, [0, 1]), quick);
    assert.equal(model.judgedChances(new Map(), all, [0, 1]).size, 0);
  });

  test("cards that are swapped or discarded are no places of the city", () => {
    for (const action of ["swap garage protection", "discard garage"])
      assert.deepEqual(model.targets([0, action]), [], action);
    assert.ok(model.targets([0, "use garage"]).includes("garage"));
  });

  test("a stop belongs to the move that is told there", () => {
    const actions = ["place", "stay", "place", "stay"].map((action, i) => [i >> 1, action]);
    const at = (stop) => model.moveAt(actions, [0, 1, 4], stop, { silent: ["stay"] });
    assert.deepEqual([0, 1, 2].map(at), [null, 0, 2]);
  });

  test("equal actions are right, and reasons are what differs", () => {
    assert.ok(model.isRight(verdict(1)));
    assert.ok(model.isRight(verdict(1, { loss: 0.02, best: "b", equal: ["a"] })));
    assert.ok(!model.isRight(verdict(1, { loss: 0.02, best: "b" })));
    const effects = (...said) => said.map(([text, tone = "plain"]) => ({ text, tone }));
    assert.deepEqual(model.reasonsOf([effects(["x"], ["y"]), effects(["y"], ["z"])]), [
      ["x"],
      ["z"],
    ]);
    const three = effects(["worse", "bad"], ["happens"], ["more", "good"], ["more", "good"]);
    assert.deepEqual(
      model.reasonsOf([three]),
      [["more", "happens"]],
      "the best first, two at most",
    );
  });

  test("an address says what of a review is shown", () => {
    for (const place of ["none", "list", 0, 12])
      assert.equal(model.placeOf(`m=3&seat=1${model.placeHash(place)}`, 20), place);
    assert.equal(model.placeOf("review", 20), "list");
    assert.equal(model.placeOf("review=99", 20), "list", "there is no such move");
    assert.equal(model.placeOf("review=x", 20), "list");
  });

  /** A judge that answers when it is told to. */
  function newJudge(log) {
    return {
      calls: [],
      closed: false,
      call(method, ...args) {
        log.push([method, ...args].join(" "));
        if (method === "load") return Promise.resolve();
        if (method === "reviewSum") return Promise.resolve({ seats: args[0] });
        if (method === "luck") return Promise.resolve(null);
        return Promise.resolve(verdict(args[0]));
      },
      close() {
        this.closed = true;
      },
    };
  }

  test("two judges share the work, and a review that was left goes on where it was", async () => {
    const store = newStore();
    const log = [];
    const judges = [];
    const take = () => judges[judges.push(newJudge(log)) - 1];
    const first = new model.Reviewer(RECORD, take, store);
    const stop = first.found.subscribe(({ verdicts }) => verdicts.size === 4 && first.close());
    await first.start();
    stop();
    assert.equal(judges.length, 2);
    assert.ok(judges.every(({ closed }) => closed));
    const known = first.found.value.verdicts.size;
    assert.ok(known >= 4 && known < 9, `${known}`);

    log.length = 0;
    const second = new model.Reviewer(RECORD, take, store);
    second.want(6);
    await second.start();
    const asked = log.filter((line) => line.startsWith("review "));
    assert.equal(asked.length, 9 - known, "what was known is not asked again");
    assert.equal(new Set(asked).size, asked.length);
    assert.equal(log.filter((line) => line.startsWith("luck")).length, 10);
    assert.equal(second.found.value.verdicts.size, 9);
    assert.equal(second.summary.value.seats.length, 9, "all of it is summed up");
    assert.equal(second.problem.value, null);
  });

  test("a judge that fails is told of, and what was found stays", async () => {
    const broken = newJudge([]);
    broken.call = (method) =>
      method === "load" ? Promise.resolve() : Promise.reject(new Error("no"));
    const reviewer = new model.Reviewer(RECORD, () => broken, newStore());
    await reviewer.start();
    assert.equal(reviewer.problem.value.message, "no");
  });
});

// ------------------------------------------------------------------------ in the browser

/** A whole game of simple bots, the same in every run. */
function wholeGame(game, players = 3, bot = "greedy") {
  engine.load(gameOf(game)(players, {}, 5));
  engine.dice(3);
  for (let [seat] = engine.actors(); seat !== undefined; [seat] = engine.actors())
    engine.apply(seat, engine.choose(bot, seat));
  return engine.record();
}
const RECORDS = Object.fromEntries(GAMES.map((game) => [game, wholeGame(game)]));
const KINDS = { inaccuracy: 0.06, mistake: 0.12, blunder: 0.25 };

/** Chances that go up and down, and make one win together. */
function madeUpWin(seat, at, { players, actions }) {
  const part = at / actions.length;
  const wave = 0.3 * part * Math.sin(9 * part + (2 * Math.PI * seat) / players);
  return Number((1 / players + wave).toFixed(3));
}

/** A review of our own making: every seventh decision is a loss, of each kind in turn. */
function madeUp(record) {
  engine.load(record);
  let all = model.withChance(model.NOTHING_FOUND, -1, {
    at: -1,
    luck: [0.1, -0.05, -0.05],
    error: [0.02, 0.02, 0.2],
  });
  record.actions.forEach(([seat, played], at) => {
    engine.goto(at);
    const others = engine.legal(seat).filter((action) => action !== played);
    const [kind, loss] = Object.entries(KINDS)[(at / 7) % 3] ?? [];
    const win = madeUpWin(seat, at, record);
    const lost = kind && others.length > 0 && { kind, loss, gap: loss, best: others[0] };
    const best_win = Number((win + (lost ? loss : 0)).toFixed(3));
    const none = others.length === 0 && { kind: "forced" };
    const share = { win, best_win, points: loss ? 2.4 : 0 };
    const more = { seat, played, best: played, ...share, ...none, ...lost };
    const reply = record.actions.slice(at).find(([other]) => other !== seat) ?? null;
    const open = lost && at % 2 ? { best: played, loss: 0, error: 0.01 } : null;
    all = model.withVerdict(all, verdict(at, { ...more, open, reply: lost ? reply : null }));
    all = model.withChance(all, at, null);
  });
  return all;
}

/** What a browser has kept of it, with other verdicts on some decisions. */
function keptReview(record, ...others) {
  const store = newStore();
  model.keep(store, record, others.reduce(model.withVerdict, madeUp(record)), 1);
  return { [store.key(0)]: store.getItem(store.key(0)) };
}

/** Opens the made up review of a game; `place` is behind the # of its address. */
async function open(
  game,
  { place = "review", record = RECORDS[game], storage = {}, ...more } = {},
) {
  const opened = await openPage(browser, `${server.url}/replay?local=${game}#${place}`, {
    ...more,
    storage: { ...stored(game, record), ...keptReview(record), ...storage },
  });
  await opened.page.locator(".review .seat-line, .decision[aria-busy=false]").first().waitFor();
  return opened;
}

/** The moves that are a loss in the review that was made up. */
const faultsIn = (game, seat = null) => model.faultsOf(madeUp(RECORDS[game]), seat);

test("everybody has a line, and luck is told only as far as it is known", async () => {
  const { page, context, problems } = await open("capitol");
  const lines = page.locator(".seat-line");
  assert.equal(await lines.count(), 3);
  assert.match(await lines.nth(0).innerText(), /Accuracy\s+\d+/);
  assert.match(await lines.nth(0).innerText(), /Inaccuracies:\s+\d+[\s\S]*Blunders:\s+\d+/);
  for (const summary of await lines.locator("summary").all()) await summary.click();
  const said = async (seat) => (await lines.nth(seat).innerText()).replace(/\s+/g, " ");
  assert.match(await said(0), /Lost per decision [\d.]+% of a win, in \d+ decisions/);
  assert.match(await said(0), /Strength (about|below) [A-Z]/);
  assert.match(await said(0), /Luck \+10% of a win, ± 2%/);
  assert.match(await said(0), /Share of the win \d+%, without luck about \d+%/);
  assert.match(await said(2), /Luck too uncertain to tell/);
  assert.equal(await page.locator(".review-progress").count(), 0, "all of it was known");
  assert.deepEqual(problems, []);
  await context.close();
});

for (const viewport of [
  { width: 390, height: 664 },
  { width: 1440, height: 900 },
])
  test(`the list of losses is in sight below everybody's lines, ${viewport.width}`, async () => {
    for (const game of GAMES) {
      const { page, context } = await open(game, { viewport });
      const hidden = await page.$$eval(".faults button", (lines) =>
        lines
          .slice(0, 2)
          .filter((line) => {
            const { left, width, top, bottom } = line.getBoundingClientRect();
            return [top + 1, bottom - 1].some(
              (y) => !line.contains(document.elementFromPoint(left + width / 2, y)),
            );
          })
          .map((line) => line.innerText),
      );
      assert.deepEqual(hidden, [], game);
      await context.close();
    }
  });

test("where nothing was lost, one is sent to the graph alone", async () => {
  const { result, ...whole } = RECORDS.capitol;
  assert.ok(result);
  const record = { ...whole, actions: whole.actions.slice(0, 1) };
  const right = verdict(0, { seat: record.actions[0][0], played: record.actions[0][1] });
  const storage = keptReview(record, right);
  const { page, context } = await open("capitol", { record, storage });
  assert.equal(await page.locator(".faults li").count(), 0);
  assert.equal((await page.locator(".stop-verdict").innerText()).trim(), "Tap the graph.");
  await context.close();
});

test("of few decisions no strength is told", async () => {
  const { result, ...whole } = RECORDS.capitol;
  assert.ok(result);
  const record = { ...whole, actions: whole.actions.slice(0, 20) };
  const { page, context } = await open("capitol", { record });
  assert.equal(await page.locator(".review-progress").count(), 0, "all of it is known");
  assert.equal(await page.locator(".seat-line .mean").count(), 3);
  assert.equal(await page.locator(".seat-line .strength").count(), 0);
  await context.close();
});

test("losses are listed and marked, one's own first, and each opens its decision", async () => {
  const { page, context, problems } = await open("capitol");
  const whose = page.getByRole("combobox", { name: "Whose decisions" });
  const count = (selector) => page.locator(selector).count();
  assert.equal(await whose.inputValue(), "0", "one's own");
  assert.equal(await count(".faults li"), faultsIn("capitol", 0).length);
  await whose.selectOption("all");
  const all = faultsIn("capitol");
  await page.waitForFunction(
    (n) => document.querySelectorAll(".faults li").length === n,
    all.length,
  );
  const marked = await page.$$eval(".graph .mark", (marks) =>
    marks.map((mark) => Number(mark.dataset.count)),
  );
  assert.equal(
    marked.reduce((sum, n) => sum + n, 0),
    all.length,
    "some share a dot",
  );
  assert.deepEqual(
    (await page.locator(".faults .kind b").allTextContents()).slice(0, 3),
    all.slice(0, 3).map(({ kind }) => ({ inaccuracy: "?!", mistake: "?", blunder: "??" })[kind]),
  );
  const second = all[1];
  await page.locator(`[data-decision="${second.at}"]`).click();
  const card = page.locator(`.decision[data-at="${second.at}"]`);
  await card.locator(".played").first().waitFor();
  assert.match(
    await card.innerText(),
    /This choice wins about \d+ games fewer in 100\. On average it brings 2\.4 points less\./,
  );
  assert.match(await card.innerText(), /Played:[\s\S]*Better:/);
  assert.match(await card.innerText(), /Likely reply: (?!You\b)/);
  assert.deepEqual(
    await card.locator(".number").allTextContents(),
    ["1", "2"],
    "only actions have a number",
  );
  await page.waitForFunction(() => document.querySelectorAll(".rings i").length > 0);
  await page.waitForFunction((at) => location.hash.endsWith(`review=${at}`), second.at);
  await card.getByRole("button", { name: "Next mistake" }).click();
  await page.locator(`.decision[data-at="${all[2].at}"]`).waitFor();
  await page.getByRole("button", { name: "Previous mistake" }).click();
  await card.waitFor();
  await page.keyboard.press("Escape");
  await page.waitForFunction(
    (at) => document.activeElement?.dataset.decision === String(at),
    second.at,
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test("beside a decision the graph says the same as the verdict", async () => {
  for (const game of GAMES) {
    const [fault] = faultsIn(game, 0);
    const { page, context } = await open(game, { place: `review=${fault.at}`, viewport: DESK });
    await page.locator(".decision .played").first().waitFor();
    const [, share] = /wins (\d+)%/.exec(await page.locator(".ways .better").innerText());
    await page.waitForFunction(
      (share) => document.querySelector(".legend .seat-0 b").textContent === share,
      `${share}%`,
    );
    await context.close();
  }
});

test("a decision is seen as whoever decided saw it, with the moves that nobody watches made", async () => {
  for (const game of GAMES) {
    const [fault] = faultsIn(game, 1);
    const { page, context } = await open(game, { place: `review=${fault.at}` });
    await page.locator(".decision .played").first().waitFor();
    const seen = await page.evaluate(() => document.querySelector("main.replay").dataset.count);
    assert.equal(Number(seen), fault.at, game);
    assert.equal(await page.locator("main.replay").getAttribute("data-eyes"), "1", game);
    await context.close();
  }
});

/** The first decision of a game with several such actions: one was played, another was better. */
function decisionAmong(record, kind) {
  const such = ([seat]) => engine.legal(seat).filter((action) => kind.test(action));
  engine.load(record);
  const at = record.actions.findIndex((move, i) => {
    engine.goto(i);
    return such(move).length > 1;
  });
  engine.goto(at);
  const [seat] = record.actions[at];
  const [played, ...others] = such([seat]);
  return verdict(at, { seat, played, best: others.at(-1), ...LOST });
}
const LOST = { kind: "mistake", loss: 0.12, gap: 0.12, best_win: 0.62 };

/** What rings of a line lie on. */
const ringedBy = (page, line) =>
  page.evaluate((number) => {
    const corner = (one) => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round);
    const places = [...document.querySelectorAll(".table [data-target]")];
    return [...document.querySelectorAll(".rings i")]
      .filter((ring) => ring.dataset.lines.split(" ").includes(number))
      .flatMap((ring) => places.filter((one) => `${corner(one)}` === `${corner(ring)}`))
      .map((one) => one.dataset.target)
      .sort();
  }, line);

for (const [game, kind, names] of [
  ["capone", /^force/, (seat, words) => piecesIn(seat, words)],
  ["capone", /^swap \w/, () => []],
  ["capone", /^use fbi \w+ \d \d+$/, (_, [, ...where]) => [where.join(":")]],
  ["capitol", /^put \d/, (seat, [height]) => [`work:${height}:${seat}`]],
])
  test(`rings lie on the pieces and sites of ${game}: ${kind}`, async () => {
    const one = decisionAmong(RECORDS[game], kind);
    const storage = keptReview(RECORDS[game], one);
    const { page, context, problems } = await open(game, { place: `review=${one.at}`, storage });
    await page.waitForFunction(() => document.querySelectorAll(".rings i").length > 0);
    await shoot(page, `rings-${game}-${one.played.split(" ")[0]}`);
    for (const [line, action] of [
      ["1", one.played],
      ["2", one.best],
    ])
      assert.deepEqual(
        await ringedBy(page, line),
        names(one.seat, action.split(" ").slice(1)).sort(),
        action,
      );
    assert.deepEqual(problems, []);
    await context.close();
  });

/** The pieces of a force, the nth of each value. */
const piecesIn = (seat, words) =>
  words.map((word, i) =>
    word.startsWith("g")
      ? `guards:${seat}`
      : `member:${seat}:${word}:${words.slice(0, i).filter((other) => other === word).length}`,
  );

test("with open hands it may have been right, and only that is said", async () => {
  const fault = faultsIn("capitol").find(({ open }) => open);
  const { page, context } = await open("capitol", { place: `review=${fault.at}` });
  await page.getByText("With open hands this would have been right.").waitFor();
  await context.close();
});

test("the graph goes to a mark that is nearly hit, and says what is thought of it", async () => {
  const { page, context } = await open("capitol");
  const mark = page.locator(".graph .mark").nth(2);
  const { x, y, width, height } = await mark.boundingBox();
  await page.mouse.click(x + width / 2 + 2, y + height / 2);
  const said = page.locator(".stop-verdict");
  await said.locator(".kind").waitFor();
  await said.getByRole("button", { name: "Look closer" }).click();
  await page.locator(".decision .played").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".review").waitFor();
  await context.close();
});

for (const viewport of [{ width: 390, height: 664 }, { width: 844, height: 390 }, DESK])
  test(`marks on the graph do not lie on each other, ${viewport.width}`, async () => {
    for (const game of GAMES) {
      const { page, context } = await open(game, { viewport });
      await page.getByRole("combobox", { name: "Whose decisions" }).selectOption("all");
      const near = await page.$$eval(".graph .mark", (marks) => {
        const middles = marks
          .map((mark) => mark.getBoundingClientRect())
          .map(({ left, width }) => left + width / 2);
        return middles.slice(1).map((x, i) => x - middles[i]);
      });
      assert.ok(near.length > 3, game);
      assert.ok(Math.min(...near) >= 17, `${game}: ${near}`);
      await context.close();
    }
  });

test("the list of moves has the marks too", async () => {
  const { page, context } = await open("capitol");
  await page.getByRole("button", { name: "Moves", exact: true }).click();
  await page.locator(".moves .kind").first().waitFor();
  assert.equal(await page.locator(".moves .kind").count(), faultsIn("capitol", 0).length);
  await context.close();
});

const SCREENS = {
  phone: { width: 390, height: 664 },
  tall: PHONE,
  lying: { width: 844, height: 390 },
  desk: DESK,
  wide: { width: 1920, height: 1080 },
};

/** Whether all of these are on the screen, and not cut. */
const onScreen = (page, selector) =>
  page.$$eval(selector, (found) =>
    found
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
      })
      .map((one) => one.className || one.textContent),
  );

for (const [name, viewport] of Object.entries(SCREENS))
  test(`a review fits and is accessible, ${name}`, async () => {
    for (const [i, game] of GAMES.entries()) {
      const theme = i % 2 ? "dark" : "light";
      const { page, context } = await open(game, { viewport, theme });
      assert.deepEqual(await overflow(page), [], game);
      assert.deepEqual(await violations(page), [], game);
      await shoot(page, `review-${game}-${name}`);
      const [fault] = faultsIn(game, 0);
      await page.locator(`[data-decision="${fault.at}"]`).click();
      await page.locator(".decision .played").first().waitFor();
      assert.deepEqual(await overflow(page), [], game);
      assert.deepEqual(await violations(page), [], game);
      assert.deepEqual(
        await onScreen(page, ".decision, .decision button, main > .board"),
        [],
        `${game}: the decision is in sight`,
      );
      assert.deepEqual(await smallTargets(page, [".decision"]), [], game);
      await shoot(page, `decision-${game}-${name}`);
      await context.close();
    }
  });

test("no text of a review is missing in any language", async () => {
  const fault = faultsIn("capitol").find(({ open }) => open);
  for (const language of LANGUAGES) {
    const { page, context } = await open("capitol", { language });
    const complete = async () => {
      const text = await page.evaluate(() => {
        for (const one of document.querySelectorAll("details")) one.open = true;
        return document.body.innerHTML;
      });
      assert.deepEqual(text.match(/⟦[^⟧]*⟧|\{[a-z]+\}/g), null, language);
    };
    await complete();
    await page.evaluate((at) => (location.hash = `m=0&review=${at}`), fault.at);
    await page.locator(".decision .played").first().waitFor();
    await complete();
    await context.close();
  }
});

// ------------------------------------------------------------------------ with the engine

/** A decision of a random game that was clearly wrong: the first one that loses so much. */
function clearBlunder(game) {
  const record = wholeGame(game, 2, "random");
  for (let at = 0; at < record.actions.length; at++) {
    const found = engine.review(at);
    if (found.loss > 0.15 && found.loss > 6 * found.error) return { ...found, record };
  }
  throw new Error("random bots play too well");
}
test("a likely reply is somebody else's", () => {
  let replies = 0;
  for (const game of GAMES) {
    engine.load(RECORDS[game]);
    for (const at of [0, 1, 5]) {
      const { seat, reply, best_reply } = engine.review(at);
      for (const one of [reply, best_reply].filter(Boolean)) {
        assert.notEqual(one[0], seat, `${game}, ${at}`);
        replies++;
      }
    }
  }
  assert.ok(replies > 0);
});

const BLUNDERS = { capitol: clearBlunder("capitol"), caprice: clearBlunder("caprice") };

/** Opens a blunder in a review that knows it for one. */
function openBlunder(game) {
  const { record, ...found } = BLUNDERS[game];
  const storage = keptReview(record, found);
  return open(game, { place: `review=${found.at}`, record, storage });
}

/** Does an action by the list of all actions. */
async function choose(page, action) {
  await page.locator(".choices summary").click();
  await page.locator(`.choices button[data-action="${action}"]`).click();
  await page.locator(".action-bar .do[aria-disabled=false]").click();
}

for (const game of ["capitol", "caprice"])
  test(`trying again: a blunder of ${game} is refused, the better action is right`, async () => {
    const blunder = BLUNDERS[game];
    const { record } = blunder;
    const { page, context, problems } = await openBlunder(game);
    const winsOf = async (kind) =>
      /wins (\d+)%/.exec(await page.locator(`.ways .${kind}`).innerText())[1];
    const share = await winsOf("better");
    assert.equal(await page.locator(".rings .number.good", { hasText: "1" }).count(), 0);
    assert.ok((await page.locator(".rings .number.good", { hasText: "2" }).count()) > 0);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator("main.puzzle .choices").waitFor();
    const pieces = page.locator(".board :is([data-at^='caprice.block.'], .square.building)");
    const before = await pieces.count();
    assert.deepEqual(await violations(page), []);
    await shoot(page, `try-${game}`);
    await choose(page, blunder.played);
    await page.getByRole("heading", { name: "There is something better" }).waitFor();
    const told = await page.locator(".decision").innerText();
    assert.match(told, /This choice wins about \d+ games? fewer in 100\./);
    assert.equal(await page.locator(".rings i").count(), 0, "the answer is not told yet");
    await shoot(page, `try-wrong-${game}`);
    await page.getByRole("button", { name: "Try again" }).click();
    await choose(page, blunder.best);
    await page.getByRole("heading", { name: "Right!" }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll(".rings i").length > 0);
    await shoot(page, `try-right-${game}`);
    assert.deepEqual(await violations(page), []);
    assert.equal(await winsOf("played"), share, "as the review said");
    assert.equal(await page.locator(".rings i:not(.good)").count(), 0, "what is right is green");
    if (/^(place|permit) /.test(blunder.best))
      assert.equal(await pieces.count(), before + 1, "and is done");
    await page.getByRole("button", { name: "Back to the review" }).click();
    await page.locator(`.decision[data-at="${blunder.at}"]`).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await choose(page, blunder.best);
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.waitForURL("**/local/*");
    await page.waitForSelector("main.table:not(.puzzle)");
    const kept = await page.evaluate(() => {
      const id = location.pathname.split("/").at(-1);
      return JSON.parse(localStorage.getItem(`capucine.table.${id}`)).record.actions;
    });
    assert.deepEqual(kept.slice(0, blunder.at + 1), [
      ...record.actions.slice(0, blunder.at),
      [blunder.seat, blunder.best],
    ]);
    assert.deepEqual(problems, []);
    await context.close();
  });

test("who gives up goes back to the decision, and who chooses can be shown the answer", async () => {
  const blunder = BLUNDERS.caprice;
  const { page, context } = await openBlunder("caprice");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.locator(`.decision[data-at="${blunder.at}"]`).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await choose(page, blunder.played);
  await page.getByRole("heading", { name: "There is something better" }).waitFor();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.locator(".decision .better").first().waitFor();
  assert.match(await page.locator(".decision").innerText(), /You chose:[\s\S]*Better:/);
  await page.getByRole("button", { name: "Leave" }).click();
  await page.locator(`.decision[data-at="${blunder.at}"]`).waitFor();
  await context.close();
});

test("the end of a game leads to its review, which is there again after it was left", async () => {
  const { page, context, problems } = await openPage(browser, `${server.url}/local/caprice`, {
    viewport: PHONE,
    storage: stored("caprice", { players: 2 }),
  });
  await playOn(page, { seed: 4 });
  await page.getByRole("link", { name: "Review" }).click();
  await page.locator(".review-progress progress").waitFor();
  // what one asks for comes before the rest
  await page.locator(".seat-line").first().waitFor();
  await page.locator(".review:not(:has(.review-progress))").waitFor();
  assert.equal(await page.locator(".seat-line").count(), 2);
  await page.locator(".seat-line summary").first().click();
  assert.match(await page.locator(".seat-line").first().innerText(), /Luck\n/);
  await shoot(page, "review-whole");
  const losses = await page.locator(".faults li").count();
  assert.ok(losses > 0, "a random player loses something");
  await page.reload();
  await page.locator(".seat-line").first().waitFor();
  assert.equal(await page.locator(".review-progress").count(), 0, "nothing is thought anew");
  assert.equal(await page.locator(".faults li").count(), losses);
  await page.locator(".faults button").first().click();
  await page.locator(".decision .better").first().waitFor();
  await shoot(page, "decision-whole");
  assert.deepEqual(problems, []);
  await context.close();
});

test("a review in words, on a board that nobody has drawn", async () => {
  const words = { "capucine.settings": JSON.stringify({ boards: "words", motion: "none" }) };
  const { page, context, problems } = await open("caprice", { storage: words });
  await page.locator(".generic-board").waitFor();
  await page.locator(".faults button").first().click();
  await page.locator(".decision .better").first().waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("main.puzzle .generic-board").waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(problems, []);
  await context.close();
});
