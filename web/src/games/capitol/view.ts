// What Capitol's views hold, and where the engine's facts and events about them are found.
import { num, one, word } from "../../engine/lines";
import { isMove, type Line, type Move, type StoryItem, type View } from "../../engine/types";

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
  bid: Card[] | null;
  done: boolean;
  works: number[];
  buildings: string[];
  roofs: Record<Shape, number>;
  score: number;
}

export interface CapitolView extends View {
  consul: number;
  left: number;
  supply: number;
  decks: Record<Deck, { stack: (Card | null)[]; unseen: number; discard: Card[] }>;
  areas: Area[];
  seats: SeatView[];
}

/** Areas as they lie on the map: the river in the west, the south below. */
export const ON_MAP =
  "campus quirinal viminal tiber capitoline esquiline aventine palatine caelian".split(" ");

export const valueOf = (card: Card): number => Number(card.slice(1));
export const deckOf = (card: Card): Deck =>
  card[0] === "r" ? "roof" : card[0] === "f" ? "floor" : "permit";
export const handOf = (seat: SeatView): (Card | null)[] => DECKS.flatMap((deck) => seat.hand[deck]);

// ------------------------------------------------------------------- facts

/** A colour's letter is that of its permits. */
export const colourOf = (facts: Line[], area: string): Colour =>
  word(one(facts, "area", { area }), "colour").charAt(0) as Colour;

export const tileOf = (facts: Line[]): Tile => word(one(facts, "tile"), "tile") as Tile;

/** The seats with floors in an area, the first in front. */
export const ranksOf = (lines: Line[], area: string): Line[] =>
  lines.filter((line) => line["area"] === area && line["place"] !== undefined);

/** Everything about who is where in an area. */
export const standingOf = (lines: Line[], area: string): Line[] =>
  lines.filter((line) => line["area"] === area && !["area", "limits", "full"].includes(line.id));

// ----------------------------------------------------------------- the past

export interface Auction {
  /** What each seat bid. */
  bids: Line[];
  /** To whom the tile went, and why. */
  verdict: Line;
}

export interface Scoring {
  round: number;
  lines: Line[];
  gains: Line[];
}

export interface Past {
  auctions: Auction[];
  scorings: Scoring[];
  /** The last auction of this round. */
  last: Auction | null;
}

/** The auctions and scorings that a story tells of. */
export function pastOf(story: StoryItem[] = []): Past {
  const past: Past = { auctions: [], scorings: [], last: null };
  let bids: Line[] = [];
  for (const item of story) {
    if (isMove(item)) continue;
    const scoring = past.scorings.at(-1);
    if (item.id === "bid" || item.id === "bid_none") bids[num(item, "seat")] = item;
    else if (/^(un)?sold/.test(item.id)) {
      past.auctions.push((past.last = { bids, verdict: item }));
      bids = [];
    } else if (item.id === "scoring") {
      past.scorings.push({ round: num(item, "n"), lines: [], gains: [] });
      past.last = null;
    } else if (item.id === "gain") scoring?.gains.push(item);
    else if (scoring?.gains.length === 0) scoring.lines.push(item);
  }
  return past;
}

// ---------------------------------------------------------------- the squares

export type Item = { kind: "fountain" } | { kind: "building"; seat: number; height: number };

/** What stands on an area's small squares. What came lies behind what was there, so that nothing moves
 * when something is added. */
export function squaresOf(area: Area, history: Move[]): Item[] {
  const later = history.flatMap(([seat, action]): Item[] => {
    const [verb, ...words] = action.split(" ");
    if (verb === "permit" && words[3] === area.name)
      return [{ kind: "building", seat, height: Number(words[1]) }];
    return verb === "fountain" && words[0] === area.name ? [{ kind: "fountain" }] : [];
  });
  const standing: Item[] = [
    ...Array.from({ length: area.fountains }, () => ({ kind: "fountain" }) as const),
    ...area.built.flatMap((heights, seat) =>
      heights.map((height) => ({ kind: "building", seat, height }) as const),
    ),
  ];
  const left = later.map((item) => JSON.stringify(item));
  const isEarlier = (item: Item): boolean => {
    const at = left.indexOf(JSON.stringify(item));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  };
  return [...standing.filter(isEarlier), ...later];
}
