// Drawn by us: emblems, cards of coloured glass, coins, the skyline. Colours come from the class
// d-<district> and its variables in board.css.
import type { ComponentChildren } from "preact";
import { t, word } from "../../words/words";
import { colour, value, type Card, type District } from "./view";

export const GAME = "capital-lux-2";
export type Hue = District | "grey";

export const hueOf = (card: Card): Hue => colour(card) ?? "grey";

const ray = (angle: number) => {
  const at = (turn: number, r: number) =>
    `${(12 + r * Math.sin(turn)).toFixed(1)} ${(12 - r * Math.cos(turn)).toFixed(1)}`;
  return `M${at(angle - 0.24, 6.6)} L${at(angle, 11.4)} L${at(angle + 0.24, 6.6)} Z`;
};
const SUN_RAYS = Array.from({ length: 8 }, (_, i) => ray((i * Math.PI) / 4)).join(" ");

/** Moon, lotus, sun, leaf: one a district; a grey card has a plain pane. Each is 24 × 24. */
const EMBLEMS: Record<Hue, ComponentChildren> = {
  blue: <path d="M14.8 2.6A9.8 9.8 0 1 0 21.6 15.6 8.2 8.2 0 0 1 14.8 2.6Z" />,
  pink: (
    <path d="M12 2.6c3.3 4.4 3.6 10 0 16.2-3.6-6.2-3.3-11.8 0-16.2ZM1.6 8.4c5 .4 8.3 4.2 9.1 10.8C5.4 18.8 2.1 14.6 1.6 8.4ZM22.4 8.4c-.5 6.2-3.8 10.4-9.1 10.8.8-6.6 4.1-10.4 9.1-10.8ZM5 20.2h14l-2 1.8H7Z" />
  ),
  yellow: (
    <>
      <circle cx="12" cy="12" r="4.9" />
      <path d={SUN_RAYS} />
    </>
  ),
  green: (
    <path d="M21.6 2.4c.6 11.6-5 17.8-13.3 16.9l7.3-8.9-9.2 7.8C3.4 9.6 9.6 2.9 21.6 2.4ZM6.1 18.3l1.7 1.1-3.3 3-1.5-1.3Z" />
  ),
  grey: <path d="M12 2.5 21.5 12 12 21.5 2.5 12ZM12 6.7 6.7 12l5.3 5.3 5.3-5.3Z" />,
};

export function Emblem({ hue, size = 24 }: { hue: Hue; size?: number }) {
  return (
    <svg class="emblem" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {EMBLEMS[hue]}
    </svg>
  );
}

const WINDOW = "M4 87V27Q4 9 30 3Q56 9 56 27V87Z";
/** The window's edge in eight pieces, each with a facet to the middle. */
const FACETS = [
  "M30 56 4 87V58Z",
  "M30 56 4 58V27Z",
  "M30 56 4 27Q4 9 30 3Z",
  "M30 56 30 3Q56 9 56 27Z",
  "M30 56 56 27V58Z",
  "M30 56 56 58V87Z",
  "M30 56 56 87H30Z",
  "M30 56 30 87H4Z",
];
/** A roundel's lights: as many glow as the card is worth. */
const LIGHTS = [...Array(6).keys()].map((i) => {
  const angle = ((i - 2.5) * Math.PI) / 7.5;
  return { x: 30 + 20.5 * Math.sin(angle), y: 36 - 20.5 * Math.cos(angle) };
});

/** A citizen as a window of coloured glass. */
export function CardFace({ card }: { card: Card }) {
  const worth = value(card);
  return (
    <svg class={`card-face d-${hueOf(card)}`} viewBox="3 2 54 86" aria-hidden="true">
      <path class="lead" d={WINDOW} />
      {FACETS.map((facet, i) => (
        <path key={i} class={`facet f${i % 4}`} d={facet} />
      ))}
      <circle class="roundel" cx="30" cy="36" r="16" />
      {LIGHTS.map(({ x, y }, i) => (
        <circle key={i} class={i < worth ? "light lit" : "light"} cx={x} cy={y} r="2.4" />
      ))}
      <text x="30" y="45" text-anchor="middle">
        {worth}
      </text>
      <g class="emblem" transform="translate(20.5 60) scale(.8)">
        {EMBLEMS[hueOf(card)]}
      </g>
      <path class="frame" d={WINDOW} />
    </svg>
  );
}

/** A card as it lies on the board: its value and emblem, or where there is room its glass. null: face
 * down. */
export function Chip(props: {
  card: Card | null;
  state?: "ghost" | "leaves" | "lost";
  at?: string;
}) {
  const { card, state = "", at } = props;
  if (card === null) return <span class="chip back" data-at={at} />;
  return (
    <span class={`chip d-${hueOf(card)} ${state}`} data-at={at}>
      <b>{value(card)}</b>
      <Emblem hue={hueOf(card)} size={10} />
      <CardFace card={card} />
    </span>
  );
}

const icon =
  (kind: string, shape: ComponentChildren) =>
  ({ size = 16 }: { size?: number }) => (
    <svg class={kind} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {shape}
    </svg>
  );

export const Coin = icon(
  "coin",
  <>
    <circle cx="8" cy="8" r="7" />
    <path d="M8 3.6 9.4 6.6 12.4 8 9.4 9.4 8 12.4 6.6 9.4 3.6 8 6.6 6.6Z" />
  </>,
);
export const Crown = icon("crown", <path d="M1.5 4.5 5 7.5 8 2.5l3 5 3.5-3L13 13H3Z" />);
export const Shield = icon(
  "shield",
  <path d="M8 1.5 14 3.5V8c0 3.5-2.5 5.5-6 6.8C4.5 13.5 2 11.5 2 8V3.5Z" />,
);

/** Cracks across a pane that is over its limit; they end in the pane's corners. */
export function Cracks() {
  return (
    <svg class="cracks" viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
      <path d="M62 0 55 14 63 23 50 33 56 44 47 60M55 14 44 9 40 0M63 23 82 20 100 30M50 33 26 37 0 52M56 44 78 50 100 60M26 37 20 60" />
    </svg>
  );
}

/** The capital at dusk in thin gold lines, behind the panes. */
export function Skyline() {
  return (
    <svg
      class="skyline"
      viewBox="0 0 400 90"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <g class="stars">
        {[18, 64, 97, 143, 188, 226, 263, 301, 347, 386].map((x, i) => (
          <circle key={x} cx={x} cy={6 + ((i * 37) % 34)} r={i % 3 === 0 ? 1.3 : 0.8} />
        ))}
      </g>
      <path d="M0 88h14V70h10v18h12V58l8-10 8 10v30h14V66q10-14 20 0v22h16V50h6V34l5-10 5 10v16h6v38h18V62h12v26h10V44q0-18 18-22V10l2-6 2 6v12q18 4 18 22v44h10V60h14v28h16V52l7-14 7 14v36h18V64q9-12 18 0v24h14V56h8V40l4-9 4 9v16h8v32h16V68h10v20h24" />
    </svg>
  );
}

/** A card in words: "blue 5". */
export const cardName = (card: Card | null): string =>
  card === null ? t(`${GAME}.card.hidden`) : word(GAME, card);

export const districtName = (district: District): string =>
  t(`${GAME}.district`, { colour: word(GAME, district) });

export const tileName = (tile: string): string => word(GAME, tile);
