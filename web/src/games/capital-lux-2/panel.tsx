// The resolution, district by district: panes over the limit crack and go dark, the others glow.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Move } from "../../engine/types";
import { still } from "../../ui/motion";
import { SeatMark, SHAPES } from "../../ui/seat";
import { figure, list, word } from "../../words/words";
import { Chip, Coin, Cracks, districtName, Emblem, GAME } from "./art";
import { changed } from "./choose";
import { DISTRICTS, isRob, type LuxView, type Owner } from "./model";
import { endsRound, resolution, type Fate, type Verdict } from "./resolution";
import { nameOf, say } from "./speak";

export interface Report {
  round: number;
  verdicts: Verdict[];
}

/** How long a district is looked at. */
const STEP_MS = 1100;

/** The views that a report is made of: the newest, the last of the play, the last with open modifiers. */
interface Seen {
  moves: number;
  last: LuxView;
  play: LuxView;
  shown: LuxView;
}

/** A report when a round has ended before our eyes; it goes when the next play begins, or when one
 * goes back. Choices made at the same time do not lengthen the history until all are in. */
export function useReport(view: LuxView, history?: Move[]) {
  const report = useSignal<Report | null>(null);
  const seen = useRef<Seen | null>(null);
  useLayoutEffect(() => {
    const past = seen.current;
    const steps = history ? history.length - (past?.moves ?? 0) : 1;
    const move = history?.at(-1);
    if (past && steps === 1 && endsRound(past.last, view)) {
      const play = past.play === past.last && move ? changed(past.play, ...move) : past.play;
      const verdicts = resolution(play, past.shown, view);
      report.value = { round: past.last.round, verdicts };
    } else if (view.phase === "play" || steps < 0) {
      report.value = null;
    }
    const playing = view.phase === "play" || view.phase === "power";
    const open = view.phase === "pay" || view.phase === "bonus";
    seen.current = {
      moves: history?.length ?? 0,
      last: view,
      play: playing || !past ? view : past.play,
      shown: playing || open || !past ? view : past.shown,
    };
  }, [view]);
  return report;
}

export function ResolutionPanel(props: {
  report: Report;
  view: LuxView;
  names: string[];
  close(): void;
}) {
  const { report, view, names, close } = props;
  const step = useSignal(still() ? DISTRICTS.length : 1);
  useEffect(() => {
    const timer = setInterval(() => {
      if (step.value < DISTRICTS.length) step.value++;
      else clearInterval(timer);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [report]);
  const title = say("resolution", { n: report.round });
  const done = step.value >= DISTRICTS.length;
  return (
    <div class="clx-resolution" role="dialog" aria-label={title}>
      <h2>{title}</h2>
      <ul class="clx-cells">
        {report.verdicts.map((verdict, i) => (
          <li key={verdict.district}>
            <VerdictPane verdict={verdict} view={view} names={names} lit={i < step.value} />
          </li>
        ))}
      </ul>
      <p class="clx-steps">
        {done ? (
          <button type="button" onClick={() => (step.value = 1)}>
            {say("again")}
          </button>
        ) : (
          <button type="button" onClick={() => step.value++}>
            {say("next")}
          </button>
        )}
        <button type="button" class="do" onClick={close}>
          {say("go_on")}
        </button>
      </p>
    </div>
  );
}

export function OwnerMark({ view, owner }: { view: LuxView; owner: Owner }) {
  if (!isRob(view, owner)) return <SeatMark seat={owner} />;
  return (
    <span class="clx-rob-mark" aria-hidden="true">
      {SHAPES[5]}
    </span>
  );
}

function fateText({ held, kept, lost, guarded }: Fate, limit: number | null): string {
  if (guarded) return say("fate.guarded", { n: kept });
  if (lost) return say("fate.lost");
  if (limit !== null && kept > limit) return say("fate.paid");
  return held === 0 ? say("fate.empty") : say("fate.kept");
}

interface FateProps {
  fate: Fate;
  limit: number | null;
  view: LuxView;
  names: string[];
}

function FatePane({ fate, limit, view, names }: FateProps) {
  const { owner, held, lost, guarded } = fate;
  const broken = lost && !guarded;
  return (
    <li class={`clx-fate ${broken ? "lost" : held === 0 ? "empty" : ""}`}>
      {broken && <Cracks />}
      <OwnerMark view={view} owner={owner} />
      <span class="clx-fate-name">{nameOf(view, owner, names)}</span>
      <b>{held === null ? "?" : figure(held)}</b>
      <span class="clx-fate-text">{fateText(fate, limit)}</span>
    </li>
  );
}

function VerdictPane(props: { verdict: Verdict; view: LuxView; names: string[]; lit: boolean }) {
  const { verdict, view, names, lit } = props;
  const { district, limit, fates, bonus } = verdict;
  return (
    <article class={`clx-verdict d-${district} ${lit ? "lit" : ""}`}>
      <h3>
        <Emblem hue={district} size={24} />
        <span class="visually-hidden">{districtName(district)}</span>
      </h3>
      <p class="clx-limit">
        <small>{say("max")}</small>
        <b>{limit === null ? "?" : figure(limit)}</b>
      </p>
      <ul>
        {fates.map((fate) => (
          <FatePane key={fate.owner} fate={fate} limit={limit} view={view} names={names} />
        ))}
      </ul>
      <p class="clx-won">
        {!bonus ? (
          <span>{say("bonus.none")}</span>
        ) : (
          <>
            <span class="visually-hidden">
              {list(bonus.owners.map((owner) => nameOf(view, owner, names)))}:{" "}
              {bonus.owners.length > 1
                ? say("bonus.tied")
                : bonus.card && word(GAME, bonus.card)}
            </span>
            <span aria-hidden="true">
              {bonus.owners.map((owner) => (
                <OwnerMark key={owner} view={view} owner={owner} />
              ))}
              {bonus.owners.length > 1 ? (
                <>
                  +1 <Coin size={14} />
                </>
              ) : (
                bonus.card && <Chip card={bonus.card} />
              )}
            </span>
          </>
        )}
      </p>
    </article>
  );
}
