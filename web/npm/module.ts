// How JavaScript talks to web/wasm/engine.c: texts are laid into its memory, and answers are read out
// of it as JSON.
import { Refused, type Advice, type Reason } from "../src/engine/types";

interface Exports {
  memory: WebAssembly.Memory;
  [name: string]: WebAssembly.ExportValue;
}

/** Bytes of an input buffer. */
export const MOST_INPUT = 4096;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class Module {
  private readonly wasm: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.wasm = instance.exports as Exports;
  }

  static async from(source: BufferSource): Promise<Module> {
    const { instance } = await WebAssembly.instantiate(source, {});
    return new Module(instance);
  }

  call(name: string, ...args: number[]): number {
    return (this.wasm[`capu_js_${name}`] as (...args: number[]) => number)(...args);
  }

  /** A call that answers with 64 bits. */
  callWide(name: string, ...args: number[]): bigint {
    const number = (this.wasm[`capu_js_${name}`] as (...args: number[]) => bigint)(...args);
    return BigInt.asUintN(64, number);
  }

  /** Bytes of the engine's memory, until its next call. */
  bytes(at: number, count: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, at, count);
  }

  text(): string {
    return decoder.decode(this.bytes(this.call("text"), this.call("length")));
  }

  say(index: number, text: string): void {
    const bytes = encoder.encode(text);
    if (bytes.length >= MOST_INPUT) throw new Refused("bad_request", "this text is too long");
    const room = this.bytes(this.call("input", index), bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
  }

  expect(status: number, reason: () => Reason | null = () => null): void {
    if (status === 0) return;
    const why = this.text();
    this.call("status", status);
    throw new Refused(this.text(), why, reason());
  }

  ask<T>(name: string, ...args: number[]): T {
    this.call(name, ...args);
    return JSON.parse(this.text()) as T;
  }

  /** Why what was checked last is not possible. */
  reason(): Reason | null {
    return this.ask("reason");
  }

  /** Gives a game its net; false: it is no net for it. */
  giveNet(game: string, net: Uint8Array): boolean {
    this.say(0, game);
    const room = this.call("net", net.length);
    if (room === 0) return false;
    this.bytes(room, net.length).set(net);
    return this.call("give_net", net.length) !== 0;
  }

  /** Parses a JSON text, for what is read next. */
  parse(json: string): void {
    const bytes = encoder.encode(json);
    const paper = this.call("paper", bytes.length);
    if (paper === 0) throw new Refused("bad_request", "this text is too long");
    this.bytes(paper, bytes.length).set(bytes);
    if (this.call("parse", bytes.length) === 0) throw new Refused("bad_json", this.text());
  }

  /** Reads a record and replays it. */
  load(record: string): void {
    this.parse(record);
    if (this.call("load") === 0) return;
    const why = this.text();
    throw new Refused("bad_record", why, this.ask<Reason>("flaw"));
  }

  /** What the search thinks about the view in a slot. */
  advice(slot: number): Advice[] {
    type Raw = Omit<Advice, "error"> & { error: number[] };
    return this.ask<Raw[]>("advice", slot).map((raw) => ({
      ...raw,
      win: raw.win.map((share) => share / 1000),
      score: raw.score.map((score) => score / 1000),
      error: raw.error[0]! / 1000,
    }));
  }
}
