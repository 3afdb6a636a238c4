// Choosing an action at a table: what is chosen, what goes by itself, what is being done. Plain functions
// from one state to the next; nothing is drawn here.
import type { Advice, Glimpse } from "../engine/types";
import type { Plan } from "../games/contract";

export interface Choosing {
  /** What is asked; as long as that stays the same, so does what is chosen. */
  question: string;
  /** The words of an action that have been chosen so far. */
  picked: string[];
  staged: string | null;
  plan: Plan | null;
  /** Actions that are done before what is staged, together with it. */
  gathered: string[];
  /** Why something was refused. */
  refusal: string | null;
  advice: Advice[] | "thinking" | null;
  busy: boolean;
  /** What is staged goes by itself in a moment. */
  forced: boolean;
  /** After something was taken back nothing goes by itself. */
  takenBack: boolean;
}

const NO_CHOICE = { picked: [], staged: null, plan: null, gathered: [] };

export const IDLE: Choosing = {
  ...NO_CHOICE,
  question: "",
  refusal: null,
  advice: null,
  busy: false,
  forced: false,
  takenBack: false,
};

/** While others seal what they choose at the same time, the question stays. */
export const questionOf = (glimpse: Glimpse | null): string =>
  glimpse ? `${glimpse.history.length}\n${glimpse.legal.join("\n")}` : "";

/** What must hold for a step that is the only one possible to go by itself. */
interface Circumstances {
  /** The device is being handed to somebody. */
  handing: boolean;
  /** It is asked about first. */
  waits(action: string): boolean;
}

/** A new question begins with nothing chosen, unless there is only one answer. */
export function ask(state: Choosing, glimpse: Glimpse | null, now: Circumstances): Choosing {
  const question = questionOf(glimpse);
  if (question === state.question) return state;
  const [only, ...others] = glimpse?.legal ?? [];
  const goes =
    only !== undefined &&
    others.length === 0 &&
    !state.takenBack &&
    !now.handing &&
    !now.waits(only);
  return {
    ...state,
    ...NO_CHOICE,
    staged: goes ? only : null,
    question,
    refusal: null,
    advice: null,
    forced: goes,
  };
}

/** What "Do it" does: what is staged behind what was gathered, or else what is planned. */
export const toDo = ({ staged, plan, gathered }: Choosing, action: string): string[] =>
  staged === null && plan ? plan.actions : [...gathered, action];

/** Keeps what is staged and stages one more; `most` can be done together. */
export function gather(state: Choosing, action: string, most: number): Choosing {
  if (state.staged === null) return { ...state, picked: action.split(" "), staged: action };
  if (state.gathered.length + 2 > most) return state;
  const gathered = [...state.gathered, state.staged];
  return { ...state, gathered, picked: action.split(" "), staged: action };
}

const isChosen = ({ picked, staged, plan }: Choosing): boolean =>
  picked.length > 0 || staged !== null || plan !== null;

/** Nothing is chosen any more; where nothing was, hints are put away. */
export const cancel = (state: Choosing): Choosing => ({
  ...state,
  ...NO_CHOICE,
  refusal: null,
  advice: isChosen(state) ? state.advice : null,
});

/** Which word of the action is asked for next: its place behind the verb; none: nothing is begun, or
 * all is said. */
export function nextPlace(picked: readonly string[], staged: string | null): number | null {
  if (picked.length === 0 || staged !== null) return null;
  const gap = picked.indexOf("", 1);
  return gap > 0 ? gap : picked.length;
}

/** Whether every word of what is staged has been chosen, in whatever order. */
export const isSaid = (picked: readonly string[], staged: string | null): boolean =>
  staged !== null && [...picked].sort().join(" ") === staged.split(" ").sort().join(" ");

const has = (words: string[], some: string[]): boolean => {
  const left = [...words];
  return some.every((word) => left.includes(word) && left.splice(left.indexOf(word), 1));
};

/** Whether an action is put together from as many words as one likes, such as pieces to send: then nobody
 * but the one who chooses knows when it is whole. */
export function isOpen(legal: readonly string[], action: string): boolean {
  const words = action.split(" ");
  return legal.some((one) => {
    const others = one.split(" ");
    const [longer, shorter] = others.length > words.length ? [others, words] : [words, others];
    return longer.length > shorter.length && longer[0] === shorter[0] && has(longer, shorter);
  });
}

/** Somebody has touched the table. */
export const hold = (state: Choosing): Choosing => ({ ...state, forced: false });

export const begin = (state: Choosing): Choosing => ({
  ...state,
  busy: true,
  forced: false,
  takenBack: false,
});

/** It is done. Of two equal cards the second can be laid just like the first, but is not chosen yet. */
export const end = (state: Choosing, asked: string): Choosing => ({
  ...state,
  ...(state.question === asked ? NO_CHOICE : {}),
  busy: false,
});

export const refuse = (state: Choosing, refusal: string | null): Choosing => ({
  ...state,
  refusal,
});

/** It could not be done; what was chosen stays. */
export const fail = (state: Choosing, refusal: string): Choosing => ({
  ...refuse(state, refusal),
  busy: false,
});

export const takeBack = (state: Choosing): Choosing => ({ ...state, takenBack: true });

export const advise = (state: Choosing, advice: Choosing["advice"]): Choosing => ({
  ...state,
  advice,
});

/** What was thought of a question that is still asked; nothing is no advice. */
export const answer = (state: Choosing, advice: Advice[] | null): Choosing =>
  state.advice === "thinking" ? advise(state, advice?.length ? advice : null) : state;
