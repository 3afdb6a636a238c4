// What is said: where we are, what is asked, what an action would do, what has happened.
import type { Move } from "../../engine/types";
import { figure, list, t, word } from "../../words/words";
import type { Effect, Travel } from "../contract";
import { pointsNow } from "./plan";
import { FULL_TOWERS, fullTowers, isFull, points, ranking, towerPoints, type CapriceView, type Kind } from "./rules";

const tower = (place: number): { tower: string } => ({ tower: figure(place + 1) });
const kinds = (some: readonly Kind[]): string => list(some.map((kind) => word("caprice", kind)));

export function phase(view: CapriceView): string {
  const key = view.phase === "place" || view.phase === "move" ? "play" : view.phase;
  return t(`caprice.phase.${key}`, { full: figure(fullTowers(view.towers)) });
}

function outcome(view: CapriceView, seat: number | null, names: string[]): string {
  const [first = 0, second] = ranking(view);
  const n = view.scores?.[first] ?? 0;
  const won =
    first === seat ? t("caprice.prompt.won", { n }) : t("caprice.prompt.wins", { n, who: names[first] ?? "" });
  const tie = second !== undefined && view.scores?.[second] === n;
  return tie ? `${won} ${t("caprice.prompt.tie")}` : won;
}

function asked(view: CapriceView, seat: number): string {
  if (view.phase !== "draw" || !view.drawn) return t(`caprice.prompt.${view.phase}`);
  const held = view.tiles[seat]?.filter((kind) => kind === view.drawn).length ?? 0;
  return t(`caprice.prompt.draw.${held >= 2 ? "choose" : "keep"}`, { kind: word("caprice", view.drawn) });
}

export function prompt(view: CapriceView, seat: number | null, actors: number[], names: string[]): string {
  if (view.phase === "over") return outcome(view, seat, names);
  if (seat !== null && actors.includes(seat)) return asked(view, seat);
  return t(`caprice.prompt.wait.${view.phase}`, { who: list(actors.map((actor) => names[actor] ?? "")) });
}

/** How one's own points would change. */
function gain(before: CapriceView, after: CapriceView, seat: number): Effect[] {
  const was = pointsNow(before, seat);
  const is = pointsNow(after, seat);
  if (was === null || is === null) return [];
  if (was === is) return [{ text: t("caprice.effect.same", { n: is }), tone: "plain" }];
  const args = { before: figure(was), after: figure(is) };
  return [{ text: t("caprice.effect.points", args), tone: is > was ? "good" : "bad" }];
}

/** Towers that would become full, or would not be it any more. */
function filling(before: CapriceView, after: CapriceView): Effect[] {
  const full = fullTowers(after.towers);
  if (full === FULL_TOWERS) return [{ text: t("caprice.effect.ends"), tone: "plain" }];
  return after.towers.flatMap((now, place): Effect[] => {
    const was = isFull(before.towers[place]!);
    if (was === isFull(now)) return [];
    const key = was ? "caprice.effect.opens" : "caprice.effect.full";
    return [{ text: t(key, { ...tower(place), full: figure(full) }), tone: "plain" }];
  });
}

function marking(before: CapriceView, after: CapriceView): Effect[] {
  if (before.marker === after.marker) return [];
  return after.marker === null
    ? [{ text: t("caprice.effect.marker.off"), tone: "plain" }]
    : [{ text: t("caprice.effect.marker.on", tower(after.marker)), tone: "plain" }];
}

export function effects(before: CapriceView, after: CapriceView, action: string, seat: number): Effect[] {
  const [verb, ...words] = action.split(" ");
  if (verb === "order") {
    const n = points(before.towers, words as Kind[]);
    return [{ text: t("caprice.effect.order", { n }), tone: "plain" }];
  }
  if (verb !== "place" && verb !== "move") return [];
  return [...gain(before, after, seat), ...filling(before, after), ...marking(before, after)];
}

/** Everybody's points tower by tower, so that they add up. */
function scoring(after: CapriceView, names: string[]): string[] {
  return ranking(after).map((seat) => {
    const order = after.orders[seat] as Kind[];
    const sum = after.towers.map((each) => figure(towerPoints(each, order))).join(" + ");
    return t("caprice.event.score", { who: names[seat] ?? "", sum, total: figure(points(after.towers, order)) });
  });
}

export function events(before: CapriceView, after: CapriceView, _move: Move, names: string[]): string[] {
  const full = figure(fullTowers(after.towers));
  const filled = after.towers.flatMap((now, place) =>
    isFull(now) && !isFull(before.towers[place]!) ? [t("caprice.event.full", { ...tower(place), full })] : [],
  );
  const aside = after.shown.flatMap((some, seat) => {
    const more = some.slice(before.shown[seat]?.length ?? 0);
    return more.length > 0 ? [t("caprice.event.aside", { who: names[seat] ?? "", kinds: kinds(more) })] : [];
  });
  const off = before.marker !== null && after.marker === null ? [t("caprice.event.marker.off")] : [];
  const end = before.ender === null && after.ender !== null ? [t("caprice.event.end")] : [];
  const scores = before.phase !== "over" && after.phase === "over" ? scoring(after, names) : [];
  return [...aside, ...filled, ...off, ...end, ...scores];
}

const block = (place: number, level: number): string => `caprice.block.${place}.${level}`;
const MARKER: Travel = { from: "caprice.marker", to: "caprice.marker" };

export function travels(before: CapriceView, after: CapriceView, [, action]: Move): Travel[] {
  const [verb, a = "", b = ""] = action.split(" ");
  if (verb !== "place" && verb !== "move") return [];
  const place = Number(b);
  const from =
    verb === "place" ? `caprice.reserve.${a}` : block(Number(a), before.towers[Number(a)]!.length - 1);
  const lands = { from, to: block(place, after.towers[place]!.length - 1) };
  return before.marker === after.marker ? [lands] : [lands, MARKER];
}
