// What the build knows: where it has put what is fetched by name (names change with the content),
// and what the engine says of its games.
import type { BotInfo, GameId, GameInfo } from "./engine/types";

declare const ASSETS: Record<string, string>;
declare const ABOUT: { games: GameInfo[]; bots: BotInfo[] };

export function asset(name: string): string {
  const path = ASSETS[name];
  if (!path) throw new Error(`there is no ${name}`);
  return path;
}

/** The same; undefined: there is none. */
export const assetIfAny = (name: string): string | undefined => ASSETS[name];

/** The build that this page belongs to. */
export const build = (): string =>
  document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? "";

export const games = (): GameInfo[] => ABOUT.games;
export const isGame = (name: unknown): name is GameId =>
  ABOUT.games.some((game) => game.name === name);
export const gameInfo = (game: GameId): GameInfo => ABOUT.games.find(({ name }) => name === game)!;
/** The actions of a game that nobody need watch or read of. */
export const silentOf = (game: GameId): readonly string[] => {
  const silent = gameInfo(game)?.silent;
  return silent ? [silent] : [];
};
/** What a game is called; that is the same in all languages. */
export const titleOf = (game: GameId): string =>
  ABOUT.games.find(({ name }) => name === game)?.title ?? game;

export const levels = (): string[] => ABOUT.bots.map(({ name }) => name);
export const usualLevel = (): string => ABOUT.bots.find(({ usual }) => usual)!.name;
