// The worker as promises: `await engine.call("legal", 0)`.
import { asset } from "../assets";
import type { Methods } from "./worker";
import { Refused, type Reason } from "./types";

type Failure = { code: string; message: string; reason: Reason | null };
type Answer = { id: number; value?: unknown; error?: Failure };

/** Workers that nobody uses just now: an engine that has been loaded is kept for whoever asks next. */
const idle: EngineClient[] = [];
const MOST_IDLE = 1;

/** An engine for one game at a time; whoever has it closes it. */
export function takeEngine(): EngineClient {
  const kept = idle.pop();
  return kept?.works ? kept : new EngineClient();
}

export class EngineClient {
  private readonly worker = new Worker(asset("worker"), { type: "module" });
  private readonly waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (error: Error) => void }
  >();
  private last = 0;
  works = true;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.hear(data);
    this.worker.onerror = () => {
      this.works = false;
      this.fail("the engine could not be loaded");
    };
  }

  private hear(answer: Answer): void {
    const call = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    const { error } = answer;
    if (error?.code === "failed") this.works = false;
    if (!call) return;
    if (error) call.reject(new Refused(error.code, error.message, error.reason));
    else call.resolve(answer.value as never);
  }

  private fail(message: string): void {
    for (const call of this.waiting.values()) call.reject(new Refused("failed", message));
    this.waiting.clear();
  }

  call<M extends keyof Methods>(
    method: M,
    ...args: Parameters<Methods[M]>
  ): Promise<Awaited<ReturnType<Methods[M]>>> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, method, args });
    });
  }

  /** What has been asked is not answered any more. */
  close(): void {
    if (idle.includes(this)) return;
    this.fail("closed");
    if (!this.works || idle.length >= MOST_IDLE) return this.worker.terminate();
    idle.push(this);
    void this.call("rest").catch(() => undefined);
  }
}
