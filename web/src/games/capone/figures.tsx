// Pictures for the rules of Capone.
import type { GameUi } from "../contract";
import { Figure, Link, Thing } from "../figures";
import { money, word } from "../../words/words";
import { Icon } from "./art";
import { Disc, Guards, memberName } from "./pieces";
import type { Card } from "./view";

const WORLD = "world capone-world capone-figure";
const FAMILY = [
  [100, 0],
  [60, 0],
  [50, 0],
  [40, 0],
  [40, 1],
  [30, 0],
  [30, 1],
  [20, 0],
] as const;

/** One business of each value, as its sign. */
const BUSINESSES: readonly [Card, number][] = [
  ["weapon", 30],
  ["casino", 20],
  ["jewel", 10],
  ["bar", 5],
] as [Card, number][];

const Sign = ({ card, value }: { card: Card; value?: number }) => (
  <Thing name={word("capone", card)}>
    <span class={`figure-sign value-${value ?? "none"}`}>
      <Icon card={card} />
      {value && <b>{money(value)}</b>}
    </span>
  </Thing>
);

const Force = ({ member, twin = 0, guards }: { member: number; twin?: number; guards: number }) => (
  <Thing>
    <Disc member={member} twin={twin} />
    <Guards n={guards} />
  </Thing>
);

const Several = ({ cards }: { cards: readonly string[] }) => (
  <Figure world={WORLD}>
    {cards.map((card) => (
      <Sign key={card} card={card as Card} />
    ))}
  </Figure>
);

export const figures: NonNullable<GameUi["figures"]> = {
  family: () => (
    <Figure world={WORLD}>
      {FAMILY.map(([member, twin]) => (
        <Thing key={`${member}.${twin}`} name={memberName(member).member}>
          <Disc member={member} twin={twin} />
        </Thing>
      ))}
      <Thing>
        <Guards n={8} />
      </Thing>
    </Figure>
  ),
  city: () => (
    <Figure world={WORLD}>
      {BUSINESSES.map(([card, value]) => (
        <Sign key={card} card={card} value={value} />
      ))}
    </Figure>
  ),
  attack: () => (
    <Figure world={WORLD}>
      <Force member={30} twin={1} guards={4} />
      <Link>{money(50)} &lt;</Link>
      <Link>{money(55)}</Link>
      <Force member={50} guards={1} />
    </Figure>
  ),
  legal: () => <Several cards={["garage", "cinema", "laundry"]} />,
  rest: () => <Several cards={["penthouse", "barber", "restaurant"]} />,
  fbi: () => <Several cards={["fbi"]} />,
  protection: () => <Several cards={["protection"]} />,
  takeover: () => <Several cards={["takeover"]} />,
  hit: () => <Several cards={["hit"]} />,
};
