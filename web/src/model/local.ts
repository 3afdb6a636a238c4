// A table that needs no server: people at this device and bots in the worker. The record is kept in
// the browser after every action, so that a closed tab loses nothing.
import { computed, signal } from "@preact/signals";
import { EngineClient } from "../engine/client";
import type { Advice, GameId, GameRecord, Glimpse, View } from "../engine/types";
import { pauseBetween } from "./pace";
import type { SeatInfo, TableModel } from "./table";

export interface LocalSetup {
  id: string;
  record: GameRecord;
  seats: SeatInfo[];
  /** The seats that must decide, when it was last kept; none: the game is over. */
  actors?: number[];
}

export type StoredSetup = LocalSetup & { at: number };

const STORED = "capucine.table.";
/** Older games that are over make room for new ones. */
const MOST_OVER = 30;

export function newSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function newLocal(
  game: GameId,
  seats: SeatInfo[],
  options: Record<string, string> = {},
): LocalSetup {
  const record: GameRecord = {
    capucine: 1,
    game,
    rules: 1,
    players: seats.length,
    options,
    seed: newSeed(),
    actions: [],
  };
  return keepNew(record, seats);
}

/** A table that goes on from where a record ends. */
export function keepNew(record: GameRecord, seats: SeatInfo[]): LocalSetup {
  const setup = { id: newSeed().slice(0, 12), record, seats };
  for (const old of stored().filter(isOver).slice(MOST_OVER)) forget(old.id);
  keep(setup);
  return setup;
}

export const isOver = (setup: LocalSetup): boolean => setup.actors?.length === 0;

function keep(setup: LocalSetup): void {
  try {
    localStorage.setItem(STORED + setup.id, JSON.stringify({ ...setup, at: Date.now() }));
  } catch {
    // A full or forbidden store costs only the resuming of this game.
  }
}

export function stored(): StoredSetup[] {
  const found: StoredSetup[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i);
    if (!key?.startsWith(STORED)) continue;
    try {
      found.push(JSON.parse(localStorage.getItem(key) ?? "") as StoredSetup);
    } catch {
      localStorage.removeItem(key);
    }
  }
  return found.sort((a, b) => b.at - a.at);
}

export const findLocal = (id: string): LocalSetup | undefined =>
  stored().find((setup) => setup.id === id);
export const forget = (id: string): void => localStorage.removeItem(STORED + id);

export class LocalTable implements TableModel {
  readonly id: string;
  readonly game: GameId;
  readonly players: number;
  readonly seats = signal<SeatInfo[]>([]);
  readonly seat = signal<number | null>(null);
  readonly glimpse = signal<Glimpse | null>(null);
  readonly thinking = signal<number[]>([]);
  readonly handTo = signal<number | null>(null);
  readonly room = null;
  readonly canUndo = signal(false);
  readonly mayHint = computed(() => this.seat.value !== null);
  private readonly engine = new EngineClient();
  private readonly people: number[];
  private closed = false;
  /** Goes up with each turn that begins: a thought that belongs to an older one is dropped. */
  private turns = 0;
  /** What is done goes one after the other. */
  private queue: Promise<void>;

  constructor(private readonly setup: LocalSetup) {
    this.id = setup.id;
    this.game = setup.record.game;
    this.players = setup.record.players;
    this.seats.value = setup.seats;
    this.people = setup.seats.flatMap((seat, i) => (seat.kind === "bot" ? [] : [i]));
    this.queue = this.engine.call("load", setup.record).then(() => this.turn());
  }

  /** Resolves when the game has been loaded; rejects with Refused when it cannot be. */
  ready(): Promise<void> {
    return this.queue;
  }

  private async refresh(): Promise<void> {
    const count = await this.engine.call("count");
    const seat = this.seat.value;
    this.glimpse.value = await this.engine.call("glimpse", seat);
    this.canUndo.value = await this.mayUndo(seat, count);
  }

  private async mayUndo(seat: number | null, count: number): Promise<boolean> {
    if (seat === null || count === 0) return false;
    if (this.people.length === 1) return this.lastOwn(await this.engine.call("record")) >= 0;
    return (await this.engine.call("undoFloor", seat)) < count;
  }

  private lastOwn(record: GameRecord): number {
    return record.actions.findLastIndex(([seat]) => this.people.includes(seat));
  }

  /** Sees to it that whoever must act now can. */
  private async turn(): Promise<void> {
    if (this.closed) return;
    this.turns++;
    const { actors } = await this.engine.call("glimpse", null);
    this.setup.actors = actors;
    keep(this.setup);
    const person = actors.find((seat) => this.people.includes(seat));
    await this.look(person);
    const bot = actors.find((seat) => !this.people.includes(seat));
    this.thinking.value = bot === undefined ? [] : [bot];
    if (bot !== undefined) void this.botTurn(bot);
  }

  /** Alone we always look through our own eyes; at one device it is handed over first. */
  private async look(person: number | undefined): Promise<void> {
    if (this.people.length === 1) this.seat.value = this.people[0]!;
    else if (person !== undefined && person !== this.seat.value) this.handTo.value = person;
    await this.refresh();
  }

  takeDevice(): void {
    const seat = this.handTo.value;
    if (seat === null) return;
    this.seat.value = seat;
    void this.refresh().then(() => {
      this.handTo.value = null;
    });
  }

  private async botTurn(seat: number): Promise<void> {
    const begin = performance.now();
    const turn = this.turns;
    const level = this.seats.value[seat]?.level ?? "club";
    const action = await this.engine.call("bot", level, seat).catch(() => null);
    if (action === null || this.closed || turn !== this.turns) return;
    const rest = pauseBetween() - (performance.now() - begin);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (!this.closed && turn === this.turns) await this.enqueue(() => this.apply(seat, action));
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => undefined);
    return result;
  }

  private async apply(seat: number, action: string): Promise<void> {
    await this.engine.call("apply", seat, action);
    await this.save();
    await this.turn();
  }

  private async save(): Promise<void> {
    this.setup.record = await this.engine.call("record");
  }

  act(action: string): Promise<void> {
    const seat = this.seat.value;
    if (seat === null) return Promise.resolve();
    return this.enqueue(() => this.apply(seat, action));
  }

  /** Against bots back to the own last move; among people only as far as the rules let one. */
  undo(): Promise<void> {
    return this.enqueue(async () => {
      const record = await this.engine.call("record");
      const to = this.people.length === 1 ? this.lastOwn(record) : record.actions.length - 1;
      await this.engine.call("cut", to);
      await this.save();
      await this.turn();
    });
  }

  private own(): number {
    return this.seat.value ?? 0;
  }

  whyNot(action: string): Promise<string | null> {
    return this.engine.call("whyNot", this.own(), action);
  }

  preview(action: string): Promise<View> {
    return this.engine.call("preview", this.own(), action);
  }

  hint(ms: number): Promise<Advice[] | null> {
    return this.engine.call("hint", this.own(), ms);
  }

  record(): Promise<GameRecord | null> {
    return this.engine.call("record");
  }

  close(): void {
    this.closed = true;
    this.engine.close();
  }
}
