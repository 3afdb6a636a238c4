// How a game is to be begun: players, opponents, options. The last choice is remembered.
import { gameInfo, levels, usualLevel } from "../assets";
import { takeEngine } from "../engine/client";
import type { Beginning, GameId, GameRecord } from "../engine/types";
import { isBeginner } from "./lessons";
import { keepNew, newLocal } from "./local";
import { botName, type SeatInfo } from "./table";

export interface Choice {
  players: number;
  level: string;
  options: Record<string, string>;
}

const STORED = "capucine.choice.";
const USUAL_PLAYERS = 3;

/** What a first game of a kind begins with: what its lesson shows, rather than anything that exists. */
const FIRST: Readonly<Record<GameId, Record<string, string>>> = {
  "capital-lux-2": { powers: "A" },
};

/** Whether a game with these options is begun as the first of its kind is. */
export const isFirst = (game: GameId, { options }: Choice): boolean =>
  FIRST[game] !== undefined &&
  isBeginner(game) &&
  Object.entries(FIRST[game]).every(([name, value]) => options[name] === value);

/** Options for one player alone. */
const SOLO: readonly string[] = ["rob"];

/** The values of an option that can be chosen from a list, for so many players; the default first. */
export function valuesOf(game: GameId, option: string, players: number): string[] {
  const values = gameInfo(game).options.find(({ name }) => name === option)?.values ?? [];
  return values.filter((value) => {
    if (value.includes(",")) return false; // a pattern: one writes it out
    return option !== "first" || value === "random" || Number(value) < players;
  });
}

/** The options that there is something to choose of, for so many players. */
export function optionsFor(game: GameId, players: number): string[] {
  const names = gameInfo(game).options.map(({ name }) => name);
  return names.filter((name) => players === 1 || !SOLO.includes(name));
}

/** The choice without what is not for so many players, and without what is as usual. */
export function fitting(game: GameId, choice: Choice): Choice {
  const [least, most] = gameInfo(game).players;
  const players = Math.min(Math.max(choice.players, least), most);
  const options = Object.fromEntries(
    Object.entries(choice.options).filter(
      ([name, value]) =>
        optionsFor(game, players).includes(name) &&
        valuesOf(game, name, players).slice(1).includes(value),
    ),
  );
  return { players, level: levels().includes(choice.level) ? choice.level : usualLevel(), options };
}

export function lastChoice(game: GameId): Choice {
  const options = FIRST[game] && isBeginner(game) ? FIRST[game] : {};
  const usual = { players: USUAL_PLAYERS, level: usualLevel(), options };
  try {
    const kept = JSON.parse(localStorage.getItem(STORED + game) ?? "{}") as Partial<Choice>;
    return fitting(game, { ...usual, ...kept });
  } catch {
    return fitting(game, usual);
  }
}

export function keepChoice(game: GameId, choice: Choice): void {
  localStorage.setItem(STORED + game, JSON.stringify(choice));
}

/** Rejects with Refused when no game can begin so. What is as usual need not be asked. */
export async function checkOptions(beginning: Beginning): Promise<void> {
  if (Object.keys(beginning.options ?? {}).length === 0) return;
  const engine = takeEngine();
  await engine.call("checkOptions", beginning).finally(() => engine.close());
}

/** Begins a game against bots; where it is played. */
export function startAgainstBots(game: GameId, choice: Choice): string {
  const { players, level, options } = choice;
  const seats = Array.from(
    { length: players },
    (_, seat): SeatInfo =>
      seat === 0 ? { name: "", kind: "me" } : { name: botName(seat), kind: "bot", level },
  );
  return `/local/${newLocal(game, seats, options).id}`;
}

/** Goes on against bots from where a record ends, in one of its seats; where it is played. */
export function goOnFrom(record: GameRecord, seat: number, level: string): string {
  const { result: _, seal: __, ...rest } = record;
  const seats = Array.from(
    { length: record.players },
    (_, i): SeatInfo =>
      i === seat ? { kind: "me", name: "" } : { kind: "bot", level, name: botName(i) },
  );
  return `/local/${keepNew(rest, seats).id}`;
}
