// What the game says: where we are, what is asked, what an action would do, what has happened.
import type { Move } from "../../engine/types";
import { figure, has, list, t, word, type Args } from "../../words/words";
import type { Effect } from "../contract";
import { cardName, GAME, tileName } from "./art";
import { changed, verbOf } from "./choose";
import {
  cityPoints,
  colour,
  DISTRICTS,
  GOLD_WORTH,
  holdings,
  isRob,
  leaders,
  less,
  limitOf,
  owners,
  points,
  price,
  ROUNDS,
  sum,
  total,
  value,
  type Card,
  type District,
  type LuxView,
  type Owner,
} from "./model";
import { bonusOf, endsPlay, endsRound, losses } from "./resolution";

export const say = (id: string, args: Args = {}): string => t(`${GAME}.${id}`, args);
export const nameOf = (view: LuxView, owner: Owner, names: string[]): string =>
  isRob(view, owner) ? "ROB" : (names[owner] ?? "");
const hue = (district: District): string => word(GAME, district);
export const cards = (some: (Card | null)[]): string => list(some.map(cardName));

// ---------------------------------------------------------------- where we are

const STEPS = { alone: 3, together: 2 };

export function phase(view: LuxView): string {
  const round = say("phase.round", { n: view.round, of: ROUNDS });
  if (view.phase === "over") return word(GAME, "over");
  if (view.phase !== "draft") return `${round} · ${word(GAME, view.phase)}`;
  const of = view.rob ? STEPS.alone : STEPS.together;
  return `${round} · ${say("phase.draft", { n: view.step ?? 1, of })}`;
}

const leftOf = (view: LuxView, seat: number): number => (seat + 1) % view.seats.length;

function askDraft(view: LuxView, seat: number, names: string[]): string {
  if (view.rob) return say("ask.draft.solo");
  return say("ask.draft", { who: names[leftOf(view, seat)] ?? "" });
}

function askPlay(view: LuxView): string {
  if (view.second) return say("ask.second");
  return view.last === null ? say("ask.play") : say("ask.last");
}

function askPay(view: LuxView, seat: number): string {
  const district = view.district!;
  return say("ask.pay", {
    district: hue(district),
    held: total(view, seat, district),
    limit: limitOf(view, district).most,
    n: price(view, seat, district),
  });
}

const ASKS: Record<string, (view: LuxView, seat: number, names: string[]) => string> = {
  draft: askDraft,
  play: askPlay,
  power: (view) => say(`ask.${view.powers[view.district!]}`, { drawn: cards(view.drawn) }),
  pay: askPay,
  bonus: (view) => say("ask.bonus", { district: hue(view.district!) }),
};

function waitFor(view: LuxView, who: string): string {
  if (view.phase === "power")
    return say("wait.power", { who, tile: tileName(view.powers[view.district!]) });
  return say(`wait.${view.phase}`, { who });
}

/** Those who win, by CLX-19: most points, then less gold. */
export function winners(view: LuxView): Owner[] {
  const rank = (owner: Owner) => 1000 * points(view, owner) - holdings(view, owner).gold;
  const all = owners(view);
  const best = Math.max(...all.map(rank));
  return all.filter((owner) => rank(owner) === best);
}

export function prompt(
  view: LuxView,
  seat: number | null,
  actors: number[],
  names: string[],
): string {
  if (view.phase === "over") {
    const first = winners(view);
    const who = list(first.map((owner) => nameOf(view, owner, names)));
    return say("ask.over", { who, n: points(view, first[0]!) });
  }
  if (seat !== null && actors.includes(seat)) return ASKS[view.phase]!(view, seat, names);
  return waitFor(view, list(actors.map((each) => names[each] ?? "")));
}

// ------------------------------------------------------- what an action would do

const effect = (tone: Effect["tone"], id: string, args: Args = {}): Effect => ({
  tone,
  text: say(`effect.${id}`, args),
});

function cityEffects(
  view: LuxView,
  next: LuxView,
  seat: number,
  owner: Owner,
  names: string[],
): Effect[] {
  return DISTRICTS.flatMap((district): Effect[] => {
    const from = total(view, owner, district);
    const to = total(next, owner, district);
    const limit = limitOf(next, district).most;
    if (from === to) return [];
    const args = { district: hue(district), to, limit, over: to - limit };
    const own = owner === seat;
    const over = to > limit;
    const good = own !== over;
    return [
      own
        ? effect(good ? "good" : "bad", over ? "city.over" : "city", args)
        : effect(good ? "good" : "plain", over ? "other.over" : "other", {
            ...args,
            who: nameOf(view, owner, names),
          }),
    ];
  });
}

function limitEffects(view: LuxView, next: LuxView): Effect[] {
  return DISTRICTS.flatMap((district) => {
    const from = limitOf(view, district).most;
    const to = limitOf(next, district).most;
    return from === to ? [] : [effect("plain", "limit", { district: hue(district), from, to })];
  });
}

function leadEffects(view: LuxView, next: LuxView, seat: number): Effect[] {
  const alone = (some: LuxView, district: District) => {
    const first = leaders(some, district);
    return first.length === 1 && first[0] === seat;
  };
  return DISTRICTS.filter((each) => alone(next, each) !== alone(view, each)).map((district) =>
    alone(next, district)
      ? effect("good", "lead", { district: hue(district) })
      : effect("bad", "lead.lost", { district: hue(district) }),
  );
}

/** Powers that act without a choice. */
const AT_ONCE = ["merchant", "scholar", "dualist"];

/** What follows a card in the capital: its power, or that it cannot work. */
function powerEffects(view: LuxView, after: LuxView, card: Card): Effect[] {
  const tile = view.powers[colour(card)!];
  const works = AT_ONCE.includes(tile)
    ? !(tile === "dualist" && view.second)
    : after.phase === "power" || (tile === "proselytiser" && view.pile.length === 1);
  const args = { tile: tileName(tile) };
  if (!works) return [effect("plain", "no_power", args)];
  const text = say("power.says", { tile: tileName(tile), text: say(`power.${tile}`) });
  return [{ tone: "good", text }];
}

function draftEffects(view: LuxView, action: string, seat: number, names: string[]): Effect[] {
  const packet = view.seats[seat]!.packet as Card[];
  const rest = less(packet, action.split(" ").slice(1));
  if (view.rob) return [effect("plain", "discarded", { cards: cards(rest) })];
  return [
    effect("plain", "passed", { cards: cards(rest), who: names[leftOf(view, seat)] ?? "" }),
  ];
}

const PHASES: Record<string, string> = {
  keep: "draft",
  city: "play",
  capital: "play",
  pay: "pay",
  lose: "pay",
  bonus: "bonus",
};

/** Whether this can be asked now: a page may still hold what was staged a moment ago. */
const isAsked = (view: LuxView, verb: string): boolean =>
  (PHASES[verb] ?? "power") === view.phase &&
  (view.phase !== "power" || view.powers[view.district!] === verb);

export function effects(
  view: LuxView,
  after: LuxView,
  action: string,
  seat: number,
  names: string[],
): Effect[] {
  const verb = verbOf([action]);
  if (!isAsked(view, verb)) return [];
  if (verb === "keep") return draftEffects(view, action, seat, names);
  if (verb === "pay") return [effect("plain", "pay", { n: price(view, seat, view.district!) })];
  const card = action.split(" ")[1] ?? "";
  if (verb === "bonus") return [effect("good", "points", { n: value(card) })];
  const next = changed(view, seat, action);
  const gold = holdings(next, seat).gold - holdings(view, seat).gold;
  const last = view.phase === "play" && view.seats[seat]!.hand.length === 1;
  return [
    ...owners(view).flatMap((owner) => cityEffects(view, next, seat, owner, names)),
    ...limitEffects(view, next),
    ...leadEffects(view, next, seat),
    ...(gold > 0 ? [effect("good", "gold", { n: gold })] : []),
    ...(verb === "capital" ? powerEffects(view, after, card) : []),
    ...(last && verb === "city" && view.last === null ? [effect("plain", "ends")] : []),
  ];
}

// ------------------------------------------------------------ what has happened

/** ROB's turns within a move: the cards turned up and what each did. */
function robEvents(before: LuxView, after: LuxView): string[] {
  if (!before.rob || !after.rob) return [];
  const fresh = after.rob.turned.slice(before.rob.turned.length);
  const begun = after.round > before.round || before.phase === "draft";
  const turned = begun && after.phase !== "draft" ? after.rob.turned : fresh;
  return turned.map((card) => say("event.rob", { card: word(GAME, card) }));
}

function lossEvents(
  before: LuxView,
  after: LuxView,
  [seat, action]: Move,
  names: string[],
): string[] {
  const ends = endsPlay(before, after);
  if (!ends && !["pay", "bonus"].includes(before.phase)) return [];
  const then = ends ? changed(before, seat, action) : before;
  return DISTRICTS.flatMap((district) =>
    losses(then, after, district).map((fate) => {
      const args = { who: nameOf(after, fate.owner, names), district: hue(district) };
      if (fate.guarded) return say("event.guard", { ...args, n: fate.kept });
      if (fate.held === null) return say("event.lost", args);
      return say("event.lost.held", { ...args, n: fate.held });
    }),
  );
}

/** The districts whose bonus was given between two views. */
function bonusDistricts(before: LuxView, after: LuxView): readonly District[] {
  const ended = endsRound(before, after);
  if (!ended && after.phase !== "bonus") return [];
  const from = before.phase === "bonus" ? DISTRICTS.indexOf(before.district!) + 1 : 0;
  return DISTRICTS.slice(from, ended ? DISTRICTS.length : DISTRICTS.indexOf(after.district!));
}

function bonusEvents(before: LuxView, after: LuxView, names: string[]): string[] {
  return bonusDistricts(before, after).flatMap((district) => {
    const bonus = bonusOf(before, after, district);
    if (!bonus) return [];
    const who = list(bonus.owners.map((owner) => nameOf(after, owner, names)));
    const args = { who, district: hue(district), card: cardName(bonus.card) };
    if (bonus.owners.length > 1) return [say("event.tied", args)];
    return bonus.card ? [say("event.bonus", args)] : [];
  });
}

function accountEvents(after: LuxView, names: string[]): string[] {
  return owners(after).map((owner) => {
    const { bonus, gold } = holdings(after, owner);
    return say("event.account", {
      who: nameOf(after, owner, names),
      city: cityPoints(after, owner),
      bonus: sum(bonus),
      gold: GOLD_WORTH * gold,
      n: points(after, owner),
    });
  });
}

/** What a power that needs no choice did. */
function atOnce(before: LuxView, after: LuxView, [seat, action]: Move, names: string[]): string[] {
  const [verb, card] = action.split(" ");
  if (verb !== "capital") return [];
  const tile = before.powers[colour(card!)!];
  const id = `${GAME}.event.${tile}`;
  if (tile === "dualist" && (before.second || !after.second)) return [];
  return has(id) ? [t(id, { who: names[seat] ?? "" })] : [];
}

export function events(before: LuxView, after: LuxView, move: Move, names: string[]): string[] {
  const ended = endsRound(before, after);
  const over = after.phase === "over";
  const told = [...atOnce(before, after, move, names), ...robEvents(before, after)];
  if (endsPlay(before, after)) told.push(say("event.end", { n: before.round }));
  told.push(...lossEvents(before, after, move, names), ...bonusEvents(before, after, names));
  if (ended && over) told.push(...accountEvents(after, names));
  if (ended && !over)
    told.push(
      after.rob
        ? say("event.round.solo", { n: after.round })
        : say("event.round", { n: after.round, who: names[after.emperor] ?? "" }),
    );
  return told;
}

// ------------------------------------------------------------ a district in words

/** The limit and how it comes about: "6 + 5 + 3 = 14". */
export function limitStory(view: LuxView, district: District): string {
  const limit = limitOf(view, district);
  const parts = view.capital[district].map((card) => figure(value(card)));
  const extra = [limit.infiltrator, limit.modifiers].filter((each) => each !== 0);
  const summed =
    [parts.join(" + ") || "0", ...extra.map((n) => (n < 0 ? `− ${-n}` : `+ ${n}`))].join(" ") +
    ` = ${limit.most}`;
  const hidden = limit.hidden > 0 ? ` ${say("limit.hidden", { n: limit.hidden })}` : "";
  return say("limit.story", { sum: summed }) + hidden;
}
