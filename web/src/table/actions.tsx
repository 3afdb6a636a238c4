// What can be done now: the sentence, the effects, the one button that does it, and every action in a
// list, so that nothing depends on the drawing.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { BoardProps, Effect, GameUi } from "../games/contract";
import { effectsOf } from "../games/effects";
import type { Choosing } from "../model/choosing";
import type { TableModel } from "../model/table";
import { Icon } from "../ui/icons";
import { AfterButtons, type After } from "./moments";
import { doing, language, t } from "../words/words";

interface Props {
  table: TableModel;
  ui: GameUi;
  props: BoardProps;
  prompt: ComponentChildren;
  state: Choosing;
  /** What the chosen action would do is being found out. */
  awaited: boolean;
  /** How many moves have happened since our last one; they can be seen again. */
  missed: number;
  perform(action: string, label?: string): Promise<void>;
  undo(): void;
  cancel(): void;
  askHint(): void;
  /** What the button for hints says, if it is for something else. */
  hint?: string;
  showMissed(): void;
  /** A scene is acted out: what it says and asks may be here. */
  acted?: boolean;
  /** How many moves of the others are still to be shown, and a way past them. */
  behind?: number;
  catchUp?(): void;
  /** The game is over. */
  after: After | null;
}

/** Keeps the focus at the table when what had it has gone. */
function useFocusKept(changes: unknown) {
  const prompt = useRef<HTMLParagraphElement>(null);
  const inside = useRef(false);
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      inside.current = (event.target as Element).closest?.("main.table") !== null;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body)
      prompt.current?.focus({ preventScroll: true });
  }, [changes]);
  return prompt;
}

/** What the action would do that is staged, or that the mouse is over. */
function effectsNow(game: string, ui: GameUi, props: BoardProps): Effect[] {
  const { facts, seat, names, foreseen } = props;
  const action = props.staged.value ?? props.considered?.value ?? null;
  if (action === null || !foreseen || seat === null) return [];
  return effectsOf({ game, seat, names }, ui.changes ?? [], facts, foreseen);
}

/** Whether one more like this can be gathered. */
function canRepeat(ui: GameUi, { view, gathered }: BoardProps, action: string): boolean {
  return (ui.repeats?.(view, action) ?? 1) > (gathered?.length ?? 0) + 1;
}

/** What the button says: the action, how often, or all that goes together. */
function label(game: string, { gathered = [], names }: BoardProps, action: string): string {
  const all = [...gathered, action];
  const kinds = [...new Set(all)].map((one) => {
    const n = all.filter((each) => each === one).length;
    const what = doing(game, one, names);
    return n > 1 ? t("table.times", { n, what }) : what;
  });
  return kinds.join(" · ");
}

/** A button on a phone has room for three lines: the more it says, the smaller. */
const lengthOf = (words: string): string =>
  words.length > 60 ? "longest" : words.length > 24 ? "long" : "";

export function ActionBar(bar: Props) {
  const { table, ui, props, state } = bar;
  const plan = props.staged.value === null ? (props.plan?.value ?? null) : null;
  const action = plan?.actions[0] ?? props.staged.value;
  const prompt = useFocusKept(props.view);
  const effects = effectsNow(table.game, ui, props);
  const planned = plan?.label(props.foreseen);
  const words = planned ?? (action === null ? t("table.do") : label(table.game, props, action));
  const idle = action === null || state.busy;
  const chosen = action !== null || props.picked.value.length > 0;
  const repeatable = props.staged.value !== null && canRepeat(ui, props, props.staged.value);
  return (
    <section class="action-bar" id="actions" aria-label={t("table.actions")}>
      <div class="said">
        <p class="prompt" role="status" tabIndex={-1} ref={prompt}>
          {bar.prompt}
        </p>
        {state.refusal && (
          <p class="refusal" role="alert">
            {state.refusal}
          </p>
        )}
        <ul
          class="effects"
          tabIndex={effects.length > 0 ? 0 : undefined}
          aria-live="polite"
          aria-busy={bar.awaited}
          aria-label={t("table.effects")}
        >
          {effects.map((effect, i) => (
            <li key={i} class={effect.tone}>
              {effect.text}
            </li>
          ))}
        </ul>
      </div>
      <div class="buttons">
        {table.canUndo.value && (
          <button type="button" class="undo" onClick={bar.undo}>
            <Icon name="undo" />
            <span class="words">{t("table.undo")}</span>
          </button>
        )}
        {props.legal.length > 1 && (
          <button
            type="button"
            class="hint"
            aria-disabled={!table.mayHint.value}
            title={table.mayHint.value ? undefined : t("hint.forbidden")}
            onClick={bar.askHint}
          >
            <Icon name="hint" />
            <span class="words">
              {bar.hint ?? t(table.mayHint.value ? "table.hint" : "table.hint_none")}
            </span>
          </button>
        )}
        {bar.missed > 0 && (
          <button type="button" class="missed" title={t("table.past")} onClick={bar.showMissed}>
            <Icon name="again" />
            <span class="words">{t("table.missed", { n: bar.missed })}</span>
          </button>
        )}
        {!!bar.behind && (
          <button type="button" class="live" onClick={bar.catchUp}>
            <b>{t("table.live")}</b>
            <span class="words">{t("table.behind", { n: bar.behind })}</span>
          </button>
        )}
        {props.legal.length > 1 && (
          <button
            type="button"
            class="cancel"
            aria-disabled={!chosen}
            title={t("table.cancel")}
            onClick={bar.cancel}
          >
            <Icon name="cancel" />
            <span class="words">{t("table.cancel")}</span>
          </button>
        )}
        {repeatable && (
          <button
            type="button"
            class="more"
            aria-label={t("table.more")}
            title={t("table.more")}
            onClick={() => props.more?.(props.staged.value!)}
          >
            +1
          </button>
        )}
        {props.legal.length > 0 && (
          <button
            type="button"
            class={`do ${lengthOf(words)} ${state.forced ? "forced" : ""}`}
            aria-disabled={idle}
            onClick={() => !idle && void bar.perform(action, planned)}
          >
            {words}
          </button>
        )}
        {bar.after && <AfterButtons {...bar.after} />}
      </div>
      <Choices game={table.game} props={props} />
      {bar.acted && <div class="acts" />}
    </section>
  );
}

const FEW = 12;
const MOST_SHOWN = 100;

export function stage(props: BoardProps, action: string): void {
  props.picked.value = action.split(" ");
  props.staged.value = action;
}

function Choices({ game, props }: { game: string; props: BoardProps }) {
  const filter = useSignal("");
  const wanted = filter.value.toLowerCase();
  // there may be thousands: they are put into words once, and only as many as can be shown
  const shown = useMemo(() => {
    const words = (action: string) => [action, doing(game, action, props.names)] as const;
    if (!wanted) return props.legal.slice(0, MOST_SHOWN).map(words);
    const fits = ([, label]: readonly [string, string]) => label.toLowerCase().includes(wanted);
    return props.legal.map(words).filter(fits).slice(0, MOST_SHOWN);
  }, [props.legal, wanted, language.value, props.names]);
  if (props.legal.length === 0) return null;
  return (
    <details class="choices">
      <summary>
        <Icon name="list" />
        <span class="visually-hidden">{t("table.all_actions", { n: props.legal.length })}</span>
        <span class="words" aria-hidden="true">
          {t("table.list")}
        </span>
      </summary>
      {props.legal.length > FEW && (
        <label>
          {t("table.filter")}
          <input
            type="search"
            value={filter.value}
            onInput={(event) => (filter.value = event.currentTarget.value)}
          />
        </label>
      )}
      <ul>
        {shown.map(([action, label]) => (
          <li key={action}>
            <button
              type="button"
              data-action={action}
              aria-pressed={props.staged.value === action}
              onClick={() => stage(props, action)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
