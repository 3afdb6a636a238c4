// A record in a link: what is behind the # never goes to a server, so a game that only this browser has
// can be shown to anybody. It is JSON, compressed, in letters that an address may have.
import { badRecord, type GameRecord } from "../engine/types";

export interface Shared {
  record: GameRecord;
  names: string[];
}

/** What programs that pass links on still take. */
const MOST_LETTERS = 6000;
const METHOD = "deflate-raw";
/** Before the moment, in the fragment: "r=…&m=37". */
const KEY = "r";

const through = (bytes: Blob, way: CompressionStream | DecompressionStream): Response =>
  new Response(bytes.stream().pipeThrough(way));

const inLetters = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const fromLetters = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** What stands before the moment in a link; null: the game is too long, or the browser too old. */
export async function packed(shared: Shared): Promise<string | null> {
  if (typeof CompressionStream === "undefined") return null;
  const text = new Blob([JSON.stringify(shared)]);
  const bytes = await through(text, new CompressionStream(METHOD)).arrayBuffer();
  const fragment = `${KEY}=${inLetters(new Uint8Array(bytes))}&`;
  return fragment.length <= MOST_LETTERS ? fragment : null;
}

/** The packed record of a fragment; null: it has none. */
export const packedIn = (fragment: string): string | null => new URLSearchParams(fragment).get(KEY);

/** Names are anybody's: they are shown as they are, but not at any length. */
const MOST_OF_NAME = 40;

export async function unpacked(text: string): Promise<Shared> {
  try {
    const bytes = new Blob([fromLetters(text)]);
    const found = await through(bytes, new DecompressionStream(METHOD)).text();
    const { record, names } = JSON.parse(found) as Shared;
    if (names.length !== record.players) throw badRecord("none");
    return { record, names: names.map((name) => String(name).slice(0, MOST_OF_NAME)) };
  } catch {
    throw badRecord("none");
  }
}
