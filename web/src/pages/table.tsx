// A table: board, players, hand, what can be done, log. It knows no game.
import { untracked, useComputed, useSignal, type ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Advice, Glimpse, View } from "../engine/types";
import { Refused } from "../engine/types";
import type { BoardProps, GameUi, Plan } from "../games/contract";
import { namesOf, type TableModel } from "../model/table";
import { settings } from "../settings";
import { ask } from "../ui/dialog";
import { SeatFlower } from "../ui/flower";
import { explain } from "../ui/refusals";
import { SeatMark } from "../ui/seat";
import { because, doing, figure, t } from "../words/words";
import { ActionBar } from "./actions";
import { useStory } from "./log";
import { Panel } from "./panel";
import { Ending, HandOver } from "./moments";
import { Clocked, RoomBanners } from "./room";
import { RulesSheet } from "./rules";
import { TableMenu } from "./menu";
import { useReaction } from "../ui/reaction";

interface Props {
  table: TableModel;
  ui: GameUi;
}

/** How long a step that is the only one possible is shown before it goes by itself. */
const FORCED_MS = 1400;

/** A preview of what is staged: asked for once a choice is made, dropped when it changes. */
function usePreview(table: TableModel, staged: ReadonlySignal<string | null>) {
  const after = useSignal<View | null>(null);
  const awaited = useSignal(false);
  useReaction(() => {
    const action = staged.value;
    after.value = null;
    awaited.value = action !== null;
    if (action === null) return;
    const show = (view: View | null): void => {
      if (staged.peek() !== action) return;
      after.value = view;
      awaited.value = false;
    };
    table.preview(action).then(show, () => show(null));
  });
  return { after, awaited };
}

/** Whether this action is to be asked about first. */
function isGrave(ui: GameUi, view: View, action: string): boolean {
  const { confirm } = settings.value;
  return confirm === "always" || (confirm === "grave" && ui.grave(view, action));
}

function useChoosing(table: TableModel, ui: GameUi, now: ReadonlySignal<Glimpse | null>) {
  const picked = useSignal<string[]>([]);
  const staged = useSignal<string | null>(null);
  const plan = useSignal<Plan | null>(null);
  const refusal = useSignal<string | null>(null);
  const advice = useSignal<Advice[] | "thinking" | null>(null);
  const busy = useSignal(false);
  const forced = useSignal(false);
  /** After something was taken back nothing goes by itself. */
  const takenBack = useSignal(false);
  const names = useComputed(() => namesOf(table.seats.value));

  const dropChoice = (): void => {
    picked.value = [];
    staged.value = null;
    plan.value = null;
  };

  /** Does what is staged, or else what is planned. */
  const perform = async (action: string): Promise<void> => {
    const view = now.peek()?.view;
    if (busy.value || !view) return;
    forced.value = false;
    const planned = staged.peek() === null ? plan.peek() : null;
    if (isGrave(ui, view, action)) {
      const what = planned?.label ?? doing(table.game, action, names.peek());
      if (!(await ask(what, t("table.do_it"), { text: t("table.sure") }))) return;
    }
    busy.value = true;
    takenBack.value = false;
    const asked = question.peek();
    try {
      for (const one of planned?.actions ?? [action]) await table.act(one);
      // of two equal cards the second can be laid just like the first, but is not chosen yet
      if (question.peek() === asked) dropChoice();
    } catch (error) {
      refusal.value = explain(error);
    } finally {
      busy.value = false;
    }
  };

  const undo = async (): Promise<void> => {
    takenBack.value = true;
    try {
      await table.undo();
    } catch (error) {
      if (!(error instanceof Refused && error.code === "undo_barrier" && table.room))
        refusal.value = explain(error);
      else if (await ask(t("undo.ask"), t("undo.ask_them"), { text: t("undo.ask_why") }))
        await table.room.askUndo().catch((problem) => (refusal.value = explain(problem)));
    }
  };

  const askHint = async (): Promise<void> => {
    if (!table.mayHint.peek()) {
      refusal.value = t("hint.forbidden");
      return;
    }
    advice.value = "thinking";
    advice.value = await table.hint(1000).catch(() => null);
  };

  /** While others seal what they choose at the same time, what we are choosing stays. */
  const question = useComputed(() => {
    const glimpse = now.value;
    return glimpse ? `${glimpse.history.length}\n${glimpse.legal.join("\n")}` : "";
  });
  useReaction(() => {
    question.value;
    const glimpse = now.peek();
    dropChoice();
    refusal.value = null;
    advice.value = null;
    const only = glimpse?.legal.length === 1 ? glimpse.legal[0]! : null;
    const goes =
      only !== null &&
      !takenBack.peek() &&
      table.handTo.peek() === null &&
      !untracked(() => isGrave(ui, glimpse!.view, only));
    forced.value = goes;
    if (!goes) return;
    staged.value = only;
    const timer = setTimeout(() => {
      if (forced.peek() && staged.peek() === only) void perform(only);
    }, FORCED_MS);
    return () => clearTimeout(timer);
  });

  return { names, picked, staged, plan, refusal, advice, busy, forced, perform, undo, askHint };
}

/** The tab says whose turn it is. */
function useTitle(game: string, mine: boolean): void {
  const title = mine ? t("title.turn", { game }) : t("title.page", { page: game });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

export function TablePage({ table, ui }: Props) {
  const names = useComputed(() => namesOf(table.seats.value));
  const story = useStory(table, ui, names);
  const choosing = useChoosing(table, ui, story.now);
  const { picked, staged, plan, refusal } = choosing;
  const { after, awaited } = usePreview(table, staged);
  const rule = useSignal<string | null>(null);
  const now = story.shown.value;
  const seat = table.seat.value;
  useTitle(
    t(`game.${table.game}`),
    seat !== null && (now?.actors.includes(seat) ?? false) && !now?.result,
  );
  if (!now) return <p class="waiting">{t("table.loading")}</p>;

  const handing = table.handTo.value;
  const props: BoardProps = {
    view: now.view,
    seat,
    names: names.value,
    legal: handing === null ? now.legal : [],
    picked,
    staged,
    plan,
    history: now.history,
    after: after.value,
    why: (action, tell) => {
      void table.whyNot(action).then((why) => {
        if (why && tell) tell(why);
        else refusal.value = why && because(why);
      });
    },
    explain: (key) => {
      rule.value = key;
    },
  };
  const past = story.step.value !== null;
  return (
    <main
      class={`table ${table.game}`}
      data-moves={now.history.length}
      onPointerDown={() => (choosing.forced.value = false)}
      onKeyDown={() => (choosing.forced.value = false)}
    >
      <a class="skip" href="#actions" onClick={focusActions}>
        {t("nav.skip")}
      </a>
      <header class="table-head">
        <a href="/" class="back" aria-label={t("nav.home")}>
          ‹
        </a>
        <h1 tabIndex={-1}>{t(`game.${table.game}`)}</h1>
        <p class="phase">{ui.phase(now.view)}</p>
        <SeatFlower players={table.players} actors={now.actors} thinking={table.thinking.value} />
        <TableMenu table={table} openRules={() => (rule.value = "")} />
      </header>
      {table.room && <RoomBanners room={table.room} />}
      <Players table={table} ui={ui} view={now.view} actors={now.actors} />
      <section class={past ? "board past" : "board"} aria-label={t("table.board")}>
        <ui.Board {...props} />
        {now.result && (
          <Ending table={table} names={names.value} result={now.result}>
            <ui.Summary
              view={now.view}
              names={names.value}
              result={now.result}
              history={now.history}
            />
          </Ending>
        )}
      </section>
      <section class="hand" aria-label={t("table.hand")}>
        {seat !== null && <ui.Hand {...props} />}
      </section>
      <ActionBar
        ui={ui}
        table={table}
        props={props}
        prompt={past ? t("table.past") : ui.prompt(now.view, seat, now.actors, names.value)}
        refusal={refusal.value}
        advice={choosing.advice.value}
        busy={choosing.busy.value}
        awaited={awaited.value}
        forced={choosing.forced.value}
        missed={past ? 0 : story.trail.value.length - 1}
        perform={choosing.perform}
        undo={() => void choosing.undo()}
        askHint={() => void choosing.askHint()}
        showMissed={() => void story.replay()}
      />
      <Panel entries={story.entries.value} names={names.value} room={table.room} />
      {handing !== null && (
        <HandOver
          key={handing}
          name={names.value[handing] ?? ""}
          seen={seat !== null}
          take={() => table.takeDevice()}
        />
      )}
      {rule.value !== null && (
        <RulesSheet ui={ui} rule={rule.value} close={() => (rule.value = null)} />
      )}
    </main>
  );
}

function focusActions(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>(".action-bar .prompt")?.focus();
}

function Players(props: { table: TableModel; ui: GameUi; view: View; actors: number[] }) {
  const scores = props.ui.scores(props.view);
  const names = namesOf(props.table.seats.value);
  return (
    <ul class="players" aria-label={t("table.players")} tabIndex={0}>
      {props.table.seats.value.map((info, seat) => (
        <li
          key={seat}
          class={props.actors.includes(seat) ? "turn" : ""}
          aria-current={props.actors.includes(seat) ? "true" : undefined}
        >
          <SeatMark seat={seat} />
          <span class="name">{names[seat]}</span>
          {info.level && <small class="level">{t(`level.${info.level}`)}</small>}
          {info.away && <small class="away">{t("seat.away")}</small>}
          {scores && <b class="score">{figure(scores[seat] ?? 0)}</b>}
          {props.table.room && <Clocked room={props.table.room} seat={seat} />}
          <props.ui.Seat view={props.view} seat={seat} />
        </li>
      ))}
      {props.ui.Others && <props.ui.Others view={props.view} />}
    </ul>
  );
}
