// How long other players' moves take at least, so that they can be watched.
import { settings } from "../settings";

const PACES_MS = { calm: 1800, normal: 1000, quick: 400, instant: 0 } as const;

export const pauseBetween = (): number => PACES_MS[settings.value.pace];
