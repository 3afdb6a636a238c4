// Capital Lux 2 in the browser: see contract.ts for what a game brings.
import type { GameUi } from "../contract";
import { Board } from "./board";
import { figures } from "./figures";
import { Hand } from "./hand";
import { lesson } from "./lesson";
import { explain, targets } from "./explain";
import { RESOLUTION } from "./resolution";
import { Others, Seat } from "./seat";
import { Summary } from "./summary";
import { phase, prompt } from "./talk";
import { travels } from "./travels";
import { points, type LuxView } from "./view";

const POWERS = "powers powers-blue powers-pink powers-yellow powers-green";
const RULES = `aim material setup draft play ${POWERS} end resolution bonus next score solo solo-turn solo-end open`;
const RECONSTRUCTED = `material ${POWERS} solo-turn`;

export const ui: GameUi<LuxView> = {
  id: "capital-lux-2",
  Board,
  Hand,
  Seat,
  Others,
  Summary,
  scores: (view, facts) => view.seats.map((_, seat) => points(facts, seat)),
  phase,
  prompt,
  changes: ["points"],
  scenes: { resolution: RESOLUTION },
  targets,
  explain,
  travels,
  /** Losing a district's cards although they could be paid for. */
  grave: (_, action) => action === "lose",
  rules: RULES.split(" "),
  reconstructed: RECONSTRUCTED.split(" "),
  figures,
  lesson,
};
