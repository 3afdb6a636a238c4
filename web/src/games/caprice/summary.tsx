// The end: whose order, how it meets the towers level by level, and what another order had given.
import { num, nums } from "../../engine/lines";
import type { Line } from "../../engine/types";
import { SeatMark } from "../../ui/seat";
import { Icon } from "../../ui/icons";
import { figure, t, word } from "../../words/words";
import type { SummaryProps } from "../contract";
import { begin, count, countedOrder, worthOf } from "./plan";
import { Strip } from "./tiles";
import { HEIGHT, matches, type CapriceView, type Kind } from "./view";
import { Sign } from "./wood";

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

/** The seats from first to last. */
const ranked = (places: number[]): number[] =>
  places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]!);

export function Summary({ view, facts, names, result }: SummaryProps<CapriceView>) {
  const now = count.value;
  const order = countedOrder(view);
  if (!now || !order) return null;
  const worth = worthOf(facts, now.seat, order);
  return (
    <section class="caprice-summary" aria-label={t("caprice.summary.title")}>
      <ul class="whose" aria-label={t("caprice.summary.whose")}>
        {ranked(result.places).map((seat) => (
          <li key={seat}>
            <button
              type="button"
              aria-pressed={now.seat === seat}
              onClick={() => begin(view, seat)}
            >
              <SeatMark seat={seat} /> {names[seat]} <b>{figure(result.scores[seat] ?? 0)}</b>
            </button>
          </li>
        ))}
      </ul>
      <Strip order={order} change={(next) => begin(view, now.seat, next, true)} />
      <div class="steps">
        <button
          type="button"
          onClick={() => jump(view, -1)}
          aria-label={t("caprice.summary.before")}
        >
          <Icon name="back" />
        </button>
        <button
          type="button"
          onClick={() => begin(view, now.seat, now.tried)}
          aria-label={t("caprice.summary.count")}
          title={t("caprice.summary.count")}
        >
          <Icon name="repeat" />
        </button>
        <button type="button" onClick={() => jump(view, 1)} aria-label={t("caprice.summary.next")}>
          <Icon name="on" />
        </button>
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

const levelName = (level: number, order: Kind[]): { level: string; kind: string } => ({
  level: figure(level + 1),
  kind: word("caprice", order[level]!),
});

/** What a tower has brought besides a point for each level that agrees. */
const bonus = (points: number, tower: Kind[], order: Kind[]): number =>
  points - matches(tower, order).filter(Boolean).length;

const signed = (n: number): string => (n === 0 ? "" : `+${figure(n)}`);

interface AccountProps {
  view: CapriceView;
  order: Kind[];
  worth: Line | undefined;
}

/** Tower by tower, level by level: a table that adds up. */
function Account({ view, order, worth }: AccountProps) {
  const points = nums(worth, "towers");
  const levels = Array.from({ length: HEIGHT }, (_, level) => level);
  const upTo = count.value?.upTo ?? 0;
  return (
    <table>
      <caption>{t("caprice.summary.title")}</caption>
      <thead>
        <tr>
          <td />
          {levels.map((level) => (
            <th
              scope="col"
              key={level}
              aria-label={t("caprice.hand.tile", levelName(level, order))}
            >
              <Sign kind={order[level]!} />
              {figure(level + 1)}
            </th>
          ))}
          <th scope="col" aria-label={t("caprice.summary.perfect")}>
            ★
          </th>
          <th scope="col">{t("caprice.summary.sum")}</th>
        </tr>
      </thead>
      <tbody>
        {view.towers.map((tower, place) => (
          <tr key={place} class={ends(view)[place]! <= upTo ? "done" : ""}>
            <th scope="row">{t("caprice.tower", { tower: figure(place + 1) })}</th>
            {levels.map((level) => (
              <Cell key={level} kind={tower[level]} wanted={order[level]!} />
            ))}
            <td>{signed(bonus(points[place] ?? 0, tower, order))}</td>
            <td>{figure(points[place] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={HEIGHT + 2}>
            {t("caprice.summary.sum")}
          </th>
          <td>{figure(num(worth, "n"))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Cell({ kind, wanted }: { kind: Kind | undefined; wanted: Kind }) {
  if (!kind)
    return (
      <td>
        <span class="visually-hidden">{t("caprice.summary.no_block")}</span>
      </td>
    );
  const agrees = kind === wanted;
  const name = `${word("caprice", kind)}, ${t(agrees ? "caprice.summary.match" : "caprice.summary.no_match")}`;
  return (
    <td class={agrees ? "match" : ""}>
      <span role="img" aria-label={name}>
        <Sign kind={kind} />
        {agrees && "✓"}
      </span>
    </td>
  );
}
