// Choosing in any order: a card, a building, an area; what has not been said is "". When only the
// card is missing, the lowest that does is staged: values do not matter in construction.
import { num, one, words as wordsOf } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { t } from "../../words/words";
import { isSaid } from "../../model/choosing";
import { compose, unpick } from "../choose";
import type { BoardProps } from "../contract";
import { colourOf, deckOf, handOf, tileOf, type Card, type CapitolView } from "./view";

export type Props = BoardProps<CapitolView>;

const WORDS: Record<string, number> = { floor: 1, null: 1, roof: 3, permit: 4 };

const fits = (action: string, verb: string, words: string[]): boolean => {
  const [first, ...rest] = action.split(" ");
  return first === verb && words.every((word, i) => word === "" || word === rest[i]);
};

const candidates = (legal: string[], verb: string, words: string[]): string[] =>
  legal.filter((action) => fits(action, verb, words));

/** The words said so far for this verb, all of them "" if another one is being chosen. */
function said({ picked }: Props, verb: string): string[] {
  const [current, ...words] = picked.value;
  const length = WORDS[verb] ?? 1;
  return Array.from({ length }, (_, i) => (current === verb ? (words[i] ?? "") : ""));
}

/** Words of an action by their place. */
export type Words = Record<number, string>;

const beside = (props: Props, verb: string, set: Words): string[] =>
  said(props, verb).map((word, i) => set[i] ?? word);

const has = (words: string[], set: Words): boolean =>
  Object.entries(set).every(([i, word]) => words[Number(i)] === word);

/** Whether these words can be chosen beside those already said. */
export const possible = (props: Props, verb: string, set: Words): boolean =>
  candidates(props.legal, verb, beside(props, verb, set)).length > 0;

/** Whether these words are said, or follow from what is. */
export function isChosen(props: Props, verb: string, set: Words): boolean {
  const [staged, ...words] = props.staged.value?.split(" ") ?? [];
  return has(staged === verb ? words : said(props, verb), set);
}

/** The action that follows from these words; null: more is to be said. Of cards the lowest is taken, which
 * is the last one in the list of legal actions. */
function following(legal: string[], verb: string, words: string[]): string | null {
  const left = candidates(legal, verb, words);
  const ways = new Set(left.map((action) => action.split(" ").slice(2).join(" ")));
  return ways.size === 1 ? left.at(-1)! : null;
}

function drop(props: Props): void {
  unpick(props);
  if (props.plan) props.plan.value = null;
}

/** Says words, or takes them back. What does not fit beside them is dropped, the last first. What follows
 * is staged but not said: it waits until it is, or is confirmed. */
export function choose(props: Props, verb: string, set: Words): void {
  const back = has(said(props, verb), set);
  const words = said(props, verb).map((word, i) => (i in set ? (back ? "" : set[i]!) : word));
  const fit = (): boolean => candidates(props.legal, verb, words).length > 0;
  const clashes = !fit();
  for (let i = words.length - 1; i >= 0 && !fit(); i--) if (!(i in set)) words[i] = "";
  if (clashes && (3 in set || !fit())) refuse(props, verb, set);
  if (!fit()) return;
  if (words.every((word) => word === "")) return drop(props);
  props.picked.value = [verb, ...words];
  props.staged.value = back ? null : following(props.legal, verb, words);
}

/** What choosing these words would stage; null: more is to be said. */
export const wouldStage = (props: Props, verb: string, set: Words): string | null =>
  isChosen(props, verb, set) ? null : following(props.legal, verb, beside(props, verb, set));

/** Says why these words cannot be chosen. The engine is asked about a whole action around them; where that
 * would have to name a place that nobody meant, there is a sentence about what was tapped. */
function refuse(props: Props, verb: string, set: Words): void {
  const own = props.view.seats[props.seat ?? 0]!;
  const { works, buildings } = own;
  const cards = handOf(own).filter((card) => card && deckOf(card) === verb);
  const nowhere = verb === "roof" ? works.length === 0 : verb === "permit" && !set[3];
  if (props.view.phase === "build" && cards.length > 0 && nowhere)
    return props.why({ id: `capitol.tap.${1 in set && 2 in set ? "building" : verb}`, words: [] });
  const colour = set[3] && colourOf(props.facts, set[3]);
  const card = cards.find((one) => one?.[0] === colour) ?? cards[0] ?? handOf(own)[0] ?? "f1";
  const likely =
    verb === "roof"
      ? [card, String(works[0] ?? 1), "round"]
      : [card, ...(buildings[0] ?? "1 round").split(" "), props.view.areas[0]!.name];
  const words = beside(props, verb, set).map((word, i) => word || likely[i]!);
  props.why([verb, ...words].join(" "));
}

/** A card of the hand, in construction. One that can do nothing can be played for nothing. */
export function chooseCard(props: Props, card: Card): void {
  const deck = deckOf(card);
  if (candidates(props.legal, deck, [card]).length > 0) return choose(props, deck, { 0: card });
  if (props.picked.value[1] === card) return drop(props);
  refuse(props, deck, { 0: card });
  props.picked.value = ["", card];
  props.staged.value = `null ${card}`;
}

/** A single action that needs no further choice. */
export function stage(props: Props, action: string): void {
  // the only choice is staged by the page, and a press must not take it back
  if (isSaid(props.picked.value, action) && props.legal.length > 1) drop(props);
  else if (!props.legal.includes(action)) props.why(action);
  else compose(props, action.split(" "));
}

/** What an area says: where the tile goes, or a building. */
export const areaAs = ({ view, facts }: Props, area: string): [string, Words] =>
  view.phase === "place" ? [tileOf(facts), { 0: area }] : ["permit", { 3: area }];

// ------------------------------------------------------------------ the bid

/** The bids are turned over, and all else is as it was before. */
export const isTurning = ({ scene, legal }: Props): boolean =>
  scene?.name === "auction" && legal.length === 0;

const turned = (props: Props): Line | undefined =>
  isTurning(props) ? one(props.scene!.events, "bid", { seat: props.seat ?? 0 }) : undefined;

/** The cards of the bid that are laid already, and those chosen to be laid. */
export const laidBy = (props: Props): Card[] =>
  turned(props) ? wordsOf(turned(props), "cards") : (props.view.seats[props.seat ?? 0]?.bid ?? []);
export const chosenBid = ({ picked }: Props): Card[] =>
  picked.value[0] === "bid" ? picked.value.slice(1) : [];

/** What the bid is worth with them; null: that is being found out. */
export function bidSum(props: Props): number | null {
  const { seat, facts, foreseen } = props;
  if (!foreseen && chosenBid(props).length > 0) return null;
  return num(turned(props) ?? one(foreseen?.facts ?? facts, "bid", { seat: seat ?? 0 }), "n");
}

/** The own hand in card order. */
export const handInOrder = ({ facts, seat }: Props): Card[] =>
  wordsOf(one(facts, "hand", { seat: seat ?? 0 }), "cards");

/** Lays a card or takes it up again. The page lays them all at once if it can; else one by one. */
export function toggleBid(props: Props, card: Card, nth: number): void {
  const more = chosenBid(props);
  const copies = more.filter((one) => one === card).length;
  const inOrder = handInOrder(props);
  if (!props.plan) stage(props, `bid ${card}`);
  else if (nth < copies) plan(props, more.toSpliced(more.indexOf(card), 1));
  else if (!props.legal.includes(`bid ${card}`)) props.why(`bid ${card}`);
  else
    plan(
      props,
      [...more, card].sort((a, b) => inOrder.indexOf(a) - inOrder.indexOf(b)),
    );
}

export function plan(props: Props, more: Card[]): void {
  const tried = more.map((card) => `bid ${card}`);
  const bids = [...laidBy(props), ...more].length > 0;
  props.staged.value = null;
  props.picked.value = ["bid", ...more];
  props.plan!.value = {
    actions: [...tried, "stop"],
    tried,
    label: (foreseen) =>
      bids
        ? t("capitol.seal", { n: bidSum({ ...props, foreseen }) ?? "…" })
        : t("capitol.seal.none"),
  };
}
