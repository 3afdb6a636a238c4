// Choosing at a table as signals: boards set what is picked and staged, the page does it. How one state
// follows the other is worked out in model/choosing.ts.
import {
  batch,
  untracked,
  useComputed,
  useSignal,
  type ReadonlySignal,
  type Signal,
} from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Advice, Glimpse, Preview, View } from "../engine/types";
import { Refused } from "../engine/types";
import type { BoardProps, GameUi, Plan } from "../games/contract";
import * as choosing from "../model/choosing";
import { IDLE, type Choosing } from "../model/choosing";
import type { TableModel } from "../model/table";
import { settings } from "../settings";
import { ask } from "../ui/dialog";
import { useReaction } from "../ui/reaction";
import { explain } from "../ui/refusals";
import { because, doing, t } from "../words/words";

/** How long a step that is the only one possible is shown before it goes by itself. */
const FORCED_MS = 1400;

/** Whether this action is to be asked about first. */
const isGrave = (ui: GameUi, view: View, action: string): boolean =>
  settings.peek().confirm !== "never" && ui.grave(view, action);

/** Whether an action needs no button: the choice of its last word does it. */
function goesAtOnce(table: TableModel, ui: GameUi, view: View, action: string): boolean {
  const { confirm } = settings.peek();
  return confirm === "never" || (confirm === "grave" && table.forgives && !ui.grave(view, action));
}

/** The state, of which boards see and set what is picked, staged and planned. */
interface Store {
  picked: Signal<string[]>;
  staged: Signal<string | null>;
  plan: Signal<Plan | null>;
  state: Signal<Choosing>;
  put(change: (state: Choosing) => Choosing): void;
}

function useStore(): Store {
  const picked = useSignal<string[]>([]);
  const staged = useSignal<string | null>(null);
  const plan = useSignal<Plan | null>(null);
  const state = useSignal(IDLE);
  const put = (change: (state: Choosing) => Choosing): void => {
    const chosen = { picked: picked.peek(), staged: staged.peek(), plan: plan.peek() };
    const now = { ...state.peek(), ...chosen };
    const next = change(now);
    if (next === now) return;
    batch(() => {
      picked.value = next.picked;
      staged.value = next.staged;
      plan.value = next.plan;
      state.value = next;
    });
  };
  return { picked, staged, plan, state, put };
}

/** Does what is staged or planned, once it is certain that it is wanted. */
function performer(table: TableModel, ui: GameUi, { state, plan, staged, put }: Store) {
  return async (action: string, view: View, what: string): Promise<void> => {
    if (state.peek().busy) return;
    const actions = choosing.toDo(
      { ...state.peek(), staged: staged.peek(), plan: plan.peek() },
      action,
    );
    put(choosing.hold);
    if (isGrave(ui, view, action)) {
      if (!(await ask(what, t("table.do_it"), { text: t("table.sure") }))) return;
    }
    const asked = state.peek().question;
    put(choosing.begin);
    try {
      await table.act(actions);
      put((now) => choosing.end(now, asked));
    } catch (error) {
      put((now) => choosing.fail(now, explain(error)));
    }
  };
}

async function undo(table: TableModel, refuse: (error: unknown) => void): Promise<void> {
  try {
    await table.undo();
  } catch (error) {
    if (!(error instanceof Refused && error.code === "undo_barrier" && table.room)) refuse(error);
    else if (await ask(t("undo.ask"), t("undo.ask_them"), { text: t("undo.ask_why") }))
      await table.room.askUndo().catch(refuse);
  }
}

type Perform = (action: string, label?: string) => Promise<void>;

/** A click on the board or the hand: if it has said all of an action, that is done, or the button that does
 * it comes next for whoever uses keys. What only follows from what was said is shown, and not done. */
function useTouch(table: TableModel, ui: GameUi, store: Store, perform: Perform) {
  const unsaid = useRef(false);
  const touch = (): void => {
    unsaid.current = !choosing.isSaid(store.picked.peek(), store.staged.peek());
    // why something else could not be done is an old story
    store.put((state) => (state.refusal === null ? state : choosing.refuse(state, null)));
  };
  const touched = (event: MouseEvent): void => {
    const action = store.staged.peek();
    const { view, legal } = table.glimpse.peek() ?? {};
    if (!unsaid.current || !view || !choosing.isSaid(store.picked.peek(), action)) return;
    const whole = !choosing.isOpen(legal ?? [], action!);
    if (whole && goesAtOnce(table, ui, view, action!)) void perform(action!);
    else if (event.detail === 0) document.querySelector<HTMLElement>(".action-bar .do")?.focus();
  };
  return { touch, touched };
}

/** A question with only one answer: it goes by itself after a while. */
function useForced({ state, staged }: Store, perform: Perform): void {
  const forced = useComputed(() => (state.value.forced ? state.value.question : null));
  useReaction(() => {
    if (forced.value === null) return;
    const only = staged.peek();
    const timer = setTimeout(() => {
      if (state.peek().forced && staged.peek() === only && only !== null) void perform(only);
    }, FORCED_MS);
    return () => clearTimeout(timer);
  });
}

export function useChoosing(
  table: TableModel,
  ui: GameUi,
  now: ReadonlySignal<Glimpse | null>,
  names: ReadonlySignal<string[]>,
) {
  const store = useStore();
  const { state, put } = store;
  const doIt = performer(table, ui, store);
  const perform: Perform = async (action, label) => {
    const view = now.peek()?.view;
    if (view) await doIt(action, view, label ?? doing(table.game, action, names.peek()));
  };
  const refuse = (text: string | null): void => put((before) => choosing.refuse(before, text));
  const why: BoardProps["why"] = async (about, tell) => {
    const reason = typeof about === "string" ? await table.whyNot(about) : about;
    if (reason && tell) tell(reason);
    else refuse(reason && because(reason));
  };
  const takeBack = async (): Promise<void> => {
    put(choosing.takeBack);
    await undo(table, (error) => refuse(explain(error)));
  };
  const cancel = (): void => put(choosing.cancel);
  const more = (action: string): void => {
    const view = now.peek()?.view;
    if (view) put((before) => choosing.gather(before, action, ui.repeats?.(view, action) ?? 1));
  };
  const askHint = async (): Promise<void> => {
    if (!table.mayHint.peek()) return refuse(t("hint.forbidden"));
    if (state.peek().advice === "thinking") return;
    put((before) => choosing.advise(before, "thinking"));
    let advice: Advice[] | null = null;
    // others who act meanwhile call the thought off; it is begun anew as long as the question stays
    while (advice === null && state.peek().advice === "thinking")
      advice = await table.hint(1000).catch(() => []);
    put((before) => choosing.answer(before, advice));
  };

  const dropHint = (): void => put((before) => choosing.advise(before, null));

  useReaction(() => {
    const glimpse = now.value;
    untracked(() =>
      put((before) =>
        choosing.ask(before, glimpse, {
          handing: table.handTo.peek() !== null,
          waits: (action) =>
            settings.peek().confirm === "always" || isGrave(ui, glimpse!.view, action),
        }),
      ),
    );
  });
  useForced(store, perform);
  const hold = (): void => {
    if (state.peek().forced) put(choosing.hold);
  };
  const touching = useTouch(table, ui, store, perform);
  const acts = { perform, undo: takeBack, cancel, more, askHint, dropHint, why, hold };
  return { ...store, ...acts, ...touching };
}

/** What each action that begins like what is chosen would lead to: all but its last word is said. */
export function useProspects(
  table: TableModel,
  ui: GameUi,
  { picked, staged }: Pick<Store, "picked" | "staged">,
) {
  const found = useSignal<Record<string, Preview>>({});
  const sought = useComputed(() => {
    const words = staged.value?.split(" ").slice(0, -1) ?? picked.value;
    const legal = (ui.compares && words.length > 1 && table.glimpse.value?.legal) || [];
    return legal.filter((action) => action.startsWith(`${words.join(" ")} `)).join("\n");
  });
  useReaction(() => {
    const [asked, actions] = [table.glimpse.value, sought.value];
    found.value = {};
    if (actions === "") return;
    const show = (all: Preview[]): void => {
      if (sought.peek() !== actions || table.glimpse.peek() !== asked) return;
      found.value = Object.fromEntries(actions.split("\n").map((action, i) => [action, all[i]!]));
    };
    const all = actions.split("\n").map((action) => table.preview(action));
    Promise.all(all).then(show, () => undefined);
  });
  return found;
}

const wouldAt = (target: EventTarget | null): string | null =>
  (target as Element).closest<HTMLElement>("[data-would]")?.dataset["would"] ?? null;

/** What a table listens to, for places that would end an action: the mouse over them, or the keys at
 * them. */
const considering = (considered: Signal<string | null>) => ({
  onPointerMove: ({ pointerType, target }: PointerEvent): void => {
    if (pointerType === "mouse") considered.value = wouldAt(target);
  },
  onPointerLeave: (): void => {
    considered.value = null;
  },
  onFocusIn: ({ target }: FocusEvent): void => {
    if ((target as Element).matches(":focus-visible")) considered.value = wouldAt(target);
  },
  onFocusOut: (): void => {
    considered.value = null;
  },
});

/** What is staged or planned is looked into once a choice is made; dropped when it changes. */
export function usePreview(table: TableModel, { staged, plan }: Pick<Store, "staged" | "plan">) {
  const considered = useSignal<string | null>(null);
  const foreseen = useSignal<Preview | null>(null);
  const awaited = useSignal(false);
  /** A line each: so a choice that is made again is the same. */
  const sought = useComputed(
    () => staged.value ?? considered.value ?? plan.value?.tried.join("\n") ?? "",
  );
  // what the keys are at has been done, or can no longer be
  useReaction(() => {
    table.glimpse.value;
    considered.value = null;
  });
  useReaction(() => {
    const actions = sought.value;
    foreseen.value = null;
    awaited.value = actions !== "";
    if (actions === "") return;
    const show = (found: Preview | null): void => {
      if (sought.peek() !== actions) return;
      foreseen.value = found;
      awaited.value = false;
    };
    table.preview(...actions.split("\n")).then(show, () => show(null));
  });
  return { foreseen, awaited, considered, considering: considering(considered) };
}
