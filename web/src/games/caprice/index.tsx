import { t, word } from "../../words/words";
import type { GameUi, SeatProps } from "../contract";
import { Board } from "./board";
import { Hand } from "./hand";
import { lesson } from "./lesson";
import { Picture } from "./picture";
import { Summary } from "./summary";
import { phase, prompt, travels } from "./talk";
import { Signs } from "./tiles";
import type { CapriceView, Kind } from "./view";

const named = (kinds: readonly Kind[]): string =>
  kinds.map((kind) => word("caprice", kind)).join(", ");

const known = (some: readonly (Kind | null)[]): Kind[] => some.filter((kind) => kind !== null);

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
function Seat({ view, seat }: SeatProps<CapriceView>) {
  const order = view.orders[seat];
  if (order && view.phase === "arrange") return <Ready />;
  const [kinds, text] = order ? [known(order), "order"] : [view.shown[seat] ?? [], "aside"];
  if (kinds.length === 0) return null;
  return (
    <span class={`caprice-open ${text}`}>
      <Signs kinds={kinds} name={t(`caprice.seat.${text}`, { kinds: named(kinds) })} />
    </span>
  );
}

const RULES = [
  "idea",
  "pieces",
  "setup",
  "third",
  "place",
  "move",
  "marker",
  "height",
  "end",
  "order",
  "score",
  "perfect",
  "example",
  "winner",
  "options",
  "advice",
] as const;

export const ui: GameUi<CapriceView> = {
  id: "caprice",
  Picture,
  Board,
  Hand,
  Seat,
  Summary,
  scores: (view) => view.scores,
  phase,
  prompt,
  changes: ["best"],
  // A draw without a choice is done at once, and whether there was one is nobody else's business.
  travels,
  // Every action is chosen and then done, and none weighs more than the others.
  grave: () => false,
  rules: RULES,
  reconstructed: ["third", "marker", "score", "options"],
  lesson,
};
