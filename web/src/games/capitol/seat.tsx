// A player's strip: how many cards, consul or not, finished or not; at a desk also what they have.
import { t } from "../../words/words";
import type { SeatProps } from "../contract";
import { Titled } from "../parts";
import { Icon } from "./art";
import { KnownHand, Stock, YardOf } from "./things";
import { handOf, type CapitolView } from "./view";

const Sign = (sign: { class: string; text: string; path: string }) => (
  <Titled class={sign.class} title={sign.text}>
    <Icon box="0 0 16 16" path={sign.path} />
  </Titled>
);

const STAR = "M8 2L9.5 6H14L10.5 8.7L11.8 13L8 10.5L4.2 13L5.5 8.7L2 6H6.5Z";
const TICK = "M3 8.5L6.5 12L13 4.5";

export function Seat({ view, seat }: SeatProps<CapitolView>) {
  const own = view.seats[seat];
  if (!own) return null;
  const n = handOf(own).length;
  const [done, sign] = view.phase === "bid" ? ["stopped", TICK] : ["passed", "M3 8H13"];
  return (
    <div class="world capitol-world capitol-seat">
      <span class="figures">
        <span class="cards" data-at={`seat:${seat}`}>
          <svg viewBox="0 0 14 16" aria-hidden="true">
            <rect x="1" y="3" width="8" height="11" rx="1.5" />
            <rect x="4" y="1.5" width="8" height="11" rx="1.5" />
          </svg>
          {n}
          <span class="visually-hidden">{t("capitol.seat.cards", { n })}</span>
        </span>
        {view.consul === seat && view.phase !== "over" && (
          <Sign class="consul" text={t("capitol.seat.consul")} path={STAR} />
        )}
        {own.done && <Sign class="done" text={t(`capitol.seat.${done}`)} path={sign!} />}
      </span>
      <div class="more" data-target={`yard:${seat}`}>
        <Stock own={own} seat={seat} />
        <YardOf own={own} seat={seat} />
        <KnownHand own={own} />
      </div>
    </div>
  );
}
