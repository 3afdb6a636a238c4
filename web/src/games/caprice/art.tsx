// The matter of Caprice, all of it in art/: turned and toothed blocks of maple and walnut, the red marker,
// the signs of tiles, the round board. All is seen from in front and a little above.
import drawings from "games:art/caprice";
import { artOf, keepOnce } from "../art";
import type { Kind } from "./view";

export const Art = artOf(drawings);

/** A block as it is drawn: half its width, half the depth of its face, its height. */
export const BLOCK = { rx: 44, ry: 20, rise: 21 } as const;
/** Room around it. */
const EDGE = 2;
const WIDTH = 2 * (BLOCK.rx + EDGE);
const HEIGHT = 2 * (BLOCK.ry + EDGE) + BLOCK.rise;
/** Each kind is drawn in so many pieces of wood. */
const GRAINS = 3;

keepOnce(drawings["pieces"]!);

interface BlockProps {
  kind: Kind;
  /** It only varies the wood. */
  grain?: number;
}

/** A block inside a larger drawing: the middle of its foot stands at x, y. */
export const DrawnBlock = ({ kind, grain = 0, x, y }: BlockProps & { x: number; y: number }) => (
  <use
    data-ring
    href={`#caprice-${kind}-${grain % GRAINS}`}
    x={x - WIDTH / 2}
    y={y - BLOCK.rise - BLOCK.ry - EDGE}
    width={WIDTH}
    height={HEIGHT}
  />
);

export const Block = (block: BlockProps) => (
  <svg
    class="caprice-wood"
    viewBox={`${-WIDTH / 2} ${-BLOCK.ry - EDGE} ${WIDTH} ${HEIGHT}`}
    aria-hidden="true"
  >
    <DrawnBlock {...block} x={0} y={BLOCK.rise} />
  </svg>
);

/** A tile: a wooden square with a sign, full for dark, an outline for light. Without a name it is the
 * picture of a button that has one. */
export const Tile = ({ kind, name }: { kind: Kind; name?: string }) => (
  <span class={`caprice-tile ${kind}`} {...(name && { role: "img", "aria-label": name })}>
    <Art name={`sign-${kind}`} />
  </span>
);

/** Where the six places are on the drawing of the board, from its middle; they are numbered clockwise. */
const SIDE = 113;
export const SPOTS: readonly { x: number; y: number; depth: number }[] = [
  { x: 0, y: -118, depth: 1 },
  { x: SIDE, y: -64, depth: 2 },
  { x: SIDE, y: 66, depth: 3 },
  { x: 0, y: 122, depth: 4 },
  { x: -SIDE, y: 66, depth: 3 },
  { x: -SIDE, y: -64, depth: 2 },
];

/** The frame of that drawing. */
export const FRAME = { left: -192, top: -242, width: 384, height: 436 } as const;
