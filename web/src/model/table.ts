// A table as pages see it, whoever keeps it: this browser (local.ts) or a server (online.ts).
import type { ReadonlySignal } from "@preact/signals";
import type { Advice, GameId, GameRecord, Glimpse, Reason, Seen, View } from "../engine/types";
import { t } from "../words/words";
import type { Room } from "./room";

export interface SeatInfo {
  name: string;
  kind: "me" | "person" | "bot";
  level?: string;
  /** A person who is not connected, or whose place a bot has taken. */
  away?: boolean;
}

export interface TableModel {
  readonly game: GameId;
  readonly players: number;
  /** Through whose eyes we look; null: a spectator's. */
  readonly seat: ReadonlySignal<number | null>;
  readonly seats: ReadonlySignal<SeatInfo[]>;
  /** null until there is something to show. */
  readonly glimpse: ReadonlySignal<Glimpse | null>;
  /** The seats that are thinking and are not us. */
  readonly thinking: ReadonlySignal<number[]>;
  /** At one device: the seat to which the device is to be handed; its things are hidden till then. */
  readonly handTo: ReadonlySignal<number | null>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly mayHint: ReadonlySignal<boolean>;
  /** What there is besides the game at a table of the server; null: this table is here. */
  readonly room: Room | null;

  /** Does it; throws Refused. */
  act(action: string): Promise<void>;
  undo(): Promise<void>;
  /** The device has been handed over. */
  takeDevice(): void;
  /** Why an action is not possible; null: it is. */
  whyNot(action: string): Promise<Reason | null>;
  /** What we would see after it; what nobody can know yet is dealt at random. */
  preview(action: string): Promise<View>;
  hint(ms: number): Promise<Advice[] | null>;
  /** The record, as far as it may be known; null: not yet. */
  record(): Promise<GameRecord | null>;
  /** What we have seen from the beginning on, on the way to what is now; empty: it is not known. */
  past(): Promise<Seen[]>;
  close(): void;
}

/** Bots have names too: flowers, as the house does. */
const FLOWERS = ["Iris", "Rosa", "Jasmin", "Dahlia", "Olive", "Erika"] as const;
export const botName = (seat: number): string => FLOWERS[seat % FLOWERS.length]!;

export const namesOf = (seats: SeatInfo[]): string[] =>
  seats.map((seat) => (seat.kind === "me" ? t("seat.you") : seat.name));
