// What lies beside the map: the three stacks, and what everybody has. A file of its own, since the
// hand shows such things too.
import { arrows } from "../../ui/keys";
import { t, word } from "../../words/words";
import { considering } from "../choose";
import { classes, Close, Explain, Named } from "../parts";
import { stage, type Props } from "./choose";
import { Building, CardArt, CardBack, Mark, NoCard, Roof } from "./art";
import { ruleName } from "./talk";
import { DECKS, handOf, SHAPES, type Deck, type SeatView, type Shape, valueOf } from "./view";

/** A site or a finished building, of which there may be several alike. */
export interface Plot {
  at: string;
  label: string;
  height: number;
  /** null: it has no roof yet. */
  shape: Shape | null;
  count: number;
}

/** What somebody has built and not yet settled. */
export function yardOf({ works, buildings }: SeatView): Plot[] {
  const plots = new Map<string, Plot>();
  for (const thing of [...works.map(String), ...buildings]) {
    const [height = "", name] = thing.split(" ");
    const shape = (name as Shape | undefined) ?? null;
    const at = shape ? `building:${thing}` : `work:${thing}`;
    const label = shape
      ? t("capitol.building", { height, shape: word("capitol", shape) })
      : t("capitol.work", { height });
    const count = (plots.get(at)?.count ?? 0) + 1;
    plots.set(at, { at, label, height: Number(height), shape, count });
  }
  return [...plots.values()];
}

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

/** A stack in words: its top card, and how many there are. */
export function stackName({ view }: Props, deck: Deck): string {
  const { stack, discard } = view.decks[deck];
  const top = stack[0];
  return [
    t(`capitol.stack.${deck}`),
    top ? t("capitol.stack.top", { card: word("capitol", top) }) : t("capitol.stack.empty"),
    t("capitol.stack.count", { n: stack.length }),
    t("capitol.stack.discard", { n: discard.length }),
  ].join(". ");
}

function Stack({ props, deck }: { props: Props; deck: Deck }) {
  const { stack, discard, unseen } = props.view.decks[deck];
  const action = `draw ${deck}`;
  const possible = props.legal.includes(action);
  const top = stack[0];
  return (
    <button
      type="button"
      class={`stack ${possible ? "can" : ""}`}
      data-at={`deck:${deck}`}
      data-deck={deck}
      data-target={`draw:${deck}`}
      data-explain={`deck:${deck}`}
      aria-pressed={props.staged.value === action}
      onClick={() => stage(props, action)}
      {...considering(possible ? action : null)}
    >
      <Named name={stackName(props, deck)}>
        <span class={classes("cards", { many: stack.length > 1 })}>
          {top ? <CardArt card={top} /> : <NoCard deck={deck} />}
        </span>
        <span class="deck">{t(`capitol.stack.${deck}`)}</span>
        <span class="count">
          {stack.length}
          {discard.length > 0 && <span class="gone">+{discard.length}</span>}
        </span>
        {/* a stack made of discards is known to all */}
        {unseen === 0 && stack.length > 1 && (
          <span class="coming">
            {stack.slice(1, 4).map((card, i) => card && <span key={i}>{valueOf(card)}</span>)}
          </span>
        )}
      </Named>
    </button>
  );
}

// ------------------------------------------------------- what everybody has

/** A site or building with its name and number. */
export const Piece = ({ plot, seat }: { plot: Plot; seat: number }) => (
  <Named name={plot.count > 1 ? `${plot.count} × ${plot.label}` : plot.label}>
    <Building height={plot.height} seat={seat} shape={plot.shape} />
    {plot.count > 1 && <span class="times">×{plot.count}</span>}
  </Named>
);

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
          <Explain label={ruleName("known")} press={() => props.props.explain("known")} />
          <Close close={props.close} />
        </header>
      )}
      <p class="supply" data-at="supply">
        {t("capitol.supply", { n: view.supply })}
      </p>
      <ul class="people">
        {view.seats.map((own, i) => (
          <li key={i} class={`seat-${i} ${i === seat ? "self" : ""}`} data-target={`yard:${i}`}>
            <p class="person">
              <Mark seat={i} />
              <span>{names[i]}</span>
              <Stock own={own} seat={i} />
            </p>
            <YardOf own={own} seat={i} />
            {i !== seat && <KnownHand own={own} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

export const roofsLeft = (own: SeatView, shape: Shape): string =>
  t("capitol.roofs", { n: own.roofs[shape], shape: word("capitol", shape) });

/** The roofs that somebody has left. */
export const Stock = ({ own, seat }: { own: SeatView; seat: number }) => (
  <span class="stock">
    {SHAPES.map((shape) => (
      <span key={shape}>
        <Named name={roofsLeft(own, shape)}>
          <Roof shape={shape} seat={seat} />
          <span>×{own.roofs[shape]}</span>
        </Named>
      </span>
    ))}
  </span>
);

export const YardOf = ({ own, seat }: { own: SeatView; seat: number }) => (
  <ul class="yard" aria-label={t("capitol.yard")}>
    {yardOf(own).map((plot) => (
      <li key={plot.at}>
        <Piece plot={plot} seat={seat} />
      </li>
    ))}
  </ul>
);

export function KnownHand({ own }: { own: SeatView }) {
  return (
    <ul class="known" aria-label={t("capitol.hand.known", { n: handOf(own).length })}>
      {DECKS.flatMap((deck) =>
        own.hand[deck].map((card, i) => (
          <li key={`${deck}${i}`}>
            <Named name={card ? word("capitol", card) : t(`capitol.unknown.${deck}`)}>
              {card ? <CardArt card={card} /> : <CardBack deck={deck} />}
            </Named>
          </li>
        )),
      )}
    </ul>
  );
}
