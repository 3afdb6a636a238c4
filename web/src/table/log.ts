// The log of a table as signals: what has happened, movement, sound, and a way to see again what one
// missed. What it says is worked out in model/log.ts.
import { untracked, useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { silentOf } from "../assets";
import type { Glimpse, Move } from "../engine/types";
import type { GameUi } from "../games/contract";
import { agreement, follow, NOTHING, soundOf, type Log } from "../model/log";
import type { TableModel } from "../model/table";
import { remember } from "../ui/motion";
import { useReaction } from "../ui/reaction";
import { play } from "../ui/sound";

const STEP_MS = 800;

export function useLog(table: TableModel, ui: GameUi) {
  const log = useSignal<Log>(NOTHING);
  /** What of the trail is being seen again. */
  const step = useSignal<number | null>(null);
  const land = useSignal<() => void>(() => undefined);

  const travel = (before: Glimpse, after: Glimpse, moves: Move[]): void => {
    const eyes = table.seat.peek();
    land.value = remember(moves.flatMap((move) => ui.travels(before.view, after.view, move, eyes)));
  };

  const telling = { silent: silentOf(table.game) };
  useReaction(() => {
    const after = table.glimpse.value;
    if (!after) return;
    untracked(() => {
      const before = log.peek();
      const next = follow(before, after, table.seat.peek(), telling);
      if (before.now && next.fresh.length > 0) travel(before.now, after, next.fresh);
      const sound = soundOf(before, next, telling);
      if (sound) play(sound);
      log.value = next;
    });
  });

  const now = useComputed(() => log.value.now);
  const shown = useComputed<Glimpse | null>(() => {
    const past = step.value === null ? undefined : log.value.trail[step.value];
    return past ? { ...past, legal: [], result: null } : now.value;
  });

  useLayoutEffect(() => {
    land.peek()();
    land.value = () => undefined;
  }, [shown.value]);

  /** Shows one after the other what happened since our last move. */
  const replay = async (): Promise<void> => {
    const seen = log.peek().trail;
    for (let i = 0; i < seen.length && seen === log.peek().trail; i++) {
      const [before, after] = [seen[i - 1], seen[i]!];
      const from = before ? agreement(before.history, after.history) : 0;
      if (before) travel(before, after, after.history.slice(from));
      step.value = i;
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
    step.value = null;
  };

  return { log, now, shown, step, replay };
}
