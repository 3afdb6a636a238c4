// Pictures for the rules of Caprice.
import type { GameUi } from "../contract";
import { Figure, Link, Thing } from "../figures";
import { figure, word } from "../../words/words";
import { Block, BLOCK, DrawnBlock, Marker, Tile } from "./art";
import type { Kind } from "./view";

const WORLD = "world caprice-figure";
const KINDS: readonly Kind[] = ["dr", "lr", "dt", "lt"];
/** The example of the rules. */
const ORDER: readonly Kind[] = ["lr", "dt", "lt", "dr"];
const TOWERS: readonly Kind[][] = [
  ["lr", "dt", "lt", "dr"],
  ["lr", "dt", "dr", "dr"],
  ["dr", "lr", "lt"],
];

/** A tower, with pins on the blocks that are as in the order. */
function Tower({ blocks, order = [] }: { blocks: readonly Kind[]; order?: readonly Kind[] }) {
  return (
    <svg class="tower" viewBox="-50 -112 100 136" aria-hidden="true">
      {blocks.map((kind, level) => (
        <DrawnBlock key={level} kind={kind} grain={level} x={0} y={-level * BLOCK.rise} />
      ))}
      {blocks.map(
        (kind, level) =>
          order[level] === kind && (
            <circle key={level} class="pin" cx="0" cy={-level * BLOCK.rise + 8} r="5" />
          ),
      )}
    </svg>
  );
}

function Scored({ blocks }: { blocks: readonly Kind[] }) {
  const matches = blocks.filter((kind, level) => ORDER[level] === kind).length;
  return (
    <Thing name={matches === 4 ? `4 + 1 = ${figure(5)}` : figure(matches)}>
      <Tower blocks={blocks} order={ORDER} />
    </Thing>
  );
}

const Order = () => (
  <Thing>
    <span class="order">
      {[...ORDER].reverse().map((kind) => (
        <Tile key={kind} kind={kind} />
      ))}
    </span>
  </Thing>
);

const Marked = () => (
  <span class="marked">
    <Tower blocks={["lt", "dr"]} />
    <Marker />
  </span>
);

export const figures: NonNullable<GameUi["figures"]> = {
  pieces: () => (
    <Figure world={WORLD}>
      {KINDS.map((kind) => (
        <Thing key={kind} name={word("caprice", kind)}>
          <Block kind={kind} />
          <Tile kind={kind} />
        </Thing>
      ))}
    </Figure>
  ),
  place: () => (
    <Figure world={WORLD}>
      <Thing>
        <Block kind="lt" />
      </Thing>
      <Link>→</Link>
      <Thing>
        <Tower blocks={["dr"]} />
      </Thing>
      <Link>=</Link>
      <Thing>
        <Tower blocks={["dr", "lt"]} />
      </Thing>
    </Figure>
  ),
  marker: () => (
    <Figure world={WORLD}>
      <Thing>
        <Marked />
      </Thing>
      <Link>+</Link>
      <Thing>
        <Block kind="lr" />
      </Thing>
      <Link>=</Link>
      <Thing>
        <Tower blocks={["lt", "dr", "lr"]} />
      </Thing>
    </Figure>
  ),
  height: () => (
    <Figure world={WORLD}>
      <Thing name="4">
        <Tower blocks={["dt", "lr", "lt", "dr"]} />
      </Thing>
    </Figure>
  ),
  order: () => (
    <Figure world={WORLD}>
      <Order />
      <Link>→</Link>
      <Thing>
        <Tower blocks={ORDER} order={ORDER} />
      </Thing>
    </Figure>
  ),
  example: () => (
    <Figure world={WORLD}>
      <Order />
      {TOWERS.map((blocks, i) => (
        <Scored key={i} blocks={blocks} />
      ))}
    </Figure>
  ),
};
