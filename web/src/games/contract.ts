// What a game brings to the browser. One folder a game: index.tsx exports a GameUi; everything it
// shows it draws from the view's JSON and from what the engine tells, and everything it offers is one of
// the legal actions. A game without a folder has the board of generic/.
import type { ComponentChildren, FunctionComponent } from "preact";
import type { Signal } from "@preact/signals";
import type { SceneKinds } from "../model/clock";
import type {
  GameId,
  GameRecord,
  Line,
  Move,
  Preview,
  Reason,
  Result,
  StoryItem,
  View,
} from "../engine/types";

export interface BoardProps<V extends View = View> {
  view: V;
  /** Through whose eyes; null: a spectator's. */
  seat: number | null;
  names: string[];
  /** What follows from the view. */
  facts: Line[];
  /** What `seat` can do now; empty while others decide. */
  legal: string[];
  /** The words of an action that have been chosen so far: ["place", "dr"]. Cleared when the view
   * changes. Use `pick` and `canPick` of choose.ts, or set it yourself. */
  picked: Signal<string[]>;
  /** The whole action that "Do it" would do. */
  staged: Signal<string | null>;
  /** The whole action that a click would stage, while the mouse or the focus is at its place: it is
   * foreseen. Such places have data-would (`considering` of choose.ts). */
  considered?: Signal<string | null>;
  /** Adds an action to those that "Do it" does together, where `repeats` allows more; the last of them
   * is staged. Boards may do so when the same is tapped again. */
  more?(action: string): void;
  /** How many are gathered so, besides what is staged. */
  gathered?: readonly string[];
  /** What it would lead to, while one is staged or several are planned; for ghosts on the board. */
  foreseen: Preview | null;
  /** The view of that. */
  after: V | null;
  /** What each last word would lead to, by action, where the game `compares` them. */
  prospects?: Readonly<Record<string, Preview>>;
  /** Several actions that "Do it" does one after the other, while none is staged. A page that cannot do that has none: boards then stage one after the other. */
  plan?: Signal<Plan | null>;
  /** What has happened so far, as `seat` may know it; boards do without it if it is not there. */
  story?: StoryItem[];
  /** What is being acted out now; of `scenes` below. */
  scene?: Scene | null;
  /** A moment of the past is looked at: nothing opens by itself over the board. */
  replay?: boolean;
  /** Says why an action cannot be done, or what the board knows; one with a place for it gives `tell`. */
  why(about: string | Reason, tell?: (why: Reason) => void): void;
  /** Opens the rules at a section. */
  explain(rule: string): void;
}

/** Events that take time. Until the board says `done`, log, points, prompt and buttons stay where they
 * were. Any touch hurries it on, but for buttons in the element with data-scene. */
export interface Scene {
  name: string;
  events: Line[];
  /** All of it is to be seen at once: somebody does not want to wait. */
  hurried: boolean;
  /** So many of the events are shown: the log may tell of them. */
  tell(events: number): void;
  /** It has been seen. */
  done(): void;
}

/** What has been chosen so far. */
export interface Chosen {
  picked: readonly string[];
  staged: string | null;
}

export interface Plan {
  actions: string[];
  /** Those of them whose outcome is `foreseen`: what comes then depends on others. */
  tried: string[];
  /** What the button says. */
  label(foreseen: Preview | null): string;
}

/** A line that says what an action would do: "+2 points". */
export interface Effect {
  text: string;
  tone: "good" | "bad" | "plain";
}

/** What a card, a piece or a place is. */
export interface Explained {
  title: string;
  text: string;
  /** What a mark in the text, such as †, means. */
  note?: string;
  /** It, large. */
  picture?: ComponentChildren;
  /** An action with it: if that cannot be done now, it is said why. */
  action?: string;
}

/** Something that travels: the names of two places, as in data-at="…". */
export interface Travel {
  from: string;
  to: string;
}

/** A step of a lesson. Texts are ids. */
export interface LessonStep {
  text: string;
  /** Places to look at, as in data-at="…" or data-explain="…", one after the other: the next one is
   * pointed at when the one before is chosen. "a + b": both at once, in any order; "a:*": all that
   * begin so; "a with b": the text speaks of b too, which is only looked at. */
  point?: string[];
  /** What the learner must do to go on; without it there is a button. */
  action?: string;
  /** What happens then by itself. */
  then?: Move[];
}

export interface Lesson {
  record: GameRecord;
  seat: number;
  steps: LessonStep[];
  /** Nothing opens by itself over the board: the texts tell of it. */
  bare?: boolean;
  /** First words of actions of which all can be chosen, so that none is complete too early. */
  free?: string[];
}

export interface SeatProps<V extends View = View> {
  view: V;
  facts: Line[];
  seat: number;
}

export interface SummaryProps<V extends View = View> {
  view: V;
  facts: Line[];
  names: string[];
  result: Result;
  story?: StoryItem[];
}

export interface GameUi<V extends View = View> {
  id: GameId;
  /** The common board. */
  Board: FunctionComponent<BoardProps<V>>;
  /** One's own hidden things: hand, tiles. Not shown to spectators. */
  Hand: FunctionComponent<BoardProps<V>>;
  /** A player's open things and figures, for the strip of players; short. */
  Seat: FunctionComponent<SeatProps<V>>;
  /** Entries for the strip of players of those who have no seat, such as ROB. */
  Others?: FunctionComponent<{ view: V; facts: Line[] }>;
  /** At the end: how the points came about. */
  Summary: FunctionComponent<SummaryProps<V>>;
  /** Points as they stand, a number for each seat; null: this game shows none before its end. */
  scores(view: V, facts: Line[]): number[] | null;
  /** Where we are: "round 2 of 4 · auction". */
  phase(view: V, facts: Line[]): string;
  /** One sentence that says what is going on, and what is asked of `seat` if it must act. While some
   * words of an action are chosen the text `<game>.next.<verb>.<n>` is shown instead, if there is one:
   * what the n-th word behind the verb says. With a text `<game>.next` it is a part of that sentence. */
  prompt(
    view: V,
    seat: number | null,
    actors: number[],
    names: string[],
    facts: Line[],
    chosen?: Chosen,
  ): string;
  /** Facts with `seat` and `n` whose change is told while an action is staged, with the text
   * `<game>.change.<id>`. More is good for oneself, and bad for the others. */
  changes?: readonly string[];
  /** Once all but the last word of an action is chosen, what each last word would lead to is foreseen. */
  compares?: boolean;
  /** How often in a row something like this action can be done now, such as drawing a card: so many can
   * be gathered and done together. If it is not there, once. */
  repeats?(view: V, action: string): number;
  /** Which events take time, each scene with a name. The board acts them out, and must call `done`.
   * The text `<game>.scene.<name>` is the prompt meanwhile. */
  scenes?: SceneKinds;
  /** Moves without a line in the log: the events behind them tell the same. */
  untold?: RegExp;
  /** The names of places, as in data-target="…", that a move or an event is about. What the others did
   * last has a ring there, in the seat's colour. If it is not there:
   * every run of an action's words ("bank:1"), and an event's arguments ("area:viminal", "viminal"). */
  targets?(item: StoryItem): string[];
  /** What an element with data-explain="<target>" is; null: there is nothing to say. */
  explain?(target: string, board: BoardProps<V>): Explained | null;
  /** What travels when a move is made. */
  travels(before: V, after: V, move: Move, seat: number | null): Travel[];
  /** Whether this action cannot be taken back and is worth asking about. */
  grave(view: V, action: string): boolean;
  /** Rule sections in their order; none: there are no texts. Texts `<game>.rule.<key>.title` and `.text` in rules-<game>.po. */
  rules: readonly string[];
  /** Those of them in which something is reconstructed. */
  reconstructed: readonly string[];
  /** Pictures for some of these sections. */
  figures?: Readonly<Record<string, FunctionComponent>>;
  lesson: Lesson;
}
