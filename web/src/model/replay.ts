// A record that is looked at again: where one stops, its story as turns and moves, and the address of a
// moment. Plain functions; nothing is drawn here. Stops are counted: 0 is the beginning, n is after
// the nth move that is told.
import type { Line, Move, StoryItem } from "../engine/types";
import { isMove } from "../engine/types";
import { isTold, type Entry, type Telling } from "./log";

/** Through whose eyes: a seat's, a spectator's, or with everything open. */
export type Eyes = number | "spectator" | "open";

/** How many moves of the record have been made at each stop. Moves that nobody need watch are made with
 * the next one, and the last stop is the end. */
export function stopsOf(actions: readonly Move[], telling: Telling): number[] {
  const told = actions.flatMap((move, i) => (isTold(telling, move) ? [i + 1] : []));
  if (actions.length === 0) return [0];
  return [0, ...told.slice(0, -1), actions.length];
}

/** A move of the list, with what came of it. */
export interface Told {
  stop: number;
  move: Entry & { kind: "move" };
  events: Entry[];
}

/** What one seat does in a row. */
export interface Turn {
  seat: number;
  /** A round began before it. */
  opens: Entry | null;
  moves: Told[];
}

/** Events with which a round begins, whatever a game calls it. */
const ROUNDS: readonly string[] = ["round", "round_solo", "year"];
const opensRound = (entry: Entry): boolean =>
  entry.kind === "event" && ROUNDS.includes(entry.event.id);

/** The lines of a log, in turns. What happened before the first move belongs to none. */
export function turnsOf(entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  let stop = 0;
  let opens: Entry | null = null;
  for (const entry of entries) {
    let turn = turns.at(-1);
    if (entry.kind === "move") {
      const [seat] = entry.move;
      if (!turn || opens || turn.seat !== seat) turns.push((turn = { seat, opens, moves: [] }));
      opens = null;
      turn.moves.push({ stop: ++stop, move: entry, events: [] });
    } else if (opensRound(entry)) opens = entry;
    else turn?.moves.at(-1)?.events.push(entry);
  }
  return turns;
}

/** Where a turn ends before or after a stop; else the beginning or the end. */
export function turnFrom(turns: readonly Turn[], stop: number, way: 1 | -1): number {
  const ends = turns.map(({ moves }) => moves.at(-1)!.stop);
  if (way < 0) return ends.findLast((end) => end < stop) ?? 0;
  return ends.find((end) => end > stop) ?? ends.at(-1) ?? 0;
}

/** A story in which the moves are those of the record: nothing of them is hidden. */
export function opened(story: readonly StoryItem[], actions: readonly Move[]): StoryItem[] {
  let at = 0;
  return story.map((item): Move | Line => (isMove(item) ? actions[at++]! : item));
}

// ------------------------------------------------------------------------ address

export interface Moment {
  stop: number;
  eyes: Eyes;
}

/** "m=37&seat=1", as it stands behind the # of an address. */
export function hashOf({ stop, eyes }: Moment): string {
  return eyes === "open" ? `m=${stop}` : `m=${stop}&seat=${eyes}`;
}

/** What an address asks for, as far as there is such a moment. */
export function momentOf(hash: string, last: number, players: number): Moment {
  const asked = new URLSearchParams(hash);
  const stop = Number(asked.get("m"));
  const seat = asked.get("seat");
  const isSeat = seat !== null && /^\d$/.test(seat) && Number(seat) < players;
  return {
    stop: Number.isInteger(stop) ? Math.min(Math.max(stop, 0), last) : 0,
    eyes: isSeat ? Number(seat) : seat === "spectator" ? "spectator" : "open",
  };
}

// ------------------------------------------------------------------------- graphs

/** What everybody had at a stop. */
export type Points = ReadonlyMap<number, number[]>;

/** What was there at a stop, or as near to it as was looked at. */
export function nearest(points: Points, stop: number): number[] | undefined {
  const stops = [...points.keys()];
  const best = stops.reduce(
    (best, at) => (Math.abs(at - stop) < Math.abs(best - stop) ? at : best),
    stops[0] ?? 0,
  );
  return points.get(best);
}

const MOST_POINTS = 64;

/** Both ends, the middle, the quarters …: the stops at which to look, the coarse ones first. */
export function coarseToFine(length: number, most = MOST_POINTS): number[] {
  const order = new Set([0, length]);
  for (let parts = 2; order.size < Math.min(most, length + 1) && parts <= 2 * length; parts *= 2)
    for (let i = 1; i < parts; i += 2) order.add(Math.round((i * length) / parts));
  return [...order].slice(0, most + 1);
}
