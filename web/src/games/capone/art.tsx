// Capone's drawings: signs of cards and places, the family’s photographs, scenery without meaning.
import drawings from "games:art/capone";
import { artOf } from "../art";

export const Art = artOf(drawings);
