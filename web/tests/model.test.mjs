// What a table knows of its game without a page: the log, the choice, lines in words, and that a preview
// tells only what is certain. No browser is needed.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { gameOf, load, newEngine, texts } from "./boards.mjs";
import { GAMES, LANGUAGES } from "./browser.mjs";

const { follow, NOTHING, soundOf, inWords, upTo, isMove, effectsOf, byVerb, ...parts } = await load(
  {
    "model/log.ts": "follow, NOTHING, soundOf, inWords, upTo",
    "model/choosing.ts": "ask, begin, end, fail, hold, IDLE, takeBack, toDo",
    "engine/types.ts": "isMove",
    "engine/lines.ts": "all, one, num, nums, word, words",
    "games/effects.ts": "effectsOf",
    "games/generic/groups.ts": "byVerb",
    "words/words.ts": "learn, tell, canTell",
    "ui/qr.ts": "qr",
  },
);
const { learn, tell, canTell, qr } = parts;
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

describe("choosing", () => {
  const { ask, begin, end, fail, hold, IDLE, takeBack, toDo } = parts;
  const free = { handing: false, isGrave: () => false };
  const asked = (legal, now = free, state = IDLE) =>
    ask(state, glimpse([[1, "a"]], { legal }), now);

  test("what can only be done goes by itself", () => {
    const { staged, forced } = asked(["stay"]);
    assert.deepEqual([staged, forced], ["stay", true]);
    assert.equal(hold(asked(["stay"])).forced, false);
  });

  test("but not with a choice, while the device is handed on, if it is grave, or after taking back", () => {
    for (const state of [
      asked(["stay", "go"]),
      asked(["stay"], { ...free, handing: true }),
      asked(["stay"], { ...free, isGrave: () => true }),
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
    assert.equal(say({ id: "cash", n: 0 }), "nothing many");
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
