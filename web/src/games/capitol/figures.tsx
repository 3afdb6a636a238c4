// Pictures for the rules of Capitol.
import type { GameUi } from "../contract";
import { Figure, Link, Thing, Verdict } from "../figures";
import { word } from "../../words/words";
import { Building, CardArt, Mark, Roof, StopCard, TileArt } from "./art";
import type { Card, Shape, Tile } from "./view";

const WORLD = "world capitol-world capitol-figure";

const House = ({ height, shape, seat = 0 }: { height: number; shape?: Shape; seat?: number }) => (
  <Thing>
    <Building height={height} seat={seat} shape={shape ?? null} />
  </Thing>
);

const Cards = ({ cards }: { cards: readonly Card[] }) => (
  <>
    {cards.map((card) => (
      <Thing key={card} name={word("capitol", card)}>
        <CardArt card={card} />
      </Thing>
    ))}
  </>
);

const TILES: readonly Tile[] = ["fountain", "amphitheatre", "temple"];

export const figures: NonNullable<GameUi["figures"]> = {
  cards: () => (
    <Figure world={WORLD}>
      <Cards cards={["r1", "f2", "b6", "p4", "m3"] as Card[]} />
    </Figure>
  ),
  floors: () => (
    <Figure world={WORLD}>
      <Thing name={word("capitol", "f2")}>
        <CardArt card={"f2" as Card} />
      </Thing>
      <Link>→</Link>
      <House height={1} />
      <Link>→</Link>
      <House height={2} />
    </Figure>
  ),
  roofs: () => (
    <Figure world={WORLD}>
      <House height={2} />
      <Link>+</Link>
      <Thing>
        <Roof shape="round" seat={0} />
      </Thing>
      <Link>=</Link>
      <House height={2} shape="round" />
    </Figure>
  ),
  permits: () => (
    <Figure world={WORLD}>
      <Cards cards={["b6" as Card]} />
      <Link>+</Link>
      <House height={2} shape="round" />
      <Link>→</Link>
      <Thing name={word("capitol", "campus")}>
        <Building height={1} seat={1} shape="round" />
        <Building height={2} seat={0} shape="round" />
      </Thing>
    </Figure>
  ),
  limits: () => (
    <Figure world={WORLD}>
      <House height={1} shape="round" seat={1} />
      <Link>→</Link>
      {(
        [
          [1, "round", true],
          [2, "round", true],
          [3, "round", false],
          [1, "triangular", false],
        ] as const
      ).map(([height, shape, good], i) => (
        <span key={i} class="judged">
          <House height={height} shape={shape} />
          <Verdict good={good} />
        </span>
      ))}
    </Figure>
  ),
  auctions: () => (
    <Figure world={WORLD}>
      <Thing>
        <CardArt card={"f5" as Card} />
      </Thing>
      <Link>+</Link>
      <Thing>
        <CardArt card={"m2" as Card} />
      </Thing>
      <Thing>
        <StopCard />
      </Thing>
      <Link>= 7</Link>
    </Figure>
  ),
  tiles: () => (
    <Figure world={WORLD}>
      {TILES.map((tile) => (
        <Thing key={tile} name={word("capitol", tile)}>
          <TileArt tile={tile} />
        </Thing>
      ))}
    </Figure>
  ),
  scoring: () => (
    <Figure world={WORLD}>
      <Thing>
        <TileArt tile="fountain" />
        <TileArt tile="fountain" />
      </Thing>
      <House height={3} shape="round" />
      <Link>
        <Mark seat={0} /> 2 + 2 = 4
      </Link>
      <House height={2} shape="round" seat={1} />
      <Link>
        <Mark seat={1} /> 2
      </Link>
    </Figure>
  ),
};
