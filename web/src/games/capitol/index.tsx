// Capitol in the browser.
import type { GameUi } from "../contract";
import { Board } from "./board";
import { explain, targets } from "./explain";
import { figures } from "./figures";
import { Hand } from "./hand";
import { lesson } from "./lesson";
import { Seat } from "./seat";
import { Summary } from "./summary";
import { phase, prompt } from "./talk";
import { travels } from "./travels";
import type { CapitolView } from "./view";

const RULES =
  "goal areas cards setup round construction floors roofs permits limits nothing auctions equal_bids tiles scoring ties draw stacks end known";
/** Those in which our sources are silent or incomplete; their texts say what, after a dagger. */
const RECONSTRUCTED = "areas cards auctions equal_bids tiles draw stacks end known";

export const ui: GameUi<CapitolView> = {
  id: "capitol",
  Board,
  Hand,
  Seat,
  Summary,
  scores: (view) => view.seats.map((seat) => seat.score),
  phase,
  prompt,
  changes: ["points", "cards"],
  repeats: (view, action) => (action.startsWith("draw ") ? view.left : 1),
  scenes: {
    auction: { from: /^bid/, to: /^(un)?sold/, view: "before" },
    scoring: { from: /^scoring$/, to: /^gain$/, view: "after" },
  },
  untold: /^(bid|stop)\b/,
  targets,
  explain,
  travels,
  grave: () => false,
  rules: RULES.split(" "),
  reconstructed: RECONSTRUCTED.split(" "),
  figures,
  lesson,
};
