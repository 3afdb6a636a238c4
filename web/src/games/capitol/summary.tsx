// The end: the rounds add up, and each of them can be looked at area by area.
import { useSignal } from "@preact/signals";
import type { Move, Result } from "../../engine/types";
import { t, word } from "../../words/words";
import { Laurel, Mark } from "./draw";
import { explainArea } from "./points";
import {
  pointsNow,
  scoringsOf,
  standingOf,
  type CapitolView,
  type Scoring,
} from "./view";

interface Props {
  view: CapitolView;
  names: string[];
  result: Result;
  history?: Move[];
}

/** The scorings if they add up to the score, else only the last one, which the view shows. */
function scoringsShown(view: CapitolView, history: Move[]): Scoring[] {
  const all = scoringsOf(view, history);
  const adds = view.seats.every(
    (seat, i) =>
      seat.score === all.reduce((sum, one) => sum + pointsNow(one.areas, view.players)[i]!, 0),
  );
  return adds ? all : [{ round: view.round, areas: view.areas }];
}

export function Summary({ view, names, result, history = [] }: Props) {
  const scorings = scoringsShown(view, history);
  const round = useSignal(scorings.length - 1);
  const shown = scorings[Math.min(round.value, scorings.length - 1)]!;
  return (
    <section class="capitol-world capitol-summary" aria-label={t("capitol.summary")}>
      <h2>{t("capitol.summary")}</h2>
      <table class="rounds">
        <thead>
          <tr>
            <th scope="col">{t("capitol.summary.player")}</th>
            {scorings.map((one, i) => (
              <th scope="col" key={one.round}>
                <button
                  type="button"
                  aria-pressed={i === round.value}
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
            <tr key={i} class={result.places[i] === 1 ? "best" : ""}>
              <th scope="row">
                <Mark seat={i} /> {names[i]} {result.places[i] === 1 && <Laurel />}
              </th>
              {scorings.map((one) => (
                <td key={one.round}>{pointsNow(one.areas, view.players)[i]}</td>
              ))}
              <td>
                <b>{seat.score}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{t("capitol.count.round", { n: shown.round })}</h3>
      <Areas view={view} scoring={shown} names={names} />
    </section>
  );
}

function Areas({ view, scoring, names }: { view: CapitolView; scoring: Scoring; names: string[] }) {
  return (
    <table class="by-area">
      <thead>
        <tr>
          <th scope="col">{t("capitol.summary.area")}</th>
          {view.seats.map((_, i) => (
            <th scope="col" key={i}>
              <span class="visually-hidden">{names[i]}</span>
              <Mark seat={i} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {scoring.areas.map((area) => (
          <tr key={area.name}>
            <th scope="row">
              {word("capitol", area.name)}
              <small>{explainArea(area, names).join(" ")}</small>
            </th>
            {standingOf(area).points.map((points, i) => (
              <td key={i}>{points || "–"}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t("capitol.summary.total")}</th>
          {pointsNow(scoring.areas, view.players).map((points, i) => (
            <td key={i}>
              <b>{points}</b>
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
