// The end: whose order, how it meets the towers level by level, and what another order had given.
import { num, nums } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { figure, t, word } from "../../words/words";
import type { SummaryProps } from "../contract";
import { inOrder, Named, SeatName, Step, Table } from "../parts";
import { Art } from "./art";
import { tileName } from "./explain";
import { Strip } from "./hand";
import { begin, count, countedOrder, worthOf } from "./plan";
import { HEIGHT, matches, type CapriceView, type Kind } from "./view";

/** Where the count of each tower ends. */
const ends = (view: CapriceView): number[] =>
  view.towers.map((_, place) => view.towers.slice(0, place + 1).flat().length);

function jump(view: CapriceView, step: 1 | -1): void {
  const now = count.value;
  if (!now) return;
  const stops = [0, ...ends(view)];
  const next =
    step > 0 ? stops.find((stop) => stop > now.upTo) : stops.findLast((stop) => stop < now.upTo);
  if (next !== undefined) count.value = { ...now, upTo: next };
}

export function Summary({ view, facts, names, result }: SummaryProps<CapriceView>) {
  const now = count.value;
  const order = countedOrder(view);
  if (!now || !order) return null;
  const worth = worthOf(facts, now.seat, order);
  const again = (): void => begin(view, now.seat, now.tried);
  return (
    <section class="world summary caprice-summary" aria-label={t("caprice.summary.title")}>
      <ul class="whose" aria-label={t("caprice.summary.whose")}>
        {inOrder(result.places).map((seat) => (
          <li key={seat}>
            <button
              type="button"
              aria-pressed={now.seat === seat}
              onClick={() => begin(view, seat)}
            >
              <SeatName seat={seat} names={names} /> <b>{figure(result.scores[seat] ?? 0)}</b>
            </button>
          </li>
        ))}
      </ul>
      <Strip order={order} change={(next) => begin(view, now.seat, next, true)} />
      <div class="steps">
        <Step icon="back" name={t("caprice.summary.before")} press={() => jump(view, -1)} />
        <Step icon="repeat" name={t("caprice.summary.count")} press={again} />
        <Step icon="on" name={t("caprice.summary.next")} press={() => jump(view, 1)} />
        <p role="status">
          {now.tried
            ? t("caprice.summary.tried", { n: num(worth, "n") })
            : t("caprice.summary.try")}
        </p>
        {now.tried && (
          <button type="button" class="own" onClick={() => begin(view, now.seat, null, true)}>
            {t("caprice.summary.own_order")}
          </button>
        )}
      </div>
      <Account view={view} order={order} worth={worth} />
    </section>
  );
}

/** What a tower has brought besides a point for each level that agrees. */
const bonus = (points: number, tower: Kind[], order: Kind[]): number =>
  points - matches(tower, order).filter(Boolean).length;

const signed = (n: number): string => (n === 0 ? "" : `+${figure(n)}`);

/** Tower by tower, level by level: a table that adds up. */
function Account(account: { view: CapriceView; order: Kind[]; worth: Line | undefined }) {
  const { view, order, worth } = account;
  const points = nums(worth, "towers");
  const levels = Array.from({ length: HEIGHT }, (_, level) => level);
  const upTo = count.value?.upTo ?? 0;
  const heads = levels.map((level) => (
    <Named name={tileName(level, order[level]!)}>
      <Art name={`sign-${order[level]!}`} />
      {figure(level + 1)}
    </Named>
  ));
  const rows = view.towers.map((tower, place) => ({
    class: ends(view)[place]! <= upTo ? "done" : "",
    head: t("caprice.tower", { tower: figure(place + 1) }),
    cells: [
      ...levels.map((level) => <Met kind={tower[level]} wanted={order[level]!} />),
      signed(bonus(points[place] ?? 0, tower, order)),
      figure(points[place] ?? 0),
    ],
  }));
  const sum = t("caprice.summary.sum");
  return (
    <Table
      caption={t("caprice.summary.title")}
      heads={[null, ...heads, <Named name={t("caprice.summary.perfect")}>★</Named>, sum]}
      rows={rows}
      foot={[{ head: sum, cells: [...levels.map(() => ""), "", figure(num(worth, "n"))] }]}
    />
  );
}

/** Whether a level of a tower meets the order. */
function Met({ kind, wanted }: { kind: Kind | undefined; wanted: Kind }) {
  if (!kind) return <span class="visually-hidden">{t("caprice.summary.no_block")}</span>;
  const agrees = kind === wanted;
  const name = `${word("caprice", kind)}, ${t(agrees ? "caprice.summary.match" : "caprice.summary.no_match")}`;
  return (
    <span class={agrees ? "match" : ""} role="img" aria-label={name}>
      <Art name={`sign-${kind}`} />
      {agrees && "✓"}
    </span>
  );
}
