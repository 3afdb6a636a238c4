// A player's strip: tiles that have been shown.
import { t, word } from "../../words/words";
import type { SeatProps } from "../contract";
import { Titled } from "../parts";
import { Art } from "./art";
import type { CapriceView } from "./view";

/** What a player has shown: tiles set aside in the deal, and at the end the order. */
export function Seat({ view, seat }: SeatProps<CapriceView>) {
  const order = view.orders[seat];
  if (order && view.phase === "arrange")
    return (
      <Titled class="caprice-open" title={t("caprice.seat.ready")}>
        ✓
      </Titled>
    );
  const text = order ? "order" : "aside";
  const kinds = (order ?? view.shown[seat] ?? []).filter((kind) => kind !== null);
  const name = t(`caprice.seat.${text}`, {
    kinds: kinds.map((kind) => word("caprice", kind)).join(", "),
  });
  if (kinds.length === 0) return null;
  return (
    <span class={`caprice-open ${text}`}>
      <Titled class="caprice-signs" title={name}>
        {kinds.map((kind, i) => (
          <Art key={i} name={`sign-${kind}`} />
        ))}
      </Titled>
    </span>
  );
}
