// Hints: only the best are shown, a line each.
import type { Advice } from "../engine/types";
import type { Effect } from "../games/contract";

const MOST_LINES = 3;

export const bestOf = (advice: readonly Advice[], seat: number): Advice[] =>
  [...advice].sort((a, b) => (b.win[seat] ?? 0) - (a.win[seat] ?? 0)).slice(0, MOST_LINES);

/** Shares that differ by less are as good as equal: more cannot be told after a second of thought. */
const EVEN = 0.035;

/** Whether it hardly matters which of these is chosen. */
export function areEven(lines: readonly Advice[], seat: number): boolean {
  const shares = lines.map(({ win }) => win[seat] ?? 0);
  return lines.length > 1 && Math.max(...shares) - Math.min(...shares) < EVEN;
}

const MOST_REASONS = 2;
const TONES = ["good", "plain", "bad"];

/** What each of some actions leads to and not all of them: the rest explains no choice. What is good for
 * whoever acts comes first. */
export function reasonsOf(actions: readonly Effect[][]): string[][] {
  const texts = actions.map((effects) => new Set(effects.map(({ text }) => text)));
  const isShared = (text: string): boolean =>
    texts.length > 1 && texts.every((some) => some.has(text));
  return actions.map((effects) => {
    const own = effects
      .filter(({ text }) => !isShared(text))
      .sort((a, b) => TONES.indexOf(a.tone) - TONES.indexOf(b.tone));
    return [...new Set(own.map(({ text }) => text))].slice(0, MOST_REASONS);
  });
}

/** The same in words. Where nothing can be told, `ends` says how such games end, unless that is the same
 * for all. */
export function reasonsInWords(actions: readonly Effect[][], ends: readonly string[]): string[] {
  const said = reasonsOf(actions).map((some, i) => some.join(" · ") || ends[i]!);
  return said.length > 1 && new Set(said).size === 1 ? said.map(() => "") : said;
}
