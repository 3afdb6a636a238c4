// Why something cannot be done is said in the reader's language: for illegal actions of all games, and
// where boards show it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load, newEngine, texts as textsOf } from "./boards.mjs";
import { GAMES, LANGUAGES, openPage, PHONE, PLAIN, RULES } from "./browser.mjs";
import { browser, server } from "./stage.mjs";

const words = await load({ "words/words.ts": "because, has, learn, t" });
const engine = await newEngine();

const fresh = (game, seed) => ({
  capucine: 1,
  game,
  rules: RULES,
  players: 3,
  options: PLAIN[game],
  seed: String(seed),
  actions: [],
});

/** Plays at random; `seen` is told of each position, and ends the game by answering true. */
function play(record, seen) {
  engine.load(record);
  engine.dice(Number(record.seed));
  for (let actors = engine.actors(); actors.length > 0; actors = engine.actors()) {
    if (seen(actors[0])) break;
    engine.apply(actors[0], engine.choose("random", actors[0]));
  }
  return engine.record();
}

/** What is said against actions that were legal at another time, each reason once with its words. */
function reasonsOf(game) {
  const found = new Map();
  const pool = [];
  const ask = (seat, action) => {
    const why = engine.whyNot(seat, action);
    if (why) found.set(JSON.stringify(why), why);
  };
  for (let seed = 1; seed <= 6; seed++)
    play(fresh(game, seed), (seat) => {
      for (let i = 0; i < 12; i++)
        ask(seat, pool[(i * 37 + pool.length) % pool.length] ?? "castle");
      ask((seat + 1) % 3, "castle");
      pool.push(...engine.legal(seat).slice(0, 20));
      return false;
    });
  ask(0, "castle");
  return [...found.values()];
}

for (const game of GAMES)
  test(`${game}: no reason without a sentence of each language`, () => {
    const reasons = reasonsOf(game);
    assert.ok(new Set(reasons.map(({ id }) => id)).size >= 10, "many reasons came up");
    const said = LANGUAGES.map((language) => {
      words.learn(language, textsOf(language));
      return reasons.map((why) => words.because(why));
    });
    reasons.forEach((why, i) => {
      const sentences = said.map((all) => all[i]);
      assert.equal(new Set(sentences).size, LANGUAGES.length, `${why.id}: ${sentences}`);
      for (const sentence of sentences) assert.match(sentence, /^[^{}⟦]+\.$/, why.id);
      assert.ok(words.has(why.id), `${why.id} has a text`);
    });
  });

test("a refused action carries its reason", () => {
  engine.load(fresh("caprice", 1));
  assert.throws(() => engine.apply(0, "stay"), {
    code: "illegal_action",
    message: "a block is to be placed now: place KIND PLACE",
    reason: { id: "caprice.why.place", words: [] },
  });
  assert.throws(() => engine.apply(1, "stay"), {
    code: "not_your_turn",
    reason: { id: "why.not_now", words: [] },
  });
});

/** Records that cannot be read, and why. */
const place = "place dr 0";
const FLAWS = [
  [{ capucine: 0 }, { id: "record.none", words: [] }],
  [{ seed: "x" }, { id: "record.none", words: [] }],
  [{ capucine: 2 }, { id: "record.newer", words: [] }],
  [{ rules: 99 }, { id: "record.newer", words: ["99", String(RULES)] }],
  [{ rules: 1 }, { id: "record.older", words: ["1", String(RULES)] }],
  [{ rules: undefined }, { id: "record.none", words: [] }],
  [{ game: "chess" }, { id: "record.game", words: [] }],
  [{ from: { game: "caprice" } }, { id: "record.beginning", words: [] }],
  [
    {
      actions: [
        [0, place],
        [0, "fly"],
      ],
    },
    { id: "record.action", words: ["1"], cause: { id: "why.no_action", words: [] } },
  ],
  [
    {
      actions: [
        [0, place],
        [0, "stay"],
        [1, "stay"],
      ],
    },
    { id: "record.action", words: ["2"], cause: { id: "caprice.why.place", words: [] } },
  ],
];

test("a broken record says what is wrong with it", () => {
  for (const [changes, reason] of FLAWS)
    assert.throws(() => engine.load({ ...fresh("caprice", 1), ...changes }), {
      code: "bad_record",
      reason,
    });
});

/** Beginnings that are refused, and why. */
const BEGINNINGS = [
  [{ game: "caprice", players: 9 }, ["why.players", "Caprice", "2", "4"]],
  [{ game: "caprice", players: 2, options: { first: "3" } }, ["why.no_value", "first", "3"]],
  [{ game: "caprice", players: 2, options: { fast: "yes" } }, ["why.no_option", "Caprice", "fast"]],
  [
    { game: "caprice", players: 2, options: { contracts: "equal", third: "choose" } },
    ["caprice.why.equal"],
  ],
  [
    { game: "capital-lux-2", players: 1, options: { powers: "D" } },
    ["capital-lux-2.why.not_in_solo", "foreigner"],
  ],
  [
    { game: "capital-lux-2", players: 2, options: { rob: "hard" } },
    ["capital-lux-2.why.only_solo"],
  ],
];

test("options that do not agree are refused with a reason", () => {
  for (const [beginning, [id, ...words]] of BEGINNINGS) {
    assert.throws(() => engine.checkOptions(beginning), { reason: { id, words } });
    assert.throws(() => engine.load({ ...fresh(beginning.game, 1), ...beginning }), {
      code: "bad_record",
    });
  }
  engine.checkOptions({ game: "capital-lux-2", players: 1, options: { powers: "A" } });
  const [alone, [id]] = BEGINNINGS.at(-1);
  assert.throws(() => engine.load({ ...fresh(alone.game, 1), ...alone }), {
    reason: { id: "record.beginning", words: [], cause: { id, words: [] } },
  });
});

for (const [way, languages] of [
  ["bots", LANGUAGES],
  ["device", ["it"]],
  ["friends", ["fr"]],
])
  test(`a new game says which options do not agree: ${way}`, async () => {
    for (const language of languages) {
      words.learn(language, textsOf(language));
      const { page, context, problems } = await openPage(
        browser,
        `${server.url}/new/caprice?with=${way}`,
        {
          viewport: PHONE,
          language,
        },
      );
      const option = (name) =>
        page.getByRole("combobox", { name: words.t(`caprice.option.${name}`), exact: true });
      const alert = page.getByRole("alert");
      await page.locator("details.options summary").click();
      await option("contracts").selectOption("equal");
      await alert.waitFor();
      assert.equal(await alert.innerText(), words.t("caprice.why.equal"));
      if (way === "friends") await page.getByRole("textbox").fill("Ann");
      await page.locator("form button.do").click();
      await page.locator("form button.do:not(:disabled)").waitFor();
      assert.equal(await alert.innerText(), words.t("caprice.why.equal"));
      await option("third").selectOption("redraw");
      await alert.waitFor({ state: "detached" });
      await page.locator("form button.do").click();
      await page.waitForSelector(way === "friends" ? ".lobby" : "main.table");
      assert.deepEqual(problems, []);
      await context.close();
    }
  });

test("a broken record that is opened says so", async () => {
  for (const language of LANGUAGES) {
    words.learn(language, textsOf(language));
    const { page, context } = await openPage(browser, `${server.url}/replay`, {
      viewport: PHONE,
      language,
    });
    const drop = async (text) => {
      const file = { name: "record.json", mimeType: "application/json", buffer: Buffer.from(text) };
      await page.locator("input[type=file]").setInputFiles(file);
      const alert = page.getByRole("alert");
      await alert.waitFor();
      return (await alert.innerText()).slice(words.t("replay.broken").length).trim();
    };
    for (const [changes, reason] of language === "de" ? FLAWS : FLAWS.slice(-1)) {
      assert.ok(words.has(reason.id), reason.id);
      const said = await drop(JSON.stringify({ ...fresh("caprice", 1), ...changes }));
      const whole = [reason, reason.cause]
        .filter(Boolean)
        .map((why) => words.because(why))
        .join(" ");
      assert.ok(said.startsWith(whole), `${said} begins with ${whole}`);
      await page.goto(`${server.url}/replay`);
    }
    for (const text of language === "fr"
      ? ["{", "7", '{"game":"caprice","players":1e9,"actions":[]}']
      : []) {
      assert.ok((await drop(text)).startsWith(words.t("record.none")), text);
      await page.goto(`${server.url}/replay`);
    }
    await context.close();
  }
});

test("with fewer players the first player is one of them", async () => {
  const { page, context } = await openPage(browser, `${server.url}/new/caprice?with=friends`, {
    viewport: PHONE,
  });
  await page.locator("details.options summary").click();
  await page.getByRole("radio", { name: "4", exact: true }).check();
  await page.getByRole("combobox", { name: "First player" }).selectOption("3");
  await page.getByRole("radio", { name: "2", exact: true }).check();
  const first = page.getByRole("combobox", { name: "First player" });
  assert.equal(await first.inputValue(), "random");
  const offered = await first.locator("option").allTextContents();
  assert.deepEqual(offered, ["Chosen at random", "Seat A", "Seat B"]);
  await page.getByRole("textbox").fill("Ann");
  await page.locator("form button.do").click();
  await page.waitForSelector(".lobby");
  await context.close();
});

test("ROB's strength is offered to one player alone, and goes with a second", async () => {
  const { page, context } = await openPage(browser, `${server.url}/new/capital-lux-2?with=bots`, {
    viewport: PHONE,
  });
  const players = (n) => page.getByRole("radio", { name: n, exact: true }).check();
  const rob = page.getByRole("combobox", { name: "ROB" });
  await page.locator("details.options summary").click();
  await players("2");
  assert.equal(await rob.count(), 0);
  await players("1");
  await rob.selectOption("hard");
  await players("2");
  await players("1");
  assert.equal(await rob.inputValue(), "usual");
  await rob.selectOption("strong");
  // with friends there are two at least
  const ways = page.locator(".choice-cards input");
  await ways.nth(1).check();
  assert.equal(await rob.count(), 0);
  await ways.nth(0).check();
  assert.equal(await rob.inputValue(), "strong");
  await page.locator("form button.do").click();
  await page.waitForSelector("main.table");
  const options = await page.evaluate(() => {
    const id = location.pathname.split("/").at(-1);
    return JSON.parse(localStorage.getItem(`capucine.table.${id}`)).record.options;
  });
  // a first game has the powers of set A
  assert.deepEqual(options, { powers: "A", rob: "strong" });
  await context.close();
});

describe("on the boards", () => {
  /** Opens a record as a table at which we have seat 0. */
  async function sit(record, language) {
    const seats = Array.from({ length: record.players }, (_, seat) =>
      seat === 0 ? { name: "Ana", kind: "me" } : { name: `B${seat}`, kind: "bot", level: "random" },
    );
    const opened = await openPage(browser, server.url, {
      viewport: PHONE,
      language,
      storage: { "capucine.table.test": JSON.stringify({ id: "test", record, seats, at: 1 }) },
    });
    await opened.page.goto(`${server.url}/local/test`);
    return opened;
  }

  const isFull = (tower) => tower.length === 4;
  const ours = (phase) => (seat) => seat === 0 && engine.view(0).phase === phase;
  /** A position, what is tapped there, where the reason is shown, and the action that it is about. */
  const CASES = {
    caprice: () => {
      const wanted = ours("place");
      const record = play(
        fresh("caprice", 1),
        (seat) => wanted(seat) && engine.view(0).towers.some(isFull),
      );
      const { towers, reserve } = engine.view(0);
      const place = towers.findIndex(isFull);
      const kind = Object.keys(reserve).find((one) => reserve[one] > 0);
      return {
        record,
        tap: `[data-at="caprice.tower.${place}"]`,
        shown: ".caprice-note p",
        action: `place ${kind} ${place}`,
      };
    },
    capone: () => {
      const record = play(fresh("capone", 1), ours("play"));
      return {
        record,
        tap: '[data-at="shop.pasta"] button',
        shown: ".refuse",
        action: "use pasta",
      };
    },
    capitol: () => {
      const isClosed = ({ name }) => !engine.legal(0).some((one) => one.endsWith(` ${name}`));
      const wanted = ours("build");
      const record = play(fresh("capitol", 8), (seat) => {
        if (!wanted(seat)) return false;
        const { areas, seats } = engine.view(0);
        return seats[0].hand.permit.length > 0 && areas.some(isClosed);
      });
      const { view, facts } = engine.glimpse(0);
      const { name: area } = view.areas.find(isClosed);
      const { buildings, hand } = view.seats[0];
      const { colour } = facts.find((one) => one.id === "area" && one.area === area);
      const permit = hand.permit.find((card) => card[0] === colour[0]) ?? hand.permit[0];
      return {
        record,
        tap: `[data-area="${area}"]`,
        shown: ".refusal",
        action: `permit ${permit} ${buildings[0]} ${area}`,
      };
    },
  };

  for (const [game, prepare] of Object.entries(CASES))
    test(game, async () => {
      const { record, tap, shown, action } = prepare();
      const why = engine.whyNot(0, action);
      for (const language of LANGUAGES) {
        words.learn(language, textsOf(language));
        const { page, context, problems } = await sit(record, language);
        await page.locator(tap).first().click();
        await page.waitForFunction((shown) => document.querySelector(shown)?.textContent, shown);
        const said = await page.locator(shown).innerText();
        assert.equal(said, words.because(why));
        assert.deepEqual(problems, []);
        await context.close();
      }
    });
});
