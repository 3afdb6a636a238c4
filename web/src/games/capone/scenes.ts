// What takes time in the city: who is driven out of where, and what each space pays at the year's end.
// A file of its own, since only the story knows of it.
import { num, nums, word, words } from "../../engine/lines";
import { isLine, isMove, type Line } from "../../engine/types";
import type { SceneKinds } from "../../model/clock";
import { done, tell } from "../../words/words";
import { useActing } from "../acting";
import type { BoardProps } from "../contract";
import { inPlay, type CaponeView } from "./view";

export const SCENES: SceneKinds = {
  eviction: { from: /^(harbour|park|home)$/, to: /^(harbour|park|home|holds)$/, view: "before" },
  accounts: { from: /^year_end$/, to: /^payout/, view: "before" },
};

/** How long a line is looked at. */
const BEAT_MS = 1300;

/** Whom a space pays how much. */
export type Pay = { seat: number; n: number };

const paysOf = (lines: Line[]): Map<string, Pay> =>
  new Map(
    lines.flatMap((line) =>
      words(line, "places").map((place, i): [string, Pay] => [
        place,
        { seat: num(line, "seat"), n: nums(line, "parts")[i] ?? 0 },
      ]),
    ),
  );

/** What the year has paid that is over, until the next one begins. */
export function payouts({ view, story = [] }: BoardProps<CaponeView>): Map<string, Pay> {
  const ended = !inPlay(view) && view.phase !== "swap";
  const lines = story.filter(isLine);
  return paysOf(ended ? lines.slice(lines.findLastIndex(({ id }) => id === "year_end")) : []);
}

export interface Acted {
  /** What is told now. */
  said: string;
  /** The space that is attacked. */
  attacked: string;
  /** Those who stood there are on their way. */
  leaves: boolean;
  pays: Map<string, Pay>;
  /** All that the last move led to, which the board does not show yet. */
  fresh: Line[];
}

/** The attack itself comes before what it leads to; a year's end has a line of its own for that. */
const openingOf = ({ story = [], scene, names }: BoardProps<CaponeView>): string[] => {
  const move = story.findLast(isMove);
  return scene?.name === "eviction" && move ? [done("capone", move[0], move[1], names)] : [];
};

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
    attacked: scene.name === "eviction" ? word(events[0], "place") : "",
    leaves: told.length > 0,
    pays: paysOf(told),
    fresh: story.slice(story.findLastIndex(isMove) + 1).filter(isLine),
  };
}
