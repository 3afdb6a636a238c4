// A lesson is a prepared game: where to look, what to do, and what then happens by itself.
import type { GameRecord, Move } from "../engine/types";
import type { Lesson } from "./contract";

/** `point` is like "card:b1:0, area:campus": what to choose, in this order. `then` is like "1 use bank 1,
 * 1 force 50": seats and actions. */
export type Step = [point?: string, action?: string, then?: string];

const movesIn = (text: string): Move[] =>
  text.split(", ").map((move) => [Number(move[0]), move.slice(2)]);

/** A lesson seen from seat 0. Its texts are `<game>.lesson.1` and so on. */
export const lessonOf = (
  deal: Pick<GameRecord, "game" | "players" | "options" | "seed">,
  steps: Step[],
  more: Pick<Lesson, "bare" | "free"> = {},
): Lesson => ({
  ...more,
  record: { capucine: 1, rules: 2, actions: [], ...deal },
  seat: 0,
  steps: steps.map(([point, action, then], i) => ({
    text: `${deal.game}.lesson.${i + 1}`,
    ...(point && { point: point.split(", ") }),
    ...(action && { action }),
    ...(then && { then: movesIn(then) }),
  })),
});
