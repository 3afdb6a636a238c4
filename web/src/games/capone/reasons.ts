// Why a tap leads nowhere. What is no action at all is explained here, all else by the engine.
import { t, word } from "../../words/words";
import { isIllegal, isLegal, isRest } from "./data";
import type { CaponeView, Card, Held, Illegal, Legal, Rest } from "./types";

/** A sentence, or an action about which the engine has one. */
export type Why = { text: string } | { action: string };

const about = (id: string, card: Card): Why => ({
  text: t(`capone.tap.${id}`, { card: word("capone", card) }),
});

/** Whom a card that takes a member would take: somebody, where nobody stands. */
const memberOf = (held: Held | null): string => String(held?.members[0] ?? 20);

/** Why `card`, or the business's own card, cannot be used on a space. */
export function whyNotSpace(
  view: CaponeView,
  seat: number,
  chosen: Card | null,
  business: Illegal,
  space: number,
): Why {
  const held = view.illegal[business][space - 1] ?? null;
  const card = chosen ?? business;
  if (isIllegal(card) && card !== business) return about("own_spaces", card);
  if (isIllegal(card)) return { action: `use ${card} ${space}` };
  if (isLegal(card) || card === "protection") return about("no_space", card);
  if (card === "takeover" || card === "hit") return { action: `use ${card} ${business} ${space}` };
  if (held && held.seat !== seat && held.members.length === 0) return about("guards", card);
  return { action: `use ${card} ${business} ${space} ${memberOf(held)}` };
}

export const whyNotShop = (shop: Legal): Why => ({ action: `use ${shop}` });

export function whyNotRest(view: CaponeView, card: Card, rest: Rest): Why {
  if (card === "takeover" || card === "hit") return { action: `use ${card} ${rest}` };
  if (isRest(card) || card === "fbi")
    return { action: `use ${card} ${rest} ${view.rest[rest]?.member ?? 20}` };
  return about("no_space", card);
}
