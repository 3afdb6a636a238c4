// The view of Capone, as docs/games/capone.md describes it. Amounts are in thousands of dollars.
import { num, nums, one, words } from "../../engine/lines";
import type { Line, View } from "../../engine/types";

/** "casino", "pasta", "barber", "fbi"; businesses and rest places have the names of their cards. */
export type Card = string;

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
  pending: { card: Card; business: Card; space: 1 | 2 } | null;
  seats: Family[];
  illegal: Record<Card, (Held | null)[]>;
  legal: Record<Card, number | null>;
  rest: Record<Card, Guest | null>;
  prison: (Guest | null)[];
}

const KINDS = ["illegal", "legal", "rest"] as const;

/** What kind of card it is. */
export const kindOf = (view: CaponeView, card: Card): (typeof KINDS)[number] | "other" =>
  KINDS.find((kind) => card in view[kind]) ?? "other";

/** While cards are played. */
export const inPlay = ({ phase }: CaponeView): boolean => phase === "play" || phase === "force";

/** Every illegal space by its name in the notation, "casino 1". */
export const spacesOf = (view: CaponeView): [place: string, held: Held | null][] =>
  Object.entries(view.illegal).flatMap(([business, spaces]) =>
    spaces.map((held, i): [string, Held | null] => [`${business} ${i + 1}`, held]),
  );

/** What stands on a space. */
export function heldAt(view: CaponeView, place: string): Held | null {
  const [business = "", space] = place.split(" ");
  return view.illegal[business]?.[Number(space) - 1] ?? null;
}

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

/** Who would win now, or has won, and why. */
export const ahead = (facts: Line[]): Line | undefined =>
  facts.find(({ id }) => id.startsWith("ahead"));
export const leaders = (facts: Line[]): number[] => nums(ahead(facts), "seat");

/** What the pending space asks for. */
export const demand = (facts: Line[]): Line | undefined =>
  one(facts, "least") ?? one(facts, "beat") ?? one(facts, "exact");
