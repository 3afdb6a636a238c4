// The games' user interfaces, each loaded when it is first needed. The build finds their folders; a game
// without one has the board of generic/.
import { folders } from "games:folders";
import type { GameId } from "../engine/types";
import { settings } from "../settings";
import type { GameUi } from "./contract";

export async function uiOf(game: GameId): Promise<GameUi> {
  const drawn = ((await folders[game]?.())?.ui ?? null) as GameUi | null;
  if (drawn && settings.peek().boards === "drawn") return drawn;
  return (await import("./generic/board")).uiFor(game, drawn);
}
