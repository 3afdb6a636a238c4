// Everybody's expected share of a win over the game, as the opponents see it: first roughly, then
// finer and finer, in a worker of its own.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { takeEngine } from "../engine/client";
import type { GameRecord } from "../engine/types";
import { SHAPES } from "../ui/seat";
import { figure, t } from "../words/words";

const MOST_POINTS = 64;
const ITERATIONS = 400;
const WIDTH = 320;
const HEIGHT = 140;

type Points = Map<number, number[]>;

/** Both ends, the middle, the quarters …: the counts at which to look, the coarse ones first. */
export function coarseToFine(length: number, most = MOST_POINTS): number[] {
  const order: number[] = [];
  const add = (at: number): void => {
    if (!order.includes(at)) order.push(at);
  };
  add(0);
  add(length);
  for (let parts = 2; order.length < Math.min(most, length + 1) && parts <= 2 * length; parts *= 2)
    for (let i = 1; i < parts; i += 2) add(Math.round((i * length) / parts));
  return order.slice(0, most + 1);
}

function useShares(record: GameRecord): Points {
  const points = useSignal<Points>(new Map());
  useEffect(() => {
    const engine = takeEngine();
    let going = true;
    const compute = async (): Promise<void> => {
      await engine.call("load", record);
      for (const count of coarseToFine(record.actions.length)) {
        const shares = await engine.call("shares", count, ITERATIONS);
        if (!going) return;
        if (shares) points.value = new Map(points.value).set(count, shares);
      }
    };
    compute().catch(() => undefined);
    return () => {
      going = false;
      engine.close();
    };
  }, [record]);
  return points.value;
}

export function Shares(props: { record: GameRecord; names: string[]; count: Signal<number> }) {
  const points = useShares(props.record);
  const length = Math.max(props.record.actions.length, 1);
  const order = [...points.keys()].sort((a, b) => a - b);
  const x = (count: number): number => (count / length) * WIDTH;
  const y = (share: number): number => HEIGHT * (1 - share);
  const nearest = order.reduce(
    (best, at) =>
      Math.abs(at - props.count.value) < Math.abs(best - props.count.value) ? at : best,
    order[0] ?? 0,
  );
  const now = points.get(nearest);
  return (
    <figure class="shares">
      <figcaption>{t("shares.title")}</figcaption>
      <svg viewBox={`-4 -6 ${WIDTH + 24} ${HEIGHT + 12}`} role="img" aria-label={t("shares.title")}>
        {[0, 0.5, 1].map((share) => (
          <line class="grid" key={share} x1={0} x2={WIDTH} y1={y(share)} y2={y(share)} />
        ))}
        {props.names.map((_, seat) => {
          const line = order.map((at) => `${x(at)},${y(points.get(at)![seat] ?? 0)}`).join(" ");
          const end = order[order.length - 1];
          return (
            <g class={`seat-${seat}`} key={seat}>
              <polyline points={line} />
              {end !== undefined && (
                <text x={x(end) + 4} y={y(points.get(end)![seat] ?? 0) + 4}>
                  {SHAPES[seat]}
                </text>
              )}
            </g>
          );
        })}
        <line class="now" x1={x(props.count.value)} x2={x(props.count.value)} y1={0} y2={HEIGHT} />
      </svg>
      <ul class="legend">
        {props.names.map((name, seat) => (
          <li key={seat} class={`seat-${seat}`}>
            <span class="seat-mark" aria-hidden="true">
              {SHAPES[seat]}
            </span>{" "}
            {name} {now ? t("shares.share", { share: figure((now[seat] ?? 0) * 100) }) : "…"}
          </li>
        ))}
      </ul>
      <p class="quiet">{t("shares.explain")}</p>
    </figure>
  );
}
