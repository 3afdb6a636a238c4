// What the game says: where we are, and what is asked. What happens the engine tells.
import { num, nums, one } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { figure, list, t, tell, word, type Args } from "../../words/words";
import type { GameUi } from "../contract";
import { winners, type Card, type District, type LuxView, type Owner } from "./view";

export const GAME = "capital-lux-2";

export const say = (id: string, args: Args = {}): string => t(`${GAME}.${id}`, args);
export const nameOf = (owner: Owner, names: string[]): string =>
  owner === "rob" ? word(GAME, owner) : (names[owner] ?? "");
/** A card in words: "blue 5". */
export const cardName = (card: Card | null): string =>
  card === null ? say("card.hidden") : word(GAME, card);
export const districtName = (district: District): string =>
  say("district", { colour: word(GAME, district) });
export const tileName = (tile: string): string => word(GAME, tile);
export const cards = (some: (Card | null)[]): string => list(some.map(cardName));
export const named = (some: (Card | null)[]): string => cards(some) || say("none");
export const fact = (line: Line | undefined, names: string[]): string =>
  line ? tell(GAME, "fact", line, names) : "";

export function phase(view: LuxView, facts: Line[]): string {
  if (view.phase === "over") return word(GAME, "over");
  const part = (id: string, line = one(facts, id)) => line && say(`phase.${id}`, line as Args);
  return `${part("round")} · ${part("step") || word(GAME, view.phase)}`;
}

type Ask = (view: LuxView, facts: Line[], seat: number, names: string[]) => string;

const ASKS: Record<string, Ask> = {
  draft(_, facts, seat, names) {
    const passes = one(facts, "passes", { seat });
    if (!passes) return say("ask.draft.solo");
    return say("ask.draft", { who: nameOf(num(passes, "to_seat"), names) });
  },
  play: ({ second }, facts) =>
    say(second ? "ask.second" : one(facts, "last") ? "ask.last" : "ask.play"),
  power: (view) => say(`ask.${view.powers[view.district!]}`, { drawn: cards(view.drawn) }),
  pay(view, facts) {
    const pay = one(facts, "pay");
    const [held, limit, n] = [num(pay, "held"), num(pay, "limit"), num(pay, "n")];
    return say("ask.pay", { district: word(GAME, view.district!), held, limit, n });
  },
  bonus: (view) => say("ask.bonus", { district: word(GAME, view.district!) }),
};

export const prompt: GameUi<LuxView>["prompt"] = (view, seat, actors, names, facts) => {
  if (view.phase === "over") return say("ask.over", { won: fact(winners(facts), names) });
  if (seat !== null && actors.includes(seat)) return ASKS[view.phase]!(view, facts, seat, names);
  const who = list(actors.map((each) => names[each] ?? ""));
  const tile = view.district ? tileName(view.powers[view.district]) : "";
  return say(`wait.${view.phase}`, { who, tile });
};

const signed = (n: number, i: number): string =>
  i === 0 ? figure(n) : n < 0 ? `− ${figure(-n)}` : `+ ${figure(n)}`;

/** The limit and how it comes about: "6 + 5 + 3 = 14". */
export function limitStory(facts: Line[], district: District): string {
  const limit = one(facts, "limit", { district });
  if (!limit) return "";
  const parts = nums(limit, "parts").map(signed).join(" ");
  const hidden = num(limit, "hidden");
  const story = parts && say("limit.story", { sum: `${parts} = ${figure(num(limit, "n"))}` });
  return hidden > 0 ? `${story} ${say("limit.hidden", { n: hidden })}`.trim() : story;
}
