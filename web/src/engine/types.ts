// What the engine, the server and the pages say to each other.

export type GameId = "caprice" | "capitol" | "capone" | "capital-lux-2";
export const GAMES: readonly GameId[] = ["caprice", "capitol", "capone", "capital-lux-2"];

/** A seat and the text of what it did. */
export type Move = [seat: number, action: string];

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
  options: { name: string; values: string[] }[];
}

export interface BotInfo {
  name: string;
  ms: number;
  sharpness: number;
  /** It draws conclusions from what was played. */
  recalls: boolean;
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

/** Everything about a position that a page shows, through one seat's eyes. */
export interface Glimpse {
  view: View;
  actors: number[];
  legal: string[];
  history: Move[];
  result: Result | null;
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
  seat: number;
  view: View;
}

/** What was to be seen at a moment that has passed, and how long the history was then. */
export interface Seen {
  view: View;
  known: number;
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

/** A record that cannot be read: the end of the id of a text, the action that it is about, and why. */
export const badRecord = (flaw: string, message = "", words: string[] = [], cause?: Reason): Refused =>
  new Refused("bad_record", message, { id: `record.${flaw}`, words, ...(cause && { cause }) });

/** Bytes that are no view of ours: the server's engine is another one. */
export const badView = (message: string): Refused => new Refused("bad_view", message);
