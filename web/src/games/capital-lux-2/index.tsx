// Capital Lux 2 in the browser: see contract.ts for what a game brings.
import type { GameUi } from "../contract";
import { Board, Others, Seat } from "./board";
import { Hand } from "./hand";
import { lesson } from "./lesson";
import { points, type LuxView } from "./model";
import { Picture } from "./picture";
import { effects, events, phase, prompt } from "./speak";
import { Summary } from "./summary";
import { travels } from "./travels";

export const ui: GameUi<LuxView> = {
  id: "capital-lux-2",
  Picture,
  Board,
  Hand,
  Seat,
  Others,
  Summary,
  scores: (view) => view.seats.map((_, seat) => points(view, seat)),
  phase,
  prompt,
  effects,
  events,
  travels,
  /** Losing a district's cards although they could be paid for. */
  grave: (_, action) => action === "lose",
  rules: [
    "aim",
    "material",
    "setup",
    "draft",
    "play",
    "powers",
    "powers-blue",
    "powers-pink",
    "powers-yellow",
    "powers-green",
    "end",
    "resolution",
    "bonus",
    "next",
    "score",
    "solo",
    "solo-turn",
    "solo-end",
    "open",
  ],
  reconstructed: [
    "material",
    "powers",
    "powers-blue",
    "powers-pink",
    "powers-yellow",
    "powers-green",
    "solo-turn",
  ],
  lesson,
};
