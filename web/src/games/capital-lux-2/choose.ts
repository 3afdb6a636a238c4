// What can be tapped: which words a place of the board would pick, and what an action would change.
import { words as wordsOf } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { canPick, nextWords } from "../choose";
import type { BoardProps } from "../contract";
import { colour, type Card, type District, type LuxView, type Owner, type Place } from "./view";

/** Picked, but not yet where to: ["card", "b5"]. */
export const CARD = "card";

type Words = string[];

/** Goes on with what needs no choice. */
export function follow(legal: string[], words: Words): Words {
  for (let next = nextWords(legal, words); next.size === 1; next = nextWords(legal, words)) {
    if (legal.includes(words.join(" "))) break;
    words = [...words, ...next];
  }
  return words;
}

/** A card of the hand that is picked goes to the pane of its colour. */
function played(card: Card | undefined, me: Owner, place: Place, district: District): Words[] {
  if (card === undefined || colour(card) !== district) return [];
  return place === "capital" ? [["capital", card]] : place === me ? [["city", card]] : [];
}

/** What a place of the board says in an action: itself, or only its owner once a card is picked. */
function saidBy(verb: string, picked: Words, me: Owner, place: Place, district: District): Words[] {
  const whole = place === me ? "city" : String(place);
  const alone = place === (verb === "sentinel" ? me : "capital") ? [[district]] : [];
  const lands = picked.slice(1).some((word) => word === district || colour(word) === district);
  return [...alone, [whole, district], ...(lands ? [[whole]] : [])];
}

/** What tapping a place would pick, going on or beginning again; null: nothing can be done there. */
export function target(board: BoardProps<LuxView>, place: Place, district: District): Words | null {
  const { legal, seat: me } = board;
  const picked = board.picked.value;
  if (me === null || legal.length === 0) return null;
  const verb = legal[0]!.split(" ")[0]!;
  const offered =
    verb === "city"
      ? played(picked[1], me, place, district)
      : [picked, [verb]].flatMap((begun) =>
          saidBy(verb, begun, me, place, district).map((said) => [...begun, ...said]),
        );
  const isPicked = (words: Words) =>
    words.length < picked.length && words.every((word, i) => word === picked[i]);
  return (
    offered.find(
      (words) => canPick(legal, words.slice(0, -1), words.at(-1)!) && !isPicked(words),
    ) ?? null
  );
}

/** The alternatives for the next word that are offered in the tray. */
export function offers(legal: string[], picked: Words): { words: Words; next: string[] } {
  const [only = "", ...others] = legal;
  // also where there is no choice: one sees what it is, and can touch it
  if (others.length === 0)
    return { words: only.split(" ").slice(0, -1), next: only.split(" ").slice(-1) };
  const words = follow(legal, picked);
  return { words, next: legal.includes(words.join(" ")) ? [] : [...nextWords(legal, words)] };
}

export interface Lying {
  place: Place;
  district: District;
  card: Card;
}

/** What would come, go and be marked on the board. */
export interface Change {
  comes: Lying[];
  goes: Lying[];
  marked: District[];
}

/** The events that are drawn before they happen. */
const COMES = ["city", "city_over", "capital"];
const GOES = ["left", "bonus", "bonus_tied", "lost", "highest"];
const MARKS = ["modifier_laid", "infiltrator", "capital_gold"];
export const IN_CAPITAL = ["capital", "left", "bonus", "bonus_tied"];

const districtOf = (line: Line): District => line["district"] as District;

/** The cards that an event is about, and where they lie. */
export const lying = (line: Line): Lying[] =>
  [...wordsOf(line, "card"), ...wordsOf(line, "cards")].map((card) => ({
    place: IN_CAPITAL.includes(line.id) ? "capital" : (line["seat"] as Owner),
    district: districtOf(line),
    card,
  }));

export function changeOf(events: Line[]): Change {
  const some = (ids: string[]): Line[] => events.filter(({ id }) => ids.includes(id));
  return {
    comes: some(COMES).flatMap(lying),
    goes: some(GOES).flatMap(lying),
    marked: some(MARKS).map(districtOf),
  };
}
