// What travels on the board when a move is made; places are the data-at of board.tsx and hand.tsx.
import type { Move } from "../../engine/types";
import type { Travel } from "../contract";
import type { Lying } from "./choose";
import { cardsAt, DISTRICTS, less, owners, type Card, type LuxView } from "./view";

type Cell = Omit<Lying, "card">;

const cells = (view: LuxView): Cell[] =>
  (["capital", ...owners(view)] as const).flatMap((place) =>
    DISTRICTS.map((district) => ({ place, district })),
  );

const spot = (view: LuxView, { place, district }: Cell, card: Card): string => {
  const index = cardsAt(view, place, district).lastIndexOf(card);
  return `${place === "capital" ? "capital" : `city.${place}`}.${district}.${index}`;
};

const gained = (before: LuxView, after: LuxView, { place, district }: Cell): Card[] =>
  less(cardsAt(after, place, district), cardsAt(before, place, district));

/** Powers that lay a card from a pile. */
const PILES: Record<string, string> = {
  recruiter: "grey",
  foreigner: "grey",
  proselytiser: "pile",
};

/** Where a card comes from that no other place gave: a hand, or a pile. */
function originOf(
  before: LuxView,
  { place }: Cell,
  card: Card,
  move: Move,
  me: number | null,
): string {
  const [seat, action] = move;
  const pile = PILES[action.split(" ")[0]!];
  const robs = before.rob?.hand.indexOf(card) ?? -1;
  if (pile) return pile;
  if (place === "rob" || (robs >= 0 && !action.endsWith(card))) return `rob.hand.${robs}`;
  const whose = place === "capital" ? seat : place;
  return whose === me ? `hand.${card}.0` : `seat.${whose}`;
}

/** Own cards drawn from the pile or the display. */
function drawn(before: LuxView, after: LuxView, me: number | null): Travel[] {
  if (me === null || after.phase === "draft" || before.phase === "draft") return [];
  const known = (view: LuxView) => view.seats[me]!.hand.filter((card) => card !== null);
  return less(known(after), known(before)).map((card) => ({
    from: less(before.display, after.display).includes(card) ? `display.${card}` : "pile",
    to: `hand.${card}.0`,
  }));
}

export function travels(before: LuxView, after: LuxView, move: Move, me: number | null): Travel[] {
  const all = cells(after);
  const moved = all.flatMap((cell) =>
    gained(before, after, cell).map((card) => {
      const from = all.find((each) => gained(after, before, each).includes(card));
      return {
        from: from ? spot(before, from, card) : originOf(before, cell, card, move, me),
        to: spot(after, cell, card),
      };
    }),
  );
  const modifiers = [...after.laid.keys()]
    .slice(before.laid.length)
    .map((i) => ({ from: "modifiers", to: `modifier.${i}` }));
  return [...moved, ...modifiers, ...drawn(before, after, me)];
}
