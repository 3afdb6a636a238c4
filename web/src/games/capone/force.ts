// Forces: the text of an action and back, what a space asks for, and what is wrong with a choice.
import { DON, MAMMA, VALUES, worth } from "./data";
import type { CaponeView, Force, Held } from "./types";

/** The words of a force: members, highest first, then the bodyguards unless there are none. */
export function forceWords({ members, guards }: Force): string[] {
  const words = [...members].sort((a, b) => b - a).map(String);
  return guards > 0 ? [...words, `g${guards}`] : words;
}

export function readForce(words: readonly string[]): Force {
  const force: Force = { members: [], guards: 0 };
  for (const word of words)
    if (word.startsWith("g")) force.guards = Number(word.slice(1));
    else force.members.push(Number(word));
  return force;
}

/** What the pending space asks for. */
export interface Demand {
  /** least: on the space in all; beat: of what is sent; exact: of what is sent. */
  kind: "least" | "beat" | "exact";
  money: number;
  held: Held | null;
}

export function demand(view: CaponeView): Demand | null {
  if (!view.pending) return null;
  const { card, business, space } = view.pending;
  const held = view.illegal[business][space - 1] ?? null;
  if (held && card === "takeover") return { kind: "exact", money: worth(held), held };
  if (held && held.seat !== view.turn)
    return { kind: "beat", money: Math.max(VALUES[business], worth(held) + 5), held };
  return { kind: "least", money: VALUES[business], held };
}

/** The last card of a year fixes the pieces (CPN-16). */
export const isLast = (view: CaponeView): boolean =>
  view.pending !== null &&
  view.pending.card !== "takeover" &&
  view.turn !== null &&
  view.seats[view.turn]!.hand.length === 0;

export type Verdict = "none" | "good" | "fixed" | "don" | "mamma" | "short" | "over";

/** How far a choice is from what is asked; `by` is the money that is missing or too much. A lesson
 * allows less than the rules: a choice that would do is called so even if it is not what it wants. */
export function judge(
  view: CaponeView,
  force: Force,
  legal: readonly string[],
): { verdict: Verdict; by: number; total: number } {
  const asked = demand(view)!;
  const own = asked.kind === "least" && asked.held ? asked.held : { members: [], guards: 0 };
  const total = worth(force) + worth(own);
  const together = [...own.members, ...force.members];
  const by = Math.abs(asked.money - total);
  const say = (verdict: Verdict) => ({ verdict, by, total });
  if (worth(force) === 0) return say("none");
  if (legal.includes(["force", ...forceWords(force)].join(" "))) return say("good");
  if (together.includes(DON) && together.length > 1) return say("don");
  if (together.includes(MAMMA) && together.length > 2) return say("mamma");
  if (isLast(view)) return say("fixed");
  if (total < asked.money) return say("short");
  return say(asked.kind === "exact" && total > asked.money ? "over" : "good");
}
