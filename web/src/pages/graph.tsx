// How it went for everybody, move by move: the chances, as a quick opponent sees them, or the points. One
// moves along it, with a finger or by keys.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { takeEngine, type EngineClient } from "../engine/client";
import type { GameRecord } from "../engine/types";
import type { GameUi } from "../games/contract";
import { coarseToFine, nearest, type Points } from "../model/replay";
import { dotsOf, snap, stopOf, type Dot, type Mark } from "../model/review";
import { SeatMark, SHAPES } from "../ui/seat";
import { Segments } from "../ui/segments";
import { figure, t } from "../words/words";

export const COURSES = ["chances", "points"] as const;
export type Course = (typeof COURSES)[number];

export type Courses = Record<Course, Points>;

const NONE: Courses = { chances: new Map(), points: new Map() };
const ITERATIONS = 400;

/** Points can be had at once; games that show none before their end have no such graph. */
async function findPoints(engine: EngineClient, ui: GameUi, stops: number[]): Promise<Points> {
  const found = new Map<number, number[]>();
  for (const [stop, count] of stops.entries()) {
    const { view, facts } = await engine.call("standing", count);
    const scores = ui.scores(view, facts);
    if (!scores) return new Map();
    found.set(stop, scores);
  }
  return found;
}

/** Both courses of a record, in a worker of their own; the chances roughly at first, then finer. */
export function useCourses(record: GameRecord, ui: GameUi, stops: number[]): Courses {
  const courses = useSignal<Courses>(NONE);
  useEffect(() => {
    const engine = takeEngine();
    let going = true;
    const put = (course: Course, points: Points): void => {
      if (going) courses.value = { ...courses.value, [course]: points };
    };
    const compute = async (): Promise<void> => {
      await engine.call("load", record);
      put("points", await findPoints(engine, ui, stops));
      for (const stop of coarseToFine(stops.length - 1)) {
        if (!going) return;
        const shares = await engine.call("shares", stops[stop]!, ITERATIONS);
        if (shares) put("chances", new Map(courses.value.chances).set(stop, shares));
      }
    };
    compute().catch(() => undefined);
    return () => {
      going = false;
      engine.close();
    };
  }, [record]);
  return courses.value;
}

const WIDTH = 1000;
const HEIGHT = 100;

interface GraphProps {
  points: Points;
  course: Course;
  names: string[];
  stop: number;
  last: number;
  /** Where rounds begin. */
  rounds: number[];
  /** What happens there, in words. */
  told: string;
  /** Losses that a review has found. */
  marks: Mark[];
  to(stop: number): void;
}

/** Dots are so far apart, from middle to middle. A finger that is no further from one means it. */
const APART_PX = 18;
const REACH_PX = 9;
/** A finger that moves no further than this stays where it is. */
const SLIP_PX = 4;

/** How wide an element is. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(1);
  useLayoutEffect(() => {
    const look = (): void => void (width.value = Math.max(box.current!.clientWidth, 1));
    const sizes = new ResizeObserver(look);
    look();
    sizes.observe(box.current!);
    return () => sizes.disconnect();
  }, []);
  return { box, width: width.value };
}

/** Losses that a review has found: the worst of a dot, at the line of whoever it was. */
function Marked({ dot, left, top }: { dot: Dot; left: string; top: string }) {
  const [{ kind, seat }] = dot.marks as [Mark];
  const several = dot.marks.length > 1 ? " several" : "";
  return (
    <span
      class={`mark ${kind}${several} seat-${seat}`}
      data-count={dot.marks.length}
      aria-hidden="true"
      style={{ left, top }}
    />
  );
}

/** Everybody's lines over the stops, as a slider. Keys are the page's. */
export function Graph(props: GraphProps) {
  const { points, course, names, stop, last, to } = props;
  const order = [...points.keys()].sort((a, b) => a - b);
  const most = course === "chances" ? 1 : Math.max(1, ...[...points.values()].flat());
  const least = course === "chances" ? 0 : Math.min(0, ...[...points.values()].flat());
  const x = (at: number): number => (at / Math.max(last, 1)) * WIDTH;
  const y = (value: number): number => HEIGHT * (1 - (value - least) / (most - least));
  const end = order.at(-1);
  const touched = useRef(0);
  const { box, width } = useWidth();
  const dots = dotsOf(props.marks, (APART_PX / width) * last);
  const stopUnder = (event: PointerEvent): number => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const at = Math.round(((event.clientX - left) / width) * last);
    return Math.min(Math.max(at, 0), last);
  };
  /** A tap on a dot goes to what is marked there. */
  const meant = (under: number): number => {
    const near = snap(dots, under, (REACH_PX / width) * last);
    const dot = dots.find((one) => one.stop === near);
    return dot ? stopOf(dot, stop) : under;
  };
  return (
    <div
      class="graph shares"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={t(`graph.${course}`)}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={stop}
      aria-valuetext={`${t("replay.at", { n: stop, most: last })}. ${props.told}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        touched.current = event.clientX;
        to(meant(stopUnder(event)));
      }}
      onPointerMove={(event) => {
        const drags = Math.abs(event.clientX - touched.current) > SLIP_PX;
        if (drags && event.currentTarget.hasPointerCapture(event.pointerId)) to(stopUnder(event));
      }}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {[0, 0.5, 1].map((part) => (
          <line class="grid" key={part} x2={WIDTH} y1={HEIGHT * part} y2={HEIGHT * part} />
        ))}
        {props.rounds.map((at) => (
          <line class="round" key={at} x1={x(at)} x2={x(at)} y2={HEIGHT} />
        ))}
        <rect class="gone" width={x(stop)} height={HEIGHT} />
        {names.map((_, seat) => (
          <polyline
            class={`seat-${seat}`}
            key={seat}
            points={order.map((at) => `${x(at)},${y(points.get(at)![seat] ?? 0)}`).join(" ")}
          />
        ))}
      </svg>
      <span class="now" style={{ left: `${x(stop) / 10}%` }} />
      {dots.map((dot) => (
        <Marked
          key={dot.stop}
          dot={dot}
          left={`${x(dot.stop) / 10}%`}
          top={`${y(nearest(points, dot.stop)?.[dot.marks[0]!.seat] ?? (most + least) / 2)}%`}
        />
      ))}
      {end !== undefined &&
        names.map((_, seat) => (
          <span
            key={seat}
            class={`end seat-${seat}`}
            aria-hidden="true"
            style={{ top: `${y(points.get(end)![seat] ?? 0)}%` }}
          >
            {SHAPES[seat]}
          </span>
        ))}
    </div>
  );
}

/** Who had how much at this stop. */
export function Legend(props: Pick<GraphProps, "points" | "course" | "names" | "stop">) {
  const { names, course } = props;
  const now = nearest(props.points, props.stop);
  const inWords = (value: number): string =>
    course === "chances" ? t("shares.share", { share: figure(value * 100) }) : figure(value);
  return (
    <ul class="legend" aria-label={t(`graph.${course}`)}>
      {names.map((name, seat) => (
        <li key={seat} class={`seat-${seat}`}>
          <SeatMark seat={seat} /> <span class="name">{name}</span>{" "}
          <b>{now ? inWords(now[seat] ?? 0) : "…"}</b>
        </li>
      ))}
    </ul>
  );
}

/** Which of the two is drawn, where there are both. */
export function CourseChoice({ course }: { course: Signal<Course> }) {
  return (
    <Segments
      legend={t("graph.choose")}
      name="course"
      value={course.value}
      values={COURSES}
      show={(one) => t(`graph.${one}`)}
      change={(one) => (course.value = one)}
    />
  );
}
