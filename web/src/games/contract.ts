// What a game brings to the browser. One folder a game: index.tsx exports a GameUi; everything it
// shows it draws from the view's JSON, and everything it offers is one of the legal actions.
import type { FunctionComponent } from "preact";
import type { Signal } from "@preact/signals";
import type { GameId, GameRecord, Move, Reason, Result, View } from "../engine/types";

export interface BoardProps<V extends View = View> {
  view: V;
  /** Through whose eyes; null: a spectator's. */
  seat: number | null;
  names: string[];
  /** What `seat` can do now; empty while others decide. */
  legal: string[];
  /** The words of an action that have been chosen so far: ["place", "dr"]. Cleared when the view
   * changes. Use `pick` and `canPick` of choose.ts, or set it yourself. */
  picked: Signal<string[]>;
  /** The whole action that "Do it" would do. */
  staged: Signal<string | null>;
  /** What we would see after it, while one is staged; for ghosts on the board. */
  after: V | null;
  /** Several actions that "Do it" does one after the other, and what its button says then, while none
   * is staged. A page that cannot do that has none: boards then stage one after the other. */
  plan?: Signal<Plan | null>;
  /** What has happened so far, as `seat` may know it; boards do without it if it is not there. */
  history?: Move[];
  /** Says why an action cannot be done; a board with a place for it of its own gives `tell`. */
  why(action: string, tell?: (why: Reason) => void): void;
  /** Opens the rules at a section. */
  explain(rule: string): void;
}

export interface Plan {
  actions: string[];
  label: string;
}

/** A line that says what an action would do: "+2 points". */
export interface Effect {
  text: string;
  tone: "good" | "bad" | "plain";
}

/** Something that travels: the names of two places, as in data-at="…". */
export interface Travel {
  from: string;
  to: string;
}

/** A step of a lesson. Texts are ids. */
export interface LessonStep {
  text: string;
  /** A place to look at, as in data-at="…". */
  point?: string;
  /** What the learner must do to go on; without it there is a button. */
  action?: string;
  /** What happens then by itself. */
  then?: Move[];
}

export interface Lesson {
  record: GameRecord;
  seat: number;
  steps: LessonStep[];
}

export interface GameUi<V extends View = View> {
  id: GameId;
  /** A small picture for the home page, drawn by us. */
  Picture: FunctionComponent;
  /** The common board. */
  Board: FunctionComponent<BoardProps<V>>;
  /** One's own hidden things: hand, tiles. Not shown to spectators. */
  Hand: FunctionComponent<BoardProps<V>>;
  /** A player's open things and figures, for the strip of players; short. */
  Seat: FunctionComponent<{ view: V; seat: number }>;
  /** Entries for the strip of players of those who have no seat, such as ROB. */
  Others?: FunctionComponent<{ view: V }>;
  /** At the end: how the points came about. */
  Summary: FunctionComponent<{ view: V; names: string[]; result: Result; history?: Move[] }>;
  /** Points as they stand, a number for each seat; null: this game shows none before its end. */
  scores(view: V): number[] | null;
  /** Where we are: "round 2 of 4 · auction". */
  phase(view: V): string;
  /** One sentence that says what is going on, and what is asked of `seat` if it must act. */
  prompt(view: V, seat: number | null, actors: number[], names: string[]): string;
  /** What an action would do, from the views before and after it. */
  effects(before: V, after: V, action: string, seat: number, names: string[]): Effect[];
  /** Lines of the log besides the action's own: scorings, evictions. */
  events(before: V, after: V, move: Move, names: string[]): string[];
  /** What travels when a move is made. */
  travels(before: V, after: V, move: Move, seat: number | null): Travel[];
  /** Whether this action cannot be taken back and is worth asking about. */
  grave(view: V, action: string): boolean;
  /** Rule sections in their order: texts `<game>.rule.<key>.title` and `.text` in rules-<game>.po. */
  rules: readonly string[];
  /** Those of them in which something is reconstructed. */
  reconstructed: readonly string[];
  lesson: Lesson;
}
