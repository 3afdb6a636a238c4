// Hints: only the best are shown, a line each.
import type { Advice } from "../engine/types";

const MOST_LINES = 3;

export const bestOf = (advice: readonly Advice[], seat: number): Advice[] =>
  [...advice].sort((a, b) => (b.win[seat] ?? 0) - (a.win[seat] ?? 0)).slice(0, MOST_LINES);
