// What the tests of the four boards share: the engine and the client's modules in node, one page in
// one browser that sits down at any record, and what must hold of every board.
// env: CAPU_WEB, a built client; or CAPU_WASM, the engine, to build one from
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { serve } from "../dev.mjs";
import { gamesPlugin } from "../games.mjs";
import { violations } from "./axe.mjs";
import {
  LANGUAGES,
  launch,
  openPage,
  overflow,
  PATIENCE,
  PHONE,
  PLAIN,
  RULES,
} from "./browser.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const scratch = mkdtempSync(join(tmpdir(), "capucine-boards-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

function builtClient() {
  if (process.env.CAPU_WEB) return process.env.CAPU_WEB;
  assert.ok(process.env.CAPU_WASM, "set CAPU_WEB to a built client, or CAPU_WASM to the engine");
  const folder = join(scratch, "client");
  execFileSync(process.execPath, [join(web, "build.mjs"), process.env.CAPU_WASM, folder]);
  return folder;
}

const folder = builtClient();

// what the client calls crypto is not everybody's in Node.js 18
globalThis.crypto ??= webcrypto;

// ------------------------------------------------------------------ in node

/** Exports of the client's modules, `{ "games/x.ts": "a, b" }`, which share one copy of the rest. */
export async function load(modules) {
  const contents = Object.entries(modules)
    .map(([path, names]) => `export { ${names} } from "./${path}";`)
    .join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(web, "src"), loader: "ts" },
    bundle: true,
    format: "esm",
    write: false,
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "error",
    plugins: [gamesPlugin],
  });
  const source = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${source}`);
}

const { Engine } = await load({ "engine/wasm.ts": "Engine" });
const wasm = readFileSync(
  join(
    folder,
    readdirSync(folder).find((name) => /^engine.*\.wasm$/.test(name)),
  ),
);
export const newEngine = () => Engine.from(wasm);

export const texts = (language, ...domains) =>
  JSON.parse(execFileSync(join(web, "../scripts/texts.py"), ["json", language, ...domains]));

/** A game that has just been dealt; unless the options say otherwise it begins plainly. */
export const gameOf =
  (game) =>
  (players, options = {}, seed = "1") => ({
    capucine: 1,
    game,
    rules: RULES,
    players,
    options: { ...PLAIN[game], ...options },
    seed: String(seed),
    actions: [],
  });

// ------------------------------------------------------------- in a browser

let site;
let browser;
let opened;
let tables = 0;

/** To be called once by a file that sits down at tables. */
export function useBrowser() {
  before(async () => {
    site = await serve(folder);
    browser = await launch();
    opened = await openPage(browser, site.url);
  });
  after(async () => {
    await browser?.close();
    site?.close();
  });
}

const NAMES = ["Ana", "Bot 1", "Bot 2", "Bot 3", "Bot 4", "Bot 5"];

/** Sits down at a record: the first seat is ours, the others are random bots. There is one page: what
 * was there before is left. `ready` is what must be there; with `forced` a step that is the only one
 * possible goes by itself. Actions wait for the button, unless `confirm` says otherwise. */
export async function sit(
  record,
  ready,
  {
    viewport = PHONE,
    language = "en",
    theme = "light",
    motion = "none",
    forced = false,
    confirm = "always",
  } = {},
) {
  const { page, problems } = opened;
  const id = `table-${++tables}`;
  await page.setViewportSize(viewport);
  const seats = NAMES.slice(0, record.players).map((name, seat) =>
    seat === 0 ? { name, kind: "me" } : { name, kind: "bot", level: "random" },
  );
  // at once means without scenes
  const pace = motion === "full" ? "quick" : "instant";
  const settings = { language, theme, pace, motion, confirm };
  await page.evaluate(
    ([id, setup, settings]) => {
      localStorage.clear();
      localStorage.setItem("capucine.settings", JSON.stringify(settings));
      localStorage.setItem(`capucine.table.${id}`, JSON.stringify(setup));
    },
    [id, { id, record, seats, at: 1 }, settings],
  );
  await page.goto(`${site.url}/local/${id}`);
  await page.waitForSelector(ready);
  if (!forced) await nothingGoesByItself(page);
  problems.length = 0;
  return { page, problems };
}

/** The game's actions as they are kept, once there are that many. */
export async function actionsOf(page, least = 0) {
  const kept = await page.waitForFunction((least) => {
    const id = location.pathname.split("/").at(-1);
    const { actions } = JSON.parse(localStorage.getItem(`capucine.table.${id}`)).record;
    return actions.length >= least && actions;
  }, least);
  return kept.jsonValue();
}
export const ownActions = async (page) => (await actionsOf(page)).filter(([seat]) => seat === 0);

export const DO = ".action-bar button.do";
export const READY = `${DO}[aria-disabled="false"]`;
export const doButton = (page) => page.locator(DO);
export const promptOf = (page) => page.locator(".action-bar .prompt").textContent();

/** Does something, and waits until the table shows that a move has been made. */
export async function untilMoved(page, act) {
  const moves = await page.locator("main").getAttribute("data-moves");
  await act();
  await page.waitForFunction((n) => document.querySelector("main").dataset.moves !== n, moves);
}

/** From now on the others do nothing: what comes of our own move stays as it is. */
export const holdBots = (page) =>
  page.evaluate(() => {
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.method !== "bot") send.call(this, message, ...more);
    };
  });

/** From now on nothing goes on by the clock: a scene stays where it is, however slow the machine. */
export const stopClock = (page) =>
  page.evaluate((LEAST_MS) => {
    const { setTimeout: begin, clearTimeout: end } = window;
    const held = new Map();
    let [last, stopped] = [0, true];
    const release = () => {
      const now = [...held.values()];
      held.clear();
      for (const act of now) act();
    };
    window.setTimeout = (act, ms, ...more) => {
      if (!stopped || !(ms >= LEAST_MS)) return begin(act, ms, ...more);
      held.set(--last, () => act(...more)); // real ones are above 0
      return last;
    };
    window.clearTimeout = (timer) => held.delete(timer) || end(timer);
    window.clock = {
      tick: release,
      start: () => {
        stopped = false;
        release();
      },
    };
  }, 150); // what is shorter is not for people

/** Lets a stopped clock go on, beat by beat, until that is there. */
export async function tickUntil(page, selector) {
  for (const end = Date.now() + PATIENCE; ; ) {
    if (await page.locator(selector).count()) return;
    assert.ok(Date.now() < end, `${selector} has not come`);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          window.clock.tick();
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
  }
}

export const startClock = (page) => page.evaluate(() => window.clock.start());

/** Touches the table whenever a step would go by itself: on a slow machine it would before we come to
 * it. */
const nothingGoesByItself = (page) =>
  page.evaluate(() => {
    const touch = () =>
      document
        .querySelector(".do.forced")
        ?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    new MutationObserver(touch).observe(document, {
      attributeFilter: ["class"],
      childList: true,
      subtree: true,
    });
    touch();
  });

/** What the chosen action would do, once that is known. */
export async function effectsOf(page) {
  await page.locator(".effects[aria-busy=false] li").first().waitFor();
  return page.locator(".effects").innerText();
}

/** Themes are switched in place: `check` is done in each. */
export async function inThemes(page, check, themes = ["light", "dark", "contrast"]) {
  for (const theme of themes) {
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    await check(theme);
  }
}

/** The page is translated in place: `check` is done in each language. */
export async function inLanguages(page, check) {
  for (const language of LANGUAGES) {
    await page.evaluate((language) => {
      const key = "capucine.settings";
      const settings = { ...JSON.parse(localStorage.getItem(key)), language };
      localStorage.setItem(key, JSON.stringify(settings));
      dispatchEvent(new StorageEvent("storage", { key, newValue: JSON.stringify(settings) }));
    }, language);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
    await check(language);
  }
}

/** Nothing in the console, no text missing, nothing wider than the screen with any font. */
export async function nothingWrong({ page, problems }, where) {
  // dev.mjs has no server behind it, so what is asked of one is not found
  assert.deepEqual(
    problems.filter((problem) => !/status of 404/.test(problem)),
    [],
    where,
  );
  const said = await page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll("[aria-label]")].map((one) => one.ariaLabel),
    ].join(),
  );
  assert.doesNotMatch(said, /⟦/, where);
  assert.deepEqual(await overflow(page), [], where);
}

/** axe finds nothing in those of these parts that are there. */
export async function accessible(page, parts, where) {
  assert.deepEqual(await violations(page, { within: parts }), [], where);
}

/** Tabs until what has the focus fits; a person would give up, too. */
export async function tabTo(page, selector, key = "Tab") {
  const fits = () =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  for (let i = 0; i < 150; i++) {
    if (await fits()) return;
    await page.keyboard.press(key);
  }
  assert.fail(`the keyboard does not reach ${selector}`);
}
