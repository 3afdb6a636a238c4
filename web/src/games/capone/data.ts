// What never changes: businesses and what they are worth, the family, what investments bring.
import type { Card, CaponeView, Force, Illegal, Legal, Rest } from "./types";

export const VALUES: Record<Illegal, 5 | 10 | 20 | 30> = {
  weapon: 30,
  bank: 30,
  casino: 20,
  club: 20,
  print: 20,
  jewel: 10,
  loan: 10,
  still: 10,
  pawn: 5,
  bar: 5,
};
export const ILLEGAL = Object.keys(VALUES) as Illegal[];
export const LEGAL: readonly Legal[] = [
  "pasta",
  "laundry",
  "florist",
  "undertaker",
  "cinema",
  "bakery",
  "garage",
  "grocer",
];
export const REST: readonly Rest[] = ["penthouse", "barber", "restaurant"];
export const SPACES = [1, 2] as const;

export const DON = 100;
export const MAMMA = 60;
export const FAMILY: readonly number[] = [100, 60, 50, 40, 40, 30, 30, 20];
export const GUARDS = 8;
export const GUARD = 5;
export const STEP = 100;
export const STEP_BACK = 50;
export const GOAL = 10;
export const START_CASH = 100;

/** By steps invested, 0 to 9: what a legal business brings (CPN-17), what protection costs (CPN-20). */
export const LEGAL_INCOME: readonly number[] = [0, 10, 20, 30, 30, 40, 40, 50, 50, 60];
export const PROTECTION: readonly number[] = [0, 10, 10, 20, 20, 30, 30, 40, 40, 50];

export const isIllegal = (card: string): card is Illegal => card in VALUES;
export const isLegal = (card: string): card is Legal => (LEGAL as readonly string[]).includes(card);
export const isRest = (card: string): card is Rest => (REST as readonly string[]).includes(card);

export type Kind = "illegal" | "legal" | "rest" | "other";

export function kindOf(card: Card): Kind {
  if (isIllegal(card)) return "illegal";
  if (isLegal(card)) return "legal";
  return isRest(card) ? "rest" : "other";
}

/** Whether all see what is thrown away (CPN-9). */
export const discardsOpenly = (view: CaponeView): boolean => view.options["discards"] === "open";

export const handSize = (players: number): number => (players === 6 ? 4 : 5);

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
export const worth = ({ members, guards }: Force): number => sum(members) + GUARD * guards;

/** The value of those who still live, in prison or not (CPN-28). */
export const alive = (view: CaponeView, seat: number): number =>
  sum(FAMILY) - sum(view.seats[seat]!.harbour);

/** Who wins: most steps, then cash, then living members (CPN-28). */
export function winners(view: CaponeView): number[] {
  const rank = (seat: number): number[] => {
    const { steps, cash } = view.seats[seat]!;
    return [steps, cash, alive(view, seat)];
  };
  const compare = (a: number[], b: number[]): number => {
    const at = a.findIndex((x, i) => x !== b[i]);
    return at < 0 ? 0 : b[at]! - a[at]!;
  };
  const seats = view.seats.map((_, seat) => seat).sort((a, b) => compare(rank(a), rank(b)));
  return seats.filter((seat) => compare(rank(seat), rank(seats[0]!)) === 0);
}
