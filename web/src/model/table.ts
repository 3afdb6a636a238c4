// A table as pages see it, whoever keeps it: this browser (local.ts) or a server (online.ts).
import type { ReadonlySignal } from "@preact/signals";
import type { Advice, GameId, GameRecord, Glimpse, Preview, Reason } from "../engine/types";
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
  /** Whatever we do we can take back, without asking anybody. */
  readonly forgives: boolean;
  readonly mayHint: ReadonlySignal<boolean>;
  /** What there is besides the game at a table of the server; null: this table is here. */
  readonly room: Room | null;

  /** Does one after the other; throws Refused. */
  act(actions: string[]): Promise<void>;
  undo(): Promise<void>;
  /** The device has been handed over. */
  takeDevice(): void;
  /** Why an action is not possible; null: it is. */
  whyNot(action: string): Promise<Reason | null>;
  /** What it would lead to, or several in a row. */
  preview(...actions: string[]): Promise<Preview>;
  hint(ms: number): Promise<Advice[] | null>;
  /** The record, as far as it may be known; null: not yet. */
  record(): Promise<GameRecord | null>;
  close(): void;
}

/** Bots have names too: flowers, as the house does. */
const FLOWERS = ["Iris", "Rosa", "Jasmin", "Dahlia", "Olive", "Erika"] as const;
export const botName = (seat: number): string => FLOWERS[seat % FLOWERS.length]!;

/** Whoever comes second with a name has a number behind it. */
export const numbered = (names: string[]): string[] =>
  names.map((name, at) => {
    const before = names.slice(0, at).filter((one) => one === name).length;
    return name && before > 0 ? `${name} ${before + 1}` : name;
  });

export function namesOf(seats: SeatInfo[]): string[] {
  const names = numbered(seats.map(({ name }) => name));
  return seats.map(({ kind }, at) => (kind === "me" ? t("seat.you") : names[at]!));
}
