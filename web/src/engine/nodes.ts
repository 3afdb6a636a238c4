// JSON for the engine: a flat tree of nodes in its memory, as capu_node of include/capucine.h.
import { Refused } from "./types";

/** Where in the memory there is room. */
export interface Room {
  nodes: number;
  /** So many nodes at most. */
  most: number;
  texts: number;
  end: number;
}

/** The members of capu_node on wasm32. */
const NODE = { bytes: 32, size: 4, count: 8, number: 16, text: 24 } as const;
const TYPE = { null: 0, false: 1, true: 2, number: 3, real: 4, string: 5, array: 6, object: 7 };

const encoder = new TextEncoder();
const tooLong = (): Refused => new Refused("bad_state", "the position is too long");

function typeOf(value: unknown): number {
  if (value === true || value === false) return value ? TYPE.true : TYPE.false;
  if (typeof value === "number") return Number.isSafeInteger(value) ? TYPE.number : TYPE.real;
  if (typeof value === "string") return TYPE.string;
  if (Array.isArray(value)) return TYPE.array;
  return value !== null && typeof value === "object" ? TYPE.object : TYPE.null;
}

class Layer {
  private count = 0;
  private readonly known = new Map<string, number>();

  constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly room: Room,
  ) {}

  private textAt(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const bytes = encoder.encode(text);
    const at = this.room.texts;
    if (at + bytes.length + 1 > this.room.end) throw tooLong();
    new Uint8Array(this.memory.buffer, at, bytes.length + 1).set([...bytes, 0]);
    this.room.texts += bytes.length + 1;
    this.known.set(text, at);
    return at;
  }

  /** Lays what is inside a value behind it; how many values that are. */
  private layInside(value: unknown, type: number): number {
    if (type === TYPE.array) {
      const values = value as unknown[];
      for (const one of values) this.lay(one);
      return values.length;
    }
    if (type !== TYPE.object) return 0;
    const members = Object.entries(value as object);
    for (const [name, member] of members) {
      this.lay(name);
      this.lay(member);
    }
    return members.length;
  }

  lay(value: unknown): void {
    if (this.count >= this.room.most) throw tooLong();
    const first = this.count++;
    const at = this.room.nodes + NODE.bytes * first;
    const type = typeOf(value);
    const inside = this.layInside(value, type);
    const memory = new DataView(this.memory.buffer);
    memory.setUint8(at, type);
    memory.setUint32(at + NODE.size, this.count - first, true);
    memory.setUint32(at + NODE.count, inside, true);
    memory.setBigInt64(at + NODE.number, type === TYPE.number ? BigInt(value as number) : 0n, true);
    memory.setUint32(at + NODE.text, type === TYPE.string ? this.textAt(value as string) : 0, true);
  }
}

export const layNodes = (memory: WebAssembly.Memory, value: unknown, room: Room): void =>
  new Layer(memory, { ...room }).lay(value);
