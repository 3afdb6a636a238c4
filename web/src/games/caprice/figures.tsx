// Pictures for the rules of Caprice.
import { figuresOf, thing } from "../figures";
import { word } from "../../words/words";
import { Art, Block, BLOCK, DrawnBlock, Tile } from "./art";
import { KINDS, type Kind } from "./view";

/** The example of the rules. */
const ORDER = "lr dt lt dr";
const kindsIn = (text: string): Kind[] => text.split(" ") as Kind[];

/** A tower, with pins on the blocks that are as in the order. */
const tower = (blocks: string, order = "") => (
  <svg class="tower" viewBox="-50 -112 100 136" aria-hidden="true">
    {kindsIn(blocks).map((kind, level) => (
      <DrawnBlock key={level} kind={kind} grain={level} x={0} y={-level * BLOCK.rise} />
    ))}
    {kindsIn(blocks).map(
      (kind, level) =>
        kindsIn(order)[level] === kind && (
          <circle key={level} class="pin" cx="0" cy={-level * BLOCK.rise + 8} r="5" />
        ),
    )}
  </svg>
);

const order = () => (
  <span class="order">
    {kindsIn(ORDER)
      .reverse()
      .map((kind) => (
        <Tile key={kind} kind={kind} />
      ))}
  </span>
);

const marked = () => (
  <span class="marked">
    {tower("lt dr")}
    <Art name="marker" />
  </span>
);

const scored = (blocks: string, points: string) => thing(tower(blocks, ORDER), points);

export const figures = figuresOf("world caprice-figure", {
  pieces: () =>
    KINDS.map((kind) =>
      thing([<Block kind={kind} />, <Tile kind={kind} />], word("caprice", kind)),
    ),
  place: () => [thing(<Block kind="lt" />), "→", thing(tower("dr")), "=", thing(tower("dr lt"))],
  marker: () => [thing(marked()), "+", thing(<Block kind="lr" />), "=", thing(tower("lt dr lr"))],
  height: () => [thing(tower("dt lr lt dr"), "4")],
  order: () => [thing(order()), "→", thing(tower(ORDER, ORDER))],
  example: () => [
    thing(order()),
    scored(ORDER, "4 + 1 = 5"),
    scored("lr dt dr dr", "3"),
    scored("dr lr lt", "1"),
  ],
});
