// The end of a round as one sees it from outside: the engine plays it within one action, so what
// happened is told from the views before and after.
import {
  colour,
  DISTRICTS,
  guarded,
  holdings,
  leaders,
  less,
  limitOf,
  owners,
  sum,
  total,
  type ByDistrict,
  type Card,
  type District,
  type LuxView,
  type Owner,
} from "./model";

export interface Fate {
  owner: Owner;
  /** What was held against the limit; null: nobody outside can know it exactly. */
  held: number | null;
  /** The cards that are left. */
  kept: number;
  lost: boolean;
  /** A guard was there: only the highest cards went. */
  guarded: boolean;
}

export interface Bonus {
  /** One: the winner. More: tied, a gold each. */
  owners: Owner[];
  card: Card | null;
}

export interface Verdict {
  district: District;
  /** null: modifiers lay there that were gathered again before we saw them. */
  limit: number | null;
  fates: Fate[];
  bonus: Bonus | null;
}

const ENDING = ["pay", "bonus", "over"];

/** Whether the play of a round has ended between two views. */
export const endsPlay = (before: LuxView, after: LuxView): boolean =>
  ["play", "power"].includes(before.phase) &&
  (ENDING.includes(after.phase) || after.round > before.round);

/** Whether a whole round has ended. */
export const endsRound = (before: LuxView, after: LuxView): boolean =>
  after.round === before.round + 1 || (after.phase === "over" && before.phase !== "over");

/** The cards a seat laid down at the end of the play; null: we did not see all of them. */
function laidDown(before: LuxView, after: LuxView, owner: Owner): Card[] | null {
  const seat = before.seats[owner];
  if (!seat) return null;
  if (!endsPlay(before, after)) return [];
  if (seat.hand.includes(null)) return null;
  const hand = seat.hand as Card[];
  if (owner !== before.turn) return hand;
  const toCapital = DISTRICTS.flatMap((each) => less(after.capital[each], before.capital[each]));
  return less(hand, toCapital);
}

/** What a city held in a district when it was judged, before anything was lost. */
function heldIn(before: LuxView, after: LuxView, owner: Owner, district: District): number | null {
  const now = total(before, owner, district);
  const laid = laidDown(before, after, owner);
  return laid && now + sum(laid.filter((card) => colour(card) === district));
}

function fateOf(before: LuxView, after: LuxView, owner: Owner, district: District): Fate {
  const kept = total(after, owner, district);
  const held = heldIn(before, after, owner, district);
  const less = kept < (held ?? total(before, owner, district));
  return {
    owner,
    held: less ? held : kept,
    kept,
    lost: less,
    guarded: less && guarded(before, owner, district),
  };
}

/** Cities that lost cards of a district between two views. */
export const losses = (before: LuxView, after: LuxView, district: District): Fate[] =>
  owners(after)
    .map((owner) => fateOf(before, after, owner, district))
    .filter(({ lost }) => lost);

/** Who has the bonus of a district, seen once all cities have been judged. */
export function bonusOf(before: LuxView, after: LuxView, district: District): Bonus | null {
  const judged: LuxView = { ...after, aristocrats: before.aristocrats };
  const first = leaders(judged, district);
  if (first.length === 0) return null;
  const [gone = null] = less(before.capital[district], after.capital[district]);
  const [taken = null] = first.flatMap((owner) =>
    less(holdings(after, owner).bonus, holdings(before, owner).bonus).filter(
      (card) => colour(card) === district,
    ),
  );
  return { owners: first, card: first.length === 1 ? (taken ?? gone) : gone };
}

/** The limit that held, from the capital as it is after the bonus. */
function limitThen(shown: LuxView, after: LuxView, district: District, bonus: Bonus | null) {
  const { laid } = after.phase === "over" ? after : shown;
  const unseen =
    laid.some((each) => each.district === district && each.modifier === null) ||
    (shown.phase === "power" && shown.powers.blue === "agent" && shown.district === "blue");
  if (unseen) return null;
  const capital: ByDistrict<Card[]> = {
    ...after.capital,
    [district]: [...after.capital[district], ...(bonus?.card ? [bonus.card] : [])],
  };
  return limitOf({ ...after, laid, capital }, district).most;
}

/** What was lost was over the limit: else cards had come that we did not see. */
const isLikely = ({ held, lost }: Fate, limit: number | null): boolean =>
  !lost || held === null || limit === null || held > limit;

/** A round's end, district by district. `shown`: a view of `pay` or `bonus`, where modifiers lie
 * open, or the last one of the play. */
export function resolution(before: LuxView, shown: LuxView, after: LuxView): Verdict[] {
  return DISTRICTS.map((district) => {
    const bonus = bonusOf(before, after, district);
    const limit = limitThen(shown, after, district, bonus);
    const fates = owners(after)
      .map((owner) => fateOf(before, after, owner, district))
      .map((fate) => (isLikely(fate, limit) ? fate : { ...fate, held: null }));
    return { district, limit, fates, bonus };
  });
}
