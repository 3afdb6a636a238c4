// A lesson: one round of a prepared game with the tiles of set A, seen from seat 0. The learner uses
// every power once, goes over a limit and pays for it.
import type { Move } from "../../engine/types";
import type { Lesson, LessonStep } from "../contract";

const OTHER = 1;
const other = (...actions: string[]): Move[] => actions.map((action) => [OTHER, action]);

type Step = Omit<LessonStep, "text">;

const STEPS: Step[] = [
  { point: "capital.blue" },
  { point: "packet.y3.0", action: "keep y3 g2", then: other("keep b3 p4") },
  { point: "packet.b5.0", action: "keep b5 p3", then: other("keep y4 y5") },
  { point: "city.0.pink", action: "city p4", then: other("city y4") },
  { point: "capital.yellow", action: "capital y3", then: other("city b3") },
  { point: "capital.green", action: "capital g2", then: other("city g2") },
  { point: "capital.blue", action: "capital b5" },
  { point: "capital.pink", action: "agent pink", then: other("capital y5") },
  { point: "capital.pink", action: "capital p3" },
  { point: "capital.blue", action: "cleric blue b3", then: other("city y5") },
  { point: "city.0.pink", action: "city p4", then: other("city p4") },
  { point: "city.0.green", action: "city g3" },
  { point: "city.0.green", action: "pay" },
  { point: "city.0.pink" },
  { point: "capital.pink" },
];

export const lesson: Lesson = {
  record: {
    capucine: 1,
    game: "capital-lux-2",
    rules: 2,
    players: 2,
    options: { first: "0", powers: "A" },
    seed: "56",
    actions: [],
  },
  seat: 0,
  steps: STEPS.map((step, i) => ({ text: `capital-lux-2.lesson.${i + 1}`, ...step })),
};
