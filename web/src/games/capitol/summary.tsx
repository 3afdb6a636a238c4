// The end: the rounds add up, and each of them can be looked at area by area.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { num } from "../../engine/lines";
import { t, word } from "../../words/words";
import type { SummaryProps } from "../contract";
import { Laurel, Mark } from "./art";
import { explainArea } from "./points";
import { pastOf, ranksOf, type CapitolView, type Scoring } from "./view";

type Props = SummaryProps<CapitolView>;

const Row = (row: { class?: string; head: ComponentChildren; cells: ComponentChildren[] }) => (
  <tr class={row.class}>
    <th scope="row">{row.head}</th>
    {row.cells.map((cell, i) => (
      <td key={i}>{cell}</td>
    ))}
  </tr>
);

export function Summary(props: Props) {
  const { view, names, result } = props;
  const { scorings } = pastOf(props.story);
  const round = useSignal(scorings.length - 1);
  const shown = scorings[Math.min(round.value, scorings.length - 1)];
  return (
    <section class="world summary capitol-world capitol-summary" aria-label={t("capitol.summary")}>
      <h2>{t("capitol.summary")}</h2>
      <table class="rounds">
        <thead>
          <tr>
            <th scope="col">{t("capitol.summary.player")}</th>
            {scorings.map((one, i) => (
              <th scope="col" key={one.round}>
                <button
                  type="button"
                  aria-pressed={one === shown}
                  aria-label={t("capitol.count.round", { n: one.round })}
                  onClick={() => (round.value = i)}
                >
                  {one.round}
                </button>
              </th>
            ))}
            <th scope="col">{t("capitol.summary.total")}</th>
          </tr>
        </thead>
        <tbody>
          {view.seats.map((seat, i) => (
            <Row
              key={i}
              class={result.places[i] === 1 ? "best" : ""}
              head={[<Mark seat={i} />, ` ${names[i]} `, result.places[i] === 1 && <Laurel />]}
              cells={[...scorings.map(({ gains }) => num(gains[i], "n")), <b>{seat.score}</b>]}
            />
          ))}
        </tbody>
      </table>
      {shown && <Areas props={props} scoring={shown} />}
    </section>
  );
}

function Areas({ props: { view, names }, scoring }: { props: Props; scoring: Scoring }) {
  const points = (area: string, seat: number): number =>
    num(
      ranksOf(scoring.lines, area).find((line) => line["seat"] === seat),
      "points",
    );
  return (
    <>
      <h3>{t("capitol.count.round", { n: scoring.round })}</h3>
      <table class="by-area">
        <thead>
          <tr>
            <th scope="col">{t("capitol.summary.area")}</th>
            {names.map((name, i) => (
              <th scope="col" key={i}>
                <span class="visually-hidden">{name}</span>
                <Mark seat={i} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.areas.map(({ name }) => (
            <Row
              key={name}
              head={[
                word("capitol", name),
                <small>{explainArea(scoring.lines, name, names)}</small>,
              ]}
              cells={names.map((_, i) => points(name, i) || "–")}
            />
          ))}
        </tbody>
        <tfoot>
          <Row
            head={t("capitol.summary.total")}
            cells={scoring.gains.map((gain) => <b>{num(gain, "n")}</b>)}
          />
        </tfoot>
      </table>
    </>
  );
}
