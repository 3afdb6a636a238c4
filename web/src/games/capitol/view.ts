// What Capitol's views hold, and what follows from them: limits, majorities, points, past auctions.
import type { Move, View } from "../../engine/types";

export type Shape = "round" | "triangular";
export type Deck = "roof" | "floor" | "permit";
export type Tile = "fountain" | "amphitheatre" | "temple";
export type Colour = "b" | "p" | "m";
/** A letter and a value: "f5". */
export type Card = string;

export const DECKS: readonly Deck[] = ["roof", "floor", "permit"];
export const SHAPES: readonly Shape[] = ["round", "triangular"];

export interface Area {
  name: string;
  free: number;
  fountains: number;
  large: "amphitheatre" | "temple" | null;
  shape: Shape | null;
  /** For each seat the heights of its buildings. */
  built: number[][];
}

export interface SeatView {
  hand: Record<Deck, (Card | null)[]>;
  known: Record<Deck, Card[]>;
  bid: Card[] | null;
  done: boolean;
  works: number[];
  buildings: string[];
  roofs: Record<Shape, number>;
  score: number;
}

export interface CapitolView extends View {
  round: number;
  consul: number;
  turn: number | null;
  auction: number;
  left: number;
  /** Where the first of two floors went, if that says where the second may go (CTL-8). */
  first_floor: "highest" | "new" | null;
  supply: number;
  decks: Record<Deck, { stack: (Card | null)[]; unseen: number; discard: Card[] }>;
  areas: Area[];
  seats: SeatView[];
}

const COLOURS: Record<string, Colour> = {
  campus: "b",
  tiber: "b",
  capitoline: "b",
  quirinal: "p",
  viminal: "p",
  esquiline: "p",
  palatine: "m",
  caelian: "m",
  aventine: "m",
};
export const colourOf = (area: string): Colour => COLOURS[area]!;

/** Areas as they lie on the map, row by row: the river in the west, the south below. */
export const ON_MAP = [
  "campus",
  "quirinal",
  "viminal",
  "tiber",
  "capitoline",
  "esquiline",
  "aventine",
  "palatine",
  "caelian",
] as const;

const PRINTED: Record<string, number> = { campus: 2, quirinal: 1, palatine: 1 };
export const ROUNDS = 4;
const AUCTIONS = 3;

// ------------------------------------------------------------------- cards

export const valueOf = (card: Card): number => Number(card.slice(1));
export const sumOf = (cards: Card[]): number =>
  cards.reduce((sum, card) => sum + valueOf(card), 0);

export function deckOf(card: Card): Deck {
  return card[0] === "r" ? "roof" : card[0] === "f" ? "floor" : "permit";
}

const LETTERS = "rfbpm";
/** Card order: the higher value first, then roof, floor, blue, pink, mauve. */
export const byCardOrder = (a: Card, b: Card): number =>
  valueOf(b) - valueOf(a) || LETTERS.indexOf(a[0]!) - LETTERS.indexOf(b[0]!);

export const handOf = (seat: SeatView): (Card | null)[] => DECKS.flatMap((deck) => seat.hand[deck]);

export function tileOf(view: CapitolView): Tile {
  if (view.auction !== AUCTIONS) return "fountain";
  return view.round <= 2 ? "amphitheatre" : "temple";
}

// ------------------------------------------------------------------- areas

export interface Limits {
  full: boolean;
  shapes: Shape[];
  heights: number[];
}

/** What may be built in an area: CTL-11. */
export function limitsOf(view: CapitolView, area: Area): Limits {
  const tallest = Math.max(0, ...area.built.flat());
  const others = view.areas.filter(
    (other) => colourOf(other.name) === colourOf(area.name) && other.name !== area.name,
  );
  const taken = others[0]?.shape ?? null;
  const alike = taken !== null && others.every((other) => other.shape === taken);
  const shapes = area.shape
    ? [area.shape]
    : SHAPES.filter((shape) => !(alike && shape === taken));
  return { full: area.free === 0, shapes, heights: tallest ? [tallest, tallest + 1] : [1] };
}

export interface Standing {
  floors: number[];
  tallest: number[];
  first: number[];
  second: number[];
  /** What a scoring would bring now, for each seat. */
  points: number[];
  forFirst: number;
  forSecond: number;
}

const whoHas = (values: number[], among: number[]): number[] => {
  const most = Math.max(...among.map((seat) => values[seat]!));
  return among.filter((seat) => values[seat] === most);
};

/** Who is first and who second in an area: CTL-19 to CTL-23. */
export function standingOf(area: Area): Standing {
  const floors = area.built.map((heights) => heights.reduce((sum, height) => sum + height, 0));
  const tallest = area.built.map((heights) => Math.max(0, ...heights));
  const there = floors.flatMap((count, seat) => (count > 0 ? [seat] : []));
  const times = area.large === "temple" ? 2 : 1;
  const forFirst = (2 + area.fountains) * times;
  const forSecond = area.fountains * times;
  let first: number[] = [];
  let second: number[] = [];
  if (there.length > 0) {
    const most = whoHas(floors, there);
    first = whoHas(tallest, most);
    const rest = there.filter((seat) => !most.includes(seat));
    if (most.length === 1) second = rest.length > 0 ? whoHas(floors, rest) : [];
    else if (first.length === 1) second = most.filter((seat) => seat !== first[0]);
  }
  const points = floors.map((_, seat) =>
    first.includes(seat) ? forFirst : second.includes(seat) ? forSecond : 0,
  );
  return { floors, tallest, first, second, points, forFirst, forSecond };
}

export const pointsNow = (areas: Area[], players: number): number[] => {
  const standings = areas.map(standingOf);
  return Array.from({ length: players }, (_, seat) =>
    standings.reduce((sum, standing) => sum + (standing.points[seat] ?? 0), 0),
  );
};

// ----------------------------------------------------------------- the past

export type Item = { kind: "fountain" } | { kind: "building"; seat: number; height: number };

const isTile = (verb: string): verb is Tile =>
  verb === "fountain" || verb === "amphitheatre" || verb === "temple";

/** What stands on an area's small squares, in no order of time. */
function grouped(area: Area): Item[] {
  const fountains = Array.from({ length: area.fountains }, () => ({ kind: "fountain" }) as const);
  const buildings = area.built.flatMap((heights, seat) =>
    heights.map((height) => ({ kind: "building", seat, height }) as const),
  );
  return [...fountains, ...buildings];
}

const signature = (items: Item[]): string =>
  items
    .map((item) => (item.kind === "fountain" ? "f" : `${item.seat}.${item.height}`))
    .sort()
    .join(" ");

/** What stands on an area's small squares in the order in which it came, so that nothing moves when
 * something is added; a record that begins in the middle has no such order. */
export function squaresOf(area: Area, history: Move[]): Item[] {
  const items: Item[] = Array.from({ length: PRINTED[area.name] ?? 0 }, () => ({
    kind: "fountain",
  }));
  for (const [seat, action] of history) {
    const [verb = "", ...words] = action.split(" ");
    if (verb === "permit" && words[3] === area.name)
      items.push({ kind: "building", seat, height: Number(words[1]) });
    if (verb === "fountain" && words[0] === area.name) items.push({ kind: "fountain" });
  }
  const all = grouped(area);
  return signature(items) === signature(all) ? items : all;
}

export interface Auction {
  round: number;
  number: number;
  tile: Tile;
  bids: Card[][];
  winner: number | null;
}

/** Who wins: the highest sum, then the highest card, then the first from the consul on: CTL-16. */
function winnerOf(bids: Card[][], consul: number, view: CapitolView): number | null {
  const n = bids.length;
  const order = bids.map((_, i) => (consul + i) % n);
  if (bids.every((bid) => bid.length === 0))
    return view.options["zero_bids"] === "consul" ? consul : null;
  const rank = (seat: number): number =>
    sumOf(bids[seat]!) * 100 + Math.max(0, ...bids[seat]!.map(valueOf));
  return order.reduce((best, seat) => (rank(seat) > rank(best) ? seat : best));
}

/** The auctions that are over, from the game's beginning on. */
export function auctionsOf(view: CapitolView, history: Move[]): Auction[] {
  const auctions: Auction[] = [];
  let bids: Card[][] = Array.from({ length: view.players }, () => []);
  let stopped = 0;
  for (const [seat, action] of history) {
    const [verb, card] = action.split(" ");
    if (verb === "bid" && card) bids[seat]!.push(card);
    if (verb !== "stop") continue;
    stopped++;
    if (stopped < view.players) continue;
    const round = Math.floor(auctions.length / AUCTIONS) + 1;
    const number = (auctions.length % AUCTIONS) + 1;
    const consul = (view.consul - (view.round - round) + ROUNDS * view.players) % view.players;
    auctions.push({
      round,
      number,
      tile: tileOf({ ...view, round, auction: number }),
      bids,
      winner: winnerOf(bids, consul, view),
    });
    bids = Array.from({ length: view.players }, () => []);
    stopped = 0;
  }
  return auctions;
}

export interface Scoring {
  round: number;
  areas: Area[];
}

const emptyAreas = (view: CapitolView): Area[] =>
  view.areas.map((area) => ({
    name: area.name,
    free: 0,
    fountains: PRINTED[area.name] ?? 0,
    large: null,
    shape: null,
    built: Array.from({ length: view.players }, () => []),
  }));

function build(areas: Area[], seat: number, action: string): void {
  const [verb = "", ...words] = action.split(" ");
  const area = areas.find(({ name }) => name === words[verb === "permit" ? 3 : 0]);
  if (!area) return;
  if (verb === "permit") area.built[seat]!.push(Number(words[1]));
  else if (verb === "fountain") area.fountains++;
  else if (verb === "amphitheatre" || verb === "temple") area.large = verb;
}

/** The areas as they were at each scoring so far. */
export function scoringsOf(view: CapitolView, history: Move[]): Scoring[] {
  const areas = emptyAreas(view);
  const scorings: Scoring[] = [];
  const lastStop = AUCTIONS * view.players;
  let stops = 0;
  history.forEach(([seat, action], i) => {
    const verb = action.split(" ")[0] ?? "";
    build(areas, seat, action);
    if (verb === "stop") stops++;
    const placing = isTile(history[i + 1]?.[1].split(" ")[0] ?? "");
    const placed = isTile(verb) || verb === "stop";
    // The last tile may still have to be placed: then the view is in that phase.
    const waiting = i === history.length - 1 && view.phase === "place";
    if (placed && stops === lastStop && !placing && !waiting) {
      stops = 0;
      scorings.push({ round: scorings.length + 1, areas: structuredClone(areas) });
    }
  });
  return scorings;
}
