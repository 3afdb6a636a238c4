// Plays in the page itself, by the list of all actions: any of them, chosen by a seed. It does what
// a person would: take the device, answer questions, choose, do.

/** Plays until `until` holds in the page or the game is over; returns how many actions were done. */
export function playOn(page, { seed = 1, most = 5000, ms = 240_000, until = "false" } = {}) {
  return page.evaluate(
    async ({ seed, most, ms, until }) => {
      const holds = new Function(`return ${until}`);
      const find = (selector) => document.querySelector(selector);
      let state = seed;
      const dice = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
      };
      const listed = () => [...document.querySelectorAll(".choices button[data-action]")];
      const question = () =>
        [find("main")?.dataset.moves, ...listed().map(({ dataset }) => dataset.action)].join();
      const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
      const end = performance.now() + ms;
      let done = 0;
      let last = "";
      let roll = dice();
      while (!find(".ending") && !holds() && done < most) {
        if (performance.now() > end)
          throw new Error(`stuck after ${done} actions: ${last}: ${find("main")?.innerText}`);
        const press = find("dialog.question .do") ?? find(".hand-over button");
        if (press) {
          press.click();
          await pause(0);
          continue;
        }
        const asked = question();
        const choices = listed();
        if (choices.length === 0) {
          await pause(2);
          continue;
        }
        // the same roll until it is done, however often we look
        const choice = choices[Math.floor(roll * choices.length)];
        last = choice.dataset.action;
        choice.click();
        await pause(0);
        const button = find(".action-bar .do");
        if (find(".ending")) break; // the button is another one now
        if (!button || button.getAttribute("aria-disabled") === "true") continue;
        button.click();
        done++;
        roll = dice();
        // until it has been drawn; of what is sealed the choices tell, and that nothing is chosen
        // any more where the same can be done again
        while (
          question() === asked &&
          find(".choices button[aria-pressed=true]") &&
          performance.now() < end
        ) {
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

/** Notes, from the next page on, what is shown and waited for: the numbers of moves, how often a step
 * was about to go by itself, how often a bot was asked, and pauses in milliseconds. */
export const watchSteps = (context) =>
  context.addInitScript(() => {
    const seen = { moves: [], forced: 0, bots: 0, pauses: [] };
    window.seen = seen;
    const wait = window.setTimeout;
    window.setTimeout = (act, ms = 0, ...more) => {
      seen.pauses.push(ms);
      return wait(act, ms, ...more);
    };
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.method === "bot") seen.bots++;
      return send.call(this, message, ...more);
    };
    const look = () => {
      const moves = document.querySelector("main.table")?.dataset.moves;
      if (moves !== undefined && seen.moves.at(-1) !== Number(moves))
        seen.moves.push(Number(moves));
      if (document.querySelector(".do.forced")) seen.forced++;
    };
    new MutationObserver(look).observe(document, {
      attributes: true,
      childList: true,
      subtree: true,
    });
  });

export const seenSteps = (page) => page.evaluate(() => window.seen);
