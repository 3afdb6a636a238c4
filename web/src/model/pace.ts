// How long other players' moves take at least, so that they can be watched.
import { settings } from "../settings";

const PACES_MS = { calm: 900, normal: 450, quick: 150, instant: 0 } as const;

export const pauseBetween = (): number => PACES_MS[settings.value.pace];
