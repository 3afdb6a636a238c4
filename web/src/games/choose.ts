// Choosing an action word by word: what is picked is the beginning of some legal action.
import type { Signal } from "@preact/signals";

const begins = (action: string, words: string[]): boolean =>
  words.length === 0 || action === words.join(" ") || action.startsWith(`${words.join(" ")} `);

/** Whether some legal action begins with these words. */
export const canBegin = (legal: string[], words: string[]): boolean =>
  legal.some((action) => begins(action, words));

/** Whether some legal action goes on with this word. */
export function canPick(legal: string[], picked: string[], word: string): boolean {
  return canBegin(legal, [...picked, word]);
}

/** The words that can come next. */
export function nextWords(legal: string[], picked: string[]): Set<string> {
  const next = new Set<string>();
  for (const action of legal)
    if (begins(action, picked)) {
      const word = action.split(" ")[picked.length];
      if (word !== undefined) next.add(word);
    }
  return next;
}

export type Chosen = { legal: string[]; picked: Signal<string[]>; staged: Signal<string | null> };

/** The only action that begins so; null: there is none, or more than one. */
export function whole(legal: string[], words: string[]): string | null {
  const left = legal.filter((action) => begins(action, words));
  return left.length === 1 ? left[0]! : null;
}

/** Sets the beginning of an action; when only one action begins so, it is staged. */
export function pick({ legal, picked, staged }: Chosen, ...words: string[]): void {
  picked.value = words;
  staged.value = whole(legal, words);
}

/** Sets words that are an action or not; it is staged if it is legal. */
export function compose({ legal, picked, staged }: Chosen, words: string[]): void {
  const action = words.join(" ");
  picked.value = words;
  staged.value = legal.includes(action) ? action : null;
}

export function unpick({ picked, staged }: Chosen): void {
  picked.value = [];
  staged.value = null;
}

/** For a place that would stage this action: the table considers it while the mouse or the focus is
 * there. */
export const considering = (action: string | null) => ({ "data-would": action ?? undefined });

/** Which of several equal cards this one is, counted from the left. */
export const copyOf = (cards: readonly unknown[], at: number): number =>
  cards.slice(0, at).filter((card) => card === cards[at]).length;
