// What the engine, the server and the pages say to each other.

/** A game's name in the engine. */
export type GameId = string;

/** A seat and the text of what it did. */
export type Move = [seat: number, action: string];

export type Arg = number | string;
/** A fact or an event: an id with arguments; docs/protocol.md. */
export interface Line {
  id: string;
  [arg: string]: Arg | Arg[];
}

/** The history with events: a move is an array, an event an object. */
export type StoryItem = Move | Line;
export const isMove = (item: StoryItem): item is Move => Array.isArray(item);
export const isLine = (item: StoryItem): item is Line => !isMove(item);

/** A position as JSON, as the protocol describes it; each game has its own type in its folder. */
export interface View {
  game: GameId;
  players: number;
  options: Record<string, string>;
  phase: string;
}

export interface GameInfo {
  name: GameId;
  title: string;
  rules: number;
  players: [least: number, most: number];
  /** An action that is made by itself wherever it is the only one; nobody need read of it. */
  silent: string | null;
  options: { name: string; values: string[] }[];
}

export interface BotInfo {
  name: string;
  ms: number;
  sharpness: number;
  /** It draws conclusions from what was played. */
  recalls: boolean;
  learned: boolean;
  /** The opponent of anyone who has not said which. */
  usual: boolean;
}

export interface Result {
  scores: number[];
  places: number[];
  rob?: number;
  rating?: string;
}

/** What proves a deal: a hash that was shown before, and when the game is over what it is made of. */
export interface Seal {
  commitment: string;
  secret?: string;
  mixes?: string[];
}

export interface GameRecord {
  capucine: number;
  game: GameId;
  rules: number;
  players: number;
  options?: Record<string, string>;
  from?: unknown;
  seed: string;
  seal?: Seal;
  actions: Move[];
  result?: { scores: number[]; places: number[] };
}

/** What a game begins with, but for chance. */
export type Beginning = Pick<GameRecord, "game" | "players" | "options">;

/** What a search thinks of an action. Shares are in 0 … 1. */
export interface Advice {
  action: string;
  visits: number;
  win: number[];
  score: number[];
  error: number;
  reply: Move | null;
}

/** What a decision was worth (docs/review.md). Shares are in 0 … 1. */
export interface Verdict {
  /** Which move of the record, from 0. */
  at: number;
  seat: number;
  /** The first two do not count. */
  kind: "forced" | "obvious" | "good" | "inaccuracy" | "mistake" | "blunder";
  played: string;
  best: string;
  loss: number;
  error: number;
  /** The difference to what the search preferred, however uncertain: means are made of it. */
  gap: number;
  points: number;
  win: number;
  best_win: number;
  /** Other actions that are as good as the best. */
  equal: string[];
  reply: Move | null;
  best_reply: Move | null;
  /** What would have been best with all hands open, where that makes a difference. */
  open: { best: string; loss: number; error: number } | null;
}

/** What chance brought each seat with a move. */
export interface Chance {
  /** Which move of the record; -1: the deal. */
  at: number;
  luck: number[];
  error: number[];
}

/** How a seat has played, and what luck it had. */
export interface SeatSummary {
  seat: number;
  decisions: number;
  loss: number;
  /** In percent; null: there was no decision that counts. */
  accuracy: number | null;
  /** The bots whose errors lie around these: the weaker first. */
  between: [string | null, string | null];
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  luck: number;
  luck_error: number;
  /** Shares of the win; null: the game is not over. */
  result: number | null;
  without_luck: number | null;
  /** Whether the luck is known well enough to mean anything. */
  certain: boolean;
}

export interface ReviewSummary {
  seats: SeatSummary[];
}

/** The table in the midst of what an action led to, when so many items of the story are told. */
export interface Moment {
  items: number;
  view: View;
  facts: Line[];
}

/** The same as a server sends it. */
export type MomentBytes = Pick<Moment, "items"> & { bytes: Uint8Array };

/** Everything about a position that a page shows, through one seat's eyes. */
export interface Glimpse {
  view: View;
  actors: number[];
  legal: string[];
  facts: Line[];
  story: StoryItem[];
  /** The moves of the story. */
  history: Move[];
  result: Result | null;
  /** What was there on the way, as far as the last moves had such moments. */
  moments?: Moment[];
  /** Shown before the server has said so; what follows corrects it. */
  guess?: boolean;
}

/** Why the rules do not allow something: the id of a text, and the words of the notation in it. */
export interface Reason {
  id: string;
  words: string[];
  /** What the rules have against an action, where that is what a record is broken by. */
  cause?: Reason;
}

/** What a server says of the view that it sends as bytes. */
export interface Told {
  game: GameId;
  rules: number;
  /** null: a spectator's. */
  seat: number | null;
  view: View;
}

/** What an action would lead to, as far as that is certain: what nobody can know yet is a guess in the
 * view, and of facts and events only those are here that no guess changes. */
export interface Preview {
  view: View;
  facts: Line[];
  events: Line[];
  /** Who must decide then, by that view. */
  actors: number[];
  /** No guess changes the view either. */
  certain: boolean;
}

/** All that a page shows after something was done, in one answer. */
export interface Shown {
  glimpse: Glimpse;
  /** The moves that were added to the record. */
  made: Move[];
  /** The last move of whoever looks that there was a choice about; -1: none. */
  decision: number;
  /** The first move that they may take back by themselves. */
  floor: number;
}

/** Why the engine or the server refused. The code is the protocol's, the sentence is English. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly reason: Reason | null = null,
  ) {
    super(message);
  }
}

/** A record that cannot be read: the end of the id of a text, and what is known besides. */
export const badRecord = (flaw: string, message = ""): Refused =>
  new Refused("bad_record", message, { id: `record.${flaw}`, words: [] });

/** Bytes that are no view of ours: the server's engine is another one. */
export const badView = (message: string): Refused => new Refused("bad_view", message);
