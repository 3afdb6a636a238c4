// The log in words, and movement: what has happened between one glimpse and the next.
import { useSignal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { Glimpse } from "../engine/types";
import type { GameUi } from "../games/contract";
import type { TableModel } from "../model/table";
import { remember } from "../ui/motion";
import { done } from "../words/words";

export function useLog(table: TableModel, ui: GameUi, names: ReadonlySignal<string[]>) {
  const lines = useSignal<string[]>([]);
  const glimpse = useSignal<Glimpse | null>(null);
  const land = useSignal<() => void>(() => undefined);

  useSignalEffect(() => {
    const after = table.glimpse.value;
    const before = glimpse.peek();
    if (!after) return;
    const known = before ? before.history.length : 0;
    const fresh = after.history.length >= known ? after.history.slice(known) : [];
    const undone = after.history.length < known;
    const written = undone ? lines.peek().slice(0, 0) : lines.peek();
    const moves = undone ? after.history : fresh;
    const more = moves.map(([seat, action]) => done(table.game, seat, action, names.peek()));
    if (before && fresh.length > 0) {
      const last = fresh[fresh.length - 1]!;
      more.push(...ui.events(before.view, after.view, last, names.peek()));
      const travels = fresh.flatMap((move) =>
        ui.travels(before.view, after.view, move, table.seat.peek()),
      );
      land.value = remember(travels);
    }
    lines.value = [...written, ...more];
    glimpse.value = after;
  });

  useLayoutEffect(() => {
    land.peek()();
    land.value = () => undefined;
  }, [glimpse.value]);

  return { lines, glimpse };
}
