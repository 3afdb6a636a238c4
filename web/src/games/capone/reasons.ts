// Why a tap leads nowhere, in the reader's words. The engine decides; this only explains.
import { money, t, word } from "../../words/words";
import { isIllegal, isLegal, isRest, worth } from "./data";
import type { CaponeView, Card, Held, Illegal, Legal } from "./types";

const cardName = (card: string): string => word("capone", card);

function againstHeld(card: Card, held: Held): string {
  if (card === "takeover") return t("capone.why.exact", { money: money(worth(held)) });
  return held.members.length === 0 ? t("capone.why.guards") : t("capone.why.nobody");
}

/** Why `card`, or the business's own card, cannot be used on a space. */
export function whyNotSpace(
  view: CaponeView,
  seat: number,
  chosen: Card | null,
  business: Illegal,
  space: number,
): string {
  const { hand } = view.seats[seat]!;
  const held = view.illegal[business][space - 1] ?? null;
  if (chosen === null && !hand.includes(business))
    return t("capone.why.no_card", { card: cardName(business) });
  const card = chosen ?? business;
  if (isIllegal(card) && card !== business) return t("capone.why.own_spaces", { card: cardName(card) });
  if (isIllegal(card)) return t(hand.length === 1 ? "capone.why.last" : "capone.why.weak");
  if (isLegal(card) || card === "protection")
    return t("capone.why.no_space", { card: cardName(card) });
  if (!held || held.seat === seat) return t("capone.why.nobody");
  return againstHeld(card, held);
}

export function whyNotShop(view: CaponeView, seat: number, shop: Legal): string {
  const { hand, steps } = view.seats[seat]!;
  if (!hand.includes(shop)) return t("capone.why.no_card", { card: cardName(shop) });
  return t(steps === 0 ? "capone.why.invest" : "capone.why.no_guard");
}

export function whyNotRest(card: Card): string {
  if (isRest(card)) return t("capone.why.rest");
  return card === "fbi" || card === "hit"
    ? t("capone.why.nobody")
    : t("capone.why.no_space", { card: cardName(card) });
}
