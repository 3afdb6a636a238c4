// What has happened at a table: the lines of its log, and what has come since one's own last move. Plain
// functions over glimpses; nothing is drawn here. Lines are kept as what they speak of, so that they
// follow a change of language.
import { isMove, type Glimpse, type Line, type Move, type StoryItem } from "../engine/types";
import { canTell, done, has, t, tell, word } from "../words/words";

type What =
  | { kind: "move"; move: Move }
  | { kind: "event"; event: Line }
  /** So many moves were taken back. */
  | { kind: "undo"; moves: number };

export type Entry = What & {
  /** Where in the story; of what was taken back, the last that is left. */
  at: number;
  /** It was there before we came. */
  old: boolean;
};

/** How a game wants to be told. */
export interface Telling {
  /** Moves without a line. */
  silent?: readonly string[];
  /** Moves that only the events behind them tell of. */
  untold?: RegExp | undefined;
}

export interface Log {
  entries: Entry[];
  now: Glimpse | null;
  /** The last glimpse that was no guess: only what is certain is written down. */
  sure: Glimpse | null;
  /** Through whose eyes. */
  eyes: number | null;
  /** What has been seen since our last move, that one first. */
  trail: Glimpse[];
  /** The moves that are new on the screen. */
  fresh: Move[];
}

export const NOTHING: Log = {
  entries: [],
  now: null,
  sure: null,
  eyes: null,
  trail: [],
  fresh: [],
};

const MOST_STEPS = 80;

const same = (a: StoryItem, b: StoryItem): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** How far two stories agree. */
export function agreement(a: readonly StoryItem[], b: readonly StoryItem[]): number {
  let i = 0;
  while (i < a.length && i < b.length && same(a[i]!, b[i]!)) i++;
  return i;
}

export const isTold = (telling: Telling, [, action]: Move): boolean =>
  !telling.silent?.includes(action);

/** The lines of some items of the story, the first of which stands at `from`. */
function lines(items: StoryItem[], from: number, telling: Telling, old: boolean): Entry[] {
  return items.flatMap((item, i): Entry[] => {
    const place = { at: from + i, old };
    if (!isMove(item)) return [{ kind: "event", event: item, ...place }];
    const told = isTold(telling, item) && !telling.untold?.test(item[1]);
    return told ? [{ kind: "move", move: item, ...place }] : [];
  });
}

function begin(after: Glimpse, eyes: number | null, telling: Telling): Log {
  return {
    entries: lines(after.story, 0, telling, true),
    now: after,
    sure: after.guess ? null : after,
    eyes,
    trail: trailFrom(after, eyes, telling),
    fresh: [],
  };
}

/** What came since our last move, when we come to a table: what the board looked like then is not known
 * any more, so each step has the present one, but its own story. */
function trailFrom(after: Glimpse, eyes: number | null, telling: Telling): Glimpse[] {
  const { story } = after;
  if (eyes === null) return [after];
  const own = story.findLastIndex((item) => isMove(item) && item[0] === eyes);
  const starts = story.flatMap((item, at) =>
    at > own && isMove(item) && isTold(telling, item) ? [at] : [],
  );
  const until = (end: number): Glimpse => {
    const told = story.slice(0, end);
    return { ...after, story: told, history: told.filter(isMove) };
  };
  return [...starts.map(until), after].slice(-MOST_STEPS);
}

/** Writes down what has happened between two glimpses. */
function write(log: Log, before: Glimpse, after: Glimpse, telling: Telling): Log {
  const from = agreement(before.story, after.story);
  const items = after.story.slice(from);
  const fresh = items.filter(isMove);
  const lost = before.story.slice(from).filter(isMove).length;
  if (items.length === 0 && lost === 0) return log;
  const kept = log.entries.filter(({ at }) => at < from);
  const more = lines(items, from, telling, false);
  if (fresh.length === 0 && lost > 0)
    more.push({ kind: "undo", moves: lost, at: from - 1, old: false });
  return {
    ...log,
    entries: [...kept, ...more],
    trail: trailOf(log, after, fresh, lost, telling),
  };
}

/** Our own move, and taking back, begin it anew; what nobody need watch does not make it longer. */
function trailOf(
  log: Log,
  after: Glimpse,
  fresh: Move[],
  lost: number,
  telling: Telling,
): Glimpse[] {
  // events alone belong to the move before: now it can be seen what came of it
  if (fresh.length === 0 && lost === 0) return [...log.trail.slice(0, -1), after];
  const own = fresh.some(([seat]) => seat === log.eyes);
  if (own || (fresh.length === 0 && lost > 0)) return [after];
  const told = fresh.some((move) => isTold(telling, move));
  return told ? [...log.trail, after].slice(-MOST_STEPS) : log.trail;
}

/** The log once a glimpse has come. */
export function follow(log: Log, after: Glimpse, eyes: number | null, telling: Telling): Log {
  const { now } = log;
  if (!now || log.eyes !== eyes) return begin(after, eyes, telling);
  const fresh = after.story.slice(agreement(now.story, after.story)).filter(isMove);
  const written = after.guess ? log : write(log, log.sure ?? now, after, telling);
  return { ...written, now: after, sure: after.guess ? log.sure : after, fresh };
}

/** What is to be heard when one log follows the other. */
export function soundOf(before: Log, after: Log, telling: Telling): "end" | "turn" | "move" | null {
  const [then, now] = [before.now, after.now];
  if (!then || !now || before.eyes !== after.eyes) return null;
  const eyes = after.eyes ?? -1;
  if (now.result && !then.result) return "end";
  if (now.actors.includes(eyes) && !then.actors.includes(eyes)) return "turn";
  return after.fresh.some((move) => isTold(telling, move)) ? "move" : null;
}

/** A line in words; none: there is no text for it. */
export function inWords(game: string, entry: Entry, names: string[]): string[] {
  switch (entry.kind) {
    case "move":
      return [done(game, entry.move[0], entry.move[1], names)];
    case "event":
      return canTell(game, "event", entry.event) ? [tell(game, "event", entry.event, names)] : [];
    case "undo":
      return [t("log.undo", { n: entry.moves })];
  }
}

/** Events that belong together, such as those of an area that is scored, stand below its name: they have
 * a short text `<game>.event.<id>.below`. null: the line stands by itself. */
export function headingOf(game: string, entry: Entry | undefined): string | null {
  if (entry?.kind !== "event" || !has(`${game}.event.${entry.event.id}.below`)) return null;
  return word(game, String(entry.event["area"]));
}

export const below = (game: string, event: Line, names: string[]): string =>
  tell(game, "event", { ...event, id: `${event.id}.below` }, names);

/** What happened in a step of the trail, in words; "": that is where it begins. */
export function stepInWords(game: string, log: Log, step: number, names: string[]): string {
  const [before, after] = [log.trail[step - 1], log.trail[step]];
  if (!before || !after) return "";
  const from = agreement(before.story, after.story);
  return log.entries
    .filter(({ at }) => at >= from && at < after.story.length)
    .flatMap((entry) => inWords(game, entry, names))
    .join(" ");
}

/** The story up to so many moves, with what came of them. */
export function upTo(story: StoryItem[], moves: number): StoryItem[] {
  let left = moves;
  const end = story.findIndex((item) => isMove(item) && left-- === 0);
  return end < 0 ? story : story.slice(0, end);
}
