// The resolution, district by district: panes over the limit crack and go dark, the others glow. A file
// of its own, since it is a scene over the board that only the story knows.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { num, one, words } from "../../engine/lines";
import { isMove, type Line, type StoryItem } from "../../engine/types";
import { figure, tell } from "../../words/words";
import { Chip, Coin, Cracks, districtName, Emblem, GAME } from "./art";
import { OwnerMark } from "./seat";
import { useSteps } from "../../ui/steps";
import { nameOf, say } from "./talk";
import { DISTRICTS, owners, type District, type LuxView, type Owner } from "./view";

/** How long a district is looked at. */
const STEP_MS = 1100;

/** The events of a round's end; the last one says what follows. */
export type Report = Line[];

const CLOSING = /^(round|round_solo|won|won_tie|won_shared)$/;

/** The ends of all rounds in a story. */
export function reportsIn(story: StoryItem[]): Report[] {
  const reports: Report[] = [];
  let open: Report | null = null;
  for (const item of story) {
    if (isMove(item)) continue;
    if (item.id === "end") open = [];
    open?.push(item);
    if (open && CLOSING.test(item.id)) {
      reports.push(open);
      open = null;
    }
  }
  return reports;
}

/** A report when a round has ended before our eyes; it goes when the next play begins, or when one
 * goes back. */
export function useReport(view: LuxView, story: StoryItem[] = []) {
  const report = useSignal<Report | null>(null);
  const seen = useRef<number | null>(null);
  useLayoutEffect(() => {
    const reports = reportsIn(story);
    const fresh = reports.length - (seen.current ?? reports.length);
    if (fresh === 1) report.value = reports.at(-1)!;
    else if (fresh !== 0 || view.phase === "play") report.value = null;
    seen.current = reports.length;
  }, [view]);
  return report;
}

interface Told {
  report: Report;
  view: LuxView;
  names: string[];
}

export function ResolutionPanel({ report, view, names, close }: Told & { close(): void }) {
  const step = useSteps(1, DISTRICTS.length, STEP_MS, report);
  const title = say("resolution", { n: num(one(report, "end"), "n") });
  const done = step.value >= DISTRICTS.length;
  return (
    <div class="overlay clx-resolution" role="dialog" aria-label={title}>
      <h2>{title}</h2>
      <ul class="clx-cells">
        {DISTRICTS.map((district, i) => (
          <li key={district}>
            <Verdict {...{ report, view, names, district }} lit={i < step.value} />
          </li>
        ))}
      </ul>
      <p class="steps">
        <button type="button" onClick={() => (step.value = done ? 1 : step.value + 1)}>
          {say(done ? "again" : "next")}
        </button>
        <button type="button" class="do" onClick={close}>
          {say("go_on")}
        </button>
      </p>
    </div>
  );
}

const FATES = ["safe", "lost", "guarded", "paid"];

function Fate(props: { report: Report; owner: Owner; district: District; names: string[] }) {
  const { report, owner, district, names } = props;
  const about = report.filter((line) => line["seat"] === owner && line["district"] === district);
  const fate = about.find(({ id }) => FATES.includes(id));
  const kept = num(about.filter(({ id }) => id === "highest").at(-1), "n");
  return (
    <li class={`clx-fate ${fate?.id === "lost" ? "lost" : fate ? "" : "empty"}`}>
      {fate?.id === "lost" && <Cracks />}
      <OwnerMark owner={owner} />
      <span class="clx-fate-name">{nameOf(owner, names)}</span>
      <b>{figure(num(fate, "held"))}</b>
      <span class="clx-fate-text">{say(`fate.${fate?.id ?? "empty"}`, { n: kept })}</span>
    </li>
  );
}

function Bonus({ bonus, names }: { bonus: Line | undefined; names: string[] }) {
  const first = [bonus?.["seat"] ?? []].flat() as Owner[];
  const [card] = words(bonus, "card");
  if (!bonus || first.length === 0) return <span>{say("bonus.none")}</span>;
  return (
    <>
      <span class="visually-hidden">{tell(GAME, "event", bonus, names)}</span>
      <span aria-hidden="true">
        {first.map((owner) => (
          <OwnerMark key={owner} owner={owner} />
        ))}
        {first.length === 1 && card && <Chip card={card} />}
        {first.length > 1 && (
          <>
            +1 <Coin size={14} />
          </>
        )}
      </span>
    </>
  );
}

function Verdict({ report, view, names, ...pane }: Told & { district: District; lit: boolean }) {
  const { district, lit } = pane;
  const about = report.filter((line) => line["district"] === district);
  return (
    <article class={`clx-verdict d-${district} ${lit ? "lit" : ""}`}>
      <h3>
        <Emblem hue={district} size={24} />
        <span class="visually-hidden">{districtName(district)}</span>
      </h3>
      <p class="clx-limit">
        <small>{say("max")}</small>
        <b>{figure(num(one(about, "limit"), "n"))}</b>
      </p>
      <ul>
        {owners(view).map((owner) => (
          <Fate key={owner} {...{ report, owner, district, names }} />
        ))}
      </ul>
      <p class="clx-won">
        <Bonus bonus={about.find(({ id }) => id.startsWith("bonus"))} names={names} />
      </p>
    </article>
  );
}
