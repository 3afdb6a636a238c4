// The drawings of Capital Lux 2: emblems, cards of coloured glass, coins, the skyline. Colours come from
// the class d-<district> and its variables in board.css.
import drawings from "games:art/capital-lux-2";
import { artOf } from "../art";
import { colour, value, type Card, type District } from "./view";

export const Art = artOf(drawings);

const hueOf = (card: Card): District | "grey" => colour(card) ?? "grey";

/** A citizen as a window of coloured glass; as many of its lights glow as the card is worth. */
export const CardFace = ({ card }: { card: Card }) => (
  <Art name={`card-${hueOf(card)}`} class={`card-face d-${hueOf(card)} worth-${value(card)}`}>
    <text x="30" y="45" text-anchor="middle">
      {value(card)}
    </text>
  </Art>
);

export interface ChipProps {
  card: Card | null;
  state?: "ghost" | "leaves" | "lost" | undefined;
  at?: string;
}

/** A card as it lies on the board: its value and emblem, or where there is room its glass. null: face
 * down. */
export function Chip({ card, state, at }: ChipProps) {
  if (card === null) return <span class="chip back" data-at={at} />;
  return (
    <span class={`chip d-${hueOf(card)} ${state ?? ""}`} data-at={at}>
      <b>{value(card)}</b>
      <Art name={`emblem-${hueOf(card)}`} size={10} />
      <CardFace card={card} />
    </span>
  );
}
