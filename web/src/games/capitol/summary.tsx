// The end: the rounds add up, and each of them can be looked at area by area.
import { useSignal } from "@preact/signals";
import { num } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { t, word } from "../../words/words";
import type { SummaryProps } from "../contract";
import { Named, Table } from "../parts";
import { Art, Mark } from "./art";
import { standing } from "./points";
import { pastOf, ranksOf, type CapitolView, type Scoring } from "./view";

type Props = SummaryProps<CapitolView>;

export function Summary(props: Props) {
  const { view, names, result } = props;
  const { scorings } = pastOf(props.story);
  const round = useSignal(scorings.length - 1);
  const shown = scorings[Math.min(round.value, scorings.length - 1)];
  const heads = scorings.map((one, i) => (
    <button
      type="button"
      aria-pressed={one === shown}
      aria-label={t("capitol.count.round", { n: one.round })}
      onClick={() => (round.value = i)}
    >
      {one.round}
    </button>
  ));
  const rows = view.seats.map(({ score }, seat) => ({
    class: result.places[seat] === 1 ? "best" : "",
    head: [
      <Mark seat={seat} />,
      ` ${names[seat]} `,
      result.places[seat] === 1 && <Art name="laurel" />,
    ],
    cells: [...scorings.map(({ gains }) => num(gains[seat], "n")), <b>{score}</b>],
  }));
  return (
    <section class="world summary capitol-world capitol-summary" aria-label={t("capitol.summary")}>
      <h2>{t("capitol.summary")}</h2>
      <Table
        class="rounds"
        heads={[t("capitol.summary.player"), ...heads, t("capitol.summary.total")]}
        rows={rows}
      />
      {shown && <Areas props={props} scoring={shown} />}
    </section>
  );
}

function Areas({ props: { view, names }, scoring }: { props: Props; scoring: Scoring }) {
  const rank = (area: string, seat: number): Line | undefined =>
    ranksOf(scoring.lines, area).find((line) => line["seat"] === seat);
  const heads = names.map((name, seat) => (
    <Named name={name}>
      <Mark seat={seat} />
    </Named>
  ));
  const rows = view.areas.map(({ name }) => ({
    head: [word("capitol", name), <small>{standing(scoring.lines, name, names)}</small>],
    cells: names.map((_, seat) => num(rank(name, seat), "points") || "–"),
  }));
  const total = scoring.gains.map((gain) => num(gain, "n"));
  return (
    <>
      <h3>{t("capitol.count.round", { n: scoring.round })}</h3>
      <Table
        class="by-area"
        heads={[t("capitol.summary.area"), ...heads]}
        rows={rows}
        foot={[{ head: t("capitol.summary.total"), cells: total }]}
      />
    </>
  );
}
