// A moment of a round's end: what lies on the table when some of its events have been told. The engine
// tells the position before and after; what is still to be told is taken back from the latter.
import { num, nums, words } from "../../engine/lines";
import type { Glimpse, Line } from "../../engine/types";
import { isMove } from "../../engine/types";
import type { Told } from "../../model/clock";
import { lying, type Lying } from "./choose";
import {
  accountOf,
  cardsAt,
  cityOf,
  DISTRICTS,
  holdings,
  less,
  limitOf,
  owners,
  value,
  type ByDistrict,
  type Card,
  type District,
  type LuxSeat,
  type LuxView,
  type Owner,
} from "./view";

/** Events after which cards are gone from where they lay. */
const TAKEN = /^(lost|highest|bonus|bonus_tied)$/;
const GAINS = /^(bonus_tied|bonus_tied_empty|capital_gold_won|guards_gold)$/;

export const takenBy = (line: Line): Lying[] => (TAKEN.test(line.id) ? lying(line) : []);

const whose = (line: Line): unknown[] => [line["seat"] ?? []].flat();
const isIn = (line: Line, district: District): boolean => line["district"] === district;

const byDistrict = <T>(of: (district: District) => T): ByDistrict<T> =>
  Object.fromEntries(DISTRICTS.map((district) => [district, of(district)])) as ByDistrict<T>;

/** What an event does to somebody's gold. */
function goldOf(line: Line, owner: Owner): number {
  if (!whose(line).includes(owner)) return 0;
  if (line.id === "paid") return -num(line, "n");
  if (!GAINS.test(line.id)) return 0;
  return line.id.startsWith("bonus") ? 1 : num(line, "n");
}

const isBonusOf = (line: Line, owner: Owner): boolean =>
  line.id === "bonus" && whose(line).includes(owner);

interface Moment {
  before: Glimpse;
  now: Glimpse;
  was: LuxView;
  will: LuxView;
  /** What the step has told so far, and of the round's end everything so far. */
  step: Line[];
  told: Line[];
  /** What is still to be told. */
  ahead: Line[];
  eyes: number | null;
}

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0);

/** Grey citizens of the Foreigner count against the limit, but bring no points. */
const brings = (view: LuxView, card: Card): number =>
  card.startsWith("x") && Object.values(view.powers).includes("foreigner") ? 0 : value(card);

// ------------------------------------------------------------------------ the view

function back({ ahead, will }: Moment, place: Lying["place"], district: District): Card[] {
  const goes = ahead
    .flatMap(takenBy)
    .filter((each) => each.place === place && each.district === district);
  return [...cardsAt(will, place, district), ...goes.map(({ card }) => card)];
}

const heldBy = (moment: Moment, owner: Owner) => ({
  city: byDistrict((district) => back(moment, owner, district)),
  gold: holdings(moment.will, owner).gold - sum(moment.ahead.map((line) => goldOf(line, owner))),
  bonus: less(
    holdings(moment.will, owner).bonus,
    moment.ahead.filter((line) => isBonusOf(line, owner)).flatMap((line) => words(line, "card")),
  ),
});

/** Guards that stand in this moment. */
function guardsOf({ was, step }: Moment, seat: number): District[] {
  const about = step.filter((line) => line["seat"] === seat);
  if (about.some(({ id }) => id === "guards_gold")) return [];
  const lost = about.filter(({ id }) => id === "guarded").map((line) => line["district"]);
  const came = about.filter(({ id }) => id === "guard").map((line) => line["district"]);
  const guards = new Set([...was.seats[seat]!.guards, ...came] as District[]);
  return [...guards].filter((district) => !lost.includes(district));
}

const seatAt = (moment: Moment, seat: LuxSeat, i: number): LuxSeat => ({
  ...seat,
  ...heldBy(moment, i),
  hand: [],
  packet: [],
  guards: guardsOf(moment, i),
});

/** Modifiers are turned over one by one; one knows one's own. */
function laidIn({ told, ahead, eyes }: Moment): LuxView["laid"] {
  if (told.some(({ id }) => id === "modifiers_back")) return [];
  return [...told, ...ahead]
    .filter(({ id }) => id === "shown")
    .map((line) => ({
      district: line["district"] as District,
      seat: num(line, "seat"),
      modifier: told.includes(line) || line["seat"] === eyes ? String(line["modifier"]) : null,
    }));
}

function aristocratsIn({ was, step, told }: Moment): LuxView["aristocrats"] {
  const gone = told.some(({ id }) => id === "aristocrats_back");
  const came = step.filter(({ id }) => id.startsWith("aristocrat"));
  return byDistrict((district) => {
    const last = came.findLast((line) => isIn(line, district));
    return gone ? null : last ? num(last, "seat") : was.aristocrats[district];
  });
}

const capitalGold = ({ was, step }: Moment): ByDistrict<number> =>
  byDistrict((district) => {
    const last = step.findLast(
      (line) => /^capital_gold(_won)?$/.test(line.id) && isIn(line, district),
    );
    if (!last) return was.capital_gold[district];
    return last.id === "capital_gold" ? num(last, "n") : 0;
  });

/** Cards that the step has drawn. */
const drawnIn = (step: Line[]): number =>
  sum(
    step.map((line) =>
      line.id === "drawn"
        ? words(line, "cards").length
        : line.id === "drawn_hidden"
          ? num(line, "n")
          : line.id === "display"
            ? 1
            : 0,
    ),
  );

function viewAt(moment: Moment): LuxView {
  const { was, will, step, told, ahead } = moment;
  const infiltrator = step.findLast(({ id }) => id === "infiltrator");
  const round = told.find(({ id }) => id.startsWith("round"));
  const shuffled = ahead.filter(({ id }) => id === "modifiers_back").map((line) => num(line, "n"));
  return {
    ...will,
    round: was.round,
    phase: "pay",
    step: null,
    turn: null,
    district: null,
    drawn: [],
    emperor: round ? will.emperor : was.emperor,
    capital: byDistrict((district) => back(moment, "capital", district)),
    pile: was.pile.slice(drawnIn(step)),
    discard: [
      ...was.discard,
      ...told
        .filter(({ id }) => id !== "bonus")
        .flatMap((line) => takenBy(line).map(({ card }) => card)),
    ],
    modifiers: will.modifiers.slice(sum(shuffled)),
    laid: laidIn(moment),
    infiltrator: infiltrator
      ? { district: infiltrator["district"] as District, side: infiltrator["side"] as "+" | "-" }
      : was.infiltrator,
    capital_gold: capitalGold(moment),
    aristocrats: aristocratsIn(moment),
    seats: will.seats.map((seat, i) => seatAt(moment, seat, i)),
    rob: will.rob && { ...was.rob!, reserve: will.rob.reserve, ...heldBy(moment, "rob") },
  };
}

// ----------------------------------------------------------------------- the facts

/** The limit by which the round is judged, but for modifiers that nobody has turned over yet. */
function limitAt({ now, told, ahead, eyes }: Moment, district: District): Line {
  const judged = [...told, ...ahead].find((line) => line.id === "limit" && isIn(line, district));
  const known = judged ?? now.facts.find((line) => line.id === "limit" && isIn(line, district));
  const parts = nums(known, "parts");
  const hidden = ahead.filter(
    (line) => line.id === "shown" && isIn(line, district) && line["seat"] !== eyes,
  );
  for (const line of hidden) parts.splice(parts.lastIndexOf(Number(line["modifier"])), 1);
  const n = hidden.length > 0 ? Math.max(0, sum(parts)) : num(known, "n");
  return { id: "limit", district, n, parts, hidden: hidden.length };
}

function cityFacts(moment: Moment, owner: Owner, district: District, limit: number): Line[] {
  const { now, ahead, will } = moment;
  const goes = ahead
    .flatMap(takenBy)
    .filter((each) => each.place === owner && each.district === district)
    .map(({ card }) => card);
  const later = cityOf(now.facts, owner, district);
  const n = num(later, "n") + sum(goes.map(value));
  const worth = num(later, "worth") + sum(goes.map((card) => brings(will, card)));
  const about = { seat: owner, district };
  const over = n > limit;
  const against = { ...about, held: n, limit, n: Math.abs(n - limit) };
  return [
    { id: "city", ...about, n, worth, standing: worth },
    over
      ? { id: "over", ...against, cards: back(moment, owner, district), gold: 0 }
      : { id: "room", ...against },
  ];
}

/** Who has the highest total is told with the bonus. */
const leads = (told: Line[]): Line[] =>
  told
    .filter(({ id }) => /^bonus/.test(id))
    .map((line) => ({ ...line, id: line.id.includes("tied") ? "tied" : "lead" }));

/** What a piece of gold counts, by the account of somebody who has some. */
function eachGold({ was, will, before, now }: Moment): number {
  const rich = [
    { view: will, facts: now.facts },
    { view: was, facts: before.facts },
  ].flatMap(({ view, facts }) =>
    owners(view).map((owner) => [num(accountOf(facts, owner), "gold"), holdings(view, owner).gold]),
  );
  const [points = 0, gold = 1] = rich.find(([, gold]) => gold! > 0) ?? [];
  return points / gold;
}

function accountAt(moment: Moment, owner: Owner, cities: Line[]): Line[] {
  const { now, ahead } = moment;
  const later = accountOf(now.facts, owner);
  const city = sum(
    cities.filter((line) => line["seat"] === owner).map((line) => num(line, "worth")),
  );
  const won = ahead.filter((line) => isBonusOf(line, owner)).flatMap((line) => words(line, "card"));
  const bonus = num(later, "bonus") - sum(won.map(value));
  const gold = eachGold(moment) * heldBy(moment, owner).gold;
  const n = city + bonus + gold;
  return [
    { id: "points", seat: owner, n },
    { id: "account", seat: owner, n, city, bonus, gold },
  ];
}

function factsAt(moment: Moment): Line[] {
  const limits = DISTRICTS.map((district) => limitAt(moment, district));
  const all = owners(moment.will);
  const cities = DISTRICTS.flatMap((district) =>
    all.flatMap((owner) => cityFacts(moment, owner, district, limitOf(limits, district))),
  );
  const held = cities.filter(({ id }) => id === "city");
  return [
    ...moment.before.facts.filter(({ id }) => id === "round" || id === "reds"),
    ...limits,
    ...cities,
    ...leads(moment.told),
    ...all.flatMap((owner) => accountAt(moment, owner, held)),
  ];
}

/** The table when so much of a round's end has been told. */
export function momentOf({
  before,
  now,
  seen,
  ahead,
  eyes,
}: Told): Pick<Glimpse, "view" | "facts"> {
  const events = (from: number): Line[] =>
    seen.slice(Math.max(from, 0)).filter((item): item is Line => !isMove(item));
  const end = seen.findLastIndex((item) => !isMove(item) && item.id === "end");
  const moment: Moment = {
    before,
    now,
    was: before.view as LuxView,
    will: now.view as LuxView,
    step: events(before.story.length),
    told: end < 0 ? [] : events(end),
    ahead,
    eyes,
  };
  return { view: viewAt(moment), facts: factsAt(moment) };
}
