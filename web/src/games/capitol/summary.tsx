// The end: the rounds add up, and each of them can be looked at area by area.
import { useSignal } from "@preact/signals";
import { num } from "../../engine/lines";
import { t } from "../../words/words";
import type { SummaryProps } from "../contract";
import { Table } from "../parts";
import { Art, Mark } from "./art";
import { ByArea } from "./points";
import { pastOf, type CapitolView } from "./view";

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
      {shown && <ByArea {...shown} names={names} />}
    </section>
  );
}
