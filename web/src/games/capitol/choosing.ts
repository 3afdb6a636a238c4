// Choosing in any order: a card, a building, an area; what has not been chosen is "". When only the
// card is missing, the lowest that does is taken: values do not matter in construction.
import type { BoardProps } from "../contract";
import type { Card, CapitolView, SeatView } from "./view";
import { byCardOrder, colourOf, deckOf, sumOf, tileOf } from "./view";
import { t } from "../../words/words";

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

/** A word that all candidates share is as good as chosen; of cards the lowest is taken at last. */
function complete(legal: string[], verb: string, words: string[]): string[] {
  const left = candidates(legal, verb, words).map((action) => action.split(" ").slice(1));
  const shared = words.map((word, i) => {
    const all = new Set(left.map((one) => one[i]!));
    return word === "" && all.size === 1 ? [...all][0]! : word;
  });
  if (shared[0] === "" && shared.slice(1).every((word) => word !== ""))
    shared[0] = left.map((one) => one[0]!).sort(byCardOrder).at(-1)!;
  return shared;
}

export function drop({ picked, staged, plan }: Props): void {
  picked.value = [];
  staged.value = null;
  if (plan) plan.value = null;
}

function settle(props: Props, verb: string, words: string[]): void {
  const all = complete(props.legal, verb, words);
  props.picked.value = [verb, ...all];
  props.staged.value = all.includes("") ? null : [verb, ...all].join(" ");
}

/** Takes words back. */
function release(props: Props, verb: string, set: Words): void {
  const rest = chosen(props, verb).map((word, i) => (i in set ? "" : word));
  if (rest.every((word) => word === "")) drop(props);
  else {
    props.picked.value = [verb, ...rest];
    props.staged.value = null;
  }
}

/** Chooses words, or takes them back. What does not fit beside them is dropped, the last first. */
export function choose(props: Props, verb: string, set: Words): void {
  if (isChosen(props, verb, set)) {
    release(props, verb, set);
    return;
  }
  const words = beside(props, verb, set);
  for (let i = words.length - 1; i >= 0 && !candidates(props.legal, verb, words).length; i--)
    if (!(i in set)) words[i] = "";
  if (candidates(props.legal, verb, words).length > 0) settle(props, verb, words);
  else props.why(guess(props, verb, set));
}

/** A whole action around these words, to ask why it cannot be done. */
function guess(props: Props, verb: string, set: Words): string {
  const own = props.view.seats[props.seat ?? 0]!;
  const [height = "1", shape = "round"] = (own.buildings[0] ?? "").split(" ").filter(Boolean);
  const likely =
    verb === "roof"
      ? [own.hand.roof[0] ?? "r1", String(own.works[0] ?? 1), "round"]
      : [permitFor(own, set[3]), height, shape, props.view.areas[0]!.name];
  const words = beside(props, verb, set).map((word, i) => word || likely[i]!);
  return [verb, ...words].join(" ");
}

const permitFor = (own: SeatView, area: string | undefined): Card => {
  const permits = own.hand.permit.filter((card) => card !== null);
  return permits.find((card) => area && card[0] === colourOf(area)) ?? permits[0] ?? "b1";
};

/** A card of the hand, in construction. One that can do nothing is played for nothing. */
export function chooseCard(props: Props, card: Card): void {
  const verb = deckOf(card);
  if (props.picked.value[0] === "null" && props.picked.value[1] === card) drop(props);
  else if (candidates(props.legal, verb, [card]).length > 0) choose(props, verb, { 0: card });
  else forNothing(props, card);
}

export function forNothing(props: Props, card: Card): void {
  props.picked.value = ["null", card];
  props.staged.value = props.legal.includes(`null ${card}`) ? `null ${card}` : null;
}

/** A single action that needs no further choice. */
export function stage(props: Props, action: string): void {
  // the only choice is staged by the page, and another press must not take it back
  if (props.staged.value === action && props.legal.length > 1) drop(props);
  else if (!props.legal.includes(action)) props.why(action);
  else {
    props.picked.value = action.split(" ");
    props.staged.value = action;
  }
}

export function chooseArea(props: Props, area: string): void {
  if (props.view.phase === "place") stage(props, `${tileOf(props.view)} ${area}`);
  else choose(props, "permit", { 3: area });
}

export function canTakeArea(props: Props, area: string): boolean {
  if (props.view.phase === "place") return props.legal.includes(`${tileOf(props.view)} ${area}`);
  return props.picked.value[0] === "permit" && possible(props, "permit", { 3: area });
}

// ------------------------------------------------------------------ the bid

/** The cards of the bid: those laid already, and those chosen to be laid. */
export function bidOf(props: Props): { laid: Card[]; more: Card[] } {
  const laid = props.view.seats[props.seat ?? 0]?.bid ?? [];
  const more = props.picked.value[0] === "bid" ? props.picked.value.slice(1) : [];
  return { laid, more };
}

/** Lays a card or takes it up again. The page lays them all at once if it can; else one by one. */
export function toggleBid(props: Props, card: Card, nth: number): void {
  const { laid, more } = bidOf(props);
  const copies = more.filter((one) => one === card).length;
  if (!props.plan) stage(props, `bid ${card}`);
  else if (nth < copies) plan(props, laid, more.toSpliced(more.indexOf(card), 1));
  else if (!props.legal.includes(`bid ${card}`)) props.why(`bid ${card}`);
  else plan(props, laid, [...more, card].sort(byCardOrder));
}

export function plan(props: Props, laid: Card[], more: Card[]): void {
  props.staged.value = null;
  props.picked.value = ["bid", ...more];
  const n = sumOf([...laid, ...more]);
  props.plan!.value = {
    actions: [...more.map((card) => `bid ${card}`), "stop"],
    label: n === 0 ? t("capitol.seal.none") : t("capitol.seal", { n }),
  };
}
