// The games' user interfaces, each loaded when it is first needed.
import type { GameId } from "../engine/types";
import type { GameUi } from "./contract";

const loaders: Record<GameId, () => Promise<{ ui: unknown }>> = {
  caprice: () => import("./caprice/index"),
  capitol: () => import("./capitol/index"),
  capone: () => import("./capone/index"),
  "capital-lux-2": () => import("./capital-lux-2/index"),
};

export async function uiOf(game: GameId): Promise<GameUi> {
  return (await loaders[game]()).ui as GameUi;
}
