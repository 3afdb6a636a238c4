// What is said: where we are, and what is asked. What has happened is told by the engine.
import { num, one } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { list, t, word } from "../../words/words";
import type { GameUi } from "../contract";
import type { CapriceView } from "./view";

export function phase(view: CapriceView, facts: Line[]): string {
  const key = view.phase === "place" || view.phase === "move" ? "play" : view.phase;
  return t(`caprice.phase.${key}`, { full: num(one(facts, "full"), "n") });
}

/** Whoever has won; with others who have as many points it is said why. */
function outcome(facts: Line[], seat: number | null, names: string[]): string {
  const tie = one(facts, "won_tie");
  const won = tie ?? one(facts, "won");
  const [n, who] = [num(won, "n"), num(won, "seat")];
  const said =
    who === seat
      ? t("caprice.prompt.won", { n })
      : t("caprice.prompt.wins", { n, who: names[who] ?? "" });
  return tie ? `${said} ${t("caprice.prompt.tie")}` : said;
}

function asked(view: CapriceView, facts: Line[]): string {
  if (view.phase !== "draw" || !view.drawn) return t(`caprice.prompt.${view.phase}`);
  const choice = one(facts, "exchange") ? "choose" : "keep";
  return t(`caprice.prompt.draw.${choice}`, { kind: word("caprice", view.drawn) });
}

export const prompt: GameUi<CapriceView>["prompt"] = (view, seat, actors, names, facts) => {
  if (view.phase === "over") return outcome(facts, seat, names);
  if (seat !== null && actors.includes(seat)) return asked(view, facts);
  return t(`caprice.prompt.wait.${view.phase}`, {
    who: list(actors.map((actor) => names[actor] ?? "")),
  });
};
