// What is said: prompts, what an action would do, what has happened, what travels.
import type { Move } from "../../engine/types";
import { figure, list, money, t, word } from "../../words/words";
import type { Effect, Travel } from "../contract";
import { yearEnd } from "./books";
import { discardsOpenly, isIllegal, isLegal, isRest, ILLEGAL, REST, STEP, winners, worth } from "./data";
import { demand, isLast } from "./force";
import { placeName } from "./pieces";
import type { CaponeView, Guest, Illegal } from "./types";

export const phase = (view: CaponeView): string =>
  t(`capone.phase.${view.phase}`, { year: view.year + 1 });

const nameOf = (names: string[], seat: number): string => names[seat] ?? "";

function forcePrompt(view: CaponeView, names: string[]): string {
  const { business, space } = view.pending!;
  const asked = demand(view)!;
  const args = {
    place: placeName(business, space),
    money: money(asked.money),
    owner: asked.held ? nameOf(names, asked.held.seat) : "",
  };
  return t(`capone.prompt.force.${isLast(view) ? "last" : asked.kind}`, args);
}

function ownPrompt(view: CaponeView, seat: number, names: string[]): string {
  const own = view.seats[seat]!;
  switch (view.phase) {
    case "force":
      return forcePrompt(view, names);
    case "play":
      return t(own.hand.length === 1 ? "capone.prompt.play.last" : "capone.prompt.play.you");
    case "rehire":
      return t("capone.prompt.rehire.you", { n: own.park });
    case "invest":
      return t("capone.prompt.invest.you", { price: money(STEP) });
    default:
      return t("capone.prompt.swap.you");
  }
}

export function prompt(
  view: CaponeView,
  seat: number | null,
  actors: number[],
  names: string[],
): string {
  const turn = actors[0];
  if (turn === undefined)
    return t("capone.prompt.over", { who: list(winners(view).map((each) => nameOf(names, each))) });
  if (turn === seat) return ownPrompt(view, seat, names);
  const { pending } = view;
  return t(`capone.prompt.${view.phase}.other`, {
    who: nameOf(names, turn),
    place: pending ? placeName(pending.business, pending.space) : "",
  });
}

const members = (values: number[]): string =>
  list(values.map((value) => word("capone", String(value))));

const prisoners = (view: CaponeView): Guest[] =>
  view.prison.filter((one): one is Guest => one !== null);

const has = (guests: Guest[], { seat, member }: Guest): boolean =>
  guests.some((one) => one.seat === seat && one.member === member);

/** Those who are in the second list more often than in the first. */
function added(before: number[], after: number[]): number[] {
  const left = [...before];
  return after.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const endsYear = (before: CaponeView, after: CaponeView): boolean =>
  ["play", "force"].includes(before.phase) && !["play", "force"].includes(after.phase);

/** Deaths, bodyguards in the park, arrests, guests: the same for effects and the log. */
function losses(before: CaponeView, after: CaponeView, names: string[]): [seat: number, text: string][] {
  const found: [number, string][] = [];
  after.seats.forEach((then, seat) => {
    const now = before.seats[seat]!;
    const who = nameOf(names, seat);
    const dead = added(now.harbour, then.harbour);
    if (dead.length > 0)
      found.push([seat, t("capone.effect.harbour", { who, members: members(dead) })]);
    if (then.park > now.park)
      found.push([seat, t("capone.effect.park", { who, n: then.park - now.park })]);
  });
  for (const one of prisoners(after))
    if (!has(prisoners(before), one))
      found.push([
        one.seat,
        t("capone.effect.prison", { who: nameOf(names, one.seat), members: members([one.member]) }),
      ]);
  for (const rest of REST) {
    const guest = after.rest[rest];
    if (guest && !before.rest[rest])
      found.push([
        guest.seat,
        t("capone.effect.rest", {
          place: word("capone", rest),
          who: nameOf(names, guest.seat),
          members: members([guest.member]),
        }),
      ]);
  }
  return found;
}

function moneyEffects(before: CaponeView, after: CaponeView, seat: number, names: string[]): Effect[] {
  return after.seats.flatMap((then, each) => {
    const now = before.seats[each]!;
    const own = each === seat;
    const say = (what: string, from: number, to: number, inWords: (n: number) => string): Effect[] =>
      from === to
        ? []
        : [
            {
              text: t(own ? `capone.effect.${what}` : `capone.effect.${what}.other`, {
                who: nameOf(names, each),
                from: inWords(from),
                to: inWords(to),
              }),
              tone: to > from === own ? "good" : own ? "bad" : "plain",
            },
          ];
    return [
      ...say("cash", now.cash, then.cash, money),
      ...say("steps", now.steps, then.steps, (n) => figure(n)),
    ];
  });
}

/** What playing an illegal card or the takeover leads to: the force that is then asked for. */
function openEffects(after: CaponeView): Effect[] {
  const asked = demand(after);
  if (!asked) return [];
  const id = asked.kind === "exact" ? "capone.effect.exact" : "capone.effect.need";
  return [{ text: t(id, { money: money(asked.money) }), tone: "plain" }];
}

function forceEffects(before: CaponeView, after: CaponeView, names: string[]): Effect[] {
  const asked = demand(before);
  // What was staged may outlive the view for which it was.
  if (!before.pending || !asked) return [];
  const { business, space, card } = before.pending;
  const held = after.illegal[business][space - 1];
  const found: Effect[] = [];
  if (held)
    found.push({
      text: t("capone.effect.holds", { place: placeName(business, space), money: money(worth(held)) }),
      tone: "good",
    });
  if (card === "takeover" && asked.held)
    found.push({
      text: t("capone.effect.home", { who: nameOf(names, asked.held.seat), money: money(asked.money) }),
      tone: "plain",
    });
  return found;
}

export function effects(
  before: CaponeView,
  after: CaponeView,
  action: string,
  seat: number,
  names: string[],
): Effect[] {
  const [verb, ...words] = action.split(" ");
  const own = (each: number): Effect["tone"] => (each === seat ? "bad" : "good");
  const found: Effect[] = losses(before, after, names).map(([each, text]) => ({ text, tone: own(each) }));
  if (verb === "swap" && words.length > 0)
    return [{ text: t("capone.effect.new", { n: words.length }), tone: "plain" }];
  if (verb === "discard" && !discardsOpenly(before))
    found.push({ text: t("capone.effect.unseen"), tone: "plain" });
  if (verb === "use") found.push(...openEffects(after));
  if (verb === "force") found.push(...forceEffects(before, after, names));
  if (endsYear(before, after)) found.push({ text: t("capone.effect.year"), tone: "plain" });
  else found.push(...moneyEffects(before, after, seat, names));
  const lost = after.seats[seat]!.lost - before.seats[seat]!.lost;
  if (lost > 0) found.push({ text: t("capone.effect.lost", { n: lost }), tone: "bad" });
  return found;
}

/** A family's accounts as one line that adds up. */
function accountLine(who: string, all: ReturnType<typeof yearEnd>[number]): string {
  if (all.length === 0) return t("capone.event.account.none", { who });
  const parts = all.map(({ business, space, pays }) => `${placeName(business, space)} ${money(pays)}`);
  return t("capone.event.account", {
    who,
    parts: parts.join(" + "),
    sum: money(all.reduce((sum, { pays }) => sum + pays, 0)),
  });
}

export function events(before: CaponeView, after: CaponeView, move: Move, names: string[]): string[] {
  const found = losses(before, after, names).map(([, text]) => text);
  if (endsYear(before, after))
    yearEnd(before, move).forEach((all, seat) => found.push(accountLine(nameOf(names, seat), all)));
  if (!move[1].startsWith("bail"))
    for (const { seat, member } of prisoners(before))
      if (!has(prisoners(after), { seat, member }))
        found.push(
          t("capone.event.free", { who: nameOf(names, seat), members: members([member]) }),
        );
  if (after.year > before.year)
    found.push(t("capone.event.year", { year: after.year + 1, who: nameOf(names, after.first) }));
  if (after.phase === "over")
    found.push(t("capone.event.over", { who: list(winners(after).map((seat) => nameOf(names, seat))) }));
  return found;
}

/** Where a name of the notation is on the board. */
const at = (place: string, space?: string): string =>
  isIllegal(place) ? `space.${place}.${space}` : `rest.${place}`;

function toHarbour(before: CaponeView, after: CaponeView, from: string): Travel[] {
  return after.seats.flatMap((then, seat) => {
    const known = before.seats[seat]!.harbour.length;
    const dead = then.harbour.slice(known).map((_, i) => ({ from, to: `harbour.${seat}.${known + i}` }));
    return then.park > before.seats[seat]!.park ? [...dead, { from, to: `park.${seat}` }] : dead;
  });
}

function homeward(before: CaponeView): Travel[] {
  return ILLEGAL.flatMap((business) =>
    before.illegal[business].flatMap((held, i) =>
      held ? [{ from: `space.${business}.${i + 1}`, to: `home.${held.seat}` }] : [],
    ),
  );
}

function useTravels(before: CaponeView, after: CaponeView, seat: number, words: string[]): Travel[] {
  const [card = "", place = "", space = ""] = words;
  if (isLegal(card)) return [{ from: `home.${seat}`, to: `shop.${card}` }];
  if (isRest(card)) return [{ from: at(place, space), to: `rest.${card}` }];
  if (card === "fbi") return [{ from: at(place, space), to: "cell.3" }];
  if (card === "hit") return toHarbour(before, after, at(place, space));
  return [];
}

export function travels(before: CaponeView, after: CaponeView, [seat, action]: Move): Travel[] {
  const [verb, ...words] = action.split(" ");
  const found: Travel[] = [];
  if (verb === "use") found.push(...useTravels(before, after, seat, words));
  if (verb === "force" && before.pending) {
    const { business, space, card } = before.pending;
    const place = at(business, String(space));
    const held = before.illegal[business as Illegal][space - 1];
    if (held && card === "takeover") found.push({ from: place, to: `home.${held.seat}` });
    else found.push(...toHarbour(before, after, place));
    if (!endsYear(before, after)) found.push({ from: `home.${seat}`, to: `held.${business}.${space}` });
  }
  if (endsYear(before, after)) found.push(...homeward(before));
  return found;
}

