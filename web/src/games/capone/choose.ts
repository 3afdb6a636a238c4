// What has been chosen so far of an action, and why a tap leads nowhere. What is no action at all is
// explained here, all else by the engine.
import { t, word } from "../../words/words";
import type { Chosen } from "../choose";
import { isIllegal, isLegal, isRest, type CaponeView, type Card, type Rest } from "./view";

/** The card that has been taken up to be used. */
export const chosenCard = (picked: readonly string[]): Card | null =>
  picked[0] === "use" && picked[1] !== undefined ? (picked[1] as Card) : null;

/** Sets words that are an action or not; it is staged if it is legal. */
export function compose({ legal, picked, staged }: Chosen, words: string[]): void {
  const action = words.join(" ");
  picked.value = words;
  staged.value = legal.includes(action) ? action : null;
}

/** A sentence, or an action about which the engine has one. */
export type Why = { text: string } | { action: string };

const about = (id: string, card: Card): Why => ({
  text: t(`capone.tap.${id}`, { card: word("capone", card) }),
});

/** Why `chosen`, or the business's own card, cannot be used on a space. */
export function whyNotSpace(
  view: CaponeView,
  seat: number,
  chosen: Card | null,
  place: string,
): Why {
  const [business = "", space = ""] = place.split(" ");
  const card = chosen ?? (business as Card);
  if (isIllegal(view, card) && card !== business) return about("own_spaces", card);
  if (isIllegal(view, card)) return { action: `use ${card} ${space}` };
  if (isLegal(view, card) || card === "protection") return about("no_space", card);
  if (card === "takeover" || card === "hit") return { action: `use ${card} ${place}` };
  const held = isIllegal(view, business) ? view.illegal[business][Number(space) - 1] : null;
  if (held && held.seat !== seat && held.members.length === 0) return about("guards", card);
  return { action: `use ${card} ${place} ${held?.members[0] ?? 20}` };
}

export function whyNotRest(view: CaponeView, card: Card, rest: Rest): Why {
  if (card === "takeover" || card === "hit") return { action: `use ${card} ${rest}` };
  if (isRest(view, card) || card === "fbi")
    return { action: `use ${card} ${rest} ${view.rest[rest]?.member ?? 20}` };
  return about("no_space", card);
}
