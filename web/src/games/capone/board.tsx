// The city at night: businesses, shops, rest places, prison, park, harbour.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { num, one } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { arrows } from "../../ui/keys";
import { SeatMark } from "../../ui/seat";
import { because, doing, figure, money, t, tell, word } from "../../words/words";
import { canBegin, considering, pick, whole } from "../choose";
import type { BoardProps, Explained } from "../contract";
import { Choice, classes, Named, SeatName } from "../parts";
import { Art } from "./art";
import { chosenCard, whyNotAt, whyNotSpace, type Why } from "./choose";
import { Albums } from "./seat";
import { payouts, useScenes, type Acted, type Pay } from "./scenes";
import { facesAt, Guards, inWords, lengthOf, Standing, Visitor } from "./pieces";
import { Ledger } from "./summary";
import { prisoner } from "./targets";
import { forceIn, heldAt, inPlay, leaders, valueOf } from "./view";
import type { CaponeView, Card, Guest, Held } from "./view";

type Props = BoardProps<CaponeView> & {
  /** Says why a tap leads nowhere. */
  refuse(why: Why): void;
  /** What is acted out now. */
  acted: Acted | null;
  /** What spaces pay, as far as it has been told: until the next year begins. */
  pays: Map<string, Pay>;
};

type Stand = { held: Held | null; total: number };

/** What stands on a space. */
const standing = (view: CaponeView, facts: Line[], place: string): Stand => ({
  held: heldAt(view, place),
  total: num(one(facts, "held", { place }), "n"),
});

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
function saidOf({ view, facts, names }: BoardProps<CaponeView>, place: string): string {
  const { held, total } = standing(view, facts, place);
  const free = one(facts, "free", { place });
  if (!held) return free ? tell("capone", "fact", free, names) : "";
  const who = { who: names[held.seat] ?? "", force: inWords(held), money: money(total) };
  return t("capone.board.held", { place: word("capone", place), ...who });
}

export function explainSpace(board: BoardProps<CaponeView>, place: string): Explained {
  const [business = ""] = place.split(" ");
  const worth = t("capone.card.illegal", { money: money(valueOf(board.facts, business)) });
  return { title: word("capone", place), text: `${saidOf(board, place)} ${worth}` };
}

/** Who is in the harbour or in prison, or whose bodyguards are in the park. */
export function explainArea({ view, names }: BoardProps<CaponeView>, area: string): Explained {
  const inside = view.seats.flatMap(({ harbour, park }, seat) => {
    const who = names[seat] ?? "";
    const held = view.prison.flatMap((guest) => (guest?.seat === seat ? [guest.member] : []));
    if (area === "park") return park > 0 ? [parked(who, park)] : [];
    const members = area === "prison" ? held : harbour;
    return members.length > 0 ? [drowned(who, members)] : [];
  });
  return { title: t(`capone.board.${area}`), text: inside.join("; ") || "–" };
}

/** What tapping a space would begin: with a chosen card, or with that business's own card. */
function aim({ picked }: Props, business: Card, space: number): string[] {
  const card = chosenCard(picked.value) ?? business;
  return ["use", card, ...(card === business ? [] : [business]), String(space)];
}

const idle = ({ view, legal }: Props): boolean => legal.length === 0 || view.phase !== "play";

/** A tap on a place: it is chosen, or it is said why it cannot be. */
function press(props: Props, words: string[], why: Why): void {
  if (idle(props)) return;
  if (canBegin(props.legal, words)) pick(props, ...words);
  else props.refuse(why);
}

function Space(props: Props & { business: Card; space: number }) {
  const { view, facts, legal, picked, business, space, names, acted } = props;
  const place = `${business} ${space}`;
  const free = one(facts, "free", { place });
  const { held: now } = standing(view, facts, place);
  const then = later(props, place);
  const changed = !acted && JSON.stringify(then.held) !== JSON.stringify(now);
  const pays = props.pays.get(place);
  const words = aim(props, business, space);
  const chosen = chosenCard(picked.value);
  const lit = chosen !== null && canBegin(legal, words);
  const pending = view.pending?.business === business && view.pending.space === space;
  const needs = free ? num(free, "n") : num(one(facts, "held", { place }), "beat");
  const label = saidOf(props, place);
  const aimed = picked.value[0] === "use" && picked.value.join(" ").startsWith(words.join(" "));
  const attacked = acted?.attacked === place;
  return (
    <button
      type="button"
      class={classes("space", {
        can: lit,
        dim: chosen && !lit,
        chosen: aimed || pending,
        attacked,
        leaves: attacked && acted.leaves,
        pays,
      })}
      data-at={`space.${business}.${space}`}
      data-place={place}
      data-target={`${business}:${space}`}
      data-explain={`space:${place}`}
      aria-disabled={idle(props)}
      aria-pressed={aimed}
      onClick={() => press(props, words, whyNotSpace(props, place))}
      {...considering(whole(legal, words))}
    >
      <Named name={lit ? `${label} ${doing("capone", words.join(" "), names)}` : label}>
        {then.held ? (
          <Standing
            held={then.held}
            total={then.total}
            faces={facesAt(view, then.held.seat, place)}
            place={place}
            ghost={changed}
          />
        ) : (
          <span class="vacant">{now ? "✕" : <Art name="mark" />}</span>
        )}
        {now?.seat !== props.seat && !acted && !pays && <span class="needs">≥{figure(needs)}</span>}
        {pays && (
          <span class={`earned seat-${pays.seat}`}>
            <SeatMark seat={pays.seat} /> <b class="paid">+{figure(pays.n)}</b>
          </span>
        )}
      </Named>
    </button>
  );
}

/** So many roofs are drawn. */
const ROOFS = 5;

function Business(props: Props & { business: Card; roof: number }) {
  const { business, roof } = props;
  const [name, value] = [word("capone", business), valueOf(props.facts, business)];
  return (
    <li class={`business value-${value}`} data-explain={`card:${business}`}>
      <Art name={`roof-${roof % ROOFS}`} />
      <p
        class="sign"
        aria-label={t("capone.board.business", { business: name, money: money(value) })}
      >
        <Art name={business} />
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

function Shop(props: Props & { shop: Card }) {
  const { view, shop, names, picked } = props;
  const guard = view.legal[shop] ?? null;
  const who = names[guard ?? -1] ?? "";
  const tried = props.staged.value ?? props.considered?.value;
  const staged = tried === `use ${shop}` && guard === null;
  const shown = staged ? props.seat : guard;
  const name = word("capone", shop);
  return (
    <li class="shop" data-at={`shop.${shop}`}>
      <button
        type="button"
        class={chosenCard(picked.value) === shop ? "can" : ""}
        data-target={shop}
        data-explain={`card:${shop}`}
        aria-disabled={idle(props)}
        aria-label={t(`capone.board.shop.${who ? "held" : "free"}`, { place: name, who })}
        onClick={() => press(props, ["use", shop], { action: `use ${shop}` })}
        {...considering(whole(props.legal, ["use", shop]))}
      >
        <Art name="awning" />
        <Art name={shop} />
        <span class={`label ${lengthOf(name)}`}>{name}</span>
        {shown !== null && (
          <span class={`guard seat-${shown} ${staged ? "ghost" : ""}`}>
            <SeatMark seat={shown} />
            <Art name="block" />
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
function RestPlace(props: Props & { rest: Card }) {
  const { view, rest, names, legal, picked } = props;
  const guest = view.rest[rest] ?? null;
  const coming = props.after?.rest[rest] ?? null;
  const shown = guest ?? coming;
  const card = chosenCard(picked.value);
  const whom = card === "fbi" && guest ? [String(guest.member)] : [];
  const words = ["use", card ?? "", rest, ...whom];
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
        onClick={() => card && press(props, words, whyNotAt(view, card, rest, guest?.member))}
        {...considering(lit ? whole(legal, words) : null)}
      >
        <Named name={lit ? `${label} ${doing("capone", words.join(" "), names)}` : label}>
          {shown ? (
            <Visitor view={view} {...shown} where={rest} ghost={!guest} />
          ) : (
            <Art name={rest} />
          )}
          <span class="label">{name}</span>
        </Named>
      </button>
    </li>
  );
}

/** A block of the prison; whoever can be bailed out of it is a button. */
function Cell({ i, ...props }: Props & { i: number }) {
  const { view, names, legal, seat } = props;
  const guest = view.prison[i] ?? null;
  const bail = guest ? `bail ${guest.member}` : "";
  const who = guestName(t("capone.board.block", { n: i + 1 }), guest, names);
  const inside = (
    <>
      {guest && <Visitor view={view} {...guest} where={`prison ${i + 1}`} />}
      <Art name="bars" />
      <span class="block-number">{i + 1}</span>
    </>
  );
  if (guest?.seat !== seat || !legal.includes(bail))
    return (
      <span class="cell" role="img" aria-label={who}>
        {inside}
      </span>
    );
  return (
    <Choice on={props} action={bail} class="cell can">
      <Named name={`${who}. ${doing("capone", bail, names)}`}>{inside}</Named>
    </Choice>
  );
}

/** A part of the waterfront. */
const Area = ({ area, children }: { area: string; children: ComponentChildren }) => (
  <section
    class={area}
    data-at={area}
    data-target={area}
    data-explain={`area:${area}`}
    aria-label={t(`capone.board.${area}`)}
  >
    {area === "harbour" && <Art name="waves" />}
    <p class="label">{t(`capone.board.${area}`)}</p>
    {children}
  </section>
);

const Prison = (props: Props) => (
  <Area area="prison">
    <ol>
      {props.view.prison.map((guest, i) => (
        <li
          key={i}
          data-at={`cell.${i + 1}`}
          data-target={guest ? prisoner(guest.seat, guest.member) : undefined}
        >
          <Cell {...props} i={i} />
        </li>
      ))}
    </ol>
  </Area>
);

const drowned = (who: string, members: number[]): string =>
  t("capone.board.harbour.of", { who, members: inWords({ members, guards: 0 }) });

/** The drowned, family by family; those who have come since the last look splash, one after another. */
function Harbour({ view, names }: Props) {
  const known = useRef(view.seats.map(({ harbour }) => harbour.length));
  const before = known.current;
  known.current = view.seats.map(({ harbour }) => harbour.length);
  let late = 0;
  return (
    <Area area="harbour">
      <ul>
        {view.seats.map(({ harbour }, seat) =>
          harbour.length === 0 ? null : (
            <li
              key={seat}
              class={`drowned seat-${seat}`}
              aria-label={drowned(names[seat] ?? "", harbour)}
            >
              <SeatMark seat={seat} />
              <b class="count">{figure(harbour.length)}</b>
              {harbour.map((member, i) => (
                <span key={i} class="body" data-at={`harbour.${seat}.${i}`}>
                  <b>{member}</b>
                  {i >= (before[seat] ?? 0) && (
                    <Art name="splash" style={{ animationDelay: `${180 * late++}ms` }} />
                  )}
                </span>
              ))}
            </li>
          ),
        )}
      </ul>
    </Area>
  );
}

const parked = (who: string, n: number): string => t("capone.board.park.of", { who, n });

const Park = ({ view, names }: Props) => (
  <Area area="park">
    <ul>
      {view.seats.map(({ park }, seat) =>
        park === 0 ? null : (
          <li
            key={seat}
            class={`seat-${seat}`}
            data-at={`park.${seat}`}
            aria-label={parked(names[seat] ?? "", park)}
          >
            <SeatMark seat={seat} />
            <Guards n={park} />
          </li>
        ),
      )}
    </ul>
  </Area>
);

/** The end: the morning paper lies on the city, with whoever sits in the chair now. */
const Extra = ({ facts, names }: Pick<Props, "facts" | "names">) => (
  <div class="crowned">
    <h2>{t("capone.over.title")}</h2>
    <ul>
      {leaders(facts).map((seat) => (
        <li key={seat} class={`seat-${seat}`}>
          <Art name="face-100-0" />
          <b>
            <SeatName seat={seat} names={names} />
          </b>
        </li>
      ))}
    </ul>
  </div>
);

function City(props: Props) {
  const { view } = props;
  return (
    <div class="city" onKeyDown={arrows}>
      <Art name="cars-along" />
      <Art name="cars-across" />
      <ul class="businesses" aria-label={t("capone.board.city")}>
        {Object.keys(view.illegal).map((business, roof) => (
          <Business key={business} {...props} business={business} roof={roof} />
        ))}
      </ul>
      <ul class="shops" data-at="shops" aria-label={t("capone.board.legal")}>
        {Object.keys(view.legal).map((shop) => (
          <Shop key={shop} {...props} shop={shop} />
        ))}
      </ul>
      <div class="waterfront">
        <Harbour {...props} />
        <Park {...props} />
        <ul class="rests" aria-label={t("capone.board.rest")}>
          {Object.keys(view.rest).map((rest) => (
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
  useLayoutEffect(() => void (refusal.value = null), [view, picked.value]);
  const refuse = (why: Why): void => {
    if ("text" in why) refusal.value = why.text;
    else props.why(why.action, (reason) => (refusal.value = because(reason)));
  };
  return (
    <div class={`world capone-world capone-board ${seat === null ? "watched" : ""}`}>
      <City {...props} refuse={refuse} acted={acted} pays={payouts(acted?.told ?? props.story)} />
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
      {view.phase === "over" && <Extra facts={facts} names={names} />}
      {seat === null && <Albums view={view} facts={facts} names={names} />}
    </div>
  );
}
