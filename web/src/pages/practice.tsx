// Practice: the position of the day, series of a game by theme, and what comes back because it was missed.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { titleOf } from "../assets";
import type { GameId } from "../engine/types";
import type { GameUi } from "../games/contract";
import { uiOf } from "../games/index";
import {
  ALL,
  countOf,
  DUE,
  gameOfDay,
  knownOf,
  nextPosition,
  positionOfDay,
  seriesOf,
  themesOf,
  type Position,
} from "../model/practice";
import { done, meet, note, noteToday, positionsOf, practised, today } from "../model/practised";
import { botName, type SeatInfo } from "../model/table";
import { go, query } from "../router";
import { explain } from "../ui/refusals";
import { Empty, Trouble, Waiting } from "../ui/states";
import { t, textOr } from "../words/words";
import { Picture, SiteHead, TodayCard } from "./home";
import { PuzzlePage } from "./puzzle";

/** Positions with the board that they are shown on. */
interface Loaded {
  ui: GameUi;
  positions: Position[];
}

function useLoaded(game: GameId | undefined) {
  const loaded = useSignal<Loaded | null>(null);
  const problem = useSignal<unknown>(null);
  useEffect(() => {
    if (!game) return;
    Promise.all([uiOf(game), positionsOf(game)]).then(
      ([ui, positions]) => (loaded.value = { ui, positions }),
      (error: unknown) => (problem.value = error),
    );
  }, [game]);
  return { loaded: loaded.value, problem: problem.value };
}

export function PracticePage({ id }: { id: string }) {
  useEffect(() => void meet().catch(() => undefined), []);
  if (id === "today") return <Today />;
  if (id === "") return <Index />;
  return <GamePractice game={id} />;
}

const NoPositions = ({ problem }: { problem: unknown }) => (
  <Trouble
    title={t("practice.title")}
    text={problem instanceof Error ? t("practice.missing") : explain(problem)}
  />
);

// ------------------------------------------------------------------------------ index

/** "17 solved · 3 to repeat". */
function knownInWords({ seen, solved, due }: ReturnType<typeof knownOf>): string {
  if (seen === 0) return t("practice.new");
  const parts = [t("practice.solved", { n: solved }), due > 0 && t("practice.due", { n: due })];
  return parts.filter(Boolean).join(" · ");
}

function Index() {
  const games = practised();
  return (
    <>
      <SiteHead />
      <main class="home learn practice">
        <h1 tabIndex={-1}>{t("practice.title")}</h1>
        <p class="quiet">{t("practice.about")}</p>
        {games.length === 0 && <Empty text={t("practice.missing")} />}
        <TodayCard />
        <ul class="games">
          {games.map((game) => (
            <li class="game" key={game}>
              <Picture game={game} />
              <div class="game-body">
                <h2>{titleOf(game)}</h2>
                <p class="quiet">{knownInWords(knownOf(game, done.value, today()))}</p>
                <a
                  class="button do"
                  href={`/practice/${game}`}
                  aria-label={t("practice.game", { game: titleOf(game) })}
                >
                  {t("practice.start")}
                </a>
              </div>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}

// ---------------------------------------------------------------------------- a game

const themeName = (game: GameId, theme: string): string =>
  theme === ALL || theme === DUE
    ? t(`practice.${theme}_series`)
    : textOr(`${game}.theme.${theme}`, theme);

function Series({
  game,
  series,
  positions,
}: {
  game: GameId;
  series: string;
  positions: Position[];
}) {
  const { all, solved, due } = countOf(positions, done.value, today());
  return (
    <li class="series">
      <a href={`/practice/${game}?series=${encodeURIComponent(series)}`}>
        <b>{themeName(game, series)}</b>
        <progress max={Math.max(all, 1)} value={solved} aria-label={themeName(game, series)} />
        <span class="quiet">
          {t("practice.of", { n: solved, most: all })}
          {due > 0 && ` · ${t("practice.due", { n: due })}`}
        </span>
      </a>
    </li>
  );
}

function GamePractice({ game }: { game: GameId }) {
  const { loaded, problem } = useLoaded(game);
  const series = query.value.get("series");
  if (problem) return <NoPositions problem={problem} />;
  if (!loaded) return <Waiting />;
  if (series !== null) return <Solve key={series} {...loaded} game={game} series={series} />;
  const { positions } = loaded;
  const repeat = seriesOf(positions, DUE, done.value, today());
  const all = [...(repeat.length > 0 ? [DUE] : []), ALL, ...themesOf(positions)];
  return (
    <>
      <SiteHead />
      <main class="page learn practice">
        <header class="about-game">
          <Picture game={game} />
          <div>
            <h1 tabIndex={-1}>{t("practice.game", { game: titleOf(game) })}</h1>
            <p class="quiet">{t("practice.about")}</p>
          </div>
        </header>
        <ul class="all-series">
          {all.map((one) => (
            <Series
              key={one}
              {...{ game }}
              series={one}
              positions={seriesOf(positions, one, done.value, today())}
            />
          ))}
        </ul>
      </main>
    </>
  );
}

// ---------------------------------------------------------------------------- solving

const seatsOf = ({ record, seat }: Position): SeatInfo[] =>
  Array.from({ length: record.players }, (_, i) =>
    i === seat ? { kind: "me", name: "" } : { kind: "bot", name: botName(i) },
  );

/** A position as a decision: a record has a move there, and the best one is as good as any. */
function usePuzzle(position: Position) {
  return useMemo(() => {
    const { record, seat, best } = position;
    const actions = [...record.actions, [seat, best[0]!] as [number, string]];
    return { record: { ...record, actions }, at: record.actions.length, seats: seatsOf(position) };
  }, [position]);
}

interface OneProps {
  ui: GameUi;
  position: Position;
  text: string;
  leave(): void;
  next?: () => void;
  answered?(): void;
}

function One({ ui, position, text, leave, next, answered }: OneProps) {
  return (
    <PuzzlePage
      {...{ ui, text, leave }}
      task={t("puzzle.find")}
      back={t("practice.back")}
      {...(next && { next })}
      puzzle={usePuzzle(position)}
      best={position.best}
      answered={(right) => {
        note(position.id, right);
        answered?.();
      }}
    />
  );
}

function Solve(props: Loaded & { game: GameId; series: string }) {
  const { ui, positions, game, series } = props;
  const past = useSignal<string[]>([]);
  // what is asked stays the same while it is answered
  const own = useMemo(() => seriesOf(positions, series, done.peek(), today()), [series]);
  const position = useMemo(
    () => nextPosition(own, done.peek(), today(), past.value),
    [own, past.value],
  );
  const leave = (): void => go(`/practice/${game}`);
  const asked = t("practice.at", { n: past.value.length + 1, most: own.length });
  if (!position)
    return (
      <Trouble title={themeName(game, series)} text={t("practice.finished")}>
        <a class="button do" href={`/practice/${game}`}>
          {t("practice.other")}
        </a>
      </Trouble>
    );
  return (
    <One
      key={position.id}
      {...{ ui, position, leave }}
      text={`${themeName(game, position.theme)} · ${asked}`}
      next={() => (past.value = [...past.value, position.id])}
    />
  );
}

function Today() {
  const games = practised();
  const day = useMemo(today, []);
  const game = gameOfDay(games, day);
  const { loaded, problem } = useLoaded(game);
  if (problem || !game) return <NoPositions problem={problem ?? new Error()} />;
  if (!loaded) return <Waiting />;
  const position = positionOfDay(loaded.positions, day, games.length);
  if (!position) return <NoPositions problem={new Error()} />;
  return (
    <One
      {...{ position }}
      ui={loaded.ui}
      text={`${t("practice.today")} · ${themeName(game, position.theme)}`}
      leave={() => go("/practice")}
      answered={noteToday}
    />
  );
}
