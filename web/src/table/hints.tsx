// Hints: what is worth doing, in words with a reason, and drawn on the board with the same numbers.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Advice, Move } from "../engine/types";
import type { BoardProps, GameUi } from "../games/contract";
import { effectsOf } from "../games/effects";
import { Close, Named } from "../games/parts";
import { areEven, bestOf, reasonsInWords } from "../model/hints";
import type { TableModel } from "../model/table";
import { targetsOf } from "../model/targets";
import { doing, done, figure, percent, scored, t } from "../words/words";

/** What somebody is likely to do. What only they may know is told as in the log. */
export function replyInWords(game: string, [seat, action]: Move, names: string[]): string {
  if (action.includes("?")) return done(game, seat, action, names);
  return `${names[seat]}: ${doing(game, action, names)}`;
}

interface HintsProps {
  table: TableModel;
  ui: GameUi;
  advice: Advice[] | "thinking";
  props: BoardProps;
  /** The question that they are hints for. */
  prompt: ComponentChildren;
  stage(props: BoardProps, action: string): void;
  close(): void;
}

export function Hints(hints: HintsProps) {
  const { advice, props } = hints;
  if (advice === "thinking")
    return (
      <section class="hints">
        <Question {...hints} />
        <p role="status">{t("hint.thinking")}</p>
      </section>
    );
  return <HintLines {...hints} lines={bestOf(advice, props.seat ?? 0)} />;
}

/** On a phone hints lie over what is asked, so they say it themselves. */
const Question = ({ prompt }: HintsProps) => (
  <p class="question" aria-hidden="true">
    {prompt}
  </p>
);

function HintLines(hints: HintsProps & { lines: Advice[] }) {
  const { lines, ui, props } = hints;
  const chosen = props.picked.value.length > 0;
  const reasons = useReasons(hints, lines);
  const even = areEven(lines, props.seat ?? 0) ? t("hint.even") : "";
  const { list, look, seen } = useSeen();
  return (
    <>
      <section class={chosen ? "hints chosen" : "hints"} aria-label={t("hint.title")}>
        <Question {...hints} />
        <p class="quiet">
          {t("hint.explain")} {even && <b>{even}</b>}
        </p>
        <ol ref={list} onScroll={look}>
          {lines.map((line, i) => (
            <HintLine
              key={line.action}
              {...hints}
              line={line}
              number={i + 1}
              reason={reasons?.[i] ?? ""}
              even={reasons ? even : ""}
            />
          ))}
        </ol>
        <Close close={hints.close} />
      </section>
      {!chosen && (
        <Rings
          lines={lines.map(({ action }, i) => (seen === null || seen === i ? [action] : []))}
          about={ui.targets ?? targetsOf}
          props={props}
        />
      )}
    </>
  );
}

/** Which line is in sight, where there is room for one only; null: all are. */
function useSeen() {
  const list = useRef<HTMLOListElement>(null);
  const seen = useSignal<number | null>(null);
  const look = (): void => {
    const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0, children } = list.current ?? {};
    const width = (children?.[1] as HTMLElement | undefined)?.offsetLeft ?? 0;
    seen.value = scrollWidth > clientWidth ? Math.round(scrollLeft / width) : null;
  };
  useLayoutEffect(look, []);
  return { list, look, seen: seen.value };
}

/** The reasons for each action, in a few words: what only it leads to. What no one can foresee is told by
 * how such games end. */
function useReasons({ table, ui, props }: HintsProps, lines: Advice[]): string[] | null {
  const reasons = useSignal<string[] | null>(null);
  const { seat, names, facts } = props;
  useEffect(() => {
    if (seat === null) return;
    const told = { game: table.game, seat, names };
    const effects = lines.map(async ({ action }) =>
      effectsOf(told, ui.changes ?? [], facts, await table.preview(action)),
    );
    const ends = ({ score }: Advice): string =>
      t("hint.score", { points: scored(table.game, Math.round(score[seat] ?? 0)) });
    Promise.all(effects).then(
      (found) => (reasons.value = reasonsInWords(found, lines.map(ends))),
      () => undefined,
    );
  }, [lines.map(({ action }) => action).join()]);
  return reasons.value;
}

/** How often an action wins, as a figure and as a bar. */
function Share({ share }: { share: number }) {
  return (
    <span class="share">
      <Named name={t("hint.share", { share: figure(share * 100) })}>
        <small>{t("hint.wins")}</small> {percent(share)}
        <i>
          <u style={{ width: `${100 * share}%` }} />
        </i>
      </Named>
    </span>
  );
}

interface LineProps extends HintsProps {
  line: Advice;
  number: number;
  reason: string;
  /** That all lines are about equal, which a phone says in the place of a reason. */
  even: string;
}

/** The action, how often it wins, and why; what is likely to be done about it. */
function HintLine(hint: LineProps) {
  const { table, props, line, stage, number, reason, even } = hint;
  return (
    <li>
      <b class="number" aria-hidden="true">
        {number}
      </b>
      <button
        type="button"
        aria-pressed={props.staged.value === line.action}
        onClick={() => stage(props, line.action)}
      >
        {doing(table.game, line.action, props.names)}
      </button>
      <Share share={line.win[props.seat ?? 0] ?? 0} />
      {reason && <span class="reason">{reason}</span>}
      {even && !reason && <span class="reason even">{even}</span>}
      {line.reply && (
        <span class="quiet">
          {t("hint.reply", { what: replyInWords(table.game, line.reply, props.names) })}
        </span>
      )}
    </li>
  );
}

// ------------------------------------------------------------------- on the board

interface RingsProps {
  /** The actions of each line. */
  lines: string[][];
  about(move: Move): string[];
  props: Pick<BoardProps, "seat" | "view">;
  /** The line that is right, where one is. */
  good?: number;
}

interface Ring {
  /** The lines that it belongs to. */
  numbers: number[];
  box: DOMRect;
  /** As round as what it lies round. */
  round: string;
  /** In the hand, where figures stand lower than on the board. */
  held: boolean;
}

const AREA = ".table > :is(.board, .hand)";

/** The places and cards of an action; of places in places the innermost. */
function placesOf(names: string[], action: string): Element[] {
  const selectors = [
    ...names.map((name) => `${AREA} [data-target~="${CSS.escape(name)}"]`),
    ...action.split(" ").map((word) => `.table > .hand [data-explain="card:${CSS.escape(word)}"]`),
  ];
  const found = selectors.flatMap((selector) => document.querySelector(selector) ?? []);
  return [...new Set(found)].filter(
    (one) => !found.some((other) => other !== one && one.contains(other)),
  );
}

function ringsOf({ lines, about, props }: RingsProps): Ring[] {
  const numbers = new Map<Element, Set<number>>();
  lines.forEach((actions, i) => {
    for (const action of actions)
      for (const place of placesOf(about([props.seat ?? 0, action]), action))
        if (place.checkVisibility({ visibilityProperty: true }))
          numbers.set(place, (numbers.get(place) ?? new Set()).add(i + 1));
  });
  const rings = [...numbers].map(([place, some]) => {
    const drawn = [...place.querySelectorAll("[data-ring]")].at(-1);
    return {
      numbers: [...some],
      box: (drawn ?? place).getBoundingClientRect(),
      round: drawn ? getComputedStyle(drawn).borderRadius : "",
      held: place.closest(".hand") !== null,
    };
  });
  return rings.filter(({ box }) => box.width > 0);
}

/** Whether what is right is here, alone or with what is not. */
const kindOf = (numbers: number[], good?: number): string =>
  good === undefined || !numbers.includes(good) ? "" : numbers.length > 1 ? "both" : "good";

/** Rings with the numbers of the lines lie over the board, and move nothing. They stay with their places
 * when board and hand change their size or are scrolled. */
export function Rings(rings: RingsProps) {
  const found = useSignal<Ring[]>([]);
  useLayoutEffect(() => {
    const look = (): void => void (found.value = ringsOf(rings));
    look();
    const sizes = new ResizeObserver(look);
    for (const area of document.querySelectorAll(AREA)) sizes.observe(area);
    addEventListener("scroll", look, true);
    return () => {
      sizes.disconnect();
      removeEventListener("scroll", look, true);
    };
  }, [rings.props.view, rings.lines.join()]);
  return (
    <div class="rings" aria-hidden="true">
      {found.value.map(({ numbers, box, round, held }, i) => (
        <i
          key={i}
          class={`${kindOf(numbers, rings.good)} ${held ? "held" : ""}`}
          data-lines={numbers.join(" ")}
          style={{
            left: box.x,
            top: box.y,
            width: box.width,
            height: box.height,
            borderRadius: round,
          }}
        >
          <span>
            {numbers.map((number) => (
              <b key={number} class={number === rings.good ? "number good" : "number"}>
                {number}
              </b>
            ))}
          </span>
        </i>
      ))}
    </div>
  );
}
