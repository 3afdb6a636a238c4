// The view of Capital Lux 2, and where to find what the engine tells of it.
import { num, one } from "../../engine/lines";
import { isLine, type Arg, type Line, type StoryItem, type View } from "../../engine/types";

export const DISTRICTS = ["blue", "pink", "yellow", "green"] as const;
export type District = (typeof DISTRICTS)[number];
type ByDistrict<T> = Record<District, T>;
/** "b5"; grey: "x2". */
export type Card = string;
/** Of a city: a seat, or ROB in the solo game; as in `seat` of a fact. */
export type Owner = number | "rob";
/** Where cards can lie open. */
export type Place = "capital" | Owner;

interface Holdings {
  city: ByDistrict<Card[]>;
  gold: number;
  bonus: Card[];
}

interface LuxSeat extends Holdings {
  hand: (Card | null)[];
  packet: (Card | null)[];
  choice: Card[] | null;
  guards: District[];
}

interface Rob extends Holdings {
  hand: Card[];
  reserve: Card[];
  deck: null[];
  turned: string[];
}

export interface LuxView extends View {
  second: boolean;
  district: District | null;
  drawn: (string | null)[];
  emperor: number;
  powers: ByDistrict<string>;
  capital: ByDistrict<Card[]>;
  pile: null[];
  discard: Card[];
  modifiers: null[];
  laid: { district: District; seat: number; modifier: string | null }[];
  infiltrator: { district: District; side: "+" | "-" } | null;
  grey: null[];
  capital_gold: ByDistrict<number>;
  aristocrats: ByDistrict<number | null>;
  display: Card[];
  seats: LuxSeat[];
  rob: Rob | null;
}

// -------------------------------------------------------------------- the notation

export const value = (card: Card): number => Number(card.slice(1));
/** A citizen's colour, by its letter; null: grey. */
export const colour = (card: Card): District | null =>
  DISTRICTS.find((district) => district[0] === card[0]) ?? null;
export const isDistrict = (word: string): word is District => DISTRICTS.includes(word as District);

// ------------------------------------------------------------------------ the view

/** All owners of cities, ROB last. */
export const owners = (view: LuxView): Owner[] => [
  ...view.seats.keys(),
  ...(view.rob ? (["rob"] as const) : []),
];

export const holdings = (view: LuxView, owner: Owner): Holdings =>
  owner === "rob" ? view.rob! : view.seats[owner]!;

export const cardsAt = (view: LuxView, place: Place, district: District): Card[] =>
  (place === "capital" ? view.capital : holdings(view, place).city)[district];

export const guarded = (view: LuxView, owner: Owner, district: District): boolean =>
  owner !== "rob" && view.seats[owner]!.guards.includes(district);

/** Those of `cards` that are left when `without` are taken away, each once. */
export function less(cards: Card[], without: Card[]): Card[] {
  const left = [...cards];
  for (const card of without) {
    const at = left.lastIndexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

// ------------------------------------------------------------------------ the facts

/** What becomes of a city's pane when a round ends. */
export const FATES = /^(safe|lost|guarded|paid)$/;

/** What the last round's end has told of limits and fates: it says what every pane held. */
export function judgedIn(story: StoryItem[] = []): Line[] {
  const lines = story.filter(isLine);
  const end = lines.findLastIndex(({ id }) => id === "end");
  return lines.slice(end).filter(({ id }) => id === "limit" || FATES.test(id));
}

const BY_LIMIT = /^(room|over.*|safe|lost|guarded|paid)$/;

/** A city against the limit, in facts or in what a round's end tells; undefined: no limit holds any
 * more. */
export const against = (facts: Line[], owner: Owner, district: District): Line | undefined =>
  facts.find(
    (line) => BY_LIMIT.test(line.id) && line["seat"] === owner && line["district"] === district,
  );

export const isOver = (line: Line | undefined): boolean => line?.id.startsWith("over") ?? false;

export const cityOf = (facts: Line[], owner: Owner, district: District): Line | undefined =>
  one(facts, "city", { seat: owner, district });

export const limitOf = (facts: Line[], district: District): number =>
  num(one(facts, "limit", { district }), "n");

/** Those with the highest total of a district. */
export function leaders(facts: Line[], district: District): Arg[] {
  const line = facts.find(
    ({ id, ...args }) => /^(lead|tied)$/.test(id) && args["district"] === district,
  );
  return [line?.["seat"] ?? []].flat();
}

export const accountOf = (facts: Line[], owner: Owner): Line | undefined =>
  one(facts, "account", { seat: owner });

export const points = (facts: Line[], owner: Owner): number =>
  num(one(facts, "points", { seat: owner }), "n");

export const winners = (facts: Line[]): Line | undefined =>
  facts.find(({ id }) => id.startsWith("won"));
