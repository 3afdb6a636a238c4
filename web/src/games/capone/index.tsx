// Capone in the browser.
import { isMove } from "../../engine/types";
import { targetsOf } from "../../model/targets";
import type { GameUi } from "../contract";
import { Board, explainArea, explainSpace } from "./board";
import { figures } from "./figures";
import { explainCard, Hand } from "./hand";
import { lesson } from "./lesson";
import { Picture } from "./picture";
import { SCENES } from "./scenes";
import { explainMember, Seat } from "./seat";
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
  scenes: SCENES,
  explain: (target, board) => {
    const [kind, name = "", ...more] = target.split(":");
    const { seat } = board;
    if (kind === "space") return explainSpace(board, name);
    if (kind === "area") return explainArea(board, name);
    if (kind === "member") return explainMember(board.view, [name, ...more].map(Number));
    return seat !== null ? explainCard({ ...board, seat }, name as Card) : null;
  },
  // The harbour, the park and the prison are named by what happened.
  targets: (item) => (isMove(item) ? targetsOf(item) : [item.id, ...targetsOf(item)]),
  travels,
  // Half of what was paid is gone for good.
  grave: (_, action) => action.startsWith("sell"),
  rules: RULES.split(" "),
  reconstructed: ["city", "last", "fbi", "protection", "hit", "invest", "win", "secrets"],
  figures,
  lesson,
};
