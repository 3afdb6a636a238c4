// One's own cards, and the tray: what a draft, a power, a payment or a bonus asks for.
import type { ComponentChildren } from "preact";
import { num, one } from "../../engine/lines";
import { doing, sentence, word } from "../../words/words";
import { copyOf, pick, unpick } from "../choose";
import type { BoardProps } from "../contract";
import { cardName, CardFace, Chip, Coin, Emblem, GAME, tileName } from "./art";
import { CARD, follow, offers } from "./choose";
import { GoldFigure } from "./seat";
import { cards, say } from "./talk";
import { colour, isDistrict, less, type Card, type LuxView } from "./view";

type Props = BoardProps<LuxView>;

export function Hand(props: Props) {
  const { view } = props;
  if (props.seat === null) return null;
  if (view.phase === "over") return null;
  // a moment of a round's end: nobody has a hand
  if (view.phase === "pay" && view.turn === null)
    return <Cards title={say("hand", { n: 0 })}>{null}</Cards>;
  if (view.phase === "draft") return <Draft {...props} />;
  if (props.legal.length > 0 && view.phase !== "play") return <Tray {...props} />;
  return <Play {...props} />;
}

function CardButton(props: {
  card: Card;
  at: string;
  label: string;
  pressed: boolean;
  idle?: boolean;
  tap(): void;
}) {
  return (
    <button
      type="button"
      class="card clx-card"
      data-at={props.at}
      data-explain={`card:${props.card}`}
      aria-pressed={props.pressed}
      aria-disabled={props.idle ?? false}
      aria-label={props.label}
      onClick={props.tap}
    >
      <CardFace card={props.card} />
    </button>
  );
}

/** Cards in the hand while something else is chosen. */
function Held(props: { some: Card[]; title: string; children?: ComponentChildren }) {
  const { some, title, children } = props;
  return (
    <span class="clx-kept" role="img" aria-label={title + cards(some)}>
      {children}
      {some.map((card, i) => (
        <Chip key={i} card={card} at={`hand.${card}.${copyOf(some, i)}`} />
      ))}
    </span>
  );
}

function Cards({ title, children }: { title: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class="world night clx-hand">
      <h2>{title}</h2>
      <div class="clx-fan">{children}</div>
    </div>
  );
}

// ---------------------------------------------------------------------- the draft

function Draft(props: Props) {
  const { view, seat, legal, picked } = props;
  const mine = view.seats[seat!]!;
  const packet = mine.packet.filter((card) => card !== null);
  const chosen = legal.length > 0 ? picked.value.slice(1) : (mine.choice ?? []);
  const kept = mine.hand.filter((card) => card !== null);
  const count = (card: Card) => chosen.filter((each) => each === card).length;
  const toggle = (card: Card, on: boolean): void => {
    if (legal.length === 0) return;
    const most = legal[0]!.split(" ").length - 1;
    const wanted = on ? less(chosen, [card]) : [...chosen, card].slice(-most);
    if (wanted.length === 0) unpick(props);
    else stagePair(props, wanted);
  };
  return (
    <Cards
      title={
        <>
          {say("packet", { n: chosen.length })}
          {kept.length > 0 && (
            <Held some={kept} title={`${say("kept")}: `}>
              {say("kept")}
            </Held>
          )}
        </>
      }
    >
      {packet.map((card, i) => {
        const on = copyOf(packet, i) < count(card);
        return (
          <CardButton
            key={i}
            card={card}
            at={`packet.${card}.${copyOf(packet, i)}`}
            label={say(on ? "card.kept" : "card.keep", { card: cardName(card) })}
            pressed={on}
            idle={legal.length === 0}
            tap={() => toggle(card, on)}
          />
        );
      })}
    </Cards>
  );
}

/** Two cards in either order are one action. */
function stagePair({ legal, picked, staged }: Props, pair: Card[]): void {
  const [a, b] = pair;
  picked.value = ["keep", ...pair];
  staged.value =
    legal.find((each) => each === `keep ${a} ${b}` || each === `keep ${b} ${a}`) ?? null;
}

// ------------------------------------------------------------------------ the play

function Play(props: Props) {
  const { view, seat, legal, picked, staged } = props;
  const hand = view.seats[seat!]!.hand.filter((card) => card !== null);
  const words = picked.value.length > 0 ? picked.value : (staged.value?.split(" ") ?? []);
  const card = words[1];
  const copy = Number(words[2] ?? 0);
  const choose = (wanted: Card, which: number, on: boolean): void => {
    if (legal.length === 0) props.why(`city ${wanted}`);
    else if (on) unpick(props);
    else {
      picked.value = [CARD, wanted, String(which)];
      staged.value = null;
    }
  };
  return (
    <Cards title={say("hand", { n: hand.length })}>
      {hand.map((each, i) => {
        const which = copyOf(hand, i);
        const on = card === each && copy === which;
        return (
          <CardButton
            key={`${each}.${which}`}
            card={each}
            at={`hand.${each}.${which}`}
            label={say("card.play", {
              card: cardName(each),
              tile: tileName(view.powers[colour(each)!]),
            })}
            pressed={on}
            idle={legal.length === 0}
            tap={() => choose(each, which, on)}
          />
        );
      })}
      {hand.length === 0 && <p>{say("hand.empty")}</p>}
    </Cards>
  );
}

// ------------------------------------------------------------------------ the tray

/** What lies in the middle of a decision: the card or modifier drawn, and the words to choose. */
function Tray(props: Props) {
  const { view, seat, legal, picked } = props;
  const { words, next } = offers(legal, picked.value);
  const hand = view.seats[seat!]!.hand.filter((card) => card !== null);
  const tile = view.phase === "power" ? view.powers[view.district!] : null;
  return (
    <div class="world night clx-hand clx-tray">
      <h2>
        {tile ? tileName(tile) : sentence(word(GAME, view.phase))}
        {view.phase === "pay" && <GoldFigure gold={view.seats[seat!]!.gold} />}
        <Held some={hand} title={`${say("hand", { n: hand.length })}: `} />
      </h2>
      <div class="clx-fan">
        {view.drawn.length === 1 && <Drawn what={view.drawn[0]!} />}
        {next.map((each) => (
          <Offer
            key={each}
            props={props}
            words={[...words, each]}
            label={offerName(props, words, each)}
          />
        ))}
        {picked.value.length > 1 && (
          <button type="button" class="clx-offer back" onClick={() => unpick(props)}>
            {say("back")}
          </button>
        )}
      </div>
    </div>
  );
}

function Drawn({ what }: { what: string }) {
  const card = isCard(what);
  return (
    <span
      class={card ? "clx-drawn" : "clx-modifier"}
      role="img"
      aria-label={say("drawn", { what: word(GAME, what) })}
    >
      {card ? <CardFace card={what} /> : word(GAME, what)}
    </span>
  );
}

const isCard = (text: string): boolean => /^[bpygx][1-6]$/.test(text);
const SEAT = /^\d$/;

/** An alternative in words: the whole action if nothing else is to be chosen. */
function offerName({ legal, names, facts }: Props, words: string[], next: string): string {
  const whole = follow(legal, [...words, next]).join(" ");
  if (whole === "pay") return say("pay", { n: num(one(facts, "pay"), "n") });
  if (legal.includes(whole)) return doing(GAME, whole, names);
  if (SEAT.test(next)) return names[Number(next)] ?? next;
  return word(GAME, next);
}

function Offer({ props, words, label }: { props: Props; words: string[]; label: string }) {
  const { legal, staged, names } = props;
  const whole = follow(legal, words);
  const next = words.at(-1)!;
  return (
    <button
      type="button"
      class={`clx-offer ${isDistrict(next) ? `d-${next}` : ""} ${isCard(next) ? "card" : ""}`}
      aria-pressed={staged.value === whole.join(" ")}
      aria-label={label}
      title={label}
      onClick={() => pick(props, ...whole)}
    >
      <OfferFace next={next} names={names} label={label} />
    </button>
  );
}

function OfferFace({ next, names, label }: { next: string; names: string[]; label: string }) {
  if (isCard(next)) return <CardFace card={next} />;
  if (next === "lose") return <>{label}</>;
  return (
    <>
      {isDistrict(next) && <Emblem hue={next} size={20} />}
      {next === "pay" && <Coin size={18} />}{" "}
      {next === "pay" ? label : SEAT.test(next) ? names[Number(next)] : word(GAME, next)}
    </>
  );
}
