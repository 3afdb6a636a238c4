// What can be tapped: which words a place of the board would pick, and what an action would change.
import { canPick, nextWords } from "../choose";
import {
  cardsAt,
  colour,
  isDistrict,
  matching,
  type Card,
  type District,
  type LuxView,
  type Owner,
  type Place,
} from "./model";

/** Picked, but not yet where to: ["card", "b5"]. */
export const CARD = "card";

type Words = string[];
type Target = (place: Place, district: District, picked: Words, me: Owner) => Words | null;

const atCapital =
  (verb: string): Target =>
  (place, district) =>
    place === "capital" ? [verb, district] : null;

const played: Target = (place, district, [, card], me) => {
  if (card === undefined || colour(card) !== district) return null;
  return place === "capital" ? ["capital", card] : place === me ? ["city", card] : null;
};

/** The places of the board that each power offers; what it asks besides, the tray offers. */
const TARGETS: Record<string, Target> = {
  city: played,
  capital: played,
  agent: atCapital("agent"),
  infiltrator: atCapital("infiltrator"),
  disciple: atCapital("disciple"),
  aristocrat: atCapital("aristocrat"),
  cleric: atCapital("cleric"),
  mentalist: atCapital("mentalist"),
  recruiter: (place, district, _, me) =>
    place === "capital"
      ? ["recruiter", "capital", district]
      : place === me
        ? ["recruiter", "city", district]
        : null,
  foreigner: (place, district) =>
    place === "capital" ? null : ["foreigner", String(place), district],
  prophet: (place, district, [verb, from, card]) => {
    if (place === "capital") return ["prophet", district];
    if (!card || !isDistrict(from!) || matching(card, from) !== district) return null;
    return [verb!, from, card, String(place)];
  },
  missionary: (place, district, picked) => {
    if (place !== "capital") return null;
    return picked.length >= 3 ? [...picked.slice(0, 3), district] : ["missionary", district];
  },
  sentinel: (place, district, _, me) => (place === me ? ["sentinel", district] : null),
  proselytiser: (place, district, [verb, card]) =>
    place === "capital" || !card || colour(card) !== district ? null : [verb!, card, String(place)],
};

/** Goes on with what needs no choice. */
export function follow(legal: string[], words: Words): Words {
  for (let next = nextWords(legal, words); next.size === 1; next = nextWords(legal, words)) {
    if (legal.includes(words.join(" "))) break;
    words = [...words, ...next];
  }
  return words;
}

export const verbOf = (legal: string[]): string => legal[0]?.split(" ")[0] ?? "";

/** What tapping a place would pick; null: nothing can be done there now. */
export function target(
  legal: string[],
  picked: Words,
  me: Owner | null,
  place: Place,
  district: District,
): Words | null {
  if (me === null) return null;
  const words = TARGETS[verbOf(legal)]?.(place, district, picked, me) ?? null;
  return words && canPick(legal, words.slice(0, -1), words.at(-1)!) ? words : null;
}

/** The alternatives for the next word that are offered in the tray. */
export function offers(legal: string[], picked: Words): { words: Words; next: string[] } {
  const words = follow(legal, picked);
  return { words, next: legal.includes(words.join(" ")) ? [] : [...nextWords(legal, words)] };
}

export interface Lying {
  place: Place;
  district: District;
  card: Card;
}

/** What an action would change, as far as its doer can know. */
export interface Change {
  comes: Lying[];
  goes: Lying[];
  /** A district of the capital that gets a modifier, the Infiltrator's tile, gold. */
  marked?: District;
  gold: number;
}

type Reading = (words: Words, view: LuxView, me: Owner) => Partial<Change>;

const lowest = (district: string, card: Card, to: Place, where: District): Partial<Change> => ({
  goes: [{ place: "capital", district: district as District, card }],
  comes: [{ place: to, district: where, card }],
});

const CHANGES: Record<string, Reading> = {
  city: ([card], _, me) => ({ comes: [{ place: me, district: colour(card!)!, card: card! }] }),
  capital: ([card], view) => ({
    comes: [{ place: "capital", district: colour(card!)!, card: card! }],
    gold: colour(card!) === "yellow" && view.powers.yellow === "merchant" ? 1 : 0,
  }),
  agent: ([district]) => ({ marked: district as District }),
  infiltrator: ([district]) => ({ marked: district as District }),
  disciple: ([district]) => ({ marked: district as District, gold: 1 }),
  recruiter: ([where, district], { drawn }, me) => ({
    comes: [
      { place: where === "city" ? me : "capital", district: district as District, card: drawn[0]! },
    ],
  }),
  foreigner: ([seat, district], { drawn }) => ({
    comes: [{ place: Number(seat), district: district as District, card: drawn[0]! }],
  }),
  cleric: ([from, card], _, me) => lowest(from!, card!, me, matching(card!, from as District)),
  prophet: ([from, card, seat]) =>
    lowest(from!, card!, Number(seat), matching(card!, from as District)),
  missionary: ([from, card, to]) => lowest(from!, card!, "capital", to as District),
  mentalist: ([from, card]) => ({
    goes: [{ place: "capital", district: from as District, card: card! }],
  }),
  proselytiser: ([card, seat]) => ({
    comes: [{ place: Number(seat), district: colour(card!)!, card: card! }],
  }),
  bonus: ([card], { district }) => ({
    goes: [{ place: "capital", district: district!, card: card! }],
  }),
  lose: (_, view, me) => ({
    goes: cardsAt(view, me, view.district!).map((card) => ({
      place: me,
      district: view.district!,
      card,
    })),
  }),
};

export function changeOf(view: LuxView, me: Owner, action: string): Change {
  const [verb, ...words] = action.split(" ");
  const change: Change = { comes: [], goes: [], gold: 0, ...CHANGES[verb!]?.(words, view, me) };
  return { ...change, comes: change.comes.filter(({ card }) => card) };
}

/** The view with a change made, for what would count then. */
export function changed(view: LuxView, me: Owner, action: string): LuxView {
  const next = structuredClone(view);
  const { comes, goes, gold } = changeOf(view, me, action);
  for (const { place, district, card } of goes) {
    const cards = cardsAt(next, place, district);
    cards.splice(cards.lastIndexOf(card), 1);
  }
  for (const { place, district, card } of comes) cardsAt(next, place, district).push(card);
  const seat = next.seats[me];
  if (seat) seat.gold += gold;
  const [verb, district, side] = action.split(" ");
  if (seat && (verb === "city" || verb === "capital")) {
    const known = seat.hand.indexOf(district!);
    seat.hand.splice(known >= 0 ? known : seat.hand.indexOf(null), 1);
  }
  if (verb === "infiltrator")
    next.infiltrator = { district: district as District, side: side as "+" | "-" };
  if (verb === "agent")
    next.laid.push({ district: district as District, seat: me, modifier: view.drawn[0] ?? null });
  if (verb === "aristocrat") next.aristocrats[district as District] = me;
  if (verb === "disciple") next.capital_gold[district as District] += 1;
  if (verb === "sentinel") seat?.guards.push(district as District);
  return next;
}
