// The review of a record, as parts of its replayer: how far it is, how everybody played, what was lost
// where, and one decision at a time.
import { useComputed, useSignal, type ReadonlySignal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { takeEngine } from "../engine/client";
import type {
  GameRecord,
  Line,
  Preview,
  ReviewSummary,
  SeatSummary,
  Verdict,
} from "../engine/types";
import type { GameUi } from "../games/contract";
import { levelName } from "../model/bots";
import { NOTHING_FOUND, share, SIGNS, type Findings, type Place } from "../model/review";
import { Reviewer } from "../model/reviewer";
import { Icon } from "../ui/icons";
import { explain } from "../ui/refusals";
import { SeatMark } from "../ui/seat";
import { doing, figure, t } from "../words/words";
import { Explanation, KindMark, percent } from "./decision";

// ---------------------------------------------------------------------- thinking it through

export interface Review {
  found: ReadonlySignal<Findings>;
  summary: ReadonlySignal<ReviewSummary | null>;
  problem: ReadonlySignal<unknown>;
  /** How much of it is done, 0 … 1. */
  share: ReadonlySignal<number>;
  /** Somebody waits for this verdict. */
  want(at: number): void;
  again(): void;
}

/** Begins when somebody first asks for it, and goes on while the page is open. */
export function useReview(record: GameRecord, place: ReadonlySignal<Place>): Review {
  const reviewer = useSignal<Reviewer | null>(null);
  const asked = place.value !== "none" || reviewer.value !== null;
  const begin = (): void => {
    reviewer.peek()?.close();
    const begun = new Reviewer(record, takeEngine, localStorage);
    reviewer.value = begun;
    void begun.start();
  };
  useEffect(() => {
    if (asked && !reviewer.peek()) begin();
  }, [asked]);
  useEffect(() => {
    if (typeof place.value === "number") reviewer.peek()?.want(place.value);
  }, [place.value]);
  useEffect(() => () => reviewer.peek()?.close(), []);
  return {
    found: useComputed(() => reviewer.value?.found.value ?? NOTHING_FOUND),
    summary: useComputed(() => reviewer.value?.summary.value ?? null),
    problem: useComputed(() => reviewer.value?.problem.value ?? null),
    share: useComputed(() =>
      reviewer.value ? share(reviewer.value.tasks, reviewer.value.found.value) : 0,
    ),
    want: (at) => reviewer.peek()?.want(at),
    again: begin,
  };
}

function Progress({ review }: { review: Review }) {
  const done = review.share.value;
  if (review.problem.value)
    return (
      <p class="refusal" role="alert">
        {explain(review.problem.value)}{" "}
        <button type="button" onClick={review.again}>
          {t("trouble.again")}
        </button>
      </p>
    );
  if (done >= 1) return null;
  const told = t("review.progress", { share: Math.floor(done * 100) });
  return (
    <p class="review-progress">
      <progress max={1} value={done} aria-label={t("review.title")} />
      <span>{told}</span>
    </p>
  );
}

// ------------------------------------------------------------------------ how they played

/** With fewer decisions, a mean says little about whoever made them. */
const LEAST_DECISIONS = 12;

/** "about Club to Expert". */
function levelInWords([weaker, stronger]: SeatSummary["between"]): string {
  if (weaker && stronger)
    return t("review.between", { weaker: levelName(weaker), stronger: levelName(stronger) });
  if (stronger) return t("review.below", { level: levelName(stronger) });
  return weaker ? t("review.above", { level: levelName(weaker) }) : "";
}

const signed = (share: number): string => `${share >= 0 ? "+" : "−"}${percent(Math.abs(share))}`;

/** What luck was worth, or that nobody can tell. */
function luckInWords({ certain, luck, luck_error }: SeatSummary): string {
  if (!certain) return t("review.uncertain");
  return t("review.luck", { luck: signed(luck), error: percent(luck_error) });
}

/** Chances end at none and at certainty, sums of them do not. */
function resultInWords({ certain, result, without_luck }: SeatSummary): string {
  if (!certain || result === null || without_luck === null) return "";
  const share = Math.min(Math.max(without_luck, 0), 1);
  return t("review.result", { result: percent(result), share: percent(share) });
}

/** The lines of a player, each with its name. What means nothing yet is left out. */
function linesOf(line: SeatSummary, whole: boolean): [name: string, text: string][] {
  const { decisions, loss, between } = line;
  const lines: [string, string][] = [
    ["mean", decisions > 0 ? t("review.loss", { n: decisions, share: percent(loss, 1) }) : ""],
    ["strength", whole && decisions >= LEAST_DECISIONS ? levelInWords(between) : ""],
    ["luck_name", whole ? luckInWords(line) : ""],
    ["result_name", whole ? resultInWords(line) : ""],
  ];
  return lines.filter(([, text]) => text !== "");
}

const COUNTS = [
  ["inaccuracy", "inaccuracies"],
  ["mistake", "mistakes"],
  ["blunder", "blunders"],
] as const;

/** How often each kind was found: by their signs, or in words too. */
function Counts({ line, words }: { line: SeatSummary; words: boolean }) {
  return (
    <span class="counts">
      {COUNTS.map(([kind, counted]) => (
        <span key={kind} class={`kind ${kind}`}>
          <b aria-hidden="true">{SIGNS[kind]}</b>{" "}
          <span class={words ? "" : "visually-hidden"}>{t(`review.kinds.${kind}`)}</span>{" "}
          {line[counted]}
        </span>
      ))}
    </span>
  );
}

/** A row for each player, so that what was lost is in sight below them; a tap opens the rest. */
function SeatLine({ line, name, whole }: { line: SeatSummary; name: string; whole: boolean }) {
  return (
    <li class={`seat-line seat-${line.seat}`}>
      <details>
        <summary>
          <span class="who">
            <SeatMark seat={line.seat} /> {name}
          </span>
          <Counts line={line} words={false} />
          <span class="accuracy">
            <span class="visually-hidden">{t("review.accuracy")}</span>{" "}
            <b>
              {line.accuracy === null ? "–" : t("shares.share", { share: figure(line.accuracy) })}
            </b>
          </span>
        </summary>
        <Counts line={line} words />
        <dl>
          {linesOf(line, whole).map(([name, text]) => (
            <div key={name} class={name}>
              <dt class="quiet">{t(`review.${name}`)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </li>
  );
}

// -------------------------------------------------------------------------- what was lost

interface ListProps {
  ui: GameUi;
  names: string[];
  review: Review;
  whose: Signal<number | null>;
  faults: Verdict[];
  /** The decision that one comes back from. */
  looked: number | null;
  decide(at: number): void;
}

function Whose({ names, whose }: Pick<ListProps, "names" | "whose">) {
  return (
    <label class="field">
      <span class="visually-hidden">{t("review.whose")}</span>
      <select
        value={whose.value === null ? "all" : String(whose.value)}
        onChange={({ currentTarget: { value } }) =>
          (whose.value = value === "all" ? null : Number(value))
        }
      >
        <option value="all">{t("review.everyone")}</option>
        {names.map((name, seat) => (
          <option key={seat} value={seat} selected={whose.value === seat}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function FaultLine({ ui, names, verdict, decide }: ListProps & { verdict: Verdict }) {
  return (
    <li>
      <button type="button" data-decision={verdict.at} onClick={() => decide(verdict.at)}>
        <span class="head">
          <KindMark kind={verdict.kind} />
          <span class="cost">{t("review.lost", { share: percent(verdict.loss) })}</span>
        </span>
        <span class="what">
          <SeatMark seat={verdict.seat} />{" "}
          <span class="visually-hidden">{names[verdict.seat]}: </span>
          {doing(ui.id, verdict.played, names)}
        </span>
      </button>
    </li>
  );
}

export function ReviewList(props: ListProps) {
  const { review, names, whose, faults, looked } = props;
  const whole = review.share.value >= 1;
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector<HTMLElement>(`[data-decision="${looked}"]`)?.focus();
  }, []);
  return (
    <section class="review" aria-label={t("review.title")}>
      <Progress review={review} />
      <p class="columns quiet" aria-hidden="true">
        <span>{t("review.players")}</span> <span>{t("review.accuracy")}</span>
      </p>
      <ul class="seat-lines" aria-label={t("review.players")}>
        {review.summary.value?.seats.map((line) => (
          <SeatLine key={line.seat} line={line} name={names[line.seat] ?? ""} whole={whole} />
        ))}
      </ul>
      <div class="row">
        <h2>{t("review.faults")}</h2>
        <Whose {...{ names, whose }} />
      </div>
      {faults.length === 0 && (
        <p class="quiet" role="status">
          {t(whole ? "review.none" : "review.none_yet")}
        </p>
      )}
      <ol class="faults" ref={list}>
        {faults.map((verdict) => (
          <FaultLine key={verdict.at} {...props} verdict={verdict} />
        ))}
      </ol>
      <details class="how">
        <summary>{t("review.how")}</summary>
        {["decisions", "kinds", "accuracy", "strength", "luck"].map((what) => (
          <p key={what}>{t(`review.how_${what}`)}</p>
        ))}
      </details>
    </section>
  );
}

/** What is thought of the move that was made last, with the way to it. */
export function StopVerdict(props: {
  at: number | null;
  review: Review;
  /** Whether there is a list to choose from. */
  listed: boolean;
  decide(at: number): void;
}) {
  const { at, review, listed, decide } = props;
  const verdict = at === null ? null : review.found.value.verdicts.get(at);
  return (
    <p class="stop-verdict">
      {at === null && (
        <span class="quiet">{t(listed ? "review.start" : "review.start_graph")}</span>
      )}
      {verdict && <KindMark kind={verdict.kind} />}{" "}
      {verdict && verdict.loss > 0 && (
        <span>{t("review.lost", { share: percent(verdict.loss) })}</span>
      )}{" "}
      {at !== null && (
        <button type="button" class="small" onClick={() => decide(at)}>
          {t("review.look")}
        </button>
      )}
    </p>
  );
}

// ---------------------------------------------------------------------------- one decision

interface CardProps {
  ui: GameUi;
  at: number;
  seat: number;
  names: string[];
  /** null: the position is on its way. */
  facts: Line[] | null;
  /** null: it is being thought about. */
  verdict: Verdict | null;
  near: { before: number | null; after: number | null };
  preview(verdict: Verdict, action: string): Promise<Preview>;
  decide(at: number): void;
  leave(): void;
  tryAgain(): void;
}

function CardHead({ verdict, seat, names, near, decide, leave }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const step = (icon: "back" | "on", at: number | null) => (
    <button
      type="button"
      class="plain"
      aria-label={t(icon === "back" ? "review.before" : "review.after")}
      aria-disabled={at === null}
      onClick={() => at !== null && decide(at)}
    >
      <Icon name={icon} />
    </button>
  );
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header>
      <button type="button" class="plain" aria-label={t("review.back")} onClick={leave}>
        <Icon name="close" />
      </button>
      <h2 tabIndex={-1} ref={heading}>
        {verdict ? <KindMark kind={verdict.kind} /> : t("hint.thinking")}{" "}
        {verdict && verdict.loss > 0 && (
          <span class="cost">{t("review.lost", { share: percent(verdict.loss) })}</span>
        )}{" "}
        <span class="who">
          <SeatMark seat={seat} /> {names[seat]}
        </span>
      </h2>
      {step("back", near.before)}
      {step("on", near.after)}
    </header>
  );
}

export function DecisionCard(props: CardProps) {
  const { ui, verdict, facts, names, preview } = props;
  return (
    <section
      class="decision"
      data-at={props.at}
      aria-label={t("review.decision")}
      aria-busy={!verdict}
    >
      <CardHead {...props} />
      <div class="decision-body" tabIndex={0}>
        {verdict && facts && (
          <Explanation
            {...{ ui, verdict, names, facts }}
            preview={(action) => preview(verdict, action)}
          />
        )}
      </div>
      <div class="buttons">
        <button type="button" class="do" onClick={props.tryAgain}>
          {t("review.try")}
        </button>
      </div>
    </section>
  );
}
