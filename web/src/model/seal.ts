// The proof of a deal (docs/http.md, "Afterwards"). The server shows the hash of a secret before
// anybody sits down; each seat adds randomness of its own; the seed is the hash of them all. What we
// added, and which hash we were shown, is kept here until the secret is told.
import type { GameRecord, Seal } from "../engine/types";
import { newKey } from "./api";

/** What this browser knows of a table's deal: what it was shown first, and all that it has sent. */
interface Kept {
  commitment: string;
  mixes: string[];
}

/** `agrees`: it follows from its seal, but what this seat added is not known in this browser. */
export type Verdict = "fair" | "agrees" | "unsealed" | "commitment" | "mix" | "seed" | "game";

const STORED = "capucine.mixes";
/** Tables whose games nobody looks at again make room for new ones. */
const MOST_KEPT = 200;

function allKept(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

/** Keeps what is about to be added to a table's seed; the first commitment that was shown counts. */
export function keepMix(table: string, seal: Seal, mix: string): void {
  const { [table]: known, ...others } = allKept();
  const kept: Kept = {
    commitment: known?.commitment ?? seal.commitment,
    mixes: [...(known?.mixes ?? []), mix],
  };
  const entries = [...Object.entries(others), [table, kept] as const].slice(-MOST_KEPT);
  try {
    localStorage.setItem(STORED, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // A full or forbidden store: then the own part of this deal cannot be checked.
  }
}

/** New randomness for a table that has shown its commitment. */
export function newMix(table: string, seal: Seal): string {
  const mix = newKey();
  keepMix(table, seal, mix);
  return mix;
}

/** Whether a record's seed is what was promised to the seat, or what is wrong with it. */
export function checkSeal(table: string, seat: number | null, record: GameRecord): Verdict {
  const { secret, mixes, commitment } = record.seal ?? { commitment: "" };
  if (secret === undefined || !mixes) return "unsealed";
  const kept = seat === null ? undefined : allKept()[table];
  if (sha256(secret) !== (kept?.commitment ?? commitment)) return "commitment";
  if (kept && !kept.mixes.includes(mixes[seat!] ?? "")) return "mix";
  if (sha256([secret, ...mixes].join("\n")) !== record.seed) return "seed";
  return kept ? "fair" : "agrees";
}

// ------------------------------------------------------------------------ SHA-256

/** The first bits behind the point of a root of each of the first primes. */
function primeRoots(count: number, root: (n: number) => number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p)) primes.push(n);
  return primes.map((p) => ((root(p) % 1) * 2 ** 32) | 0);
}

const ROUNDS = primeRoots(64, Math.cbrt);
const START = primeRoots(8, Math.sqrt);

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** The message with its end mark and its length in bits, in words of 32 bits, the highest byte first. */
function pad(text: string): Uint32Array {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  bytes.forEach((byte, i) => padded.setUint8(i, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, 8 * bytes.length);
  return Uint32Array.from({ length: padded.byteLength / 4 }, (_, i) => padded.getUint32(4 * i));
}

function mixBlock(state: Uint32Array, block: Uint32Array): void {
  const w = new Uint32Array(64);
  w.set(block);
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    if (i >= 16) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const low = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const high = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = w[i - 16]! + low + w[i - 7]! + high;
    }
    const one = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
    const first = (h + one + ROUNDS[i]! + w[i]!) | 0;
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word));
}

/** In hex. crypto.subtle has it too, but only where the page came over https or from this machine. */
export function sha256(text: string): string {
  const words = pad(text);
  const state = Uint32Array.from(START);
  for (let at = 0; at < words.length; at += 16) mixBlock(state, words.subarray(at, at + 16));
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}
