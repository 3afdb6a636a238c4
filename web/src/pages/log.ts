// What has happened at a table: the log in words, movement, and a way to see again what one missed.
// Lines are kept as what they speak of, so that they follow a change of language.
import { untracked, useComputed, useSignal, type ReadonlySignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { Glimpse, Move, View } from "../engine/types";
import { isSilent } from "../engine/silent";
import type { GameUi } from "../games/contract";
import type { TableModel } from "../model/table";
import { remember } from "../ui/motion";
import { play } from "../ui/sound";
import { done, t } from "../words/words";
import { useReaction } from "../ui/reaction";

export interface Entry {
  kind: "move" | "event" | "undo";
  /** The move of the history that it belongs to. */
  index: number;
  seat: number | null;
  /** It was there before we came. */
  old: boolean;
  text(): string[];
}

/** A move's own line, then what came of it, then that it was taken back. */
const KINDS = ["move", "event", "undo"];
const inOrder = (a: Entry, b: Entry): number =>
  a.index - b.index || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);

const MOST_STEPS = 80;
const STEP_MS = 800;

/** How far two histories agree. */
function agreement(a: Move[], b: Move[]): number {
  let i = 0;
  while (i < a.length && i < b.length && a[i]![0] === b[i]![0] && a[i]![1] === b[i]![1]) i++;
  return i;
}

export function useStory(table: TableModel, ui: GameUi, names: ReadonlySignal<string[]>) {
  const entries = useSignal<Entry[]>([]);
  const now = useSignal<Glimpse | null>(null);
  /** The last one that was no guess: only what is certain is written down. */
  const sure = useSignal<Glimpse | null>(null);
  const seat = useSignal<number | null>(null);
  /** What we have seen since our last move, that one first. */
  const trail = useSignal<Glimpse[]>([]);
  const step = useSignal<number | null>(null);
  const land = useSignal<() => void>(() => undefined);

  const moveEntry = ([who, action]: Move, index: number, old = false): Entry => ({
    kind: "move",
    index,
    seat: who,
    old,
    text: () => [done(table.game, who, action, names.value)],
  });

  /** What came of the last of some moves, if anything is to be said of it. */
  const eventEntry = (before: View, after: View, move: Move, index: number, old = false): Entry[] => {
    const text = (): string[] => ui.events(before, after, move, names.value);
    return text().length > 0 ? [{ kind: "event", index, seat: null, old, text }] : [];
  };

  const isTold = (move: Move): boolean => !isSilent(table.game, move);

  /** The lines of moves, of which the first is that one of the history; of silent ones there is none. */
  const moveEntries = (moves: Move[], from: number, old = false): Entry[] =>
    moves.flatMap((move, i) => (isTold(move) ? [moveEntry(move, from + i, old)] : []));

  const begin = (after: Glimpse): void => {
    entries.value = moveEntries(after.history, 0, true);
    trail.value = [after];
    if (after.history.length > 0) void recall(after).catch(() => undefined);
  };

  /** Adds to the moves that were there when we came what came of them. */
  const recall = async (then: Glimpse): Promise<void> => {
    const eyes = table.seat.peek();
    const seen = await table.past();
    if (eyes !== table.seat.peek()) return;
    const valid = agreement(then.history, now.peek()?.history ?? []);
    const told = new Set(entries.peek().map(({ kind, index }) => (kind === "event" ? index : -1)));
    const found = seen.flatMap(({ view, known }, i) => {
      const before = seen[i - 1];
      if (!before || known <= before.known || known > valid || told.has(known - 1)) return [];
      return eventEntry(before.view, view, then.history[known - 1]!, known - 1, true);
    });
    entries.value = [...entries.peek(), ...found].sort(inOrder);
  };

  /** Writes down what has happened between two glimpses. */
  const write = (before: Glimpse, after: Glimpse): void => {
    const from = agreement(before.history, after.history);
    const fresh = after.history.slice(from);
    const lost = before.history.length - from;
    if (fresh.length === 0 && lost === 0) return;
    const more = moveEntries(fresh, from);
    const last = fresh[fresh.length - 1];
    if (last) more.push(...eventEntry(before.view, after.view, last, after.history.length - 1));
    else if (lost > 0)
      more.push({
        kind: "undo",
        index: from - 1,
        seat: null,
        old: false,
        text: () => [t("log.undo", { n: lost })],
      });
    entries.value = [...entries.peek().filter(({ index }) => index < from), ...more];
    if (fresh.some(([who]) => who === table.seat.peek()) || (!last && lost > 0))
      trail.value = [after];
    else if (fresh.some(isTold)) trail.value = [...trail.peek(), after].slice(-MOST_STEPS);
  };

  /** Lets be seen and heard what is new on the screen. */
  const show = (before: Glimpse, after: Glimpse): void => {
    const eyes = table.seat.peek();
    const fresh = after.history.slice(agreement(before.history, after.history));
    if (fresh.length > 0)
      land.value = remember(fresh.flatMap((move) => ui.travels(before.view, after.view, move, eyes)));
    sound(before, after, fresh);
  };

  const sound = (before: Glimpse, after: Glimpse, fresh: Move[]): void => {
    const eyes = table.seat.peek() ?? -1;
    if (after.result && !before.result) play("end");
    else if (after.actors.includes(eyes) && !before.actors.includes(eyes)) play("turn");
    else if (fresh.some(isTold)) play("move");
  };

  useReaction(() => {
    const after = table.glimpse.value;
    const before = now.peek();
    if (!after) return;
    untracked(() => {
      if (!before || seat.peek() !== table.seat.peek()) begin(after);
      else {
        show(before, after);
        if (!after.guess) write(sure.peek() ?? before, after);
      }
    });
    seat.value = table.seat.peek();
    if (!after.guess) sure.value = after;
    now.value = after;
  });

  const shown = useComputed<Glimpse | null>(() => {
    const past = step.value === null ? undefined : trail.value[step.value];
    return past ? { ...past, legal: [], result: null } : now.value;
  });

  useLayoutEffect(() => {
    land.peek()();
    land.value = () => undefined;
  }, [shown.value]);

  /** Shows one after the other what happened since our last move. */
  const replay = async (): Promise<void> => {
    const seen = trail.peek();
    for (let i = 0; i < seen.length && seen === trail.peek(); i++) {
      const [before, after] = [seen[i - 1], seen[i]!];
      if (before)
        land.value = remember(
          after.history
            .slice(before.history.length)
            .flatMap((move) => ui.travels(before.view, after.view, move, table.seat.peek())),
        );
      step.value = i;
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
    step.value = null;
  };

  return { entries, now, shown, trail, step, replay };
}
