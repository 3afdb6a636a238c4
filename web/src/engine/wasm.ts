// The engine itself: a thin, typed skin around web/wasm/engine.c. It holds one game.
import type {
  Advice,
  Beginning,
  BotInfo,
  Chance,
  GameInfo,
  GameRecord,
  Glimpse,
  Line,
  Moment,
  MomentBytes,
  Move,
  Preview,
  Result,
  ReviewSummary,
  StoryItem,
  Told,
  Verdict,
  View,
} from "./types";
import { Module, MOST_INPUT } from "../../npm/module";
import { badRecord, badView, isMove, type Reason } from "./types";

const NOW = 0;
const SEEN = 1;
const TRIED = 2;
const SPECTATOR = -1;
export class Engine {
  private constructor(private readonly wasm: Module) {
    const seed = crypto.getRandomValues(new Uint32Array(2));
    wasm.call("dice", seed[0]!, seed[1]!);
  }

  static async from(source: BufferSource): Promise<Engine> {
    return new Engine(await Module.from(source));
  }

  version(): string {
    this.wasm.call("version");
    return this.wasm.text();
  }

  games(): GameInfo[] {
    return this.wasm.ask("games");
  }

  bots(): BotInfo[] {
    return this.wasm.ask("bots");
  }

  /** Makes each later choice and sample follow from this number. */
  dice(seed: number): void {
    this.wasm.call("dice", 0, seed);
  }

  // ------------------------------------------------------------------ a game

  /** Begins a game and plays its actions. The record is all there is to a game. */
  load(record: GameRecord): void {
    this.wasm.load(JSON.stringify(record));
  }

  private begin({ game, players, options }: Beginning, seed: string): void {
    this.wasm.say(0, String(game));
    this.wasm.say(1, seed);
    if (this.wasm.call("begin", players) !== 0) throw badRecord("none");
    for (const [name, value] of Object.entries(options ?? {})) {
      this.wasm.say(0, name);
      this.wasm.say(1, String(value));
      this.wasm.expect(this.wasm.call("option"), () => this.wasm.reason());
    }
  }

  /** Refuses what no game can begin with. The game that was there before is gone. */
  checkOptions(beginning: Beginning): void {
    this.begin(beginning, "0");
    this.wasm.expect(this.wasm.call("fits"), () => this.wasm.reason());
  }

  record(): GameRecord {
    return this.wasm.ask("record");
  }

  /** How many moves the record has. */
  count(): number {
    return this.wasm.call("count");
  }

  apply(seat: number, action: string): void {
    this.wasm.say(0, action);
    this.wasm.expect(this.wasm.call("apply", seat), () => this.wasm.reason());
  }

  /** Why a seat may not do this, or null. */
  whyNot(seat: number, action: string): Reason | null {
    this.wasm.say(0, action);
    return this.wasm.call("check", NOW, seat) === 0 ? null : this.wasm.reason();
  }

  /** Shows the position after that many moves of the record. */
  goto(count: number): void {
    this.wasm.expect(this.wasm.call("goto", count));
  }

  /** Takes back all moves from there on. */
  cut(count: number): void {
    this.wasm.expect(this.wasm.call("cut", count));
  }

  /** The first move that a seat may take back by itself; count(): none. */
  undoFloor(seat: number): number {
    return this.wasm.call("undo_floor", seat);
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
    const bits = this.wasm.call("actors", NOW);
    return [0, 1, 2, 3, 4, 5].filter((seat) => (bits >> seat) & 1);
  }

  legal(seat: number): string[] {
    return this.wasm.ask("legal", NOW, seat);
  }

  /** The whole position, if it is one. */
  position(): View {
    return this.wasm.ask("json", NOW);
  }

  /** What a seat sees, or a spectator (null). */
  view(seat: number | null): View {
    this.wasm.call("view", NOW, seat ?? SPECTATOR, SEEN);
    return this.wasm.ask("json", SEEN);
  }

  /** What follows from what a seat sees. */
  facts(seat: number | null): Line[] {
    this.wasm.call("view", NOW, seat ?? SPECTATOR, SEEN);
    return this.wasm.ask("facts", SEEN, seat ?? SPECTATOR);
  }

  /** What follows from the whole position. */
  allFacts(): Line[] {
    return this.wasm.ask("facts", NOW, SPECTATOR);
  }

  /** The first moves, each with what came of it, as a seat may know them. */
  story(seat: number | null, count = this.count()): StoryItem[] {
    return this.wasm.ask("story", seat ?? SPECTATOR, count);
  }

  result(): Result | null {
    const result = this.wasm.ask<Partial<Result>>("result", NOW);
    return result.scores ? (result as Result) : null;
  }

  /** What a seat sees in the midst of what the moves from one on led to. */
  moments(seat: number | null, from: number, count = this.count()): Moment[] {
    return this.wasm.ask("moments", seat ?? SPECTATOR, from, count);
  }

  /** With the moments of the moves from one on. */
  glimpse(seat: number | null, count = this.count(), from = count): Glimpse {
    const story = this.story(seat, count);
    return {
      view: this.view(seat),
      actors: this.actors(),
      legal: seat === null ? [] : this.legal(seat),
      facts: this.facts(seat),
      story,
      history: story.filter(isMove),
      result: this.result(),
      ...(from < count ? { moments: this.moments(seat, from, count) } : {}),
    };
  }

  /** A view that came as bytes. */
  private readView(bytes: Uint8Array, { game, rules, seat }: Told): View {
    const info = this.games().find(({ name }) => name === game);
    if (info?.rules !== rules) throw badView("it is of other rules");
    if (bytes.length > MOST_INPUT) throw badView("it is too long");
    this.wasm.say(0, game);
    this.wasm.bytes(this.wasm.call("input", 1), bytes.length).set(bytes);
    if (this.wasm.call("take", bytes.length, seat ?? SPECTATOR) !== 0)
      throw badView(this.wasm.text());
    return this.wasm.ask("json", SEEN);
  }

  /** Refuses bytes that do not tell the same as the view that we were told. */
  private checkView(bytes: Uint8Array, told: Told): void {
    if (JSON.stringify(this.readView(bytes, told)) !== JSON.stringify(told.view))
      throw badView("it is not the view that was told");
  }

  /** Takes over a view that came as bytes (online): legal, whyNot, preview, hints work on it. It must
   * follow from a possible position. */
  takeView(bytes: Uint8Array, told: Told): void {
    this.checkView(bytes, told);
    this.wasm.call("sample", SEEN, TRIED);
    this.wasm.call("json", TRIED);
    this.wasm.parse(this.wasm.text());
    if (this.wasm.call("proves", told.seat ?? SPECTATOR) !== 0) throw badView(this.wasm.text());
    this.wasm.call("copy", SEEN, NOW);
  }

  /** Moments on the way to a view, that came as bytes with it. */
  readMoments(bytes: Uint8Array, told: Told, moments: readonly MomentBytes[]): Moment[] {
    this.checkView(bytes, told);
    return moments.map(({ items, bytes }) => ({
      items,
      view: this.readView(bytes, told),
      facts: this.wasm.ask("facts", SEEN, told.seat ?? SPECTATOR),
    }));
  }

  /** What an action, or several in a row, would lead to in the eyes of the seat. */
  preview(seat: number, ...actions: string[]): Preview {
    this.wasm.say(0, actions.map((action) => `${action}\0`).join(""));
    this.wasm.expect(this.wasm.call("preview", seat), () => this.wasm.reason());
    return JSON.parse(this.wasm.text()) as Preview;
  }

  // ---------------------------------------------------------------- thinking

  /** What a bot without search does; null: it is one that searches. */
  choose(bot: string, seat: number): string | null {
    this.wasm.call("view", NOW, seat, SEEN);
    this.wasm.say(0, bot);
    this.wasm.call("choose", SEEN, seat);
    return this.wasm.text() || null;
  }

  /** How often a bot looks ahead in this game. */
  iterations(bot: string): number {
    this.wasm.say(0, bot);
    return this.wasm.call("bot_iterations", NOW);
  }

  giveNet(game: string, net: Uint8Array): boolean {
    return this.wasm.giveNet(game, net);
  }

  /** The name of the game. */
  game(): string {
    this.wasm.call("game");
    return this.wasm.text();
  }

  /** Begins to think for a seat, from its view alone, with what was played or without, and with the
   * game's net or without. */
  think(seat: number, nodes: number, recalls = true, learned = true): void {
    this.wasm.call("view", NOW, seat, SEEN);
    if (!recalls) this.wasm.call("forget", SEEN);
    this.wasm.expect(this.wasm.call("search", SEEN, seat, nodes, Number(learned)));
  }

  ponder(iterations: number): void {
    this.wasm.call("search_run", iterations);
  }

  /** Whether so many more iterations could not change the choice. */
  decided(left: number): boolean {
    return this.wasm.call("search_decided", left) !== 0;
  }

  choice(sharpness: number): string {
    this.wasm.call("search_choice", SEEN, sharpness);
    return this.wasm.text();
  }

  advice(): Advice[] {
    return this.wasm.advice(SEEN);
  }

  // --------------------------------------------------------------- reviewing

  /** What a move of the record was worth. Takes up to half a second. */
  review(at: number): Verdict {
    this.wasm.expect(this.wasm.call("review", at));
    return JSON.parse(this.wasm.text()) as Verdict;
  }

  /** What another action would have been worth in its place. */
  reviewAction(at: number, action: string): Verdict {
    this.wasm.say(0, action);
    this.wasm.expect(this.wasm.call("review_action", at));
    return JSON.parse(this.wasm.text()) as Verdict;
  }

  /** What chance brought with a move, or with the deal (-1); null: it had no part in it. */
  luck(at: number): Chance | null {
    this.wasm.expect(this.wasm.call("luck", at));
    return JSON.parse(this.wasm.text()) as Chance | null;
  }

  /** The game as a whole, from verdicts and chances in any order. */
  reviewSum(list: readonly (Verdict | Chance | null)[]): ReviewSummary {
    this.wasm.parse(JSON.stringify(list));
    this.wasm.expect(this.wasm.call("review_sum"));
    return JSON.parse(this.wasm.text()) as ReviewSummary;
  }
}
