// Capitol in words: where we are, what is asked, what an action would do, what has happened.
import type { Move } from "../../engine/types";
import { list, t, word } from "../../words/words";
import type { Effect, Travel } from "../contract";
import { explainArea } from "./points";
import {
  DECKS,
  deckOf,
  handOf,
  pointsNow,
  squaresOf,
  standingOf,
  tileOf,
  valueOf,
  type Card,
  type CapitolView,
  type Deck,
} from "./view";

export const phase = (view: CapitolView): string =>
  view.phase === "over"
    ? t("capitol.phase.over")
    : t("capitol.phase", { round: view.round, what: t(`capitol.phase.${view.phase}`) });

export function prompt(
  view: CapitolView,
  seat: number | null,
  actors: number[],
  names: string[],
): string {
  const mine = seat !== null && actors.includes(seat);
  const who = list(actors.map((actor) => names[actor] ?? ""));
  const tile = view.phase === "bid" || view.phase === "place" ? `.${tileOf(view)}` : "";
  if (view.phase === "over") return overPrompt(view, names);
  if (!mine) return t(`capitol.wait.${view.phase}${tile}`, { who, n: view.left });
  const own = view.seats[seat]!;
  if (view.phase === "build" && handOf(own).length === 0) return t("capitol.ask.build.empty");
  if (view.phase === "put" && view.options["floors"] === "tallest") return whereToPut(view);
  return t(`capitol.ask.${view.phase}${tile}`, { n: view.left });
}

/** CTL-8, by the Italian text. */
function whereToPut({ first_floor }: CapitolView): string {
  const why = { highest: "same", new: "begun" } as const;
  return t(`capitol.why.${first_floor ? why[first_floor] : "highest"}`);
}

function overPrompt(view: CapitolView, names: string[]): string {
  const n = Math.max(...view.seats.map((seat) => seat.score));
  const best = view.seats.flatMap((seat, i) => (seat.score === n ? [names[i] ?? ""] : []));
  return t("capitol.ask.over", { who: list(best), n });
}

// ------------------------------------------------------------------ effects

const plain = (text: string): Effect => ({ text, tone: "plain" });

/** What each seat gains or loses, after a heading: "At each scoring: You +4, Livia −2". */
function changes(heading: string, more: number[], seat: number, names: string[]): Effect[] {
  const effects = more.flatMap((n, i): Effect[] => {
    if (n === 0) return [];
    const text = `${names[i] ?? ""} ${n > 0 ? "+" : "−"}${Math.abs(n)}`;
    return [{ text, tone: n > 0 === (i === seat) ? "good" : "bad" }];
  });
  return effects.length > 0 ? [plain(t(heading)), ...effects] : [];
}

/** Cards that the amphitheatres add to each seat's draw: CTL-25. */
function moreCards(view: CapitolView): number[] {
  const standings = view.areas.filter(({ large }) => large === "amphitheatre").map(standingOf);
  return view.seats.map((_, seat) =>
    standings.reduce(
      (sum, { first, second }) =>
        sum + (first.includes(seat) ? 2 : second.includes(seat) ? 1 : 0),
      0,
    ),
  );
}

/** What a building or a tile changes in the points of each scoring, and in the cards drawn. */
function boardEffects(
  before: CapitolView,
  after: CapitolView,
  seat: number,
  names: string[],
): Effect[] {
  const less = (is: number[], was: number[]): number[] => is.map((n, i) => n - was[i]!);
  const points = less(
    pointsNow(after.areas, after.players),
    pointsNow(before.areas, before.players),
  );
  const cards = less(moreCards(after), moreCards(before));
  const effects = [
    ...changes("capitol.effect.points", points, seat, names),
    ...changes("capitol.effect.cards", cards, seat, names),
  ];
  return effects.length > 0 ? effects : [plain(t("capitol.effect.no_points"))];
}

export function effects(
  before: CapitolView,
  after: CapitolView,
  action: string,
  seat: number,
  names: string[],
): Effect[] {
  const [verb = "", ...words] = action.split(" ");
  switch (verb) {
    case "floor":
      return [plain(t("capitol.effect.floors", { n: before.supply - after.supply }))];
    case "put":
      return [plain(t("capitol.effect.put", { n: words[0] === "new" ? 1 : Number(words[0]) + 1 }))];
    case "roof":
      return [plain(t("capitol.effect.roof"))];
    case "permit":
    case "fountain":
    case "amphitheatre":
    case "temple":
      return boardEffects(before, after, seat, names);
    case "null":
    case "pass":
      return [plain(t(`capitol.effect.${verb}`))];
    case "draw":
      return [plain(t("capitol.effect.draw", { n: before.left - 1 }))];
    default:
      return [];
  }
}

// ------------------------------------------------------------------- events

/** The cards that lie open or discarded; a bid's winner adds to them, nobody else. */
const outside = (view: CapitolView): Card[] =>
  DECKS.flatMap((deck) => [...view.decks[deck].stack, ...view.decks[deck].discard]).filter(
    (card) => card !== null,
  );

function auctionEvents(before: CapitolView, after: CapitolView, names: string[]): string[] {
  const still = after.phase === "bid" && after.auction === before.auction;
  if (before.phase !== "bid" || still) return [];
  const total = (view: CapitolView): number =>
    outside(view).reduce((sum, card) => sum + valueOf(card), 0);
  const n = total(after) - total(before);
  const tile = word("capitol", tileOf(before));
  if (after.phase === "place")
    return [t("capitol.event.won", { who: names[after.turn ?? 0] ?? "", tile, n })];
  return [t("capitol.event.gone", { tile })];
}

function scoringEvents(before: CapitolView, after: CapitolView, names: string[]): string[] {
  const scored = after.seats.some((seat, i) => seat.score !== before.seats[i]!.score);
  if (!scored) return [];
  const gained = after.seats.map((seat, i) =>
    t("capitol.event.gain", {
      who: names[i] ?? "",
      n: seat.score - before.seats[i]!.score,
      total: seat.score,
    }),
  );
  const areas = after.areas
    .filter((area) => standingOf(area).first.length > 0)
    .map((area) => `${word("capitol", area.name)}. ${explainArea(area, names).join(" ")}`);
  return [t("capitol.event.scoring", { n: before.round }), ...areas, list(gained)];
}

/** A stack has run out and its discard pile has become the stack: CTL-26. */
function turnedOver(before: CapitolView, after: CapitolView, deck: Deck): boolean {
  const was = before.decks[deck];
  const is = after.decks[deck];
  return was.discard.length > 0 && is.discard.length === 0 && is.stack.length > 1;
}

export function events(
  before: CapitolView,
  after: CapitolView,
  [, action]: Move,
  names: string[],
): string[] {
  const lines = [...auctionEvents(before, after, names), ...scoringEvents(before, after, names)];
  const [verb, deck] = action.split(" ");
  if (verb === "draw") {
    const card = before.decks[deck as Deck].stack[0];
    if (card) lines.push(t("capitol.event.drawn", { card: word("capitol", card) }));
  }
  for (const one of DECKS)
    if (turnedOver(before, after, one)) lines.push(t(`capitol.event.turned.${one}`));
  if (after.round > before.round) {
    lines.push(t("capitol.event.round", { n: after.round, who: names[after.consul] ?? "" }));
  }
  return lines;
}

// ------------------------------------------------------------------ travels

/** Where a further thing lands in an area: the first square that was free. */
const landing = (before: CapitolView, name: string): string => {
  const area = before.areas.find((one) => one.name === name);
  return `square:${name}:${area ? squaresOf(area, []).length : 0}`;
};

export function travels(
  before: CapitolView,
  after: CapitolView,
  [seat, action]: Move,
  viewer: number | null,
): Travel[] {
  const [verb = "", ...words] = action.split(" ");
  const own = seat === viewer;
  const yard = own ? null : `seat:${seat}`;
  switch (verb) {
    case "put": {
      const height = words[0] === "new" ? 1 : Number(words[0]) + 1;
      return own ? [{ from: "deck:floor", to: `work:${height}` }] : [];
    }
    case "roof":
      return own
        ? [{ from: `card:${words[0]}:0`, to: `building:${words[1]} ${words[2]}` }]
        : [];
    case "permit":
      return [
        {
          from: yard ?? `building:${words[1]} ${words[2]}`,
          to: landing(before, words[3]!),
        },
      ];
    case "fountain":
      return [{ from: yard ?? "stop", to: landing(before, words[0]!) }];
    case "amphitheatre":
    case "temple":
      return [{ from: `seat:${seat}`, to: `large:${words[0]}` }];
    case "draw":
      return [drawTravel(before, after, seat, words[0] as Deck, own)];
    default:
      return [];
  }
}

function drawTravel(
  before: CapitolView,
  after: CapitolView,
  seat: number,
  deck: Deck,
  own: boolean,
): Travel {
  const card = before.decks[deck].stack[0] ?? "";
  const copies = after.seats[seat]!.hand[card ? deckOf(card) : deck].filter((one) => one === card);
  return {
    from: `deck:${deck}`,
    to: own ? `card:${card}:${Math.max(0, copies.length - 1)}` : `seat:${seat}`,
  };
}
