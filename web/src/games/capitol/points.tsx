// What the areas are worth: over the map, and in a sentence for one area after the other.
import type { Signal } from "@preact/signals";
import { t, word } from "../../words/words";
import type { Props } from "./choosing";
import { Laurel, Mark } from "./draw";
import { Explain } from "./explain";
import { ON_MAP, pointsNow, standingOf, type Area, type Standing } from "./view";

/** Over an area: floors and points of everybody there. */
export function Tally({ standing, at }: { standing: Standing; at: number }) {
  const { floors, first, points } = standing;
  const seats = floors
    .flatMap((count, seat) => (count > 0 ? [seat] : []))
    .sort((a, b) => points[b]! - points[a]! || floors[b]! - floors[a]!);
  return (
    <span class="tally" aria-hidden="true" style={{ "--at": at }}>
      {seats.length === 0 && <span class="empty">–</span>}
      {seats.map((seat) => (
        <span key={seat} class={`line seat-${seat} ${first.includes(seat) ? "first" : ""}`}>
          <Mark seat={seat} />
          <span class="floors">{floors[seat]}</span>
          <b>{points[seat]! > 0 ? `+${points[seat]}` : "0"}</b>
          {first.includes(seat) && <Laurel />}
        </span>
      ))}
    </span>
  );
}

/** How points come about: "(2 + 1) × 2". */
function sum(area: Area, isFirst: boolean): string {
  const parts = isFirst ? [2, area.fountains] : [area.fountains];
  const shown = parts.filter((part, i) => part > 0 || i === 0).join(" + ");
  if (area.large !== "temple") return shown;
  return shown.includes("+") ? `(${shown}) × 2` : `${shown} × 2`;
}

/** An area's scoring, a sentence for each seat that matters. */
export function explainArea(area: Area, names: string[]): string[] {
  const { floors, first, second, points } = standingOf(area);
  if (first.length === 0) return [t("capitol.count.nobody")];
  const line = (seat: number): string => {
    const isFirst = first.includes(seat);
    const how = sum(area, isFirst);
    return t(isFirst ? "capitol.count.first" : "capitol.count.second", {
      who: names[seat] ?? "",
      n: floors[seat]!,
      how: how === String(points[seat]) ? how : `${how} = ${points[seat]}`,
    });
  };
  const most = floors[first[0]!]!;
  const tied = floors.filter((count) => count === most).length > 1;
  const lines = [...first, ...second].map(line);
  if (tied) lines.push(t(first.length > 1 ? "capitol.count.tie_all" : "capitol.count.tie_tall"));
  if (area.large === "amphitheatre") lines.push(t("capitol.count.amphitheatre"));
  return lines;
}

interface CountingProps {
  props: Props;
  looked: Signal<number>;
  /** The round that has just been scored; null: what it would be now. */
  round: number | null;
  close(): void;
}

export function Counting({ props, looked, round, close }: CountingProps) {
  const { view, names } = props;
  const name = ON_MAP[looked.value]!;
  const area = view.areas.find((one) => one.name === name)!;
  const step = (by: number): void => {
    looked.value = (looked.value + by + ON_MAP.length) % ON_MAP.length;
  };
  return (
    <section class="counting" aria-label={t("capitol.points")}>
      <header>
        <h2>{round === null ? t("capitol.count.now") : t("capitol.count.round", { n: round })}</h2>
        <Explain rule="scoring" explain={props.explain} />
        <ul class="sums">
          {pointsNow(view.areas, view.players).map((n, seat) => (
            <li key={seat} class={`seat-${seat}`}>
              <Mark seat={seat} />
              <span class="name">{names[seat]}</span> <b>+{n}</b>
            </li>
          ))}
        </ul>
        {round === null ? (
          <button type="button" class="close" aria-label={t("capitol.close")} onClick={close}>
            ×
          </button>
        ) : (
          <button type="button" class="close do" onClick={close}>
            {t("capitol.go_on")}
          </button>
        )}
      </header>
      <div class="one">
        <button type="button" aria-label={t("capitol.count.previous")} onClick={() => step(-1)}>
          ‹
        </button>
        <p aria-live="polite">
          <b>{word("capitol", name)}.</b> {explainArea(area, names).join(" ")}
        </p>
        <button type="button" aria-label={t("capitol.count.next")} onClick={() => step(1)}>
          ›
        </button>
      </div>
    </section>
  );
}
