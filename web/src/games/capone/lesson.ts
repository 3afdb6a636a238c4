// The lesson: a prepared game, whose seed deals what is to be shown.
import type { Lesson } from "../contract";

export const lesson: Lesson = {
  record: { capucine: 1, game: "capone", rules: 1, players: 3, seed: "1", actions: [] },
  seat: 0,
  steps: [],
};
