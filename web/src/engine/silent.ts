// Steps that nobody need watch or read of: without a choice they are made at once, and whether
// there was one is nobody else's business (CPR-5).
import type { GameId, Move } from "./types";

const SILENT: Partial<Record<GameId, string>> = { caprice: "keep" };

export const isSilent = (game: GameId, [, action]: Move): boolean => SILENT[game] === action;
