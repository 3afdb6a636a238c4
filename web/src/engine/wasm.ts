// The engine itself: a thin, typed skin around web/wasm/engine.c. It holds one game.
import type {
  Advice,
  Beginning,
  BotInfo,
  GameInfo,
  GameRecord,
  Glimpse,
  Line,
  Move,
  Preview,
  Result,
  StoryItem,
  Told,
  View,
} from "./types";
import { layNodes } from "./nodes";
import { badRecord, badView, isMove, Refused, type Reason } from "./types";

interface Exports {
  memory: WebAssembly.Memory;
  [name: string]: WebAssembly.ExportValue;
}

const NOW = 0;
const SEEN = 1;
const TRIED = 2;
const SPECTATOR = -1;
/** Bytes of an input buffer. */
const MOST_INPUT = 4096;
const INPUTS = 4;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Engine {
  private readonly wasm: Exports;

  private constructor(instance: WebAssembly.Instance) {
    this.wasm = instance.exports as Exports;
    const seed = crypto.getRandomValues(new Uint32Array(2));
    this.call("web_dice", seed[0]!, seed[1]!);
  }

  static async from(source: BufferSource): Promise<Engine> {
    const { instance } = await WebAssembly.instantiate(source, {});
    return new Engine(instance);
  }

  private call(name: string, ...args: number[]): number {
    return (this.wasm[name] as (...args: number[]) => number)(...args);
  }

  private text(): string {
    const bytes = new Uint8Array(
      this.wasm.memory.buffer,
      this.call("web_text"),
      this.call("web_length"),
    );
    return decoder.decode(bytes);
  }

  private say(index: number, text: string): void {
    const bytes = encoder.encode(text);
    if (bytes.length >= MOST_INPUT) throw new Refused("bad_request", "this text is too long");
    const room = new Uint8Array(
      this.wasm.memory.buffer,
      this.call("web_input", index),
      bytes.length + 1,
    );
    room.set(bytes);
    room[bytes.length] = 0;
  }

  private expect(status: number, reason: () => Reason | null = () => null): void {
    if (status === 0) return;
    const why = this.text();
    this.call("web_status", status);
    throw new Refused(this.text(), why, reason());
  }

  private ask<T>(name: string, ...args: number[]): T {
    this.call(name, ...args);
    return JSON.parse(this.text()) as T;
  }

  version(): string {
    this.call("web_version");
    return this.text();
  }

  games(): GameInfo[] {
    return this.ask("web_games");
  }

  bots(): BotInfo[] {
    return this.ask("web_bots");
  }

  /** Makes each later choice and sample follow from this number. */
  dice(seed: number): void {
    this.call("web_dice", 0, seed);
  }

  // ------------------------------------------------------------------ a game

  /** Begins a game and plays its actions. The record is all there is to a game. */
  load(record: GameRecord): void {
    this.checkVersion(record);
    this.begin(record, String(record.seed));
    if (record.from) {
      this.layNodes(record.from);
      if (this.call("web_set") !== 0) throw badRecord("beginning", this.text());
    } else {
      this.expect(this.call("web_deal"), () => this.reason());
    }
    record.actions.forEach(([seat, action], i) => {
      try {
        this.apply(seat, action);
      } catch (error) {
        const { message, reason } = error as Refused;
        throw badRecord("action", message, [String(i)], reason ?? undefined);
      }
    });
  }

  private checkVersion({ capucine, rules, game }: GameRecord): void {
    const info = this.games().find(({ name }) => name === game);
    if (!(capucine >= 1)) throw badRecord("none");
    if (!info) throw badRecord("game");
    if (capucine > 1 || rules > info.rules) throw badRecord("newer");
    if (!(rules >= 1)) throw badRecord("none");
    if (rules !== info.rules) throw badRecord("older", "", [String(rules), String(info.rules)]);
  }

  private begin({ game, players, options }: Beginning, seed: string): void {
    this.say(0, String(game));
    this.say(1, seed);
    if (this.call("web_begin", players) !== 0) throw badRecord("none");
    for (const [name, value] of Object.entries(options ?? {})) {
      this.say(0, name);
      this.say(1, String(value));
      this.expect(this.call("web_option"), () => this.reason());
    }
  }

  /** Refuses what no game can begin with. The game that was there before is gone. */
  checkOptions(beginning: Beginning): void {
    this.begin(beginning, "0");
    this.expect(this.call("web_fits"), () => this.reason());
  }

  record(): GameRecord {
    return this.ask("web_record");
  }

  /** How many moves the record has. */
  count(): number {
    return this.call("web_count");
  }

  apply(seat: number, action: string): void {
    this.say(0, action);
    this.expect(this.call("web_apply", seat), () => this.reason());
  }

  /** Why what was checked last is not possible. */
  private reason(): Reason | null {
    return this.ask("web_reason");
  }

  /** Why a seat may not do this, or null. */
  whyNot(seat: number, action: string): Reason | null {
    this.say(0, action);
    return this.call("web_check", NOW, seat) === 0 ? null : this.reason();
  }

  /** Shows the position after that many moves of the record. */
  goto(count: number): void {
    this.expect(this.call("web_goto", count));
  }

  /** Takes back all moves from there on. */
  cut(count: number): void {
    this.expect(this.call("web_cut", count));
  }

  /** The first move that a seat may take back by itself; count(): none. */
  undoFloor(seat: number): number {
    return this.call("web_undo_floor", seat);
  }

  /** The last move of a seat that it had a choice about; -1: there is none. */
  lastDecision(seat: number): number {
    const { actions } = this.record();
    let at = actions.length - 1;
    for (; at >= 0; at--) {
      if (actions[at]![0] !== seat) continue;
      this.goto(at);
      if (this.legal(seat).length > 1) break;
    }
    this.goto(this.count());
    return at;
  }

  /** Makes those of the silent steps that are the only ones possible; those that were made. */
  goSilently(silent: readonly string[]): Move[] {
    const made: Move[] = [];
    if (silent.length === 0) return made;
    for (let [seat] = this.actors(); seat !== undefined; [seat] = this.actors()) {
      const [action, ...others] = this.legal(seat);
      if (action === undefined || others.length > 0 || !silent.includes(action)) break;
      this.apply(seat, action);
      made.push([seat, action]);
    }
    return made;
  }

  actors(): number[] {
    const bits = this.call("web_actors", NOW);
    return [0, 1, 2, 3, 4, 5].filter((seat) => (bits >> seat) & 1);
  }

  legal(seat: number): string[] {
    return this.ask("web_legal", NOW, seat);
  }

  /** The whole position, if it is one. */
  position(): View {
    return this.ask("web_json", NOW);
  }

  /** What a seat sees, or a spectator (null). */
  view(seat: number | null): View {
    this.call("web_view", NOW, seat ?? SPECTATOR, SEEN);
    return this.ask("web_json", SEEN);
  }

  /** What follows from what a seat sees. */
  facts(seat: number | null): Line[] {
    this.call("web_view", NOW, seat ?? SPECTATOR, SEEN);
    return this.ask("web_facts", SEEN, seat ?? SPECTATOR);
  }

  /** What follows from the whole position. */
  allFacts(): Line[] {
    return this.ask("web_facts", NOW, SPECTATOR);
  }

  /** The first moves, each with what came of it, as a seat may know them. */
  story(seat: number | null, count = this.count()): StoryItem[] {
    return this.ask("web_story", seat ?? SPECTATOR, count);
  }

  result(): Result | null {
    const result = this.ask<Partial<Result>>("web_result", NOW);
    return result.scores ? (result as Result) : null;
  }

  glimpse(seat: number | null, count = this.count()): Glimpse {
    const story = this.story(seat, count);
    return {
      view: this.view(seat),
      actors: this.actors(),
      legal: seat === null ? [] : this.legal(seat),
      facts: this.facts(seat),
      story,
      history: story.filter(isMove),
      result: this.result(),
    };
  }

  /** Takes over a view that came as bytes (online): legal, whyNot, preview, hints work on it. They
   * must tell the same as the view that we were told, and follow from a possible position. */
  takeView(bytes: Uint8Array, told: Told): void {
    const { game, rules, seat, view } = told;
    const info = this.games().find(({ name }) => name === game);
    if (info?.rules !== rules) throw badView("it is of other rules");
    if (bytes.length > MOST_INPUT) throw badView("it is too long");
    this.say(0, game);
    new Uint8Array(this.wasm.memory.buffer, this.call("web_input", 1), bytes.length).set(bytes);
    if (this.call("web_take", bytes.length, seat) !== 0) throw badView(this.text());
    if (JSON.stringify(this.ask("web_json", SEEN)) !== JSON.stringify(view))
      throw badView("it is not the view that was told");
    this.call("web_sample", SEEN, TRIED);
    this.layNodes(this.ask("web_json", TRIED));
    if (this.call("web_proves", seat) !== 0) throw badView(this.text());
    this.call("web_copy", SEEN, NOW);
  }

  /** What an action, or several in a row, would lead to in the eyes of the seat. */
  preview(seat: number, ...actions: string[]): Preview {
    this.say(0, actions.map((action) => `${action}\0`).join(""));
    this.expect(this.call("web_preview", seat), () => this.reason());
    return JSON.parse(this.text()) as Preview;
  }

  // ---------------------------------------------------------------- thinking

  /** What a bot without search does; null: it is one that searches. */
  choose(bot: string, seat: number): string | null {
    this.call("web_view", NOW, seat, SEEN);
    this.say(0, bot);
    this.call("web_choose", SEEN, seat);
    return this.text() || null;
  }

  /** How often a bot looks ahead in this game. */
  iterations(bot: string): number {
    this.say(0, bot);
    return this.call("web_bot_iterations", NOW);
  }

  /** Begins to think for a seat, from its view alone, with what was played or without. */
  think(seat: number, nodes: number, recalls = true): void {
    this.call("web_view", NOW, seat, SEEN);
    if (!recalls) this.call("web_forget", SEEN);
    this.expect(this.call("web_search", SEEN, seat, nodes));
  }

  ponder(iterations: number): void {
    this.call("web_search_run", iterations);
  }

  /** Whether so many more iterations could not change the choice. */
  decided(left: number): boolean {
    return this.call("web_search_decided", left) !== 0;
  }

  choice(sharpness: number): string {
    this.call("web_search_choice", SEEN, sharpness);
    return this.text();
  }

  advice(): Advice[] {
    type Raw = Omit<Advice, "error"> & { error: number[] };
    return this.ask<Raw[]>("web_advice", SEEN).map((raw) => ({
      ...raw,
      win: raw.win.map((share) => share / 1000),
      score: raw.score.map((score) => score / 1000),
      error: raw.error[0]! / 1000,
    }));
  }

  /** Lays a JSON value into the engine's memory. */
  private layNodes(value: unknown): void {
    const from = this.call("web_input", 0);
    layNodes(this.wasm.memory, value, {
      nodes: this.call("web_nodes"),
      most: this.call("web_most_nodes"),
      texts: from,
      end: from + INPUTS * MOST_INPUT,
    });
  }
}
