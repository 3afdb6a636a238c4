import type { GameUi } from "../contract";
import { Board } from "./board";
import { Hand } from "./hand";
import { lesson } from "./lesson";
import { Picture } from "./picture";
import { Seat } from "./seat";
import { Summary } from "./summary";
import { effects, events, phase, prompt, travels } from "./tell";
import type { CapitolView } from "./view";

export const ui: GameUi<CapitolView> = {
  id: "capitol",
  Picture,
  Board,
  Hand,
  Seat,
  Summary,
  scores: (view) => view.seats.map((seat) => seat.score),
  phase,
  prompt,
  effects,
  events,
  travels,
  grave: () => false,
  rules: [],
  reconstructed: [],
  lesson,
};
