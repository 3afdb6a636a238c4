// A player's strip: how many cards, consul or not, finished or not.
import { t } from "../../words/words";
import { handOf, type CapitolView } from "./view";

export function Seat({ view, seat }: { view: CapitolView; seat: number }) {
  const own = view.seats[seat];
  if (!own) return null;
  const cards = handOf(own).length;
  const building = view.phase === "build" || view.phase === "put";
  return (
    <span class="capitol-world capitol-seat">
      <span class="cards" data-at={`seat:${seat}`}>
        <svg viewBox="0 0 14 16" aria-hidden="true">
          <rect x="1" y="3" width="8" height="11" rx="1.500" />
          <rect x="4" y="1.500" width="8" height="11" rx="1.500" />
        </svg>
        {cards}
        <span class="visually-hidden">{t("capitol.seat.cards", { n: cards })}</span>
      </span>
      {view.consul === seat && view.phase !== "over" && (
        <span class="consul" title={t("capitol.seat.consul")}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 2L9.500 6H14L10.500 8.700L11.800 13L8 10.500L4.200 13L5.500 8.700L2 6H6.500Z" />
          </svg>
          <span class="visually-hidden">{t("capitol.seat.consul")}</span>
        </span>
      )}
      {own.done && (
        <span class="done" title={t(building ? "capitol.seat.passed" : "capitol.seat.stopped")}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={building ? "M3 8H13" : "M3 8.500L6.500 12L13 4.500"} />
          </svg>
          <span class="visually-hidden">
            {t(building ? "capitol.seat.passed" : "capitol.seat.stopped")}
          </span>
        </span>
      )}
    </span>
  );
}
