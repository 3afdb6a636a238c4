// Every page: accessible, complete in every language, usable by keyboard, offline, and with a way on
// when something is wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { violations } from "./axe.mjs";
import {
  covers,
  DESK,
  GAMES,
  inFonts,
  LANGUAGES,
  openPage,
  overflow,
  PHONE,
  plainly,
  QUICK,
  shoot,
  stored,
} from "./browser.mjs";
import { playOn } from "./driver.mjs";
import { browser, server } from "./stage.mjs";

/** Every page, and what of it comes last. */
const PAGES = {
  "/": ".home:not(:has(.picture:empty)) section:last-child .tables",
  ...Object.fromEntries(GAMES.map((game) => [`/new/${game}?with=bots`, "form button.do"])),
  "/new/capone?with=friends": "form button.do",
  "/new/caprice?with=device": "form button.do",
  "/settings": "fieldset",
  "/account": "form.card",
  "/learn": ".games:not(:has(.picture:empty)) .lesson-progress",
  ...Object.fromEntries(GAMES.map((game) => [`/learn/${game}`, ".rule"])),
  "/practice": ".games:not(:has(.picture:empty)) .do",
  "/practice/caprice": ".series",
  "/practice/today": "main.puzzle .choices",
  "/replay": ".drop",
  "/replay?local=caprice": ".shares polyline[points]:not([points=''])",
  "/local/nothing": ".trouble",
  "/no/such/page": ".trouble",
};

/** Goes to a page, and waits until all of it is there. */
async function visit(page, path) {
  await page.goto(server.url + path);
  await page.locator(PAGES[path]).first().waitFor({ state: "attached" });
}

test("the wide font is at least 15 % wider than the machine's own, in every weight", async () => {
  const { page, context } = await openPage(browser, server.url);
  await page.waitForSelector("h1");
  const widths = {};
  await inFonts(page, async (font) => {
    widths[font] = await page.evaluate(() =>
      ["--sans", "--serif"].flatMap((family) =>
        [400, 600, 700].map((weight) => {
          const line = document.createElement("span");
          line.style.font = `${weight} 16px var(${family})`;
          line.textContent = "Voix ambiguë d’un cœur qui au zéphyr préfère les jattes de kiwis";
          document.body.append(line);
          const { width } = line.getBoundingClientRect();
          line.remove();
          return width;
        }),
      ),
    );
  });
  const own = widths["the machine's font"];
  const more = widths["the wide font"].map((width, i) => width / own[i]);
  assert.ok(Math.min(...more) > 1.145, `${more}`);
  await context.close();
});

for (const theme of ["light", "dark"])
  test(`every page is accessible and fits, ${theme}`, async () => {
    const { page, context, problems } = await openPage(browser, server.url, {
      viewport: { width: 320, height: 720 },
      theme,
      storage: stored("caprice"),
    });
    const wrong = [];
    for (const path of Object.keys(PAGES)) {
      await visit(page, path);
      wrong.push(...(await violations(page)).map((text) => `${path}: ${text}`));
      wrong.push(...(await overflow(page)).map((text) => `${path}: ${text}`));
      await shoot(page, `page${path.replace(/\W+/g, "-")}-${theme}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(problems, []);
    await context.close();
  });

for (const theme of ["light", "dark"])
  test(`every table is accessible, ${theme}`, async () => {
    for (const game of GAMES) {
      const { page, context } = await openPage(browser, `${server.url}/local/${game}`, {
        viewport: theme === "light" ? PHONE : DESK,
        theme,
        storage: stored(game),
      });
      await page.waitForSelector(".choices");
      await playOn(page, { seed: 2, most: 4 });
      await page.waitForSelector(".choices, .ending");
      assert.deepEqual(await violations(page), [], `${game}, ${theme}`);
      await context.close();
    }
  });

/** Stages the action with the longest name, and waits until the bar says what it would do. */
async function stageLongest(page) {
  await page.evaluate(() => {
    const actions = [...document.querySelectorAll(".choices button[data-action]")];
    actions.sort((a, b) => b.textContent.length - a.textContent.length)[0]?.click();
  });
  await page.locator(".effects[aria-busy=false]").waitFor({ state: "attached" });
}

/** The parts of the hand that cannot be brought into view, and the bar's share of the screen. */
const coveredByBar = (page) =>
  page.evaluate(() => {
    const bar = document.querySelector(".action-bar");
    const covered = [];
    for (const button of document.querySelectorAll(".hand button")) {
      button.scrollIntoView({ block: "nearest" });
      const { top, bottom } = button.getBoundingClientRect();
      if (top < 0 || bottom > bar.getBoundingClientRect().top + 0.5)
        covered.push(button.getAttribute("aria-label") ?? button.textContent);
    }
    scrollTo(0, 0);
    return { covered, share: bar.offsetHeight / innerHeight };
  });

for (const viewport of [PHONE, { width: 320, height: 640 }])
  test(`the bar of actions covers nothing of the hand, ${viewport.width} wide`, async () => {
    for (const game of GAMES) {
      const { page, context } = await openPage(browser, `${server.url}/local/${game}`, {
        viewport,
        language: "de",
        storage: stored(game),
      });
      await page.waitForSelector(".choices");
      for (let turn = 0; turn < 4 && (await page.locator(".ending").count()) === 0; turn++) {
        await stageLongest(page);
        await inFonts(page, async (font) => {
          const { covered, share } = await coveredByBar(page);
          assert.deepEqual(
            covered,
            [],
            `${game}, ${font}, ${await page.locator(".phase").innerText()}`,
          );
          assert.ok(share < 0.36, `${game}, ${font}: the bar takes ${share} of the screen`);
        });
        await playOn(page, { seed: turn, most: 4 });
        await page.waitForSelector(".choices, .ending");
      }
      await shoot(page, `bar-${game}-${viewport.width}`);
      await context.close();
    }
  });

test("no text is missing in any language", async () => {
  for (const language of LANGUAGES) {
    const { page, context } = await openPage(browser, server.url, {
      language,
      storage: stored("caprice"),
    });
    for (const path of Object.keys(PAGES)) {
      await visit(page, path);
      await page.evaluate(() =>
        document.querySelectorAll("details").forEach((d) => (d.open = true)),
      );
      const text = await page.evaluate(() => document.body.innerText + document.body.innerHTML);
      assert.deepEqual(text.match(/⟦[^⟧]*⟧|\{[a-z]+\}/g), null, `${language} ${path}`);
    }
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    await context.close();
  }
});

test("a change of language translates the page and the log that has been written", async () => {
  const { page, context } = await openPage(browser, `${server.url}/local/caprice`, {
    storage: stored("caprice"),
  });
  await playOn(page, { seed: 1, most: 2 });
  const before = await page.locator(".log li").first().innerText();
  await page.evaluate(() => {
    localStorage.setItem("capucine.settings", JSON.stringify({ language: "fr", pace: "instant" }));
    dispatchEvent(
      new StorageEvent("storage", {
        key: "capucine.settings",
        newValue: localStorage.getItem("capucine.settings"),
      }),
    );
  });
  await page.getByRole("button", { name: "Conseil" }).waitFor();
  assert.notEqual(await page.locator(".log li").first().innerText(), before);
  await context.close();
});

test("one's own games come first, and among them those that wait for oneself", async () => {
  /** A game of this browser in which those seats must decide. */
  const kept = (game, actors) => {
    const [key, text] = Object.entries(stored(game)).find(([key]) => key.includes("table"));
    return { [key]: JSON.stringify({ ...JSON.parse(text), actors }) };
  };
  const storage = { ...kept("caprice", []), ...kept("capitol", [1]), ...kept("capone", [0]) };
  const { page, context } = await openPage(browser, server.url, { viewport: PHONE, storage });
  await page.waitForSelector(".own-game");
  assert.deepEqual(await page.locator(".mine .own-game b").allTextContents(), [
    "Capone",
    "Capitol",
    "Caprice",
  ]);
  assert.match(await page.locator(".own-game.turn").innerText(), /your turn/);
  const [mine, games] = await Promise.all(
    [".mine", ".games"].map((part) => page.locator(part).boundingBox()),
  );
  assert.ok(mine.y < games.y && mine.y < PHONE.height / 2, "they are in the first view");
  await page.locator(".own-game a").first().click();
  await page.waitForURL("**/local/capone");
  await context.close();
});

test("a phone has all games on its first screen, and the button that makes a table", async () => {
  const { page, context } = await openPage(browser, server.url, {
    viewport: { width: 390, height: 664 },
  });
  const below = (what) =>
    page.locator(what).evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ bottom, right }) => bottom > innerHeight || right > innerWidth)
        .map(({ bottom }) => `${bottom} is below ${innerHeight}`),
    );
  await page.waitForSelector(".game .picture svg");
  assert.equal(await page.locator(".game .do").count(), GAMES.length);
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 390, height: 664 },
  ]) {
    await page.setViewportSize(viewport);
    await inFonts(page, async (font) =>
      assert.deepEqual(await below(".game .do"), [], `${viewport.width}, ${font}`),
    );
    await shoot(page, `home-${viewport.width}`);
  }
  // the ways have their words in sight
  assert.deepEqual(await page.locator(".site .ways .words").allInnerTexts(), [
    "Learn",
    "Practice",
    "Replay",
    "Settings",
    "Account",
  ]);
  await page.goto(`${server.url}/new/capitol?with=friends`);
  await page.waitForSelector(".new .start .do");
  await inFonts(page, async (font) => assert.deepEqual(await below(".start .do"), [], font));
  assert.equal(await page.getByRole("radio", { name: "Now, live" }).isChecked(), true);
  await context.close();
});

test("by keyboard alone: from the first page to a move in a game", async () => {
  const { page, context, problems } = await openPage(browser, server.url, {
    storage: { ...QUICK, "capucine.choice.caprice": '{"players":2,"level":"random","options":{}}' },
  });
  await page.waitForSelector(".game button.do");
  /** Tabs until what has the focus fits; a person would give up, too. */
  const tabTo = async (selector) => {
    for (let i = 0; i < 150; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return;
    }
    assert.fail(`the keyboard does not reach ${selector}`);
  };
  await tabTo(".game button.do");
  await page.keyboard.press("Enter");
  await page.waitForSelector("main.table .choices");
  for (let turn = 0; turn < 3; turn++) {
    if (!(await page.evaluate(() => document.querySelector(".choices").open))) {
      await tabTo(".choices summary");
      await page.keyboard.press("Enter");
    }
    await tabTo(".choices button[data-action]");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".action-bar .do[aria-disabled=false]");
    const moves = await page.locator("main").getAttribute("data-moves");
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Shift+Tab");
      if (await page.evaluate(() => document.activeElement.matches(".action-bar .do"))) break;
    }
    await page.keyboard.press("Enter");
    await page.waitForFunction((n) => document.querySelector("main").dataset.moves !== n, moves);
    await page.waitForSelector(".choices summary");
    // the focus stays at the table
    await page.waitForFunction(() => document.activeElement !== document.body);
  }
  assert.deepEqual(problems, []);
  await context.close();
});

test("the menu of a table closes by its button, and by a touch elsewhere that does nothing else", async () => {
  const { page, context } = await openPage(browser, `${server.url}/local/caprice`, {
    storage: stored("caprice", { players: 2 }),
  });
  const button = page.locator(".table-head .menu > button");
  const open = async () => {
    await button.click();
    await page.waitForSelector(".menu-list");
  };
  const isGone = () => page.waitForSelector(".menu-list", { state: "detached" });
  await open();
  await button.click();
  await isGone();
  await page.waitForSelector(".caprice-reserve button.can");
  await open();
  await page.locator(".caprice-reserve button.can").first().click();
  await isGone();
  assert.equal(await page.locator(".caprice-reserve [aria-pressed=true]").count(), 0);
  await context.close();
});

test("without open tables one makes a public one of a chosen game, and others see what it is", async () => {
  const { page, context } = await openPage(browser, server.url, { storage: plainly("capitol") });
  await page.locator(".makes a", { hasText: "Capitol" }).click();
  await page.getByRole("heading", { name: /Capitol/ }).waitFor();
  const box = page.getByRole("checkbox", { name: "Anyone may find this table and join" });
  assert.ok(await box.isChecked());
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  await page.getByRole("button", { name: "Create the table" }).click();
  await page.waitForSelector(".lobby .share");
  const other = await openPage(browser, server.url);
  const told = other.page.locator(".tables .own-game", { hasText: "Ann" });
  await told.waitFor();
  assert.match(await told.innerText(), /1 free seat · 2 players · \S/);
  await other.context.close();
  await page.getByRole("button", { name: "Close the table" }).click();
  await page.locator("dialog.question .do").click();
  await page.waitForSelector("main.home");
  await context.close();
});

test("a question holds the focus, Escape closes it, and the focus goes back", async () => {
  const { page, context } = await openPage(browser, server.url, { storage: stored("caprice") });
  const remove = page.getByRole("button", { name: "Remove" });
  await remove.focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog.question[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog.question", { state: "detached" });
  await page.waitForFunction(
    (button) => button === document.activeElement,
    await remove.elementHandle(),
  );
  await context.close();
});

test("undo, hints, why not, what happened since", async () => {
  const { page, context, problems } = await openPage(browser, `${server.url}/local/capital-lux-2`, {
    storage: stored("capital-lux-2"),
  });
  await playOn(page, { seed: 1, most: 3 });
  await page.waitForSelector(".choices");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hints li").first().waitFor();
  await page.locator(".hints button").first().click();
  assert.equal(await page.locator(".action-bar .do").getAttribute("aria-disabled"), "false");
  const missed = page.locator(".action-bar .missed");
  if (await missed.count()) {
    await missed.click();
    await page.waitForSelector(".board.past");
    await page.waitForSelector(".board:not(.past)", { timeout: 30_000 });
  }
  const moves = await page.locator("main").getAttribute("data-moves");
  await page.locator(".action-bar .undo").click();
  await page.waitForFunction((n) => document.querySelector("main").dataset.moves !== n, moves);
  await page.locator(".log .undo").waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("a record: steps, eyes, chances, playing on; a broken one is refused with a way on", async () => {
  const { page, context, problems } = await openPage(browser, `${server.url}/local/caprice`, {
    storage: stored("caprice"),
  });
  await playOn(page, { seed: 4 });
  await page.getByRole("link", { name: "Replay" }).last().click();
  await page.waitForSelector("main.replay");
  await page.getByRole("button", { name: "Go to the end" }).click();
  await page.getByRole("combobox", { name: "Seen by" }).selectOption("1");
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelectorAll(".shares polyline").length === 3);
  await page.waitForFunction(
    () => document.querySelector(".shares polyline").getAttribute("points").split(" ").length > 5,
    null,
    { timeout: 20_000 },
  );
  await shoot(page, "replay");
  assert.deepEqual(await violations(page), []);
  await page.locator(".play-on summary").click();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.waitForSelector("main.table:not(.replay)");

  await page.goto(`${server.url}/replay`);
  const drop = (name, text) =>
    page.locator("input[type=file]").setInputFiles({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  for (const text of [
    "no JSON",
    '{"capucine":1}',
    '{"capucine":9,"game":"caprice","players":2,"seed":"1","actions":[]}',
    '{"capucine":1,"game":"caprice","rules":2,"players":2,"seed":"1","actions":[[0,"fly"]]}',
  ]) {
    await drop("record.json", text);
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").innerText(), /can’t be shown/);
  }
  await drop(
    "record.json",
    '{"capucine":1,"game":"caprice","rules":2,"players":2,"seed":"1","actions":[]}',
  );
  await page.waitForSelector("main.replay");
  assert.deepEqual(problems, []);
  await context.close();
});

/** What is wrong with the place that a lesson points at: it must be on the screen, and not covered. */
const pointing = (page) =>
  page.evaluate(() => {
    const places = [...document.querySelectorAll(".lesson [data-pointed]")];
    return places.flatMap((place) => {
      const { left, top, right, bottom } = place.getBoundingClientRect();
      const name = place.dataset.at ?? place.dataset.explain ?? place.className;
      if (right - left < 8 || bottom - top < 8) return [`${name} is too small`];
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
        return [`${name} is not on the screen`];
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return place.contains(seen) || seen?.contains(place) ? [] : [`${name} is covered`];
    });
  });

/** Whether the step that is shown points at something, as it should. */
const pointsAt = (page) => page.locator(".lesson [data-pointed]").count();

/** A lesson at one of its steps; nothing moves by itself in it. */
async function openLesson(game, more = {}) {
  const opened = await openPage(browser, `${server.url}/learn/${game}?lesson=1`, {
    storage: {
      "capucine.settings": JSON.stringify({ motion: "none", pace: "instant" }),
    },
    ...more,
  });
  await opened.page.waitForSelector(".lesson .onward[aria-disabled=false]");
  return opened;
}

const stepOf = (page) => page.locator("main.lesson").getAttribute("data-step").then(Number);
const textOf = (page) => page.locator(".lesson .prompt").innerText();

/** Goes on until the text has changed, and the next one can be tapped away. */
async function goOn(page, look = async () => undefined) {
  const step = await stepOf(page);
  const button = page.locator(".lesson button.onward");
  for (let taps = 0; taps < 2 && (await stepOf(page)) === step; taps++) {
    await look();
    const label = await button.innerText();
    await button.click();
    await page.waitForFunction(
      ([step, label]) =>
        Number(document.querySelector("main.lesson").dataset.step) !== step ||
        document.querySelector(".lesson button.onward").innerText !== label,
      [step, label],
    );
  }
  await page.waitForSelector(".lesson button.onward[aria-disabled=false], .lesson a.do");
}

/** Steps that speak of nothing on the table. */
const POINTLESS = { capitol: [15], caprice: [12], capone: [], "capital-lux-2": [] };

for (const game of GAMES)
  for (const viewport of [{ width: 390, height: 664 }, DESK])
    test(`the lesson of ${game} points at what is there, ${viewport.width} wide`, async () => {
      const { page, context, problems } = await openLesson(game, { viewport });
      const wrong = [];
      const texts = [];
      while ((await page.locator(".lesson a.do").count()) === 0) {
        const step = await stepOf(page);
        texts.push(await textOf(page));
        if (!POINTLESS[game].includes(step)) await page.waitForSelector(".lesson [data-pointed]");
        else assert.equal(await pointsAt(page), 0, `${step} points at nothing`);
        await goOn(page, async () => {
          wrong.push(...(await pointing(page)).map((text) => `step ${step}: ${text}`));
          // one's own piece is no ghost where somebody else stands
          const ghosts = await page.locator(".space .standing.seat-0.ghost").count();
          if (ghosts > 0) wrong.push(`step ${step}: a ghost`);
          await shoot(page, `lesson-${game}-${viewport.width}-${step}`);
        });
      }
      assert.deepEqual(wrong, []);
      assert.equal(new Set(texts).size, texts.length, "no text comes twice");
      // and all the way back
      const before = page.locator(".lesson .before");
      for (const text of texts.reverse()) {
        await before.click();
        await page.getByText(text, { exact: true }).waitFor();
      }
      assert.equal(await before.getAttribute("aria-disabled"), "true");
      assert.deepEqual(problems, []);
      await context.close();
    });

/** Taps what a lesson points at next until its action is ready; how many taps that took. */
async function doAsAsked(page) {
  let taps = 0;
  for (; (await page.locator(".lesson button.onward.do").count()) === 0; taps++) {
    const place = page.locator('.lesson [data-pointed=""]:not([aria-pressed=true])').first();
    const name = await place.evaluate(({ dataset }) => dataset.at ?? dataset.explain);
    const button = await place.evaluate((one) => !one.matches("button"));
    await (button ? place.locator("button").last() : place).click();
    await page.waitForFunction(
      (name) =>
        document.querySelector(".lesson .onward.do") ||
        document
          .querySelector('[data-pointed=""]')
          ?.matches(`:not([data-at="${name}"], [data-explain="${name}"])`),
      name,
    );
  }
  return taps;
}

test("a lesson is done by tapping what it points at, and by nothing less", async () => {
  for (const [game, least] of Object.entries({ caprice: 2, capitol: 3 })) {
    const { page, context, problems } = await openLesson(game, { viewport: PHONE });
    while (await page.locator(".lesson button.onward.do").count()) await goOn(page);
    assert.equal(
      await page.locator(".lesson .do").count(),
      0,
      "to be shown it is second to doing it",
    );
    assert.equal(await doAsAsked(page), least, game);
    await goOn(page);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test("a card of Capital Lux 2 is played in its lesson by tapping card and pane", async () => {
  const { page, context } = await openLesson("capital-lux-2", { viewport: PHONE });
  while ((await stepOf(page)) < 4) await goOn(page);
  for (const step of [4, 5, 6]) {
    await page.waitForSelector(`main.lesson[data-step="${step}"] .onward[aria-disabled=false]`);
    assert.equal(await doAsAsked(page), 2, `step ${step}`);
    await goOn(page);
  }
  await context.close();
});

test("a lesson answers a wrong tap, points again, and keeps its text", async () => {
  const { page, context } = await openLesson("caprice", { viewport: PHONE });
  await goOn(page);
  await goOn(page);
  const text = await textOf(page);
  assert.equal(await pointsAt(page), 2, "block and tower: either can come first");
  const answer = page.locator(".lesson-missed");
  for (const wrong of ["caprice.tower.3", "caprice.reserve.dt", "hand"]) {
    await page.locator(`[data-at="${wrong}"]`).click();
    await answer.getByText("Here, do this: Place a light round block on tower 1.").waitFor();
    assert.ok((await textOf(page)).includes(text));
    assert.equal(await page.locator(".lesson .do").count(), 0, "nothing is ready");
    assert.equal(await pointsAt(page), 2);
  }
  await page.locator('[data-at="caprice.tower.0"]').click();
  await page.locator('[data-at="caprice.reserve.lr"]').click();
  await page.locator(".lesson .do").waitFor();
  assert.equal(await answer.count(), 0);
  await context.close();
});

test("a double tap skips no text of a lesson", async () => {
  const { page, context } = await openLesson("capone");
  await page.locator(".lesson .onward").dblclick();
  await page.waitForSelector("main.lesson[data-step='2']");
  await page.waitForSelector(".lesson .onward[aria-disabled=false]");
  assert.equal(await stepOf(page), 2);
  await context.close();
});

test("a lesson that was left goes on where it was", async () => {
  const { page, context } = await openLesson("caprice");
  await goOn(page);
  await goOn(page);
  const text = await textOf(page);
  await page.goto(`${server.url}/learn/caprice`);
  await page.getByRole("button", { name: "Continue at step 3" }).click();
  await page.getByText(text, { exact: true }).waitFor();
  await context.close();
});

/** What one plays with, and goes by. */
const PLAYED = [".players", ".back", ".menu", ".board", ".hand", ".action-bar"];

test("who sits down for the first time is offered the lesson, once", async () => {
  const storage = { ...stored("capitol", { players: 2 }), "capucine.offered": "" };
  const { page, context, problems } = await openPage(browser, `${server.url}/local/capitol`, {
    storage,
  });
  const offer = page.locator(".lesson-offer");
  const LOW = { width: 390, height: 664 };
  const LYING = { width: 844, height: 390 };
  for (const [name, viewport] of Object.entries({
    phone: PHONE,
    low: LOW,
    lying: LYING,
    desk: DESK,
  })) {
    await page.setViewportSize(viewport);
    await offer.waitFor();
    await shoot(page, `offer-${name}`);
    assert.deepEqual(await violations(page), []);
    await inFonts(page, async (font) =>
      assert.deepEqual(await covers(page, ".lesson-offer", PLAYED), [], `${name}, with ${font}`),
    );
  }
  await offer.getByRole("link", { name: "Take the lesson" }).click();
  await page.waitForSelector("main.lesson");
  await page.getByRole("button", { name: "Leave the lesson" }).click();
  await page.waitForSelector(".choices"); // back at the table
  assert.equal(await offer.count(), 0);
  await page.reload();
  await page.waitForSelector(".choices");
  assert.equal(await offer.count(), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test("one's own first move, or a word, puts the offer away for good", async () => {
  for (const game of ["caprice", "capone"]) {
    const storage = { ...stored(game), "capucine.offered": "" };
    const { page, context } = await openPage(browser, `${server.url}/local/${game}`, { storage });
    await page.locator(".lesson-offer").waitFor();
    if (game === "caprice") await playOn(page, { seed: 1, most: 1 });
    else await page.getByRole("button", { name: "No thanks" }).click();
    await page.locator(".lesson-offer").waitFor({ state: "detached" });
    await page.reload();
    await page.waitForSelector(".choices");
    assert.equal(await page.locator(".lesson-offer").count(), 0);
    await context.close();
  }
});

test("a first game of Capital Lux 2 begins with the tiles of its lesson", async () => {
  const { page, context } = await openPage(browser, `${server.url}/new/capital-lux-2?with=bots`);
  const options = page.locator(".options");
  assert.match(await options.locator("summary").innerText(), /A · Beginning/);
  await options.locator("summary").click();
  await options.getByText("a good start for a first game").waitFor();
  await options.getByRole("combobox", { name: "Power tiles" }).selectOption("random");
  assert.match(await options.locator("summary").innerText(), /standard/);
  await page.evaluate(() => {
    const over = { id: "x", at: 1, seats: [], actors: [] };
    const record = { game: "capital-lux-2", actions: [] };
    localStorage.setItem("capucine.table.x", JSON.stringify({ ...over, record }));
  });
  await page.reload();
  assert.match(await options.locator("summary").innerText(), /standard/);
  // a game on a server counts as well, and one that is here no longer
  await page.evaluate(() => localStorage.removeItem("capucine.table.x"));
  await page.reload();
  assert.match(await options.locator("summary").innerText(), /A · Beginning/);
  await page.evaluate(() => localStorage.setItem("capucine.finished", "capital-lux-2"));
  await page.reload();
  assert.match(await options.locator("summary").innerText(), /standard/);
  await context.close();
});

test("the rules have pictures, and one footnote for what is reconstructed", async () => {
  const { page, context } = await openPage(browser, server.url, { viewport: DESK });
  for (const game of GAMES) {
    await page.goto(`${server.url}/learn/${game}`);
    await page.waitForSelector(".rule.notes");
    const figures = page.locator(".rule-figure");
    assert.ok((await figures.count()) >= 5, `${game} has pictures`);
    assert.equal(await figures.locator("path:not([d])").count(), 0, `${game}: all is drawn`);
    for (const figure of await figures.all()) {
      const { width, height } = await figure.boundingBox();
      assert.ok(width > 100 && height > 40 && height < 400, `${game}: ${width} × ${height}`);
    }
    assert.equal(await page.locator(".rule.notes").count(), 1);
    assert.equal(await page.locator(".rule p", { hasText: /^† / }).count(), 0);
    await page.locator(".rule .dagger").first().click();
    await page.waitForFunction(() => document.activeElement?.id === "reconstructed");
    await shoot(page, `rules-${game}`);
  }
  await context.close();
});

for (const game of GAMES)
  test(`the lesson of ${game} can be followed to its end`, async () => {
    const { page, context, problems } = await openPage(browser, `${server.url}/learn/${game}`, {
      viewport: PHONE,
      storage: { ...QUICK, "capucine.settings": JSON.stringify({ motion: "none" }) },
    });
    await page.getByRole("button", { name: "Start the lesson" }).click();
    await page.evaluate(() => {
      const wait = window.setTimeout;
      window.paused = 0;
      window.setTimeout = (act, ms = 0, ...more) => {
        window.paused += ms;
        return wait(act, ms, ...more);
      };
    });
    let longest = 0;
    // boards may have a button of that name, too
    const end = page.locator(".action-bar").getByText("Start again");
    for (let i = 0; i < 60 && (await end.count()) === 0; i++) {
      await page.evaluate(() => (window.paused = 0));
      await page.locator(".action-bar button.onward").click();
      await page.waitForSelector(
        ".action-bar button.onward[aria-disabled=false], .action-bar a.do",
      );
      longest = Math.max(longest, await page.evaluate(() => window.paused));
    }
    await end.waitFor();
    assert.ok(longest > 0, "what the others do can be followed");
    assert.ok(longest < 4000, `something happens by itself for ${longest} ms`);
    await page.getByRole("button", { name: "Leave the lesson" }).click();
    await page.getByText("Lesson completed").waitFor();
    assert.equal(await page.locator("text=/⟦/").count(), 0);
    assert.deepEqual(problems, []);
    await context.close();
  });

test("without a network, after the first visit, one can still play", async () => {
  const { page, context } = await openPage(browser, server.url, {
    storage: QUICK,
    serviceWorkers: "allow",
  });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto(server.url);
  await page.locator(".game button.do").first().click();
  await playOn(page, { seed: 1, most: 3 });
  await page.goto(`${server.url}/learn/capitol`);
  await page.locator(".rule").first().waitFor();
  await context.close();
});

test("bots are listed where the account is, and can be removed there", async () => {
  const { page, context } = await openPage(browser, `${server.url}/account`, {});
  await page.locator("form.card").first().getByRole("textbox", { name: "Name" }).fill("Maker");
  await page.getByRole("button", { name: "Pick a name and play" }).click();
  await page.getByText("You’re playing as a guest: Maker.").waitFor();
  assert.equal(await page.getByText("Your bots").count(), 0);
  const { token } = await page.evaluate(async () => {
    const headers = { "Content-Type": "application/json" };
    const made = { method: "POST", headers, body: '{"name":"Robot"}' };
    return (await fetch("/api/v1/me/bots", made)).json();
  });
  const asBot = { headers: { Authorization: `Bearer ${token}` } };
  assert.equal((await fetch(`${server.url}/api/v1/me`, asBot)).status, 200);
  await page.reload();
  await page.getByRole("button", { name: "Remove Robot" }).click();
  await page.locator("dialog.question .do").click();
  await page.getByText("Your bots").waitFor({ state: "detached" });
  assert.equal((await fetch(`${server.url}/api/v1/me`, asBot)).status, 401);
  await context.close();
});

test("an account: a guest, a password, from another browser, gone", async () => {
  const first = await openPage(browser, `${server.url}/account`, {});
  const { page } = first;
  await page.locator("form.card").first().getByRole("textbox", { name: "Name" }).fill("Zoe");
  await page.getByRole("button", { name: "Pick a name and play" }).click();
  await page.getByText("You’re playing as a guest: Zoe.").waitFor();
  await page.locator("input[type=password]").fill("correct horse");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("You’re signed in as Zoe.").waitFor();
  await page.goto(`${server.url}/settings`);
  const kept = page.waitForResponse((one) => one.request().postData()?.includes('"theme":"dark"'));
  await page.getByRole("radio", { name: "Dark" }).check();
  assert.equal((await kept).status(), 200);
  const second = await openPage(browser, `${server.url}/account`, {});
  const login = second.page.locator("form.card").nth(1);
  await login.getByRole("textbox", { name: "Name" }).fill("zoe");
  await login.locator("input[type=password]").fill("correct horse");
  await login.getByRole("button", { name: "Sign in" }).click();
  await second.page.getByText("You’re signed in as Zoe.").waitFor();
  await second.page.waitForSelector("html[data-theme=dark]"); // the settings came along
  await second.page.getByRole("button", { name: "Delete my account" }).click();
  await second.page.locator("dialog.question .do").click();
  await second.page.getByText("all you need is a name").waitFor();
  await first.context.close();
  await second.context.close();
});
