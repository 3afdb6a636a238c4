// Hints that differ: actions that win about as often are one line, and only the best lines are shown.
import type { Advice } from "../engine/types";

/** Shares of wins closer than this are the same to a person. */
const ALIKE = 0.02;
const MOST_LINES = 3;
const MOST_IN_LINE = 3;

export function inLines(advice: readonly Advice[], seat: number): Advice[][] {
  const wins = (one: Advice): number => one.win[seat] ?? 0;
  const lines: Advice[][] = [];
  for (const one of [...advice].sort((a, b) => wins(b) - wins(a))) {
    const line = lines.at(-1);
    if (line && wins(line[0]!) - wins(one) < ALIKE) line.push(one);
    else lines.push([one]);
  }
  return lines.slice(0, MOST_LINES).map((line) => line.slice(0, MOST_IN_LINE));
}
