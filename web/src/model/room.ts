// What a table of the server has besides its game: people, talk, clocks, the way in and out.
import type { ReadonlySignal } from "@preact/signals";
import type { GameId, Result, Seal } from "../engine/types";
import type { Verdict } from "./seal";

export interface RoomSeat {
  kind: "open" | "invited" | "person" | "bot";
  level?: string;
  person?: string;
  name?: string;
  away?: boolean;
}

export type Pace =
  | { kind: "none" }
  | { kind: "live"; bank: number; increment: number }
  | { kind: "days"; days: number };

/** A table as lists have it. */
export interface TableSummary {
  id: string;
  game: GameId;
  rules: number;
  players: number;
  options: Record<string, string>;
  status: "open" | "running" | "over" | "closed" | "frozen";
  public: boolean;
  /** Whether players may ask a bot what it would do. */
  hints: boolean;
  pace: Pace;
  seats: RoomSeat[];
  result?: Result;
}

export interface TableInfo extends TableSummary {
  creator: string;
  order: "fixed" | "random";
  level: string;
  asked: { seat: number; agreed: number[] } | null;
  seal: Seal;
  next: string | null;
}

export interface Said {
  at: number;
  person: string;
  name: string;
  text: string | null;
}

export interface Invite {
  seat: number;
  link: string;
}

export interface Clock {
  /** Milliseconds left when it last stopped. */
  left: number;
  /** When it began to run, by this browser's time; absent: it stands. */
  since?: number;
}

export interface Room {
  readonly id: string;
  readonly info: ReadonlySignal<TableInfo>;
  readonly you: ReadonlySignal<number | null>;
  readonly invites: ReadonlySignal<Invite[]>;
  readonly chat: ReadonlySignal<Said[]>;
  readonly clocks: ReadonlySignal<Clock[] | null>;
  /** gone: the table has been closed, or is no longer there. */
  readonly connection: ReadonlySignal<"live" | "lost" | "gone">;
  /** Our engine and the server's do not understand each other: nothing can be done from this page. */
  readonly foreign: ReadonlySignal<boolean>;
  /** Whether the deal was the one that was promised; null: that is not known yet. */
  readonly verdict: ReadonlySignal<Verdict | null>;

  sit(invite?: string): Promise<void>;
  stand(): Promise<void>;
  shut(): Promise<void>;
  say(text: string): Promise<void>;
  mute(person: string, muted: boolean): Promise<void>;
  askUndo(): Promise<void>;
  answerUndo(agree: boolean): Promise<void>;
  leave(): Promise<void>;
  back(): Promise<void>;
  /** Makes or finds the next table; its id. */
  rematch(): Promise<string>;
  note(): Promise<string>;
  putNote(note: string): Promise<void>;
}
