// One's own cards and family: what can be tapped in each phase.
import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { doing, figure, money, t, word } from "../../words/words";
import type { BoardProps } from "../contract";
import { GOAL, isIllegal, isLegal, isRest, kindOf, LEGAL_INCOME, PROTECTION, VALUES } from "./data";
import { demand, forceWords, isLast, judge, readForce } from "./force";
import { Albums } from "./city";
import { Icon } from "./icons";
import { Disc, Guards, Named, Shape, whereabouts } from "./pieces";
import { Block } from "./portraits";
import type { CaponeView, Card, Force } from "./types";
import { chosenCard, pickWords, possible } from "./turn";

type Props = BoardProps<CaponeView> & { seat: number };

/** What a card does, for the one who holds it. */
function explain(view: CaponeView, seat: number, card: Card): string {
  const own = view.seats[seat]!;
  if (isIllegal(card)) {
    const last = own.hand.length === 1;
    return t(last ? "capone.card.last" : "capone.card.illegal", {
      money: money(VALUES[card]),
      n: VALUES[card] / 5,
    });
  }
  if (isLegal(card))
    return own.steps > 0 && own.home.guards > 0
      ? t("capone.card.legal", { money: money(LEGAL_INCOME[own.steps] ?? 0) })
      : t("capone.card.legal.none");
  return t(isRest(card) ? "capone.card.rest" : `capone.card.${card}`);
}

interface CardProps {
  card: Card;
  pressed: boolean;
  stamp: string | null;
  disabled: boolean;
  /** It can only be thrown away. */
  useless?: boolean;
  label: string;
  onClick(): void;
}

/** Long words are set smaller, so that they stay whole on a narrow card. */
function lengthOf(name: string): string {
  const most = Math.max(...name.split(" ").map((part) => part.length));
  return most > 10 ? "longest" : most > 8 ? "long" : "";
}

/** A visiting card. */
function VisitingCard({ card, pressed, stamp, disabled, useless, label, onClick }: CardProps) {
  const value = isIllegal(card) ? VALUES[card] : null;
  const name = word("capone", card);
  return (
    <li>
      <button
        type="button"
        class={["visiting", kindOf(card), value ? `value-${value}` : "", useless ? "useless" : ""].join(" ")}
        data-at={`hand.${card}`}
        data-card={card}
        data-value={value ?? undefined}
        aria-pressed={pressed}
        aria-disabled={disabled}
        aria-label={label}
        onClick={onClick}
      >
        <Icon card={card} />
        <span class={`label ${lengthOf(name)}`}>
          {name}
        </span>
        {stamp && <span class="stamp">{stamp}</span>}
      </button>
    </li>
  );
}

const cardsOf = (view: CaponeView, seat: number): Card[] =>
  view.seats[seat]!.hand.filter((card): card is Card => card !== null);

/** Any cards may be given back: taps choose them, and what is chosen is staged at once. */
function SwapCards(props: Props) {
  const { view, seat, legal, picked, staged } = props;
  const cards = cardsOf(view, seat);
  const chosen = useSignal<boolean[]>([]);
  const mine = possible(legal, ["swap"]);
  const stage = (): void => {
    const words = ["swap", ...cards.filter((_, i) => chosen.value[i])];
    picked.value = words;
    staged.value = legal.includes(words.join(" ")) ? words.join(" ") : null;
  };
  useLayoutEffect(() => {
    chosen.value = cards.map(() => false);
    if (mine) stage();
  }, [view]);
  return (
    <ul class="cards" aria-label={t("capone.hand.cards")}>
      {cards.map((card, i) => (
        <VisitingCard
          key={i}
          card={card}
          pressed={chosen.value[i] ?? false}
          stamp={chosen.value[i] ? "↻" : null}
          disabled={!mine}
          label={
            chosen.value[i]
              ? t("capone.hand.swapping", { card: word("capone", card) })
              : `${word("capone", card)}. ${explain(view, seat, card)}`
          }
          onClick={() => {
            if (!mine) return;
            chosen.value = cards.map((_, k) => (k === i ? !chosen.value[k] : (chosen.value[k] ?? false)));
            stage();
          }}
        />
      ))}
    </ul>
  );
}

/** Tapping a card takes it up; a card that cannot be used is staged to be thrown away. */
function PlayCards(props: Props) {
  const { view, seat, legal, picked, staged } = props;
  const cards = cardsOf(view, seat);
  const held = picked.value[0] === "use" || picked.value[0] === "discard" ? picked.value[1] : undefined;
  const first = cards.findIndex((card) => card === held);
  const mine = view.phase === "play" && legal.length > 0;
  return (
    <ul class="cards" aria-label={t("capone.hand.cards")}>
      {cards.map((card, i) => {
        const usable = possible(legal, ["use", card]);
        const name = word("capone", card);
        return (
          <VisitingCard
            key={i}
            card={card}
              pressed={i === first}
            stamp={i === first && picked.value[0] === "discard" ? "✕" : null}
            disabled={!mine}
            useless={mine && !usable}
            label={
              mine && !usable
                ? t("capone.hand.unusable", { card: name })
                : `${name}. ${explain(view, seat, card)}`
            }
            onClick={() => {
              if (!mine) return;
              if (i === first) {
                picked.value = [];
                staged.value = null;
              } else pickWords(props, usable ? ["use", card] : ["discard", card]);
            }}
          />
        );
      })}
      {cards.length === 0 && <li class="quiet">{t("capone.hand.none")}</li>}
    </ul>
  );
}

/** What remains to be said of the card taken up: whom, from whom, or away with it. */
function Details(props: Props) {
  const { view, seat, legal, picked, staged, names } = props;
  const card = chosenCard(picked.value) ?? (picked.value[0] === "discard" ? picked.value[1] : null);
  if (!card || view.phase !== "play")
    return (
      <>
        <AtHome view={view} seat={seat} />
        <Bail {...props} />
      </>
    );
  const discard = `discard ${card}`;
  const usable = possible(legal, ["use", card]);
  const [, , a, b] = picked.value;
  const victims =
    (isRest(card) || card === "fbi") && a && b && isIllegal(a)
      ? legal.filter((action) => action.startsWith(`use ${card} ${a} ${b} `))
      : [];
  const payers = card === "protection" ? legal.filter((action) => action.startsWith("use protection ")) : [];
  return (
    <div class="details">
      <p class="what">
        {usable ? explain(view, seat, card as Card) : t("capone.hand.unusable", { card: word("capone", card) })}
      </p>
      <div class="choices-row">
        {victims.map((action) => {
          const member = Number(action.split(" ")[4]);
          return (
            <button
              key={action}
              type="button"
              class="capone-chip victim"
              aria-pressed={staged.value === action}
              onClick={() => pickWords(props, action.split(" "))}
            >
              <Named name={doing("capone", action, names)}>
                <Disc member={member} />
              </Named>
            </button>
          );
        })}
        {payers.map((action) => {
          const payer = Number(action.split(" ")[2]);
          const sum = money(PROTECTION[view.seats[payer]!.steps] ?? 0);
          return (
            <button
              key={action}
              type="button"
              class={`capone-chip seat-${payer}`}
              aria-pressed={staged.value === action}
              onClick={() => pickWords(props, action.split(" "))}
            >
              <Named name={t("capone.hand.pays", { who: names[payer] ?? "", money: sum })}>
                <Shape seat={payer} /> {sum}
              </Named>
            </button>
          );
        })}
        <button
          type="button"
          class="capone-chip discard"
          aria-pressed={staged.value === discard}
          onClick={() => pickWords(props, discard.split(" "))}
        >
          {t("capone.hand.discard")}
        </button>
      </div>
    </div>
  );
}

/** Members who can be bought out of prison. */
function Bail(props: Props) {
  const { legal, staged } = props;
  const bails = legal.filter((action) => action.startsWith("bail "));
  if (bails.length === 0) return null;
  return (
    <div class="details">
      <div class="choices-row">
        {bails.map((action) => (
          <button
            key={action}
            type="button"
            class="capone-chip"
            aria-pressed={staged.value === action}
            onClick={() => pickWords(props, action.split(" "))}
          >
            {doing("capone", action, props.names)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Who is at home, to be seen; in the force phase to be tapped. */
function AtHome({ view, seat }: { view: CaponeView; seat: number }) {
  const home = whereabouts(view, seat).filter(({ where }) => where === "home");
  const { guards } = view.seats[seat]!.home;
  return (
    <ul class={`at-home seat-${seat}`} data-at="home" aria-label={t("capone.hand.home")}>
      {home.map(({ member, twin }) => (
        <li key={`${member}.${twin}`} aria-label={t("capone.force.piece", { member: t(`capone.member.${member}`), money: money(member) })}>
          <Disc member={member} twin={twin} />
        </li>
      ))}
      <li aria-label={t("capone.force.guards", { n: guards, all: guards })}>
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

/** Composes a force: taps on members, a count of bodyguards, and what the space says to it. */
function Composer(props: Props) {
  const { view, seat, legal, picked, staged } = props;
  const twins = useSignal<Record<number, number>>({});
  const home = whereabouts(view, seat).filter(({ where }) => where === "home");
  const { guards } = view.seats[seat]!.home;
  const force = composed(props);
  const set = (members: number[], count: number): void => {
    const words = ["force", ...forceWords({ members, guards: count })];
    picked.value = words;
    staged.value = legal.includes(words.join(" ")) ? words.join(" ") : null;
  };
  useLayoutEffect(() => {
    if (!isLast(view) || legal.length !== 1 || picked.value[0] === "force") return;
    picked.value = legal[0]!.split(" ");
    staged.value = legal[0]!;
  }, [view, picked.value]);
  const ofValue = (member: number) => home.filter((one) => one.member === member);
  const count = (member: number): number => force.members.filter((one) => one === member).length;
  const isOn = (member: number, i: number): boolean =>
    count(member) === ofValue(member).length || (count(member) > 0 && (twins.value[member] ?? 0) === i);
  const toggle = (member: number, i: number): void => {
    const on = isOn(member, i);
    twins.value = { ...twins.value, [member]: on ? 1 - i : i };
    const members = [...force.members];
    if (on) members.splice(members.indexOf(member), 1);
    else members.push(member);
    set(members, force.guards);
  };
  return (
    <div class={`composer seat-${seat}`} data-at="force">
      <ul class="recruits" aria-label={t("capone.hand.home")}>
        {home.map(({ member, twin }) => {
          const i = ofValue(member).findIndex((one) => one.twin === twin);
          return (
            <li key={`${member}.${twin}`}>
              <button
                type="button"
                class="recruit"
                data-member={member}
                aria-pressed={isOn(member, i)}
                aria-label={t("capone.force.piece", {
                  member: t(`capone.member.${member}`),
                  money: money(member),
                })}
                onClick={() => toggle(member, i)}
              >
                <Disc member={member} twin={twin} />
              </button>
            </li>
          );
        })}
      </ul>
      <div class="lower">
        <div
          class="guard-row"
          role="group"
          aria-label={t("capone.force.guards", { n: force.guards, all: guards })}
        >
          <button
            type="button"
            aria-label={t("capone.force.fewer")}
            disabled={force.guards === 0}
            onClick={() => set(force.members, force.guards - 1)}
          >
            −
          </button>
          <output aria-label={t("capone.force.guards", { n: force.guards, all: guards })}>
            <Block />
            <b>
              {figure(force.guards)}
              <small>/{figure(guards)}</small>
            </b>
          </output>
          <button
            type="button"
            aria-label={t("capone.force.more")}
            disabled={force.guards >= guards}
            onClick={() => set(force.members, force.guards + 1)}
          >
            +
          </button>
        </div>
        <Scale {...props} />
      </div>
    </div>
  );
}

/** The total against what is asked, as a bar, in figures and in words. */
function Scale(props: Props) {
  const { view, legal } = props;
  const asked = demand(view)!;
  const { verdict, by, total } = judge(view, composed(props), legal);
  const end = Math.max(asked.money * 1.5, total, 1);
  const own = asked.kind === "least" && asked.held;
  return (
    <div class={`scale ${verdict}`}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="8" />
        <rect class="filled" width={(100 * total) / end} height="8" />
        <rect class="asked" x={(100 * asked.money) / end - 0.4} width="0.8" height="8" />
      </svg>
      <p role="status">
        <b>
          {t("capone.force.total")} {money(total)}
        </b>{" "}
        <span>
          ({t(asked.kind === "exact" ? "capone.force.exact" : "capone.force.least", { money: money(asked.money) })})
        </span>{" "}
        <span class="verdict">
          {t(`capone.force.${verdict}`, { money: money(by) })}
          {own && verdict === "none" && (
            <> {t("capone.force.there", { money: money(total) })}</>
          )}
        </span>
      </p>
    </div>
  );
}

/** A row of numbers to choose from. */
function Numbers(props: Props & { verb: string; label: string }) {
  const { legal, staged, names, verb } = props;
  const actions = legal.filter((action) => action.startsWith(verb + " "));
  if (actions.length === 0) return null;
  return (
    <div class="numbers" role="group" aria-label={props.label}>
      <span>{props.label}</span>
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          class="capone-chip"
          aria-pressed={staged.value === action}
          onClick={() => pickWords(props, action.split(" "))}
        >
          <Named name={doing("capone", action, names)}>
            {figure(Number(action.split(" ")[1]))}
          </Named>
        </button>
      ))}
    </div>
  );
}

/** The edge of the family photograph: ten steps to the million. */
export function Track({ steps, then = steps }: { steps: number; then?: number }) {
  return (
    <span class="track" role="img" aria-label={t("capone.seat.steps", { n: steps })}>
      {Array.from({ length: GOAL }, (_, i) => (
        <i key={i} class={i < Math.min(steps, then) ? "on" : i < then ? "gain" : i < steps ? "loss" : ""} />
      ))}
    </span>
  );
}

function Invest(props: Props) {
  const { view, seat, staged } = props;
  const { steps, cash } = view.seats[seat]!;
  const [verb, n] = (staged.value ?? "").split(" ");
  const change = verb === "invest" ? Number(n) : verb === "sell" ? -Number(n) : 0;
  return (
    <div class={`investing seat-${seat}`} data-at="invest">
      <p>
        <Track steps={steps} then={steps + change} />
        <b>
          {figure(steps)}
          {change !== 0 && ` → ${figure(steps + change)}`} / {GOAL}
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
  if (view.phase === "force" && mine) return <Composer {...props} />;
  if (view.phase === "invest" && mine) return <Invest {...props} />;
  if (view.phase === "rehire" && mine)
    return <Numbers {...props} verb="rehire" label={t("capone.rehire.how")} />;
  return (
    <>
      <div class="slot">
        <Details {...props} />
      </div>
      {view.phase === "swap" ? <SwapCards {...props} /> : <PlayCards {...props} />}
    </>
  );
}

export function Hand(props: BoardProps<CaponeView>) {
  const { view, seat, names } = props;
  if (seat === null) return null;
  return (
    <div class="capone-hand">
      <Things {...props} seat={seat} />
      <Albums view={view} names={names} />
    </div>
  );
}
