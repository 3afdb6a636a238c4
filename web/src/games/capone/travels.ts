// What travels when a move is made: for the eye alone.
import type { Move } from "../../engine/types";
import type { Travel } from "../contract";
import { heldAt, inPlay, kindOf, spacesOf, type CaponeView } from "./view";

/** Where a place of the notation is on the board. */
const at = (view: CaponeView, place: string, space: string): string =>
  kindOf(view, place) === "illegal" ? `space.${place}.${space}` : `rest.${place}`;

function lost(before: CaponeView, after: CaponeView, from: string): Travel[] {
  return after.seats.flatMap((then, seat) => {
    const known = before.seats[seat]!.harbour.length;
    const dead = then.harbour
      .slice(known)
      .map((_, i) => ({ from, to: `harbour.${seat}.${known + i}` }));
    return then.park > before.seats[seat]!.park ? [...dead, { from, to: `park.${seat}` }] : dead;
  });
}

const homeward = (before: CaponeView): Travel[] =>
  spacesOf(before).flatMap(([place, held]) =>
    held ? [{ from: `space.${place.replace(" ", ".")}`, to: `home.${held.seat}` }] : [],
  );

function useTravels(before: CaponeView, after: CaponeView, [seat, action]: Move): Travel[] {
  const [, card = "", place = "", space = ""] = action.split(" ");
  const from = at(before, place, space);
  const kind = kindOf(before, card);
  if (kind === "legal") return [{ from: `home.${seat}`, to: `shop.${card}` }];
  if (kind === "rest") return [{ from, to: `rest.${card}` }];
  if (card === "fbi") return [{ from, to: `cell.${after.prison.findLastIndex(Boolean) + 1}` }];
  return card === "hit" ? lost(before, after, from) : [];
}

export function travels(before: CaponeView, after: CaponeView, move: Move): Travel[] {
  const [seat, action] = move;
  const verb = action.split(" ")[0];
  const ends = inPlay(before) && !inPlay(after);
  const found = verb === "use" ? useTravels(before, after, move) : [];
  if (verb === "force" && before.pending) {
    const { business, space, card } = before.pending;
    const from = `space.${business}.${space}`;
    const held = heldAt(before, `${business} ${space}`);
    if (held && card === "takeover") found.push({ from, to: `home.${held.seat}` });
    else found.push(...lost(before, after, from));
    if (!ends) found.push({ from: `home.${seat}`, to: `held.${business}.${space}` });
  }
  return ends ? [...found, ...homeward(before)] : found;
}
