// The lesson: one year of a prepared game, whose seed deals what is to be shown.
import type { Move } from "../../engine/types";
import type { Lesson, LessonStep } from "../contract";

/** "1 use bank 1, 1 force 50": what the others do. */
const others = (text: string): Move[] =>
  text.split(", ").map((one) => [Number(one[0]), one.slice(2)]);

const STEPS: Omit<LessonStep, "text">[] = [
  { point: "home" },
  { point: "space.print.1" },
  { point: "hand.garage", action: "swap garage", then: others("1 swap, 2 swap") },
  { point: "hand.print", action: "use print 1" },
  {
    point: "force",
    action: "force 30 g2",
    then: others("1 use bank 1, 1 force 50, 2 use casino 1, 2 force 40 g1"),
  },
  { point: "space.bank.1", action: "use bank 1" },
  {
    point: "force",
    action: "force 60",
    then: others("1 use casino 2, 1 force 40, 2 use print 1, 2 force 50"),
  },
  { point: "harbour" },
  {
    point: "hand.restaurant",
    action: "use restaurant print 1 50",
    then: others("1 use weapon 1, 1 force 100, 2 use still 1, 2 force 30"),
  },
  {
    point: "hand.fbi",
    action: "use fbi weapon 1 100",
    then: others("1 use bar 1, 1 force 30, 2 use hit casino 2"),
  },
  { point: "hand.club", action: "use club 1" },
  {
    point: "force",
    action: "force g4",
    then: others("1 discard takeover, 2 use bar 2, 2 force g1"),
  },
  { point: "ledger", action: "rehire 2" },
  { point: "invest", action: "invest 1", then: others("1 invest 1, 2 invest 1") },
  { point: "shops" },
];

export const lesson: Lesson = {
  record: {
    capucine: 1,
    game: "capone",
    rules: 2,
    players: 3,
    options: { first: "0" },
    seed: "8126",
    actions: [],
  },
  seat: 0,
  steps: STEPS.map((step, i) => ({ text: `capone.lesson.${i + 1}`, ...step })),
};
