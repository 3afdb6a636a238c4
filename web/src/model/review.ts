// A review of a record: what is judged and in which order, what is kept of it, and where its verdicts
// are marked. Plain functions; nothing is thought or drawn here.
import type { Chance, GameRecord, Move, Verdict } from "../engine/types";
import { isTold, type Telling } from "./log";
import { coarseToFine, nearest, type Points } from "./replay";
import { sha256 } from "./seal";

export type Kind = Verdict["kind"];

/** Kinds that are a loss, the smallest first, each with its sign. */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;
export type Fault = keyof typeof SIGNS;
export const isFault = (kind: Kind): kind is Fault => kind in SIGNS;

/** Whether an action was the best one, or as good as that. */
export const isRight = ({ loss, played, equal }: Verdict): boolean =>
  loss <= 0 || equal.includes(played);

/** A verdict on an action that agrees with an earlier one on the same decision: the best is the same and
 * wins as often, and what has been judged already is not judged anew. */
export function agreeing(verdict: Verdict, known: Verdict): Verdict {
  const { played } = verdict;
  if (played === known.played) return known;
  const { best, best_win, best_reply } = known;
  if (played === best || known.equal.includes(played) || verdict.loss <= 0) {
    const reply = played === best ? best_reply : verdict.reply;
    const equal = [...new Set([best, ...known.equal])].filter((one) => one !== played);
    const same = { kind: "good", loss: 0, points: 0, win: best_win, best_win } as const;
    return { ...verdict, ...same, best: played, best_reply: reply, reply, equal };
  }
  const win = Math.max(0, best_win - verdict.loss);
  return { ...verdict, best, best_win, best_reply, win, equal: known.equal };
}

// -------------------------------------------------------------------- what is to be done

/** One question to an engine: what a move was worth, or what chance brought with it. */
export interface Task {
  what: "verdict" | "chance";
  at: number;
}

/** All that has been found out. A chance is null where there was none. */
export interface Findings {
  verdicts: ReadonlyMap<number, Verdict>;
  chances: ReadonlyMap<number, Chance | null>;
}

export const NOTHING_FOUND: Findings = { verdicts: new Map(), chances: new Map() };

/** Verdicts all over the game before those between them; then the deal, and luck move by move. */
export function tasksOf(moves: number): Task[] {
  const order = moves === 0 ? [] : coarseToFine(moves - 1, moves);
  const all = Array.from({ length: moves }, (_, at) => at);
  return [
    ...[...new Set([...order, ...all])].map((at): Task => ({ what: "verdict", at })),
    ...[-1, ...all].map((at): Task => ({ what: "chance", at })),
  ];
}

const sameTask = (a: Task, b: Task): boolean => a.what === b.what && a.at === b.at;
const isFound = ({ verdicts, chances }: Findings, { what, at }: Task): boolean =>
  (what === "verdict" ? verdicts : chances).has(at);

/** What comes next: the verdicts that somebody waits for, the latest wish first; null: all is under
 * way. */
export function nextTask(
  tasks: readonly Task[],
  found: Findings,
  busy: readonly Task[],
  wished: readonly number[],
): Task | null {
  const left = tasks.filter(
    (task) => !isFound(found, task) && !busy.some((one) => sameTask(one, task)),
  );
  const wish = wished.findLast((at) =>
    left.some((task) => sameTask(task, { what: "verdict", at })),
  );
  return wish === undefined ? (left[0] ?? null) : { what: "verdict", at: wish };
}

export function withVerdict(found: Findings, verdict: Verdict): Findings {
  return { ...found, verdicts: new Map(found.verdicts).set(verdict.at, verdict) };
}

export function withChance(found: Findings, at: number, chance: Chance | null): Findings {
  return { ...found, chances: new Map(found.chances).set(at, chance) };
}

/** How much of it is done, 0 … 1. */
export function share(tasks: readonly Task[], found: Findings): number {
  if (tasks.length === 0) return 1;
  return tasks.filter((task) => isFound(found, task)).length / tasks.length;
}

/** What the engine sums up. */
export const listed = ({ verdicts, chances }: Findings): (Verdict | Chance)[] => [
  ...verdicts.values(),
  ...[...chances.values()].filter((one) => one !== null),
];

// ------------------------------------------------------------------------ what is kept

/** Another number: what was kept before is of no use any more. */
const FORMAT = 1;
const STORED = "capucine.review.";
/** Older reviews make room for new ones. */
const MOST_KEPT = 20;

interface Kept {
  format: number;
  /** When it was kept. */
  time: number;
  verdicts: Verdict[];
  chances: [at: number, chance: Chance | null][];
}

/** A name for all that a game's course depends on. */
export function nameOf({ game, rules, players, options, from, seed, actions }: GameRecord): string {
  return sha256(JSON.stringify([game, rules, players, options ?? {}, from, seed, actions])).slice(
    0,
    24,
  );
}

function read(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Kept> | null;
    const good =
      kept?.format === FORMAT && Array.isArray(kept.verdicts) && Array.isArray(kept.chances);
    return good ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

/** What was found out about a record earlier, in this browser. */
export function recall(store: Storage, record: GameRecord): Findings {
  const kept = read(store.getItem(STORED + nameOf(record)));
  if (!kept) return NOTHING_FOUND;
  return {
    verdicts: new Map(kept.verdicts.map((verdict) => [verdict.at, verdict])),
    chances: new Map(kept.chances),
  };
}

/** The reviews that are kept, the latest first. */
function keptNames(store: Storage): string[] {
  const names = Array.from({ length: store.length }, (_, i) => store.key(i) ?? "");
  const timed = names
    .filter((name) => name.startsWith(STORED))
    .map((name) => ({ name, time: read(store.getItem(name))?.time ?? 0 }));
  return timed.sort((a, b) => b.time - a.time).map(({ name }) => name);
}

export function keep(store: Storage, record: GameRecord, found: Findings, time: number): void {
  const name = STORED + nameOf(record);
  const kept: Kept = {
    format: FORMAT,
    time,
    verdicts: [...found.verdicts.values()],
    chances: [...found.chances],
  };
  if (store.getItem(name) === null)
    for (const old of keptNames(store).slice(MOST_KEPT - 1)) store.removeItem(old);
  try {
    store.setItem(name, JSON.stringify(kept));
  } catch {
    // a full store costs only the coming back
  }
}

// ------------------------------------------------------------------ where it is shown

/** A loss, where a graph or a list of moves marks it. */
export interface Mark {
  /** The stop after the move. */
  stop: number;
  at: number;
  seat: number;
  kind: Fault;
}

/** The stop at which a move has been made. */
export const stopAfter = (stops: readonly number[], at: number): number =>
  stops.findIndex((count) => count > at);

/** The losses of a seat, or of all, as the game went. */
export function faultsOf(found: Findings, seat: number | null): Verdict[] {
  return [...found.verdicts.values()]
    .filter((one) => isFault(one.kind) && (seat === null || one.seat === seat))
    .sort((a, b) => a.at - b.at);
}

export const marksOf = (faults: readonly Verdict[], stops: readonly number[]): Mark[] =>
  faults.map(({ at, seat, kind }) => ({
    stop: stopAfter(stops, at),
    at,
    seat,
    kind: kind as Fault,
  }));

/** Losses that are so near to each other on a graph that they share a dot. */
export interface Dot {
  /** The first of their stops. */
  stop: number;
  /** The worst comes first. */
  marks: Mark[];
}

const KINDS = Object.keys(SIGNS);
const worstFirst = (a: Mark, b: Mark): number => KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind);

/** No two dots are nearer to each other than so many stops. */
export function dotsOf(marks: readonly Mark[], apart: number): Dot[] {
  const groups: Mark[][] = [];
  for (const mark of [...marks].sort((a, b) => a.stop - b.stop)) {
    const group = groups.at(-1);
    if (group && mark.stop - group[0]!.stop < apart) group.push(mark);
    else groups.push([mark]);
  }
  return groups.map((group) => ({ stop: group[0]!.stop, marks: [...group].sort(worstFirst) }));
}

/** Where a tap on a dot leads: to the worst, and further taps to the others in turn. */
export function stopOf({ marks }: Dot, now: number): number {
  const at = marks.findIndex(({ stop }) => stop === now);
  return marks[(at + 1) % marks.length]!.stop;
}

/** The stop that a finger means: that of a mark, if one is within reach. */
export function snap(marks: readonly { stop: number }[], stop: number, reach: number): number {
  const near = marks
    .map((mark) => mark.stop)
    .filter((one) => Math.abs(one - stop) <= reach)
    .sort((a, b) => Math.abs(a - stop) - Math.abs(b - stop));
  return near[0] ?? stop;
}

/** The move that one has come to with a stop; null: the beginning. Moves that nobody need watch are made
 * along with it. */
export function moveAt(
  actions: readonly Move[],
  stops: readonly number[],
  stop: number,
  telling: Telling,
): number | null {
  const made = actions.slice(stops[stop - 1] ?? 0, stops[stop] ?? 0);
  const last = made.findLastIndex((move) => isTold(telling, move));
  return stop === 0 || last < 0 ? null : (stops[stop - 1] ?? 0) + last;
}

/** What a review says of a seat's chances, by stops: what the best action wins where it decides, and
 * behind that what it has done. At the end there is nothing to judge. */
function sharesOf(seat: number, verdicts: readonly Verdict[], stops: readonly number[]) {
  const own = verdicts.filter((one) => one.seat === seat && one.kind !== "forced");
  const after = own.map(({ at, win }): [number, number] => [stopAfter(stops, at), win]);
  const before = own.map(({ at, best_win }): [number, number] => [
    stopAfter(stops, at) - 1,
    best_win,
  ]);
  const shares = [...new Map([...after, ...before])];
  return shares.filter(([stop]) => stop < stops.length - 1).sort(([a], [b]) => a - b);
}

/** What lies between two known values, or is next to one. */
function between(known: readonly [stop: number, share: number][], stop: number): number {
  const [from, left] = known.findLast(([at]) => at <= stop) ?? known[0]!;
  const [to, right] = known.find(([at]) => at >= stop) ?? known.at(-1)!;
  return from >= to ? left : left + ((right - left) * (stop - from)) / (to - from);
}

/** Chances on the scale of a review, each seat's as far as it has been judged: so the graph says what
 * stands beside it. The rest, and the end, is what a quick look has found. */
export function judgedChances(quick: Points, found: Findings, stops: readonly number[]): Points {
  const end = stops.length - 1;
  const last = nearest(quick, end);
  const verdicts = [...found.verdicts.values()];
  if (!last || verdicts.length === 0) return quick;
  const known = last.map((share, seat) => {
    const shares = sharesOf(seat, verdicts, stops);
    return shares.length > 0 ? [...shares, [end, share] as [number, number]] : null;
  });
  const at = (stop: number): number[] =>
    known.map((one, seat) => (one ? between(one, stop) : (nearest(quick, stop)![seat] ?? 0)));
  return new Map(stops.map((_, stop) => [stop, at(stop)]));
}

/** The losses before and after one. */
export function neighbours(
  faults: readonly Verdict[],
  at: number,
): { before: number | null; after: number | null } {
  return {
    before: faults.findLast((one) => one.at < at)?.at ?? null,
    after: faults.find((one) => one.at > at)?.at ?? null,
  };
}

// ------------------------------------------------------------------------- address

/** What an address shows of a review: nothing, its list, or a decision. */
export type Place = "none" | "list" | number;

/** "review", "review=12", as it stands behind the moment of an address. */
export const placeHash = (place: Place): string =>
  place === "none" ? "" : place === "list" ? "&review" : `&review=${place}`;

export function placeOf(hash: string, moves: number): Place {
  const asked = new URLSearchParams(hash).get("review");
  if (asked === null) return "none";
  return /^\d+$/.test(asked) && Number(asked) < moves ? Number(asked) : "list";
}
