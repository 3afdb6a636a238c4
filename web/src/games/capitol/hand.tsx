// One's own things: the yard with works, roofs and finished buildings, and the cards; in an auction
// the bid above the STOP card.
import type { ComponentChildren } from "preact";
import { list, t, word } from "../../words/words";
import { Building, CardArt, Roof, StopCard } from "./art";
import {
  bidOf,
  choose,
  chooseCard,
  forNothing,
  handInOrder,
  isChosen,
  plan,
  possible,
  stage,
  toggleBid,
  type Props,
} from "./choose";
import { arrows } from "./keys";
import { yardOf, type Plot } from "./things";
import { deckOf, handOf, SHAPES, type Card, type SeatView, type Shape } from "./view";

export function Hand(props: Props) {
  const own = props.view.seats[props.seat ?? 0];
  if (!own) return null;
  const bidding = props.view.phase === "bid";
  const cards = bidding ? handInOrder(props) : handOf(own).filter((card) => card !== null);
  return (
    <div class="capitol-world capitol-hand">
      {bidding ? <Bid props={props} /> : <Yard props={props} own={own} />}
      <div
        class={cards.length > 8 ? "cards many" : "cards"}
        role="group"
        aria-label={t("capitol.hand", { n: cards.length })}
        onKeyDown={arrows}
      >
        {cards.map((card, i) => (
          <HandCard key={`${card}:${nth(cards, i)}`} props={props} card={card} nth={nth(cards, i)} />
        ))}
        {cards.length === 0 && <p class="none">{t("capitol.hand.none")}</p>}
      </div>
    </div>
  );
}

/** Which of several equal cards this one is. */
const nth = (cards: Card[], at: number): number =>
  cards.slice(0, at).filter((card) => card === cards[at]).length;

// ------------------------------------------------------------------- cards

interface CardProps {
  props: Props;
  card: Card;
  nth: number;
}

function HandCard({ props, card, nth }: CardProps) {
  const { view, legal, picked } = props;
  const bidding = view.phase === "bid";
  const { laid, more } = bidOf(props);
  const building = view.phase === "build" && legal.length > 0;
  const down = laid.filter((one) => one === card).length;
  const taken = bidding
    ? nth < down + more.filter((one) => one === card).length
    : nth === 0 && picked.value.length > 0 && picked.value[1] === card;
  const usable = building || (bidding && (legal.includes(`bid ${card}`) || taken) && nth >= down);
  const useful = legal.some((action) => action.startsWith(`${deckOf(card)} ${card}`));
  const press = (): void => {
    if (bidding) toggleBid(props, card, nth - down);
    else chooseCard(props, card);
  };
  return (
    <button
      type="button"
      class={`card ${taken ? "taken" : ""} ${building && !useful ? "idle" : ""}`}
      data-at={`card:${card}:${nth}`}
      data-card={card}
      disabled={!usable}
      aria-pressed={taken}
      aria-label={cardLabel(card, bidding, building && !useful)}
      onClick={press}
    >
      <CardArt card={card} />
    </button>
  );
}

function cardLabel(card: Card, bidding: boolean, idle: boolean): string {
  const what = bidding ? "bid" : idle ? "idle" : deckOf(card);
  return `${word("capitol", card)}: ${t(`capitol.card.${what}`)}`;
}

// ------------------------------------------------------------------ the yard

function Yard({ props, own }: { props: Props; own: SeatView }) {
  const putting = props.view.phase === "put" && props.legal.length > 0;
  const yard = yardOf(own);
  return (
    <div class="own" role="group" aria-label={t("capitol.yard.own")} onKeyDown={arrows}>
      <div class="plots">
        {SHAPES.map((shape) => (
          <RoofButton key={shape} props={props} left={own.roofs[shape]} shape={shape} />
        ))}
        {putting && (
          <button
            type="button"
            class={`plot fresh ${props.legal.includes("put new") ? "possible" : ""}`}
            data-at="work:new"
            aria-label={t("capitol.new_work")}
            aria-pressed={props.staged.value === "put new"}
            onClick={() => stage(props, "put new")}
          >
            +
          </button>
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
  class: string;
  label: string;
  disabled: boolean;
  taken: boolean;
  possible: boolean;
  press(): void;
  children: ComponentChildren;
}

function Press(one: PressProps) {
  return (
    <button
      type="button"
      class={`plot ${one.class} ${one.possible ? "possible" : ""} ${one.taken ? "taken" : ""}`}
      data-at={one.at}
      disabled={one.disabled}
      aria-pressed={one.taken}
      onClick={one.press}
    >
      <span class="visually-hidden">{one.label}</span>
      {one.children}
    </button>
  );
}

function RoofButton({ props, left, shape }: { props: Props; left: number; shape: Shape }) {
  const { view, legal, seat, picked } = props;
  return (
    <Press
      at={`roof:${shape}`}
      class="stock"
      label={t("capitol.roofs", { n: left, shape: word("capitol", shape) })}
      disabled={legal.length === 0 || view.phase !== "build"}
      taken={isChosen(props, "roof", { 2: shape })}
      possible={picked.value[0] === "roof" && possible(props, "roof", { 2: shape })}
      press={() => choose(props, "roof", { 2: shape })}
    >
      <Roof shape={shape} seat={seat ?? 0} />
      <span class="left" aria-hidden="true">
        ×{left}
      </span>
    </Press>
  );
}

/** A floor is put on a site, a roof is put on it, or a finished building is settled. */
function YardButton({ props, plot }: { props: Props; plot: Plot }) {
  const { legal, staged, picked, seat } = props;
  const { height, shape, count, label } = plot;
  const putting = shape === null && props.view.phase === "put";
  const action = `put ${height}`;
  const verb = shape ? "permit" : "roof";
  const set = { 1: String(height), ...(shape && { 2: shape }) };
  return (
    <Press
      at={plot.at}
      class=""
      label={count > 1 ? `${count} × ${label}` : label}
      disabled={legal.length === 0}
      taken={putting ? staged.value === action : isChosen(props, verb, set)}
      possible={
        putting
          ? legal.includes(action)
          : picked.value[0] === verb && possible(props, verb, set)
      }
      press={() => (putting ? stage(props, action) : choose(props, verb, set))}
    >
      <Building height={height} seat={seat ?? 0} shape={shape} />
      {count > 1 && (
        <span class="times" aria-hidden="true">
          ×{count}
        </span>
      )}
    </Press>
  );
}

/** Passing, and playing a card for nothing. */
function Tools({ props }: { props: Props }) {
  const { legal, picked } = props;
  if (props.view.phase !== "build" || legal.length === 0) return null;
  const card = picked.value[1] ?? "";
  return (
    <div class="tools">
      {picked.value[0] !== "pass" && legal.includes(`null ${card}`) ? (
        <button
          type="button"
          aria-pressed={picked.value[0] === "null"}
          onClick={() =>
            picked.value[0] === "null" ? chooseCard(props, card) : forNothing(props, card)
          }
        >
          {t("capitol.for_nothing")}
        </button>
      ) : (
        <button
          type="button"
          aria-pressed={props.staged.value === "pass"}
          onClick={() => stage(props, "pass")}
        >
          {t("capitol.pass")}
        </button>
      )}
    </div>
  );
}

// ------------------------------------------------------------------- the bid

function Bid({ props }: { props: Props }) {
  const { laid, more, n } = bidOf(props);
  const cards = [...laid, ...more];
  const own = props.view.seats[props.seat ?? 0]!;
  const stopped = own.done;
  return (
    <div class="own bid" role="group" aria-label={t("capitol.bid")}>
      <span class="pile">
        {cards.map((card, i) => (
          <span key={i} class={i < laid.length ? "laid" : "ghost"}>
            <CardArt card={card} />
          </span>
        ))}
      </span>
      <button
        type="button"
        class={`stop ${stopped ? "taken" : ""}`}
        data-at="stop"
        disabled={props.legal.length === 0}
        aria-label={t("capitol.stop")}
        aria-pressed={stopped || props.plan?.value != null || props.staged.value === "stop"}
        onClick={() => (props.plan ? plan(props, more) : stage(props, "stop"))}
      >
        <StopCard />
      </button>
      <p class="total">
        <b>{n}</b>
        <span>{stopped ? t("capitol.sale.sealed") : t("capitol.bid.total")}</span>
        <span class="visually-hidden">
          {cards.length > 0 && list(cards.map((card) => word("capitol", card)))}
        </span>
      </p>
    </div>
  );
}
