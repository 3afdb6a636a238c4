// Pictures for the rules of Capitol.
import { figuresOf, thing, verdict } from "../figures";
import { word } from "../../words/words";
import { Art, Building, CardArt, Mark, Roof } from "./art";
import type { Shape } from "./view";

const building = (height: number, shape: Shape | null, seat: number) => (
  <Building height={height} seat={seat} shape={shape} />
);

const house = (height: number, shape: Shape | null = null, seat = 0) =>
  thing(building(height, shape, seat));

const named = (card: string) => thing(<CardArt card={card} />, word("capitol", card));

const judged = (height: number, shape: Shape, good: boolean) => (
  <span class="judged">
    {house(height, shape)}
    {verdict(good)}
  </span>
);

const sum = (seat: number, text: string) => (
  <b class="link">
    <Mark seat={seat} /> {text}
  </b>
);

const fountain = <Art name="fountain" />;

export const figures = figuresOf("world capitol-world capitol-figure", {
  cards: () => ["r1", "f2", "b6", "p4", "m3"].map(named),
  floors: () => [named("f2"), "→", house(1), "→", house(2)],
  roofs: () => [house(2), "+", thing(<Roof shape="round" seat={0} />), "=", house(2, "round")],
  permits: () => [
    named("b6"),
    "+",
    house(2, "round"),
    "→",
    thing([building(1, "round", 1), building(2, "round", 0)], word("capitol", "campus")),
  ],
  limits: () => [
    house(1, "round", 1),
    "→",
    judged(1, "round", true),
    judged(2, "round", true),
    judged(3, "round", false),
    judged(1, "triangular", false),
  ],
  auctions: () => [
    thing(<CardArt card="f5" />),
    "+",
    thing(<CardArt card="m2" />),
    thing(<Art name="stop" />),
    "= 7",
  ],
  tiles: () =>
    ["fountain", "amphitheatre", "temple"].map((tile) =>
      thing(<Art name={tile} />, word("capitol", tile)),
    ),
  scoring: () => [
    thing([fountain, fountain]),
    house(3, "round"),
    sum(0, "2 + 2 = 4"),
    house(2, "round", 1),
    sum(1, "2"),
  ],
});
