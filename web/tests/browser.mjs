// Debian's Chromium, driven by Playwright.
import { existsSync, readFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { askEngine } from "../games.mjs";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };
export const LANGUAGES = ["en", "fr", "it", "de"];
/** As the engine has them. */
const wasm = process.env.CAPU_WASM ?? join(process.env.CAPU_WEB ?? "", "engine.wasm");
const about = await askEngine(wasm, "capu_js_games");
export const GAMES = about.map(({ name }) => name);

/** CAPU_CHROMIUM, else what is called chromium on the path. */
function programPath() {
  if (process.env.CAPU_CHROMIUM) return process.env.CAPU_CHROMIUM;
  const places = (process.env.PATH ?? "").split(delimiter).map((place) => join(place, "chromium"));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error("there is no chromium on the path; CAPU_CHROMIUM may name one");
  return found;
}

export const launch = () =>
  chromium.launch({ executablePath: programPath(), headless: true, args: FLAGS });

/** What is awaited comes at once; only a machine that stands still for a while needs that long. */
export const PATIENCE = 120_000;

/** CAPU_SLOW: the engine and the frames are that many milliseconds late, which finds tests that do not
 * wait. */
async function slowDown(context) {
  const late = Number(process.env.CAPU_SLOW ?? 0);
  if (late === 0) return;
  await context.addInitScript((late) => {
    const wait = setTimeout;
    const draw = requestAnimationFrame;
    window.requestAnimationFrame = (act) => wait(() => draw(act), late);
    window.cancelAnimationFrame = clearTimeout;
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (...message) {
      wait(() => send.apply(this, message), late);
    };
  }, late);
}

/** Has requests of a page or a context handled by `handle`. A page may go while one is under way: that
 * is no failure. Where the page stays, it is told that its request has failed, and does not wait. */
export const intercept = (of, pattern, handle) =>
  of.route(pattern, (route) => handle(route).catch(() => route.abort().catch(() => undefined)));

/** What the server answers. It may just be closing a connection that was kept open: browsers then ask
 * again, but Playwright does so only when told. Else the request would never be answered. */
export const answerTo = (route) => route.fetch({ maxRetries: 5 });

/** The bots' dice fall alike in every run: what fails once fails again. */
async function fixDice(context) {
  await intercept(context, "**/worker-*.js", async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const fixed = "crypto.getRandomValues = (list) => list.fill(7);";
    const body = `${fixed}\n${readFileSync(join(process.env.CAPU_WEB, name), "utf8")}`;
    await route.fulfill({ contentType: "text/javascript", body });
  });
}

/** Somebody to whom all lessons have been offered; a beginner's is "". */
const EXPERIENCED = { "capucine.offered": GAMES.join(" ") };

/** A page whose console must stay free of errors: `problems` gathers them. `storage` is put into the
 * browser's store before anything is loaded. */
export async function openPage(
  browser,
  url,
  { viewport = DESK, language = "en", theme = "light", storage = {}, ...more } = {},
) {
  const context = await browser.newContext({
    viewport,
    locale: language,
    colorScheme: theme,
    serviceWorkers: "block", // each would fetch everything again
    ...more,
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(
    (entries) => {
      for (const [key, value] of entries)
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    Object.entries({ ...EXPERIENCED, ...storage }),
  );
  await slowDown(context);
  await fixDice(context);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(url);
  return { page, context, problems };
}

/** In the page: makes the wide font of one that the set-up installs, and that is among the widest. No
 * face of it is less than 15 % wider than the page's own. */
async function makeWideFont() {
  const pen = document.createElement("canvas").getContext("2d");
  const width = (font) => {
    pen.font = font;
    return pen.measureText("Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich").width;
  };
  const own = getComputedStyle(document.documentElement);
  for (const [kind, family] of Object.entries({ sans: "DejaVu Sans", serif: "DejaVu Serif" }))
    for (const [weight, weights, local] of [
      [400, "100 500", family],
      [700, "600 900", `${family} Bold`],
    ]) {
      const size = `${weight} 100px`;
      const more =
        width(`${size} ${own.getPropertyValue(`--${kind}`)}`) / width(`${size} ${family}`);
      const sizeAdjust = `${115 * Math.max(1, more)}%`;
      const face = new FontFace(`wide-${kind}`, `local("${local}")`, {
        weight: weights,
        sizeAdjust,
      });
      await face.load().catch(() => {
        throw new Error(`the font ${local} is missing: scripts/setup test installs it`);
      });
      document.fonts.add(face);
    }
}

/** Sets the page in the wide font, or in the machine's again. */
async function setFont(page, wide) {
  const made = await page.evaluate(() => document.fonts.size > 0);
  if (wide && !made) await page.evaluate(makeWideFont);
  await page.evaluate(async (wide) => {
    const { style } = document.documentElement;
    for (const kind of ["sans", "serif"])
      style.setProperty(`--${kind}`, wide ? `wide-${kind}` : "");
    // the second frame comes after all that follows the sizes of the first; a browser that is too
    // busy to draw any for some seconds is asked all the same, since asking lays the page out
    for (let frames = 0; frames < 2; frames++)
      await new Promise((done) => {
        requestAnimationFrame(done);
        setTimeout(done, 5000);
      });
  }, wide);
}

/** The page is set anew in place: `check` is done with the machine's font and with the wide one. */
export async function inFonts(page, check) {
  for (const font of ["the wide font", "the machine's font"]) {
    await setFont(page, font === "the wide font");
    await check(font);
  }
}

/** By how much the page is wider than the screen, with each font; nothing, if it fits. */
export async function overflow(page) {
  const found = [];
  await inFonts(page, async (font) => {
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    if (wide > 0) found.push(`${wide} px too wide with ${font}`);
  });
  return found;
}

/** Buttons in these parts that are too small for a finger, with any font; but for those that fit. */
export async function smallTargets(page, parts, but = "[hidden]") {
  const buttons = page.locator(parts.map((part) => `${part} button`).join());
  const found = [];
  await inFonts(page, async (font) => {
    const small = await buttons.evaluateAll(
      (all, but) =>
        all
          .filter((one) => !one.matches(but))
          .map((one) => [one.dataset.at ?? one.className, one.getBoundingClientRect()])
          .filter(([, { width, height }]) => height > 0 && (width < 43.5 || height < 43.5))
          .map(([name, { width, height }]) => `${name}: ${width} × ${height}`),
      but,
    );
    found.push(...small.map((one) => `${one} with ${font}`));
  });
  return found;
}

/** The edition of a game's rules. */
export const rulesOf = (game) => about.find(({ name }) => name === game).rules;
export const RULES = rulesOf("caprice");

/** How a game begins where that matters: with the first seat, and nothing to decide in the deal. */
export const PLAIN = {
  ...Object.fromEntries(GAMES.map((game) => [game, { first: "0" }])),
  caprice: { first: "0", third: "redraw" },
};

/** Everything quick and without questions, for whole games. */
export const QUICK = {
  "capucine.settings": JSON.stringify({ pace: "instant", confirm: "never", motion: "none" }),
};

/** What the page for new games offers, so that a table of the server begins like that. */
export const plainly = (game, players = 2) => ({
  [`capucine.choice.${game}`]: JSON.stringify({ players, options: PLAIN[game] }),
});

/** A local game, put into the browser's store. */
export const stored = (game, more = {}, level = "random") => ({
  ...QUICK,
  [`capucine.table.${game}`]: JSON.stringify({
    id: game,
    at: 1,
    seats: Array.from({ length: more.players ?? 3 }, (_, seat) =>
      seat === 0 ? { kind: "me", name: "" } : { kind: "bot", level, name: `Bot ${seat}` },
    ),
    record: {
      capucine: 1,
      game,
      rules: rulesOf(game),
      players: 3,
      options: PLAIN[game],
      seed: "07".repeat(32),
      actions: [],
      ...more,
    },
  }),
});

/** Keeps a picture as an artefact of the run. */
export async function shoot(page, name) {
  const folder = process.env.CAPU_SHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** What of these parts of a table something lies over. */
export const covers = (page, what, parts) =>
  page.evaluate(
    ([what, parts]) => {
      const over = document.querySelector(what).getBoundingClientRect();
      return parts.filter((part) => {
        const box = document.querySelector(`main.table ${part}`).getBoundingClientRect();
        return (
          over.right > box.left &&
          over.left < box.right &&
          over.bottom > box.top &&
          over.top < box.bottom
        );
      });
    },
    [what, parts],
  );
