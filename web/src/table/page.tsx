// A table: board, players, hand, what can be done, log. It knows no game.
import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { titleOf } from "../assets";
import type { Glimpse, Result } from "../engine/types";
import type { BoardProps, GameUi } from "../games/contract";
import { nextPlace } from "../model/choosing";
import { stepInWords } from "../model/log";
import { namesOf, type TableModel } from "../model/table";
import { Petals, SeatFlower } from "../ui/flower";
import { RulesSheet } from "../ui/rules";
import { Icon } from "../ui/icons";
import { has, list, t, textOr } from "../words/words";
import { ActionBar, stage } from "./actions";
import { useChoosing, usePreview, useProspects } from "./choosing";
import { Explainer } from "./explain";
import { Hints } from "./hints";
import { Keys } from "./keys";
import { isAsked, useStory } from "./log";
import { useMarks } from "./marks";
import { TableMenu } from "./menu";
import { Ending, HandOver, useAfter, winnersOf, type After } from "./moments";
import { Panel, Ticker } from "./panel";
import { Players } from "./players";
import { RoomBanners } from "./room";

interface Props {
  table: TableModel;
  ui: GameUi;
}

/** The tab says whose turn it is. */
function useTitle(game: string, mine: boolean): void {
  const title = mine ? t("title.turn", { game }) : t("title.page", { page: game });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

const isTurn = (now: Glimpse | null, seat: number | null): boolean =>
  seat !== null && !!now?.actors.includes(seat) && !now.result;

/** The text for the next word of an action that has been begun, with its first word if there is one; or
 * for all that are missing, where they can be chosen in any order. */
function nextText(game: string, picked: readonly string[], place: number): string {
  const [verb, first] = picked;
  const gaps = picked.flatMap((word, i) => (word ? [] : [t(`${game}.next.${verb}.${i}`)]));
  if (has(`${game}.next`) && gaps.length)
    return t(`${game}.next`, { what: list([...new Set(gaps)]) });
  const more = first && textOr(`${game}.next.${verb}.${first}.${place}`);
  return more || textOr(`${game}.next.${verb}.${place}`);
}

/** What is asked: the next word of the action that has been begun, to confirm it once all is said, or
 * else what the game says. What goes by itself or can be repeated is not asked about. */
export function asked(
  ui: GameUi,
  { view, actors, facts }: Glimpse,
  seat: number | null,
  names: string[],
  { picked, staged, state }: Pick<Parts["choosing"], "picked" | "staged" | "state">,
): string {
  const chosen = { picked: picked.value, staged: staged.value };
  const place = nextPlace(chosen.picked, chosen.staged);
  const next = place === null ? "" : nextText(ui.id, chosen.picked, place);
  const { forced, gathered } = state.value;
  const again = (action: string): boolean =>
    (ui.repeats?.(view, action) ?? 1) > gathered.length + 1;
  const all = chosen.picked.length > 0 && !forced && chosen.staged;
  if (all && !again(all)) return textOr(`${ui.id}.next.${chosen.picked[0]}`, t("table.confirm"));
  return next || ui.prompt(view, seat, actors, names, facts, chosen);
}

/** What a table is made of, as signals. */
function useTable({ table, ui }: Props) {
  const names = useComputed(() => namesOf(table.seats.value));
  const story = useStory(table, ui);
  const choosing = useChoosing(table, ui, story.now, names);
  const preview = usePreview(table, choosing);
  const prospects = useProspects(table, ui, choosing);
  const rule = useSignal<string | null>(null);
  const marks = useMarks(ui, story.shown, table.seat.value);
  const recap = (): void => {
    choosing.dropHint(); // hints are about the present
    void story.replay();
  };
  return { names, story, choosing, preview, prospects, rule, marks, recap };
}

type Parts = ReturnType<typeof useTable>;

function boardProps(table: TableModel, board: Glimpse, parts: Parts): BoardProps {
  const { names, story, choosing, preview, rule } = parts;
  return {
    view: board.view,
    facts: board.facts,
    seat: table.seat.value,
    names: names.value,
    legal: table.handTo.value === null ? board.legal : [],
    picked: choosing.picked,
    staged: choosing.staged,
    plan: choosing.plan,
    more: choosing.more,
    gathered: choosing.state.value.gathered,
    story: board.story,
    scene: story.step.value === null ? story.scene.value : null,
    considered: preview.considered,
    foreseen: preview.foreseen.value,
    after: preview.foreseen.value?.view ?? null,
    prospects: parts.prospects.value,
    why: choosing.why,
    explain: (key) => {
      rule.value = key;
    },
  };
}

/** What is going on: what is seen again, a scene, or what is asked. */
function sentence(table: TableModel, ui: GameUi, now: Glimpse, parts: Parts): string {
  const { story, names, choosing } = parts;
  const step = story.step.value;
  if (step !== null)
    return stepInWords(table.game, story.log.value, step, names.value) || t("table.past");
  if (story.held.value && isAsked(table))
    return t(table.room?.clocks.value ? "table.next_clock" : "table.next");
  if (story.held.value) return textOr(`${table.game}.scene.${story.scene.value?.name}`);
  return asked(ui, now, table.seat.value, names.value, choosing);
}

/** Scenes that nothing waits for go when something is chosen. */
function usePutAway({ choosing, story }: Parts): void {
  const chose = choosing.picked.value.length > 0;
  useLayoutEffect(() => {
    if (chose) story.putAway();
  }, [chose]);
}

/** The hints that were asked for. */
function Advised({
  choosing,
  ...shown
}: Props & { props: BoardProps; prompt: string; choosing: Parts["choosing"] }) {
  const { advice } = choosing.state.value;
  if (!advice) return null;
  const close = (): void => {
    choosing.dropHint();
    document.querySelector<HTMLElement>(".action-bar .hint")?.focus();
  };
  return <Hints {...shown} advice={advice} stage={stage} close={close} />;
}

function Ended(end: Props & { now: Glimpse & { result: Result }; after: After }) {
  const { table, ui, now, after } = end;
  const { view, facts, result, story } = now;
  const names = namesOf(table.seats.value);
  return (
    <Ending table={table} names={names} result={result} after={after}>
      <ui.Summary {...{ view, facts, names, result, story }} />
    </Ending>
  );
}

/** The game, where it is, and whose turn it is. */
function Head({ table, ui, now, children }: Props & { now: Glimpse; children: ComponentChildren }) {
  return (
    <header class="table-head">
      <a href="/" class="back" aria-label={t("nav.home")}>
        <Icon name="back" />
      </a>
      <h1 tabIndex={-1}>{titleOf(table.game)}</h1>
      <p class="phase">{ui.phase(now.view, now.facts)}</p>
      <SeatFlower players={table.players} actors={now.actors} thinking={table.thinking.value} />
      {children}
    </header>
  );
}

/** The device goes to somebody else. */
function Handing({ table, names }: { table: TableModel; names: string[] }) {
  const to = table.handTo.value;
  if (to === null) return null;
  const seen = table.seat.value !== null;
  return <HandOver key={to} name={names[to] ?? ""} seen={seen} take={() => table.takeDevice()} />;
}

export function TablePage({ table, ui }: Props) {
  const parts = useTable({ table, ui });
  const { names, story, choosing, preview, rule, marks } = parts;
  const now = story.shown.value;
  const board = story.board.value;
  const seat = table.seat.value;
  useTitle(titleOf(table.game), isTurn(now, seat));
  usePutAway(parts);
  const after = useAfter(table);
  const keys = useSignal(false);
  /** The end was reached while somebody looked. */
  const seen = useRef(false);
  if (now && !now.result) seen.current = true;
  if (!now || !board) return <p class="waiting">{t("table.loading")}</p>;

  const past = story.step.value !== null;
  const props = boardProps(table, board, parts);
  const prompt = sentence(table, ui, now, parts);
  // a scene that nothing waits for lies over the board alone
  const { view, facts } = story.held.value ? board : now;
  return (
    <main
      class={`table ${table.game} ${table.room && seat === null ? "watching" : ""}`}
      data-moves={now.history.length}
      {...preview.considering}
      onPointerDown={choosing.hold}
      onKeyDown={(event) => {
        choosing.hold();
        if (event.key === "Escape" && !event.defaultPrevented) choosing.cancel();
      }}
    >
      <a class="skip" href="#actions" onClick={focusActions}>
        {t("nav.skip")}
      </a>
      <Head table={table} ui={ui} now={now}>
        <TableMenu
          table={table}
          openRules={() => (rule.value = "")}
          openKeys={() => (keys.value = true)}
        />
      </Head>
      {table.room && <RoomBanners room={table.room} />}
      <Ticker game={table.game} entries={story.log.value.entries} names={names.value} />
      <Players table={table} ui={ui} now={now} entries={story.log.value.entries} />
      <section
        class={past ? "board past" : "board"}
        aria-label={t("table.board")}
        onClickCapture={choosing.touch}
        onClick={(event) => {
          marks.touch(event);
          choosing.touched(event);
        }}
      >
        <ui.Board {...props} />
        {now.result && seen.current && <Petals seats={winnersOf(now.result)} />}
      </section>
      {now.result ? (
        <Ended table={table} ui={ui} now={{ ...now, result: now.result }} after={after} />
      ) : (
        <section
          class="hand"
          aria-label={t("table.hand")}
          onClickCapture={choosing.touch}
          onClick={choosing.touched}
        >
          {seat !== null && <ui.Hand {...props} view={view} facts={facts} />}
        </section>
      )}
      <ActionBar
        ui={ui}
        table={table}
        props={props}
        prompt={prompt}
        state={choosing.state.value}
        awaited={preview.awaited.value}
        missed={past || story.held.value ? 0 : story.log.value.trail.length - 1}
        perform={choosing.perform}
        cancel={choosing.cancel}
        undo={() => void choosing.undo()}
        askHint={() => void choosing.askHint()}
        behind={past ? 0 : story.behind.value}
        catchUp={story.catchUp}
        showMissed={parts.recap}
        acted={story.held.value}
        after={now.result && after}
      />
      <Advised table={table} ui={ui} props={props} prompt={prompt} choosing={choosing} />
      <Panel
        game={table.game}
        entries={story.log.value.entries}
        names={names.value}
        looking={marks}
        room={table.room}
        acted={story.held.value}
      />
      <Explainer ui={ui} board={props} whyNot={(action) => table.whyNot(action)} />
      {!story.held.value && <Handing table={table} names={names.value} />}
      {keys.value && <Keys close={() => (keys.value = false)} />}
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
