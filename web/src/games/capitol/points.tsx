// What the areas are worth: over the map, and in sentences for one area after the other. A file of its
// own, since both the board and the summary count.
import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { all, num } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { t, tell, word } from "../../words/words";
import { Close, Explain, Named, Step, Table } from "../parts";
import { useActing } from "../acting";
import type { Scene } from "../contract";
import { Mark } from "./art";
import type { Props } from "./choose";
import { ruleName } from "./talk";
import { ON_MAP, ranksOf, standingOf, type Scoring } from "./view";

const COUNT_MS = 550;

/** Counts one area after the other: which ones are still to come. All else follows `looked`. */
export function useCount(scene: Scene | null, looked: Signal<number>): string[] {
  const events = scene?.events ?? [];
  const areas = [...new Set(events.flatMap((event) => event["area"] ?? []))].map(String);
  const ends = areas.map((area) => events.findLastIndex((event) => event["area"] === area) + 1);
  const { beats } = useActing(scene, { ends: [...ends, events.length], ms: COUNT_MS, stays: true });
  const now = areas[beats - 1];
  useEffect(() => {
    if (now) looked.value = ON_MAP.indexOf(now);
  }, [now]);
  return areas.slice(beats);
}

/** Who is where in an area and what it brings, a line each. */
export const standing = (lines: Line[], area: string, names: string[]) =>
  standingOf(lines, area).map((line, i) => (
    <span key={i} class="line">
      {"seat" in line && <Mark seat={Number(line["seat"])} />}
      <span>{tell("capitol", "fact", line, names)}</span>{" "}
    </span>
  ));

/** null: what it would be now. */
const titleOf = (round: number | null): string =>
  round === null ? t("capitol.count.now") : t("capitol.count.round", { n: round });

type ByAreaProps = Omit<Scoring, "round"> & { round: number | null; names: string[] };

/** What each area brings to everybody. */
export function ByArea({ round, lines, gains, names }: ByAreaProps) {
  const heads = names.map((name, seat) => (
    <Named name={name}>
      <Mark seat={seat} />
    </Named>
  ));
  const rankOf = (area: string, seat: number): Line | undefined =>
    ranksOf(lines, area).find((line) => line["seat"] === seat);
  const built = ON_MAP.filter((area) => ranksOf(lines, area).length > 0);
  const rows = built.map((area) => ({
    head: [word("capitol", area), <small>{standing(lines, area, names)}</small>],
    cells: names.map((_, seat) => num(rankOf(area, seat), "points") || "–"),
  }));
  return (
    <Table
      class="by-area"
      caption={titleOf(round)}
      heads={[t("capitol.summary.area"), ...heads]}
      rows={rows}
      foot={[{ head: t("capitol.summary.total"), cells: gains.map((line) => num(line, "n")) }]}
    />
  );
}

interface CountingProps {
  props: Props;
  looked: Signal<number>;
  /** The round that has just been scored; null: what it would be now. */
  round: number | null;
  /** The areas that are still to be counted. */
  left: string[];
  close(): void;
}

export function Counting({ props, looked, round, left, close }: CountingProps) {
  const { facts, names } = props;
  const name = ON_MAP[looked.value]!;
  const step = (by: number): void => {
    looked.value = (looked.value + by + ON_MAP.length) % ON_MAP.length;
  };
  return (
    <section class="counting" data-scene aria-label={t("capitol.points")}>
      <header>
        <h2>{titleOf(round)}</h2>
        <Explain label={ruleName("scoring")} press={() => props.explain("scoring")} />
        <ul class={left.length ? "sums adding" : "sums"}>
          {all(facts, "points").map(({ n }, seat) => (
            <li key={seat} class={`seat-${seat}`}>
              <Mark seat={seat} />
              <span class="name">{names[seat]}</span> <b>+{n}</b>
            </li>
          ))}
        </ul>
        {round === null ? (
          <Close close={close} />
        ) : (
          <button type="button" class="close do" onClick={close}>
            {t("capitol.go_on")}
          </button>
        )}
      </header>
      <div class="one">
        <Step icon="back" name={t("capitol.count.previous")} press={() => step(-1)} />
        <p aria-live="polite" tabIndex={0}>
          <b>{word("capitol", name)}</b> {standing(facts, name, names)}
        </p>
        <Step icon="on" name={t("capitol.count.next")} press={() => step(1)} />
      </div>
    </section>
  );
}
