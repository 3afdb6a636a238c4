// What a table knows of its game without a page: the log, the choice, lines in words, and that a preview
// tells only what is certain. No browser is needed.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { gameOf, load, newEngine, texts } from "./boards.mjs";
import { GAMES, LANGUAGES } from "./browser.mjs";

const { follow, NOTHING, soundOf, inWords, upTo, isMove, effectsOf, byVerb, ...parts } = await load(
  {
    "model/clock.ts":
      "arrive, next, tell as see, done as endScene, hurry, putAway, momentOf, STOPPED",
    "model/log.ts": "follow, NOTHING, soundOf, inWords, stepInWords, upTo",
    "model/choosing.ts":
      "advise, answer, ask, begin, cancel, end, fail, gather, hold, IDLE, isOpen, nextPlace, takeBack, toDo",
    "model/hints.ts": "areEven, bestOf, reasonsInWords",
    "model/room.ts": "seatNames",
    "model/table.ts": "namesOf",
    "model/targets.ts": "lastMoves, targetsOf",
    "engine/types.ts": "isMove",
    "engine/lines.ts": "all, one, num, nums, word, words",
    "games/effects.ts": "effectsOf",
    "games/generic/groups.ts": "byVerb",
    "words/words.ts": "learn, tell, canTell, speak, readMore, t, language",
    "ui/qr.ts": "qr",
  },
);
const { learn, tell, canTell, speak, readMore, t, language, qr } = parts;
const engine = await newEngine();
const NAMES = ["Ann", "Bea", "Cid", "Dan"];

/** A glimpse in which only the story matters. */
const glimpse = (story, more = {}) => ({
  view: {},
  actors: [],
  legal: [],
  facts: [],
  story,
  history: story.filter(isMove),
  result: null,
  ...more,
});
const FULL = { id: "full", place: 2, n: 1 };
const kinds = (log) => log.entries.map(({ kind, at, old }) => `${kind} ${at}${old ? " old" : ""}`);
const followAll = (glimpses, eyes = 0, telling = {}) =>
  glimpses.reduce((log, one) => follow(log, one, eyes, telling), NOTHING);

describe("the log", () => {
  test("is the story, and what was there before we came is old", () => {
    const log = followAll([glimpse([[1, "a"], FULL]), glimpse([[1, "a"], FULL, [0, "b"], FULL])]);
    assert.deepEqual(kinds(log), ["move 0 old", "event 1 old", "move 2", "event 3"]);
    assert.deepEqual(log.fresh, [[0, "b"]]);
  });

  test("is the same after a reload, whatever was seen in between", () => {
    const story = [[1, "a"], FULL, [0, "b"], [1, "c"], FULL];
    const seen = [1, 2, 4, 5].map((end) => glimpse(story.slice(0, end)));
    const what = ({ kind, at }) => [kind, at];
    assert.deepEqual(
      followAll(seen).entries.map(what),
      followAll([glimpse(story)]).entries.map(what),
    );
  });

  test("says what was taken back, and forgets it with its events", () => {
    const before = [glimpse([[0, "a"], [0, "b"], FULL]), glimpse([[0, "a"]])];
    const log = followAll(before);
    assert.deepEqual(kinds(log), ["move 0 old", "undo 0"]);
    assert.equal(log.entries[1].moves, 1);
    assert.deepEqual(
      kinds(
        follow(
          log,
          glimpse([
            [0, "a"],
            [0, "c"],
          ]),
          0,
          {},
        ),
      ),
      ["move 0 old", "undo 0", "move 1"],
    );
  });

  test("has no line for a guess, which may turn out otherwise", () => {
    const guess = glimpse([[0, "a"], FULL], { guess: true });
    const log = followAll([glimpse([]), guess]);
    assert.deepEqual(log.entries, []);
    assert.deepEqual(log.fresh, [[0, "a"]]);
    const sure = follow(log, glimpse([[0, "a"]]), 0, {});
    assert.deepEqual([kinds(sure), sure.fresh], [["move 0"], []]);
  });

  test("has no line for silent moves, but for what came of them", () => {
    const log = followAll([glimpse([]), glimpse([[1, "keep"], FULL])], 0, { silent: ["keep"] });
    assert.deepEqual(kinds(log), ["event 1"]);
    assert.equal(log.trail.length, 1);
  });

  test("begins anew through other eyes", () => {
    const log = followAll([glimpse([]), glimpse([[0, "a"]])]);
    assert.deepEqual(kinds(follow(log, glimpse([[0, "?"]]), 1, {})), ["move 0 old"]);
  });

  test("keeps what came since our own move, to be seen again", () => {
    const steps = [
      [],
      [[1, "a"]],
      [
        [1, "a"],
        [2, "b"],
      ],
    ].map((story) => glimpse(story));
    const log = followAll(steps);
    assert.deepEqual(log.trail, steps);
    const own = glimpse([...steps[2].story, [0, "c"]]);
    assert.deepEqual(follow(log, own, 0, {}).trail, [own]);
  });

  test("knows after a reload what came since our own move", () => {
    const story = [[0, "a"], FULL, [1, "b"], FULL, [2, "keep"], [2, "c"]];
    const { trail } = follow(NOTHING, glimpse(story), 0, { silent: ["keep"] });
    assert.deepEqual(
      trail.map((step) => step.story),
      [story.slice(0, 2), story.slice(0, 5), story],
    );
    assert.deepEqual(trail.at(1).history, [
      [0, "a"],
      [1, "b"],
      [2, "keep"],
    ]);
    assert.equal(follow(NOTHING, glimpse(story), null, {}).trail.length, 1, "a spectator's");
    assert.equal(follow(NOTHING, glimpse([...story, [0, "d"]]), 0, {}).trail.length, 1);
  });

  test("tells each step that is seen again", () => {
    learn("en", texts("en", "common", "caprice"));
    const story = [[0, "place dr 1"], [1, "place dr 2"], FULL];
    const log = follow(NOTHING, glimpse(story), 0, {});
    assert.equal(parts.stepInWords("caprice", log, 0, NAMES), "");
    const told = log.entries.slice(1).flatMap((entry) => inWords("caprice", entry, NAMES));
    assert.equal(parts.stepInWords("caprice", log, 1, NAMES), told.join(" "));
    assert.match(told.join(" "), /^Bea/);
  });

  test("events that come later belong to the move before", () => {
    const before = [glimpse([]), glimpse([[1, "a"]])];
    const after = glimpse([[1, "a"], FULL]);
    assert.deepEqual(followAll([...before, after]).trail, [before[0], after]);
  });

  test("is heard: a move, one's turn, the end", () => {
    const log = followAll([glimpse([], { actors: [1] })]);
    const heard = (story, more) => soundOf(log, follow(log, glimpse(story, more), 0, {}), {});
    assert.equal(heard([[1, "a"]], { actors: [1] }), "move");
    assert.equal(heard([[1, "a"]], { actors: [0] }), "turn");
    assert.equal(heard([[1, "a"]], { actors: [], result: {} }), "end");
    assert.equal(heard([], { actors: [1] }), null);
  });

  test("a story is cut behind what came of its moves", () => {
    const story = [[0, "a"], FULL, FULL, [1, "b"], FULL];
    assert.deepEqual(
      [0, 1, 2, 3].map((moves) => upTo(story, moves).length),
      [0, 3, 5, 5],
    );
  });
});

describe("the clock", () => {
  const { arrive, next, see, endScene, hurry, putAway, momentOf, STOPPED } = parts;
  const event = (id, n = 0) => ({ id, n });
  const REVEAL = [event("bid", 1), event("bid", 2), event("sold")];
  const kinds = {
    auction: { from: /^bid/, to: /^(un)?sold/, view: "before" },
    scoring: { from: /^scoring$/, to: /^gain$/, view: "after" },
  };
  const how = { eyes: 0, kinds, still: false };
  const START = glimpse([[1, "a"]], { view: "old", actors: [1] });
  const stop = [...START.story, [1, "stop"], ...REVEAL];
  const END = glimpse(stop, { view: "new", actors: [0], legal: ["x"] });
  const started = (more = {}) =>
    arrive(arrive(STOPPED, START, { ...how, ...more }), END, { ...how, ...more });
  const views = (clock) => {
    const { board, rest, held } = momentOf(clock);
    return [board.view, rest.view, rest.story.length, held];
  };

  test("a scene with moments of its own: all of the table shows one, and the log does not forget", () => {
    // what changes nothing has no moment of its own
    const moments = [2, 3, 5].map((items) => ({ items, view: `at ${items}`, facts: [] }));
    const how = { eyes: 0, kinds: { auction: { ...kinds.auction, view: "moments" } } };
    const start = (still, end) =>
      arrive(arrive(STOPPED, START, { ...how, still }), end, { ...how, still });
    const clock = start(false, { ...END, moments });
    assert.deepEqual(views(clock).slice(0, 2), ["at 2", "at 2"]);
    const later = see(clock, 2);
    assert.deepEqual(views(later), ["at 3", "at 3", 4, true]);
    assert.deepEqual(views(see(see(later, 3), 1)), ["at 3", "at 3", 5, true]);
    assert.deepEqual(views(endScene(later)).slice(0, 2), ["new", "new"]);
    assert.deepEqual(views(start(true, { ...END, moments })).slice(0, 2), ["at 5", "new"]);
    // without them, and for a guess, the table is as it was; what confirms a guess brings them
    const guessed = start(false, { ...END, guess: true });
    assert.deepEqual(views(guessed).slice(0, 2), ["old", "old"]);
    const sure = arrive(guessed, { ...END, moments }, { ...how, still: false });
    assert.deepEqual(views(see(sure, 1)), ["at 3", "at 3", 3, true]);
  });

  test("what was there when we came is not acted out", () => {
    assert.equal(momentOf(arrive(STOPPED, END, how)).scene, null);
    assert.deepEqual(views(arrive(STOPPED, END, how)), ["new", "new", 5, false]);
  });

  test("stands at a scene: no view, line, turn or button is ahead of it", () => {
    const clock = started();
    const { board, rest, scene } = momentOf(clock);
    assert.deepEqual([scene.name, scene.events], ["auction", REVEAL]);
    assert.deepEqual(views(clock), ["old", "old", 2, true]);
    assert.deepEqual([rest.actors, rest.legal, rest.result], [[], [], null]);
    // the board knows what it acts out
    assert.deepEqual(board.story, stop);
  });

  test("the log follows what has been seen of it, and never goes back", () => {
    assert.deepEqual(views(see(started(), 2)), ["old", "old", 4, true]);
    assert.deepEqual(views(see(see(started(), 2), 1)), ["old", "old", 4, true]);
    assert.deepEqual(views(see(started(), 9)), ["old", "old", 5, true]);
  });

  test("goes on when the board has done", () => {
    const clock = endScene(started());
    assert.deepEqual(views(clock), ["new", "new", 5, false]);
    assert.deepEqual(momentOf(clock).rest.legal, ["x"]);
    assert.equal(endScene(clock), clock);
  });

  test("several scenes of one step come one after the other, each with its view", () => {
    const story = [...stop, event("other"), event("scoring"), event("first"), event("gain", 1)];
    const all = [...story, event("gain", 2), event("round")];
    const clock = arrive(arrive(STOPPED, START, how), glimpse(all, { view: "new" }), how);
    assert.deepEqual(
      clock.scenes.map(({ name, events }) => [name, events.length]),
      [
        ["auction", 3],
        ["scoring", 4],
      ],
    );
    // the board counts what is there now, the points are still those before
    assert.deepEqual(views(endScene(clock)), ["new", "old", 6, true]);
    assert.deepEqual(views(endScene(endScene(clock))), ["new", "new", all.length, false]);
  });

  test("what comes meanwhile waits, and nothing can be done until it is shown", () => {
    const later = glimpse([...stop, [1, "b"]], { view: "later", actors: [0], legal: ["y"] });
    const clock = arrive(started(), later, how);
    assert.deepEqual(views(clock), ["old", "old", 2, true]);
    assert.equal(next(clock, how), clock);
    const free = endScene(clock);
    assert.deepEqual([momentOf(free).rest.view, momentOf(free).rest.legal], ["new", []]);
    assert.deepEqual(momentOf(next(free, how)).rest.legal, ["y"]);
  });

  test("one's own action and taking back are shown at once", () => {
    const own = glimpse([...stop, [0, "mine"]], { view: "own" });
    assert.deepEqual(momentOf(arrive(endScene(started()), own, how)).board.view, "own");
    assert.deepEqual(views(arrive(started(), START, how)), ["old", "old", 1, false]);
  });

  test("whoever has been away does not see everything one by one", () => {
    let clock = started();
    for (let i = 0; i < 13; i++)
      clock = arrive(clock, glimpse([...stop, ...Array(i + 1).fill([1, "b"])]), how);
    // nobody is torn from a scene; what has come meanwhile is one step then
    assert.deepEqual([momentOf(clock).held, clock.queue.length], [true, 1]);
    clock = next(endScene(clock), how);
    assert.deepEqual([momentOf(clock).held, clock.queue.length], [false, 0]);
    assert.equal(momentOf(clock).rest.story.length, stop.length + 13);
  });

  test("a touch brings a scene to its end, another one past it", () => {
    const once = hurry(started());
    assert.deepEqual([once.hurried, momentOf(once).held], [true, true]);
    assert.equal(momentOf(hurry(once)).held, false);
    assert.equal(hurry(hurry(once)).scenes.length, 0);
  });

  test("without motion nothing waits: a scene lies over what is there, until it is put away", () => {
    const clock = started({ still: true });
    assert.deepEqual(views(clock), ["new", "new", 5, false]);
    assert.deepEqual([momentOf(clock).scene.name, clock.hurried], ["auction", true]);
    const on = arrive(clock, glimpse([...stop, [1, "b"]]), { ...how, still: true });
    assert.equal(momentOf(on).scene.name, "auction");
    assert.equal(momentOf(putAway(on)).scene, null);
    const over = glimpse(stop, { result: {} });
    const start = arrive(STOPPED, START, how);
    assert.equal(momentOf(arrive(start, over, { ...how, still: true })).scene, null);
  });

  test("through other eyes it begins anew", () => {
    assert.equal(momentOf(arrive(started(), END, { ...how, eyes: 1 })).held, false);
  });
});

describe("choosing", () => {
  const { ask, begin, cancel, end, fail, gather, hold, IDLE, nextPlace, takeBack, toDo } = parts;
  const free = { handing: false, waits: () => false };
  const asked = (legal, now = free, state = IDLE) =>
    ask(state, glimpse([[1, "a"]], { legal }), now);

  test("what is put together from any number of words is open", () => {
    const { isOpen } = parts;
    const forces = ["force 60", "force 60 50", "force 60 50 g1", "force g4"];
    for (const force of forces.slice(0, 3)) assert.ok(isOpen(forces, force), force);
    assert.ok(!isOpen(forces, "force g4"));
    assert.ok(!isOpen(["place dr 0", "place dr 1", "move 0 1"], "place dr 0"));
    assert.ok(!isOpen(["use bank 1", "discard bank"], "discard bank"), "other verbs are others");
  });

  test("what can only be done goes by itself", () => {
    const { staged, forced } = asked(["stay"]);
    assert.deepEqual([staged, forced], ["stay", true]);
    assert.equal(hold(asked(["stay"])).forced, false);
  });

  test("but not with a choice, while the device is handed on, if it is grave, or after taking back", () => {
    for (const state of [
      asked(["stay", "go"]),
      asked(["stay"], { ...free, handing: true }),
      asked(["stay"], { ...free, waits: () => true }),
      asked(["stay"], free, takeBack(IDLE)),
    ])
      assert.deepEqual([state.staged, state.forced], [null, false]);
  });

  test("a choice stays while the question does, and goes with it", () => {
    const state = { ...asked(["a", "b"]), picked: ["a"], staged: "a", refusal: "no" };
    assert.equal(asked(["a", "b"], free, state), state);
    const next = asked(["c", "d"], free, state);
    assert.deepEqual([next.picked, next.staged, next.refusal], [[], null, null]);
  });

  test("what is done is what is staged, or else what is planned", () => {
    const plan = { actions: ["x", "y"], label: "both" };
    assert.deepEqual(toDo({ ...IDLE, plan }, "x"), ["x", "y"]);
    assert.deepEqual(toDo({ ...IDLE, plan, staged: "a" }, "a"), ["a"]);
  });

  test("several of a kind are gathered and done together, as many as are allowed", () => {
    const once = gather(asked(["draw a", "draw b"]), "draw a", 3);
    assert.deepEqual(toDo(once, once.staged), ["draw a"]);
    const all = gather(gather(gather(once, "draw a", 3), "draw b", 3), "draw b", 3);
    assert.deepEqual(toDo(all, all.staged), ["draw a", "draw a", "draw b"]);
    assert.deepEqual(all.picked, ["draw", "b"]);
    const none = cancel(all);
    assert.deepEqual([none.gathered, none.picked, none.staged], [[], [], null]);
    assert.deepEqual(asked(["draw c"], free, all).gathered, []);
  });

  test("the next word that is asked for is the first that is missing", () => {
    assert.equal(nextPlace([], null), null);
    assert.equal(nextPlace(["place"], null), 1);
    assert.equal(nextPlace(["place", "dr"], null), 2);
    assert.equal(nextPlace(["permit", "b1", "", "", ""], null), 2);
    assert.equal(nextPlace(["permit", "", "1", "round", "x"], null), 1);
    assert.equal(nextPlace(["place", "dr", "3"], "place dr 3"), null);
  });

  test("once done nothing is chosen, unless something new has been asked; if refused, all stays", () => {
    const state = begin({ ...asked(["a", "b"]), staged: "a" });
    assert.equal(state.busy, true);
    const done = end(state, state.question);
    assert.deepEqual([done.staged, done.busy], [null, false]);
    assert.equal(end({ ...state, question: "new" }, state.question).staged, "a");
    const refused = fail(state, "no");
    assert.deepEqual([refused.staged, refused.busy, refused.refusal], ["a", false, "no"]);
  });
});

test("of hints the best are there, each a line with what is its own", () => {
  const advice = Object.entries({ a: 0.5, b: 0.2, c: 0.49, d: 0.4, e: 0.1 });
  const lines = parts.bestOf(
    advice.map(([action, share]) => ({ action, win: [1 - share, share] })),
    1,
  );
  assert.deepEqual(
    lines.map(({ action }) => action),
    ["a", "c", "d"],
  );
});

test("hints that win about as often are told to be equal, and what all of them would say is not said", () => {
  const lines = (...shares) => shares.map((share) => ({ win: [share, 1 - share] }));
  assert.equal(parts.areEven(lines(0.36, 0.36, 0.34), 0), true);
  assert.equal(parts.areEven(lines(0.36, 0.31), 0), false);
  assert.equal(parts.areEven(lines(0.36), 0), false);
  const good = (text) => ({ text, tone: "good" });
  const end = "On average in the end: 8 steps.";
  assert.deepEqual(parts.reasonsInWords([[], [], []], [end, end, end]), ["", "", ""]);
  assert.deepEqual(parts.reasonsInWords([[], []], [end, "9 steps"]), [end, "9 steps"]);
  assert.deepEqual(parts.reasonsInWords([[good("a"), good("b")], [good("b")]], [end, end]), [
    "a",
    end,
  ]);
  assert.deepEqual(parts.reasonsInWords([[]], [end]), [end]);
});

describe("what is marked", () => {
  const { lastMoves, targetsOf } = parts;

  test("a move is about all runs of its words, an event about its arguments", () => {
    assert.deepEqual(targetsOf([1, "use bank 1"]), [
      "use",
      "use:bank",
      "use:bank:1",
      "bank",
      "bank:1",
      "1",
    ]);
    const event = { id: "holds", place: "bank 1", members: [20, 30] };
    const [first, second, ...members] = targetsOf(event);
    assert.deepEqual([first, second], ["place:bank:1", "bank:1"]);
    assert.deepEqual(members, ["members:20", "20", "members:30", "30"]);
  });

  test("the last turn of each of the others, since our own", () => {
    const history = [
      [1, "old"],
      [0, "mine"],
      [1, "a"],
      [2, "b"],
      [1, "c"],
      [2, "keep"],
    ];
    const isTold = ([, action]) => action !== "keep";
    assert.deepEqual(lastMoves(history, 0, isTold), [
      [1, "c"],
      [2, "b"],
    ]);
    assert.deepEqual(lastMoves([...history, [0, "next"]], 0, isTold), []);
    // a block is placed, and then none is moved: both belong to the turn
    const turn = [...history, [1, "place"], [1, "stay"]];
    assert.deepEqual(lastMoves(turn, 0, isTold).slice(0, 2), [
      [1, "stay"],
      [1, "place"],
    ]);
  });
});

describe("lines", () => {
  const { all, one, num, nums, word, words } = parts;
  const told = [
    { id: "a", seat: 0, n: 3 },
    { id: "a", seat: 1, n: 4, kinds: ["x", "y"], sums: [1, 2] },
    { id: "b", who: "rob" },
  ];

  test("are found by id and arguments", () => {
    assert.equal(all(told, "a").length, 2);
    assert.equal(num(one(told, "a", { seat: 1 }), "n"), 4);
    assert.deepEqual(words(told[1], "kinds"), ["x", "y"]);
    assert.deepEqual(nums(told[1], "sums"), [1, 2]);
    assert.equal(word(told[2], "who"), "rob");
    assert.deepEqual([num(undefined, "n"), word(told[0], "n"), nums(undefined, "n")], [0, "", []]);
  });

  test("begin with a capital, and are told otherwise to the one whom they are about", () => {
    learn("en", {
      "seat.you": "You",
      "g.event.won": "Winner: {seat}.",
      "g.event.won.you": "You have won.",
      "g.event.left": "{card} leaves.",
      "g.word.b3": "blue 3",
      "g.fact.step": "{card} now",
    });
    const names = ["You", "Rosa"];
    const said = (id, args) => parts.tell("g", "event", { id, ...args }, names);
    assert.equal(said("won", { seat: 0 }), "You have won.");
    assert.equal(said("won", { seat: 1 }), "Winner: Rosa.");
    assert.equal(said("won", { seat: [0, 1] }).startsWith("Winner: "), true);
    assert.equal(said("left", { card: "b3" }), "Blue 3 leaves.");
    assert.equal(parts.tell("g", "fact", { id: "step", card: "b3" }, names), "blue 3 now");
  });

  test("are said with names, words, sums, lists, money and plurals", () => {
    learn("en", {
      "g.event.sum": "{seat}: {parts:sum} = {n}, at {place:next}",
      "g.event.list": "{seat} and {x_seat}: {kinds}",
      "g.event.cash": ["{n:money} one", "{n:money} many"],
      "g.word.x": "ex",
      "g.word.rob": "ROB",
      "list.and": "{a} and {b}",
      money: "${n},000",
      "money.none": "nothing",
    });
    const say = (line) => tell("g", "event", line, NAMES);
    assert.equal(
      say({ id: "sum", seat: 1, parts: [1, 2], n: 3, place: 4 }),
      "Bea: 1 + 2 = 3, at 5",
    );
    assert.equal(
      say({ id: "list", seat: "rob", x_seat: [0, 1, 2], kinds: ["x", "z"] }),
      "ROB and Ann, Bea and Cid: ex and z",
    );
    assert.equal(say({ id: "cash", n: 1 }), "$1,000 one");
    assert.equal(say({ id: "cash", n: 50 }), "$50,000 many");
    assert.equal(say({ id: "cash", n: 0 }), "Nothing many");
    assert.equal(canTell("g", "event", { id: "none" }), false);
  });

  // tests/words.c has the same sums and forms
  test("numbers below zero are taken away, and have the form of their size", () => {
    const known = { "g.event.sum": "{parts:sum} = {n}", "g.event.cards": ["{n} one", "{n} many"] };
    const say = (line) => tell("g", "event", line, NAMES);
    learn("en", known);
    assert.equal(say({ id: "sum", parts: [5, -3], n: 2 }), "5 - 3 = 2");
    assert.equal(say({ id: "sum", parts: [-5, 0, -3], n: -8 }), "-5 + 0 - 3 = -8");
    assert.equal(say({ id: "cards", n: -1 }), "-1 one");
    assert.equal(say({ id: "cards", n: 0 }), "0 many");
    learn("fr", known);
    assert.equal(say({ id: "cards", n: -1 }), "-1 one");
    assert.equal(say({ id: "cards", n: -2 }), "-2 many");
    assert.equal(say({ id: "cards", n: 0 }), "0 one");
  });

  test("effects: figures that change, good and bad, then what would happen", () => {
    learn("en", { "g.change.p": "{seat} {area}: {before} to {after}, {by}", "g.event.e": "Bang" });
    const fact = (seat, area, n) => ({ id: "p", seat, area, n, list: [n] });
    const before = [fact(0, "x", 1), fact(1, "x", 5), fact(1, "y", 2), fact(0, "z", 7)];
    const after = [fact(0, "x", 3), fact(1, "x", 6), fact(1, "y", 1)];
    const foreseen = { facts: after, events: [{ id: "e" }, { id: "unsaid" }] };
    assert.deepEqual(effectsOf({ game: "g", seat: 0, names: NAMES }, ["p"], before, foreseen), [
      { text: "Ann x: 1 to 3, +2", tone: "good" },
      { text: "Bea x: 5 to 6, +1", tone: "bad" },
      { text: "Bea y: 2 to 1, -1", tone: "good" },
      { text: "Bang", tone: "plain" },
    ]);
  });

  test("actions are grouped by their verb", () => {
    assert.deepEqual(byVerb(["a 1", "b", "a 2"]), [
      ["a", ["a 1", "a 2"]],
      ["b", ["b"]],
    ]);
  });
});

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Plays a game at random, and looks at each moment. */
function play(game, players, seed, look) {
  engine.dice(seed);
  engine.load(gameOf(game)(players, {}, String(seed)));
  for (let actors = engine.actors(); actors.length > 0; actors = engine.actors()) {
    const action = engine.choose("random", actors[0]);
    const before = engine.count();
    look(actors[0], action, () => engine.apply(actors[0], action));
    if (engine.count() === before) engine.apply(actors[0], action);
  }
}

for (const game of GAMES)
  describe(game, () => {
    test("the story only grows, and its lines have texts in all languages", () => {
      for (const language of LANGUAGES) {
        learn(language, texts(language, "common", "web", game));
        let last = [];
        play(game, 3, 5, (seat, action, apply) => {
          apply();
          if (engine.count() % 25) return;
          const { story, facts, history } = engine.glimpse(0);
          assert.deepEqual(story.slice(0, last.length), last);
          assert.deepEqual(story.filter(isMove), history);
          last = story;
          for (const fact of facts) assert.doesNotMatch(tell(game, "fact", fact, NAMES), /[⟦{]/);
        });
        const log = follow(NOTHING, engine.glimpse(null), null, {});
        for (const entry of log.entries) {
          const said = inWords(game, entry, NAMES);
          assert.ok(said.length === 1 && !/[⟦{]/.test(said[0]), JSON.stringify(entry));
        }
      }
    });

    test("a preview tells nothing that does not happen", () => {
      let [certain, wrong] = [0, 0];
      for (const seed of [1, 2])
        play(game, 3, seed, (seat, action, apply) => {
          const { view, events, certain: sure } = engine.preview(seat, action);
          const before = engine.glimpse(seat);
          apply();
          const after = engine.glimpse(seat);
          const told = after.story.slice(before.story.length).filter((item) => !isMove(item));
          // what a simultaneous decision leads to is known when all have made it
          if (after.story.length > before.story.length)
            wrong += events.filter((event) => !told.some((line) => same(line, event))).length;
          if (!sure) return;
          certain++;
          if (!same(view, after.view)) wrong++;
        });
      // sixteen guesses may agree by chance
      assert.ok(certain > 5 && wrong <= certain / 100, `${wrong} of ${certain} are wrong`);
    });
  });

describe("Caprice", () => {
  test("the deal is no secret in a preview of what it cannot change", () => {
    engine.load(gameOf("caprice")(2));
    const [action] = engine.legal(0);
    const { certain, facts, events } = engine.preview(0, action);
    assert.equal(certain, true);
    assert.deepEqual(events, []);
    assert.ok(parts.one(facts, "best", { seat: 0 }));
  });
});

describe("a QR code", () => {
  const link = `https://games.example/t/${"AbC_-d3f".repeat(40)}`;
  const drawn = (text) =>
    qr(text)
      .map((row) => row.map(Number).join(""))
      .join("\n");

  test("has three eyes and a quiet line between them", () => {
    const [first, ...rows] = drawn("https://games.example/t/abc").split("\n");
    assert.equal(rows.length + 1, 25);
    assert.ok(first.startsWith("11111110") && first.endsWith("01111111"));
    assert.ok(rows.at(-1).startsWith("11111110"));
  });

  test("of every length is as it was when jsQR 1.4 read all of them", () => {
    const hash = createHash("sha256");
    for (let n = 1; n <= 271; n++) hash.update(drawn(link.slice(0, n)));
    assert.equal(
      hash.digest("hex"),
      "526a9cf7aae3db095d6e92592e4dd2c98796bf6f64ff6d4adfdedc9ce7afa3f0",
    );
    assert.equal(qr(link.slice(0, 272)), null);
  });
});

describe("names of seats", () => {
  const person = (name) => ({ kind: "person", name });
  const bot = (level) => ({ kind: "bot", level });

  test("a bot keeps its name, whatever seat it draws", () => {
    const [casual, strong] = [bot("casual"), bot("strong")];
    const before = parts.seatNames([person("Ann"), casual, strong]);
    const after = parts.seatNames([strong, person("Ann"), casual]);
    assert.deepEqual([after[2], after[0]], [before[1], before[2]]);
    assert.notEqual(before[1], before[2]);
  });

  test("the second of a name has a number", () => {
    assert.deepEqual(parts.seatNames([person("Zoe"), person("Ann"), person("Zoe")]), [
      "Zoe",
      "Ann",
      "Zoe 2",
    ]);
    const seats = ["person", "me", "person"].map((kind) => ({ kind, name: "Zoe" }));
    assert.deepEqual(
      parts.namesOf(seats).filter((_, seat) => seat !== 1),
      ["Zoe", "Zoe 3"],
    );
  });
});

describe("a hint", () => {
  const advice = [{ action: "a", win: [1] }];

  test("is for the question that was asked", () => {
    const thinking = parts.advise(parts.IDLE, "thinking");
    assert.deepEqual(parts.answer(thinking, advice).advice, advice);
    assert.equal(parts.answer(thinking, null).advice, null);
    assert.equal(parts.answer(parts.IDLE, advice).advice, null);
  });
});

describe("what is asked next", () => {
  const known = texts("en", "capitol", "capone");
  /** How many words an action of these has behind its verb. */
  const LENGTHS = { permit: 4, roof: 3 };
  for (const [verb, length] of Object.entries(LENGTHS))
    test(`Capitol asks for every word of ${verb}`, () => {
      for (let place = 1; place <= length; place++)
        assert.ok(known[`capitol.next.${verb}.${place}`], `${verb} ${place}`);
    });
});

describe("texts that come later", () => {
  /** Answers requests for texts when the test says so: `texts.fr` and the like, by name. */
  function network() {
    const waiting = new Map();
    const kept = { fetch: globalThis.fetch, ASSETS: globalThis.ASSETS };
    globalThis.ASSETS = new Proxy({}, { get: (_, name) => name });
    globalThis.fetch = (name) =>
      new Promise((resolve, reject) => {
        const rest = waiting.get(name) ?? [];
        waiting.set(name, [...rest, { resolve, reject }]);
      });
    const settle = async (name, how) => {
      assert.ok(waiting.has(name), `nobody asks for ${name}`);
      waiting.get(name).forEach(how);
      waiting.delete(name);
      await new Promise(setImmediate);
    };
    return {
      bring: (name) =>
        settle(name, ({ resolve }) =>
          resolve({ ok: true, json: async () => ({ [name.split(".")[0]]: name }) }),
        ),
      lose: (name) => settle(name, ({ reject }) => reject(new Error("offline"))),
      end: () => Object.assign(globalThis, kept),
    };
  }

  test("stay when a language that was asked for before them comes after them", async () => {
    const net = network();
    void speak("fr");
    await net.bring("texts.fr");
    void speak("de");
    void readMore("first");
    await net.bring("first.fr");
    await net.bring("first.de");
    await net.bring("texts.de");
    assert.deepEqual([t("texts"), t("first")], ["texts.de", "first.de"]);
    net.end();
  });

  test("are in the language that came while they were on their way", async () => {
    const net = network();
    void speak("it");
    await net.bring("texts.it");
    await net.bring("first.it");
    void readMore("second");
    void speak("en");
    await net.bring("texts.en");
    await net.bring("first.en");
    await net.bring("second.it");
    await net.bring("second.en");
    assert.deepEqual([t("texts"), t("second")], ["texts.en", "second.en"]);
    assert.equal(language.value, "en");
    net.end();
  });

  test("that cannot be had leave the others as they are, and may be asked for again", async () => {
    const net = network();
    const failed = assert.rejects(readMore("third"));
    await net.lose("third.en");
    await failed;
    assert.equal(t("texts"), "texts.en");
    const silent = assert.rejects(speak("fr"));
    await net.lose("second.fr"); // the others have come before
    await silent;
    void readMore("third");
    await net.bring("third.en");
    assert.equal(t("third"), "third.en");
    net.end();
  });
});
