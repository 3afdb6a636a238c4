// What travels on the board when a move is made; places are the data-at of board.tsx and hand.tsx.
import type { Move } from "../../engine/types";
import type { Travel } from "../contract";
import { changeOf } from "./choose";
import { cardsAt, colour, less, type Card, type District, type LuxView, type Place } from "./model";

const placeName = (place: Place, district: District): string =>
  place === "capital" ? `capital.${district}` : `city.${place}.${district}`;

const newest = (view: LuxView, place: Place, district: District): string =>
  `${placeName(place, district)}.${cardsAt(view, place, district).length}`;

/** Where a card comes from that no other place gave: the hand, the pile of grey cards, the display. */
function originOf(verb: string, card: Card, seat: number, me: number | null): string {
  if (verb === "recruiter" || verb === "foreigner") return "grey";
  if (verb === "proselytiser") return "pile";
  return seat === me ? `hand.${card}.0` : `seat.${seat}`;
}

/** Own cards drawn from the pile or the display. */
function drawn(before: LuxView, after: LuxView, verb: string, me: number | null): Travel[] {
  if (me === null || after.phase === "draft" || before.phase === "draft") return [];
  const known = (view: LuxView) => view.seats[me]!.hand.filter((card) => card !== null);
  return less(known(after), known(before)).map((card) => ({
    from: verb === "explorer" ? `display.${card}` : "pile",
    to: `hand.${card}.0`,
  }));
}

/** The cards ROB has played since. */
function robs(before: LuxView, after: LuxView): Travel[] {
  if (!before.rob || !after.rob || after.phase === "draft") return [];
  return less(before.rob.hand, after.rob.hand).map((card) => {
    const district = colour(card)!;
    const city = cardsAt(after, 1, district);
    const inCity = city.length > cardsAt(before, 1, district).length;
    return {
      from: `rob.hand.${before.rob!.hand.indexOf(card)}`,
      to: inCity ? newest(before, 1, district) : newest(before, "capital", district),
    };
  });
}

export function travels(
  before: LuxView,
  after: LuxView,
  [seat, action]: Move,
  me: number | null,
): Travel[] {
  const [verb = ""] = action.split(" ");
  const { comes, goes } = action.includes("?")
    ? { comes: [], goes: [] }
    : changeOf(before, seat, action);
  const moved = comes
    .filter(({ card }) => card !== null)
    .map(({ place, district, card }) => {
      const from = goes.find((each) => each.card === card);
      const index = from ? cardsAt(before, from.place, from.district).lastIndexOf(card) : 0;
      return {
        from: from
          ? `${placeName(from.place, from.district)}.${index}`
          : originOf(verb, card, seat, me),
        to: newest(before, place, district),
      };
    });
  const modifier =
    verb === "agent" ? [{ from: "modifiers", to: `modifier.${before.laid.length}` }] : [];
  return [...moved, ...modifier, ...drawn(before, after, verb, me), ...robs(before, after)];
}
