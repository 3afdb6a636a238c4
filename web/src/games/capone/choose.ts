// What has been chosen so far of an action, and why a tap leads nowhere. What is no action at all is
// explained here, all else by the engine.
import { t, word } from "../../words/words";
import type { BoardProps } from "../contract";
import { heldAt, kindOf, type CaponeView, type Card } from "./view";

/** The card that has been taken up to be used. */
export const chosenCard = (picked: readonly string[]): Card | null =>
  picked[0] === "use" && picked[1] !== undefined ? picked[1] : null;

/** A sentence, or an action about which the engine has one. */
export type Why = { text: string } | { action: string };

const about = (id: string, card: Card): Why => ({
  text: t(`capone.tap.${id}`, { card: word("capone", card) }),
});

/** Why the card taken up, or the business's own, cannot be used on a space. */
export function whyNotSpace({ view, seat, picked }: BoardProps<CaponeView>, place: string): Why {
  const [business = "", space] = place.split(" ");
  const card = chosenCard(picked.value) ?? business;
  const held = heldAt(view, place);
  if (card === business) return { action: `use ${card} ${space}` };
  if (kindOf(view, card) === "illegal") return about("own_spaces", card);
  if (held && held.seat !== seat && held.members.length === 0 && takesMember(view, card))
    return about("guards", card);
  return whyNotAt(view, card, place, held?.members[0]);
}

/** Whether a card is used on one of the members somewhere. */
export const takesMember = (view: CaponeView, card: Card): boolean =>
  kindOf(view, card) === "rest" || card === "fbi";

/** Why a card that needs a place cannot be used there. */
export function whyNotAt(view: CaponeView, card: Card, place: string, member?: number): Why {
  if (card === "takeover" || card === "hit") return { action: `use ${card} ${place}` };
  if (!takesMember(view, card)) return about("no_space", card);
  return { action: `use ${card} ${place} ${member ?? 20}` };
}
