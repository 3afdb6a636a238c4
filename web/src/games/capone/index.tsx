// Capone in the browser.
import type { GameUi } from "../contract";
import { explainBy } from "../parts";
import { Board, explainArea, explainSpace } from "./board";
import { figures } from "./figures";
import { explainCard, Hand } from "./hand";
import { lesson } from "./lesson";
import { SCENES } from "./scenes";
import { explainMember, Seat } from "./seat";
import { Summary } from "./summary";
import { phase, prompt } from "./talk";
import { targets } from "./targets";
import { travels } from "./travels";
import { figureOf, type CaponeView } from "./view";

const RULES =
  "goal family city year swap play illegal attack last legal rest fbi protection takeover hit accounts invest win variants secrets";

export const ui: GameUi<CaponeView> = {
  id: "capone",
  Board,
  Hand,
  Seat,
  Summary,
  scores: (view, facts) => view.seats.map((_, seat) => figureOf(facts, "steps", seat)),
  phase,
  prompt,
  changes: ["cash", "steps", "income"],
  scenes: SCENES,
  explain: explainBy({
    space: explainSpace,
    area: explainArea,
    member: ({ view }, ...which) => explainMember(view, which.map(Number)),
    card: ({ seat, ...board }, card) =>
      seat === null ? null : explainCard({ ...board, seat }, card),
  }),
  targets,
  travels,
  // Half of what was paid is gone for good.
  grave: (_, action) => action.startsWith("sell"),
  rules: RULES.split(" "),
  reconstructed: ["city", "last", "fbi", "protection", "hit", "invest", "win", "secrets"],
  figures,
  lesson,
};
