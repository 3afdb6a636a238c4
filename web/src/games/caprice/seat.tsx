// A player's strip: tiles that have been shown.
import { t, word } from "../../words/words";
import type { SeatProps } from "../contract";
import { Art } from "./art";
import type { CapriceView } from "./view";

const Ready = () => (
  <span
    class="caprice-open"
    role="img"
    aria-label={t("caprice.seat.ready")}
    title={t("caprice.seat.ready")}
  >
    ✓
  </span>
);

/** What a player has shown: tiles set aside in the deal, and at the end the order. */
export function Seat({ view, seat }: SeatProps<CapriceView>) {
  const order = view.orders[seat];
  if (order && view.phase === "arrange") return <Ready />;
  const text = order ? "order" : "aside";
  const kinds = (order ?? view.shown[seat] ?? []).filter((kind) => kind !== null);
  const name = t(`caprice.seat.${text}`, {
    kinds: kinds.map((kind) => word("caprice", kind)).join(", "),
  });
  if (kinds.length === 0) return null;
  return (
    <span class={`caprice-open ${text}`}>
      <span class="caprice-signs" role="img" aria-label={name} title={name}>
        {kinds.map((kind, i) => (
          <Art key={i} name={`sign-${kind}`} />
        ))}
      </span>
    </span>
  );
}
