// What travels when a move is made.
import type { GameUi } from "../contract";
import { squaresOf, type CapitolView, type Deck, type SeatView } from "./view";

/** Where a further thing lands in an area: the first square that was free. */
const landing = (before: CapitolView, name: string): string => {
  const area = before.areas.find((one) => one.name === name);
  return `square:${name}:${area ? squaresOf(area, []).length : 0}`;
};

/** A drawn card is the last of its copies in the own hand. */
function drawn(before: CapitolView, { hand }: SeatView, deck: string): string {
  const card = before.decks[deck as Deck].stack[0] ?? "";
  const copies = hand[deck as Deck].filter((one) => one === card).length;
  return `card:${card}:${Math.max(0, copies - 1)}`;
}

export const travels: GameUi<CapitolView>["travels"] = (before, after, [seat, action], viewer) => {
  const [verb, first = "", height, shape, area = ""] = action.split(" ");
  const own = seat === viewer;
  const away = `seat:${seat}`;
  const building = `building:${height} ${shape}`;
  const higher = first === "new" ? 1 : Number(first) + 1;
  switch (verb) {
    case "put":
      return own ? [{ from: "deck:floor", to: `work:${higher}` }] : [];
    case "roof":
      return own ? [{ from: `card:${first}:0`, to: building }] : [];
    case "permit":
      return [{ from: own ? building : away, to: landing(before, area) }];
    case "fountain":
      return [{ from: own ? "stop" : away, to: landing(before, first) }];
    case "amphitheatre":
    case "temple":
      return [{ from: away, to: `large:${first}` }];
    case "draw":
      return [{ from: `deck:${first}`, to: own ? drawn(before, after.seats[seat]!, first) : away }];
    default:
      return [];
  }
};
