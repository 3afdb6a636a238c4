// What a move or an event is about, as names that places on a board may carry in data-target="…": a
// word of the action, or several with ":" between them ("bank:1"); an argument of an event alone
// ("viminal") or with its name ("area:viminal").
import { isMove, type Move, type StoryItem } from "../engine/types";

const runs = (words: string[]): string[] =>
  words.flatMap((_, from) =>
    words.slice(from).map((_, i) => words.slice(from, from + i + 1).join(":")),
  );

export function targetsOf(item: StoryItem): string[] {
  if (isMove(item)) return runs(item[1].split(" "));
  return Object.entries(item).flatMap(([name, arg]) =>
    name === "id"
      ? []
      : [arg].flat().flatMap((one) => {
          const said = String(one).replaceAll(" ", ":");
          return [`${name}:${said}`, said];
        }),
  );
}

/** A move with those of the same seat right before it that led to it: "use bank 1" and then "force 50".
 * What is done again and again, such as drawing, stands alone. */
export function stepsOf(history: readonly Move[], move: Move): Move[] {
  const verbOf = ([, action]: Move): string => action.split(" ")[0]!;
  const steps = [move];
  for (let at = history.lastIndexOf(move) - 1; at >= 0; at--) {
    const before = history[at]!;
    if (before[0] !== move[0] || steps.some((step) => verbOf(step) === verbOf(before))) break;
    steps.unshift(before);
  }
  return steps;
}

/** The last move of each of the others since our own; those that nobody need watch do not count. */
export function lastMoves(
  history: readonly Move[],
  seat: number | null,
  isTold: (move: Move) => boolean,
): Move[] {
  const last = new Map<number, Move>();
  for (const move of [...history].reverse()) {
    if (move[0] === seat) break;
    if (!last.has(move[0]) && isTold(move)) last.set(move[0], move);
  }
  return [...last.values()];
}
