// Thinks through a record in the background, in two workers, and keeps what it finds: a review that is
// left goes on where it was when one comes back.
import { signal } from "@preact/signals";
import type { EngineClient } from "../engine/client";
import type { GameRecord, ReviewSummary } from "../engine/types";
import {
  keep,
  listed,
  nextTask,
  recall,
  tasksOf,
  withChance,
  withVerdict,
  type Findings,
  type Task,
} from "./review";

/** What is asked of an engine. */
export type Judge = Pick<EngineClient, "call" | "close">;

const AT_ONCE = 2;
/** What is found is kept no more often than this. */
const KEEP_MS = 1000;

export class Reviewer {
  readonly tasks: readonly Task[];
  readonly found = signal<Findings>({ verdicts: new Map(), chances: new Map() });
  readonly summary = signal<ReviewSummary | null>(null);
  /** Why it cannot go on. */
  readonly problem = signal<unknown>(null);
  private readonly judges: Judge[] = [];
  private busy: Task[] = [];
  private wished: number[] = [];
  private closed = false;
  private kept = 0;

  constructor(
    private readonly record: GameRecord,
    private readonly take: () => Judge,
    private readonly store: Storage,
    private readonly now: () => number = Date.now,
  ) {
    this.tasks = tasksOf(record.actions.length);
    this.found.value = recall(store, record);
  }

  /** Resolves when all is found out, or when it cannot go on. */
  async start(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.work()));
    } catch (error) {
      if (!this.closed) this.problem.value = error;
    }
    this.close();
  }

  /** Somebody waits for this verdict. */
  want(at: number): void {
    this.wished = [...this.wished.filter((one) => one !== at), at];
  }

  close(): void {
    if (!this.closed) this.keepFound();
    this.closed = true;
    for (const judge of this.judges.splice(0)) judge.close();
  }

  private async work(): Promise<void> {
    if (this.closed) return;
    const judge = this.take();
    this.judges.push(judge);
    await judge.call("load", this.record);
    await this.sumUp(judge);
    for (let task = this.next(); task; task = this.next()) {
      this.busy.push(task);
      await this.find(judge, task);
      if (this.closed) return;
      this.busy = this.busy.filter((one) => one !== task);
      await this.sumUp(judge);
    }
  }

  private next(): Task | null {
    if (this.closed) return null;
    return nextTask(this.tasks, this.found.peek(), this.busy, this.wished);
  }

  private async find(judge: Judge, { what, at }: Task): Promise<void> {
    if (what === "verdict") {
      const verdict = await judge.call("review", at);
      if (verdict) this.found.value = withVerdict(this.found.peek(), verdict);
    } else {
      const chance = await judge.call("luck", at);
      this.found.value = withChance(this.found.peek(), at, chance);
    }
    if (this.now() - this.kept >= KEEP_MS) this.keepFound();
  }

  private async sumUp(judge: Judge): Promise<void> {
    const found = this.found.peek();
    const summary = await judge.call("reviewSum", listed(found));
    if (!this.closed && found === this.found.peek()) this.summary.value = summary;
  }

  private keepFound(): void {
    this.kept = this.now();
    keep(this.store, this.record, this.found.peek(), this.kept);
  }
}
