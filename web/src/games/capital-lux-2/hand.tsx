// One's own cards, and the tray: what a draft, a power, a payment or a bonus asks for.
import type { ComponentChildren } from "preact";
import { num, one } from "../../engine/lines";
import { doing, sentence, word } from "../../words/words";
import { copyOf, unpick } from "../choose";
import type { BoardProps } from "../contract";
import { Choice, HandCard } from "../parts";
import { Art, CardFace, Chip } from "./art";
import { CARD, follow, offers } from "./choose";
import { GoldFigure } from "./seat";
import { cardName, cards, GAME, say, tileName } from "./talk";
import { accountOf, colour, isDistrict, less, type Card, type LuxView } from "./view";

type Props = BoardProps<LuxView>;

export function Hand(props: Props) {
  const { view } = props;
  if (props.seat === null || view.phase === "over") return null;
  if (view.phase === "draft") return <Draft {...props} />;
  if (props.legal.length > 0 && view.phase !== "play") return <Tray {...props} />;
  return <Play {...props} />;
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

interface FanProps {
  title: ComponentChildren;
  /** What it is called as a place. */
  at?: string;
  some?: Card[];
  /** How the nth copy of a card stands. */
  state?(card: Card, nth: number): { label: string; pressed: boolean; tap(): void };
  idle?: boolean;
  children?: ComponentChildren;
}

/** Cards side by side, to be tapped. */
const Fan = ({ title, at, some = [], state, idle = false, children }: FanProps) => (
  <div class="world night clx-hand">
    <h2>{title}</h2>
    <div class="clx-fan">
      {some.map((card, i) => (
        <HandCard
          key={`${card}.${copyOf(some, i)}`}
          card={card}
          at={`${at}.${card}.${copyOf(some, i)}`}
          class="clx-card"
          aria-disabled={idle}
          {...state!(card, copyOf(some, i))}
        >
          <CardFace card={card} />
        </HandCard>
      ))}
      {children}
    </div>
  </div>
);

// ---------------------------------------------------------------------- the draft

function Draft(props: Props) {
  const { view, seat, legal, picked } = props;
  const mine = view.seats[seat!]!;
  const packet = mine.packet.filter((card) => card !== null);
  const chosen = legal.length > 0 ? picked.value.slice(1) : (mine.choice ?? []);
  const kept = mine.hand.filter((card) => card !== null);
  const toggle = (card: Card, on: boolean): void => {
    if (legal.length === 0) return;
    const most = legal[0]!.split(" ").length - 1;
    const wanted = on ? less(chosen, [card]) : [...chosen, card].slice(-most);
    if (wanted.length === 0) unpick(props);
    else stagePair(props, wanted);
  };
  const state = (card: Card, nth: number) => {
    const pressed = nth < chosen.filter((each) => each === card).length;
    const label = say(pressed ? "card.kept" : "card.keep", { card: cardName(card) });
    return { pressed, label, tap: () => toggle(card, pressed) };
  };
  const held = kept.length > 0 && (
    <Held some={kept} title={`${say("kept")}: `}>
      {say("kept")}
    </Held>
  );
  const title = [say("packet", { n: chosen.length }), held];
  return <Fan title={title} at="packet" some={packet} state={state} idle={legal.length === 0} />;
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
  const inReplay = `${props.names[seat!]} · ${say("hand.size", { n: hand.length })}`;
  const words = picked.value.length > 0 ? picked.value : (staged.value?.split(" ") ?? []);
  const choose = (card: Card, nth: number, on: boolean): void => {
    if (legal.length === 0) props.why(`city ${card}`);
    else if (on) unpick(props);
    else {
      picked.value = [CARD, card, String(nth)];
      staged.value = null;
    }
  };
  const state = (card: Card, nth: number) => {
    const pressed = words[1] === card && Number(words[2] ?? 0) === nth;
    const tile = tileName(view.powers[colour(card)!]);
    const label = say("card.play", { card: cardName(card), tile });
    return { pressed, label, tap: () => choose(card, nth, pressed) };
  };
  return (
    <Fan
      title={props.replay ? inReplay : say("hand", { n: hand.length })}
      at="hand"
      some={hand}
      state={state}
      idle={legal.length === 0}
    >
      {hand.length === 0 && <p>{say("hand.empty")}</p>}
    </Fan>
  );
}

// ------------------------------------------------------------------------ the tray

/** What lies in the middle of a decision: the card or modifier drawn, and the words to choose. */
function Tray(props: Props) {
  const { view, facts, seat, legal, picked } = props;
  const { words, next } = offers(legal, picked.value);
  const hand = view.seats[seat!]!.hand.filter((card) => card !== null);
  const tile = view.phase === "power" ? view.powers[view.district!] : null;
  return (
    <div class="world night clx-hand clx-tray">
      <h2>
        {tile ? tileName(tile) : sentence(word(GAME, view.phase))}
        {view.phase === "pay" && (
          <GoldFigure gold={view.seats[seat!]!.gold} worth={num(accountOf(facts, seat!), "gold")} />
        )}
        <Held some={hand} title={`${say("hand", { n: hand.length })}: `} />
      </h2>
      <div class="clx-fan">
        {view.drawn.length === 1 && <Drawn what={view.drawn[0]!} />}
        {next.map((each) => (
          <Offer key={each} props={props} words={[...words, each]} />
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
      data-at="drawn"
      role="img"
      aria-label={say("drawn", { what: word(GAME, what) })}
    >
      {card ? <CardFace card={what} /> : word(GAME, what)}
    </span>
  );
}

const isCard = (text: string): boolean => /^[bpygx]\d$/.test(text);

/** A word of an action: a seat by its name. */
const wordFor = (said: string, names: string[]): string =>
  /^\d$/.test(said) ? (names[Number(said)] ?? said) : word(GAME, said);

/** An alternative, in words the whole action if nothing else is to be chosen. */
function Offer({ props, words }: { props: Props; words: string[] }) {
  const { legal, names, facts } = props;
  const next = words.at(-1)!;
  const action = follow(legal, words).join(" ");
  const whole = legal.includes(action) ? doing(GAME, action, names) : wordFor(next, names);
  const label = action === "pay" ? say("pay", { n: num(one(facts, "pay"), "n") }) : whole;
  return (
    <Choice
      on={props}
      action={action}
      class={`clx-offer ${isDistrict(next) ? `d-${next}` : ""} ${isCard(next) ? "card" : ""}`}
      label={label}
    >
      {isCard(next) && <CardFace card={next} />}
      {isDistrict(next) && <Art name={`emblem-${next}`} size={20} />}
      {next === "pay" && <Art name="coin" size={18} />}{" "}
      {next === "pay" || next === "lose" ? label : !isCard(next) && wordFor(next, names)}
    </Choice>
  );
}
