// What somebody has practised: kept in this browser, and with an account on the server too.
import { computed, signal } from "@preact/signals";
import { assetIfAny, games } from "../assets";
import type { GameId } from "../engine/types";
import { ask, get } from "./api";
import { findMe } from "./me";
import {
  answered,
  dayOf,
  merge,
  readDone,
  readPositions,
  type Done,
  type Position,
} from "./practice";

const STORED = "capucine.practice";

function load(): Done {
  try {
    return readDone(JSON.parse(localStorage.getItem(STORED) ?? "{}"));
  } catch {
    return {};
  }
}

export const done = signal<Done>(load());
export const today = (): number => dayOf(new Date());

function put(next: Done): void {
  done.value = next;
  try {
    localStorage.setItem(STORED, JSON.stringify(next));
  } catch {
    // a forbidden store costs only the remembering
  }
}

const same = (a: Done, b: Done): boolean =>
  JSON.stringify(merge(a, {})) === JSON.stringify(merge(b, {}));

/** Brings together what this browser and the server know. Without either nothing is lost. */
export async function meet(): Promise<void> {
  if (!(await findMe())) return;
  const theirs = readDone((await get<{ done: unknown }>("/me/practice")).done);
  const all = merge(done.peek(), theirs);
  put(all);
  if (!same(all, theirs)) await ask("PUT", "/me/practice", { done: all });
}

/** Notes an answer; what another tab has noted meanwhile counts too. */
export function note(id: string, right: boolean): void {
  const known = merge(done.peek(), load());
  put({ ...known, [id]: answered(known[id], right, today()) });
  void meet().catch(() => undefined);
}

// ------------------------------------------------------------------ position of the day

/** The last day whose position was solved or looked up. */
const STORED_DAY = "capucine.today";

function loadDay(): number {
  try {
    return Number(localStorage.getItem(STORED_DAY)) || 0;
  } catch {
    return 0;
  }
}

const day = signal(loadDay());
export const solvedToday = computed(() => day.value === today());

export function noteToday(): void {
  day.value = today();
  try {
    localStorage.setItem(STORED_DAY, String(day.value));
  } catch {
    // a forbidden store costs only the remembering
  }
}

// ------------------------------------------------------------------------ positions

/** The games that there are positions of. */
export const practised = (): GameId[] =>
  games()
    .map(({ name }) => name)
    .filter((game) => assetIfAny(`practice.${game}`));

const loaded = new Map<GameId, Promise<Position[]>>();

async function fetchPositions(game: GameId): Promise<Position[]> {
  const response = await fetch(assetIfAny(`practice.${game}`) ?? "");
  if (!response.ok) throw new Error(`no positions of ${game}`);
  return readPositions(await response.text());
}

/** A game's positions; they are fetched once. */
export function positionsOf(game: GameId): Promise<Position[]> {
  const known = loaded.get(game) ?? fetchPositions(game);
  loaded.set(game, known);
  known.catch(() => loaded.delete(game));
  return known;
}
