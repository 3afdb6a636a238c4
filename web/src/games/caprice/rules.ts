// What a view of Caprice holds, and the few rules a page needs to show points before the end.
import type { View } from "../../engine/types";

export type Kind = "dr" | "lr" | "dt" | "lt";
export const KINDS: readonly Kind[] = ["dr", "lr", "dt", "lt"];
export const HEIGHT = 4;
export const PLACES = 6;
export const FULL_TOWERS = 5;

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

export const isFull = (tower: readonly Kind[]): boolean => tower.length === HEIGHT;
export const fullTowers = (towers: readonly Kind[][]): number => towers.filter(isFull).length;

/** The levels of a tower that agree with an order (CPR-15). */
export const matches = (tower: readonly Kind[], order: readonly Kind[]): boolean[] =>
  tower.map((kind, level) => kind === order[level]);

/** All four levels agree: a point more (CPR-16). */
export const isPerfect = (tower: readonly Kind[], order: readonly Kind[]): boolean =>
  isFull(tower) && matches(tower, order).every(Boolean);

export const towerPoints = (tower: readonly Kind[], order: readonly Kind[]): number =>
  matches(tower, order).filter(Boolean).length + (isPerfect(tower, order) ? 1 : 0);

export const points = (towers: readonly Kind[][], order: readonly Kind[]): number =>
  towers.reduce((sum, tower) => sum + towerPoints(tower, order), 0);

/** The different orders of some tiles, in the order of the engine's list. */
export function ordersOf(tiles: readonly Kind[]): Kind[][] {
  if (tiles.length === 0) return [[]];
  return KINDS.filter((kind) => tiles.includes(kind)).flatMap((kind) => {
    const rest = [...tiles];
    rest.splice(rest.indexOf(kind), 1);
    return ordersOf(rest).map((order) => [kind, ...order]);
  });
}

/** The first of the orders that score most (CPR-17). */
export function bestOrder(towers: readonly Kind[][], tiles: readonly Kind[]): Kind[] {
  let best: Kind[] = [...tiles];
  let most = -1;
  for (const order of ordersOf(tiles)) {
    const score = points(towers, order);
    if (score > most) [best, most] = [order, score];
  }
  return best;
}

/** A seat's tiles, if they are all known to whoever looks. */
export function tilesOf(view: CapriceView, seat: number | null): Kind[] | null {
  const tiles = seat === null ? undefined : view.tiles[seat];
  return tiles?.every((kind) => kind !== null) ? (tiles as Kind[]) : null;
}

/** The seats from first to last (CPR-18): by points, then going round from the seat after the ender. */
export function ranking(view: CapriceView): number[] {
  const { scores, ender, players } = view;
  if (!scores || ender === null) return [];
  const after = (seat: number): number => (seat - ender - 1 + players) % players;
  return scores.map((_, seat) => seat).sort((a, b) => scores[b]! - scores[a]! || after(a) - after(b));
}
