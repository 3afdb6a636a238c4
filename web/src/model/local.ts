// A table that needs no server: people at this device and bots in the worker. The record is kept in
// the browser after every action, so that a closed tab loses nothing.
import { batch, computed, signal } from "@preact/signals";
import { gameInfo, isGame, usualLevel } from "../assets";
import { takeEngine } from "../engine/client";
import type { Advice, GameId, GameRecord, Glimpse, Preview, Reason, Shown } from "../engine/types";
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
    rules: gameInfo(game).rules,
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

/** What is in the store may be torn, or of another version: null then. It stays where it is. */
function read(text: string | null): StoredSetup | null {
  try {
    const setup = JSON.parse(text ?? "") as Partial<StoredSetup> | null;
    const good =
      isGame(setup?.record?.game) &&
      Array.isArray(setup?.record?.actions) &&
      Array.isArray(setup?.seats);
    return good ? (setup as StoredSetup) : null;
  } catch {
    return null;
  }
}

export function stored(): StoredSetup[] {
  const found: StoredSetup[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i);
    if (!key?.startsWith(STORED)) continue;
    const setup = read(localStorage.getItem(key));
    if (setup) found.push(setup);
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
  readonly forgives: boolean;
  readonly mayHint = computed(() => this.seat.value !== null);
  private readonly engine = takeEngine();
  private readonly people: number[];
  private closed = false;
  /** Goes up with each turn that begins: a thought that belongs to an older one is dropped. */
  private turns = 0;
  /** The move that taking back goes to; -1: there is none. */
  private undoTo = -1;
  /** What is done goes one after the other. */
  private queue: Promise<void>;

  /** What is silent is done at once where nothing else can be. */
  constructor(
    private readonly setup: LocalSetup,
    private readonly silent: readonly string[] = [],
  ) {
    this.id = setup.id;
    this.game = setup.record.game;
    this.players = setup.record.players;
    this.seats.value = setup.seats;
    this.people = setup.seats.flatMap((seat, i) => (seat.kind === "bot" ? [] : [i]));
    this.forgives = this.people.length === 1;
    // alone we always look through our own eyes; at one device it is handed over first
    if (this.people.length === 1) this.seat.value = this.people[0]!;
    this.queue = this.engine
      .call("open", setup.record, this.seat.value, silent)
      .then((shown) => this.turn(shown));
  }

  /** Resolves when the game has been loaded; rejects with Refused when it cannot be. */
  ready(): Promise<void> {
    return this.queue;
  }

  /** Shows a position. Taking back goes to the last decision of whoever looks, since steps without a
   * choice go by themselves: against bots to any, among people only as far as the rules let one. */
  private show({ glimpse, decision, floor }: Shown): void {
    this.undoTo = this.people.length === 1 || decision >= floor ? decision : -1;
    batch(() => {
      this.glimpse.value = glimpse;
      this.canUndo.value = this.undoTo >= 0;
    });
  }

  /** Keeps and shows what has been done, and sees to it that whoever must act now can. */
  private turn(shown: Shown): void {
    if (this.closed) return;
    const { actors } = shown.glimpse;
    this.turns++;
    this.setup.record.actions.push(...shown.made);
    this.setup.actors = actors;
    keep(this.setup);
    const person = actors.find((seat) => this.people.includes(seat));
    const bot = actors.find((seat) => !this.people.includes(seat));
    batch(() => {
      this.show(shown);
      if (this.people.length > 1 && person !== undefined && person !== this.seat.value)
        this.handTo.value = person;
      this.thinking.value = bot === undefined ? [] : [bot];
    });
    if (bot !== undefined) void this.botTurn(bot);
  }

  takeDevice(): void {
    const seat = this.handTo.value;
    if (seat === null) return;
    void this.engine.call("show", seat).then((shown) =>
      batch(() => {
        this.seat.value = seat;
        this.show(shown);
        this.handTo.value = null;
      }),
    );
  }

  private async botTurn(seat: number): Promise<void> {
    const begin = performance.now();
    const turn = this.turns;
    const level = this.seats.value[seat]?.level ?? usualLevel();
    const action = await this.engine.call("bot", level, seat).catch(() => null);
    if (action === null || this.closed || turn !== this.turns) return;
    const pause = this.silent.includes(action) ? 0 : pauseBetween();
    const rest = pause - (performance.now() - begin);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    await this.enqueue(async () => {
      if (!this.closed && turn === this.turns) await this.perform(seat, [action]);
    });
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    const result = this.queue.then(work);
    this.queue = result.catch(() => undefined);
    return result;
  }

  private async perform(seat: number, actions: string[]): Promise<void> {
    this.turn(await this.engine.call("act", seat, actions, this.seat.value));
  }

  act(actions: string[]): Promise<void> {
    const seat = this.seat.value;
    if (seat === null) return Promise.resolve();
    return this.enqueue(() => this.perform(seat, actions));
  }

  undo(): Promise<void> {
    return this.enqueue(async () => {
      const to = this.undoTo;
      if (to < 0) return;
      const shown = await this.engine.call("undo", to, this.seat.value);
      this.setup.record.actions.length = to;
      this.turn(shown);
    });
  }

  private own(): number {
    return this.seat.value ?? 0;
  }

  whyNot(action: string): Promise<Reason | null> {
    return this.engine.call("whyNot", this.own(), action);
  }

  preview(...actions: string[]): Promise<Preview> {
    return this.engine.call("preview", this.own(), ...actions);
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
