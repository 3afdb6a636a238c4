// What a staged action would do, in words: figures that change, then what would happen.
import { num } from "../engine/lines";
import type { Line, Preview } from "../engine/types";
import { canTell, has, tell, tellChange } from "../words/words";
import type { Effect } from "./contract";

/** Whose eyes, and how the game and the seats are called. */
interface Told {
  game: string;
  seat: number;
  names: string[];
}

/** Facts speak of the same if all their arguments are the same, but for the figure and for lists. */
function sameSubject(a: Line, b: Line): boolean {
  const told = Object.keys({ ...a, ...b }).filter((arg) => arg !== "n" && !Array.isArray(a[arg]));
  return told.every((arg) => a[arg] === b[arg]);
}

/** How one figure would change; nothing: it would not, or nobody can know it. */
function change({ game, seat, names }: Told, before: Line, later: Line[]): Effect[] {
  const after = later.find((line) => sameSubject(before, line));
  const more = num(after, "n") > num(before, "n");
  if (!after || num(after, "n") === num(before, "n") || !has(`${game}.change.${before.id}`))
    return [];
  const tone = more === (num(before, "seat") === seat) ? "good" : "bad";
  return [{ text: tellChange(game, before, after, names), tone }];
}

/** From the facts before, and what is foreseen. */
export function effectsOf(
  told: Told,
  changes: readonly string[],
  facts: Line[],
  foreseen: Pick<Preview, "facts" | "events">,
): Effect[] {
  const figures = changes.flatMap((id) =>
    facts
      .filter((line) => line.id === id)
      .flatMap((before) => change(told, before, foreseen.facts)),
  );
  const happens = foreseen.events
    .filter((event) => canTell(told.game, "event", event))
    .map((event): Effect => ({ text: tell(told.game, "event", event, told.names), tone: "plain" }));
  return [...figures, ...happens];
}
