// What board, hand and summary share: the order in which one thinks of one's tiles, and how far
// the count at the end has come. Nothing of it is part of the game.
import { signal } from "@preact/signals";
import { still } from "../../ui/motion";
import { all, one, words } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { matches, type CapriceView, type Kind } from "./view";

/** The order that a seat has laid out; null: always the best one. */
export const laid = signal<{ seat: number; order: Kind[] } | null>(null);

/** Whether blocks that score for the own order are marked during the game. */
export const marking = signal(true);

/** The count at the end: whose order, which order is tried instead, how many blocks are counted. */
export const count = signal<{ seat: number; tried: Kind[] | null; upTo: number } | null>(null);

/** What an order of a seat's tiles is worth; nothing: its tiles are not known, or are others. */
export const worthOf = (facts: Line[], seat: number | null, order: readonly Kind[]) =>
  all(facts, "order").find(
    (line) => line["seat"] === seat && words(line, "order").join() === order.join(),
  );

/** The best order of a seat's tiles, if they are known. */
export const bestOf = (facts: Line[], seat: number | null): Line | undefined =>
  seat === null ? undefined : one(facts, "best", { seat });

/** A seat's tiles, if they are all known to whoever looks. */
function tilesOf(view: CapriceView, seat: number | null): Kind[] {
  const tiles = seat === null ? [] : (view.tiles[seat] ?? []);
  return tiles.every((kind) => kind !== null) ? tiles : [];
}

/** The order that a seat's points are shown for: the one that is laid out, or the best. */
export function orderOf(view: CapriceView, facts: Line[], seat: number | null): Kind[] {
  const own = laid.value;
  if (own && own.seat === seat && worthOf(facts, seat, own.order)) return own.order;
  const best = words(bestOf(facts, seat), "order") as Kind[];
  return view.options["arrange"] === "manual" ? tilesOf(view, seat) : best;
}

/** How many blocks are counted. */
export const blocksOf = (view: CapriceView): number => view.towers.flat().length;

/** Begins the count of a seat's order; at once where nothing shall move. */
export function begin(
  view: CapriceView,
  seat: number,
  tried: Kind[] | null = null,
  whole = still(),
): void {
  count.value = { seat, tried, upTo: whole ? blocksOf(view) : 0 };
}

/** Counts one block more. */
export function goOn(view: CapriceView): void {
  const now = count.value;
  if (now && now.upTo < blocksOf(view)) count.value = { ...now, upTo: now.upTo + 1 };
}

/** The level of the block that is being counted; undefined: none is. */
export function levelNow(view: CapriceView): number | undefined {
  const levels = view.towers.flatMap((tower) => [...tower.keys()]);
  const upTo = count.value?.upTo ?? 0;
  return upTo < levels.length ? levels[upTo - 1] : undefined;
}

/** The order that the count goes by. */
export function countedOrder(view: CapriceView): Kind[] | null {
  const now = count.value;
  if (!now) return null;
  return now.tried ?? (view.orders[now.seat] as Kind[] | null | undefined) ?? null;
}

/** Which levels of each tower light up: those that agree, as far as the count has come. */
export function lights(view: CapriceView, facts: Line[], seat: number | null): boolean[][] {
  if (view.phase === "over") {
    const order = countedOrder(view);
    let left = count.value?.upTo ?? 0;
    return view.towers.map((tower) => matches(tower, order ?? []).map((lit) => left-- > 0 && lit));
  }
  const order = marking.value && view.phase !== "draw" ? orderOf(view, facts, seat) : [];
  return view.towers.map((tower) => matches(tower, order));
}
