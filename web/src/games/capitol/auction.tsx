// The auction: piles of cards above a STOP card, sealed, then turned over together.
import { list, t, word } from "../../words/words";
import type { Props } from "./choosing";
import { Explain } from "./explain";
import { CardArt, CardBack, Laurel, Mark, NoCard, StopCard, TileArt } from "./draw";
import { deckOf, sumOf, tileOf, type Auction, type Card } from "./view";

/** What is on sale, who has laid a bid, and what the last bids were. */
export function Sale({ props, last }: { props: Props; last: Auction | null }) {
  const { view, names } = props;
  const placing = view.phase === "place";
  const before = last && last.round === view.round ? last : null;
  return (
    <section class="sale" aria-label={t("capitol.sale")}>
      <div class="lot">
        <TileArt tile={tileOf(view)} />
        <span>{t("capitol.sale.number", { n: view.auction })}</span>
      </div>
      <ul>
        {view.seats.map((seat, i) => (
          <li key={i} class={placing && before?.winner === i ? "won" : ""}>
            <span class="who">
              <Mark seat={i} />
              <span class="name">{names[i]}</span>
            </span>
            {placing && before ? (
              <Shown cards={before.bids[i] ?? []} />
            ) : (
              <Pile sealed={seat.done} />
            )}
            {before && (
              <span class={placing ? "sum" : "sum past"}>
                {before.winner === i && <Laurel />}
                {!placing && <span class="visually-hidden">{t("capitol.sale.before")} </span>}
                {sumOf(before.bids[i] ?? [])}
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

function Shown({ cards }: { cards: Card[] }) {
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
  const longest = Math.max(...auction.bids.map((bid) => bid.length));
  return (
    <section class="over reveal" aria-label={t(`capitol.reveal.${auction.tile}`)}>
      <header>
        <TileArt tile={auction.tile} />
        <h2>{t(`capitol.reveal.${auction.tile}`)}</h2>
        <Explain rule="auctions" explain={explain} />
      </header>
      <ul>
        {auction.bids.map((bid, seat) => (
          <li
            key={seat}
            class={auction.winner === seat ? "won" : ""}
            style={{ "--at": longest + 2 }}
          >
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
              {sumOf(bid)}
            </b>
          </li>
        ))}
      </ul>
      <p class="late verdict" style={{ "--at": longest + 2 }}>
        {auction.winner !== null && <Laurel />}
        {verdict(auction, names)}
      </p>
      <button type="button" class="do" onClick={close}>
        {t("capitol.go_on")}
      </button>
    </section>
  );
}

export function verdict(auction: Auction, names: string[]): string {
  if (auction.winner === null) return t("capitol.reveal.unsold");
  const n = sumOf(auction.bids[auction.winner]!);
  return t("capitol.reveal.won", { who: names[auction.winner] ?? "", n });
}

function Turning({ card, at }: { card: Card | null; at: number }) {
  return (
    <span class="turning" style={{ "--at": at }} aria-hidden="true">
      <span class="face">{card ? <CardArt card={card} /> : <StopCard />}</span>
      <span class="rear">{card ? <CardBack deck={deckOf(card)} /> : <CardBack />}</span>
    </span>
  );
}
