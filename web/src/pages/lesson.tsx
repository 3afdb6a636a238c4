// A lesson: a prepared game on a real board, step by step, and back again.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { titleOf } from "../assets";
import { takeEngine, type EngineClient } from "../engine/client";
import type { Glimpse } from "../engine/types";
import type { BoardProps, GameUi, LessonStep } from "../games/contract";
import { movesBefore } from "../games/lesson";
import { keepReached } from "../model/lessons";
import { pauseBetween } from "../model/pace";
import { Explainer } from "../table/explain";
import { Icon } from "../ui/icons";
import { remember } from "../ui/motion";
import { useRules } from "../ui/rules";
import { Waiting } from "../ui/states";
import { doing, t } from "../words/words";

// ------------------------------------------------------------------------ pointing

const find = (name: string): Element | null =>
  ["at", "explain"]
    .map((kind) => document.querySelector(`.lesson [data-${kind}="${CSS.escape(name)}"]`))
    .find((place) => place !== null) ?? null;

/** What is to be looked at next: the first place that is not chosen yet; if all are, the button. */
function placeOf({ point = [], action }: LessonStep): Element | null {
  const left = point.map(find).find((place) => !place?.matches("[aria-pressed=true]"));
  return left ?? (action && point.length > 0 ? document.querySelector(".lesson .do") : null);
}

/** Marks the place that a step speaks of, however often it is drawn anew. */
function usePointer(step: LessonStep | undefined, quiet: boolean): void {
  useEffect(() => {
    const main = document.querySelector(".lesson");
    if (!step?.point || quiet || !main) return;
    let marked: Element | null = null;
    const mark = (): void => {
      const place = placeOf(step);
      if (place === marked) return;
      marked?.removeAttribute("data-pointed");
      place?.setAttribute("data-pointed", "");
      place?.scrollIntoView({ block: "nearest", inline: "nearest" });
      marked = place;
    };
    mark();
    const watch = new MutationObserver(mark);
    watch.observe(main, {
      attributeFilter: ["data-at", "data-explain", "aria-pressed"],
      childList: true,
      subtree: true,
    });
    return () => {
      watch.disconnect();
      marked?.removeAttribute("data-pointed");
    };
  }, [step, quiet]);
}

// -------------------------------------------------------------------------- steps

/** However much happens by itself in a step, one does not wait for longer than this. */
const MOST_PAUSES_MS = 1800;
/** A text that has just come cannot be tapped away: that tap was meant for the one before. */
const READ_MS = 450;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The lesson's game on an engine. What is under way ends when somebody goes to another step. */
function useGame({ lesson, travels }: GameUi, from: number, arrive: (step: number) => void) {
  const engine = useRef<EngineClient>();
  const glimpse = useSignal<Glimpse | null>(null);
  const land = useRef<() => void>(() => undefined);
  /** Goes up when somebody goes elsewhere. */
  const walk = useRef(0);

  const jump = async (client: EngineClient, step: number): Promise<void> => {
    const mine = ++walk.current;
    const record = { ...lesson.record, actions: movesBefore(lesson, step) };
    const shown = await client.call("open", record, lesson.seat);
    if (mine !== walk.current) return;
    glimpse.value = shown.glimpse;
    arrive(step);
  };
  useEffect(() => {
    const client = takeEngine();
    engine.current = client;
    void jump(client, from).catch(() => undefined);
    return () => {
      walk.current++;
      client.close();
    };
  }, [lesson]);
  useEffect(() => {
    land.current();
    land.current = () => undefined;
  }, [glimpse.value]);

  /** False: somebody has gone elsewhere. */
  const make = async (seat: number, action: string): Promise<boolean> => {
    const mine = walk.current;
    const before = glimpse.peek()!;
    const shown = await engine.current!.call("act", seat, [action], lesson.seat);
    if (mine !== walk.current) return false;
    land.current = remember(travels(before.view, shown.glimpse.view, [seat, action], lesson.seat));
    glimpse.value = shown.glimpse;
    return true;
  };
  return { engine, glimpse, walk, jump, make };
}

function useLesson(ui: GameUi, from: number) {
  const at = useSignal(from);
  const busy = useSignal(false);
  const { engine, glimpse, walk, jump, make } = useGame(ui, from, (step) => {
    at.value = step;
    busy.value = false;
  });
  const { lesson } = ui;

  const makeAll = async ({ action, then = [] }: LessonStep): Promise<boolean> => {
    const mine = walk.current;
    const pause = Math.min(pauseBetween(), MOST_PAUSES_MS / then.length);
    if (action && !(await make(lesson.seat, action))) return false;
    for (const [seat, made] of then) {
      await sleep(pause);
      if (mine !== walk.current || !(await make(seat, made))) return false;
    }
    return true;
  };
  const go = async (): Promise<void> => {
    const step = lesson.steps[at.peek()];
    if (!engine.current || !glimpse.peek() || !step || busy.peek()) return;
    busy.value = true;
    if (!(await makeAll(step))) return;
    const mine = walk.current;
    at.value++;
    keepReached(ui.id, at.value);
    await sleep(READ_MS);
    if (mine === walk.current) busy.value = false;
  };
  /** What would be against the rules; what is only not the lesson's next step is not told. */
  const whyNot = async (action: string) =>
    (await engine.current?.call("whyNot", lesson.seat, action)) ?? null;
  const goTo = (step: number): void => {
    if (engine.current) void jump(engine.current, step).catch(() => undefined);
  };
  return { glimpse, at, busy, go, goTo, whyNot };
}

// -------------------------------------------------------------------------- drawing

interface BarProps {
  ui: GameUi;
  at: number;
  names: string[];
  busy: boolean;
  picked: Signal<string[]>;
  staged: Signal<string | null>;
  go(): void;
  goTo(step: number): void;
}

/** The button that leads on: it shows the action first, and does it then. */
function Onward({ ui, at, names, busy, picked, staged, go }: BarProps) {
  const action = ui.lesson.steps[at]!.action;
  const ready = !action || staged.value === action;
  const press = (): void => {
    if (busy) return;
    if (ready) return go();
    picked.value = action.split(" ");
    staged.value = action;
  };
  return (
    <button type="button" class="do" aria-disabled={busy} onClick={press}>
      {!action ? t("lesson.on") : ready ? doing(ui.id, action, names) : t("lesson.show")}
    </button>
  );
}

function LessonBar(props: BarProps) {
  const { ui, at, goTo } = props;
  const { steps } = ui.lesson;
  const step = steps[at];
  const sentence = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (at > 0) sentence.current?.focus({ preventScroll: true });
    sentence.current?.scrollTo(0, 0);
  }, [at]);
  return (
    <section class="action-bar lesson-bar" aria-label={t("lesson.title")}>
      <progress max={steps.length} value={at} aria-label={t("lesson.title")} />
      <p class="prompt" role="status" tabIndex={-1} ref={sentence}>
        {step ? t(step.text) : t("lesson.end")}
      </p>
      <div class="buttons">
        <button
          type="button"
          class="before"
          aria-disabled={at === 0}
          onClick={() => at > 0 && goTo(at - 1)}
        >
          <Icon name="back" />
          <span class="words">{t("lesson.before")}</span>
        </button>
        {step ? (
          <Onward {...props} />
        ) : (
          <>
            <button type="button" class="again" onClick={() => goTo(0)}>
              <Icon name="repeat" />
              <span class="words">{t("lesson.again")}</span>
            </button>
            <a class="button do" href={`/new/${ui.id}?with=bots`}>
              {t("lesson.play")}
            </a>
          </>
        )}
      </div>
    </section>
  );
}

export function Lesson({ ui, from, leave }: { ui: GameUi; from: number; leave(): void }) {
  const texts = useRules(ui.id);
  const { glimpse, at, busy, go, goTo, whyNot } = useLesson(ui, from);
  const picked = useSignal<string[]>([]);
  const staged = useSignal<string | null>(null);
  const { steps, seat, record, bare } = ui.lesson;
  const step = steps[at.value];
  const now = glimpse.value;
  usePointer(step, now === null || texts.value === "loading");
  useLayoutEffect(() => {
    picked.value = [];
    staged.value = null;
  }, [at.value]);
  if (!now || texts.value === "loading") return <Waiting />;
  const names = Array.from({ length: record.players }, (_, i) =>
    i === seat ? t("seat.you") : t("new.player", { n: i + 1 }),
  );
  const board: BoardProps = {
    view: now.view,
    facts: now.facts,
    seat,
    names,
    legal: step?.action && !busy.value ? [step.action] : [],
    picked,
    staged,
    story: now.story,
    foreseen: null,
    after: null,
    ...(bare && { replay: true }),
    why: (action, tell) => void whyNot(action).then((reason) => reason && tell?.(reason)),
    explain: () => undefined,
  };
  return (
    <main class={`table ${ui.id} lesson`} data-step={at.value + 1}>
      <header class="table-head">
        <button type="button" class="plain back" aria-label={t("lesson.leave")} onClick={leave}>
          <Icon name="close" />
        </button>
        <h1 tabIndex={-1}>{t("lesson.of", { game: titleOf(ui.id) })}</h1>
        <p class="phase">
          {t("lesson.step", { n: Math.min(at.value + 1, steps.length), most: steps.length })}
        </p>
      </header>
      <section class="board" aria-label={t("table.board")}>
        <ui.Board {...board} />
      </section>
      <section class="hand" data-at="hand" aria-label={t("table.hand")}>
        <ui.Hand {...board} />
      </section>
      <LessonBar
        {...{ ui, names, picked, staged, goTo }}
        at={at.value}
        busy={busy.value}
        go={() => void go()}
      />
      <Explainer ui={ui} board={board} whyNot={whyNot} />
    </main>
  );
}
