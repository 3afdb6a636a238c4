// The strip of players: hand, gold and bonus pile of each, and ROB as one of them.
import { num } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { SeatMark, SHAPES } from "../../ui/seat";
import { figure } from "../../words/words";
import type { SeatProps } from "../contract";
import { Titled } from "../parts";
import { Art } from "./art";
import { nameOf, say } from "./talk";
import { accountOf, points, type Card, type LuxView, type Owner } from "./view";

export function OwnerMark({ owner }: { owner: Owner }) {
  if (owner !== "rob") return <SeatMark seat={owner} />;
  return (
    <span class="clx-rob-mark" aria-hidden="true">
      {SHAPES[5]}
    </span>
  );
}

export const EmperorMark = () => (
  <Titled class="clx-emperor" title={say("emperor")}>
    <Art name="crown" size={14} />
  </Titled>
);

/** `worth` is what it counts, in points. */
export const GoldFigure = ({ gold, worth }: { gold: number; worth: number }) => (
  <Titled title={say("gold.has", { n: gold, worth })}>
    <Art name="coin" size={14} />
    {figure(gold)}
  </Titled>
);

export const BonusFigure = ({ bonus, worth }: { bonus: Card[]; worth: number }) => (
  <Titled title={say("bonus.size", { n: bonus.length, worth })}>
    <span aria-hidden="true">★</span>
    {figure(worth)}
  </Titled>
);

type Figures = Pick<LuxView["seats"][number], "gold" | "bonus"> & { hand: unknown[] };

function SeatFigures({ hand, gold, bonus, account }: Figures & { account: Line | undefined }) {
  return (
    <>
      <Titled title={say("hand.size", { n: hand.length })}>
        <i class="clx-back" />
        {figure(hand.length)}
      </Titled>
      <GoldFigure gold={gold} worth={num(account, "gold")} />
      <BonusFigure bonus={bonus} worth={num(account, "bonus")} />
    </>
  );
}

export function Seat({ view, facts, seat }: SeatProps<LuxView>) {
  return (
    <span class="figures clx-seat" data-at={`seat.${seat}`}>
      {view.emperor === seat && !view.rob && <EmperorMark />}
      <SeatFigures {...view.seats[seat]!} account={accountOf(facts, seat)} />
    </span>
  );
}

/** In the solo game ROB is one of the players. */
export function Others({ view, facts }: { view: LuxView; facts: Line[] }) {
  if (!view.rob) return null;
  return (
    <li>
      <OwnerMark owner="rob" />
      <span class="name">{nameOf("rob", [])}</span>
      <b class="score">{figure(points(facts, "rob"))}</b>
      <span class="figures clx-seat">
        <SeatFigures {...view.rob} account={accountOf(facts, "rob")} />
      </span>
    </li>
  );
}
