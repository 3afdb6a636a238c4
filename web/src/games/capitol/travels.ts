// What travels when a move is made.
import type { GameUi, Travel } from "../contract";
import { squaresOf, type CapitolView, type Deck } from "./view";

/** Where a further thing lands in an area: the first square that was free. */
const landing = (before: CapitolView, name: string): string => {
  const area = before.areas.find((one) => one.name === name);
  return `square:${name}:${area ? squaresOf(area, []).length : 0}`;
};

/** To the last copy of the card in the own hand, or to the other player. */
function drawn(
  before: CapitolView,
  after: CapitolView,
  seat: number,
  deck: Deck,
  own: boolean,
): Travel {
  const card = before.decks[deck].stack[0] ?? "";
  const copies = after.seats[seat]!.hand[deck].filter((one) => one === card).length;
  const to = own ? `card:${card}:${Math.max(0, copies - 1)}` : `seat:${seat}`;
  return { from: `deck:${deck}`, to };
}

export const travels: GameUi<CapitolView>["travels"] = (before, after, [seat, action], viewer) => {
  const [verb, first = "", height, shape, area = ""] = action.split(" ");
  const own = seat === viewer;
  const building = `building:${height} ${shape}`;
  const higher = first === "new" ? 1 : Number(first) + 1;
  switch (verb) {
    case "put":
      return own ? [{ from: "deck:floor", to: `work:${higher}` }] : [];
    case "roof":
      return own ? [{ from: `card:${first}:0`, to: building }] : [];
    case "permit":
      return [{ from: own ? building : `seat:${seat}`, to: landing(before, area) }];
    case "fountain":
      return [{ from: own ? "stop" : `seat:${seat}`, to: landing(before, first) }];
    case "amphitheatre":
    case "temple":
      return [{ from: `seat:${seat}`, to: `large:${first}` }];
    case "draw":
      return [drawn(before, after, seat, first as Deck, own)];
    default:
      return [];
  }
};
