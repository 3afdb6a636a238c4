// The lesson: a game of two with hands that are known beforehand (the seed), up to its first moves, and
// from its last turn on.
import type { Move } from "../../engine/types";
import type { Lesson } from "../contract";

const step = (n: number): string => `caprice.lesson.${n}`;

/** The game between, which is not shown: it leads to four full towers and one that lacks a block. */
const MIDDLE: Move[] = (
  "0 place dr 1,0 move 4 2,1 place lr 4,1 move 1 0,0 place lr 4,0 move 1 4,1 place lr 3,1 move 0 5," +
  "0 place dr 5,0 move 3 5,1 place lt 0,1 move 4 0,0 place lt 3,0 move 4 0,1 place dt 0,1 move 5 1," +
  "0 place dr 3,0 move 4 3,1 place dt 1,1 move 0 4,0 place lr 4,0 move 1 3,1 place lt 5,1 move 4 1," +
  "0 place dt 0,0 move 4 5,1 place dr 1,1 stay"
)
  .split(",")
  .map((move) => [Number(move[0]), move.slice(2)]);

export const lesson: Lesson = {
  record: {
    capucine: 1,
    game: "caprice",
    rules: 2,
    players: 2,
    options: { first: "0", third: "redraw" },
    seed: "6",
    actions: [],
  },
  seat: 0,
  steps: [
    { text: step(1), point: "caprice.reserve.dr" },
    { text: step(2), point: "caprice.tile.0" },
    {
      text: step(3),
      point: "caprice.reserve.lr",
      action: "place lr 0",
      then: [
        [0, "stay"],
        [1, "place dt 1"],
        [1, "move 0 1"],
      ],
    },
    { text: step(4), point: "caprice.marker" },
    {
      text: step(5),
      point: "caprice.reserve.dr",
      action: "place dr 0",
      then: [
        [0, "stay"],
        [1, "place lt 2"],
        [1, "move 0 2"],
      ],
    },
    { text: step(6), point: "caprice.tower.2", action: "place lr 2" },
    {
      text: step(7),
      point: "caprice.tower.1",
      action: "move 1 4",
      then: [
        [1, "place dt 4"],
        [1, "stay"],
      ],
    },
    { text: step(8), point: "caprice.tile.0" },
    { text: step(9), point: "caprice.tower.0", then: MIDDLE },
    { text: step(10), point: "caprice.tower.1", action: "place dt 1" },
    { text: step(11), point: "caprice.tower.2" },
    { text: step(12) },
  ],
};
