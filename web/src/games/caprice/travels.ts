// What travels when a move is made.
import type { Move } from "../../engine/types";
import type { Travel } from "../contract";
import type { CapriceView } from "./view";

const block = (place: number, level: number): string => `caprice.block.${place}.${level}`;
const MARKER: Travel = { from: "caprice.marker", to: "caprice.marker" };

export function travels(before: CapriceView, after: CapriceView, [, action]: Move): Travel[] {
  const [verb, a = "", b = ""] = action.split(" ");
  if (verb !== "place" && verb !== "move") return [];
  const place = Number(b);
  const from =
    verb === "place"
      ? `caprice.reserve.${a}`
      : block(Number(a), before.towers[Number(a)]!.length - 1);
  const lands = { from, to: block(place, after.towers[place]!.length - 1) };
  return before.marker === after.marker ? [lands] : [lands, MARKER];
}
