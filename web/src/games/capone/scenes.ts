// What takes time in the city: who is driven out of where, and what each space pays at the year's end.
// A file of its own, since only the story knows of it.
import { num, nums, word as argOf, words } from "../../engine/lines";
import { isLine, isMove, type Line, type StoryItem } from "../../engine/types";
import type { SceneKinds } from "../../model/clock";
import { t, tell, word } from "../../words/words";
import { useActing } from "../acting";
import type { BoardProps } from "../contract";
import type { CaponeView } from "./view";

export const SCENES: SceneKinds = {
  eviction: { from: /^(harbour|park|home)$/, to: /^(harbour|park|home|holds)$/, view: "before" },
  accounts: { from: /^year_end$/, to: /^payout/, view: "before" },
};

/** How long a line is looked at. */
const BEAT_MS = 1300;

/** Whom a space pays how much. */
export type Pay = { seat: number; n: number };

/** What spaces pay, as far as it has been told: from a year's end until the next one begins. */
export function payouts(told: StoryItem[] = []): Map<string, Pay> {
  const pays = new Map<string, Pay>();
  for (const line of told.filter(isLine)) {
    if (line.id === "year") pays.clear();
    for (const [i, place] of words(line, "places").entries())
      pays.set(place, { seat: num(line, "seat"), n: nums(line, "parts")[i] ?? 0 });
  }
  return pays;
}

export interface Acted {
  /** What is told now. */
  said: string;
  /** The space that is attacked. */
  attacked: string;
  /** Those who stood there are on their way. */
  leaves: boolean;
  told: Line[];
  /** All that the last move led to, which the board does not show yet. */
  fresh: Line[];
}

/** Who drives whom out of where comes before what that leads to; a year's end has its own line. */
function openingOf({ story = [], scene, names }: BoardProps<CaponeView>): string[] {
  const move = story.findLast(isMove);
  if (scene?.name !== "eviction" || !move) return [];
  const [who = "", whom = ""] = [names[move[0]], names[num(scene.events[0], "seat")]];
  const place = word("capone", argOf(scene.events[0], "place"));
  return [t("capone.scene.driven", { who, whom, place })];
}

export function useScenes(props: BoardProps<CaponeView>): Acted | null {
  const { scene, names, story = [] } = props;
  const opening = openingOf(props);
  const events = scene?.events ?? [];
  const ends = [...opening.map(() => 0), ...events.map((_, i) => i + 1)];
  const { beats } = useActing(scene, { ends, ms: BEAT_MS });
  if (!scene) return null;
  const lines = [...opening, ...events.map((line) => tell("capone", "event", line, names))];
  const told = events.slice(0, ends[beats - 1] ?? 0);
  return {
    said: lines[Math.max(0, beats - 1)] ?? "",
    attacked: scene.name === "eviction" ? argOf(events[0], "place") : "",
    leaves: told.length > 0,
    told,
    fresh: story.slice(story.findLastIndex(isMove) + 1).filter(isLine),
  };
}
