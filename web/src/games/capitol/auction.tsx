// The auction: piles of cards above a STOP card, sealed, then turned over together. A file of its own,
// since it lies over the map and beside it, and moves card by card.
import { num, one, word as wordOf, words } from "../../engine/lines";
import { list, t, tell, word } from "../../words/words";
import { useActing } from "../acting";
import { Explain } from "../parts";
import { Art, CardArt, CardBack, NoCard, Who } from "./art";
import type { Scene } from "../contract";
import { isTurning, type Props } from "./choose";
import { ruleName } from "./talk";
import { deckOf, tileOf, type Auction, type Card, type Tile } from "./view";

const hasWon = (auction: Auction | null, seat: number): boolean =>
  auction?.verdict["seat"] === seat;

/** What is on sale, who has laid a bid, and, while it is placed, what the bids were. */
export function Sale({ props, last }: { props: Props; last: Auction | null }) {
  const { view, names, facts } = props;
  const lot = one(facts, "tile");
  const placing = view.phase === "place";
  const stopped = view.seats.map(({ done }) => done || isTurning(props));
  return (
    <section class="sale" aria-label={t("capitol.sale")} data-explain={`tile:${tileOf(facts)}`}>
      <div class="lot" data-target={`tile:${tileOf(facts)}`}>
        <Art name={tileOf(facts)} />
        <span>{t("capitol.sale.number", { n: num(lot, "n"), most: num(lot, "most") })}</span>
      </div>
      <ul>
        {stopped.map((done, i) => (
          <li key={i} class={placing && hasWon(last, i) ? "won" : ""} data-target={`bid:${i}`}>
            <Who seat={i} names={names} />
            {placing && last ? (
              <span class="shown">
                {words(last.bids[i], "cards").map((card, at) => (
                  <CardArt key={at} card={card} />
                ))}
                <span class="visually-hidden">{cardNames(words(last.bids[i], "cards"))}</span>
              </span>
            ) : (
              <span class={done ? "pile sealed" : "pile"}>
                {done ? <CardBack /> : <NoCard />}
                <span class="visually-hidden">
                  {t(done ? "capitol.sale.sealed" : "capitol.sale.open")}
                </span>
              </span>
            )}
            {placing && last && (
              <span class="sum">
                {hasWon(last, i) && <Art name="laurel" />}
                {num(last.bids[i], "n")}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a tile is worth, and what becomes of the bids. */
export const saleOf = (tile: Tile): string =>
  `${t(`capitol.tile.${tile}`)} ${t("capitol.sale.bids")}`;

const cardNames = (cards: Card[]): string =>
  cards.length ? list(cards.map((card) => word("capitol", card))) : t("capitol.sale.nothing");

/** As the styles have it: how long a card takes to turn over, and what comes before and after. */
const [TURN_MS, REST_MS] = [420, 600];

/** All piles at once, card by card, until each comes to its STOP card. */
export function Reveal(reveal: { props: Props; auction: Auction; scene: Scene }) {
  const { auction, scene } = reveal;
  const { names, explain } = reveal.props;
  const tile = wordOf(auction.verdict, "tile") as Tile;
  const bids = auction.bids.map((bid) => words(bid, "cards"));
  const longest = Math.max(...bids.map((bid) => bid.length));
  // the log tells of the bids once the last card lies open
  const ms = (longest + 2) * TURN_MS + REST_MS;
  useActing(scene, { ends: [scene.events.length], ms, stays: true });
  return (
    <section
      class={scene.hurried ? "overlay reveal hurried" : "overlay reveal"}
      data-scene
      aria-label={t(`capitol.reveal.${tile}`)}
    >
      <header>
        <Art name={tile} />
        <h2>{t(`capitol.reveal.${tile}`)}</h2>
        <Explain label={ruleName("auctions")} press={() => explain("auctions")} />
      </header>
      <ul>
        {bids.map((bid, seat) => (
          <li key={seat} class={hasWon(auction, seat) ? "won" : ""} style={{ "--at": longest + 2 }}>
            <Who seat={seat} names={names} />
            <span class="row">
              {bid.map((card, i) => (
                <Turning key={i} at={i} card={card} />
              ))}
              <Turning at={bid.length} card={null} />
              <span class="visually-hidden">{cardNames(bid)}</span>
            </span>
            <b class="sum late" style={{ "--at": bid.length + 1 }}>
              {num(auction.bids[seat], "n")}
            </b>
          </li>
        ))}
      </ul>
      <p class="late verdict" style={{ "--at": longest + 2 }}>
        {"seat" in auction.verdict && <Art name="laurel" />}
        {tell("capitol", "event", auction.verdict, names)}
      </p>
      <button type="button" class="do" onClick={scene.done}>
        {t("capitol.go_on")}
      </button>
    </section>
  );
}

function Turning({ card, at }: { card: Card | null; at: number }) {
  return (
    <span class="turning" style={{ "--at": at }} aria-hidden="true">
      <span class="face">{card ? <CardArt card={card} /> : <Art name="stop" />}</span>
      <span class="rear">{card ? <CardBack deck={deckOf(card)} /> : <CardBack />}</span>
    </span>
  );
}
