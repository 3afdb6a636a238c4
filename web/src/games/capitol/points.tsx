// What the areas are worth: over the map, and in sentences for one area after the other. A file of its
// own, since both the board and the summary count.
import type { Signal } from "@preact/signals";
import type { Line } from "../../engine/types";
import { t, tell, word } from "../../words/words";
import { Close, Explain, Step } from "../parts";
import { Art, Mark } from "./art";
import type { Props } from "./choose";
import { ruleName } from "./talk";
import { figuresOf, ON_MAP, ranksOf, standingOf } from "./view";

/** Over an area: floors and points of everybody there. */
export function Tally({ facts, area, at }: { facts: Line[]; area: string; at: number }) {
  const ranks = ranksOf(facts, area);
  return (
    <span class="tally" style={{ "--at": at }}>
      {ranks.length === 0 && <span class="empty">–</span>}
      {ranks.map(({ seat, place, points, n }) => (
        <span key={seat} class={`line seat-${seat} ${place === 1 ? "first" : ""}`}>
          <Mark seat={Number(seat)} />
          <span class="floors">{n}</span>
          <b>{points ? `+${points}` : "0"}</b>
          {place === 1 && <Art name="laurel" />}
        </span>
      ))}
    </span>
  );
}

/** Who is where in an area and what it brings, in sentences. */
export const explainArea = (lines: Line[], area: string, names: string[]): string =>
  standingOf(lines, area)
    .map((line) => tell("capitol", "fact", line, names))
    .join(" ");

interface CountingProps {
  props: Props;
  looked: Signal<number>;
  /** The round that has just been scored; null: what it would be now. */
  round: number | null;
  close(): void;
}

export function Counting({ props, looked, round, close }: CountingProps) {
  const { facts, names } = props;
  const name = ON_MAP[looked.value]!;
  const step = (by: number): void => {
    looked.value = (looked.value + by + ON_MAP.length) % ON_MAP.length;
  };
  return (
    <section class="counting" data-scene aria-label={t("capitol.points")}>
      <header>
        <h2>{round === null ? t("capitol.count.now") : t("capitol.count.round", { n: round })}</h2>
        <Explain label={ruleName("scoring")} press={() => props.explain("scoring")} />
        <ul class="sums">
          {figuresOf(facts, "points").map((n, seat) => (
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
          <b>{word("capitol", name)}.</b> {explainArea(facts, name, names)}
        </p>
        <Step icon="on" name={t("capitol.count.next")} press={() => step(1)} />
      </div>
    </section>
  );
}
