// What a view of Caprice holds, as far as it is drawn.
import type { View } from "../../engine/types";

export type Kind = "dr" | "lr" | "dt" | "lt";
export const KINDS: readonly Kind[] = ["dr", "lr", "dt", "lt"];
/** So many levels are drawn. */
export const HEIGHT = 4;

export interface CapriceView extends View {
  phase: "draw" | "place" | "move" | "arrange" | "over";
  turn: number | null;
  towers: Kind[][];
  reserve: Record<Kind, number>;
  marker: number | null;
  placed: number | null;
  tiles: (Kind | null)[][];
  drawn: Kind | null;
  shown: Kind[][];
  orders: ((Kind | null)[] | null)[];
  scores: number[] | null;
}

/** The levels of a tower that agree with an order: those light up. */
export const matches = (tower: readonly Kind[], order: readonly Kind[]): boolean[] =>
  tower.map((kind, level) => kind === order[level]);
