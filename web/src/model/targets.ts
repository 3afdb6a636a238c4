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

/** The moves of the last turn of each of the others since our own; those that nobody need watch do not
 * count. */
export function lastMoves(
  history: readonly Move[],
  seat: number | null,
  isTold: (move: Move) => boolean,
): Move[] {
  const last: Move[] = [];
  const over = new Set<number>();
  let turn: number | null = null;
  for (const move of [...history].reverse()) {
    if (move[0] === seat) break;
    if (!isTold(move)) continue;
    if (turn !== null && turn !== move[0]) over.add(turn);
    turn = move[0];
    if (!over.has(turn)) last.push(move);
  }
  return last;
}
