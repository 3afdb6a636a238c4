// How far somebody has come in a lesson; kept in this browser.
import type { GameId } from "../engine/types";

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
