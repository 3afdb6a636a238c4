// What is said: where we are, and what is asked. What has happened is told by the engine.
import { num, one } from "../../engine/lines";
import type { Line, Move } from "../../engine/types";
import { list, t, word } from "../../words/words";
import type { Travel } from "../contract";
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

export function prompt(
  view: CapriceView,
  seat: number | null,
  actors: number[],
  names: string[],
  facts: Line[],
): string {
  if (view.phase === "over") return outcome(facts, seat, names);
  if (seat !== null && actors.includes(seat)) return asked(view, facts);
  return t(`caprice.prompt.wait.${view.phase}`, {
    who: list(actors.map((actor) => names[actor] ?? "")),
  });
}

const block = (place: number, level: number): string => `caprice.block.${place}.${level}`;
const MARKER: Travel = { from: "caprice.marker", to: "caprice.marker" };

export function travels(before: CapriceView, after: CapriceView, [, action]: Move): Travel[] {
  const [verb, a = "", b = ""] = action.split(" ");
  if (verb !== "place" && verb !== "move") return [];
  const place = Number(b);
  const from =
    verb === "place"
      ? `caprice.reserve.${a}`
      : block(Number(a), before.towers[Number(a)]!.length - 1);
  const lands = { from, to: block(place, after.towers[place]!.length - 1) };
  return before.marker === after.marker ? [lands] : [lands, MARKER];
}
