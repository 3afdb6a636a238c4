// The view of Capone, as the protocol describes it. Amounts are in thousands of dollars.
import type { View } from "../../engine/types";

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
  swapped: (Card | null)[];
  used: Card[];
  discarded: (Card | null)[];
  home: Force;
  park: number;
  harbour: number[];
  lost: number;
}

export interface CaponeView extends View {
  year: number;
  first: number;
  turn: number | null;
  pending: { card: Illegal | "takeover"; business: Illegal; space: 1 | 2 } | null;
  seats: Family[];
  illegal: Record<Illegal, [Held | null, Held | null]>;
  legal: Record<Legal, number | null>;
  rest: Record<Rest, Guest | null>;
  prison: [Guest | null, Guest | null, Guest | null];
}
