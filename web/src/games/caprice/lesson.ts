// The lesson: a game of two with hands that are known beforehand (the seed), up to its first moves, and
// from its last turn on.
import { lessonOf, type Step } from "../lesson";

/** The game between, which is not shown: it leads to four full towers and one that lacks a block. */
const MIDDLE =
  "0 place dr 1, 0 move 4 2, 1 place lr 4, 1 move 1 0, 0 place lr 4, 0 move 1 4, 1 place lr 3, " +
  "1 move 0 5, 0 place dr 5, 0 move 3 5, 1 place lt 0, 1 move 4 0, 0 place lt 3, 0 move 4 0, " +
  "1 place dt 0, 1 move 5 1, 0 place dr 3, 0 move 4 3, 1 place dt 1, 1 move 0 4, 0 place lr 4, " +
  "0 move 1 3, 1 place lt 5, 1 move 4 1, 0 place dt 0, 0 move 4 5, 1 place dr 1, 1 stay";

const options = { first: "0", third: "redraw" };

const deal = { game: "caprice", players: 2, options, seed: "6" };

const steps: Step[] = [
  ["caprice.reserve.*"],
  ["hand"],
  ["caprice.reserve.lr + caprice.tower.0", "place lr 0", "0 stay, 1 place dt 1, 1 move 0 1"],
  ["caprice.marker + caprice.tower.1"],
  ["caprice.reserve.dr + caprice.tower.0", "place dr 0", "0 stay, 1 place lt 2, 1 move 0 2"],
  ["caprice.reserve.lr + caprice.tower.2", "place lr 2"],
  ["caprice.tower.1, caprice.tower.4", "move 1 4", "1 place dt 4, 1 stay"],
  ["hand + caprice.tower.1 + caprice.tower.2 + caprice.tower.4"],
  ["caprice.tower.*", "", MIDDLE],
  ["caprice.reserve.dt + caprice.tower.1 with caprice.tile.3", "place dt 1"],
  ["caprice.tower.2 + caprice.tower.3"],
  [],
];

export const lesson = lessonOf(deal, steps, { free: ["place"] });
