// Pictures for the rules of Capital Lux 2.
import { figuresOf, thing, verdict } from "../figures";
import { Art, CardFace } from "./art";
import { districtName, say } from "./talk";
import { DISTRICTS } from "./view";

const faces = (cards: string) => cards.split(" ").map((card) => <CardFace card={card} />);
const capital = (cards: string) => thing(faces(cards), say("capital"));
const coin = (size: number) => <Art name="coin" size={size} />;

export const figures = figuresOf("world night clx-figure", {
  material: () => [
    ...DISTRICTS.map((district, i) =>
      thing(faces(`${district[0]}${i + 3}`), districtName(district)),
    ),
    thing(coin(40)),
  ],
  play: () => [capital("p5 p3"), "8", "≥", "4", thing(faces("p4"))],
  resolution: () => [
    capital("p6"),
    "6",
    "<",
    "7",
    <span class="judged lost">
      {faces("p4 p3").map((face) => thing(face))}
      <Art name="cracks" />
      {verdict(false)}
    </span>,
  ],
  bonus: () => [capital("g6 g3"), "→", thing(faces("g6"))],
  score: () => ["42 + 20 + 2 × 2", thing([coin(28), coin(28)]), "= 66"],
});
