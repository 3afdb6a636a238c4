// Learning a game: a lesson on a real board, and the rules for reference.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { games, titleOf } from "../assets";
import type { GameId } from "../engine/types";
import type { GameUi } from "../games/contract";
import { uiOf } from "../games/index";
import { reached } from "../model/lessons";
import { hash, query } from "../router";
import { RulesReference } from "../ui/rules";
import { Waiting } from "../ui/states";
import { Icon } from "../ui/icons";
import { t, textOr } from "../words/words";
import { Picture, SiteHead, sizeInWords } from "./home";
import { Lesson } from "./lesson";

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
  /** The step at which the lesson is begun; null: it is not. */
  const from = useSignal<number | null>(query.value.has("lesson") ? 0 : null);
  useEffect(() => {
    void uiOf(game).then((loaded) => (ui.value = loaded));
  }, [game]);
  if (!ui.value) return <Waiting />;
  // whoever came for the lesson goes back to where they came from
  const leave = (): void => {
    if (query.value.has("lesson") && history.length > 1) history.back();
    else from.value = null;
  };
  if (from.value !== null) return <Lesson ui={ui.value} from={from.value} leave={leave} />;
  const steps = ui.value.lesson.steps.length;
  const done = reached(game);
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
            <div class="buttons">
              {done > 0 && done < steps && (
                <button type="button" class="do" onClick={() => (from.value = done)}>
                  {t("lesson.go_on", { n: done + 1 })}
                </button>
              )}
              <button
                type="button"
                class={done > 0 && done < steps ? "" : "do"}
                onClick={() => (from.value = 0)}
              >
                {t(done > 0 ? "lesson.again" : "lesson.begin")}
              </button>
            </div>
          </section>
        )}
        <h2>{t("rules.of", { game: titleOf(game) })}</h2>
        <RulesReference ui={ui.value} rule={hash.value} />
      </main>
    </>
  );
}
