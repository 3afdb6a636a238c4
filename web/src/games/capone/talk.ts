// What is said: where we are, and what is asked. What has happened is told by the engine.
import { num, one } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { list, money, t, tell, word } from "../../words/words";
import type { GameUi } from "../contract";
import { demand, leaders, type CaponeView } from "./view";

export const phase = (view: CaponeView): string =>
  t(`capone.phase.${view.phase}`, { year: view.year + 1 });

function asked(view: CaponeView, seat: number, names: string[], facts: Line[]): string {
  const { hand, park } = view.seats[seat]!;
  switch (view.phase) {
    case "force":
      return tell("capone", "fact", one(facts, "fixed") ?? demand(facts) ?? { id: "force" }, names);
    case "play":
      return t(hand.length === 1 ? "capone.prompt.play.last" : "capone.prompt.play.you");
    case "rehire":
      return t("capone.prompt.rehire.you", { n: park });
    case "invest":
      return t("capone.prompt.invest.you", { price: money(num(one(facts, "step"), "price")) });
    default:
      return t("capone.prompt.swap.you");
  }
}

export const prompt: GameUi<CaponeView>["prompt"] = (view, seat, actors, names, facts) => {
  const turn = actors[0];
  if (turn === undefined)
    return t("capone.prompt.over", { who: list(leaders(facts).map((each) => names[each] ?? "")) });
  if (turn === seat) return asked(view, seat, names, facts);
  const { pending } = view;
  return t(`capone.prompt.${view.phase}.other`, {
    who: names[turn] ?? "",
    place: pending ? word("capone", `${pending.business} ${pending.space}`) : "",
  });
};
