// The books: every year's accounts of every family, from the actions alone. All money is public, so
// nothing hidden is needed. They serve to explain; what counts is the engine's cash, and a book whose
// closing cash is another (a game that began in the middle) is not shown.
import type { Move } from "../../engine/types";
import {
  GUARD,
  handSize,
  isIllegal,
  isLegal,
  isRest,
  LEGAL_INCOME,
  PROTECTION,
  START_CASH,
  STEP,
  STEP_BACK,
  VALUES,
  worth,
} from "./data";
import { readForce } from "./force";
import type { CaponeView, Held, Illegal } from "./types";

/** One space in the payout: what stood there, what it brought (CPN-23). */
export interface Takings {
  business: Illegal;
  space: number;
  held: Held;
  pays: number;
}

/** What moves cash, in the order of the ledger's rows. */
export const ENTRIES = ["legal", "protection", "bail", "payout", "rehire", "sold", "invested"] as const;
export type Entry = (typeof ENTRIES)[number];

export interface Account extends Record<Entry, number> {
  open: number;
  close: number;
  steps: number;
  takings: Takings[];
}

export interface YearBook {
  year: number;
  accounts: Account[];
}

type Spaces = Map<string, Held>;

const PAYOUT: Record<string, (held: Held, value: number) => number> = {
  pieces: (held) => worth(held),
  original: (_, value) => value,
  yaourt: (held, value) => (worth(held) >= value ? worth(held) : 0),
  jeuxoc: (held, value) => value + (held.members[0] ?? GUARD),
};

export function takings(spaces: Spaces, seat: number, payout: string): Takings[] {
  const found: Takings[] = [];
  for (const [business, value] of Object.entries(VALUES) as [Illegal, number][])
    for (const space of [1, 2]) {
      const held = spaces.get(`${business} ${space}`);
      if (held?.seat === seat)
        found.push({ business, space, held, pays: PAYOUT[payout]!(held, value) });
    }
  return found;
}

/** The spaces of a view, to be gone on with. */
export function spacesOf(view: CaponeView): Spaces {
  const spaces: Spaces = new Map();
  for (const [business, both] of Object.entries(view.illegal))
    both.forEach((held, i) => held && spaces.set(`${business} ${i + 1}`, held));
  return spaces;
}

function remove(spaces: Spaces, place: string, member: number): void {
  const held = spaces.get(place);
  if (!held) return;
  const members = [...held.members];
  members.splice(members.indexOf(member), 1);
  if (members.length + held.guards > 0) spaces.set(place, { ...held, members });
  else spaces.delete(place);
}

/** What a card or a force does to the spaces; `target` is where the pending force goes. */
export function moveOn(spaces: Spaces, seat: number, words: string[], target: string | null): void {
  const [verb, card = "", a = "", b = "", c = ""] = words;
  if (verb === "force" && target) {
    const put = readForce(words.slice(1));
    const held = spaces.get(target);
    const own = held?.seat === seat ? held : { members: [], guards: 0 };
    const members = [...own.members, ...put.members].sort((x, y) => y - x);
    spaces.set(target, { seat, members, guards: own.guards + put.guards });
  }
  if (verb !== "use") return;
  if (card === "hit") spaces.delete(`${a} ${b}`);
  if (isRest(card) || (card === "fbi" && isIllegal(a))) remove(spaces, `${a} ${b}`, Number(c));
}

const targetOf = (words: string[]): string | null => {
  if (words[1] === "takeover") return `${words[2]} ${words[3]}`;
  return isIllegal(words[1] ?? "") ? `${words[1]} ${words[2]}` : null;
};

class Bookkeeper {
  readonly years: YearBook[] = [];
  private now: Account[];
  private spaces: Spaces = new Map();
  private target: string | null = null;
  private plays = 0;
  private closed = 0;
  private paid = false;

  constructor(
    private readonly players: number,
    private readonly payout: string,
  ) {
    this.now = this.open(Array.from({ length: players }, () => ({ close: START_CASH, steps: 0 })));
  }

  private open(from: { close: number; steps: number }[]): Account[] {
    const accounts = from.map(({ close, steps }) => ({
      open: close,
      close,
      steps,
      legal: 0,
      protection: 0,
      bail: 0,
      payout: 0,
      rehire: 0,
      sold: 0,
      invested: 0,
      takings: [],
    }));
    this.years.push({ year: this.years.length, accounts });
    return accounts;
  }

  private enter(seat: number, entry: Entry, amount: number): void {
    const account = this.now[seat]!;
    account[entry] += amount;
    account.close += amount;
  }

  /** As few steps as needed are sold first (CPN-29). */
  private pay(seat: number, entry: Entry, amount: number): void {
    const account = this.now[seat]!;
    const steps = Math.max(0, Math.ceil((amount - account.close) / STEP_BACK));
    account.steps -= steps;
    this.enter(seat, "sold", STEP_BACK * steps);
    this.enter(seat, entry, -amount);
  }

  private use(seat: number, words: string[]): void {
    const card = words[1] ?? "";
    if (isLegal(card)) this.enter(seat, "legal", LEGAL_INCOME[this.now[seat]!.steps] ?? 0);
    if (card === "protection") {
      const victim = Number(words[2]);
      const amount = PROTECTION[this.now[victim]!.steps] ?? 0;
      this.pay(victim, "protection", amount);
      this.enter(seat, "protection", amount);
    }
    this.target = targetOf(words);
  }

  private settle(): void {
    this.paid = true;
    this.now.forEach((account, seat) => {
      account.takings = takings(this.spaces, seat, this.payout);
      this.enter(
        seat,
        "payout",
        account.takings.reduce((total, { pays }) => total + pays, 0),
      );
    });
  }

  private endTurn(): void {
    if (++this.closed < this.players) return;
    this.now = this.open(this.now);
    this.spaces = new Map();
    this.plays = this.closed = 0;
    this.paid = false;
  }

  private trade(seat: number, bought: number): void {
    this.now[seat]!.steps += bought;
    if (bought >= 0) this.enter(seat, "invested", -STEP * bought);
    else this.enter(seat, "sold", -STEP_BACK * bought);
    this.endTurn();
  }

  note([seat, action]: Move): void {
    const words = action.split(" ");
    const [verb, n = ""] = words;
    moveOn(this.spaces, seat, words, this.target);
    if (verb === "use" || verb === "discard") this.plays++;
    if (verb === "force") this.target = null;
    if (verb === "use") this.use(seat, words);
    if (verb === "bail") this.pay(seat, "bail", Number(n));
    if (verb === "rehire") this.pay(seat, "rehire", GUARD * Number(n));
    if (verb === "invest") this.trade(seat, Number(n));
    if (verb === "sell") this.trade(seat, -Number(n));
    const all = this.players * handSize(this.players);
    if (!this.paid && this.plays === all && this.target === null) this.settle();
  }
}

/** The years so far, the running one last; null when they do not lead to the cash in the view. */
export function keepBooks(view: CaponeView, history: Move[] | undefined): YearBook[] | null {
  if (!history) return null;
  const bookkeeper = new Bookkeeper(view.players, view.options["payout"] ?? "pieces");
  for (const move of history) bookkeeper.note(move);
  const years = bookkeeper.years.slice(0, view.year + 1);
  const last = years.at(-1);
  const agrees = view.seats.every(
    ({ cash, steps }, seat) =>
      last?.accounts[seat]?.close === cash && last.accounts[seat].steps === steps,
  );
  return agrees ? years : null;
}

/** What the year's last move brings: the spaces as they stand after it, family by family. */
export function yearEnd(before: CaponeView, [seat, action]: Move): Takings[][] {
  const spaces = spacesOf(before);
  const { pending } = before;
  moveOn(spaces, seat, action.split(" "), pending && `${pending.business} ${pending.space}`);
  return before.seats.map((_, each) => takings(spaces, each, before.options["payout"] ?? "pieces"));
}
