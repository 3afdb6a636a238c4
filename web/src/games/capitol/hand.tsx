// One's own things: the yard with works, roofs and finished buildings, and the cards; in an auction
// the bid above the STOP card.
import type { ComponentChildren } from "preact";
import { list, t, word } from "../../words/words";
import { arrows } from "./keys";
import {
  bidOf,
  choose,
  chooseCard,
  forNothing,
  isChosen,
  plan,
  possible,
  stage,
  toggleBid,
  type Props,
} from "./choosing";
import { Building, CardArt, Roof, StopCard } from "./draw";
import { groups, splitBuilding } from "./things";
import {
  byCardOrder,
  DECKS,
  deckOf,
  SHAPES,
  sumOf,
  type Card,
  type SeatView,
  type Shape,
} from "./view";

export function Hand(props: Props) {
  const own = props.view.seats[props.seat ?? 0];
  if (!own) return null;
  const cards = DECKS.flatMap((deck) => own.hand[deck]).filter((card) => card !== null);
  const bidding = props.view.phase === "bid";
  return (
    <div class="capitol-world capitol-hand">
      {bidding ? <Bid props={props} /> : <Yard props={props} own={own} />}
      <div
        class={cards.length > 8 ? "cards many" : "cards"}
        role="group"
        aria-label={t("capitol.hand", { n: cards.length })}
        onKeyDown={arrows}
      >
        {(bidding ? [...cards].sort(byCardOrder) : cards).map((card, i, all) => (
          <HandCard
            key={`${card}:${nth(all, i)}`}
            props={props}
            card={card}
            nth={nth(all, i)}
          />
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
  return (
    <div class="own" role="group" aria-label={t("capitol.yard.own")} onKeyDown={arrows}>
      <div class="plots">
        {SHAPES.map((shape) => (
          <RoofButton key={shape} props={props} own={own} shape={shape} />
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
        {groups(own.works).map(([height, count]) => (
          <WorkButton key={`w${height}`} props={props} height={height} count={count} />
        ))}
        {groups(own.buildings).map(([building, count]) => (
          <BuildingButton key={building} props={props} building={building} count={count} />
        ))}
        {own.works.length + own.buildings.length === 0 && (
          <p class="none">{t("capitol.yard.none")}</p>
        )}
      </div>
      <Tools props={props} />
    </div>
  );
}

interface PlotProps {
  props: Props;
  label: string;
  at: string;
  count: number;
  taken: boolean;
  possible: boolean;
  press(): void;
  children: ComponentChildren;
}

function Plot(plot: PlotProps) {
  const idle = plot.props.legal.length === 0;
  return (
    <button
      type="button"
      class={`plot ${plot.possible ? "possible" : ""} ${plot.taken ? "taken" : ""}`}
      data-at={plot.at}
      disabled={idle}
      aria-pressed={plot.taken}
      onClick={plot.press}
    >
      <span class="visually-hidden">
        {plot.count > 1 ? `${plot.count} × ${plot.label}` : plot.label}
      </span>
      {plot.children}
      {plot.count > 1 && (
        <span class="times" aria-hidden="true">
          ×{plot.count}
        </span>
      )}
    </button>
  );
}

function RoofButton({ props, own, shape }: { props: Props; own: SeatView; shape: Shape }) {
  const roofing = props.picked.value[0] === "roof";
  const n = own.roofs[shape];
  return (
    <button
      type="button"
      class={`plot stock ${roofing && possible(props, "roof", { 2: shape }) ? "possible" : ""}`}
      data-at={`roof:${shape}`}
      disabled={props.legal.length === 0 || props.view.phase !== "build"}
      aria-pressed={isChosen(props, "roof", { 2: shape })}
      onClick={() => choose(props, "roof", { 2: shape })}
    >
      <span class="visually-hidden">
        {t("capitol.roofs", { n, shape: word("capitol", shape) })}
      </span>
      <Roof shape={shape} seat={props.seat ?? 0} />
      <span class="left" aria-hidden="true">
        ×{n}
      </span>
    </button>
  );
}

function WorkButton(work: { props: Props; height: number; count: number }) {
  const { props, height, count } = work;
  const putting = props.view.phase === "put";
  const name = String(height);
  const action = `put ${height}`;
  return (
    <Plot
      props={props}
      label={t("capitol.work", { height })}
      at={`work:${height}`}
      count={count}
      taken={putting ? props.staged.value === action : isChosen(props, "roof", { 1: name })}
      possible={
        putting
          ? props.legal.includes(action)
          : props.picked.value[0] === "roof" && possible(props, "roof", { 1: name })
      }
      press={() => (putting ? stage(props, action) : choose(props, "roof", { 1: name }))}
    >
      <Building height={height} seat={props.seat ?? 0} shape={null} />
    </Plot>
  );
}

function BuildingButton(one: { props: Props; building: string; count: number }) {
  const { props, building, count } = one;
  const [height, shape] = splitBuilding(building);
  const set = { 1: String(height), 2: shape };
  return (
    <Plot
      props={props}
      label={t("capitol.building", { height, shape: word("capitol", shape) })}
      at={`building:${building}`}
      count={count}
      taken={isChosen(props, "permit", set)}
      possible={props.picked.value[0] === "permit" && possible(props, "permit", set)}
      press={() => choose(props, "permit", set)}
    >
      <Building height={height} seat={props.seat ?? 0} shape={shape} />
    </Plot>
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
  const { laid, more } = bidOf(props);
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
        onClick={() => (props.plan ? plan(props, laid, more) : stage(props, "stop"))}
      >
        <StopCard />
      </button>
      <p class="total">
        <b>{sumOf(cards)}</b>
        <span>{stopped ? t("capitol.sale.sealed") : t("capitol.bid.total")}</span>
        <span class="visually-hidden">
          {cards.length > 0 && list(cards.map((card) => word("capitol", card)))}
        </span>
      </p>
    </div>
  );
}
