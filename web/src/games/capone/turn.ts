// What has been chosen so far of an action.
import type { Signal } from "@preact/signals";
import { pick } from "../choose";
import type { Card } from "./types";

export const possible = (legal: readonly string[], words: readonly string[]): boolean => {
  const text = words.join(" ");
  return legal.some((action) => action === text || action.startsWith(text + " "));
};

/** The card that has been taken up to be used. */
export const chosenCard = (picked: readonly string[]): Card | null =>
  picked[0] === "use" && picked[1] !== undefined ? (picked[1] as Card) : null;

type Chosen = { legal: string[]; picked: Signal<string[]>; staged: Signal<string | null> };

export function pickWords({ legal, picked, staged }: Chosen, words: string[]): void {
  pick({ legal, picked, staged }, ...words);
}
