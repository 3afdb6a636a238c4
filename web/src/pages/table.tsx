// A table: board, players, hand, what can be done, log. It knows no game.
import { useComputed, useSignal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Advice, View } from "../engine/types";
import type { BoardProps, Effect, GameUi, Plan } from "../games/contract";
import { namesOf, type TableModel } from "../model/table";
import { SeatFlower } from "../ui/flower";
import { SeatMark } from "../ui/seat";
import { doing, done, figure, list, t } from "../words/words";
import { useLog } from "./log";

interface Props {
  table: TableModel;
  ui: GameUi;
}

/** A preview of what is staged: asked for once a choice is made, dropped when it changes. */
function usePreview(table: TableModel, staged: ReadonlySignal<string | null>) {
  const after = useSignal<View | null>(null);
  useSignalEffect(() => {
    const action = staged.value;
    after.value = null;
    if (action === null) return;
    table
      .preview(action)
      .then((view) => {
        if (staged.peek() === action) after.value = view;
      })
      .catch(() => undefined);
  });
  return after;
}

export function TablePage({ table, ui }: Props) {
  const picked = useSignal<string[]>([]);
  const staged = useSignal<string | null>(null);
  const plan = useSignal<Plan | null>(null);
  const refusal = useSignal<string | null>(null);
  const advice = useSignal<Advice[] | null>(null);
  const busy = useSignal(false);
  const after = usePreview(table, staged);
  const names = useComputed(() => namesOf(table.seats.value));
  const { lines, glimpse } = useLog(table, ui, names);

  const asked = useRef("");
  useSignalEffect(() => {
    // While others seal what they choose at the same time, what we are choosing stays.
    const now = glimpse.value;
    const question = now ? `${now.history.length}\n${now.legal.join("\n")}` : "";
    if (question === asked.current) return;
    asked.current = question;
    picked.value = [];
    staged.value = null;
    plan.value = null;
    refusal.value = null;
    advice.value = null;
  });

  const now = glimpse.value;
  if (!now) return <p class="waiting">{t("table.loading")}</p>;
  const seat = table.seat.value;
  const legal = table.handTo.value === null ? now.legal : [];
  const props: BoardProps = {
    view: now.view,
    seat,
    names: names.value,
    legal,
    picked,
    staged,
    plan,
    history: now.history,
    after: after.value,
    why: (action) => {
      void table.whyNot(action).then((why) => {
        refusal.value = why;
      });
    },
    explain: (rule) => {
      location.assign(`/learn/${table.game}#${rule}`);
    },
  };
  const perform = async (action: string): Promise<void> => {
    if (busy.value) return;
    if (ui.grave(now.view, action) && !confirm(t("table.sure", { what: doing(table.game, action, names.value) })))
      return;
    busy.value = true;
    try {
      const actions = staged.peek() === null ? plan.peek()?.actions : null;
      for (const one of actions ?? [action]) await table.act(one);
    } catch (error) {
      refusal.value = error instanceof Error ? error.message : String(error);
    } finally {
      busy.value = false;
    }
  };

  return (
    <main class={`table ${table.game}`}>
      <header class="table-head">
        <a href="/" class="back" aria-label={t("nav.home")}>
          ‹
        </a>
        <h1>{t(`game.${table.game}`)}</h1>
        <p class="phase">{ui.phase(now.view)}</p>
        <SeatFlower players={table.players} actors={now.actors} thinking={table.thinking.value} />
      </header>
      <Players table={table} ui={ui} view={now.view} actors={now.actors} />
      <section class="board" aria-label={t("table.board")}>
        <ui.Board {...props} />
        {now.result && (
          <ui.Summary
            view={now.view}
            names={names.value}
            result={now.result}
            history={now.history}
          />
        )}
      </section>
      <section class="hand" aria-label={t("table.hand")}>
        {seat !== null && table.handTo.value === null && <ui.Hand {...props} />}
      </section>
      <ActionBar
        ui={ui}
        table={table}
        props={props}
        prompt={ui.prompt(now.view, seat, now.actors, names.value)}
        refusal={refusal.value}
        advice={advice.value}
        busy={busy.value}
        perform={perform}
        askHint={() => {
          void table.hint(1000).then((best) => {
            advice.value = best;
          });
        }}
      />
      <Log lines={lines.value} />
      {table.handTo.value !== null && (
        <HandOver name={names.value[table.handTo.value] ?? ""} take={() => table.takeDevice()} />
      )}
    </main>
  );
}

function Players(props: { table: TableModel; ui: GameUi; view: View; actors: number[] }) {
  const scores = props.ui.scores(props.view);
  return (
    <ul class="players" aria-label={t("table.players")}>
      {props.table.seats.value.map((info, seat) => (
        <li key={seat} class={props.actors.includes(seat) ? "turn" : ""}>
          <SeatMark seat={seat} />
          <span class="name">{info.name}</span>
          {scores && <b class="score">{figure(scores[seat] ?? 0)}</b>}
          <props.ui.Seat view={props.view} seat={seat} />
        </li>
      ))}
    </ul>
  );
}

interface ActionBarProps {
  table: TableModel;
  ui: GameUi;
  props: BoardProps;
  prompt: string;
  refusal: string | null;
  advice: Advice[] | null;
  busy: boolean;
  perform(action: string): Promise<void>;
  askHint(): void;
}

function ActionBar({ table, ui, props, prompt, refusal, advice, busy, perform, askHint }: ActionBarProps) {
  const plan = props.staged.value === null ? (props.plan?.value ?? null) : null;
  const action = plan?.actions[0] ?? props.staged.value;
  const effects: Effect[] =
    action !== null && props.after && props.seat !== null
      ? ui.effects(props.view, props.after, action, props.seat, props.names)
      : [];
  return (
    <section class="action-bar" aria-label={t("table.actions")}>
      <p class="prompt" role="status">
        {prompt}
      </p>
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
      <ul class="effects" aria-live="polite">
        {effects.map((effect, i) => (
          <li key={i} class={effect.tone}>
            {effect.text}
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" disabled={!table.canUndo.value} onClick={() => void table.undo()}>
          {t("table.undo")}
        </button>
        {table.mayHint.value && props.legal.length > 0 && (
          <button type="button" onClick={askHint}>
            {t("table.hint")}
          </button>
        )}
        <button
          type="button"
          class="do"
          disabled={action === null || busy}
          onClick={() => action !== null && void perform(action)}
        >
          {plan?.label ?? (action === null ? t("table.do") : doing(table.game, action, props.names))}
        </button>
      </div>
      {advice && <Hints table={table} advice={advice} props={props} />}
      <Choices game={table.game} props={props} />
    </section>
  );
}

/** Every legal action as a labelled button: nothing depends on the drawing. */
function Choices({ game, props }: { game: string; props: BoardProps }) {
  const filter = useSignal("");
  if (props.legal.length === 0) return null;
  const named = props.legal.map((action) => [action, doing(game, action, props.names)] as const);
  const shown = named.filter(([, label]) =>
    label.toLowerCase().includes(filter.value.toLowerCase()),
  );
  return (
    <details class="choices">
      <summary>{t("table.all_actions", { n: props.legal.length })}</summary>
      {props.legal.length > 12 && (
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
        {shown.slice(0, 100).map(([action, label]) => (
          <li key={action}>
            <button
              type="button"
              data-action={action}
              aria-pressed={props.staged.value === action}
              onClick={() => {
                props.picked.value = action.split(" ");
                props.staged.value = action;
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Hints({ table, advice, props }: { table: TableModel; advice: Advice[]; props: BoardProps }) {
  const seat = props.seat ?? 0;
  return (
    <ol class="hints">
      {advice.map((one) => (
        <li key={one.action}>
          <button type="button" onClick={() => (props.staged.value = one.action)}>
            {doing(table.game, one.action, props.names)}
          </button>
          <span>{t("hint.share", { share: figure((one.win[seat] ?? 0) * 100) })}</span>
          {one.reply && (
            <span>
              {t("hint.reply", { what: done(table.game, one.reply[0], one.reply[1], props.names) })}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function Log({ lines }: { lines: string[] }) {
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [lines.length]);
  return (
    <section class="log" aria-label={t("table.log")}>
      <ol ref={end} tabIndex={0}>
        {lines.map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </ol>
      <p class="visually-hidden" aria-live="polite">
        {lines.length > 0 && list(lines.slice(-1))}
      </p>
    </section>
  );
}

function HandOver({ name, take }: { name: string; take(): void }) {
  return (
    <div class="hand-over" role="dialog" aria-modal="true" aria-label={t("table.hand_over", { name })}>
      <p>{t("table.hand_over", { name })}</p>
      <button type="button" class="do" autofocus onClick={take}>
        {t("table.i_am", { name })}
      </button>
    </div>
  );
}
