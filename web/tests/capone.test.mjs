// Capone in the browser: its city, hand, ledger and lesson, as somebody at the table uses them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  accessible,
  doButton,
  effectsOf,
  gameOf,
  holdBots,
  inLanguages,
  inThemes,
  load,
  newEngine,
  nothingWrong,
  promptOf,
  READY,
  sit as sitAt,
  tabTo,
  texts,
  untilMoved,
  useBrowser,
} from "./boards.mjs";
import { DESK, inFonts, LANGUAGES, PHONE, shoot, smallTargets } from "./browser.mjs";

const PARTS = [".capone-board", ".capone-hand", ".capone-summary"];
const SHORT = { width: 390, height: 664 };
const LYING = { width: 844, height: 390 };
const PAYOUTS = ["pieces", "original", "yaourt", "jeuxoc"];
const client = await load({
  "words/words.ts": "done, learn, tell, word",
  "engine/lines.ts": "all, num, nums",
  "engine/types.ts": "isMove",
  "games/effects.ts": "effectsOf",
  "games/capone/index.tsx": "ui",
  "games/capone/summary.tsx": "accountsOf",
  "games/capone/pieces.tsx": "lengthOf, whereabouts",
});
client.learn("en", texts("en"));
const game = gameOf("capone");
useBrowser();

test("in the theme of high contrast lines are whole, and the focus has two colours", async () => {
  const { page } = await sitAt(game(3), ".capone-board", { viewport: DESK, theme: "contrast" });
  await tabTo(page, ".capone-board button");
  const { ring, beyond } = await page.evaluate(() => {
    const { outlineColor, outlineStyle, boxShadow } = getComputedStyle(document.activeElement);
    return { ring: `${outlineStyle} ${outlineColor}`, beyond: boxShadow };
  });
  assert.equal(ring, "solid rgb(255, 255, 255)");
  assert.match(beyond, /^rgb\(20, 16, 12\)/);
  const lines = await page
    .locator(".capone-board .space")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopStyle));
  assert.ok(lines.length > 0 && lines.every((line) => line === "solid"));
  await shoot(page, "capone-contrast");
});

/** A die that falls the same way every time. */
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Plays at random and shows every step: the glimpses before and after, and the move. */
async function playOut(record, seed, look) {
  const engine = await newEngine();
  const roll = dice(seed);
  engine.load(record);
  for (;;) {
    const { actors } = engine.glimpse(null);
    const seat = actors[0];
    if (seat === undefined) return engine;
    const before = engine.glimpse(seat);
    const action = before.legal[roll(before.legal.length)];
    engine.apply(seat, action);
    look(before, engine.glimpse(seat), [seat, action], engine);
  }
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

describe("accounts", () => {
  for (const payout of PAYOUTS)
    for (const players of [3, 6])
      test(`every year's columns add up, and go on from the year before (${payout}, ${players})`, async () => {
        let years = 0;
        await playOut(game(players, { payout, years: "12" }), 5, (_, { view, story }) => {
          const books = client.accountsOf(view, story);
          years = books.length;
          assert.equal(years, view.year + 1);
          books.forEach((accounts, year) =>
            accounts.forEach(({ rows, open, close }, seat) => {
              assert.equal(open + sum(Object.values(rows)), close);
              assert.equal(open, year === 0 ? 100 : books[year - 1][seat].close);
            }),
          );
          books.at(-1).forEach(({ close, steps }, seat) => {
            assert.equal(close, view.seats[seat].cash);
            assert.equal(steps, view.seats[seat].steps);
          });
        });
        assert.ok(years > 1);
      });

  test("what a year's last move pays is in the story and in the books", async () => {
    let ends = 0;
    await playOut(game(4, { years: "6" }), 9, (before, after) => {
      const ended = /play|force/.test(before.view.phase) && /rehire|invest/.test(after.view.phase);
      const news = after.story.slice(before.story.length).filter((item) => !client.isMove(item));
      const paid = news.filter(({ id }) => id.startsWith("payout"));
      assert.equal(paid.length, ended ? 4 : 0);
      if (!ended) return;
      ends++;
      const last = client.accountsOf(after.view, after.story).at(-1);
      for (const line of paid) {
        const [places, parts] = [line.places ?? [], client.nums(line, "parts")];
        assert.equal(sum(parts), client.num(line, "n"));
        places.forEach((place, i) => assert.equal(last[line.seat].rows[place], parts[i]));
      }
    });
    assert.ok(ends > 2);
  });
});

describe("words", () => {
  test("everything that is said has a text in all languages", async () => {
    for (const language of LANGUAGES) {
      client.learn(language, texts(language));
      const names = ["Ana", "Bea", "Carl", "Dora", "Eva"];
      await playOut(game(5, { years: "3" }), 21, (before, after, [seat]) => {
        const { view, facts, story } = after;
        const events = story.slice(before.story.length).filter((item) => !client.isMove(item));
        const told = { game: "capone", seat, names };
        const said = [
          client.ui.phase(view, facts),
          client.ui.prompt(
            view,
            0,
            [view.turn].filter((turn) => turn !== null),
            names,
            facts,
          ),
          client.ui.prompt(view, null, [], names, facts),
          ...facts.map((line) => client.tell("capone", "fact", line, names)),
          ...client
            .effectsOf(told, client.ui.changes, before.facts, { facts, events })
            .map(({ text }) => text),
        ].join("\n");
        assert.doesNotMatch(said, /⟦|\{|undefined|NaN/);
      });
    }
    client.learn("en", texts("en"));
  });

  test("what is swapped or thrown away is a card of the hand, and marks no place", () => {
    assert.deepEqual(client.ui.targets([0, "swap casino cinema"]), []);
    assert.deepEqual(client.ui.targets([0, "discard cinema"]), []);
    assert.ok(client.ui.targets([0, "use cinema"]).includes("cinema"));
  });

  test("an arrest is a sentence, on a space and in a rest place", () => {
    const said = Object.fromEntries(
      LANGUAGES.map((language) => {
        client.learn(language, texts(language));
        const actions = ["use fbi casino 1 50", "use fbi barber 50"];
        return [language, actions.map((action) => client.done("capone", 0, action, ["Ana"]))];
      }),
    );
    client.learn("en", texts("en"));
    assert.deepEqual(said, {
      en: [
        "Ana had the FBI arrest the right hand (Casino 1).",
        "Ana had the FBI arrest the right hand (Barber).",
      ],
      fr: [
        "Ana : le FBI arrête le bras droit (Casino 1)",
        "Ana : le FBI arrête le bras droit (Barbier)",
      ],
      it: [
        "Ana: l’FBI arresta il braccio destro (Casinò 1)",
        "Ana: l’FBI arresta il braccio destro (Barbiere)",
      ],
      de: [
        "Ana: Das FBI verhaftet: rechte Hand (Kasino 1)",
        "Ana: Das FBI verhaftet: rechte Hand (Friseur)",
      ],
    });
  });

  test("each rule and step of the lesson has its text, and says what is reconstructed", () => {
    for (const language of LANGUAGES) {
      const known = texts(language);
      for (const rule of client.ui.rules) {
        assert.ok(known[`capone.rule.${rule}.title`]);
        const marked = known[`capone.rule.${rule}.text`].includes("†");
        assert.equal(marked, client.ui.reconstructed.includes(rule), `${language} ${rule}`);
      }
      for (const { text } of client.ui.lesson.steps) assert.ok(known[text], text);
    }
  });
});

describe("families", () => {
  test("eight members of every family are always somewhere", async () => {
    await playOut(game(3, { years: "8" }), 17, (_, { view }) => {
      for (const seat of [0, 1, 2])
        assert.deepEqual(
          client
            .whereabouts(view, seat)
            .map(({ member }) => member)
            .sort((a, b) => b - a),
          [100, 60, 50, 40, 40, 30, 30, 20],
        );
    });
  });
});

const sit = (record, how) => sitAt(record, ".capone-board", how);

/** The lesson's game up to (not including) the learner's nth action, as a record. */
function lessonUntil(wanted) {
  const { record, seat, steps } = client.ui.lesson;
  const actions = [];
  for (const { action, then } of steps) {
    if (action === wanted) return { ...record, actions };
    if (action) actions.push([seat, action]);
    actions.push(...(then ?? []));
  }
  throw new Error(`the lesson has no ${wanted}`);
}

/** A game up to where the first seat has a choice in a phase, and that holds, as a record. */
async function until(players, phase, level, holds = () => true) {
  const engine = await newEngine();
  engine.load(game(players, {}, "3"));
  engine.dice(3);
  const next = () => engine.actors()[0];
  const isThere = () => next() === 0 && engine.view(0).phase === phase && holds(engine.view(0));
  while (!(isThere() && engine.legal(0).length > 1))
    engine.apply(next(), engine.choose(level, next()));
  return engine.record();
}

const card = (page, name) => page.locator(`.visiting[data-card="${name}"]`).first();
const space = (page, place) => page.locator(`.space[data-place="${place}"]`);
const nameOf = (locator) => locator.locator(".visually-hidden").innerText();

/** Does what has been chosen, and waits until it is done. */
const perform = (page) => untilMoved(page, () => page.locator(READY).click());

/** Taps what the phase asks for, whatever it is; returns the phase's main thing. */
async function actOnce(page) {
  if (await page.locator(".composer").count()) {
    for (const recruit of await page.locator(".recruit").all()) {
      if (await page.locator(".scale.good").count()) break;
      if ((await recruit.getAttribute("aria-pressed")) === "false") await recruit.click();
      if (await page.locator(".scale:is(.don, .mamma, .over)").count()) await recruit.click();
    }
    while ((await page.locator(".scale.short, .scale.none").count()) > 0) {
      const more = page.locator(".guard-row button").last();
      if (await more.isDisabled()) break;
      await more.click();
    }
    await page.waitForSelector(".scale.good");
    await perform(page);
    return "force";
  }
  for (const kind of ["invest", "rehire"])
    if (
      await page
        .locator(kind === "invest" ? ".investing .numbers" : ".capone-hand > .numbers")
        .count()
    ) {
      await page.locator(".capone-hand .numbers").first().locator(".capone-chip").last().click();
      await perform(page);
      return kind;
    }
  if ((await page.locator(".visiting").count()) === 0) return "wait";
  if (await page.locator('.visiting[aria-disabled="true"]').count()) return "wait";
  if (/swap/i.test(await page.locator(".phase").innerText())) {
    await page.locator(".visiting").first().click();
    await perform(page);
    return "swap";
  }
  const usable = page.locator(".visiting:not(.useless)");
  const some = (await usable.count()) > 0;
  await (some ? usable : page.locator(".visiting")).first().click();
  // what cannot be used is thrown away only by whoever says so
  if (!some) await page.locator(".capone-chip.discard").click();
  const lit = page.locator(".space.can, .rest .can");
  if (await lit.count()) await lit.first().click();
  const chip = page.locator(".details .capone-chip:not(.discard)");
  if ((await chip.count()) && !(await page.locator('.capone-chip[aria-pressed="true"]').count()))
    await chip.first().click();
  await perform(page);
  return "play";
}

describe("at the table", () => {
  for (const [name, viewport] of [
    ["phone", PHONE],
    ["desk", DESK],
  ])
    test(`a whole year by tapping, on a ${name}`, { timeout: 120_000 }, async () => {
      const opened = await sit(game(3, {}, "42"), { viewport });
      const { page } = opened;
      const seen = new Set();
      while (!/Year 2/.test(await page.locator(".phase").innerText())) {
        const did = await actOnce(page);
        seen.add(did);
        if (did === "wait") await page.waitForTimeout(20);
      }
      for (const phase of ["swap", "play", "force", "invest"]) assert.ok(seen.has(phase), phase);
      await nothingWrong(opened);
    });

  test("a turn by keyboard alone", async () => {
    const opened = await sit(lessonUntil("use bank 1"));
    const { page } = opened;
    await tabTo(page, '.visiting[data-card="bank"]');
    await page.keyboard.press("Enter");
    await tabTo(page, '[data-place="bank 1"]', "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, ".action-bar button.do");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".composer");
    await tabTo(page, '.recruit[data-member="60"]');
    await page.keyboard.press("Space");
    assert.match(await page.locator(".scale").innerText(), /\$60,000.*That will do/s);
    await tabTo(page, ".action-bar button.do");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.harbour li[aria-label*="the right hand"]');
    await nothingWrong(opened);
  });

  test("an eviction is announced before it is done; every loser splashes once", async () => {
    const opened = await sit(lessonUntil("force 60"));
    const { page } = opened;
    assert.match(
      await page.locator(".prompt").innerText(),
      /drive Bot 1 out with at least \$55,000/,
    );
    await page.locator('.recruit[data-member="50"]').click();
    assert.match(await page.locator(".scale").innerText(), /\$5,000 too little/);
    await page.locator('.recruit[data-member="60"]').click();
    await page.waitForSelector(".scale.good");
    await page.locator('.recruit[data-member="50"]').click();
    assert.match(await effectsOf(page), /harbour \(Bot 1\): the right hand/);
    await holdBots(page);
    await perform(page);
    await page.waitForSelector('.harbour li[aria-label*="Bot 1"]');
    assert.equal(await page.locator(".drowned.seat-1 .body").count(), 1);
    await nothingWrong(opened);
  });

  test("pieces to send wait for the button, since more may follow", async () => {
    const opened = await sit(lessonUntil("force 60"), { confirm: "grave" });
    const { page } = opened;
    await page.locator('.recruit[data-member="60"]').click();
    await page.waitForSelector(".scale.good");
    await page.locator('.recruit[data-member="50"]').click();
    await page.waitForSelector(".scale.good");
    await page.getByRole("button", { name: "Add a bodyguard" }).click();
    assert.equal(await page.locator(".recruit[aria-pressed=true]").count(), 2);
    assert.equal(await page.locator(".composer output b").innerText().then(parseInt), 1);
    await nothingWrong(opened);
  });

  test("the sentence says what is asked of each card, and follows the choice", async () => {
    const { page } = await sit(lessonUntil("use restaurant print 1 50"));
    assert.match(await promptOf(page), /^Your turn/);
    await card(page, "restaurant").click();
    assert.match(await promptOf(page), /the member you invite/);
    await card(page, "club").click();
    assert.match(await promptOf(page), /one of its two spaces/);
    await page.locator(".discard").click();
    assert.match(await promptOf(page), /^Throw this card away with the button/);
    const { page: then } = await sit(lessonUntil("force 60"));
    await then.locator('.recruit[data-member="60"]').click();
    assert.match(await promptOf(then), /^Send these pieces in with the button/);
  });

  test("arrow keys go from space to space, and from card to card", async () => {
    const { page } = await sit(lessonUntil("use bank 1"), { viewport: DESK });
    const walk = async (from, ...steps) => {
      await page.locator(from).first().focus();
      const seen = [];
      for (const step of steps) {
        await page.keyboard.press(`Arrow${step}`);
        seen.push(await page.evaluate(() => document.activeElement.dataset.at));
      }
      return seen;
    };
    assert.deepEqual(
      await walk('[data-place="weapon 1"]', "Right", "Right", "Down", "Left", "Up"),
      ["space.weapon.2", "space.bank.1", "space.loan.1", "space.jewel.2", "space.weapon.2"],
    );
    const cards = await page
      .locator(".visiting")
      .evaluateAll((all) => all.map((one) => one.dataset.at));
    assert.deepEqual(await walk(".visiting", "Right", "Right", "Left", "Left", "Up", "Left"), [
      cards[1],
      cards[2],
      cards[1],
      cards[0],
      cards[0],
      cards[0],
    ]);
  });

  test("where a card cannot go the lights are low, and nothing shines through", async () => {
    const { page } = await sit(lessonUntil("use bank 1"));
    await card(page, "bank").click();
    const [opacity, filter] = await space(page, "bar 1").evaluate((one) => {
      const { opacity, filter } = getComputedStyle(one);
      return [opacity, filter];
    });
    assert.equal(opacity, "1");
    assert.match(filter, /brightness/);
  });

  test("what cannot share a space is said, and nothing can be done", async () => {
    const opened = await sit(lessonUntil("force 30 g2"));
    const { page } = opened;
    await page.locator('.recruit[data-member="100"]').click();
    await page.locator('.recruit[data-member="60"]').click();
    await page
      .locator(".scale")
      .filter({ hasText: "The Don doesn’t share a space with any other" })
      .waitFor();
    const idle = await doButton(page).evaluate(
      (one) => one.disabled || one.getAttribute("aria-disabled") === "true",
    );
    assert.ok(idle);
  });

  test("a chosen card lights its places; any other place says why not", async () => {
    const opened = await sit(lessonUntil("use print 1"), { language: "fr" });
    const { page } = opened;
    await card(page, "print").click();
    assert.deepEqual(
      await page.locator(".space.can").evaluateAll((all) => all.map((one) => one.dataset.place)),
      ["print 1", "print 2"],
    );
    await space(page, "bar 1").click();
    assert.equal(
      await page.locator(".refuse").innerText(),
      "Imprimerie : seulement sur ses deux cases.",
    );
    await space(page, "print 1").click();
    assert.equal(await doButton(page).innerText(), "Jouer Imprimerie, case 1");
    assert.equal(await page.locator(".refuse").innerText(), "");
    assert.match(await nameOf(space(page, "print 1")), /^Imprimerie 1\s: libre/);
    await nothingWrong(opened);
  });

  test("guests and prisoners are chosen on the board", async () => {
    const opened = await sit(lessonUntil("use restaurant print 1 50"));
    const { page } = opened;
    await card(page, "restaurant").click();
    await space(page, "print 1").click();
    assert.match(await doButton(page).innerText(), /Invite the right hand .*Restaurant/);
    await perform(page);
    await page.locator('[data-at="rest.restaurant"]', { hasText: "the right hand" }).waitFor();
  });

  test("swapped cards are composed by tapping, and nothing tapped keeps all", async () => {
    const opened = await sit(lessonUntil("swap garage"));
    const { page } = opened;
    await page.waitForFunction(
      () => document.querySelector(".action-bar .do").innerText === "Keep all cards",
    );
    const asked = "Tap the cards you want to swap, or keep them all.";
    assert.equal(await promptOf(page), asked);
    await card(page, "garage").click();
    await card(page, "bank").click();
    assert.equal(await doButton(page).innerText(), "Swap 2 cards: Bank and Garage");
    assert.match(await promptOf(page), /swap the marked ones now/);
    await card(page, "bank").click();
    assert.equal(await doButton(page).innerText(), "Swap 1 card: Garage");
    await card(page, "garage").click();
    assert.equal(await doButton(page).innerText(), "Keep all cards");
    assert.equal(await promptOf(page), asked);
    await card(page, "bank").click();
    await page.locator(".action-bar .cancel").click();
    assert.equal(await page.locator(".visiting[aria-pressed=true]").count(), 0);
    assert.equal(await doButton(page).innerText(), "Keep all cards");
  });

  test("the year's accounts lie on the city and every column adds up", async () => {
    const opened = await sit(lessonUntil("rehire 2"));
    const { page } = opened;
    const rows = await page
      .locator(".ledger tr")
      .evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => cell.innerText.trim())),
      );
    const value = (text) =>
      Number(text.replace("−", "-").replace(/[$,]/g, "").replace("–", "0")) / 1000;
    const end = rows.findIndex(([title]) => title === "Cash");
    for (const column of [1, 2, 3]) {
      const parts = rows.slice(1, end).map((row) => value(row[column]));
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0),
        value(rows[end][column]),
      );
    }
    assert.deepEqual(rows.find(([title]) => title === "Bank 1").slice(1), ["$60,000", "–", "–"]);
    await page.locator(".turn-over").click();
    assert.equal(await page.locator(".ledger table").count(), 0);
    await nothingWrong(opened);
  });

  test("at the end the winner sits in the chair and every year can be looked up", async () => {
    const engine = await playOut(game(3, { years: "2" }), 3, () => undefined);
    const opened = await sit(engine.record());
    const { page } = opened;
    await page.waitForSelector(".crowned .portrait");
    assert.equal(await page.locator(".capone-summary .places tbody tr").count(), 3);
    await page.getByRole("button", { name: "Score sheet" }).click();
    await page.locator(".leaf button").first().click();
    assert.match(await page.locator(".leaf h2").innerText(), /year 1/);
    await accessible(page, PARTS);
    await nothingWrong(opened);
  });
});

describe("the end", () => {
  for (const players of [3, 6])
    test(`${players} players: the city with what it paid, all places, and the way on are in sight`, async () => {
      const engine = await playOut(game(players, { years: "2" }), 3, () => undefined);
      const { page } = await sit(engine.record(), { viewport: DESK });
      await page.waitForSelector(".crowned .portrait");
      const { story } = engine.glimpse(0);
      const last = story.slice(story.findLastIndex(({ id }) => id === "year_end"));
      const paid = last.flatMap((item) => item.places ?? []);
      assert.equal(await page.locator(".space .paid").count(), paid.length);
      for (const viewport of [DESK, { width: 1920, height: 1080 }, PHONE, LYING, SHORT]) {
        await page.setViewportSize(viewport);
        const cut = await page.evaluate(() =>
          [".city", ".ending", ".ending .podium", ".came-about"].filter((part) => {
            const { scrollHeight, clientHeight } = document.querySelector(part);
            return scrollHeight > clientHeight + 1;
          }),
        );
        assert.deepEqual(cut, [], `${viewport.width} × ${viewport.height}`);
        assert.ok(await page.getByRole("button", { name: "Play again" }).isVisible());
      }
    });
});

describe("cards thrown away", () => {
  /** Our turn in a year in which whoever could has thrown a card away. */
  async function thrownAway(discards) {
    const engine = await newEngine();
    engine.load(game(3, { discards }));
    for (let last = ""; ; ) {
      const seat = engine.actors()[0];
      const { legal } = engine.glimpse(seat);
      if (seat === 0 && last.startsWith("discard")) return { engine, legal };
      last = legal.find((action) => action.startsWith("discard")) ?? legal[0];
      engine.apply(seat, last);
    }
  }

  for (const [discards, said] of [
    ["open", /Bot 1 threw away \S/],
    ["hidden", /Bot 1 threw away a card, face down/],
  ])
    test(`${discards}: they are shown, told and announced as far as all may know them`, async () => {
      const { engine, legal } = await thrownAway(discards);
      const [, unwanted] = legal.find((action) => action.startsWith("discard")).split(" ");
      const opened = await sit(engine.record(), { viewport: PHONE });
      const { page } = opened;
      await card(page, unwanted).click();
      if (await page.locator('.discard[aria-pressed="false"]').count())
        await page.locator(".discard").click();
      const seen = await page.locator(".details .what").innerText();
      assert.match(seen, discards === "open" ? /Everyone sees/ : /The others don’t see/);
      const lines = await page.locator(".log li").allTextContents();
      assert.ok(
        lines.some((line) => said.test(line)),
        `${lines}`,
      );
      const families = engine.position().seats.filter(({ discarded }) => discarded.length > 0);
      for (const viewport of [PHONE, DESK]) {
        await page.setViewportSize(viewport);
        const albums = page.locator(".families").filter({ visible: true });
        if (await albums.count()) await albums.click();
        const shown = await page.locator(".thrown").filter({ visible: true }).allTextContents();
        assert.equal(shown.length, discards === "open" ? families.length : 0);
        for (const text of shown) assert.match(text, /^thrown away: \S/);
        await page.keyboard.press("Escape");
        await nothingWrong(opened, viewport.width);
      }
    });
});

describe("fit and access", () => {
  const MOMENTS = ["swap garage", "use bank 1", "force 60", "rehire 2", "invest 1"];
  for (const moment of MOMENTS)
    test(`${moment}: axe finds nothing, targets are large enough, nothing is too wide`, async () => {
      const opened = await sit(lessonUntil(moment));
      const { page } = opened;
      assert.deepEqual(await smallTargets(page, PARTS), []);
      await inThemes(page, (theme) => accessible(page, PARTS, theme));
      await inLanguages(page, async (language) => {
        for (const viewport of [PHONE, { width: 320, height: 700 }]) {
          await page.setViewportSize(viewport);
          await nothingWrong(opened, `${language}, ${viewport.width}`);
        }
      });
    });

  test("on a phone board and force fit the screen together", async () => {
    const opened = await sit(lessonUntil("force 60"));
    await opened.page.locator('.recruit[data-member="60"]').click();
    await effectsOf(opened.page);
    await inFonts(opened.page, async (font) => {
      const hidden = await opened.page.evaluate(() => {
        const bar = document.querySelector(".action-bar").getBoundingClientRect().top;
        return document.querySelector(".composer").getBoundingClientRect().bottom - bar;
      });
      assert.ok(hidden <= 0, `${hidden} pixels of the force are hidden with ${font}`);
    });
  });
});

describe("the box", () => {
  const SCREENS = [DESK, { width: 1920, height: 1080 }, PHONE, SHORT, LYING];
  for (const moment of ["use bank 1", "force 60", "invest 1"])
    test(`${moment}: board and hand are whole on every screen`, async () => {
      const { page } = await sit(lessonUntil(moment));
      for (const viewport of SCREENS) {
        await page.setViewportSize(viewport);
        await inFonts(page, async (font) => {
          const hidden = await page.evaluate(() =>
            [".table > .board", ".table > .hand", ".city"].flatMap((part) => {
              const { scrollHeight, clientHeight, scrollWidth, clientWidth } =
                document.querySelector(part);
              const fits = scrollHeight <= clientHeight + 1 && scrollWidth <= clientWidth + 1;
              return fits ? [] : [part];
            }),
          );
          assert.deepEqual(hidden, [], `${viewport.width} × ${viewport.height}, ${font}`);
        });
      }
    });

  for (const viewport of [PHONE, SHORT, LYING])
    test(`a chosen card's text and what can be done with it are whole (${viewport.width} × ${viewport.height})`, async () => {
      const { page } = await sit(lessonUntil("use bank 1"), { viewport });
      await inLanguages(page, async (language) => {
        for (const name of ["bank", "restaurant", "fbi"]) {
          await card(page, name).click();
          await inFonts(page, async (font) => {
            const told = page.locator(".capone-hand .told");
            const over = await told.evaluate((one) => one.scrollHeight - one.clientHeight);
            assert.ok(over <= 0, `${language}, ${name}, ${font}: ${over} pixels`);
          });
        }
      });
    });

  test("on a phone the board stays where it is, whatever is said of the pieces", async () => {
    const { page } = await sit(lessonUntil("force 60"), { viewport: SHORT });
    const height = () =>
      page.locator(".capone-board").evaluate((one) => one.getBoundingClientRect().height);
    const before = await height();
    for (const member of [100, 60]) await page.locator(`.recruit[data-member="${member}"]`).click();
    await page.locator(".scale.don").waitFor();
    assert.equal(await height(), before);
  });

  test("a family's worth figures stand apart, below the faces", async () => {
    const { page } = await sit(game(6), { viewport: DESK });
    await inFonts(page, async (font) => {
      const close = await page.locator(".capone-seat .album").evaluateAll((albums) =>
        albums.flatMap((album) => {
          const boxes = [...album.querySelectorAll("b")].map((one) => one.getBoundingClientRect());
          return boxes.slice(1).filter((box, i) => box.left - boxes[i].right < 2);
        }),
      );
      assert.deepEqual(close, [], font);
    });
  });

  test("a name, its level and the steps stand apart", async () => {
    const { page } = await sit(game(3), { viewport: DESK });
    await inFonts(page, async (font) => {
      const gaps = await page.locator(".players > li").evaluateAll((all) =>
        all.map((one) => {
          const score = one.querySelector(".score").getBoundingClientRect();
          const said = [...one.querySelectorAll(".name, .level")].at(-1).getBoundingClientRect();
          return score.left - said.right;
        }),
      );
      assert.ok(
        gaps.every((gap) => gap >= 8),
        `${font}: ${gaps}`,
      );
    });
  });

  test("six families' panels are as wide as their strip", async () => {
    const { page } = await sit(game(6), { viewport: DESK });
    const wide = await page
      .locator(".players > li")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
    assert.equal(wide, 0);
  });
});

// what they point at is tested with the other lessons, in pages.test.mjs
describe("on a phone", () => {
  const PHONES = [PHONE, SHORT, LYING, { width: 360, height: 640 }];
  const called = ({ width, height }) => `${width} × ${height}`;

  const NAMES = ".city :is(.sign span, .shop .label, .rest .label)";

  /** Names that cannot be read: cut, in two lines, or over what is beside them. */
  const unreadable = (page) =>
    page.locator(NAMES).evaluateAll((all) =>
      all.flatMap((label) => {
        const name = label.textContent;
        const text = document.createRange();
        text.selectNodeContents(label);
        const box = text.getBoundingClientRect();
        const beside = [...label.parentElement.children].filter((one) =>
          one.matches("b, .guard, .icon"),
        );
        const overlaps = beside.some((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return (
            box.left < right - 1 && box.right > left + 1 && box.top < bottom && box.bottom > top
          );
        });
        if (box.height === 0 || box.height > 24) return [`${name}: ${box.height} pixels high`];
        if (label.scrollWidth > label.clientWidth || overlaps) return [`${name}: cut`];
        const seen = document.elementFromPoint(box.left + 2, box.top + box.height / 2);
        return seen?.closest(".city") ? [] : [`${name}: covered`];
      }),
    );

  for (const viewport of PHONES)
    test(`every business, shop and rest place has its name (${called(viewport)})`, async () => {
      const { page } = await sit(lessonUntil("use bank 1"), { viewport });
      assert.equal(await page.locator(NAMES).count(), 21);
      await inLanguages(page, (language) =>
        inFonts(page, async (font) =>
          assert.deepEqual(await unreadable(page), [], `${language}, ${font}`),
        ),
      );
    });

  test("what it takes to drive somebody out stands on every space, beside nothing else", async () => {
    const isFull = ({ illegal }) => {
      const held = Object.values(illegal).flat().filter(Boolean);
      return held.length > 4 && held.some(({ members }) => members.length > 2);
    };
    const { page } = await sit(await until(4, "play", "random", isFull));
    const seen = [];
    for (const viewport of [PHONE, SHORT, LYING]) {
      await page.setViewportSize(viewport);
      await inFonts(page, async (font) => {
        const spaces = await page.locator(".space").evaluateAll((all) =>
          all.map((one) => {
            const needs = one.querySelector(".needs");
            if (!needs) return "";
            const range = document.createRange();
            range.selectNodeContents(needs);
            const box = range.getBoundingClientRect();
            const over = [...one.querySelectorAll(".tally, .disc, .guards")].filter((other) => {
              const { left, right, top, bottom } = other.getBoundingClientRect();
              const beside = box.left >= right || box.right <= left;
              const middle = (box.top + box.bottom) / 2; // figures are 8 pixels high
              return !beside && middle - 4 < bottom && middle + 4 > top;
            });
            const edge = one.getBoundingClientRect();
            const inside = box.left >= edge.left && box.right <= edge.right;
            return `${needs.textContent} ${box.width > 0 && inside && over.length === 0}`;
          }),
        );
        const close = await page.locator(".standing.of-3 .pieces").evaluateAll((all) =>
          all.flatMap((one) => {
            const plates = [...one.querySelectorAll(".disc")].map((d) => d.getBoundingClientRect());
            return plates.slice(1).filter((plate, i) => {
              const beside = plate.top < plates[i].bottom && plate.bottom > plates[i].top;
              return beside && plate.left - plates[i].right < 2.5;
            });
          }),
        );
        assert.deepEqual(close, [], `${called(viewport)}, ${font}: a crowd's figures run together`);
        assert.deepEqual(
          spaces.filter((said) => said.endsWith("false")),
          [],
          `${called(viewport)}, ${font}`,
        );
        seen.push(spaces.join());
      });
      await shoot(page, `capone-needs-${viewport.width}-${viewport.height}`);
    }
    assert.equal(new Set(seen).size, 1);
  });

  test("the frame of a space passes behind the name of its business", async () => {
    const { page } = await sit(lessonUntil("use bank 1"), { viewport: SHORT });
    const [name, frame] = await page
      .locator(".business")
      .first()
      .evaluate((one) => [
        getComputedStyle(one.querySelector(".sign span")).backgroundColor,
        getComputedStyle(one.querySelector(".sign")).zIndex,
      ]);
    assert.match(name, /^rgb\(/);
    assert.equal(frame, "1");
  });

  for (const viewport of PHONES)
    test(`the names of all cards are whole in a hand of five (${called(viewport)})`, async () => {
      const { page } = await sit(game(3), { viewport });
      const { illegal, legal, rest } = await newEngine().then((engine) => {
        engine.load(game(3));
        return engine.view(0);
      });
      const others = ["fbi", "hit", "protection", "takeover"];
      const cards = [...[illegal, legal, rest].flatMap(Object.keys), ...others];
      assert.equal(await page.locator(".visiting").count(), 5);
      await inLanguages(page, async (language) => {
        client.learn(language, texts(language));
        const names = cards.map((one) => client.word("capone", one));
        const shown = names.map((name) => [name, client.lengthOf(...name.split(" "))]);
        await inFonts(page, async (font) => {
          const cut = await page
            .locator(".visiting")
            .first()
            .evaluate((one, shown) => {
              const label = one.querySelector(".label");
              const [text, look] = [label.textContent, label.className];
              const inner = one.getBoundingClientRect();
              const found = shown.filter(([name, length]) => {
                label.textContent = name;
                label.className = `label ${length}`;
                const whole = document.createRange();
                whole.selectNodeContents(label);
                const box = whole.getBoundingClientRect();
                const icon = one.querySelector(".icon").getBoundingClientRect();
                const words = name.split(" ");
                const fits =
                  box.left >= inner.left + 2 &&
                  box.right <= inner.right - 2 &&
                  box.bottom <= inner.bottom - 2 &&
                  box.top >= icon.bottom - 2 &&
                  icon.height >= 12;
                const lines = new Set([...whole.getClientRects()].map(({ top }) => top)).size;
                return !fits || lines > words.length;
              });
              label.textContent = text;
              label.className = look;
              return found.map(([name]) => name);
            }, shown);
          assert.deepEqual(cut, [], `${language}, ${font}`);
        });
      });
      client.learn("en", texts("en"));
    });

  for (const viewport of [...PHONES, DESK])
    test(`all that an eviction does is read before it is done (${called(viewport)})`, async () => {
      const { page } = await sit(lessonUntil("force 60"), { viewport });
      await inLanguages(page, async (language) => {
        await page.locator('.recruit[data-member="60"][aria-pressed="false"]').click();
        await effectsOf(page);
        await inFonts(page, async (font) => {
          const hidden = await page.locator(".effects li").evaluateAll((all) =>
            all.flatMap((one) =>
              [...one.getClientRects()].filter(({ left, top, right, bottom, width }) => {
                const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                return width > 0 && !one.parentElement.contains(seen);
              }),
            ),
          );
          assert.deepEqual(hidden, [], `${language}, ${font}`);
        });
        await page.locator('.recruit[data-member="60"]').click();
      });
    });
});

describe("where there is little room, and much", () => {
  test("on a phone that lies the lesson's ledger is whole, down to its sum", async () => {
    const { page } = await sit(game(3), { viewport: { width: 844, height: 390 } });
    await page.evaluate(() => localStorage.setItem("capucine.lesson.capone", "12"));
    await page.goto(new URL("/learn/capone", page.url()).href);
    await page.getByRole("button", { name: "Continue at step 13" }).click();
    await page.waitForSelector("main.lesson .ledger .sum");
    await inFonts(page, async (font) => {
      const [sum, sheet] = await page.evaluate(() =>
        [".ledger .sum", ".ledger .sheet"].map(
          (part) => document.querySelector(part).getBoundingClientRect().bottom,
        ),
      );
      assert.ok(sum <= sheet + 1 && sheet <= 390, `${font}: ${sum}, ${sheet}`);
    });
    await shoot(page, "capone-ledger-lying");
  });

  test("six families on a phone: all in the ledger, its title in sight, and whole names", async () => {
    const { page } = await sit(await until(6, "invest", "greedy"), { viewport: PHONE });
    await page.waitForSelector(".ledger .sheet");
    await inFonts(page, async (font) => {
      const found = await page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(".sheet caption"));
        const sheet = document.querySelector(".ledger .sheet");
        const names = [...document.querySelectorAll(".players .name")];
        return {
          over: range.getBoundingClientRect().right - box(".turn-over").left,
          hidden: sheet.scrollWidth - sheet.clientWidth,
          short: names.filter((one) => one.scrollWidth > one.clientWidth).length,
        };
      });
      assert.ok(found.over <= 0 && found.short === 0, `${font}: ${JSON.stringify(found)}`);
      if (font === "the machine's font") assert.ok(found.hidden <= 0, JSON.stringify(found));
    });
  });

  test("on a desk the pieces to send have names, and the hand stays", async () => {
    const { page } = await sit(await until(3, "force", "random"), { viewport: DESK });
    await page.waitForSelector(".recruit .named");
    assert.ok(await page.locator(".recruit .named").first().isVisible());
    assert.ok(await page.locator(".capone-hand .cards").isVisible());
    await page.setViewportSize(PHONE);
    assert.equal(await page.locator(".capone-hand .cards").isVisible(), false);
  });
});

describe("the lesson", () => {
  test("all its steps are legal", async () => {
    const { record, seat, steps } = client.ui.lesson;
    const engine = await newEngine();
    engine.load(record);
    for (const { action, then = [] } of steps)
      for (const [who, what] of [...(action ? [[seat, action]] : []), ...then]) {
        assert.ok(engine.glimpse(who).legal.includes(what), what);
        engine.apply(who, what);
      }
    assert.equal(engine.glimpse(null).view.year, 1);
  });

  for (const [name, viewport, nth] of [
    ["phone", SHORT, 0],
    ["desk", DESK, 1],
  ])
    test(`every step is done by tapping what it frames, and no tap is refused, on a ${name}`, async () => {
      const { page } = await sit(game(3), { viewport });
      await page.goto(new URL("/learn/capone?lesson=1", page.url()).href);
      const framed = page.locator(".lesson [data-pointed]").last();
      for (const [i, { action }] of client.ui.lesson.steps.entries()) {
        await page.waitForSelector(`[data-step="${i + 1}"] .onward[aria-disabled=false]`);
        // of two pieces that are worth the same, either will do
        if (action === "force 30 g2") {
          await page.locator('.recruit[data-member="30"]').nth(nth).click();
          await page.waitForSelector(".scale.none");
          await page.waitForSelector('[data-pointed][data-at="send.more"]');
        }
        for (let taps = 0; action && !(await page.locator(".lesson .onward.do").count()); taps++) {
          assert.ok(taps < 3, `step ${i + 1} is not ready`);
          const isButton = await framed.evaluate((place) => place.matches("button"));
          await (isButton ? framed : framed.locator("button")).click();
        }
        assert.equal(await page.locator(".lesson-missed").count(), 0, `step ${i + 1}`);
        if (action && action !== "rehire 2") await page.waitForSelector(".do[data-pointed]");
        await page.locator(".lesson .onward").click();
      }
      await page.waitForSelector(".lesson a.do");
    });
});
