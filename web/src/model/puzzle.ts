// A table at which one decision is made: the position before a move of a record, through the eyes of
// whoever made it. What is done there is judged, and changes nothing.
import { batch, signal } from "@preact/signals";
import { takeEngine } from "../engine/client";
import type { GameId, GameRecord, Glimpse, Move, Preview, Reason, Verdict } from "../engine/types";
import { Refused } from "../engine/types";
import { agreeing } from "./review";
import type { SeatInfo, TableModel } from "./table";

/** A decision, and what is known of it. */
export interface Puzzle {
  /** It has a move there, if only a possible one. */
  record: GameRecord;
  at: number;
  seats: SeatInfo[];
  /** What a review says of it: what was thought there is not thought otherwise here. */
  known?: Verdict | null;
}

export class PuzzleTable implements TableModel {
  readonly game: GameId;
  readonly players: number;
  readonly seats = signal<SeatInfo[]>([]);
  readonly seat = signal<number | null>(null);
  readonly glimpse = signal<Glimpse | null>(null);
  readonly thinking = signal<number[]>([]);
  readonly handTo = signal<number | null>(null);
  readonly canUndo = signal(false);
  readonly forgives = false; // the first answer counts
  readonly mayHint = signal(true);
  readonly room = null;
  /** What was done last, as it is judged. */
  readonly verdict = signal<Verdict | null>(null);
  /** The position behind it. */
  readonly made = signal<Glimpse | null>(null);
  private readonly engine = takeEngine();
  private readonly own: number;

  constructor(private readonly puzzle: Puzzle) {
    const { record, at, seats } = puzzle;
    this.game = record.game;
    this.players = record.players;
    this.seats.value = seats;
    this.own = record.actions[at]![0];
    this.seat.value = this.own;
  }

  /** Resolves when the position is there; rejects with Refused when it cannot be. */
  async ready(): Promise<void> {
    await this.engine.call("load", this.puzzle.record);
    this.glimpse.value = await this.look();
  }

  private look(): Promise<Glimpse> {
    return this.engine.call("lookAt", this.puzzle.at, this.own, false);
  }

  async act([action]: string[]): Promise<void> {
    if (action === undefined) return;
    const verdict = await this.judge(action);
    const made = await this.make(action);
    batch(() => {
      this.made.value = made;
      this.verdict.value = verdict;
    });
  }

  /** What an action leads to; afterwards questions are about this position again. */
  private async make(action: string): Promise<Glimpse | null> {
    const { record, at } = this.puzzle;
    const { result: _, seal: __, ...begun } = record;
    const actions = [...record.actions.slice(0, at), [this.own, action] as Move];
    const made = await this.engine
      .call("load", { ...begun, actions })
      .then(() => this.engine.call("lookAt", at + 1, this.own, false))
      .catch(() => null);
    await this.engine.call("load", record);
    await this.look();
    return made;
  }

  /** What an action is worth here. */
  async judge(action: string): Promise<Verdict> {
    const verdict = await this.engine.call("reviewAction", this.puzzle.at, action);
    if (!verdict) throw new Refused("failed", "called off");
    await this.look(); // whatever was thought about, questions are about this position
    return this.puzzle.known ? agreeing(verdict, this.puzzle.known) : verdict;
  }

  /** It is asked anew. */
  again(): void {
    this.verdict.value = null;
    this.made.value = null;
  }

  whyNot(action: string): Promise<Reason | null> {
    return this.engine.call("whyNot", this.own, action);
  }

  preview(...actions: string[]): Promise<Preview> {
    return this.engine.call("preview", this.own, ...actions);
  }

  undo = (): Promise<void> => Promise.resolve();
  takeDevice = (): void => undefined;
  hint = (): Promise<null> => Promise.resolve(null);
  record = (): Promise<GameRecord> => Promise.resolve(this.puzzle.record);

  close(): void {
    this.engine.close();
  }
}
