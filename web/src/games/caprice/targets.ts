// Which places of the board a move or an event is about.
import { isMove, type StoryItem } from "../../engine/types";

/** Words of an action are kinds or towers, and the towers of an event are its `place`. */
export function targets(item: StoryItem): string[] {
  if (!isMove(item)) return item["place"] === undefined ? [] : [`tower:${item["place"]}`];
  const [verb, a, b] = item[1].split(" ");
  if (verb === "place") return [`block:${a}`, `tower:${b}`];
  return verb === "move" ? [`tower:${a}`, `tower:${b}`] : [];
}
