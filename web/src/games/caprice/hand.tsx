// One's own tiles: what they are worth now, in which order, and what is decided beside the board.
import { batch, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { num } from "../../engine/lines";
import { arrows } from "../../ui/keys";
import { SeatMark } from "../../ui/seat";
import { doing, figure, t, word } from "../../words/words";
import { pick } from "../choose";
import type { BoardProps } from "../contract";
import { Tile } from "./art";
import { bestOf, count, counted, countedOrder, laid, marking, orderOf, worthOf } from "./plan";
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

/** An action that is no place on the board: a button that stages it. Where it is the only one, the
 * page has staged it already, so another press must not take it back. */
function Choice({ action, ...props }: Props & { action: string }) {
  return (
    <button
      type="button"
      class="choice"
      aria-pressed={props.staged.value === action}
      onClick={() => pick(props, action)}
    >
      {doing("caprice", action, props.names)}
    </button>
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
        {legal.map((action) => (
          <Choice key={action} {...props} action={action} />
        ))}
      </div>
    </>
  );
}

function Playing(props: Props & { seat: number }) {
  const { view, facts, seat, legal } = props;
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
          <span class="worth" aria-hidden="true">
            {t("caprice.summary.total", { n: now })}
          </span>
          <span class="worth short" aria-hidden="true">
            {figure(now)}
          </span>
        </button>
        {view.options["arrange"] !== "manual" && (
          <Best best={num(bestOf(facts, seat), "n")} now={now} />
        )}
        {view.options["arrange"] !== "manual" && laid.value === null && (
          <p class="sorted">{t("caprice.hand.sorted")}</p>
        )}
        {legal.includes("stay") && <Choice {...props} action="stay" />}
      </div>
    </>
  );
}

/** Back to the best order, where another one is laid out. */
function Best({ best, now }: { best: number; now: number }) {
  if (best === now) return null;
  return (
    <button
      type="button"
      aria-label={t("caprice.hand.best_is", { best: figure(best) })}
      onClick={() => (laid.value = null)}
    >
      <span class="worth" aria-hidden="true">
        {t("caprice.hand.best_is", { best: figure(best) })}
      </span>
      <span class="worth short" aria-hidden="true">
        ↺ {figure(best)}
      </span>
    </button>
  );
}

/** The order that counts is chosen: what is laid out is always what would be done, also when
 * another page part stages an order or clears what was staged. */
function Arranging({ view, facts, seat, legal, picked, staged }: Props & { seat: number }) {
  const given = view.orders[seat] as Kind[] | null | undefined;
  const order = given ?? orderOf(view, facts, seat);
  const lay = (next: Kind[]): void => {
    const action = ["order", ...next];
    batch(() => {
      laid.value = { seat, order: next };
      picked.value = action;
      staged.value = action.join(" ");
    });
  };
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
  const whole = (count.value?.upTo ?? Infinity) >= counted(view).length;
  return (
    <>
      <Strip order={order} />
      <p class="now">
        <SeatMark seat={whose} /> {names[whose]}
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
  /** Absent: the order stands. */
  change?: (order: Kind[]) => void;
}

/** Tiles in their order, bottom to top, which two taps change. */
export function Strip({ order, change }: StripProps) {
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
    const name = t("caprice.hand.tile", { level: figure(level + 1), kind: word("caprice", kind) });
    if (!change) return name;
    if (first.value === level) return `${name}; ${t("caprice.hand.chosen")}`;
    if (first.value === null) return `${name}; ${t("caprice.hand.swap")}`;
    return `${name}; ${t("caprice.hand.swap_with", { level: figure(first.value + 1) })}`;
  };
  return (
    <ol class="caprice-strip" onKeyDown={arrows}>
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
            {level === 0
              ? t("caprice.hand.bottom")
              : level === HEIGHT - 1
                ? t("caprice.hand.top")
                : figure(level + 1)}
          </span>
        </li>
      ))}
    </ol>
  );
}
