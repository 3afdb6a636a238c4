// One's own cards and family: what can be tapped in each phase.
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { num, one } from "../../engine/lines";
import type { Line, Reason } from "../../engine/types";
import { arrows } from "../../ui/keys";
import { SeatMark } from "../../ui/seat";
import { because, figure, money, t, tell, word } from "../../words/words";
import { canBegin, compose, considering, copyOf, pick, unpick, whole } from "../choose";
import type { BoardProps, Explained } from "../contract";
import { Choice, Choices, classes, HandCard } from "../parts";
import { Art } from "./art";
import { chosenCard, takesMember } from "./choose";
import { Disc, Guards, lengthOf, memberName, whereabouts, type Member } from "./pieces";
import { Albums, Track } from "./seat";
import { guardsOf, pieceAt } from "./targets";
import { demand, figureOf, forceWords, goalOf, kindOf, readForce, valueOf } from "./view";
import type { CaponeView, Card, Force } from "./view";

type Props = BoardProps<CaponeView> & { seat: number };

/** What a card does, for the one who holds it. */
function explain({ view, facts, names, seat }: Props, card: Card): string {
  const last = one(facts, "last", { seat, card });
  const kind = kindOf(view, card);
  const brings = kind === "legal" ? figureOf(facts, "legal", seat) : valueOf(facts, card);
  if (last) return tell("capone", "fact", last, names);
  const text = kind === "other" ? card : kind === "legal" && brings === 0 ? "legal.none" : kind;
  return t(`capone.card.${text}`, { money: money(brings) });
}

const cardName = (props: Props, card: Card): string =>
  `${word("capone", card)}. ${explain(props, card)}`;

/** A card with its text, and why it cannot be used now. */
export function explainCard(props: Props, card: Card): Explained {
  const { view, legal } = props;
  const text = explain(props, card);
  const title = word("capone", card);
  const usable = view.phase !== "play" || legal.length === 0 || canBegin(legal, ["use", card]);
  const kind = kindOf(view, card);
  const picture = (
    <div class="capone-hand large" aria-hidden="true">
      <span {...lookOf(props, card, "visiting")}>
        <Art name={card} />
      </span>
    </div>
  );
  if (usable) return { title, text, picture };
  if (kind === "illegal") return { title, text, picture, action: `use ${card} 1` };
  if (kind === "legal") return { title, text, picture, action: `use ${card}` };
  return { title, picture, text: `${text} ${t("capone.hand.unusable", { card: title })}.` };
}

/** A card's class and value. */
function lookOf({ view, facts }: Props, card: Card, look: string) {
  const value = valueOf(facts, card);
  const kind = kindOf(view, card);
  return {
    class: `${look} ${kind} value-${value}`,
    "data-value": kind === "illegal" ? value : undefined,
  };
}

/** How a card of the hand stands. */
interface CardState {
  pressed: boolean;
  stamp: string | false;
  /** It can only be thrown away. */
  useless?: boolean;
  label: string;
  tap(): void;
  /** What a tap would stage. */
  would?: string | null;
}

/** One's own visiting cards; `mine`: they can be tapped. */
function Cards(props: Props & { mine: boolean; state(card: Card, i: number): CardState }) {
  const cards = cardsOf(props);
  return (
    <ul class="cards" aria-label={t("capone.hand.cards")}>
      {cards.map((card, i) => {
        const { stamp, useless, tap, would = null, ...state } = props.state(card, i);
        const name = word("capone", card);
        return (
          <li key={i}>
            <HandCard
              {...lookOf(props, card, classes("visiting", { useless }))}
              {...state}
              card={card}
              at={`hand.${card}`}
              aria-disabled={!props.mine}
              tap={() => props.mine && tap()}
              {...considering(would)}
            >
              <Art name={card} />
              <span class={`label ${lengthOf(...name.split(" "))}`}>{name}</span>
              {stamp && <span class="stamp">{stamp}</span>}
            </HandCard>
          </li>
        );
      })}
      {cards.length === 0 && <li class="quiet">{t("capone.hand.none")}</li>}
    </ul>
  );
}

const cardsOf = ({ view, seat }: Props): Card[] =>
  view.seats[seat]!.hand.filter((card) => card !== null);

/** Any cards may be given back: taps choose them, and what is chosen is staged at once. */
function SwapCards(props: Props) {
  const cards = cardsOf(props);
  const chosen = useSignal<boolean[]>([]);
  const mine = canBegin(props.legal, ["swap"]);
  /** Nothing has been chosen as long as all are kept. */
  const stage = (): void => {
    const given = cards.filter((_, i) => chosen.value[i]);
    compose(props, ["swap", ...given]);
    if (given.length === 0) props.picked.value = [];
  };
  const given = props.staged.value !== null;
  useLayoutEffect(() => {
    if (given) return;
    chosen.value = cards.map(() => false);
    if (mine) stage();
  }, [props.view, given]);
  const state = (card: Card, i: number): CardState => {
    const on = chosen.value[i] ?? false;
    const label = on ? t("capone.hand.swapping", { card: word("capone", card) }) : "";
    const tap = (): void => {
      chosen.value = cards.map((_, k) => (k === i) !== (chosen.value[k] ?? false));
      stage();
    };
    return { pressed: on, stamp: on && "↻", label: label || cardName(props, card), tap };
  };
  return <Cards {...props} mine={mine} state={state} />;
}

/** What is picked of a card that cannot be used: it is looked at, and nothing is staged. */
const LOOK = "look";

/** Tapping a card takes it up; a card that cannot be used is shown with what it would do. */
function PlayCards(props: Props) {
  const { view, legal, picked } = props;
  const [verb = "", held = ""] = picked.value;
  const first = ["use", "discard", LOOK].includes(verb) ? cardsOf(props).indexOf(held) : -1;
  const mine = view.phase === "play" && legal.length > 0;
  const state = (card: Card, i: number): CardState => {
    const usable = canBegin(legal, ["use", card]);
    const useless = mine && !usable;
    const name = { card: word("capone", card) };
    return {
      pressed: i === first,
      stamp: i === first && verb === "discard" && "✕",
      useless,
      label: useless ? t("capone.hand.unusable", name) : cardName(props, card),
      tap: () => (i === first ? unpick(props) : pick(props, usable ? "use" : LOOK, card)),
      would: mine ? whole(legal, ["use", card]) : null,
    };
  };
  return <Cards {...props} mine={mine} state={state} />;
}

/** Whom the card taken up is to hit, where more than one stands on the space. */
function Victims({ on, card }: { on: Props; card: Card }) {
  const [, , place = "", space] = on.picked.value;
  if (kindOf(on.view, place) !== "illegal" || !space || !takesMember(on.view, card)) return null;
  return (
    <Choices
      on={on}
      begin={`use ${card} ${place} ${space} `}
      class="capone-chip victim"
      face={(words) => <Disc member={Number(words[4])} />}
    />
  );
}

/** From whom protection money can be taken. */
function Payers({ on }: { on: Props }) {
  const pays = (seat: number): string => money(figureOf(on.facts, "protection", seat));
  return (
    <Choices
      on={on}
      begin="use protection "
      class={(words) => `capone-chip seat-${words[2]}`}
      name={([, , seat]) =>
        t("capone.hand.pays", { who: on.names[Number(seat)] ?? "", money: pays(Number(seat)) })
      }
      face={([, , seat]) => [<SeatMark seat={Number(seat)} />, " ", pays(Number(seat))]}
    />
  );
}

/** What remains to be said of the card taken up: whom, from whom, or away with it. */
function Details(props: Props) {
  const { view, facts, names, legal, picked } = props;
  const looked = picked.value[0] === "discard" || picked.value[0] === LOOK;
  const card = chosenCard(picked.value) ?? (looked ? (picked.value[1] ?? null) : null);
  if (!card || view.phase !== "play") return [<AtHome {...props} />, <Bail {...props} />];
  const usable = canBegin(legal, ["use", card]);
  const seen = picked.value[0] === "discard" && facts.find(({ id }) => id.startsWith("discards"));
  return (
    <div class="details">
      <p class="what">
        {!usable && `${t("capone.hand.unusable", { card: word("capone", card) })}. `}
        {seen ? tell("capone", "fact", seen, names) : explain(props, card)}
      </p>
      <div class="choices-row">
        <Victims on={props} card={card} />
        {card === "protection" && <Payers on={props} />}
        <Choice on={props} action={`discard ${card}`} class="capone-chip discard">
          {t("capone.hand.discard")}
        </Choice>
      </div>
    </div>
  );
}

/** Members who can be bought out of prison. */
const Bail = (props: Props) =>
  canBegin(props.legal, ["bail"]) && (
    <div class="choices-row">
      <Choices on={props} begin="bail " class="capone-chip" />
    </div>
  );

const pieceName = (member: number): string => t("capone.force.piece", memberName(member));

/** Who is at home, and the how manieth of equal value. */
function atHome({ view, seat }: Props): (Member & { nth: number })[] {
  const home = whereabouts(view, seat).filter(({ where }) => where === "home");
  const values = home.map(({ member }) => member);
  return home.map((one, i) => ({ ...one, nth: copyOf(values, i) }));
}

/** Who is at home, to be seen; in the force phase to be tapped. */
function AtHome(props: Props) {
  const { seat } = props;
  const { guards } = props.view.seats[seat]!.home;
  return (
    <ul class={`at-home seat-${seat}`} data-at="home" aria-label={t("capone.hand.home")}>
      {atHome(props).map(({ member, twin, nth }) => (
        <li
          key={`${member}.${twin}`}
          data-target={pieceAt(seat, member, nth)}
          data-explain={`member:${seat}:${member}:${twin}`}
          aria-label={pieceName(member)}
        >
          <Disc member={member} twin={twin} />
        </li>
      ))}
      <li
        data-target={guardsOf(seat)}
        aria-label={t("capone.force.guards", { n: guards, all: guards })}
      >
        <Guards n={guards} />
      </li>
    </ul>
  );
}

/** The pieces chosen so far: by taps, or from the list of all actions. */
function composed({ picked, staged }: Props): Force {
  const words = picked.value[0] === "force" ? picked.value : (staged.value ?? "").split(" ");
  return readForce(words[0] === "force" ? words.slice(1) : []);
}

const without = (members: number[], member: number): number[] =>
  members.filter((_, i) => i !== members.indexOf(member));

/** What is missing of the only force that can be sent, as in a lesson; null: other pieces are chosen. */
function missing(props: Props): Force | null {
  const [only = "", other] = props.legal;
  const [sent, whole] = [composed(props), readForce(other ? [] : only.split(" ").slice(1))];
  const members = sent.members.reduce(without, whole.members);
  const guards = whole.guards - sent.guards;
  const isPart = members.length + sent.members.length === whole.members.length && guards >= 0;
  return isPart ? { members, guards } : null;
}

/** Composes a force: taps on members, a count of bodyguards, and what the space says to it. */
function Composer(props: Props) {
  const { view, facts, seat, legal, picked } = props;
  const twins = useSignal<Record<number, number>>({});
  const home = atHome(props);
  const { guards } = view.seats[seat]!.home;
  const force = composed(props);
  const words = (members: number[], guards: number) => [
    "force",
    ...forceWords({ members, guards }),
  ];
  const set = (members: number[], count: number): void => compose(props, words(members, count));
  useLayoutEffect(() => {
    if (one(facts, "fixed") && legal.length === 1 && picked.value[0] !== "force")
      compose(props, legal[0]!.split(" "));
  }, [view, picked.value]);
  const isOn = (member: number, i: number): boolean => {
    const sent = force.members.filter((one) => one === member).length;
    const all = home.filter((one) => one.member === member).length;
    return sent === all || (sent > 0 && (twins.value[member] ?? 0) === i);
  };
  const toggle = (member: number, i: number): void => {
    const on = isOn(member, i);
    twins.value = { ...twins.value, [member]: on ? 1 - i : i };
    set(on ? without(force.members, member) : [...force.members, member], force.guards);
  };
  const withMember = (member: number): string | null => {
    const action = words([...force.members, member], force.guards).join(" ");
    return legal.includes(action) ? action : null;
  };
  const counted = t("capone.force.guards", { n: force.guards, all: guards });
  const wanted = missing(props);
  const by = (id: string, more: number, label: string) => (
    <button
      type="button"
      data-at={wanted && more <= wanted.guards ? `send.${id}` : undefined}
      aria-label={t(`capone.force.${id}`)}
      disabled={force.guards + more < 0 || force.guards + more > guards}
      onClick={() => set(force.members, force.guards + more)}
    >
      {label}
    </button>
  );
  return (
    <div class={`composer seat-${seat}`}>
      <ul class="recruits" aria-label={t("capone.hand.home")}>
        {home.map(({ member, twin, nth }) => (
          <li key={`${member}.${twin}`}>
            <button
              type="button"
              class="recruit"
              data-member={member}
              data-at={wanted?.members.includes(member) ? `send.${member}` : undefined}
              data-target={pieceAt(seat, member, nth)}
              data-explain={`member:${seat}:${member}:${twin}`}
              aria-pressed={isOn(member, nth)}
              aria-label={pieceName(member)}
              onClick={() => toggle(member, nth)}
              {...considering(isOn(member, nth) ? null : withMember(member))}
            >
              <Disc member={member} twin={twin} />
              <span class="named" aria-hidden="true">
                {memberName(member).member}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div class="lower">
        <div class="guard-row" role="group" data-target={guardsOf(seat)} aria-label={counted}>
          {by("fewer", -1, "−")}
          <output aria-label={counted}>
            <Art name="block" />
            <b>
              {figure(force.guards)}
              <small>/{figure(guards)}</small>
            </b>
          </output>
          {by("more", 1, "+")}
        </div>
        <Scale {...props} />
      </div>
    </div>
  );
}

/** What is wrong with the pieces, in the engine's words. */
function useVerdict(props: Props): { kind: string; text: string } {
  const { picked, staged, why } = props;
  const reason = useSignal<Reason | null>(null);
  const none = missing(props) !== null;
  useLayoutEffect(() => {
    const asked = picked.value;
    reason.value = null;
    if (!staged.value && !none)
      why(asked.join(" "), (found) => {
        if (picked.value === asked) reason.value = found;
      });
  }, [picked.value, staged.value]);
  const kind = staged.value ? "good" : none && "none";
  if (kind) return { kind, text: t(`capone.force.${kind}`) };
  return {
    kind: reason.value?.id.split(".").at(-1) ?? "asking",
    text: reason.value ? because(reason.value) : "",
  };
}

/** What all the pieces are worth that would stand there. */
function totalOf(facts: Line[], { members, guards }: Force): number {
  const sent = [...members, num(one(facts, "guard"), "n") * guards];
  return sent.reduce((a, b) => a + b, num(demand(facts), "there"));
}

/** The total against what is asked, as a bar, in figures and in words. */
function Scale(props: Props) {
  const { facts } = props;
  const asked = demand(facts);
  const [need, there] = [num(asked, "n"), num(asked, "there")];
  const total = totalOf(facts, composed(props));
  const end = Math.max(need * 1.5, total, 1);
  const how = asked?.id === "exact" ? "exact" : "least";
  const wanted = t(`capone.force.${how}`, { money: money(need) });
  const { kind, text } = useVerdict(props);
  return (
    <div class={`scale ${kind}`}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="8" />
        <rect class="filled" width={(100 * total) / end} height="8" />
        <rect class="asked" x={(100 * need) / end - 0.4} width="0.8" height="8" />
      </svg>
      <p role="status">
        <b>
          {t("capone.force.total")} {money(total)}
        </b>{" "}
        <span>({wanted})</span>{" "}
        <span class="verdict">
          {text}
          {kind === "none" && there > 0 && <> {t("capone.force.there", { money: money(there) })}</>}
        </span>
      </p>
    </div>
  );
}

/** A row of numbers to choose from. Once one is chosen, a lesson points on. */
const Numbers = (props: Props & { verb: string; label: string }) =>
  canBegin(props.legal, [props.verb]) && (
    <fieldset class="numbers" data-at={props.staged.value ?? props.verb} aria-label={props.label}>
      <span>{props.label}</span>
      <Choices
        on={props}
        begin={`${props.verb} `}
        class="capone-chip"
        face={([, n]) => figure(Number(n))}
      />
    </fieldset>
  );

function Invest(props: Props) {
  const { view, facts, seat, foreseen } = props;
  const { steps, cash } = view.seats[seat]!;
  const then = foreseen ? figureOf(foreseen.facts, "steps", seat) : steps;
  return (
    <div class={`investing seat-${seat}`}>
      <p>
        <Track steps={steps} then={then} goal={goalOf(facts)} />
        <b>
          {figure(steps)}
          {then !== steps && ` → ${figure(then)}`} / {figure(goalOf(facts))}
        </b>{" "}
        {t("capone.seat.cash", { money: money(cash) })}
      </p>
      <Numbers {...props} verb="invest" label={t("capone.invest.buy")} />
      <Numbers {...props} verb="sell" label={t("capone.invest.sell")} />
      <Bail {...props} />
    </div>
  );
}

/** What the phase asks for: cards, a force, numbers. */
function Things(props: Props) {
  const { view, seat, legal } = props;
  const mine = view.turn === seat && legal.length > 0;
  if (view.phase === "force" && mine) return [<Composer {...props} />, <PlayCards {...props} />];
  if (view.phase === "invest" && mine) return <Invest {...props} />;
  if (view.phase === "rehire" && mine)
    return <Numbers {...props} verb="rehire" label={t("capone.rehire.how")} />;
  return (
    <>
      <div class="slot">
        <div class="told">
          <Details {...props} />
        </div>
        <Albums view={view} facts={props.facts} names={props.names} />
      </div>
      {view.phase === "swap" ? <SwapCards {...props} /> : <PlayCards {...props} />}
    </>
  );
}

export function Hand(props: BoardProps<CaponeView>) {
  const { seat } = props;
  if (seat === null) return null;
  return (
    <div class="world capone-world capone-hand" onKeyDown={arrows}>
      <Things {...props} seat={seat} />
    </div>
  );
}
