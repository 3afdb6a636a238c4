// Learning a game: a lesson on a real board, and the rules for reference.
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { games, titleOf } from "../assets";
import { takeEngine, type EngineClient } from "../engine/client";
import type { GameId, Glimpse, View } from "../engine/types";
import type { BoardProps, GameUi, LessonStep } from "../games/contract";
import { uiOf } from "../games/index";
import { keepReached, reached } from "../model/lessons";
import { pauseBetween } from "../model/pace";
import { hash } from "../router";
import { remember } from "../ui/motion";
import { RulesReference, useRules } from "../ui/rules";
import { Waiting } from "../ui/states";
import { Icon } from "../ui/icons";
import { doing, t, textOr } from "../words/words";
import { Picture, SiteHead, sizeInWords } from "./home";

/** How far one has come in a lesson. */
function Progress({ game, steps }: { game: GameId; steps: number }) {
  const done = Math.min(reached(game), steps);
  const text =
    done === 0
      ? t("lesson.new")
      : done === steps
        ? t("lesson.done")
        : t("lesson.step", { n: done, most: steps });
  return (
    <p class={done === steps ? "lesson-progress done" : "lesson-progress"}>
      <progress max={steps} value={done} aria-label={t("lesson.title")} />
      <span>
        {done === steps && <Icon name="done" />} {text}
      </span>
    </p>
  );
}

/** The way to a game's lesson and rules. */
function LearnCard({ game }: { game: GameId }) {
  const ui = useSignal<GameUi | null>(null);
  useEffect(() => {
    void uiOf(game).then(
      (loaded) => (ui.value = loaded),
      () => undefined,
    );
  }, [game]);
  const steps = ui.value?.lesson.steps.length ?? 0;
  return (
    <li class="game">
      <Picture game={game} />
      <div class="game-body">
        <h2>{titleOf(game)}</h2>
        <p class="line">{textOr(`${game}.line`)}</p>
        {steps > 0 && <Progress game={game} steps={steps} />}
        <a class="button do" href={`/learn/${game}`}>
          {t("learn.game", { game: titleOf(game) })}
        </a>
      </div>
    </li>
  );
}

export function LearnIndex() {
  return (
    <>
      <SiteHead />
      <main class="home learn">
        <h1 tabIndex={-1}>{t("learn.title")}</h1>
        <p class="quiet">{t("lesson.about")}</p>
        <ul class="games">
          {games().map(({ name }) => (
            <LearnCard key={name} game={name} />
          ))}
        </ul>
      </main>
    </>
  );
}

export function LearnPage({ game }: { game: GameId }) {
  const ui = useSignal<GameUi | null>(null);
  const lesson = useSignal(false);
  useEffect(() => {
    void uiOf(game).then((loaded) => (ui.value = loaded));
  }, [game]);
  if (!ui.value) return <Waiting />;
  if (lesson.value) return <Lesson ui={ui.value} leave={() => (lesson.value = false)} />;
  const steps = ui.value.lesson.steps.length;
  return (
    <>
      <SiteHead />
      <main class="page learn">
        <header class="about-game">
          <Picture game={game} />
          <div>
            <h1 tabIndex={-1}>{t("learn.game", { game: titleOf(game) })}</h1>
            <p class="quiet">{sizeInWords(game)}</p>
            <p class="line">{textOr(`${game}.line`)}</p>
          </div>
        </header>
        {steps > 0 && (
          <section class="card">
            <h2>{t("lesson.title")}</h2>
            <p>{t("lesson.about")}</p>
            <Progress game={game} steps={steps} />
            <button type="button" class="do" onClick={() => (lesson.value = true)}>
              {t("lesson.begin")}
            </button>
          </section>
        )}
        <h2>{t("rules.of", { game: titleOf(game) })}</h2>
        <RulesReference ui={ui.value} rule={hash.value} />
      </main>
    </>
  );
}

/** Marks the place that a step speaks of. */
function usePointer(step: LessonStep | undefined, view: View | undefined): void {
  useEffect(() => {
    if (!step?.point) return;
    const place = document.querySelector(`[data-at="${CSS.escape(step.point)}"]`);
    place?.setAttribute("data-pointed", "");
    return () => place?.removeAttribute("data-pointed");
  }, [step, view]);
}

/** However much happens by itself in a step, one does not wait for longer than this. */
const MOST_PAUSES_MS = 1800;

function useLesson(ui: GameUi) {
  const engine = useRef<EngineClient>();
  const glimpse = useSignal<Glimpse | null>(null);
  const at = useSignal(0);
  const busy = useSignal(false);
  const land = useRef<() => void>(() => undefined);
  const { lesson } = ui;

  const restart = async (client: EngineClient): Promise<void> => {
    const shown = await client.call("open", lesson.record, lesson.seat);
    at.value = 0;
    glimpse.value = shown.glimpse;
  };
  useEffect(() => {
    const client = takeEngine();
    engine.current = client;
    void restart(client).catch(() => undefined);
    return () => client.close();
  }, [ui]);
  useEffect(() => {
    land.current();
    land.current = () => undefined;
  }, [glimpse.value]);

  const make = async (client: EngineClient, seat: number, action: string): Promise<void> => {
    const before = glimpse.peek()!;
    const { glimpse: after } = await client.call("act", seat, [action], lesson.seat);
    land.current = remember(ui.travels(before.view, after.view, [seat, action], lesson.seat));
    glimpse.value = after;
  };
  const go = async (): Promise<void> => {
    const client = engine.current;
    const step = lesson.steps[at.peek()];
    if (!client || !step || busy.peek()) return;
    busy.value = true;
    if (step.action) await make(client, lesson.seat, step.action);
    const then = step.then ?? [];
    const pause = Math.min(pauseBetween(), MOST_PAUSES_MS / then.length);
    for (const [seat, action] of then) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      await make(client, seat, action);
    }
    busy.value = false;
    at.value++;
    keepReached(ui.id, at.value);
  };
  /** What would be against the rules; what is only not the lesson's next step is not told. */
  const why: BoardProps["why"] = async (action, tell) => {
    const reason = await engine.current?.call("whyNot", lesson.seat, action);
    if (reason) tell?.(reason);
  };
  const again = () => engine.current && void restart(engine.current);
  return { glimpse, at, busy, go, why, restart: again };
}

function Lesson({ ui, leave }: { ui: GameUi; leave(): void }) {
  const texts = useRules(ui.id);
  const { glimpse, at, busy, go, why, restart } = useLesson(ui);
  const picked = useSignal<string[]>([]);
  const staged = useSignal<string | null>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  const { steps, seat, record } = ui.lesson;
  const step = steps[at.value];
  const now = glimpse.value;
  usePointer(step, now?.view);
  useLayoutEffect(() => {
    picked.value = [];
    staged.value = null;
    if (at.value > 0) sentence.current?.focus({ preventScroll: true });
  }, [at.value]);
  if (!now || texts.value === "loading") return <Waiting />;
  const names = Array.from({ length: record.players }, (_, i) =>
    i === seat ? t("seat.you") : t("new.player", { n: i + 1 }),
  );
  const legal = step?.action && !busy.value ? [step.action] : [];
  const board: BoardProps = {
    view: now.view,
    facts: now.facts,
    seat,
    names,
    legal,
    picked,
    staged,
    story: now.story,
    history: now.history,
    foreseen: null,
    after: null,
    why,
    explain: () => undefined,
  };
  return (
    <main class={`table ${ui.id} lesson`}>
      <header class="table-head">
        <button type="button" class="plain back" aria-label={t("lesson.leave")} onClick={leave}>
          <Icon name="back" />
        </button>
        <h1 tabIndex={-1}>{t("lesson.of", { game: titleOf(ui.id) })}</h1>
        <p class="phase">
          {t("lesson.step", { n: Math.min(at.value + 1, steps.length), most: steps.length })}
        </p>
      </header>
      <section class="board" aria-label={t("table.board")}>
        <ui.Board {...board} />
      </section>
      <section class="hand" aria-label={t("table.hand")}>
        <ui.Hand {...board} />
      </section>
      <section class="action-bar" aria-label={t("lesson.title")}>
        <p class="prompt" role="status" tabIndex={-1} ref={sentence}>
          {step ? t(step.text) : t("lesson.end")}
        </p>
        <div class="buttons">
          {!step && (
            <button type="button" onClick={restart}>
              {t("lesson.again")}
            </button>
          )}
          {!step && (
            <a class="button do" href={`/new/${ui.id}?with=bots`}>
              {t("lesson.play")}
            </a>
          )}
          {step?.action && (
            <button
              type="button"
              class="do"
              aria-disabled={busy.value}
              onClick={() => {
                if (staged.value === step.action) void go();
                else {
                  picked.value = step.action!.split(" ");
                  staged.value = step.action!;
                }
              }}
            >
              {staged.value === step.action
                ? doing(ui.id, step.action, names)
                : t("lesson.show", { what: doing(ui.id, step.action, names) })}
            </button>
          )}
          {step && !step.action && (
            <button type="button" class="do" aria-disabled={busy.value} onClick={() => void go()}>
              {t("lesson.on")}
            </button>
          )}
        </div>
      </section>
    </main>
  );
}
