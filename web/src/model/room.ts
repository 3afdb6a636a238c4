// What a table of the server has besides its game: people, talk, clocks, the way in and out.
import type { ReadonlySignal } from "@preact/signals";
import type { GameId, Move, Result, Seal } from "../engine/types";
import type { Verdict } from "./seal";
import { t } from "../words/words";
import { botName, numbered } from "./table";

export interface RoomSeat {
  kind: "open" | "invited" | "person" | "bot";
  level?: string;
  person?: string;
  name?: string;
  away?: boolean;
}

/** What the seats are called. A table draws its seats when it begins: a bot keeps its name, since that
 * goes by its level, and by its seat only among bots of one level. */
export function seatNames(seats: RoomSeat[]): string[] {
  const bots = seats
    .flatMap(({ kind, level = "" }, seat) => (kind === "bot" ? [{ level, seat }] : []))
    .sort((a, b) => a.level.localeCompare(b.level) || a.seat - b.seat)
    .map(({ seat }) => seat);
  return numbered(
    seats.map(({ kind, name }, seat) =>
      kind === "bot" ? botName(bots.indexOf(seat)) : (name ?? ""),
    ),
  );
}

export type Pace =
  | { kind: "none" }
  | { kind: "live"; bank: number; increment: number }
  | { kind: "days"; days: number };

/** How much time there is, in words. */
export function paceInWords({ pace }: { pace: Pace }): string {
  if (pace.kind === "live")
    return t("pace.live", { minutes: pace.bank / 60, seconds: pace.increment });
  return pace.kind === "days" ? t("pace.days", { n: pace.days }) : t("pace.none");
}

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
  /** A request to take back; `to`: how much of the history would stay, if it is told at all. */
  asked: { seat: number; to?: number; agreed: number[] } | null;
  /** A request to end the game without a result. */
  ending: { seat: number; of: number[]; agreed: number[] } | null;
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

/** How it is with the person of a seat; times are by this browser's clock. */
export interface Presence {
  /** Absent: no person has the seat. */
  here?: boolean;
  /** Since when they are not here. */
  left?: number;
  /** Since when the others wait for them. */
  turn?: number;
  /** They have been gone for so long that the others may go on without them. */
  vanished?: boolean;
}

/** Something that happened at the table, but not in the game. */
export interface Happening {
  key: number;
  /** How long the story was then. */
  at: number;
  kind: "away" | "back";
  seat: number;
  why?: string;
}

/** What is shown for a moment: somebody has said something, or something has happened. */
export type News = { key: number } & (
  | { kind: "said"; name: string; text: string }
  | { kind: "happened"; what: Happening }
);

export interface Room {
  readonly id: string;
  readonly info: ReadonlySignal<TableInfo>;
  readonly you: ReadonlySignal<number | null>;
  readonly invites: ReadonlySignal<Invite[]>;
  readonly chat: ReadonlySignal<Said[]>;
  /** How many lines others have said that have not been read. */
  readonly unread: ReadonlySignal<number>;
  /** null: we are not told. */
  readonly presence: ReadonlySignal<Presence[] | null>;
  readonly happenings: ReadonlySignal<Happening[]>;
  /** What has just come, the oldest first. */
  readonly news: ReadonlySignal<News[]>;
  /** The moves that everybody knows of. */
  readonly moves: ReadonlySignal<Move[]>;
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
  /** All that was said has been read. */
  read(): void;
  /** A piece of news has been shown for long enough. */
  forget(key: number): void;
  mute(person: string, muted: boolean): Promise<void>;
  askUndo(): Promise<void>;
  answerUndo(agree: boolean): Promise<void>;
  leave(): Promise<void>;
  back(): Promise<void>;
  /** Sends a notice to a player who is waited for and not here. */
  nudge(seat: number): Promise<void>;
  /** Lets a bot play for a player who has vanished, until they are back. */
  replace(seat: number): Promise<void>;
  /** Asks the others to end the game, or answers them. */
  end(agree: boolean): Promise<void>;
  /** Gives an empty seat to a bot of that level, or all of them. */
  fill(level: string, seat?: number): Promise<void>;
  /** Makes or finds the next table; its id. */
  rematch(): Promise<string>;
  note(): Promise<string>;
  putNote(note: string): Promise<void>;
}
