import type { View } from "../../engine/types";
import type { GameUi } from "../contract";

export const ui: GameUi<View> = {
  id: "capone",
  Picture: () => <svg viewBox="0 0 120 80" aria-hidden="true" />,
  Board: ({ view }) => <pre>{JSON.stringify(view, null, 1)}</pre>,
  Hand: () => null,
  Seat: () => null,
  Summary: () => null,
  scores: () => null,
  phase: (view) => view.phase,
  prompt: () => "",
  effects: () => [],
  events: () => [],
  travels: () => [],
  grave: () => false,
  rules: [],
  reconstructed: [],
  lesson: { record: { capucine: 1, game: "capone", rules: 1, players: 3, seed: "1", actions: [] }, seat: 0, steps: [] },
};
