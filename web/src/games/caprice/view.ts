// What a view of Caprice holds.
import type { View } from "../../engine/types";

export type Kind = "dr" | "lr" | "dt" | "lt";
export const KINDS: readonly Kind[] = ["dr", "lr", "dt", "lt"];
/** So many levels are drawn. */
export const HEIGHT = 4;

export interface CapriceView extends View {
  first: number;
  phase: "draw" | "place" | "move" | "arrange" | "over";
  turn: number | null;
  towers: Kind[][];
  reserve: Record<Kind, number>;
  marker: number | null;
  placed: number | null;
  tiles: (Kind | null)[][];
  drawn: Kind | null;
  aside: Kind[];
  shown: Kind[][];
  orders: ((Kind | null)[] | null)[];
  ender: number | null;
  scores: number[] | null;
}

/** The levels of a tower that agree with an order: those light up. */
export const matches = (tower: readonly Kind[], order: readonly Kind[]): boolean[] =>
  tower.map((kind, level) => kind === order[level]);
