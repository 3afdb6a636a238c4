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

/** Games of which something is remembered, under a name in the store. */
function remembered(name: string): string[] {
  try {
    return (localStorage.getItem(name) ?? "").split(" ");
  } catch {
    return [];
  }
}

function remember(name: string, game: GameId): void {
  try {
    localStorage.setItem(name, [...new Set([...remembered(name), game])].join(" ").trim());
  } catch {
    // a forbidden store costs only the remembering
  }
}

/** Those that were played to their end, here or on a server. */
const FINISHED = "capucine.finished";
export const keepFinished = (game: GameId): void => remember(FINISHED, game);

/** Nobody has played this game to its end in this browser. */
export const isBeginner = (game: GameId): boolean =>
  !remembered(FINISHED).includes(game) &&
  !stored().some((setup) => setup.record.game === game && isOver(setup));

/** Those whose lesson has been offered at a table. */
const OFFERED = "capucine.offered";
export const keepOffered = (game: GameId): void => remember(OFFERED, game);

/** Whether the lesson is to be offered at the table: to those who know nothing of the game, once. */
export const mayOffer = (game: GameId): boolean =>
  isBeginner(game) && reached(game) === 0 && !remembered(OFFERED).includes(game);
