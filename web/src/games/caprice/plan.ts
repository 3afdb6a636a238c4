// What board, hand and summary share: the order in which one thinks of one's tiles, and how far
// the count at the end has come. Nothing of it is part of the game.
import { signal } from "@preact/signals";
import { still } from "../../ui/motion";
import { bestOrder, matches, points, tilesOf, type CapriceView, type Kind } from "./rules";

/** The order that a seat has laid out; null: always the best one. */
export const laid = signal<{ seat: number; order: Kind[] } | null>(null);

/** Whether blocks that score for the own order are marked during the game. */
export const marking = signal(true);

/** The count at the end: whose order, which order is tried instead, how many blocks are counted. */
export const count = signal<{ seat: number; tried: Kind[] | null; upTo: number } | null>(null);

const same = (a: readonly Kind[], b: readonly Kind[]): boolean =>
  [...a].sort().join() === [...b].sort().join();

/** The order that a seat's points are shown for; null: its tiles are not known. */
export function orderOf(view: CapriceView, seat: number | null): Kind[] | null {
  const tiles = tilesOf(view, seat);
  if (!tiles) return null;
  const own = laid.value;
  if (own && own.seat === seat && same(own.order, tiles)) return own.order;
  return view.options["arrange"] === "manual" ? tiles : bestOrder(view.towers, tiles);
}

/** Points if it ended now: for the best order, or for the one laid out where players choose it. */
export function pointsNow(view: CapriceView, seat: number | null): number | null {
  const tiles = tilesOf(view, seat);
  if (!tiles || view.phase === "draw") return null;
  const order = view.options["arrange"] === "manual" ? orderOf(view, seat) : bestOrder(view.towers, tiles);
  return order && points(view.towers, order);
}

/** All blocks in the order in which they are counted. */
export const counted = (view: CapriceView): { place: number; level: number }[] =>
  view.towers.flatMap((tower, place) => tower.map((_, level) => ({ place, level })));

/** Begins the count of a seat's order; at once where nothing shall move. */
export function begin(view: CapriceView, seat: number, tried: Kind[] | null = null, whole = still()): void {
  count.value = { seat, tried, upTo: whole ? counted(view).length : 0 };
}

/** Counts one block more. */
export function goOn(view: CapriceView): void {
  const now = count.value;
  if (now && now.upTo < counted(view).length) count.value = { ...now, upTo: now.upTo + 1 };
}

/** The order that the count goes by. */
export function countedOrder(view: CapriceView): Kind[] | null {
  const now = count.value;
  if (!now) return null;
  return now.tried ?? (view.orders[now.seat] as Kind[] | null | undefined) ?? null;
}

/** Which levels of each tower light up: those that agree, as far as the count has come. */
export function lights(view: CapriceView, seat: number | null): boolean[][] {
  if (view.phase === "over") {
    const order = countedOrder(view);
    let left = count.value?.upTo ?? 0;
    return view.towers.map((tower) =>
      (order ? matches(tower, order) : tower.map(() => false)).map((lit) => left-- > 0 && lit),
    );
  }
  const order = marking.value && view.phase !== "draw" ? orderOf(view, seat) : null;
  return view.towers.map((tower) => (order ? matches(tower, order) : tower.map(() => false)));
}
