// One clock for a table: board, log, points, prompt and buttons show the same moment. What arrives is a
// step: a glimpse, and what the story has gained. Some of its events are scenes, which a board acts out:
// the clock stands at a scene until the board has done with it, and what arrives meanwhile waits. Plain
// functions from one state to the next; nothing is drawn here.
import { isLine, isMove, type Glimpse, type Line, type StoryItem } from "../engine/types";
import { agreement } from "./log";

/** Which events of a game are a scene: those from the first that `from` names to the last of the first
 * run that `to` names. */
export interface SceneKind {
  from: RegExp;
  to: RegExp;
  /** Whether the board shows the position before the step meanwhile, or that after it; or the moments
   * on the way, which then all of the table shows. */
  view: "before" | "after" | "moments";
}
export type SceneKinds = Record<string, SceneKind>;

export interface Staging {
  name: string;
  view: SceneKind["view"];
  events: Line[];
  /** Where in the story they begin. */
  at: number;
}

export interface Clock {
  /** Through whose eyes. */
  eyes: number | null;
  /** What was there before the present step. */
  before: Glimpse | null;
  now: Glimpse | null;
  /** What of the step is still to be acted out, the present scene first. */
  scenes: Staging[];
  /** So many events of the present scene have been seen. */
  told: number;
  /** So many of them are shown: fewer, if one has gone back. */
  shown: number;
  /** Somebody does not want to wait: the present scene comes to its end at once. */
  hurried: boolean;
  /** Nothing stands still for scenes: they lie over what is there already. */
  still: boolean;
  /** What has arrived and is to be shown afterwards. */
  queue: Glimpse[];
}

export const STOPPED: Clock = {
  eyes: null,
  before: null,
  now: null,
  scenes: [],
  told: 0,
  shown: 0,
  hurried: false,
  still: false,
  queue: [],
};

/** Of more than this we have missed too much to see it one by one. */
const MOST_WAITING = 12;

/** The scenes in a story from some item on. */
export function scenesIn(story: StoryItem[], from: number, kinds: SceneKinds): Staging[] {
  const found: Staging[] = [];
  for (let at = from; at < story.length; at++) {
    const scene = sceneAt(story, at, kinds);
    if (!scene) continue;
    found.push(scene);
    at += scene.events.length - 1;
  }
  return found;
}

function sceneAt(story: StoryItem[], at: number, kinds: SceneKinds): Staging | null {
  const named = (i: number, pattern: RegExp): boolean => {
    const item = story[i];
    return item !== undefined && !isMove(item) && pattern.test(item.id);
  };
  const kind = Object.entries(kinds).find(([, { from }]) => named(at, from));
  if (!kind) return null;
  const [name, { to, view }] = kind;
  let end = at;
  while (end < story.length && !named(end, to)) end++;
  while (named(end, to)) end++;
  const events = story.slice(at, end).filter(isLine);
  return { name, view, events, at };
}

export interface Arrival {
  eyes: number | null;
  kinds: SceneKinds;
  /** Nobody wants to wait: no motion, or nobody is looking. */
  still: boolean;
}

/** Whether everything waits for a scene. */
export const isHeld = ({ scenes, still }: Clock): boolean => scenes.length > 0 && !still;

function step(clock: Clock, now: Glimpse, { eyes, kinds, still }: Arrival): Clock {
  const before = clock.now ?? now;
  const from = agreement(before.story, now.story);
  const fresh = scenesIn(now.story, from, kinds);
  const back = from < before.story.length;
  // what nobody waits for stays until it is put away, but not over the end
  const left = still && clock.still && !back ? clock.scenes : [];
  const scenes = fresh.length > 0 ? fresh : left;
  const staged = still && now.result ? [] : scenes;
  // what nobody waits for is told already
  const shown = still ? (staged[0]?.events.length ?? 0) : 0;
  return { eyes, before, now, scenes: staged, told: 0, shown, hurried: still, still, queue: [] };
}

const begin = (now: Glimpse, eyes: number | null): Clock => ({
  ...STOPPED,
  eyes,
  before: now,
  now,
});

/** A guess has no moments; the glimpse that confirms it brings them. */
const confirmed = (clock: Clock, { moments }: Glimpse): Clock =>
  clock.now?.guess && moments ? { ...clock, now: { ...clock.now, moments } } : clock;

/** A glimpse has come. One's own actions, and taking back, are shown at once. */
export function arrive(shown: Clock, glimpse: Glimpse, how: Arrival): Clock {
  const clock = confirmed(shown, glimpse);
  const last = clock.queue.at(-1) ?? clock.now;
  if (!last || clock.eyes !== how.eyes) return begin(glimpse, how.eyes);
  const from = agreement(last.story, glimpse.story);
  const own = glimpse.story.slice(from).some((item) => isMove(item) && item[0] === how.eyes);
  const waits = isHeld(clock) || clock.queue.length > 0;
  if (!waits || own || how.still || from < last.story.length) return step(clock, glimpse, how);
  // but nobody is torn from a scene
  if (clock.queue.length >= MOST_WAITING)
    return isHeld(clock) ? { ...clock, queue: [glimpse] } : begin(glimpse, how.eyes);
  return { ...clock, queue: [...clock.queue, glimpse] };
}

/** Shows what has waited longest. */
export function next(clock: Clock, how: Arrival): Clock {
  const [glimpse, ...queue] = clock.queue;
  if (!glimpse || isHeld(clock)) return clock;
  return { ...step(clock, glimpse, how), queue };
}

/** So many events of the present scene are shown: the log may tell of them, and does not forget. */
export const tell = (clock: Clock, shown: number): Clock =>
  shown === clock.shown && shown <= clock.told
    ? clock
    : { ...clock, shown, told: Math.max(shown, clock.told) };

/** The present scene is over. */
export const done = (clock: Clock): Clock =>
  clock.scenes.length === 0
    ? clock
    : { ...clock, scenes: clock.scenes.slice(1), told: 0, shown: 0, hurried: clock.still };

/** Somebody has touched the table: a scene comes to its end, and one that has goes. */
export const hurry = (clock: Clock): Clock =>
  !isHeld(clock) ? clock : clock.hurried ? done(clock) : { ...clock, hurried: true };

/** Goes to what has arrived last; nothing on the way is shown. */
export const catchUp = (clock: Clock): Clock => {
  const last = clock.queue.at(-1) ?? clock.now;
  return last ? begin(last, clock.eyes) : clock;
};

/** Whether all of the present scene has been shown, and only somebody who goes on is missing. */
export const isShown = ({ scenes: [scene], shown }: Clock): boolean =>
  scene !== undefined && shown >= scene.events.length;

/** Scenes that nothing waits for are put away. */
export const putAway = (clock: Clock): Clock =>
  clock.still && clock.scenes.length > 0 ? { ...clock, scenes: [] } : clock;

/** What is shown: on the board, and of everything else. */
export interface Moment {
  board: Glimpse;
  rest: Glimpse;
  scene: Staging | null;
  held: boolean;
}

const at = (glimpse: Glimpse, story: StoryItem[]): Glimpse => ({
  ...glimpse,
  story,
  history: story.filter(isMove),
  actors: [],
  legal: [],
  result: null,
});

/** The moment that the engine tells of when so much of the story is told; null: it tells of none. */
export function momentAt(now: Glimpse, told: number): Glimpse | null {
  const moment = now.moments?.findLast(({ items }) => items <= told);
  return moment ? { ...now, view: moment.view, facts: moment.facts } : null;
}

export function momentOf(clock: Clock): Moment | null {
  const { before, now, told, queue } = clock;
  const scene = clock.scenes[0] ?? null;
  if (!now || !before) return null;
  const moment = scene?.view === "moments" ? momentAt(now, scene.at + clock.shown) : null;
  if (!scene || !isHeld(clock)) {
    const shown = queue.length > 0 ? { ...now, legal: [] } : now;
    return { board: moment ?? shown, rest: shown, scene, held: false };
  }
  const all = now.story.slice(0, scene.at + scene.events.length);
  const seen = now.story.slice(0, scene.at + Math.min(told, scene.events.length));
  return {
    board: at(moment ?? (scene.view === "after" ? now : before), all),
    rest: at(moment ?? before, seen),
    scene,
    held: true,
  };
}
