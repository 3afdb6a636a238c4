// The worker: one engine, asked by messages. Thinking is done in slices, so that a question in the
// middle of a long thought is answered at once, and a thought can be called off.
import { asset, assetIfAny } from "../assets";
import { Engine } from "./wasm";
import type {
  Advice,
  Beginning,
  BotInfo,
  Chance,
  GameRecord,
  Glimpse,
  Moment,
  MomentBytes,
  Move,
  Preview,
  Reason,
  ReviewSummary,
  Shown,
  Told,
  Verdict,
} from "./types";
import { Refused } from "./types";

const SLICE_MS = 6;
/** Iterations become quicker and slower while a tree grows; rarely by more. */
const SPARE = 1.25;
const HINT_NODES = 200_000;
/** Enough for the strongest level on a phone: 48 bytes or less each. */
const MOST_NODES = 400_000;
/** No search begins with less than room for every action of a decision. */
const FEWEST_NODES = 4_000;

/** How much room a search of so many iterations needs. */
const nodesFor = (iterations: number): number =>
  Math.min(MOST_NODES, Math.max(FEWEST_NODES, 20 * iterations));

let engine: Engine;
let bots: BotInfo[] = [];
/** Goes up when what is being thought about has changed. */
let thought = 0;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

/** One thought after the other: there is one search. */
let thinking: Promise<unknown> = Promise.resolve();

/** Thinks about the present position when it is its turn; null: the position has changed since. */
function alone<T>(think: () => Promise<T | null>): Promise<T | null> {
  const asked = thought;
  const result = thinking.then(() => (asked === thought ? think() : null));
  thinking = result.catch(() => undefined);
  return result;
}

/** How many iterations there is time for, with some to spare. */
function stillPossible(done: number, start: number, end: number, iterations: number): number {
  const now = performance.now();
  const possible = (SPARE * done * (end - now)) / Math.max(now - start, 0.5);
  return Math.floor(Math.min(possible, iterations - done));
}

/** Looks ahead until iterations or time are used up, or, to choose, until what is left of them could not
 * change the choice; false: called off. */
async function ponder(iterations: number, ms: number, toChoose = false): Promise<boolean> {
  const mine = thought;
  const start = performance.now();
  const end = start + ms;
  let batch = 16;
  let done = 0;
  while (done < iterations && performance.now() < end) {
    const begin = performance.now();
    const now = Math.min(batch, iterations - done);
    engine.ponder(now);
    done += now;
    const took = performance.now() - begin;
    batch = Math.max(1, Math.min(4096, Math.round((batch * SLICE_MS) / Math.max(took, 0.5))));
    await pause();
    if (mine !== thought) return false;
    if (toChoose && engine.decided(stillPossible(done, start, end, iterations))) break;
  }
  return true;
}

/** What is done at once where nothing else can be. */
let silent: readonly string[] = [];

/** What a seat sees after moves were made, and all else that the page shows then. */
function show(eyes: number | null, made: Move[] = []): Shown {
  const decision = eyes === null || engine.count() === 0 ? -1 : engine.lastDecision(eyes);
  return {
    glimpse: engine.glimpse(eyes, engine.count(), engine.count() - made.length),
    made,
    decision,
    floor: decision < 0 ? engine.count() : engine.undoFloor(eyes!),
  };
}

/** Games whose net has been asked for: it is loaded once, when somebody first thinks with it. */
const nets = new Map<string, Promise<void>>();

async function loadNet(game: string): Promise<void> {
  const path = assetIfAny(`net.${game}`);
  if (!path) return;
  try {
    const response = await fetch(path);
    if (response.ok) engine.giveNet(game, new Uint8Array(await response.arrayBuffer()));
  } catch {
    nets.delete(game); // without a net the game is played as well, and it may come another time
  }
}

function netFor(game: string): Promise<void> {
  if (!nets.has(game)) nets.set(game, loadNet(game));
  return nets.get(game)!;
}

/** What the judge says once it has the game's net; null: another game has been loaded since. */
async function judge<T>(ask: () => T): Promise<T | null> {
  const asked = thought;
  await netFor(engine.game());
  return asked === thought ? ask() : null;
}

export const methods = {
  /** Nobody asks any more. */
  rest(): void {
    thought++;
  },
  load(record: GameRecord): void {
    thought++;
    engine.load(record);
  },
  /** Goes on from where a record ends; what is silent is done at once where nothing else can be. */
  open(record: GameRecord, eyes: number | null, quiet: readonly string[] = []): Shown {
    thought++;
    silent = quiet;
    engine.load(record);
    return show(eyes, engine.goSilently(silent));
  },
  /** Does all of it, or nothing. */
  act(seat: number, actions: string[], eyes: number | null): Shown {
    thought++;
    const count = engine.count();
    try {
      for (const action of actions) engine.apply(seat, action);
    } catch (error) {
      if (engine.count() > count) engine.cut(count);
      throw error;
    }
    const made = actions.map((action): Move => [seat, action]);
    return show(eyes, [...made, ...engine.goSilently(silent)]);
  },
  /** Takes back all moves from there on. */
  undo(to: number, eyes: number | null): Shown {
    thought++;
    engine.cut(to);
    return show(eyes, engine.goSilently(silent));
  },
  show: (eyes: number | null): Shown => show(eyes),
  /** The position after so many moves of the record, as a seat saw it or with everything open. */
  lookAt(count: number, eyes: number | null, open: boolean): Glimpse {
    thought++;
    engine.goto(count);
    const glimpse = engine.glimpse(eyes, count);
    return open ? { ...glimpse, view: engine.position(), facts: engine.allFacts() } : glimpse;
  },
  /** The whole position after so many moves, and what follows from it. */
  standing(count: number): Pick<Glimpse, "view" | "facts"> {
    thought++;
    engine.goto(count);
    return { view: engine.position(), facts: engine.allFacts() };
  },
  checkOptions(beginning: Beginning): void {
    thought++;
    engine.checkOptions(beginning);
  },
  /** Goes on from a view that came as bytes; what its seat can do, and what follows from it. */
  takeView(bytes: Uint8Array, told: Told): string[] {
    thought++;
    engine.takeView(bytes, told);
    return engine.legal(told.seat!);
  },
  readMoments: (bytes: Uint8Array, told: Told, moments: MomentBytes[]): Moment[] =>
    engine.readMoments(bytes, told, moments),
  record: (): GameRecord => engine.record(),
  whyNot: (seat: number, action: string): Reason | null => engine.whyNot(seat, action),
  preview: (seat: number, ...actions: string[]): Preview => engine.preview(seat, ...actions),

  /** What a bot of that level does for a seat; null: called off. */
  async bot(level: string, seat: number): Promise<string | null> {
    const simple = engine.choose(level, seat);
    if (simple) return simple;
    const bot = bots.find((bot) => bot.name === level);
    if (!bot) throw new Refused("bad_request", `there is no opponent called ${level}`);
    return alone(async () => {
      const asked = thought;
      if (bot.learned) await netFor(engine.game());
      if (asked !== thought) return null;
      const iterations = engine.iterations(level);
      engine.think(seat, nodesFor(iterations), bot.recalls, bot.learned);
      return (await ponder(iterations, bot.ms, !bot.sharpness))
        ? engine.choice(bot.sharpness)
        : null;
    });
  },

  /** The best few actions of a seat; null: called off. */
  async hint(seat: number, ms: number): Promise<Advice[] | null> {
    return alone(async () => {
      const asked = thought;
      await netFor(engine.game());
      if (asked !== thought) return null;
      engine.think(seat, HINT_NODES);
      return (await ponder(1_000_000, ms)) ? engine.advice() : null;
    });
  },

  /** Everybody's expected share of a win after that many moves, by a short search. */
  async shares(count: number, iterations: number): Promise<number[] | null> {
    const asked = thought;
    await netFor(engine.game());
    if (asked !== thought) return null;
    engine.goto(count);
    const seat = engine.actors()[0];
    if (seat === undefined) {
      const places = engine.result()!.places;
      const winners = places.filter((place) => place === 1).length;
      return places.map((place) => (place === 1 ? 1 / winners : 0));
    }
    engine.think(seat, 4 * iterations + 1000);
    if (!(await ponder(iterations, 1000))) return null;
    return engine.advice()[0]?.win ?? null;
  },

  /** What a move of the record was worth, or another action in its place; null: called off. */
  review: (at: number): Promise<Verdict | null> => judge(() => engine.review(at)),
  reviewAction: (at: number, action: string): Promise<Verdict | null> =>
    judge(() => engine.reviewAction(at, action)),
  /** What chance brought with a move, or with the deal (-1); null: nothing, or called off. */
  luck: (at: number): Promise<Chance | null> => judge(() => engine.luck(at)),
  reviewSum: (list: (Verdict | Chance | null)[]): ReviewSummary => engine.reviewSum(list),
};

export type Methods = typeof methods;

type Request = { id: number; method: keyof Methods; args: unknown[] };

async function start(): Promise<void> {
  const response = await fetch(asset("engine"));
  engine = await Engine.from(await response.arrayBuffer());
  bots = engine.bots();
}

const started = start();

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    await started;
    const method = methods[data.method] as (...args: unknown[]) => unknown;
    self.postMessage({ id: data.id, value: await method(...data.args) });
  } catch (error) {
    const refused = error instanceof Refused ? error : new Refused("failed", String(error));
    const { code, message, reason } = refused;
    self.postMessage({ id: data.id, error: { code, message, reason } });
  }
};
