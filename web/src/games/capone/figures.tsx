// Pictures for the rules of Capone.
import { figuresOf, thing } from "../figures";
import { money, word } from "../../words/words";
import { Art } from "./art";
import { Disc, Guards, memberName } from "./pieces";

/** Members with the number of their face. */
const FAMILY = "100.0 60.0 50.0 40.0 40.1 30.0 30.1 20.0";

const photo = (which: string) => {
  const [member = 0, twin = 0] = which.split(".").map(Number);
  return thing(<Disc member={member} twin={twin} />, memberName(member).member);
};

const sign = (card: string, value?: number) =>
  thing(
    <span class={`figure-sign value-${value ?? "none"}`}>
      <Art name={card} />
      {value && <b>{money(value)}</b>}
    </span>,
    word("capone", card),
  );

const force = (member: number, twin: number, guards: number) =>
  thing([<Disc member={member} twin={twin} />, <Guards n={guards} />]);

const signs = (cards: string) => () => cards.split(" ").map((card) => sign(card));

export const figures = figuresOf("world capone-world capone-figure", {
  family: () => [...FAMILY.split(" ").map(photo), thing(<Guards n={8} />, word("capone", "g8"))],
  // one business of each value
  city: () => [sign("weapon", 30), sign("casino", 20), sign("jewel", 10), sign("bar", 5)],
  attack: () => [force(30, 1, 4), `${money(50)} <`, money(55), force(50, 0, 1)],
  legal: signs("garage cinema laundry"),
  rest: signs("penthouse barber restaurant"),
  fbi: signs("fbi"),
  protection: signs("protection"),
  takeover: signs("takeover"),
  hit: signs("hit"),
});
