// Choosing in any order: a card, a building, an area; what has not been chosen is "". When only the
// card is missing, the lowest that does is taken: values do not matter in construction.
import { num, one, words as wordsOf } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { t } from "../../words/words";
import { compose, unpick, whole } from "../choose";
import type { BoardProps } from "../contract";
import { colourOf, deckOf, tileOf, type Card, type CapitolView } from "./view";

export type Props = BoardProps<CapitolView>;

const WORDS: Record<string, number> = { floor: 1, null: 1, roof: 3, permit: 4 };

const fits = (action: string, verb: string, words: string[]): boolean => {
  const [first, ...rest] = action.split(" ");
  return first === verb && words.every((word, i) => word === "" || word === rest[i]);
};

const candidates = (legal: string[], verb: string, words: string[]): string[] =>
  legal.filter((action) => fits(action, verb, words));

/** The words chosen so far for this verb, all of them "" if another one is being chosen. */
export function chosen({ picked }: Props, verb: string): string[] {
  const [current, ...words] = picked.value;
  const length = WORDS[verb] ?? 1;
  return Array.from({ length }, (_, i) => (current === verb ? (words[i] ?? "") : ""));
}

/** Words of an action by their place. */
export type Words = Record<number, string>;

const beside = (props: Props, verb: string, set: Words): string[] =>
  chosen(props, verb).map((word, i) => set[i] ?? word);

/** Whether these words can be chosen beside those already chosen. */
export function possible(props: Props, verb: string, set: Words): boolean {
  return candidates(props.legal, verb, beside(props, verb, set)).length > 0;
}

/** Whether these words are chosen. */
export function isChosen(props: Props, verb: string, set: Words): boolean {
  const words = chosen(props, verb);
  return Object.entries(set).every(([i, word]) => words[Number(i)] === word);
}

/** A word that all candidates share is as good as chosen; of cards the lowest is taken at last, which
 * is the last one in the list of legal actions. */
function complete(legal: string[], verb: string, words: string[]): string[] {
  const left = candidates(legal, verb, words).map((action) => action.split(" ").slice(1));
  const shared = words.map((word, i) => {
    const all = new Set(left.map((one) => one[i]!));
    return word === "" && all.size === 1 ? [...all][0]! : word;
  });
  if (shared[0] === "" && shared.slice(1).every((word) => word !== ""))
    shared[0] = left.at(-1)?.[0] ?? "";
  return shared;
}

function drop(props: Props): void {
  unpick(props);
  if (props.plan) props.plan.value = null;
}

/** Takes words back. What must follow from the others, card first, has been chosen for us: it stays. */
function release(props: Props, verb: string, set: Words): void {
  const rest = chosen(props, verb).map((word, i) => (i in set ? "" : word));
  const left = candidates(props.legal, verb, rest);
  if (
    !(0 in set) &&
    rest[0] !== "" &&
    left.every((action) => fits(action, verb, beside(props, verb, {})))
  )
    return;
  if (rest.every((word) => word === "")) drop(props);
  else compose(props, [verb, ...rest]);
}

/** Chooses words, or takes them back. What does not fit beside them is dropped, the last first. */
export function choose(props: Props, verb: string, set: Words): void {
  if (isChosen(props, verb, set)) return release(props, verb, set);
  const words = beside(props, verb, set);
  for (let i = words.length - 1; i >= 0 && !candidates(props.legal, verb, words).length; i--)
    if (!(i in set)) words[i] = "";
  if (candidates(props.legal, verb, words).length === 0) return props.why(guess(props, verb, set));
  compose(props, [verb, ...complete(props.legal, verb, words)]);
}

/** What choosing these words would stage; null: more is to be said. */
export function wouldStage(props: Props, verb: string, set: Words): string | null {
  if (isChosen(props, verb, set) || !possible(props, verb, set)) return null;
  const words = complete(props.legal, verb, beside(props, verb, set));
  return words.includes("") ? null : [verb, ...words].join(" ");
}

/** A whole action around these words, to ask why it cannot be done. */
function guess(props: Props, verb: string, set: Words): string {
  const { hand, works, buildings } = props.view.seats[props.seat ?? 0]!;
  const colour = set[3] && colourOf(props.facts, set[3]);
  const permit = hand.permit.find((card) => card?.[0] === colour) ?? hand.permit[0] ?? "b1";
  const likely =
    verb === "roof"
      ? [hand.roof[0] ?? "r1", String(works[0] ?? 1), "round"]
      : [permit, ...(buildings[0] ?? "1 round").split(" "), props.view.areas[0]!.name];
  const words = beside(props, verb, set).map((word, i) => word || likely[i]!);
  return [verb, ...words].join(" ");
}

/** A card of the hand, in construction. One that can do nothing is played for nothing. */
export function chooseCard(props: Props, card: Card): void {
  const useful = candidates(props.legal, deckOf(card), [card]).length > 0;
  if (useful && props.staged.value !== `null ${card}`) choose(props, deckOf(card), { 0: card });
  else stage(props, `null ${card}`);
}

/** A single action that needs no further choice. */
export function stage(props: Props, action: string): void {
  // the only choice is staged by the page, and another press must not take it back
  if (props.staged.value === action && props.legal.length > 1) drop(props);
  else if (!props.legal.includes(action)) props.why(action);
  else compose(props, action.split(" "));
}

export function chooseArea(props: Props, area: string): void {
  if (props.view.phase === "place") stage(props, `${tileOf(props.facts)} ${area}`);
  else choose(props, "permit", { 3: area });
}

export function canTakeArea(props: Props, area: string): boolean {
  if (props.view.phase === "place") return props.legal.includes(`${tileOf(props.facts)} ${area}`);
  return props.picked.value[0] === "permit" && possible(props, "permit", { 3: area });
}

/** What a tap on an area that can be taken would stage. */
export const wouldTake = (props: Props, area: string): string | null =>
  props.view.phase === "place"
    ? whole(props.legal, [tileOf(props.facts), area])
    : wouldStage(props, "permit", { 3: area });

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
