// What is said: where we are, and what is asked. What has happened is told by the engine.
import { num, one } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { money, t, tell, word } from "../../words/words";
import type { GameUi } from "../contract";
import { ahead, demand, type CaponeView } from "./view";

export const phase = (view: CaponeView): string =>
  t(`capone.phase.${view.phase}`, { year: view.year + 1 });

function asked(view: CaponeView, seat: number, names: string[], facts: Line[]): string {
  const { hand, park } = view.seats[seat]!;
  if (view.phase === "force")
    return tell("capone", "fact", one(facts, "fixed") ?? demand(facts) ?? { id: "force" }, names);
  if (view.phase === "play" && hand.length === 1) return t("capone.prompt.play.last");
  const price = money(num(one(facts, "step"), "price"));
  return t(`capone.prompt.${view.phase}.you`, { n: park, price });
}

/** Who has won and why, in the words of the event: whoever was ahead at last has. */
function outcome(facts: Line[], names: string[]): string {
  const line = ahead(facts);
  return line
    ? tell("capone", "event", { ...line, id: line.id.replace("ahead", "won") }, names)
    : "";
}

export const prompt: GameUi<CaponeView>["prompt"] = (view, seat, actors, names, facts) => {
  const turn = actors[0];
  if (view.phase === "over") return outcome(facts, names);
  if (turn === undefined) return "";
  if (turn === seat) return asked(view, seat, names, facts);
  const { pending } = view;
  return t(`capone.prompt.${view.phase}.other`, {
    who: names[turn] ?? "",
    place: pending ? word("capone", `${pending.business} ${pending.space}`) : "",
  });
};
