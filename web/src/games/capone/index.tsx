// Capone in the browser.
import { figure, money, t } from "../../words/words";
import type { GameUi } from "../contract";
import { Album, Board } from "./city";
import { Hand, Track } from "./hand";
import { Summary } from "./ledger";
import { lesson } from "./lesson";
import { Guards } from "./pieces";
import { Picture } from "./picture";
import { effects, events, phase, prompt, travels } from "./story";
import type { CaponeView } from "./types";

function Seat({ view, seat }: { view: CaponeView; seat: number }) {
  const { cash, hand, steps, home } = view.seats[seat]!;
  return (
    <span class="capone-seat" data-at={`home.${seat}`}>
      <span class="of-ten">/10</span>
      <span class="cash">{money(cash)}</span>
      {hand.length > 0 && (
        <span class="cards" role="img" aria-label={t("capone.seat.cards", { n: hand.length })}>
          {figure(hand.length)}
        </span>
      )}
      <span
        class={`seat-${seat}`}
        role="img"
        aria-label={t("capone.seat.guards", { n: home.guards })}
      >
        <Guards n={home.guards} />
      </span>
      <span class={`more seat-${seat}`}>
        <Track steps={steps} />
        <Album view={view} seat={seat} />
      </span>
    </span>
  );
}

const RULES = [
  "goal",
  "family",
  "city",
  "year",
  "swap",
  "play",
  "illegal",
  "attack",
  "last",
  "legal",
  "rest",
  "fbi",
  "protection",
  "takeover",
  "hit",
  "accounts",
  "invest",
  "win",
  "variants",
  "secrets",
] as const;

export const ui: GameUi<CaponeView> = {
  id: "capone",
  Picture,
  Board,
  Hand,
  Seat,
  Summary,
  scores: (view) => view.seats.map(({ steps }) => steps),
  phase,
  prompt,
  effects,
  events,
  travels,
  // Half of what was paid is gone for good.
  grave: (_, action) => action.startsWith("sell"),
  rules: RULES,
  reconstructed: ["city", "last", "fbi", "protection", "hit", "invest", "win", "secrets"],
  lesson,
};
