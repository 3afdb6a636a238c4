// Capucine for JavaScript: the rules and the bots of all games, as values. The rules are those of
// include/capucine.h; nothing here knows a game.
import {
  Refused,
  type Advice,
  type Beginning,
  type BotInfo,
  type GameInfo,
  type GameRecord,
  type Line,
  type Move,
  type Reason,
  type Result,
  type StoryItem,
  type View,
} from "../src/engine/types";
import { Module } from "./module";

export { Refused };
export type {
  Advice,
  Arg,
  Beginning,
  BotInfo,
  GameInfo,
  GameRecord,
  Line,
  Move,
  Reason,
  Result,
  StoryItem,
  View,
} from "../src/engine/types";

/** What one seat, or a spectator (null), may know. */
export type Viewer = number | null;

/** The bytes of engine.wasm. */
export type Bytes = ArrayBuffer | Uint8Array;

/** How far a search looks. */
export interface Budget {
  /** How often it looks ahead; 2000 unless said otherwise. */
  iterations?: number;
  /** How many positions it remembers at most; they take about 48 bytes each. */
  nodes?: number;
}

const NOW = 0;
const SEEN = 1;
const TRIED = 2;
const SEATS = [0, 1, 2, 3, 4, 5];
const ITERATIONS = 2000;
const NODES_EACH = 20;
const FEWEST_NODES = 4000;

const nodesFor = (iterations: number): number => Math.max(FEWEST_NODES, NODES_EACH * iterations);
const eyes = (viewer: Viewer): number => viewer ?? -1;

/** A position, or a view of one. It never changes: what is done to it gives another. Any number of
 * them may be kept. */
export class Position {
  /** @internal */
  constructor(
    private readonly engine: Module,
    /** As the engine keeps it. Good for this version of the package only: keep JSON or records. */
    readonly bytes: Uint8Array,
  ) {}

  /** @internal */
  static at(engine: Module, slot: number): Position {
    const bytes = engine.bytes(engine.call("slot", slot), engine.call("slot_bytes", slot));
    return new Position(engine, bytes.slice());
  }

  private lay(slot = NOW): Module {
    this.engine.bytes(this.engine.call("slot", slot), this.bytes.length).set(this.bytes);
    return this.engine;
  }

  /** Lays what a viewer may know into a slot. */
  private laySeen(viewer: Viewer): Module {
    const engine = this.lay();
    engine.call("view", NOW, eyes(viewer), SEEN);
    return engine;
  }

  /** The seats that have a decision to make; none: the game is over. */
  get actors(): number[] {
    const bits = this.lay().call("actors", NOW);
    return SEATS.filter((seat) => (bits >> seat) & 1);
  }

  get over(): boolean {
    return this.actors.length === 0;
  }

  /** Whether something may be hidden in it. */
  get isView(): boolean {
    return this.lay().call("viewer", NOW) !== 0;
  }

  /** The legal actions of a seat, in the order of the notation. */
  legal(seat: number): string[] {
    return this.lay().ask("legal", NOW, seat);
  }

  /** Why a seat may not do this, or null. */
  whyNot(seat: number, action: string): Reason | null {
    const engine = this.lay();
    engine.say(0, action);
    return engine.call("check", NOW, seat) === 0 ? null : engine.reason();
  }

  /** The position after an action; throws Refused if it is not legal. */
  apply(seat: number, action: string): Position {
    return this.tell(seat, action, null).position;
  }

  /** The same, with what came of it, as a viewer may know it. */
  tell(seat: number, action: string, viewer: Viewer): { position: Position; events: Line[] } {
    const engine = this.lay();
    engine.say(0, action);
    engine.expect(engine.call("do", NOW, seat, eyes(viewer)), () => engine.reason());
    const events = JSON.parse(engine.text()) as Line[];
    return { position: Position.at(engine, NOW), events };
  }

  /** What a seat, or a spectator (null), may know. Give bots and clients nothing else. */
  view(viewer: Viewer): Position {
    return Position.at(this.laySeen(viewer), SEEN);
  }

  /** A whole position that agrees with a view: a guess at what is hidden. */
  sample(): Position {
    const engine = this.lay();
    engine.call("sample", NOW, TRIED);
    return Position.at(engine, TRIED);
  }

  json(): View {
    return this.lay().ask("json", NOW);
  }

  /** What follows from what a viewer may know. */
  facts(viewer: Viewer): Line[] {
    return this.laySeen(viewer).ask("facts", SEEN, eyes(viewer));
  }

  /** null while the game goes on. */
  result(): Result | null {
    const result = this.lay().ask<Partial<Result>>("result", NOW);
    return result.scores ? (result as Result) : null;
  }

  /** The same for equal positions, on every machine. */
  hash(): bigint {
    return this.lay().callWide("hash", NOW);
  }

  /** Whether two positions are the same, no matter how they came about. */
  equals(other: Position): boolean {
    const engine = this.lay();
    other.lay(TRIED);
    return engine.call("equal", NOW, TRIED) !== 0;
  }

  /** What a bot does for a seat. It gets the view of that seat and nothing else. */
  choose(bot: string, seat: number): string {
    const engine = this.laySeen(seat);
    const info = engine.ask<BotInfo[]>("bots").find(({ name }) => name === bot);
    if (!info) throw new Refused("bad_request", `there is no opponent called ${bot}`);
    engine.say(0, bot);
    engine.call("choose", SEEN, seat);
    const simple = engine.text();
    if (simple) return simple;
    const iterations = engine.call("bot_iterations", NOW);
    if (!info.recalls) engine.call("forget", SEEN);
    this.look(seat, iterations, nodesFor(iterations), info.learned);
    engine.call("search_choice", SEEN, info.sharpness);
    return engine.text();
  }

  private look(seat: number, iterations: number, nodes: number, learned = true): void {
    this.engine.expect(this.engine.call("search", SEEN, seat, nodes, Number(learned)));
    this.engine.call("search_run", iterations);
  }

  /** The best few actions of a seat, the best first, by a search in its view. */
  advise(
    seat: number,
    { iterations = ITERATIONS, nodes = nodesFor(iterations) }: Budget = {},
  ): Advice[] {
    this.laySeen(seat);
    this.look(seat, iterations, nodes);
    return this.engine.advice(SEEN);
  }
}

/** A game with its record: what it began from, and its moves. */
export class Game {
  /** @internal */
  constructor(
    private readonly engine: Module,
    private readonly beginning: Omit<GameRecord, "actions" | "result">,
    private actions: Move[],
    private now: Position,
  ) {}

  get position(): Position {
    return this.now;
  }

  get moves(): readonly Move[] {
    return this.actions;
  }

  apply(seat: number, action: string): this {
    this.now = this.now.apply(seat, action);
    this.actions.push([seat, action]);
    return this;
  }

  private load(count = this.actions.length): Module {
    const record = { ...this.beginning, actions: this.actions.slice(0, count) };
    this.engine.load(JSON.stringify(record));
    return this.engine;
  }

  /** The position after the first moves. */
  at(count: number): Position {
    return Position.at(this.load(count), NOW);
  }

  /** Goes back to the position after the first moves, and forgets the others. */
  back(count: number): this {
    this.now = this.at(count);
    this.actions.length = count;
    return this;
  }

  /** The first move that a seat may take back by itself; moves.length: none. */
  undoFloor(seat: number): number {
    return this.load().call("undo_floor", seat);
  }

  /** The record, with its result if the game is over. */
  record(): GameRecord {
    return this.load().ask("record");
  }

  /** The moves as a viewer may know them, each with what came of it. */
  story(viewer: Viewer): StoryItem[] {
    return this.load().ask("story", eyes(viewer), this.actions.length);
  }

  /** The moves as a viewer may know them. */
  history(viewer: Viewer): Move[] {
    return this.story(viewer).filter((item): item is Move => Array.isArray(item));
  }
}

interface Webcrypto {
  getRandomValues(numbers: Uint32Array): Uint32Array;
}

/** A module of Node.js, which is not there in a browser. */
const fromNode = <T>(name: string): Promise<T> => import(/* @vite-ignore */ name) as Promise<T>;

async function readEngine(): Promise<Bytes> {
  const url = new URL("./engine.wasm", import.meta.url);
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  type Files = { readFile(url: URL): Promise<Uint8Array> };
  return (await fromNode<Files>("node:fs/promises")).readFile(url);
}

const readCrypto = async (): Promise<Webcrypto> =>
  (globalThis.crypto as Webcrypto | undefined) ??
  (await fromNode<{ webcrypto: Webcrypto }>("node:crypto")).webcrypto;

/** The engine, loaded. One of them does one thing at a time; load another for another thread. */
export class Capucine {
  private constructor(
    private readonly engine: Module,
    private readonly chance: Webcrypto,
  ) {
    const [high, low] = chance.getRandomValues(new Uint32Array(2));
    engine.call("dice", high!, low!);
  }

  /** Loads the engine that lies beside this file, or the bytes of another. */
  static async load(source?: Bytes): Promise<Capucine> {
    const engine = await Module.from((source ?? (await readEngine())) as BufferSource);
    return new Capucine(engine, await readCrypto());
  }

  get version(): string {
    this.engine.call("version");
    return this.engine.text();
  }

  /** Makes all that bots choose and samples guess follow from this number. */
  dice(seed: number): void {
    this.engine.call("dice", 0, seed);
  }

  games(): GameInfo[] {
    return this.engine.ask("games");
  }

  /** The opponents, the weakest first. */
  bots(): BotInfo[] {
    return this.engine.ask("bots");
  }

  /** Gives a game the net that its master judges by: src/games/<game>/master.net. false: it is no net
   * for the game. Without one, the master plays as it did before it learned. */
  giveNet(game: string, net: Uint8Array): boolean {
    return this.engine.giveNet(game, net);
  }

  private newSeed(): string {
    const [high, low] = this.chance.getRandomValues(new Uint32Array(2));
    return ((BigInt(high!) << 32n) | BigInt(low!)).toString();
  }

  /** Deals a game. The same seed and options deal the same. */
  deal(beginning: Beginning, seed: string = this.newSeed()): Game {
    const { engine } = this;
    const { game, players, options = {} } = beginning;
    const info = this.games().find(({ name }) => name === game);
    if (!info) throw new Refused("unknown_game", `there is no game called ${game}`);
    engine.say(0, game);
    engine.say(1, seed);
    if (engine.call("begin", players) !== 0)
      throw new Refused("bad_request", "the seed must be decimal digits or 64 hex digits");
    for (const [name, value] of Object.entries(options)) {
      engine.say(0, name);
      engine.say(1, value);
      engine.expect(engine.call("option"), () => engine.reason());
    }
    engine.expect(engine.call("deal"), () => engine.reason());
    const about = { capucine: 1, game, rules: info.rules, players, options, seed };
    return new Game(engine, about, [], Position.at(engine, NOW));
  }

  /** The position that JSON describes, as a value or as text. */
  position(json: unknown, seed = "0"): Position {
    this.engine.parse(typeof json === "string" ? json : JSON.stringify(json));
    this.engine.say(0, seed);
    this.engine.expect(this.engine.call("read"));
    return Position.at(this.engine, NOW);
  }

  /** The game of a record, as a value or as text. It is replayed and its result compared; throws
   * Refused ("bad_record") with a reason. The seal is not looked at. */
  read(record: GameRecord | string): Game {
    this.engine.load(typeof record === "string" ? record : JSON.stringify(record));
    const position = Position.at(this.engine, NOW);
    const value = (typeof record === "string" ? JSON.parse(record) : record) as GameRecord;
    const { actions, result: _, ...beginning } = value;
    return new Game(this.engine, beginning, [...actions], position);
  }
}

/** Loads the engine: `const capucine = await load()`. */
export const load = (source?: Bytes): Promise<Capucine> => Capucine.load(source);
