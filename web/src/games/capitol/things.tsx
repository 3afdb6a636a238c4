// What lies beside the map: the three stacks, and what everybody has.
import type { ComponentChildren } from "preact";
import { t, word } from "../../words/words";
import { Explain } from "./explain";
import { arrows } from "./keys";
import { stage, type Props } from "./choose";
import { Building, CardArt, CardBack, Mark, NoCard, Roof } from "./art";
import { DECKS, handOf, SHAPES, type Deck, type SeatView, type Shape } from "./view";

/** A site or a finished building, of which there may be several alike. */
export interface Plot {
  at: string;
  label: string;
  height: number;
  /** null: it has no roof yet. */
  shape: Shape | null;
  count: number;
}

function counted<T extends string | number>(things: T[]): [thing: T, count: number][] {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return [...counts];
}

/** What somebody has built and not yet settled. */
export const yardOf = ({ works, buildings }: SeatView): Plot[] => [
  ...counted(works).map(([height, count]) => ({
    at: `work:${height}`,
    label: t("capitol.work", { height }),
    height,
    shape: null,
    count,
  })),
  ...counted(buildings).map(([building, count]) => {
    const [height, shape] = building.split(" ") as [string, Shape];
    return {
      at: `building:${building}`,
      label: t("capitol.building", { height, shape: word("capitol", shape) }),
      height: Number(height),
      shape,
      count,
    };
  }),
];

// ------------------------------------------------------------------- stacks

export function Stacks({ props }: { props: Props }) {
  return (
    <div class="stacks" role="group" aria-label={t("capitol.stacks")} onKeyDown={arrows}>
      {DECKS.map((deck) => (
        <Stack key={deck} props={props} deck={deck} />
      ))}
    </div>
  );
}

function Stack({ props, deck }: { props: Props; deck: Deck }) {
  const { stack, discard, unseen } = props.view.decks[deck];
  const action = `draw ${deck}`;
  const possible = props.legal.includes(action);
  const top = stack[0];
  const label = [
    t(`capitol.stack.${deck}`),
    top ? t("capitol.stack.top", { card: word("capitol", top) }) : t("capitol.stack.empty"),
    t("capitol.stack.count", { n: stack.length }),
    t("capitol.stack.discard", { n: discard.length }),
  ].join(". ");
  return (
    <button
      type="button"
      class={`stack ${possible ? "possible" : ""}`}
      data-at={`deck:${deck}`}
      data-deck={deck}
      aria-pressed={props.staged.value === action}
      onClick={() => stage(props, action)}
    >
      <span class="visually-hidden">{label}</span>
      <span aria-hidden="true" class={`cards ${stack.length > 1 ? "many" : ""}`}>
        {top ? <CardArt card={top} /> : <NoCard deck={deck} />}
      </span>
      <span class="count" aria-hidden="true">
        {stack.length}
        {discard.length > 0 && <span class="gone">+{discard.length}</span>}
      </span>
      {unseen === 0 && stack.length > 1 && <Coming cards={stack.slice(1, 4)} />}
    </button>
  );
}

/** A stack made of discards is known to all. */
function Coming({ cards }: { cards: (string | null)[] }) {
  return (
    <span class="coming" aria-hidden="true">
      {cards.map((card, i) => card && <span key={i}>{card.slice(1)}</span>)}
    </span>
  );
}

// ------------------------------------------------------- what everybody has

interface NamedProps {
  label: string;
  count?: number;
  children: ComponentChildren;
}

function Named({ label, count = 1, children }: NamedProps) {
  return (
    <li>
      {children}
      {count > 1 && (
        <span class="times" aria-hidden="true">
          ×{count}
        </span>
      )}
      <span class="visually-hidden">{count > 1 ? `${count} × ${label}` : label}</span>
    </li>
  );
}

function YardList({ own, seat }: { own: SeatView; seat: number }) {
  return (
    <ul class="yard" aria-label={t("capitol.yard")}>
      {yardOf(own).map(({ at, label, height, shape, count }) => (
        <Named key={at} label={label} count={count}>
          <Building height={height} seat={seat} shape={shape} />
        </Named>
      ))}
    </ul>
  );
}

/** On a phone: the others' yards, small; pressed, they show everything. */
export function Yards({ props, open }: { props: Props; open(): void }) {
  const { view, seat } = props;
  return (
    <button type="button" class="yards" onClick={open}>
      <span class="visually-hidden">{t("capitol.things.show")}</span>
      {view.seats.map((other, i) =>
        i === seat ? null : (
          <span class="one" key={i} aria-hidden="true">
            <Mark seat={i} />
            {yardOf(other).length === 0 && "–"}
            {yardOf(other).map(({ at, height, shape, count }) => (
              <span key={at}>
                <Building height={height} seat={i} shape={shape} />
                {count > 1 && <small>{count}</small>}
              </span>
            ))}
          </span>
        ),
      )}
    </button>
  );
}

/** Everything that is open: yards, roofs left, and what is known of the hands. */
export function Things(props: { props: Props; class: string; close?: () => void }) {
  const { view, names, seat } = props.props;
  return (
    <section class={`things ${props.class}`} aria-label={t("capitol.things")}>
      {props.close && (
        <header>
          <h2>{t("capitol.things")}</h2>
          <Explain rule="known" explain={props.props.explain} />
          <button type="button" class="close" aria-label={t("capitol.close")} onClick={props.close}>
            ×
          </button>
        </header>
      )}
      <p class="supply" data-at="supply">
        {t("capitol.supply", { n: view.supply })}
      </p>
      <ul class="people">
        {view.seats.map((own, i) => (
          <li key={i} class={`seat-${i} ${i === seat ? "self" : ""}`}>
            <p class="person">
              <Mark seat={i} />
              <span>{names[i]}</span>
              <Stock own={own} seat={i} />
            </p>
            <YardList own={own} seat={i} />
            {i !== seat && <KnownHand own={own} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Stock({ own, seat }: { own: SeatView; seat: number }) {
  return (
    <span class="stock">
      {SHAPES.map((shape) => (
        <span key={shape}>
          <Roof shape={shape} seat={seat} />
          <span aria-hidden="true">×{own.roofs[shape]}</span>
          <span class="visually-hidden">
            {t("capitol.roofs", { n: own.roofs[shape], shape: word("capitol", shape) })}
          </span>
        </span>
      ))}
    </span>
  );
}

function KnownHand({ own }: { own: SeatView }) {
  return (
    <ul class="known" aria-label={t("capitol.hand.known", { n: handOf(own).length })}>
      {DECKS.flatMap((deck) =>
        own.hand[deck].map((card, i) => (
          <Named
            key={`${deck}${i}`}
            label={card ? word("capitol", card) : t(`capitol.unknown.${deck}`)}
          >
            {card ? <CardArt card={card} /> : <CardBack deck={deck} />}
          </Named>
        )),
      )}
    </ul>
  );
}
