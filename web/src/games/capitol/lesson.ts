// A first round against one neighbour, chosen so that every kind of action comes up once.
import type { Lesson, LessonStep } from "../contract";

type Rest = Omit<LessonStep, "text">;

/** The neighbour's answers come by themselves; one of our own begins with its seat. */
const doing = (point: string, action: string, ...answers: string[]): Rest => ({
  point,
  action,
  then: answers.map((answer) => (answer.startsWith("0 ") ? [0, answer.slice(2)] : [1, answer])),
});

const STEPS: Rest[] = [
  { point: "area:campus" },
  doing("area:campus", "permit b1 1 round campus", "permit b7 2 round campus"),
  doing("card:f2:0", "floor f2"),
  doing("work:new", "put new"),
  doing("work:1", "put 1", "permit m3 1 triangular palatine"),
  doing("card:r1:0", "roof r1 2 round", "floor f1", "put new", "put new"),
  doing("area:campus", "permit b6 2 round campus", "pass"),
  { action: "pass" },
  doing("card:f5:0", "bid f5"),
  doing("stop", "stop", "bid m2", "stop"),
  doing("area:campus", "fountain campus"),
  doing("stop", "stop", "bid m2", "stop", "fountain palatine", "0 stop", "stop"),
  { point: "area:campus" },
  doing("deck:permit", "draw permit"),
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
