// Pictures for the rules of Capital Lux 2.
import type { GameUi } from "../contract";
import { Figure, Link, Thing, Verdict } from "../figures";
import { CardFace, Coin, Cracks, districtName } from "./art";
import { say } from "./talk";
import { DISTRICTS, type Card } from "./view";

const WORLD = "world night clx-figure";

const Cards = ({ cards }: { cards: string }) => (
  <>
    {cards.split(" ").map((card, i) => (
      <Thing key={i}>
        <CardFace card={card as Card} />
      </Thing>
    ))}
  </>
);

export const figures: NonNullable<GameUi["figures"]> = {
  material: () => (
    <Figure world={WORLD}>
      {DISTRICTS.map((district, i) => (
        <Thing key={district} name={districtName(district)}>
          <CardFace card={`${district[0]}${i + 3}` as Card} />
        </Thing>
      ))}
      <Thing>
        <Coin size={40} />
      </Thing>
    </Figure>
  ),
  play: () => (
    <Figure world={WORLD}>
      <Thing name={say("capital")}>
        <CardFace card={"p5" as Card} />
        <CardFace card={"p3" as Card} />
      </Thing>
      <Link>8</Link>
      <Link>≥</Link>
      <Link>4</Link>
      <Cards cards="p4" />
    </Figure>
  ),
  resolution: () => (
    <Figure world={WORLD}>
      <Thing name={say("capital")}>
        <CardFace card={"p6" as Card} />
      </Thing>
      <Link>6</Link>
      <Link>&lt;</Link>
      <Link>7</Link>
      <span class="judged lost">
        <Cards cards="p4 p3" />
        <Cracks />
        <Verdict good={false} />
      </span>
    </Figure>
  ),
  bonus: () => (
    <Figure world={WORLD}>
      <Thing name={say("capital")}>
        <CardFace card={"g6" as Card} />
        <CardFace card={"g3" as Card} />
      </Thing>
      <Link>→</Link>
      <Cards cards="g6" />
    </Figure>
  ),
  score: () => (
    <Figure world={WORLD}>
      <Link>42 + 20 + 2 × 2</Link>
      <Thing>
        <Coin size={28} />
        <Coin size={28} />
      </Thing>
      <Link>= 66</Link>
    </Figure>
  ),
};
