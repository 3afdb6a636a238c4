// A lesson on a prepared game.
import type { Lesson } from "../contract";

export const lesson: Lesson = {
  record: {
    capucine: 1,
    game: "capital-lux-2",
    rules: 1,
    players: 2,
    options: { powers: "A" },
    seed: "1",
    actions: [],
  },
  seat: 0,
  steps: [],
};
