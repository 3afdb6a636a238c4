// The city at night: businesses, shops, rest places, prison, park, harbour.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { num, one } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { SeatMark } from "../../ui/seat";
import { because, doing, figure, money, t, tell, word } from "../../words/words";
import { canBegin, pick } from "../choose";
import type { BoardProps, Explained } from "../contract";
import { Named } from "../parts";
import { Bars, Block, Cars, Icon, Portrait, Roof, Splash, Waves } from "./art";
import { chosenCard, whyNotRest, whyNotSpace, type Why } from "./choose";
import { Albums } from "./seat";
import { useScenes, type Acted } from "./scenes";
import { facesAt, Guards, inWords, Standing, Visitor } from "./pieces";
import { Ledger } from "./summary";
import {
  forceIn,
  inPlay,
  isIllegal,
  keys,
  leaders,
  valueOf,
  type CaponeView,
  type Guest,
  type Held,
  type Illegal,
  type Legal,
  type Rest,
} from "./view";

type Props = BoardProps<CaponeView> & {
  /** Says why a tap leads nowhere. */
  refuse(why: Why): void;
  /** What is acted out now. */
  acted: Acted | null;
};

type Stand = { held: Held | null; total: number };

/** What stands on a space. */
function standing(view: CaponeView, facts: BoardProps["facts"], place: string): Stand {
  const [business = "", space = ""] = place.split(" ");
  const held = view.illegal[business as Illegal][Number(space) - 1] ?? null;
  return { held, total: num(one(facts, "held", { place }), "n") };
}

/** The same with what events put there. */
function withEvents(now: Stand, events: Line[], place: string): Stand {
  const put = one(events, "holds", { place });
  return put ? { held: { seat: num(put, "seat"), ...forceIn(put) }, total: num(put, "n") } : now;
}

/** The same as it would be once what is staged is done; at the year's end all would be home. */
function later(props: Props, place: string): Stand {
  const { view, facts, foreseen, after, acted } = props;
  const now = standing(view, facts, place);
  if (acted && acted.attacked !== place) return withEvents(now, acted.fresh, place);
  if (!foreseen || !after) return now;
  if (inPlay(after)) return standing(after, foreseen.facts, place);
  return withEvents(now, foreseen.events, place);
}

/** What stands on a space, or what it asks for, in a sentence. */
function saidOf(view: CaponeView, facts: BoardProps["facts"], names: string[], place: string) {
  const { held, total } = standing(view, facts, place);
  const free = one(facts, "free", { place });
  if (!held) return free ? tell("capone", "fact", free, names) : "";
  const who = { who: names[held.seat] ?? "", force: inWords(held), money: money(total) };
  return t("capone.board.held", { place: word("capone", place), ...who });
}

export function explainSpace(board: BoardProps<CaponeView>, place: string): Explained {
  const { view, facts, names } = board;
  const [business = ""] = place.split(" ");
  const worth = t("capone.card.illegal", { money: money(valueOf(facts, business)) });
  const text = `${saidOf(view, facts, names, place)} ${worth}`;
  return { title: word("capone", place), text };
}

/** Who is in the harbour, or whose bodyguards are in the park. */
export function explainArea({ view, names }: BoardProps<CaponeView>, area: string): Explained {
  const inside = view.seats.flatMap(({ harbour, park }, seat) => {
    const who = names[seat] ?? "";
    if (area === "park") return park > 0 ? [t("capone.board.park.of", { who, n: park })] : [];
    const members = inWords({ members: harbour, guards: 0 });
    return harbour.length > 0 ? [t("capone.board.harbour.of", { who, members })] : [];
  });
  return { title: t(`capone.board.${area}`), text: inside.join("; ") || "–" };
}

/** What tapping a space would begin: with a chosen card, or with that business's own card. */
function aim({ view, picked }: Props, business: Illegal, space: number): string[] {
  const card = chosenCard(picked.value) ?? business;
  return [
    "use",
    card,
    ...(isIllegal(view, card) && card === business ? [] : [business]),
    String(space),
  ];
}

const idle = ({ view, legal }: Props): boolean => legal.length === 0 || view.phase !== "play";

/** A tap on a place: it is chosen, or it is said why it cannot be. */
function press(props: Props, words: string[], why: Why): void {
  if (idle(props)) return;
  if (canBegin(props.legal, words)) pick(props, ...words);
  else props.refuse(why);
}

function Space(props: Props & { business: Illegal; space: 1 | 2 }) {
  const { view, facts, legal, picked, business, space, names, acted } = props;
  const place = `${business} ${space}`;
  const free = one(facts, "free", { place });
  const { held: now } = standing(view, facts, place);
  const then = later(props, place);
  const changed = !acted && JSON.stringify(then.held) !== JSON.stringify(now);
  const pays = acted?.pays.get(place);
  const words = aim(props, business, space);
  const chosen = chosenCard(picked.value);
  const lit = chosen !== null && canBegin(legal, words);
  const pending = view.pending?.business === business && view.pending.space === space;
  const needs = free ? num(free, "n") : num(one(facts, "held", { place }), "beat");
  const label = saidOf(view, facts, names, place);
  const aimed = picked.value[0] === "use" && picked.value.join(" ").startsWith(words.join(" "));
  const states = [
    lit ? "can" : chosen && "dim",
    (aimed || pending) && "chosen",
    acted?.attacked === place && (acted.leaves ? "attacked leaves" : "attacked"),
    pays !== undefined && "pays",
  ];
  return (
    <button
      type="button"
      class={["space", ...states].filter(Boolean).join(" ")}
      data-at={`space.${business}.${space}`}
      data-place={place}
      data-target={`${business}:${space}`}
      data-explain={`space:${place}`}
      aria-disabled={idle(props)}
      aria-pressed={aimed}
      onClick={() => press(props, words, whyNotSpace(view, props.seat ?? 0, chosen, place))}
    >
      <Named name={lit ? `${label} ${doing("capone", words.join(" "), names)}` : label}>
        {then.held ? (
          <Standing
            held={then.held}
            total={then.total}
            faces={facesAt(view, then.held.seat, place)}
            at={`held.${business}.${space}`}
            ghost={changed}
          />
        ) : (
          <span class="vacant">{now ? "✕" : <SpaceMark />}</span>
        )}
        {now?.seat !== props.seat && !acted && <span class="needs">≥{figure(needs)}</span>}
        {pays !== undefined && <b class="paid">+{figure(pays)}</b>}
      </Named>
    </button>
  );
}

const SpaceMark = () => (
  <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="8" />
  </svg>
);

function Business(props: Props & { business: Illegal; roof: number }) {
  const { business, roof } = props;
  const [name, value] = [word("capone", business), valueOf(props.facts, business)];
  return (
    <li class={`business value-${value}`} data-explain={`card:${business}`}>
      <Roof plan={roof} />
      <p
        class="sign"
        aria-label={t("capone.board.business", { business: name, money: money(value) })}
      >
        <Icon card={business} />
        <span>{name}</span>
        <b>{value}</b>
      </p>
      <div class="spaces">
        <Space {...props} space={1} />
        <Space {...props} space={2} />
      </div>
    </li>
  );
}

function Shop(props: Props & { shop: Legal }) {
  const { view, shop, names, picked } = props;
  const guard = view.legal[shop];
  const staged = props.staged.value === `use ${shop}` && guard === null;
  const shown = staged ? props.seat : guard;
  const name = word("capone", shop);
  const label =
    guard === null
      ? t("capone.board.shop.free", { place: name })
      : t("capone.board.shop.held", { place: name, who: names[guard] ?? "" });
  return (
    <li class="shop" data-at={`shop.${shop}`}>
      <button
        type="button"
        class={chosenCard(picked.value) === shop ? "can" : ""}
        data-target={shop}
        data-explain={`card:${shop}`}
        aria-disabled={idle(props)}
        aria-label={label}
        onClick={() => press(props, ["use", shop], { action: `use ${shop}` })}
      >
        <svg class="awning" viewBox="0 0 48 10" preserveAspectRatio="none" aria-hidden="true">
          {[0, 1, 2, 3, 4, 5].map((i) => (
            <path key={i} d={`M${8 * i} 0h8v6a4 3.5 0 0 1-8 0z`} />
          ))}
        </svg>
        <Icon card={shop} />
        <span class="label">{name}</span>
        {shown !== null && (
          <span class={`guard seat-${shown} ${staged ? "ghost" : ""}`}>
            <SeatMark seat={shown} />
            <Block />
          </span>
        )}
      </button>
    </li>
  );
}

function guestName(place: string, guest: Guest | null, names: string[]): string {
  if (!guest) return t("capone.board.shop.free", { place });
  const member = word("capone", String(guest.member));
  return t("capone.board.guest", { place, who: names[guest.seat] ?? "", member });
}

/** A member of another family in a rest place can be arrested or killed there. */
function RestPlace(props: Props & { rest: Rest }) {
  const { view, rest, names, legal, picked } = props;
  const guest = view.rest[rest];
  const coming = props.after?.rest[rest] ?? null;
  const shown = guest ?? (props.staged.value ? coming : null);
  const card = chosenCard(picked.value);
  const words = [
    "use",
    card ?? "",
    rest,
    ...(card === "fbi" && guest ? [String(guest.member)] : []),
  ];
  const lit = card !== null && guest !== null && canBegin(legal, words);
  const name = word("capone", rest);
  const label = guestName(name, guest, names);
  return (
    <li class="rest">
      <button
        type="button"
        class={lit ? "can" : card === rest ? "chosen" : ""}
        data-at={`rest.${rest}`}
        data-target={rest}
        data-explain={`card:${rest}`}
        aria-disabled={!lit}
        onClick={() => {
          if (lit) pick(props, ...words);
          else if (card !== null && legal.length > 0) props.refuse(whyNotRest(view, card, rest));
        }}
      >
        <Named name={lit ? `${label} ${doing("capone", words.join(" "), names)}` : label}>
          {shown ? (
            <Visitor view={view} {...shown} where={rest} ghost={!guest} />
          ) : (
            <Icon card={rest} />
          )}
          <span class="label">{name}</span>
        </Named>
      </button>
    </li>
  );
}

/** A block of the prison; whoever can be bailed out of it is a button. */
function Cell({ i, ...props }: Props & { i: number }) {
  const { view, names, legal, staged, seat } = props;
  const guest = view.prison[i] ?? null;
  const bail = guest ? `bail ${guest.member}` : "";
  const who = guestName(t("capone.board.block", { n: i + 1 }), guest, names);
  const inside = (
    <>
      {guest && <Visitor view={view} {...guest} where={`prison ${i + 1}`} />}
      <Bars />
      <span class="number">{i + 1}</span>
    </>
  );
  if (guest?.seat !== seat || !legal.includes(bail))
    return (
      <span class="cell" role="img" aria-label={who}>
        {inside}
      </span>
    );
  return (
    <button
      type="button"
      class="cell can"
      aria-pressed={staged.value === bail}
      onClick={() => pick(props, ...bail.split(" "))}
    >
      <Named name={`${who}. ${doing("capone", bail, names)}`}>{inside}</Named>
    </button>
  );
}

function Prison(props: Props) {
  return (
    <section
      class="prison"
      data-at="prison"
      data-target="prison"
      aria-label={t("capone.board.prison")}
    >
      <p class="label">{t("capone.board.prison")}</p>
      <ol>
        {props.view.prison.map((_, i) => (
          <li key={i} data-at={`cell.${i + 1}`}>
            <Cell {...props} i={i} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The drowned, family by family; those who have come since the last look splash, one after another. */
function Harbour({ view, names }: Props) {
  const known = useRef(view.seats.map(({ harbour }) => harbour.length));
  const before = known.current;
  known.current = view.seats.map(({ harbour }) => harbour.length);
  let late = 0;
  return (
    <section
      class="harbour"
      data-at="harbour"
      data-target="harbour"
      data-explain="area:harbour"
      aria-label={t("capone.board.harbour")}
    >
      <Waves />
      <p class="label">{t("capone.board.harbour")}</p>
      <ul>
        {view.seats.map(({ harbour }, seat) =>
          harbour.length === 0 ? null : (
            <li
              key={seat}
              class={`drowned seat-${seat}`}
              aria-label={t("capone.board.harbour.of", {
                who: names[seat] ?? "",
                members: inWords({ members: harbour, guards: 0 }),
              })}
            >
              <SeatMark seat={seat} />
              <b class="count">{figure(harbour.length)}</b>
              {harbour.map((member, i) => (
                <span key={i} class="body" data-at={`harbour.${seat}.${i}`}>
                  <b>{member}</b>
                  {i >= (before[seat] ?? 0) && <Splash delay={late++} />}
                </span>
              ))}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

function Park({ view, names }: Props) {
  return (
    <section
      class="park"
      data-at="park"
      data-target="park"
      data-explain="area:park"
      aria-label={t("capone.board.park")}
    >
      <p class="label">{t("capone.board.park")}</p>
      <ul>
        {view.seats.map(({ park }, seat) =>
          park === 0 ? null : (
            <li
              key={seat}
              class={`seat-${seat}`}
              data-at={`park.${seat}`}
              aria-label={t("capone.board.park.of", { who: names[seat] ?? "", n: park })}
            >
              <SeatMark seat={seat} />
              <Guards n={park} />
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** The end: whoever sits in the chair now. */
function Crowned({ facts, names }: Pick<Props, "facts" | "names">) {
  return (
    <div class="world capone-world capone-board">
      <div class="city crowned">
        <p class="sign value-30">{t("capone.over.title")}</p>
        <ul>
          {leaders(facts).map((seat) => (
            <li key={seat} class={`seat-${seat}`}>
              <Portrait member={100} />
              <b>
                <SeatMark seat={seat} /> {names[seat]}
              </b>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function City(props: Props) {
  const { view } = props;
  return (
    <div class="city">
      <Cars way="along" />
      <Cars way="across" />
      <ul class="businesses" aria-label={t("capone.board.city")}>
        {keys(view.illegal).map((business, roof) => (
          <Business key={business} {...props} business={business} roof={roof} />
        ))}
      </ul>
      <ul class="shops" data-at="shops" aria-label={t("capone.board.legal")}>
        {keys(view.legal).map((shop) => (
          <Shop key={shop} {...props} shop={shop} />
        ))}
      </ul>
      <div class="waterfront">
        <Harbour {...props} />
        <Park {...props} />
        <ul class="rests" aria-label={t("capone.board.rest")}>
          {keys(view.rest).map((rest) => (
            <RestPlace key={rest} {...props} rest={rest} />
          ))}
        </ul>
        <Prison {...props} />
      </div>
    </div>
  );
}

export function Board(props: BoardProps<CaponeView>) {
  const { view, facts, names, seat, picked } = props;
  const refusal = useSignal<string | null>(null);
  const acted = useScenes(props);
  useLayoutEffect(() => {
    refusal.value = null;
  }, [view, picked.value]);
  const refuse = (why: Why): void => {
    if ("text" in why) refusal.value = why.text;
    else props.why(why.action, (reason) => (refusal.value = because(reason)));
  };
  if (view.phase === "over") return <Crowned facts={facts} names={names} />;
  return (
    <div class={`world capone-world capone-board ${seat === null ? "watched" : ""}`}>
      <City {...props} refuse={refuse} acted={acted} />
      {acted && (
        <p class="notice told" data-scene>
          {acted.said}
        </p>
      )}
      <p class="notice refuse" role="alert">
        {refusal.value}
      </p>
      {(view.phase === "rehire" || view.phase === "invest") && !props.replay && !acted && (
        <Ledger {...props} />
      )}
      {seat === null && <Albums view={view} facts={facts} names={names} />}
    </div>
  );
}
