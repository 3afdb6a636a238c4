// One's own tiles: what they are worth now, in which order, and what is decided beside the board.
import { batch, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { num } from "../../engine/lines";
import { arrows } from "../../ui/keys";
import { figure, t, word } from "../../words/words";
import type { BoardProps } from "../contract";
import { compose } from "../choose";
import { Choices, SeatName } from "../parts";
import { Tile } from "./art";
import { tileName } from "./explain";
import { bestOf, blocksOf, count, countedOrder, laid, levelNow, marking } from "./plan";
import { orderOf, worthOf } from "./plan";
import { HEIGHT, type CapriceView, type Kind } from "./view";

type Props = BoardProps<CapriceView>;

export function Hand(props: Props) {
  const { view, seat } = props;
  if (seat === null) return null;
  return (
    <div class={`world caprice-hand ${view.phase}`}>
      {view.phase === "draw" && <Drawing {...props} />}
      {view.phase === "arrange" && <Arranging {...props} seat={seat} />}
      {view.phase === "over" && <Counted {...props} seat={seat} />}
      {(view.phase === "place" || view.phase === "move") && <Playing {...props} seat={seat} />}
    </div>
  );
}

function Drawing(props: Props) {
  const { view, seat, legal } = props;
  const tiles = (view.tiles[seat ?? 0] ?? []).filter((kind) => kind !== null);
  return (
    <>
      <ul class="held" aria-label={t("caprice.hand.title")}>
        {tiles.map((kind, i) => (
          <li key={i}>
            <Tile kind={kind} name={word("caprice", kind)} />
          </li>
        ))}
        {view.drawn && legal.length > 0 && (
          <li class="drawn">
            <span>{t("caprice.hand.drawn")}</span>
            <Tile kind={view.drawn} name={word("caprice", view.drawn)} />
          </li>
        )}
      </ul>
      <div class="beside">
        <Choices on={props} begin="" />
      </div>
    </>
  );
}

function Playing(props: Props & { seat: number }) {
  const { view, facts, seat } = props;
  const order = orderOf(view, facts, seat);
  const now = num(worthOf(facts, seat, order), "n");
  return (
    <>
      <Strip order={order} change={(next) => (laid.value = { seat, order: next })} />
      <div class="beside">
        <button
          type="button"
          class="marking"
          aria-pressed={marking.value}
          aria-label={`${t("caprice.hand.now", { n: now })}; ${t("caprice.hand.show")}`}
          title={t("caprice.hand.show")}
          onClick={() => (marking.value = !marking.value)}
        >
          <span class="caprice-pin" aria-hidden="true" />
          <Worth long={t("caprice.summary.total", { n: now })} short={figure(now)} />
        </button>
        {view.options["arrange"] !== "manual" && (
          <>
            <p class="sorted" hidden={laid.value !== null} data-explain="order" data-asks>
              <span class="long">{t("caprice.hand.sorted")}</span>
              <span class="short">{t("caprice.hand.best_now")}</span>
            </p>
            <Best best={num(bestOf(facts, seat), "n")} now={now} />
          </>
        )}
        <Choices on={props} begin="stay" />
      </div>
    </>
  );
}

/** Back to the best order, where another one is laid out. */
function Best({ best, now }: { best: number; now: number }) {
  const name = t("caprice.hand.best_is", { best: figure(best) });
  if (best === now) return null;
  return (
    <button type="button" aria-label={name} onClick={() => (laid.value = null)}>
      <Worth long={name} short={`↺ ${figure(best)}`} />
    </button>
  );
}

/** In words, or where there is no room for them in figures. */
const Worth = ({ long, short }: { long: string; short: string }) => (
  <>
    <span class="worth" aria-hidden="true">
      {long}
    </span>
    <span class="worth short" aria-hidden="true">
      {short}
    </span>
  </>
);

/** The order that counts is chosen: what is laid out is always what would be done, also when
 * another page part stages an order or clears what was staged. */
function Arranging(props: Props & { seat: number }) {
  const { view, facts, seat, legal, staged } = props;
  const given = view.orders[seat] as Kind[] | null | undefined;
  const order = given ?? orderOf(view, facts, seat);
  const lay = (next: Kind[]): void =>
    batch(() => {
      laid.value = { seat, order: next };
      compose(props, ["order", ...next]);
    });
  const done = staged.value;
  useLayoutEffect(() => {
    if (legal.length === 0 || done === `order ${order.join(" ")}`) return;
    lay(done === null ? order : (done.split(" ").slice(1) as Kind[]));
  }, [view, done]);
  return (
    <>
      {given ? <Strip order={order} /> : <Strip order={order} change={lay} />}
      <div class="beside">
        <p class="now">
          {t("caprice.summary.total", { n: num(worthOf(facts, seat, order), "n") })}
        </p>
        <p class="how">{t(given ? "caprice.hand.given" : "caprice.hand.how")}</p>
      </div>
    </>
  );
}

/** At the end, where no summary shows it: the order that is counted, and whose it is. */
function Counted({ view, facts, names, seat }: Props & { seat: number }) {
  const whose = count.value?.seat ?? seat;
  const order = countedOrder(view) ?? ((view.orders[seat] ?? []) as Kind[]);
  const whole = (count.value?.upTo ?? Infinity) >= blocksOf(view);
  return (
    <>
      <Strip order={order} now={levelNow(view)} />
      <p class="now">
        <SeatName seat={whose} names={names} />
        <br />
        {whole
          ? t("caprice.summary.total", { n: num(worthOf(facts, whose, order), "n") })
          : "\u00a0"}
      </p>
    </>
  );
}

// ------------------------------------------------------------------ the strip

interface StripProps {
  order: readonly Kind[];
  /** The level that is being counted. */
  now?: number | undefined;
  /** Absent: the order stands. */
  change?: (order: Kind[]) => void;
}

/** What the lowest and the highest level are called. */
const ENDS: Record<number, string> = { 0: "bottom", [HEIGHT - 1]: "top" };

/** Tiles in their order, bottom to top, which two taps change. */
export function Strip({ order, now, change }: StripProps) {
  const first = useSignal<number | null>(null);
  const tap = (level: number): void => {
    const other = first.value;
    first.value = other === null ? level : null;
    if (other === null || other === level || !change) return;
    const next = [...order];
    [next[other], next[level]] = [next[level]!, next[other]!];
    change(next);
  };
  const nameOf = (kind: Kind, level: number): string => {
    const name = tileName(level, kind);
    const other = first.value ?? 0;
    const does = first.value === null ? "swap" : other === level ? "chosen" : "swap_with";
    return change ? `${name}; ${t(`caprice.hand.${does}`, { level: figure(other + 1) })}` : name;
  };
  return (
    <ol class="caprice-strip" data-now={now} onKeyDown={arrows}>
      {order.map((kind, level) => (
        <li key={level} data-at={`caprice.tile.${level}`} data-explain={`tile:${level}:${kind}`}>
          {change ? (
            <button
              type="button"
              class="card"
              aria-label={nameOf(kind, level)}
              aria-pressed={first.value === level}
              onClick={() => tap(level)}
            >
              <Tile kind={kind} />
            </button>
          ) : (
            <Tile kind={kind} name={nameOf(kind, level)} />
          )}
          <span class="level" aria-hidden="true">
            {ENDS[level] ? t(`caprice.hand.${ENDS[level]}`) : figure(level + 1)}
          </span>
        </li>
      ))}
    </ol>
  );
}
