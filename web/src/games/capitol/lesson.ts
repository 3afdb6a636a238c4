// A first round against one neighbour, chosen so that every kind of action comes up once.
import type { Lesson, LessonStep } from "../contract";

type Rest = Omit<LessonStep, "text">;

const STEPS: Rest[] = [
  { point: "area:campus" },
  {
    point: "area:campus",
    action: "permit b1 1 round campus",
    then: [[1, "permit b7 2 round campus"]],
  },
  { point: "card:f2:0", action: "floor f2" },
  { point: "work:new", action: "put new" },
  {
    point: "work:1",
    action: "put 1",
    then: [[1, "permit m3 1 triangular palatine"]],
  },
  {
    point: "card:r1:0",
    action: "roof r1 2 round",
    then: [
      [1, "floor f1"],
      [1, "put new"],
      [1, "put new"],
    ],
  },
  { point: "area:campus", action: "permit b6 2 round campus", then: [[1, "pass"]] },
  { action: "pass" },
  { point: "card:f5:0", action: "bid f5" },
  {
    point: "stop",
    action: "stop",
    then: [
      [1, "bid m2"],
      [1, "stop"],
    ],
  },
  { point: "area:campus", action: "fountain campus" },
  {
    point: "stop",
    action: "stop",
    then: [
      [1, "bid m2"],
      [1, "stop"],
      [1, "fountain palatine"],
      [0, "stop"],
      [1, "stop"],
    ],
  },
  { point: "area:campus" },
  { point: "deck:permit", action: "draw permit" },
  {},
];

export const lesson: Lesson = {
  record: {
    capucine: 1,
    game: "capitol",
    rules: 2,
    players: 2,
    options: { first: "0" },
    seed: "8",
    actions: [],
  },
  seat: 0,
  steps: STEPS.map((step, i) => ({ text: `capitol.lesson.${i + 1}`, ...step })),
};
