// Debian's Chromium, driven by Playwright.
import { chromium } from "playwright-core";

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

export const launch = () =>
  chromium.launch({ executablePath: "/usr/bin/chromium", headless: true, args: FLAGS });

/** A page whose console must stay free of errors: `problems` gathers them. */
export async function openPage(browser, url, { viewport = DESK, language = "en", theme = "light" } = {}) {
  const context = await browser.newContext({ viewport, locale: language, colorScheme: theme });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(url);
  return { page, context, problems };
}
