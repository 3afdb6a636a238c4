import { t, word } from "../../words/words";
import type { GameUi } from "../contract";
import { Board } from "./board";
import { Hand } from "./hand";
import { lesson } from "./lesson";
import { Picture } from "./picture";
import { KINDS, type CapriceView, type Kind } from "./rules";
import { Summary } from "./summary";
import { effects, events, grave, phase, prompt, travels } from "./talk";
import { Signs } from "./tiles";

const named = (kinds: readonly Kind[]): string => kinds.map((kind) => word("caprice", kind)).join(", ");

/** What a player has shown: tiles set aside in the deal, and at the end the order. */
function Seat({ view, seat }: { view: CapriceView; seat: number }) {
  const order = view.orders[seat];
  const kinds = (some: readonly (Kind | null)[]): Kind[] => KINDS_IN(some);
  if (view.phase === "arrange" && order) return <span class="caprice-ready">{t("caprice.seat.ready")}</span>;
  if (order) return <Signs kinds={kinds(order)} name={t("caprice.seat.order", { kinds: named(kinds(order)) })} />;
  const shown = view.shown[seat] ?? [];
  if (shown.length === 0) return null;
  return (
    <span class="caprice-aside">
      <Signs kinds={shown} name={t("caprice.seat.aside", { kinds: named(shown) })} />
    </span>
  );
}

const KINDS_IN = (some: readonly (Kind | null)[]): Kind[] =>
  some.filter((kind): kind is Kind => KINDS.includes(kind as Kind));

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
  effects,
  events,
  travels,
  grave,
  rules: [],
  reconstructed: [],
  lesson,
};
