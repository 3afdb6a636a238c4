// What a table shows now, as signals: the moment of its clock, the log, movement, sound, and a way to see
// again what one missed. What follows what is worked out in model/clock.ts and model/log.ts.
import { untracked, useComputed, useSignal, type Signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { silentOf } from "../assets";
import { isMove, type Glimpse, type Move } from "../engine/types";
import type { GameUi, Scene } from "../games/contract";
import * as clocks from "../model/clock";
import { isHeld, momentOf, STOPPED, type Arrival, type Clock } from "../model/clock";
import { agreement, follow, isTold, NOTHING, soundOf, type Log } from "../model/log";
import { pauseBetween } from "../model/pace";
import type { TableModel } from "../model/table";
import { remember, still } from "../ui/motion";
import { useReaction } from "../ui/reaction";
import { play } from "../ui/sound";

const STEP_MS = 800;

/** At a table of a server a scene that has been shown goes by itself, sooner if something waits. */
const CALM_MS = { waited: 6000, idle: 12_000 };

/** Whoever touches these is busy with something else, or has a button for it. */
const NO_HURRY =
  "[data-scene] button, .panel, .table-head, .banners, .undo, .live, dialog, [role=dialog]";
const NO_HURRY_KEYS = ["Tab", "Shift", "Control", "Alt", "Meta"];

/** While a scene runs, touches and keys hurry it on and do nothing else. */
function useHurry(clock: Signal<Clock>): void {
  const held = useComputed(() => isHeld(clock.value));
  useReaction(() => {
    if (!held.value) return;
    const hurry = (event: Event): void => {
      if ((event.target as Element).closest?.(NO_HURRY)) return;
      if (event instanceof KeyboardEvent && NO_HURRY_KEYS.includes(event.key)) return;
      event.stopPropagation();
      event.preventDefault();
      clock.value = clocks.hurry(clock.peek());
    };
    document.addEventListener("click", hurry, true);
    document.addEventListener("keydown", hurry, true);
    return () => {
      document.removeEventListener("click", hurry, true);
      document.removeEventListener("keydown", hurry, true);
    };
  });
}

function useClock(table: TableModel, ui: GameUi) {
  const clock = useSignal<Clock>(STOPPED);
  const arrival = (): Arrival => ({
    eyes: table.seat.peek(),
    kinds: ui.scenes ?? {},
    still: still() || document.hidden || pauseBetween() === 0,
  });
  useReaction(() => {
    const glimpse = table.glimpse.value;
    if (!glimpse) return;
    untracked(() => (clock.value = clocks.arrive(clock.peek(), glimpse, arrival())));
  });
  /** What has waited for a scene comes at the pace of other moves. */
  const waiting = useComputed(() => !isHeld(clock.value) && clock.value.queue[0]);
  useReaction(() => {
    if (!waiting.value) return;
    const go = (): void => void (clock.value = clocks.next(clock.peek(), arrival()));
    const timer = setTimeout(go, pauseBetween());
    return () => clearTimeout(timer);
  });
  useHurry(clock);
  useCalm(clock, table);
  return clock;
}

/** Online nobody is kept from the game by a scene that stays: others wait, and clocks run. */
function useCalm(clock: Signal<Clock>, table: TableModel): void {
  const shown = useComputed(() => {
    const { still, shown } = clock.value;
    const stays = clocks.isShown(clock.value) && (!still || table.seat.value === null);
    return table.room && stays ? shown : 0;
  });
  const scene = useComputed(() => clock.value.scenes[0]);
  const waited = useComputed(() => clock.value.queue.length > 0 || isAsked(table));
  useReaction(() => {
    if (shown.value === 0 || !scene.value) return;
    const go = (): void => void (clock.value = clocks.done(clock.peek()));
    const timer = setTimeout(go, waited.value ? CALM_MS.waited : CALM_MS.idle);
    return () => clearTimeout(timer);
  });
}

/** Whether the others wait for us, whatever is shown. */
export function isAsked({ room, seat, glimpse }: TableModel): boolean {
  const now = glimpse.value;
  return room !== null && seat.value !== null && !!now?.actors.includes(seat.value) && !now.result;
}

/** The present scene for its board. */
function useScene(clock: Signal<Clock>) {
  const staging = useComputed(() => clock.value.scenes[0] ?? null);
  const hurried = useComputed(() => clock.value.hurried);
  return useComputed<Scene | null>(() => {
    const scene = staging.value;
    if (!scene) return null;
    // a board may be late: what it says of a scene that is over is not heard
    const change = (to: (clock: Clock) => Clock): void => {
      if (clock.peek().scenes[0] === scene) clock.value = to(clock.peek());
    };
    const { name, events } = scene;
    return {
      name,
      events,
      hurried: hurried.value,
      tell: (told) => change((now) => clocks.tell(now, told)),
      done: () => change(clocks.done),
    };
  });
}

type Travelling = (before: Glimpse, after: Glimpse, moves: Move[]) => void;

/** What happened since our last move, to be seen again one after the other. */
function useRecap(log: Signal<Log>, travel: Travelling) {
  /** What of the trail is being seen. */
  const step = useSignal<number | null>(null);
  const past = useComputed<Glimpse | null>(() => {
    const seen = step.value === null ? undefined : log.value.trail[step.value];
    return seen ? { ...seen, legal: [], result: null } : null;
  });
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
  return { step, past, replay };
}

export function useStory(table: TableModel, ui: GameUi) {
  const clock = useClock(table, ui);
  const moment = useComputed(() => momentOf(clock.value));
  const scene = useScene(clock);
  const log = useSignal<Log>(NOTHING);
  /** The glimpse whose view is on the board. */
  const drawn = useSignal<Glimpse | null>(null);
  const land = useSignal<() => void>(() => undefined);

  const travel: Travelling = (before, after, moves) => {
    const eyes = table.seat.peek();
    land.value = remember(moves.flatMap((move) => ui.travels(before.view, after.view, move, eyes)));
  };

  const telling = { silent: silentOf(table.game), untold: ui.untold };
  const write = (after: Glimpse): void => {
    const before = log.peek();
    const next = follow(before, after, table.seat.peek(), telling);
    const sound = soundOf(before, next, telling);
    if (sound) play(sound);
    log.value = next;
  };
  const draw = (after: Glimpse): void => {
    const before = drawn.peek();
    if (before?.view === after.view) return;
    drawn.value = after;
    if (!before || log.peek().eyes !== table.seat.peek()) return;
    const fresh = after.story.slice(agreement(before.story, after.story)).filter(isMove);
    if (fresh.length > 0) travel(before, after, fresh);
  };
  useReaction(() => {
    const now = moment.value;
    if (!now) return;
    untracked(() => {
      draw(now.board);
      write(now.rest);
    });
  });

  const now = useComputed(() => log.value.now);
  const { step, past, replay } = useRecap(log, travel);
  const shown = useComputed(() => past.value ?? now.value);
  const board = useComputed(() => past.value ?? moment.value?.board ?? now.value);

  useLayoutEffect(() => {
    land.peek()();
    land.value = () => undefined;
  }, [board.value]);

  /** How many moves have been made that are not shown yet. */
  const behind = useComputed(() => {
    const told = (glimpse: Glimpse | null | undefined): number =>
      glimpse?.history.filter((move) => isTold(telling, move)).length ?? 0;
    return table.room ? told(table.glimpse.value) - told(now.value) : 0;
  });
  const catchUp = (): void => void (clock.value = clocks.catchUp(clock.peek()));
  const putAway = (): void => void (clock.value = clocks.putAway(clock.peek()));
  const held = useComputed(() => moment.value?.held ?? false);
  return { log, now, shown, board, scene, held, step, replay, behind, catchUp, putAway };
}
