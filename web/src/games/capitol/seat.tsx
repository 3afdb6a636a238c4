// A player's strip: how many cards, consul or not, finished or not; at a desk also what they have.
import { t } from "../../words/words";
import type { SeatProps } from "../contract";
import { Titled } from "../parts";
import { Art } from "./art";
import { KnownHand, Stock, YardOf } from "./things";
import { handOf, type CapitolView } from "./view";

const Sign = ({ name, kind = name }: { name: string; kind?: string }) => (
  <Titled class={kind} title={t(`capitol.seat.${name}`)}>
    <Art name={name} />
  </Titled>
);

export function Seat({ view, seat }: SeatProps<CapitolView>) {
  const own = view.seats[seat];
  if (!own) return null;
  const n = handOf(own).length;
  return (
    <div class="world capitol-world capitol-seat">
      <span class="figures">
        <span class="cards" data-at={`seat:${seat}`}>
          <Art name="cards" />
          {n}
          <span class="visually-hidden">{t("capitol.seat.cards", { n })}</span>
        </span>
        {view.consul === seat && view.phase !== "over" && <Sign name="consul" />}
        {own.done && <Sign name={view.phase === "bid" ? "stopped" : "passed"} kind="done" />}
      </span>
      <div class="more" data-target={`yard:${seat}`}>
        <Stock own={own} seat={seat} />
        <YardOf own={own} seat={seat} />
        <KnownHand own={own} />
      </div>
    </div>
  );
}
