// Capitol's things: what is always the same is in art/, buildings and cards depend on what they are.
// Their names stand beside them.
import drawings from "games:art/capitol";
import { artOf } from "../art";
import { valueOf, type Card, type Deck, type Shape } from "./view";

export const Art = artOf(drawings);

/** A seat's mark, drawn, so that it does not depend on a font. */
export const Mark = ({ seat }: { seat: number }) => <Art name={`mark-${seat}`} />;

export const Who = ({ seat, names }: { seat: number; names: string[] }) => (
  <span class="who">
    <Mark seat={seat} />
    <span class="name">{names[seat]}</span>
  </span>
);

/** A roof alone, as on a limit's stone or in the stock; without a seat only its outline. */
export const Roof = ({ shape, seat }: { shape: Shape; seat?: number }) => (
  <Art name={`roof-${shape}`} class={seat === undefined ? "roof outline" : `roof seat-${seat}`} />
);

/** The ground floor has room for the figure; the others share what is left of the cell. */
const GROUND = 13;
const WINDOWS = [5.5, 10.5, 15.5];

interface BuildingProps {
  height: number;
  /** null: a work, without a roof. */
  shape: Shape | null;
  seat: number;
}

/** Stone floors one above the other, each with its ledge and windows, and the roof in the seat's
 * colour. */
export function Building({ height, shape, seat }: BuildingProps) {
  const high = Math.min(7, 18 / Math.max(1, height - 1));
  const upper = Array.from({ length: height - 1 }, (_, i) => -GROUND - i * high);
  const top = -GROUND - (height - 1) * high;
  const sign = shape
    ? { class: "sign", x: 9.2, y: top - 8, size: 7.6 }
    : { class: "sign loose", x: 10.1, y: top - 12.4, size: 8.8 };
  const window = (x: number, y: number): string =>
    `M${x} ${y - high * 0.28}v${-high * 0.5}h2.4v${high * 0.5}Z`;
  return (
    <svg
      class={`building seat-${seat}`}
      viewBox="-1 -44 28 46"
      preserveAspectRatio="xMidYMax"
      aria-hidden="true"
    >
      <ellipse class="shade" cx="13.5" cy="0" rx="13.5" ry="1.8" />
      <path class="stone" d={`M2.5 0V${top}H23.5V0Z`} />
      <path class="side" d={`M20 0V${top}H23.1V0Z`} />
      {upper.map((y) => (
        <g key={y}>
          <path class="window" d={WINDOWS.map((x) => window(x, y)).join("")} />
          <path class="ledge" d={`M1.5 ${y - 0.6}h23v1.2h-23Z`} />
        </g>
      ))}
      <Art
        name={shape ? `roof-${shape}` : "scaffold"}
        class=""
        x="-1"
        y={top - 13}
        width="28"
        height="14"
        overflow="visible"
      />
      <Art name={`mark-${seat}`} overflow="visible" {...sign} />
      <text class="height" x="12" y="-0.9">
        {height}
      </text>
    </svg>
  );
}

/** A card's face: its value and what it lets one do; a permit also bears its quarter's emblem. */
export const CardArt = ({ card }: { card: Card }) => (
  <Art name={`card-${card.charAt(0)}`}>
    <text class="value" x="21" y="18.5">
      {valueOf(card)}
    </text>
  </Art>
);

export const CardBack = ({ deck }: { deck?: Deck }) => (
  <Art name={deck ? `back-${deck}` : "back"} />
);

/** Where a stack would be. */
export const NoCard = ({ deck }: { deck?: Deck }) => <Art name={deck ? `none-${deck}` : "none"} />;
