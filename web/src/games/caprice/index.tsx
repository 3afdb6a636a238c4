// Caprice in the browser.
import type { GameUi } from "../contract";
import { Board } from "./board";
import { explain } from "./explain";
import { figures } from "./figures";
import { Hand } from "./hand";
import { lesson } from "./lesson";
import { Seat } from "./seat";
import { Summary } from "./summary";
import { phase, prompt } from "./talk";
import { targets } from "./targets";
import { travels } from "./travels";
import type { CapriceView } from "./view";

const RULES =
  "idea pieces setup third place move marker height end order score perfect example winner options advice";

export const ui: GameUi<CapriceView> = {
  id: "caprice",
  Board,
  Hand,
  Seat,
  Summary,
  scores: (view) => view.scores,
  phase,
  prompt,
  changes: ["best"],
  compares: true,
  scenes: { count: { from: /^end$/, to: /^won/, view: "after" } },
  targets,
  explain,
  // A draw without a choice is done at once, and whether there was one is nobody else's business.
  travels,
  // Every action is chosen and then done, and none weighs more than the others.
  grave: () => false,
  rules: RULES.split(" "),
  reconstructed: ["third", "marker", "score", "options"],
  figures,
  lesson,
};
