// Practice: positions in which one action is clearly best. What was missed comes back after 1, 3, 7 and
// 21 days. Plain functions: days are counted from 1970, and nothing is fetched or drawn here.
import type { GameId, GameRecord } from "../engine/types";

/** A line of a game's practice.jsonl. */
export interface Position {
  id: string;
  theme: string;
  /** It ends where there is to be decided. */
  record: GameRecord;
  seat: number;
  /** Actions that are right. */
  best: string[];
  /** Shares of a win after the best action, and after the next best. */
  win: number;
  second: number;
}

/** How it went with a position. */
export interface Seen {
  /** How often in a row it was solved at the first try, since it was last missed. */
  right: number;
  /** How often it was missed. */
  wrong: number;
  /** The day on which it comes back; 0: it does not. */
  due: number;
}

export type Done = Readonly<Record<string, Seen>>;

const DAY_MS = 86_400_000;
/** The day of the reader's own calendar. */
export function dayOf(date: Date): number {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / DAY_MS);
}

/** After how many days a position comes back, by how often it has been right since. */
const STEPS: readonly number[] = [1, 3, 7, 21];

export const isDue = (seen: Seen | undefined, today: number): boolean =>
  seen !== undefined && seen.due > 0 && seen.due <= today;

/** Solved at the last try. */
export const isSolved = (seen: Seen | undefined): boolean => (seen?.right ?? 0) > 0;

/** What was never missed does not come back, nor what was right after each of the steps. */
export function answered(seen: Seen | undefined, right: boolean, today: number): Seen {
  const now = {
    right: right ? (seen?.right ?? 0) + 1 : 0,
    wrong: (seen?.wrong ?? 0) + (right ? 0 : 1),
  };
  const step = now.wrong > 0 ? STEPS[now.right] : undefined;
  return { ...now, due: step === undefined ? 0 : today + step };
}

// ------------------------------------------------------------------------- merging

/** The later of two: a position is missed more and more often, and between two misses it is right more and
 * more often. */
const later = (a: Seen, b: Seen): Seen =>
  (a.wrong - b.wrong || a.right - b.right || a.due - b.due) < 0 ? b : a;

/** So many positions are remembered, those first that come back. A server keeps no more. */
const MOST_DONE = 1000;

/** What is known in two places. The order of the two does not matter. */
export function merge(a: Done, b: Done): Done {
  const ids = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  const all = ids.map((id): [string, Seen] => {
    const [one, other] = [a[id], b[id]];
    return [id, one && other ? later(one, other) : (one ?? other)!];
  });
  const kept = all.sort(([, x], [, y]) => y.due - x.due).slice(0, MOST_DONE);
  return Object.fromEntries(kept.sort(([x], [y]) => (x < y ? -1 : 1)));
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** What comes from a store or a server may be anything. */
export function readDone(value: unknown): Done {
  const entries = value !== null && typeof value === "object" ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([id, seen]): [string, Seen][] => {
      const { right, wrong, due } = (seen ?? {}) as Partial<Seen>;
      return isCount(right) && isCount(wrong) && isCount(due) ? [[id, { right, wrong, due }]] : [];
    }),
  );
}

// -------------------------------------------------------------------------- series

/** The positions of a file, a line each. */
export const readPositions = (text: string): Position[] =>
  text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as Position);

/** A series: all positions, what is to be repeated, or a theme. */
export const ALL = "all";
export const DUE = "due";

export const themesOf = (positions: readonly Position[]): string[] =>
  [...new Set(positions.map(({ theme }) => theme))].sort();

export function seriesOf(
  positions: readonly Position[],
  series: string,
  done: Done,
  today: number,
): Position[] {
  if (series === ALL) return [...positions];
  if (series === DUE) return positions.filter(({ id }) => isDue(done[id], today));
  return positions.filter(({ theme }) => theme === series);
}

/** What is asked next: what is due, then what is new, then what was asked least often; null: all of them
 * have been asked. Positions in `past` have been. */
export function nextPosition(
  positions: readonly Position[],
  done: Done,
  today: number,
  past: readonly string[],
): Position | null {
  const rank = ({ id }: Position): number => {
    const seen = done[id];
    return isDue(seen, today) ? -1 : (seen?.right ?? 0) + (seen?.wrong ?? 0);
  };
  const left = positions.filter(({ id }) => !past.includes(id));
  return [...left].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** How far somebody has come with these. */
export function countOf(positions: readonly Position[], done: Done, today: number) {
  const seen = positions.map(({ id }) => done[id]);
  return {
    all: positions.length,
    solved: seen.filter(isSolved).length,
    due: seen.filter((one) => isDue(one, today)).length,
  };
}

/** The same of a game without its positions: their ids begin with its name. */
export function knownOf(game: GameId, done: Done, today: number) {
  const own = Object.entries(done).filter(([id]) => id.replace(/-\d+$/, "") === game);
  return {
    seen: own.length,
    solved: own.filter(([, seen]) => isSolved(seen)).length,
    due: own.filter(([, seen]) => isDue(seen, today)).length,
  };
}

// --------------------------------------------------------------------- of the day

/** The game of a day: each in turn. */
export const gameOfDay = (games: readonly GameId[], day: number): GameId | undefined =>
  games[day % games.length];

/** The position of a day, where `every` games take turns: each of its positions in turn, as in the
 * terminal. */
export const positionOfDay = (
  positions: readonly Position[],
  day: number,
  every: number,
): Position | undefined => positions[Math.floor(day / every) % positions.length];
