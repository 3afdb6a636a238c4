// A lesson: a prepared game on a real board, step by step, and back again.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { titleOf } from "../assets";
import { takeEngine, type EngineClient } from "../engine/client";
import type { Glimpse, Move, Reason } from "../engine/types";
import type { BoardProps, GameUi, LessonStep } from "../games/contract";
import { isSaid } from "../model/choosing";
import { keepReached } from "../model/lessons";
import { pauseBetween } from "../model/pace";
import { Explainer } from "../table/explain";
import { Icon } from "../ui/icons";
import { remember } from "../ui/motion";
import { useReaction } from "../ui/reaction";
import { useRules } from "../ui/rules";
import { Waiting } from "../ui/states";
import { because, doing, t } from "../words/words";

// ------------------------------------------------------------------------ pointing

/** The place of that name; "area:*" are all places whose names begin so. */
function find(name: string): Element[] {
  const begin = name.replace(/\*$/, "");
  const [is, most] = begin === name ? ["=", 1] : ["^=", Infinity];
  const named = (kind: string): Element[] => [
    ...document.querySelectorAll(`.lesson [data-${kind}${is}"${CSS.escape(begin)}"]`),
  ];
  const found = named("at");
  return (found.length > 0 ? found : named("explain")).slice(0, most);
}

/** "a + b with c": a and b can be chosen in any order, while c is only looked at. */
function namesIn(group: string): { chosen: string[]; shown: string[] } {
  const [chosen = [], shown = []] = group.split(" with ").map((names) => names.split(" + "));
  return { chosen, shown };
}

const isChosen = (place: Element): boolean => place.matches("[aria-pressed=true]");

interface Places {
  next: Element[];
  /** What comes later, and what else the text speaks of. */
  shown: Element[];
}

/** What is to be looked at next: the first places that are not chosen yet; if all are, the button. */
function placesOf({ point = [], action }: LessonStep): Places {
  const groups = point.map(namesIn);
  const [next, ...later] = groups
    .map(({ chosen }) => chosen.flatMap(find).filter((place) => !isChosen(place)))
    .filter((places) => places.length > 0);
  const others = groups.flatMap(({ shown }) => shown.flatMap(find));
  if (next) return { next, shown: [...later.flat(), ...others] };
  const button = action && point.length > 0 ? ".lesson .do" : "none";
  return { next: [...document.querySelectorAll(button)], shown: [] };
}

/** Marks the places that a step speaks of, however often they are drawn anew; once more when something
 * else was tapped. */
function usePointer(step: LessonStep | undefined, quiet: boolean, missed: object | null): void {
  useEffect(() => {
    const main = document.querySelector(".lesson");
    if (!step?.point || quiet || !main) return;
    let marked: Element[] = [];
    const unmark = (): void => marked.forEach((place) => place.removeAttribute("data-pointed"));
    const mark = (): void => {
      const { next, shown } = placesOf(step);
      const places = [...new Set([...next, ...shown])];
      if (places.length === marked.length && places.every((place, i) => place === marked[i]))
        return;
      unmark();
      // from last to first: the first is what must be in sight
      for (const place of [...places].reverse()) {
        place.scrollIntoView({ block: "nearest", inline: "nearest" });
        place.setAttribute("data-pointed", next.includes(place) ? "" : "shown");
      }
      marked = places;
    };
    mark();
    const watch = new MutationObserver(mark);
    watch.observe(main, {
      attributeFilter: ["data-at", "data-explain", "aria-pressed", "class"],
      childList: true,
      subtree: true,
    });
    return () => {
      watch.disconnect();
      unmark();
    };
  }, [step, quiet, missed]);
}

// ------------------------------------------------------------------------ choosing

const verbOf = (action: string): string => action.split(" ")[0]!;

/** What can be chosen in a step: what it asks for, or all actions of the free kinds. */
function offered({ free = [] }: GameUi["lesson"], action: string | undefined, legal: string[]) {
  if (!action) return [];
  return free.includes(verbOf(action))
    ? legal.filter((one) => free.includes(verbOf(one)))
    : [action];
}

/** Whether what is chosen is no part of what is asked: another action, or other words of the same kind. */
function isOther(action: string, picked: string[], staged: string | null): boolean {
  const words = ["", ...action.split(" ")];
  const isSameKind = picked[0] === verbOf(action);
  return (
    (staged ?? action) !== action || (isSameKind && !picked.every((one) => words.includes(one)))
  );
}

/** What is chosen in a step. It is not ready before all of it is said, or each of its places has been
 * tapped: a learner is to do it. */
function useChosen({ lesson: { steps, free = [] } }: GameUi, at: number, other: () => void) {
  const { point = [], action = "" } = steps[at] ?? {};
  const picked = useSignal<string[]>([]);
  const staged = useSignal<string | null>(null);
  const taps = useRef({ picked: picked.peek(), left: 0 });
  const clear = (): void => {
    picked.value = [];
    staged.value = null;
  };
  useLayoutEffect(clear, [at]);
  useReaction(() => {
    const [now, ready] = [picked.value, staged.value];
    if (free.includes(verbOf(action)) && isOther(action, now, ready)) {
      clear();
      other();
    }
    if (now.length === 0)
      taps.current = { picked: now, left: point.flatMap((group) => namesIn(group).chosen).length };
    else if (now !== taps.current.picked)
      taps.current = { picked: now, left: taps.current.left - 1 };
    if (!isSaid(now, ready) && taps.current.left > 0) staged.value = null;
  });
  const show = (): void => {
    picked.value = action.split(" ");
    staged.value = action;
  };
  return { picked, staged, show };
}

type Missed = { why: Reason | null };

/** A tap that nothing came of is answered too. */
function useTaps(all: () => unknown[], miss: () => void) {
  const before = useRef<unknown[]>([]);
  return {
    onClickCapture: () => (before.current = all()),
    onClick: () => {
      if (all().every((one, i) => one === before.current[i])) miss();
    },
  };
}

// -------------------------------------------------------------------------- steps

/** However much happens by itself in a step, one does not wait for longer than this. */
const MOST_PAUSES_MS = 1800;
/** A text that has just come cannot be tapped away: that tap was meant for the one before. */
const READ_MS = 450;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** All moves of a lesson before a step. */
const movesBefore = ({ steps, seat }: GameUi["lesson"], step: number): Move[] =>
  steps
    .slice(0, step)
    .flatMap(({ action, then = [] }) => (action ? [[seat, action] as Move, ...then] : then));

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
  staged: Signal<string | null>;
  missed: Missed | null;
  show(): void;
  go(): void;
  goTo(step: number): void;
}

/** The button that leads on. Whoever does not find the action can be shown it first. */
function Onward({ ui, at, names, busy, staged, show, go }: BarProps) {
  const action = ui.lesson.steps[at]!.action;
  const ready = !action || staged.value === action;
  return (
    <button
      type="button"
      class={ready ? "onward do" : "onward"}
      aria-disabled={busy}
      onClick={() => !busy && (ready ? go() : show())}
    >
      {!action ? t("lesson.on") : ready ? doing(ui.id, action, names) : t("lesson.show")}
    </button>
  );
}

/** What is asked, for those who have tapped something else. */
function Asked({ ui, at, names, missed }: BarProps) {
  const action = ui.lesson.steps[at]?.action;
  if (!missed || !action) return null;
  const asked = t("lesson.asked", { what: doing(ui.id, action, names) });
  return (
    <strong class="lesson-missed">
      {missed.why && because(missed.why)} {asked}
    </strong>
  );
}

function LessonBar(props: BarProps) {
  const { ui, at, goTo } = props;
  const { steps } = ui.lesson;
  const step = steps[at];
  const sentence = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (at > 0) sentence.current?.focus({ preventScroll: true });
  }, [at]);
  useLayoutEffect(() => sentence.current?.scrollTo(0, 0), [at, props.missed]);
  return (
    <section class="action-bar lesson-bar" aria-label={t("lesson.title")}>
      <progress max={steps.length} value={at} aria-label={t("lesson.title")} />
      <p class="prompt" role="status" tabIndex={-1} ref={sentence}>
        <Asked {...props} />
        <span>{step ? t(step.text) : t("lesson.end")}</span>
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
  const { steps, seat, record, bare } = ui.lesson;
  const step = steps[at.value];
  /** Something else was tapped; with the reason, if it is against the rules. */
  const missed = useSignal<Missed | null>(null);
  const miss = (why: Reason | null = null): void => void (missed.value = { why });
  const { picked, staged, show } = useChosen(ui, at.value, miss);
  const watch = useTaps(() => [picked.peek(), staged.peek(), missed.peek()], miss);
  useLayoutEffect(() => {
    missed.value = null;
  }, [at.value, staged.value]);
  const now = glimpse.value;
  usePointer(step, now === null || texts.value === "loading", missed.value);
  if (!now || texts.value === "loading") return <Waiting />;
  const names = Array.from({ length: record.players }, (_, i) =>
    i === seat ? t("seat.you") : t("new.player", { n: i + 1 }),
  );
  const board: BoardProps = {
    view: now.view,
    facts: now.facts,
    seat,
    names,
    legal: busy.value ? [] : offered(ui.lesson, step?.action, now.legal),
    picked,
    staged,
    story: now.story,
    foreseen: null,
    after: null,
    ...(bare && { replay: true }),
    why: async (about, tell) => {
      const reason = typeof about === "string" ? await whyNot(about) : about;
      if (reason && tell) tell(reason);
      else miss(reason);
    },
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
      <section class="board" aria-label={t("table.board")} {...watch}>
        <ui.Board {...board} />
      </section>
      <section class="hand" data-at="hand" aria-label={t("table.hand")} {...watch}>
        <ui.Hand {...board} />
      </section>
      <LessonBar
        {...{ ui, names, staged, show, goTo }}
        missed={missed.value}
        at={at.value}
        busy={busy.value}
        go={() => void go()}
      />
      <Explainer ui={ui} board={board} whyNot={whyNot} />
    </main>
  );
}
