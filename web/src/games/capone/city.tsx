// The city at night: businesses, shops, rest places, prison, park, harbour.
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { because, doing, figure, list, money, t, word } from "../../words/words";
import type { BoardProps } from "../contract";
import { moveOn, spacesOf } from "./books";
import {
  discardsOpenly,
  ILLEGAL,
  isIllegal,
  LEGAL,
  REST,
  SPACES,
  VALUES,
  winners,
  worth,
} from "./data";
import { Icon } from "./icons";
import { Ledger } from "./ledger";
import { Disc, Guards, inWords, Named, placeName, Shape, Standing, whereabouts, whereInWords } from "./pieces";
import { Block, Portrait } from "./portraits";
import { whyNotRest, whyNotShop, whyNotSpace, type Why } from "./reasons";
import { Cars, Roof, Splash, Waves } from "./scenery";
import type { CaponeView, Card, Held, Illegal, Legal, Rest } from "./types";
import { chosenCard, pickWords, possible } from "./turn";

type Props = BoardProps<CaponeView> & {
  /** Says why a tap leads nowhere. */
  refuse(why: Why): void;
};

/** What stands on every space, as it would be once what is staged is done. */
function ghosts(props: Props): Map<string, Held> | null {
  const { view, staged, picked, seat } = props;
  const words = staged.value?.split(" ") ?? (picked.value[0] === "force" ? picked.value : []);
  if (seat === null || words.length < 2 || !["force", "use"].includes(words[0]!)) return null;
  const spaces = spacesOf(view);
  const { pending } = view;
  moveOn(spaces, seat, words, pending && `${pending.business} ${pending.space}`);
  return spaces;
}

/** What tapping a space would begin: with a chosen card, or with that business's own card. */
function aim({ picked }: Props, business: Illegal, space: number): string[] {
  const card = chosenCard(picked.value) ?? business;
  return isIllegal(card)
    ? ["use", card, ...(card === business ? [String(space)] : [business, String(space)])]
    : ["use", card, business, String(space)];
}

function Space(props: Props & { business: Illegal; space: 1 | 2; ghost: Map<string, Held> | null }) {
  const { view, legal, picked, business, space, names } = props;
  const place = `${business} ${space}`;
  const now = view.illegal[business][space - 1] ?? null;
  const then = props.ghost ? (props.ghost.get(place) ?? null) : now;
  const changed = JSON.stringify(then) !== JSON.stringify(now);
  const words = aim(props, business, space);
  const chosen = chosenCard(picked.value) !== null;
  const lit = chosen && possible(legal, words);
  const pending = view.pending?.business === business && view.pending.space === space;
  const needs = now ? Math.max(VALUES[business], worth(now) + 5) : VALUES[business];
  const own = now !== null && now.seat === props.seat;
  const name = placeName(business, space);
  const label = now
    ? t("capone.board.held", {
        place: name,
        who: names[now.seat] ?? "",
        force: inWords(now),
        money: money(worth(now)),
      })
    : t("capone.board.free", { place: name, money: money(VALUES[business]) });
  const faces = then
    ? whereabouts(view, then.seat)
        .filter(({ where }) => where === place)
        .map(({ twin }) => twin)
    : [];
  const press = (): void => {
    if (legal.length === 0 || view.phase !== "play") return;
    if (possible(legal, words)) pickWords(props, words);
    else props.refuse(whyNotSpace(view, props.seat ?? 0, chosenCard(picked.value), business, space));
  };
  const aimed = picked.value[0] === "use" && picked.value.join(" ").startsWith(words.join(" "));
  return (
    <button
      type="button"
      class={[
        "space",
        lit ? "lit" : chosen ? "dim" : "",
        aimed || pending ? "aimed" : "",
        changed ? "ghost" : "",
      ].join(" ")}
      data-at={`space.${business}.${space}`}
      data-place={place}
      aria-disabled={legal.length === 0 || view.phase !== "play"}
      aria-pressed={aimed}
      onClick={press}
    >
      <Named name={lit ? `${label} ${doing("capone", words.join(" "), names)}` : label}>
        {then ? (
          <Standing
            seat={then.seat}
            force={then}
            total={worth(then)}
            faces={faces}
            at={`held.${business}.${space}`}
          />
        ) : (
          <span class="vacant">{now ? "✕" : <SpaceMark />}</span>
        )}
        {!own && <span class="needs">≥{figure(needs)}</span>}
      </Named>
    </button>
  );
}

const SpaceMark = () => (
  <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="8" />
  </svg>
);

function Business(props: Props & { business: Illegal; ghost: Map<string, Held> | null }) {
  const { business } = props;
  const value = VALUES[business];
  return (
    <li class={`business value-${value}`}>
      <Roof plan={ILLEGAL.indexOf(business)} />
      <p
        class="sign"
        aria-label={t("capone.board.business", {
          business: word("capone", business),
          money: money(value),
        })}
      >
        <Icon card={business} />
        <span>{word("capone", business)}</span>
        <b>{value}</b>
      </p>
      <div class="spaces">
        {SPACES.map((space) => (
          <Space key={space} {...props} space={space} />
        ))}
      </div>
    </li>
  );
}

function Shop(props: Props & { shop: Legal }) {
  const { view, shop, names, legal, picked } = props;
  const guard = view.legal[shop];
  const staged = props.staged.value === `use ${shop}` && guard === null;
  const shown = staged ? props.seat : guard;
  const name = word("capone", shop);
  const label =
    guard === null
      ? t("capone.board.shop.free", { place: name })
      : t("capone.board.shop.held", { place: name, who: names[guard] ?? "" });
  return (
    <li class={`shop ${chosenCard(picked.value) === shop ? "lit" : ""}`} data-at={`shop.${shop}`}>
      <button
        type="button"
        aria-disabled={legal.length === 0 || view.phase !== "play"}
        aria-label={label}
        onClick={() => {
          if (legal.length === 0 || view.phase !== "play") return;
          if (possible(legal, ["use", shop])) pickWords(props, ["use", shop]);
          else props.refuse(whyNotShop(shop));
        }}
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
            <Shape seat={shown} />
            <Block />
          </span>
        )}
      </button>
    </li>
  );
}

/** A member of another family in a rest place can be arrested or killed there. */
function RestPlace(props: Props & { rest: Rest }) {
  const { view, rest, names, legal, picked } = props;
  const guest = view.rest[rest];
  const coming = props.after?.rest[rest] ?? null;
  const shown = guest ?? (props.staged.value ? coming : null);
  const card = chosenCard(picked.value);
  const words = ["use", card ?? "", rest, ...(card === "fbi" && guest ? [String(guest.member)] : [])];
  const lit = card !== null && guest !== null && possible(legal, words);
  const name = word("capone", rest);
  const label = guest
    ? t("capone.board.guest", {
        place: name,
        who: names[guest.seat] ?? "",
        member: word("capone", String(guest.member)),
      })
    : t("capone.board.shop.free", { place: name });
  const twin = shown
    ? whereabouts(view, shown.seat).find(({ where }) => where === rest)?.twin
    : undefined;
  return (
    <li class={`rest ${lit ? "lit" : ""} ${card === rest ? "aimed" : ""}`}>
      <button
        type="button"
        data-at={`rest.${rest}`}
        aria-disabled={!lit}
        onClick={() => {
          if (lit) pickWords(props, words);
          else if (card !== null && legal.length > 0) props.refuse(whyNotRest(view, card, rest));
        }}
      >
        <Named name={lit ? `${label} ${doing("capone", words.join(" "), names)}` : label}>
          {shown ? (
            <span class={`guest seat-${shown.seat} ${guest ? "" : "ghost"}`}>
              <Shape seat={shown.seat} />
              <Disc member={shown.member} twin={twin ?? 0} />
            </span>
          ) : (
            <Icon card={rest} />
          )}
          <span class="label">{name}</span>
        </Named>
      </button>
    </li>
  );
}

function Prison({ view, names, legal, picked, staged, seat }: Props) {
  return (
    <section class="prison" data-at="prison" aria-label={t("capone.board.prison")}>
      <p class="label">{t("capone.board.prison")}</p>
      <ol>
        {view.prison.map((one, i) => {
          const bail = one ? `bail ${one.member}` : "";
          const free = one?.seat === seat && legal.includes(bail);
          const who = one
            ? t("capone.board.guest", {
                place: t("capone.board.block", { n: i + 1 }),
                who: names[one.seat] ?? "",
                member: word("capone", String(one.member)),
              })
            : t("capone.board.shop.free", { place: t("capone.board.block", { n: i + 1 }) });
          const twin = one
            ? whereabouts(view, one.seat).find(({ where }) => where === `prison ${i + 1}`)?.twin
            : 0;
          const inside = (
            <>
              {one && (
                <span class={`guest seat-${one.seat}`}>
                  <Shape seat={one.seat} />
                  <Disc member={one.member} twin={twin ?? 0} />
                </span>
              )}
              <Bars />
              <span class="number">{i + 1}</span>
            </>
          );
          return (
            <li key={i} data-at={`cell.${i + 1}`}>
              {free ? (
                <button
                  type="button"
                  class="cell lit"
                  aria-pressed={staged.value === bail}
                  onClick={() => pickWords({ legal, picked, staged }, bail.split(" "))}
                >
                  <Named name={`${who}. ${doing("capone", bail, names)}`}>{inside}</Named>
                </button>
              ) : (
                <span class="cell" role="img" aria-label={who}>
                  {inside}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const Bars = () => (
  <svg class="bars" viewBox="0 0 40 40" preserveAspectRatio="none" aria-hidden="true">
    <path d="M6 0v40M15 0v40M25 0v40M34 0v40" />
  </svg>
);

/** The drowned, family by family; those who have come since the last look splash, one after another. */
function Harbour({ view, names }: Props) {
  const known = useRef(view.seats.map(({ harbour }) => harbour.length));
  const before = known.current;
  known.current = view.seats.map(({ harbour }) => harbour.length);
  let late = 0;
  return (
    <section class="harbour" data-at="harbour" aria-label={t("capone.board.harbour")}>
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
                members: list(harbour.map((member) => word("capone", String(member)))),
              })}
            >
              <Shape seat={seat} />
              {harbour.map((member, i) => {
                const fresh = harbour.length > (before[seat] ?? 0) && i >= (before[seat] ?? 0);
                return (
                  <span key={i} class="body" data-at={`harbour.${seat}.${i}`}>
                    <b>{member}</b>
                    {fresh && <Splash delay={late++} />}
                  </span>
                );
              })}
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

function Park({ view, names }: Props) {
  return (
    <section class="park" data-at="park" aria-label={t("capone.board.park")}>
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
              <Shape seat={seat} />
              <Guards n={park} />
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** Photographs need a mark for those who are not at home. */
const isOnBoard = (place: string): boolean => !["home", "harbour", "prison"].includes(place);

/** The cards that a family has thrown away this year, where that is done face up. */
function Thrown({ view, seat }: { view: CaponeView; seat: number }) {
  const cards = view.seats[seat]!.discarded.filter((card) => card !== null);
  if (!discardsOpenly(view) || cards.length === 0) return null;
  const names = list(cards.map((card) => word("capone", card)));
  return <span class="thrown">{t("capone.seat.thrown", { cards: names })}</span>;
}

export function Album({ view, seat }: { view: CaponeView; seat: number }) {
  return (
    <>
      <Photos view={view} seat={seat} />
      <Thrown view={view} seat={seat} />
    </>
  );
}

/** A family's photographs: where each of the eight is. */
function Photos({ view, seat }: { view: CaponeView; seat: number }) {
  const members = whereabouts(view, seat).sort((a, b) => b.member - a.member || a.twin - b.twin);
  return (
    <ul class={`album seat-${seat}`}>
      {members.map(({ member, twin, where }) => {
        const [place = ""] = where.split(" ");
        return (
          <li
            key={`${member}.${twin}`}
            class="photo"
            data-where={isOnBoard(place) ? "out" : place}
            aria-label={t("capone.album.member", {
              member: t(`capone.member.${member}`),
              money: money(member),
              where: whereInWords(where),
            })}
          >
            <Disc member={member} twin={twin} />
            {isOnBoard(place) && (
              <span class="place">
                <Icon card={place as Card} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** All families, to be looked up: below one's own things, or below the board for who only watches. */
export function Albums({ view, names }: { view: CaponeView; names: string[] }) {
  return (
    <section class="albums" aria-label={t("capone.board.families")}>
      <h2>{t("capone.board.families")}</h2>
      {view.seats.map((_, seat) => (
        <div key={seat} class={`family seat-${seat}`}>
          <p>
            <Shape seat={seat} /> {names[seat]}
          </p>
          <Album view={view} seat={seat} />
        </div>
      ))}
    </section>
  );
}

/** The end: whoever sits in the chair now. */
function Crowned({ view, names }: { view: CaponeView; names: string[] }) {
  const best = winners(view);
  return (
    <div class="capone-board">
      <div class="city crowned">
        <p class="sign value-30">{t("capone.over.title")}</p>
        <ul>
          {best.map((seat) => (
            <li key={seat} class={`seat-${seat}`}>
              <Portrait member={100} />
              <b>
                <Shape seat={seat} /> {names[seat]}
              </b>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function City(props: Props) {
  const ghost = ghosts(props);
  const { view, legal } = props;
  // While a force is composed only spaces matter; a small screen needs the room for the family.
  const brief = view.phase === "force" && legal.length > 0;
  return (
    <div class={brief ? "city brief" : "city"}>
      <Cars way="along" />
      <Cars way="across" />
      <ul class="businesses" aria-label={t("capone.board.city")}>
        {ILLEGAL.map((business) => (
          <Business key={business} {...props} business={business} ghost={ghost} />
        ))}
      </ul>
      <ul class="shops" data-at="shops" aria-label={t("capone.board.legal")}>
        {LEGAL.map((shop) => (
          <Shop key={shop} {...props} shop={shop} />
        ))}
      </ul>
      <div class="waterfront">
        <Harbour {...props} />
        <Park {...props} />
        <ul class="rests" aria-label={t("capone.board.rest")}>
          {REST.map((rest) => (
            <RestPlace key={rest} {...props} rest={rest} />
          ))}
        </ul>
        <Prison {...props} />
      </div>
    </div>
  );
}

export function Board(props: BoardProps<CaponeView>) {
  const { view, names, seat, picked } = props;
  const refusal = useSignal<string | null>(null);
  useLayoutEffect(() => {
    refusal.value = null;
  }, [view, picked.value]);
  const refuse = (why: Why): void => {
    if ("text" in why) refusal.value = why.text;
    else props.why(why.action, (reason) => (refusal.value = because(reason)));
  };
  if (view.phase === "over") return <Crowned view={view} names={names} />;
  return (
    <div class="capone-board">
      <City {...props} refuse={refuse} />
      <p class="refuse" role="alert">
        {refusal.value}
      </p>
      {(view.phase === "rehire" || view.phase === "invest") && <Ledger {...props} />}
      {seat === null && <Albums view={view} names={names} />}
    </div>
  );
}
