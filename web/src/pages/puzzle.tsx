// A decision to find: a position on its board, with all the usual ways to choose, and then what was
// thought of the choice. A review's "try again" and practice are made of it.
import { batch, useComputed, useSignal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { titleOf, usualLevel } from "../assets";
import type { GameRecord, Glimpse, Verdict } from "../engine/types";
import type { BoardProps, GameUi } from "../games/contract";
import { goOnFrom } from "../model/choice";
import { PuzzleTable, type Puzzle } from "../model/puzzle";
import { isRight } from "../model/review";
import { namesOf, type SeatInfo } from "../model/table";
import { targetsOf } from "../model/targets";
import { go } from "../router";
import { ActionBar } from "../table/actions";
import { useChoosing, usePreview, useProspects } from "../table/choosing";
import { Explainer } from "../table/explain";
import { Rings } from "../table/hints";
import { asked } from "../table/page";
import { Players } from "../table/players";
import { Icon } from "../ui/icons";
import { explain } from "../ui/refusals";
import { RulesSheet } from "../ui/rules";
import { Trouble, Waiting } from "../ui/states";
import { t } from "../words/words";
import { Explanation, ringed, WhyWrong } from "./decision";

interface Props {
  ui: GameUi;
  puzzle: Puzzle;
  /** Where it comes from, beside the name of the game. */
  text: string;
  /** What is to be found; it stands where one is told what to do. */
  task: string;
  /** What leaving it is called. */
  back: string;
  /** Actions that are right, whatever is thought of them here. */
  best: readonly string[];
  leave(): void;
  /** How it went at the first try. */
  answered?(right: boolean): void;
  /** Shows the answer to those who give up. */
  reveal?: () => void;
  next?: () => void;
}

// ------------------------------------------------------------------------------ table

/** The table of a puzzle, once its position is there; what went wrong, if anything. */
function usePuzzleTable(puzzle: Puzzle) {
  const table = useMemo(() => new PuzzleTable(puzzle), [puzzle]);
  const problem = useSignal<unknown>(null);
  useEffect(() => {
    table.ready().catch((error: unknown) => (problem.value = error));
    return () => table.close();
  }, [table]);
  return { table, problem };
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = t("title.page", { page: title });
  }, [title]);
}

/** Whether a choice is right, and how often somebody has chosen. */
function useAnswer({ best, answered }: Props, table: PuzzleTable) {
  /** The answer is shown, though it was not found; "instead": without a choice. */
  const shown = useSignal<false | "after" | "instead">(false);
  const first = useRef(true);
  const verdict = table.verdict.value;
  const right =
    verdict !== null &&
    shown.value !== "instead" &&
    (isRight(verdict) || best.includes(verdict.played));
  useEffect(() => {
    if (!verdict || !first.current) return;
    first.current = false;
    answered?.(right);
  }, [verdict]);
  const giveUp = async (): Promise<void> => {
    const found = await table.judge(best[0]!);
    batch(() => {
      shown.value = "instead";
      table.verdict.value = found;
    });
  };
  return { shown, right, verdict, giveUp };
}

export function PuzzlePage(props: Props) {
  const { table, problem } = usePuzzleTable(props.puzzle);
  useTitle(titleOf(props.ui.id));
  if (problem.value) return <Trouble title={t("trouble.record")} text={explain(problem.value)} />;
  return table.glimpse.value ? (
    <Opened {...props} table={table} now={table.glimpse.value} />
  ) : (
    <Waiting />
  );
}

/** Nothing here is for good, so nothing is asked about. */
const carefree = (ui: GameUi): GameUi => ({ ...ui, grave: () => false });

function useBoard(ui: GameUi, table: PuzzleTable, now: Glimpse, done: boolean) {
  const names = useComputed(() => namesOf(table.seats.value));
  const choosing = useChoosing(
    table,
    useMemo(() => carefree(ui), [ui]),
    table.glimpse,
    names,
  );
  const preview = usePreview(table, choosing);
  const prospects = useProspects(table, ui, choosing);
  const rule = useSignal<string | null>(null);
  const board: BoardProps = {
    view: now.view,
    facts: now.facts,
    seat: table.seat.value,
    names: names.value,
    legal: done ? [] : now.legal,
    picked: choosing.picked,
    staged: choosing.staged,
    story: now.story,
    foreseen: preview.foreseen.value,
    after: preview.foreseen.value?.view ?? null,
    prospects: prospects.value,
    ...(done && { replay: true }),
    why: choosing.why,
    explain: (key) => (rule.value = key),
  };
  return { names: names.value, choosing, preview, rule, board };
}

/** What is asked here, and then what every puzzle asks, where there is room for it. */
const Asked = ({ step, task }: { step: string; task: string }) => (
  <>
    {step} <span class="task">{task}</span>
  </>
);

function Opened(props: Props & { table: PuzzleTable; now: Glimpse }) {
  const { ui, table, now, text, leave } = props;
  const answer = useAnswer(props, table);
  const { verdict } = answer;
  // what was right is done
  const seen = (answer.right && table.made.value) || now;
  const { names, choosing, preview, rule, board } = useBoard(ui, table, seen, verdict !== null);
  const busy = choosing.state.value.busy;
  const step = asked(ui, now, table.seat.value, names, choosing);
  const isBegun = board.picked.value.length > 0;
  return (
    <main
      class={`table ${ui.id} puzzle`}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) choosing.cancel();
      }}
    >
      <header class="table-head">
        <button type="button" class="plain back" aria-label={t("puzzle.leave")} onClick={leave}>
          <Icon name="back" />
        </button>
        <h1 tabIndex={-1}>{titleOf(ui.id)}</h1>
        <p class="phase">{text}</p>
      </header>
      <Players table={table} ui={ui} now={seen} entries={[]} />
      <section class="board" aria-label={t("table.board")}>
        <ui.Board {...board} />
      </section>
      {/* as it was when this was asked, so that nothing moves */}
      <section class="hand" aria-label={t("table.hand")} inert={verdict !== null}>
        <ui.Hand {...board} legal={now.legal} replay={false} />
      </section>
      <ActionBar
        ui={ui}
        table={table}
        props={board}
        prompt={busy ? t("hint.thinking") : isBegun ? step : <Asked {...props} step={step} />}
        state={choosing.state.value}
        awaited={preview.awaited.value}
        missed={0}
        perform={choosing.perform}
        cancel={choosing.cancel}
        undo={() => undefined}
        askHint={props.reveal ?? (() => void answer.giveUp())}
        hint={t("puzzle.show")}
        showMissed={() => undefined}
        after={null}
      />
      {verdict && <Answer {...props} {...answer} verdict={verdict} names={names} now={now} />}
      {verdict && (answer.right || answer.shown.value !== false) && (
        <Rings {...ringed(verdict)} about={ui.targets ?? targetsOf} props={board} />
      )}
      <Explainer ui={ui} board={board} whyNot={(action) => table.whyNot(action)} />
      {rule.value !== null && (
        <RulesSheet ui={ui} rule={rule.value} close={() => (rule.value = null)} />
      )}
    </main>
  );
}

// ----------------------------------------------------------------------------- answer

interface AnswerProps extends Props {
  table: PuzzleTable;
  now: Glimpse;
  names: string[];
  verdict: Verdict;
  right: boolean;
  shown: Signal<false | "after" | "instead">;
}

/** A loss below this is hardly one. */
const CLOSE = 0.05;

function tone({ right, shown, verdict }: AnswerProps): "right" | "close" | "wrong" | "answer" {
  if (shown.value === "instead") return "answer";
  return right ? "right" : verdict.loss < CLOSE ? "close" : "wrong";
}

function Answer(props: AnswerProps) {
  const { ui, table, now, names, verdict, right, shown, puzzle, next } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [verdict]);
  const open = right || shown.value !== false;
  const goOn = (): void => {
    const { record, at } = puzzle;
    const action = right ? verdict.played : verdict.best;
    const actions = [...record.actions.slice(0, at), [verdict.seat, action] as [number, string]];
    go(goOnFrom({ ...record, actions }, verdict.seat, usualLevel()));
  };
  const decision = {
    ...{ ui, verdict, names },
    facts: now.facts,
    preview: (action: string) => table.preview(action),
    label: t(shown.value === "instead" ? "puzzle.best" : "puzzle.chosen"),
  };
  return (
    <section class="decision" aria-label={t("puzzle.answer")}>
      <header>
        <h2 tabIndex={-1} ref={heading} class={tone(props)}>
          {t(`puzzle.${tone(props)}`)}
        </h2>
      </header>
      <div class="decision-body" tabIndex={0}>
        {open ? <Explanation {...decision} /> : <WhyWrong {...decision} />}
      </div>
      <div class="buttons">
        {!open && (
          <>
            <button type="button" onClick={() => (shown.value = "after")}>
              {t("puzzle.show")}
            </button>
            <button type="button" class="do" onClick={() => table.again()}>
              {t("review.try")}
            </button>
          </>
        )}
        {open && (
          <button type="button" onClick={goOn}>
            {t("puzzle.go_on")}
          </button>
        )}
        {open && (
          <button type="button" class="do" onClick={next ?? props.leave}>
            {next ? t("puzzle.next") : props.back}
          </button>
        )}
      </div>
    </section>
  );
}

// -------------------------------------------------------------------------- try again

/** A decision of a record once more. Whoever gives up goes back to what was said of it. */
export function TryAgain(props: {
  record: GameRecord;
  ui: GameUi;
  seats: SeatInfo[];
  at: number;
  /** What the review says of it. */
  known: Verdict | null;
  leave(): void;
}) {
  const { record, ui, seats, at, known, leave } = props;
  const puzzle = useMemo(() => ({ record, at, seats, known }), [record, at]);
  return (
    <PuzzlePage
      {...{ ui, puzzle, leave }}
      text={t("review.try")}
      task={t("puzzle.better")}
      back={t("review.back")}
      best={[]}
      reveal={leave}
    />
  );
}
