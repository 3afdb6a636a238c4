// The view of Capone, as docs/games/capone.md describes it. Amounts are in thousands of dollars.
import { num, nums, one, words } from "../../engine/lines";
import type { Line, View } from "../../engine/types";

export type Illegal =
  | "weapon"
  | "bank"
  | "casino"
  | "club"
  | "print"
  | "jewel"
  | "loan"
  | "still"
  | "pawn"
  | "bar";
export type Legal =
  | "pasta"
  | "laundry"
  | "florist"
  | "undertaker"
  | "cinema"
  | "bakery"
  | "garage"
  | "grocer";
export type Rest = "penthouse" | "barber" | "restaurant";
export type Card = Illegal | Legal | Rest | "fbi" | "protection" | "takeover" | "hit";

/** Members, highest first, and a number of bodyguards. */
export interface Force {
  members: number[];
  guards: number;
}

export type Held = Force & { seat: number };
export type Guest = { seat: number; member: number };

export interface Family {
  cash: number;
  steps: number;
  hand: (Card | null)[];
  discarded: (Card | null)[];
  home: Force;
  park: number;
  harbour: number[];
}

export interface CaponeView extends View {
  year: number;
  turn: number | null;
  pending: { card: Illegal | "takeover"; business: Illegal; space: 1 | 2 } | null;
  seats: Family[];
  illegal: Record<Illegal, [Held | null, Held | null]>;
  legal: Record<Legal, number | null>;
  rest: Record<Rest, Guest | null>;
  prison: [Guest | null, Guest | null, Guest | null];
}

export const keys = <K extends string>(record: Record<K, unknown>): K[] =>
  Object.keys(record) as K[];
export const isIllegal = (view: CaponeView, card: string): card is Illegal => card in view.illegal;
export const isLegal = (view: CaponeView, card: string): card is Legal => card in view.legal;
export const isRest = (view: CaponeView, card: string): card is Rest => card in view.rest;

/** While cards are played. */
export const inPlay = ({ phase }: CaponeView): boolean => phase === "play" || phase === "force";

/** Every illegal space by its name in the notation, "casino 1". */
export const spacesOf = (view: CaponeView): [place: string, held: Held | null][] =>
  keys(view.illegal).flatMap((business) =>
    view.illegal[business].map((held, i): [string, Held | null] => [`${business} ${i + 1}`, held]),
  );

/** The words of a force: members, highest first, then the bodyguards unless there are none. */
export function forceWords({ members, guards }: Force): string[] {
  const named = [...members].sort((a, b) => b - a).map(String);
  return guards > 0 ? [...named, `g${guards}`] : named;
}

export function readForce(named: readonly string[]): Force {
  const force: Force = { members: [], guards: 0 };
  for (const each of named)
    if (each.startsWith("g")) force.guards = Number(each.slice(1));
    else force.members.push(Number(each));
  return force;
}

/** A force as an event tells it. */
export const forceIn = (line: Line | undefined): Force => readForce(words(line, "pieces"));

export const valueOf = (facts: Line[], business: string): number =>
  num(one(facts, "business", { business }), "n");
export const goalOf = (facts: Line[]): number => num(one(facts, "step"), "goal");

/** A figure of a seat: cash, steps, alive, … */
export const figureOf = (facts: Line[], id: string, seat: number): number =>
  num(one(facts, id, { seat }), "n");

/** Who would win now, or has won. */
export const leaders = (facts: Line[]): number[] =>
  nums(
    facts.find(({ id }) => id.startsWith("ahead")),
    "seat",
  );

/** What the pending space asks for. */
export const demand = (facts: Line[]): Line | undefined =>
  one(facts, "least") ?? one(facts, "beat") ?? one(facts, "exact");
