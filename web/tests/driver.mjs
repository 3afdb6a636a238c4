// Plays in the page itself, by the list of all actions: any of them, chosen by a seed. It does what
// a person would: take the device, answer questions, choose, do.

/** Plays until `until` holds in the page or the game is over; returns how many actions were done. */
export function playOn(page, { seed = 1, most = 5000, ms = 240_000, until = "false" } = {}) {
  return page.evaluate(
    async ({ seed, most, ms, until }) => {
      const holds = new Function(`return ${until}`);
      const find = (selector) => document.querySelector(selector);
      let state = seed;
      const dice = (sides) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * sides);
      };
      const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
      const end = performance.now() + ms;
      let done = 0;
      let last = "";
      while (!find(".ending") && !holds() && done < most) {
        if (performance.now() > end)
          throw new Error(`stuck after ${done} actions: ${last}: ${find("main")?.innerText}`);
        const press = find("dialog.question .do") ?? find(".hand-over button");
        if (press) {
          press.click();
          await pause(0);
          continue;
        }
        const choices = [...document.querySelectorAll(".choices button[data-action]")];
        const moves = find("main")?.dataset.moves;
        if (choices.length === 0) {
          await pause(2);
          continue;
        }
        const choice = choices[dice(choices.length)];
        last = choice.dataset.action;
        choice.click();
        await pause(0);
        const button = find(".action-bar .do");
        if (!button || button.getAttribute("aria-disabled") === "true") continue;
        button.click();
        done++;
        // until it has been drawn
        for (let i = 0; i < 400 && find("main")?.dataset.moves === moves; i++) {
          if (find("dialog.question") || find(".hand-over") || find(".refusal")) break;
          await pause(1);
        }
      }
      return done;
    },
    { seed, most, ms, until },
  );
}

export const isOver = (page) => page.locator(".ending").count();

/** The lines of the log, and how many of them tell of more than a move. */
export const linesOf = (page) =>
  page.evaluate(() => ({
    events: document.querySelectorAll(".log .event").length,
    lines: [...document.querySelectorAll(".log li")].map((line) => line.textContent),
  }));
