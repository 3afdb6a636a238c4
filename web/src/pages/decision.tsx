// One decision, explained: what was done, what was better and by how much, the likely replies, the
// reasons in words, and what open hands would have changed.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Line, Move, Preview, Verdict } from "../engine/types";
import type { Effect, GameUi } from "../games/contract";
import { effectsOf } from "../games/effects";
import { reasonsOf } from "../model/hints";
import { isFault, isRight, SIGNS, type Kind } from "../model/review";
import { replyInWords } from "../table/hints";
import { doing, figure, scored, t } from "../words/words";

/** Percent of a win. */
export const percent = (share: number, digits = 0): string =>
  figure(share * 100, digits).replace("-", "−");

/** Sign and name of a kind: nothing is told by a colour alone. */
export function KindMark({ kind }: { kind: Kind }) {
  return (
    <span class={`kind ${kind}`}>
      {isFault(kind) && <b aria-hidden="true">{SIGNS[kind]}</b>} {t(`review.kind.${kind}`)}
    </span>
  );
}

export interface ExplainedDecision {
  ui: GameUi;
  verdict: Verdict;
  names: string[];
  /** What followed from the position, in the eyes of whoever decided. */
  facts: Line[];
  preview(action: string): Promise<Preview>;
  /** What the action is that is judged, if not what was played. */
  label?: string;
}

/** What each of the two would lead to, as far as they differ. */
function useReasons({ ui, verdict, names, facts, preview }: ExplainedDecision) {
  const reasons = useSignal<string[][]>([]);
  const { played, best, seat } = verdict;
  useEffect(() => {
    let going = true;
    const foresee = async (action: string): Promise<Effect[]> =>
      effectsOf({ game: ui.id, seat, names }, ui.changes ?? [], facts, await preview(action));
    const compare = async (): Promise<void> => {
      reasons.value = [];
      const actions = played === best ? [played] : [played, best];
      const found = reasonsOf(await Promise.all(actions.map(foresee)));
      if (going) reasons.value = found;
    };
    compare().catch(() => undefined);
    return () => void (going = false);
  }, [played, best, facts]);
  return reasons.value;
}

/** One of the two actions, with what it leads to. */
interface Way {
  kind: "played" | "better";
  good: boolean;
  action: string;
  win: number;
  reasons: string[];
  reply: Move | null;
}

const Numbered = ({ of }: { of: number }) => (
  <b class="number" aria-hidden="true">
    {of + 1}
  </b>
);

/** The two actions, and how often each wins: what matters most. */
function Ways({ ways, ui, names, label }: ExplainedDecision & { ways: Way[] }) {
  return (
    <ol class="ways">
      {ways.map(({ kind, good, action, win }, i) => (
        <li key={kind} class={good ? `${kind} sound` : kind}>
          <Numbered of={i} />
          <div>
            <span class="quiet">{(kind === "played" && label) || t(`review.${kind}`)}</span>{" "}
            <b>{doing(ui.id, action, names)}</b>{" "}
            <span>{t("hint.share", { share: percent(win) })}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Why that is so: what each of them leads to, and what others would probably do then. Numbers stand
 * before actions alone: here they would look like a rank. */
function Reasons({ ways, ui, names, label }: ExplainedDecision & { ways: Way[] }) {
  return (
    <ul class="reasons">
      {ways.map(
        ({ kind, good, reasons, reply }) =>
          (reasons.length > 0 || reply) && (
            <li key={kind} class={good ? `${kind} sound` : kind}>
              <b>{(kind === "played" && label) || t(`review.${kind}`)}</b>
              {reasons.map((reason) => (
                <p key={reason}>{reason}</p>
              ))}
              {reply && (
                <p class="quiet">{t("hint.reply", { what: replyInWords(ui.id, reply, names) })}</p>
              )}
            </li>
          ),
      )}
    </ul>
  );
}

/** Differences in points that are smaller mean nothing to a person. */
const LEAST_POINTS = 0.05;

/** "This choice wins about 8 games fewer in 100. On average it brings 1.4 points less." */
function Costs({ ui, verdict: { loss, points } }: ExplainedDecision) {
  const games = Math.max(1, Math.round(100 * loss));
  const what = scored(ui.id, points, points < 10 ? 1 : 0);
  return (
    <p class="costs">
      {t("review.fewer", { n: games })} {points >= LEAST_POINTS && t("review.less", { what })}
    </p>
  );
}

/** What would have been best with open hands, where that is something else. */
function WithOpenHands({ ui, verdict, names }: ExplainedDecision) {
  const { open, played } = verdict;
  if (!open) return null;
  const right = open.loss <= 0 || open.best === played;
  return (
    <p class="with-open-hands">
      {right
        ? t("review.open_right")
        : t("review.open_better", {
            what: doing(ui.id, open.best, names),
            share: percent(open.loss),
          })}
    </p>
  );
}

/** Whether something better is to be shown beside what was done. */
const hasBetter = (verdict: Verdict): boolean =>
  verdict.played !== verdict.best && !isRight(verdict);

function waysOf(verdict: Verdict, [whyPlayed = [], whyBest = []]: string[][]): Way[] {
  const { played, best, win, best_win, reply, best_reply } = verdict;
  const good = !hasBetter(verdict);
  const done: Way = { kind: "played", good, action: played, win, reasons: whyPlayed, reply };
  if (good) return [done];
  const better = { action: best, win: best_win, reasons: whyBest, reply: best_reply };
  return [done, { kind: "better", good: true, ...better }];
}

/** The lines of a decision. Their numbers are those of the rings on the board. */
export function Explanation(decision: ExplainedDecision) {
  const { ui, verdict, names } = decision;
  const { played, best, equal } = verdict;
  const ways = waysOf(verdict, useReasons(decision));
  const others = equal.filter((action) => action !== played);
  return (
    <div class="explanation">
      <Ways {...decision} ways={ways} />
      {isRight(verdict) ? (
        <p>{t(played === best ? "review.best" : "review.as_good")}</p>
      ) : (
        <Costs {...decision} />
      )}
      <Reasons {...decision} ways={ways} />
      {others.length > 0 && (
        <p class="quiet">
          {t("review.equal", { what: others.map((one) => doing(ui.id, one, names)).join(" · ") })}
        </p>
      )}
      <WithOpenHands {...decision} />
    </div>
  );
}

/** What was wrong with a choice, for somebody who goes on looking for a better one: what the two would
 * lead to, but not which action the better one is. */
export function WhyWrong(decision: ExplainedDecision) {
  const { ui, verdict, names, label } = decision;
  const ways = waysOf(verdict, useReasons(decision)).map((way) =>
    way.kind === "better" ? { ...way, reply: null } : way,
  );
  return (
    <div class="explanation">
      <p>
        <span class="quiet">{label}</span> <b>{doing(ui.id, verdict.played, names)}</b>
      </p>
      <Costs {...decision} />
      <Reasons {...decision} ways={ways} />
    </div>
  );
}

/** The actions that rings are drawn for, in the order of their numbers, and which of them is right. */
export const ringed = (verdict: Verdict): { lines: string[][]; good: number } =>
  hasBetter(verdict)
    ? { lines: [[verdict.played], [verdict.best]], good: 2 }
    : { lines: [[verdict.played]], good: 1 };
