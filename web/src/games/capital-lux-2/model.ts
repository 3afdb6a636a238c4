// The view of Capital Lux 2 and what follows from it: totals, limits, leaders, points. An owner of a
// city is a seat, or ROB, who in the solo game is owner 1.
import type { View } from "../../engine/types";

export const DISTRICTS = ["blue", "pink", "yellow", "green"] as const;
export type District = (typeof DISTRICTS)[number];
export type ByDistrict<T> = Record<District, T>;
/** "b5"; grey: "x2". */
export type Card = string;
export type Owner = number;
/** Where cards can lie open. */
export type Place = "capital" | Owner;

export interface LuxSeat {
  hand: (Card | null)[];
  packet: (Card | null)[];
  choice: Card[] | null;
  city: ByDistrict<Card[]>;
  gold: number;
  guards: District[];
  bonus: Card[];
}

export interface Rob {
  hand: Card[];
  reserve: Card[];
  city: ByDistrict<Card[]>;
  gold: number;
  bonus: Card[];
  deck: null[];
  turned: string[];
}

export interface Laid {
  district: District;
  seat: number;
  modifier: string | null;
}

export interface LuxView extends View {
  round: number;
  step: number | null;
  turn: number | null;
  second: boolean;
  last: number | null;
  district: District | null;
  drawn: (string | null)[];
  emperor: number;
  powers: ByDistrict<string>;
  capital: ByDistrict<Card[]>;
  pile: null[];
  discard: Card[];
  modifiers: null[];
  laid: Laid[];
  infiltrator: { district: District; side: "+" | "-" } | null;
  grey: null[];
  capital_gold: ByDistrict<number>;
  aristocrats: ByDistrict<number | null>;
  display: Card[];
  seats: LuxSeat[];
  rob: Rob | null;
}

const COLOURS: Record<string, District> = { b: "blue", p: "pink", y: "yellow", g: "green" };
const INFILTRATOR_WORTH = 3;
const ARISTOCRAT_WORTH = 2;
export const GOLD_WORTH = 2;
export const ROUNDS = 3;
/** Red ROB cards that end a round. */
export const REDS = 3;

export const value = (card: Card): number => Number(card.slice(1));
export const sum = (cards: Card[]): number => cards.reduce((total, card) => total + value(card), 0);
export const isGrey = (card: Card): boolean => card.startsWith("x");
/** A citizen's district; null: grey. */
export const colour = (card: Card): District | null => COLOURS[card.charAt(0)] ?? null;
/** CLX-12: a grey card goes to the district of the colour that it comes from. */
export const matching = (card: Card, from: District): District => colour(card) ?? from;
export const isDistrict = (word: string): word is District => DISTRICTS.includes(word as District);

/** All owners of cities, ROB last. */
export function owners(view: LuxView): Owner[] {
  const all = view.seats.map((_, seat) => seat);
  return view.rob ? [...all, all.length] : all;
}

export const isRob = (view: LuxView, owner: Owner): boolean => owner >= view.seats.length;

export function holdings(view: LuxView, owner: Owner): Pick<LuxSeat, "city" | "gold" | "bonus"> {
  return view.seats[owner] ?? view.rob!;
}

export const cardsAt = (view: LuxView, place: Place, district: District): Card[] =>
  (place === "capital" ? view.capital : holdings(view, place).city)[district];

export const guarded = (view: LuxView, owner: Owner, district: District): boolean =>
  view.seats[owner]?.guards.includes(district) ?? false;

export interface Limit {
  /** The sum of the capital's cards. */
  cards: number;
  infiltrator: number;
  /** Modifiers that the viewer knows. */
  modifiers: number;
  /** How many lie there that the viewer does not know. */
  hidden: number;
  /** The limit as far as the viewer can tell. */
  most: number;
}

export function limitOf(view: LuxView, district: District): Limit {
  const cards = sum(view.capital[district]);
  const tile = view.infiltrator;
  const infiltrator =
    tile?.district === district ? (tile.side === "+" ? INFILTRATOR_WORTH : -INFILTRATOR_WORTH) : 0;
  const laid = view.laid.filter((each) => each.district === district);
  const modifiers = laid.reduce((total, each) => total + Number(each.modifier ?? 0), 0);
  const hidden = laid.filter((each) => each.modifier === null).length;
  return { cards, infiltrator, modifiers, hidden, most: Math.max(0, cards + infiltrator + modifiers) };
}

/** What counts against the limit. */
export const total = (view: LuxView, owner: Owner, district: District): number =>
  sum(holdings(view, owner).city[district]);

/** CLX-23: with the Foreigner in play grey cards give no points. */
const counting = (view: LuxView, cards: Card[]): Card[] =>
  view.powers.blue === "foreigner" ? cards.filter((card) => !isGrey(card)) : cards;

/** What a district is worth in points. */
export const worth = (view: LuxView, owner: Owner, district: District): number =>
  sum(counting(view, holdings(view, owner).city[district]));

/** What counts for the bonus: CLX-17, CLX-30. */
export function standing(view: LuxView, owner: Owner, district: District): number {
  const real = worth(view, owner, district);
  return real > 0 && view.aristocrats[district] === owner ? real + ARISTOCRAT_WORTH : real;
}

/** Those with the highest total in a district, at least 1. */
export function leaders(view: LuxView, district: District): Owner[] {
  const all = owners(view);
  const most = Math.max(1, ...all.map((owner) => standing(view, owner, district)));
  return all.filter((owner) => standing(view, owner, district) === most);
}

export const cityPoints = (view: LuxView, owner: Owner): number =>
  DISTRICTS.reduce((points, district) => points + worth(view, owner, district), 0);

export function points(view: LuxView, owner: Owner): number {
  const { bonus, gold } = holdings(view, owner);
  return cityPoints(view, owner) + sum(bonus) + GOLD_WORTH * gold;
}

/** The gold that covers what is over the limit: CLX-28. */
export function price(view: LuxView, owner: Owner, district: District): number {
  const excess = total(view, owner, district) - limitOf(view, district).most;
  return Math.ceil(Math.max(0, excess) / Number(view.options["gold_covers"] ?? 1));
}

export const reds = (rob: Rob): number =>
  rob.turned.filter((card) => card.startsWith("red")).length;

/** Those of `cards` that are left when `without` are taken away, each once. */
export function less(cards: Card[], without: Card[]): Card[] {
  const left = [...cards];
  for (const card of without) {
    const at = left.lastIndexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
