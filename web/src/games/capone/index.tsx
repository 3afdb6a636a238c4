// Capone in the browser.
import type { GameUi } from "../contract";
import { Board } from "./board";
import { explainCard, Hand } from "./hand";
import { lesson } from "./lesson";
import { Picture } from "./picture";
import { Seat } from "./seat";
import { Summary } from "./summary";
import { phase, prompt } from "./talk";
import { travels } from "./travels";
import { figureOf, type CaponeView, type Card } from "./view";

const RULES =
  "goal family city year swap play illegal attack last legal rest fbi protection takeover hit accounts invest win variants secrets";

export const ui: GameUi<CaponeView> = {
  id: "capone",
  Picture,
  Board,
  Hand,
  Seat,
  Summary,
  scores: (view, facts) => view.seats.map((_, seat) => figureOf(facts, "steps", seat)),
  phase,
  prompt,
  changes: ["cash", "steps", "income"],
  explain: (target, board) => {
    const [kind, card] = target.split(":");
    const { seat } = board;
    return kind === "card" && seat !== null ? explainCard({ ...board, seat }, card as Card) : null;
  },
  travels,
  // Half of what was paid is gone for good.
  grave: (_, action) => action.startsWith("sell"),
  rules: RULES.split(" "),
  reconstructed: ["city", "last", "fbi", "protection", "hit", "invest", "win", "secrets"],
  lesson,
};
