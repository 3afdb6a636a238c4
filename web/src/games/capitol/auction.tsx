// The auction: piles of cards above a STOP card, sealed, then turned over together.
import { num, one, word as wordOf, words } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { list, t, tell, word } from "../../words/words";
import { CardArt, CardBack, Laurel, Mark, NoCard, StopCard, TileArt } from "./art";
import type { Props } from "./choose";
import { Explain } from "./explain";
import { deckOf, tileOf, type Auction, type Card, type Tile } from "./view";

const hasWon = (auction: Auction | null, seat: number): boolean =>
  auction?.verdict["seat"] === seat;

/** What is on sale, who has laid a bid, and what the last bids were. */
export function Sale({ props, last }: { props: Props; last: Auction | null }) {
  const { view, names, facts } = props;
  const lot = one(facts, "tile");
  const placing = view.phase === "place";
  return (
    <section class="sale" aria-label={t("capitol.sale")}>
      <div class="lot">
        <TileArt tile={tileOf(facts)} />
        <span>{t("capitol.sale.number", { n: num(lot, "n"), most: num(lot, "most") })}</span>
      </div>
      <ul>
        {view.seats.map((seat, i) => (
          <li key={i} class={placing && hasWon(last, i) ? "won" : ""}>
            <span class="who">
              <Mark seat={i} />
              <span class="name">{names[i]}</span>
            </span>
            {placing && last ? <Shown bid={last.bids[i]} /> : <Pile sealed={seat.done} />}
            {last && (
              <span class={placing ? "sum" : "sum past"}>
                {hasWon(last, i) && <Laurel />}
                {!placing && <span class="visually-hidden">{t("capitol.sale.before")} </span>}
                {num(last.bids[i], "n")}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pile({ sealed }: { sealed: boolean }) {
  return (
    <span class={sealed ? "pile sealed" : "pile"}>
      {sealed ? <CardBack /> : <NoCard />}
      <span class="visually-hidden">{t(sealed ? "capitol.sale.sealed" : "capitol.sale.open")}</span>
    </span>
  );
}

const cardNames = (cards: Card[]): string =>
  cards.length ? list(cards.map((card) => word("capitol", card))) : t("capitol.sale.nothing");

function Shown({ bid }: { bid: Line | undefined }) {
  const cards = words(bid, "cards");
  return (
    <span class="shown">
      {cards.map((card, i) => (
        <CardArt key={i} card={card} />
      ))}
      <span class="visually-hidden">{cardNames(cards)}</span>
    </span>
  );
}

/** All piles at once, card by card, until each comes to its STOP card. */
export function Reveal(reveal: { props: Props; auction: Auction; close(): void }) {
  const { auction, close } = reveal;
  const { names, explain } = reveal.props;
  const tile = wordOf(auction.verdict, "tile") as Tile;
  const bids = auction.bids.map((bid) => words(bid, "cards"));
  const longest = Math.max(...bids.map((bid) => bid.length));
  return (
    <section class="over reveal" aria-label={t(`capitol.reveal.${tile}`)}>
      <header>
        <TileArt tile={tile} />
        <h2>{t(`capitol.reveal.${tile}`)}</h2>
        <Explain rule="auctions" explain={explain} />
      </header>
      <ul>
        {bids.map((bid, seat) => (
          <li key={seat} class={hasWon(auction, seat) ? "won" : ""} style={{ "--at": longest + 2 }}>
            <span class="who">
              <Mark seat={seat} />
              <span class="name">{names[seat]}</span>
            </span>
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
        {"seat" in auction.verdict && <Laurel />}
        {tell("capitol", "event", auction.verdict, names)}
      </p>
      <button type="button" class="do" onClick={close}>
        {t("capitol.go_on")}
      </button>
    </section>
  );
}

function Turning({ card, at }: { card: Card | null; at: number }) {
  return (
    <span class="turning" style={{ "--at": at }} aria-hidden="true">
      <span class="face">{card ? <CardArt card={card} /> : <StopCard />}</span>
      <span class="rear">{card ? <CardBack deck={deckOf(card)} /> : <CardBack />}</span>
    </span>
  );
}
