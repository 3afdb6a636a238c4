// One's own things: the yard with works, roofs and finished buildings, and the cards; in an auction
// the bid above the STOP card.
import type { ComponentChildren } from "preact";
import { list, t, word } from "../../words/words";
import { considering, copyOf } from "../choose";
import { classes, HandCard, Named } from "../parts";
import { Art, CardArt, Roof } from "./art";
import { bidSum, choose, chooseCard, chosenBid, handInOrder, isChosen, isTurning } from "./choose";
import { laidBy, plan, possible, stage, toggleBid, wouldStage, type Props } from "./choose";
import { arrows } from "../../ui/keys";
import { Piece, roofsLeft, yardOf, type Plot } from "./things";
import { deckOf, handOf, SHAPES, type Card, type SeatView, type Shape } from "./view";

export function Hand(props: Props) {
  const own = props.view.seats[props.seat ?? 0];
  if (!own) return null;
  const bidding = props.view.phase === "bid";
  const cards = bidding ? handInOrder(props) : handOf(own).filter((card) => card !== null);
  return (
    <div class="world capitol-world capitol-hand">
      {bidding ? <Bid props={props} /> : <Yard props={props} own={own} />}
      <div
        class="cards"
        style={{ "--n": cards.length }}
        role="group"
        aria-label={t("capitol.hand", { n: cards.length })}
        onKeyDown={arrows}
      >
        {cards.map((card, i) => (
          <OwnCard key={i} props={props} card={card} at={i} nth={copyOf(cards, i)} />
        ))}
        {cards.length === 0 && <p class="none">{t("capitol.hand.none")}</p>}
      </div>
    </div>
  );
}

// ------------------------------------------------------------------- cards

/** The nth copy of a card, which lies at that place of the hand. */
type OwnCardProps = { props: Props; card: Card; at: number; nth: number };

function OwnCard({ props, card, at, nth }: OwnCardProps) {
  const { view, legal, picked } = props;
  const bidding = view.phase === "bid";
  const [laid, more] = [laidBy(props), chosenBid(props)];
  const building = view.phase === "build" && legal.length > 0;
  const down = laid.filter((one) => one === card).length;
  const taken = bidding
    ? nth < down + more.filter((one) => one === card).length
    : nth === 0 && (picked.value[1] === card || isChosen(props, deckOf(card), { 0: card }));
  const usable = building || (bidding && (legal.includes(`bid ${card}`) || taken) && nth >= down);
  const idle = building && !legal.some((action) => action.startsWith(`${deckOf(card)} ${card}`));
  const what = bidding ? "bid" : idle ? "idle" : deckOf(card);
  return (
    <HandCard
      card={card}
      at={`card:${card}:${nth}`}
      class={classes("", { chosen: taken, idle: legal.length > 0 && (idle || !(usable || taken)) })}
      data-target={card}
      style={{ "--i": at }}
      disabled={!usable}
      pressed={taken}
      label={`${word("capitol", card)}: ${t(`capitol.card.${what}`)}`}
      tap={() => (bidding ? toggleBid(props, card, nth - down) : chooseCard(props, card))}
      {...considering(bidding ? null : wouldStage(props, deckOf(card), { 0: card }))}
    >
      <CardArt card={card} />
    </HandCard>
  );
}

// ------------------------------------------------------------------ the yard

function Yard({ props, own }: { props: Props; own: SeatView }) {
  const putting = props.view.phase === "put" && props.legal.length > 0;
  const yard = yardOf(own);
  return (
    <div class="own" role="group" aria-label={t("capitol.yard.own")} onKeyDown={arrows}>
      <div class="plots">
        {SHAPES.map((shape) => (
          <RoofButton key={shape} props={props} own={own} shape={shape} />
        ))}
        {putting && (
          <Press
            at="work:new"
            seat={props.seat}
            class="fresh"
            taken={props.staged.value === "put new"}
            possible={props.legal.includes("put new")}
            would="put new"
            press={() => stage(props, "put new")}
          >
            <Named name={t("capitol.new_work")}>+</Named>
          </Press>
        )}
        {yard.map((plot) => (
          <YardButton key={plot.at} props={props} plot={plot} />
        ))}
        {yard.length === 0 && <p class="none">{t("capitol.yard.none")}</p>}
      </div>
      <Tools props={props} />
    </div>
  );
}

interface PressProps {
  at: string;
  seat: number | null;
  class?: string;
  disabled?: boolean;
  taken: boolean;
  possible: boolean;
  /** What pressing it would stage. */
  would: string | null;
  press(): void;
  children: ComponentChildren;
}

function Press(one: PressProps) {
  return (
    <button
      type="button"
      class={classes(`plot ${one.class ?? ""}`, { can: one.possible, chosen: one.taken })}
      data-at={one.at}
      data-target={`${one.at.replace(" ", ":")}:${one.seat}`}
      data-explain={one.at}
      disabled={one.disabled}
      aria-pressed={one.taken}
      onClick={one.press}
      {...considering(one.would)}
    >
      {one.children}
    </button>
  );
}

function RoofButton({ props, own, shape }: { props: Props; own: SeatView; shape: Shape }) {
  const { view, legal, seat, picked } = props;
  return (
    <Press
      at={`roof:${shape}`}
      seat={seat}
      class="stock"
      disabled={legal.length === 0 || view.phase !== "build"}
      taken={isChosen(props, "roof", { 2: shape })}
      possible={picked.value[0] === "roof" && possible(props, "roof", { 2: shape })}
      would={wouldStage(props, "roof", { 2: shape })}
      press={() => choose(props, "roof", { 2: shape })}
    >
      <Named name={roofsLeft(own, shape)}>
        <Roof shape={shape} seat={seat ?? 0} />
        <span class="left">×{own.roofs[shape]}</span>
      </Named>
    </Press>
  );
}

/** A floor is put on a site, a roof is put on it, or a finished building is settled. */
function YardButton({ props, plot }: { props: Props; plot: Plot }) {
  const { legal, staged, picked, seat } = props;
  const { height, shape } = plot;
  const putting = shape === null && props.view.phase === "put";
  const action = `put ${height}`;
  const verb = shape ? "permit" : "roof";
  const set = { 1: String(height), ...(shape && { 2: shape }) };
  return (
    <Press
      at={plot.at}
      seat={props.seat}
      disabled={legal.length === 0}
      taken={putting ? staged.value === action : isChosen(props, verb, set)}
      possible={
        putting ? legal.includes(action) : picked.value[0] === verb && possible(props, verb, set)
      }
      would={putting ? action : wouldStage(props, verb, set)}
      press={() => (putting ? stage(props, action) : choose(props, verb, set))}
    >
      <Piece plot={plot} seat={seat ?? 0} />
    </Press>
  );
}

/** Passing, or playing the chosen card for nothing. */
function Tools({ props }: { props: Props }) {
  const [verb, card = ""] = props.picked.value;
  if (props.view.phase !== "build" || props.legal.length === 0) return null;
  const idle = verb !== "pass" && props.legal.includes(`null ${card}`);
  return (
    <div class="tools">
      <button
        type="button"
        data-at={idle ? undefined : "pass"}
        aria-pressed={props.staged.value === (idle ? `null ${card}` : "pass")}
        onClick={() => stage(props, idle ? `null ${card}` : "pass")}
      >
        {t(idle ? "capitol.for_nothing" : "capitol.pass")}
      </button>
    </div>
  );
}

// ------------------------------------------------------------------- the bid

function Bid({ props }: { props: Props }) {
  const [laid, more] = [laidBy(props), chosenBid(props)];
  const cards = [...laid, ...more];
  const stopped = isTurning(props) || props.view.seats[props.seat ?? 0]!.done;
  return (
    <div class="own bid" role="group" aria-label={t("capitol.bid")}>
      <span class="pile">
        {cards.map((card, i) => (
          <span key={i} class={i < laid.length ? "laid" : "more"}>
            <CardArt card={card} />
          </span>
        ))}
      </span>
      <button
        type="button"
        class={`stop ${stopped ? "chosen" : ""}`}
        data-at="stop"
        data-explain="stop:"
        disabled={props.legal.length === 0}
        aria-label={t("capitol.stop")}
        aria-pressed={stopped || props.plan?.value != null || props.staged.value === "stop"}
        onClick={() => (props.plan ? plan(props, more) : stage(props, "stop"))}
      >
        <Art name="stop" />
      </button>
      <p class="total">
        <b>{bidSum(props) ?? "…"}</b>
        <span>{stopped ? t("capitol.sale.sealed") : t("capitol.bid.total")}</span>
        <span class="visually-hidden">
          {cards.length > 0 && list(cards.map((card) => word("capitol", card)))}
        </span>
      </p>
    </div>
  );
}
