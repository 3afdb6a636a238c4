// Capitol in words: where we are, and what is asked.
import { one } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { list, t, tell } from "../../words/words";
import type { GameUi } from "../contract";
import { handOf, tileOf, type CapitolView } from "./view";

const said = (line: Line | undefined, names: string[] = []): string =>
  line ? tell("capitol", "fact", line, names) : "";

export const ruleName = (rule: string): string =>
  t("capitol.explain", { rule: t(`capitol.explain.${rule}`) });

export function phase(view: CapitolView, facts: Line[]): string {
  const what = t(`capitol.phase.${view.phase}`);
  return view.phase === "over" ? what : `${said(one(facts, "round"))} · ${what}`;
}

export const prompt: GameUi<CapitolView>["prompt"] = (view, seat, actors, names, facts) => {
  // who has won, or where a floor may go
  const told = facts.find(({ id }) => id.startsWith("won") || id.startsWith("put_"));
  const mine = seat !== null && actors.includes(seat);
  const tile = tileOf(facts) && `.${tileOf(facts)}`;
  const who = list(actors.map((actor) => names[actor] ?? ""));
  if (told && (mine || view.phase === "over")) return said(told, names);
  if (!mine) return t(`capitol.wait.${view.phase}${tile}`, { who, n: view.left });
  if (view.phase === "build" && handOf(view.seats[seat]!).length === 0)
    return t("capitol.ask.build.empty");
  return t(`capitol.ask.${view.phase}${tile}`, { n: view.left });
};
