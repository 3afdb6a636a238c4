// How far somebody has come with a game: its lesson, and the first time at a table. Kept in this browser.
import type { GameId } from "../engine/types";
import { isOver, stored } from "./local";

const STORED = "capucine.lesson.";

/** The furthest step that was reached; 0: none. */
export function reached(game: GameId): number {
  try {
    return Number(localStorage.getItem(STORED + game)) || 0;
  } catch {
    return 0;
  }
}

export function keepReached(game: GameId, step: number): void {
  try {
    localStorage.setItem(STORED + game, String(Math.max(step, reached(game))));
  } catch {
    // a forbidden store costs only the remembering
  }
}

/** Nobody has played this game to its end here. */
export const isBeginner = (game: GameId): boolean =>
  !stored().some((setup) => setup.record.game === game && isOver(setup));

/** The games whose lesson has been offered at a table. */
const OFFERED = "capucine.offered";

function offered(): string[] {
  try {
    return (localStorage.getItem(OFFERED) ?? "").split(" ");
  } catch {
    return [];
  }
}

/** Whether the lesson is to be offered at the table: to those who know nothing of the game, once. */
export const mayOffer = (game: GameId): boolean =>
  isBeginner(game) && reached(game) === 0 && !offered().includes(game);

export function keepOffered(game: GameId): void {
  try {
    localStorage.setItem(OFFERED, [...new Set([...offered(), game])].join(" ").trim());
  } catch {
    // it is offered once more, that is all
  }
}
