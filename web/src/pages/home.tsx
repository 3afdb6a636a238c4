// The first page: the games, and how to begin; tables that wait; one's own games.
import { pictures } from "games:folders";
import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { gameInfo, games, titleOf } from "../assets";
import type { GameId } from "../engine/types";
import { get } from "../model/api";
import { levelName } from "../model/bots";
import { lastChoice, startAgainstBots } from "../model/choice";
import { forget, isOver, stored, type StoredSetup } from "../model/local";
import { findMe, me } from "../model/me";
import { gameOfDay } from "../model/practice";
import { practised, solvedToday, today } from "../model/practised";
import { paceInWords, type TableSummary } from "../model/room";
import { namesOf } from "../model/table";
import { go, path } from "../router";
import { ask } from "../ui/dialog";
import { Flower } from "../ui/flower";
import { Icon, type IconName } from "../ui/icons";
import { Empty } from "../ui/states";
import { t, textOr } from "../words/words";

const WAYS: readonly [path: string, icon: IconName][] = [
  ["learn", "learn"],
  ["practice", "practice"],
  ["replay", "again"],
  ["settings", "settings"],
  ["account", "person"],
];

export function SiteHead() {
  const nameOf = (way: string): string => (way === "account" && me.value?.name) || t(`nav.${way}`);
  return (
    <nav class="site" aria-label={t("nav.site")}>
      <a href="/" class="brand">
        <Flower size={32} /> <span>Capucine</span>
      </a>
      <span class="ways">
        {WAYS.map(([way, icon]) => (
          <a
            key={way}
            href={`/${way}`}
            title={nameOf(way)}
            aria-current={path.value.startsWith(`/${way}`) ? "page" : undefined}
          >
            <Icon name={icon} />
            <span class="words">{nameOf(way)}</span>
          </a>
        ))}
      </span>
    </nav>
  );
}

export function playersInWords(game: GameId): string {
  const [least, most] = gameInfo(game).players;
  return t("home.players", { least, most });
}

/** The picture of a game, without the rest of its folder; a game without one has the house's flower. */
export function Picture({ game }: { game: GameId }) {
  const drawn = useSignal<{ default: FunctionComponent } | null>(null);
  const load = pictures[game];
  useEffect(() => {
    void load?.().then(
      (loaded) => (drawn.value = loaded),
      () => undefined,
    );
  }, [game]);
  const Drawn = drawn.value?.default;
  return (
    <div class={`picture ${game}`}>
      {Drawn && <Drawn />}
      {!load && <Flower size={96} />}
    </div>
  );
}

/** "2 to 4 players · 60 minutes", and whether it is one to begin with. */
export const sizeInWords = (game: GameId): string =>
  [playersInWords(game), textOr(`${game}.length`), textOr(`${game}.first`)]
    .filter(Boolean)
    .join(" · ");

function GameCard({ game }: { game: GameId }) {
  const { players, level } = lastChoice(game);
  return (
    <li class="game">
      <Picture game={game} />
      <div class="game-body">
        <h2>{titleOf(game)}</h2>
        <p class="quiet size">{sizeInWords(game)}</p>
        <p class="line">{textOr(`${game}.line`)}</p>
        <button
          type="button"
          class="do"
          aria-label={t("home.play_now_name", { game: titleOf(game) })}
          onClick={() => go(startAgainstBots(game, lastChoice(game)))}
        >
          {t("home.play_now")}
        </button>
        <p class="quiet against">
          {players === 1
            ? t("home.alone")
            : t("home.against", { n: players - 1, level: levelName(level) })}{" "}
          <a href={`/new/${game}?with=bots`}>{t("home.change")}</a>
        </p>
        <p class="others">
          <a href={`/new/${game}?with=friends`}>
            <Icon name="friends" /> {t("home.friends")}
          </a>
          <a href={`/new/${game}?with=device`}>
            <Icon name="device" /> {t("home.device")}
          </a>
          <a href={`/learn/${game}`}>
            <Icon name="learn" /> {t("home.learn")}
          </a>
        </p>
        <a
          class="ways"
          href={`/new/${game}`}
          aria-label={t("home.ways_name", { game: titleOf(game) })}
        >
          {t("home.ways")}
        </a>
      </div>
    </li>
  );
}

// ---------------------------------------------------------------------- own games

/** How much a game of one's own asks for attention; the smallest first. */
const URGENCY = { turn: 0, others: 1, open: 2, over: 3 } as const;
type Urgency = keyof typeof URGENCY;

interface OwnGame {
  id: string;
  game: GameId;
  href: string;
  who: string;
  urgency: Urgency;
  /** Whose turn it is; "" if that is not known. */
  state: string;
  /** Only what is kept in this browser can be removed. */
  remove?: () => void;
}

function localGame(setup: StoredSetup, gone: () => void): OwnGame {
  const { record, seats, actors = [], id } = setup;
  const names = namesOf(seats);
  const people = seats.flatMap(({ kind }, seat) => (kind === "bot" ? [] : [seat]));
  const isMine = people.length === 1 && actors.includes(people[0]!);
  const turn = isOver(setup)
    ? t("mine.over")
    : isMine
      ? t("mine.your_turn")
      : t("mine.turn", { name: actors.map((seat) => names[seat]).join(", ") });
  return {
    id,
    game: record.game,
    href: `/local/${id}`,
    who: names.filter((_, seat) => seats[seat]?.kind !== "me").join(", "),
    urgency: isOver(setup) ? "over" : isMine || people.length > 1 ? "turn" : "others",
    state: setup.actors ? turn : "",
    remove: () => {
      forget(id);
      gone();
    },
  };
}

type Mine = TableSummary & { turn: boolean };

async function findMine(): Promise<Mine[]> {
  if (!(await findMe())) return [];
  const { tables } = await get<{ tables: Mine[] }>("/me/tables");
  return tables.filter(({ status }) => status !== "closed").slice(0, 20);
}

/** How often tables that others may change are asked about: while one looks, and while one does not. */
const [LOOKING_MS, AWAY_MS] = [10_000, 30_000];

/** One's games on the server, as they are now. */
function useMine(): Mine[] {
  const online = useSignal<Mine[]>([]);
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      online.value = await findMine().catch(() => online.peek());
      const changes = online.peek().some(({ status }) => status === "running" || status === "open");
      clearTimeout(timer);
      if (changes && !gone)
        timer = window.setTimeout(() => void look(), document.hidden ? AWAY_MS : LOOKING_MS);
    };
    const lookAgain = (): void => {
      if (!document.hidden) void look();
    };
    void look();
    document.addEventListener("visibilitychange", lookAgain);
    return () => {
      gone = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", lookAgain);
    };
  }, []);
  return online.value;
}

const personNames = (table: TableSummary): string =>
  table.seats
    .filter(({ kind, person }) => kind === "person" && person !== me.value?.id)
    .map(({ name }) => name)
    .join(", ");

function onlineGame(table: Mine): OwnGame {
  const isRunning = table.status === "running";
  const isMine = isRunning && table.turn;
  return {
    id: table.id,
    game: table.game,
    href: `/t/${table.id}`,
    who: personNames(table),
    urgency: isMine ? "turn" : isRunning ? "others" : table.status === "open" ? "open" : "over",
    state: isRunning
      ? t(isMine ? "mine.your_turn" : "mine.others_turn")
      : t(`mine.${table.status}`),
  };
}

function OwnGameCard({ own }: { own: OwnGame }) {
  const { remove } = own;
  const confirm = async (): Promise<void> => {
    if (await ask(t("mine.remove"), t("mine.remove"), { text: t("mine.remove_why") })) remove?.();
  };
  return (
    <li class={`own-game ${own.urgency}`}>
      <Picture game={own.game} />
      <a href={own.href}>
        <b>{titleOf(own.game)}</b>
        <span class="who">{own.who}</span>
        <span class="when">
          {own.state}
          {remove && (
            <span class="kept" title={t("mine.here")}>
              <Icon name="device" />
              <span class="visually-hidden">{t("mine.here")}</span>
            </span>
          )}
        </span>
      </a>
      {remove && (
        <button
          type="button"
          class="plain"
          aria-label={t("mine.remove")}
          title={t("mine.remove")}
          onClick={() => void confirm()}
        >
          <Icon name="remove" />
        </button>
      )}
    </li>
  );
}

/** More than these are a tap away. */
const MOST_SHOWN = 4;
const MOST_LOCAL = 12;

/** One's own games, those first that wait for oneself. */
function MyGames() {
  const local = useSignal(stored());
  const online = useMine();
  const waiting = online.filter(({ status, turn }) => status === "running" && turn).length;
  useEffect(() => {
    document.title = waiting > 0 ? t("title.waiting", { n: waiting }) : "Capucine";
  }, [waiting]);
  const gone = (): void => {
    local.value = stored();
  };
  const all = [
    ...online.map(onlineGame),
    ...local.value.slice(0, MOST_LOCAL).map((setup) => localGame(setup, gone)),
  ].sort((a, b) => URGENCY[a.urgency] - URGENCY[b.urgency]);
  if (all.length === 0) return null;
  const cards = (some: OwnGame[]) => (
    <ul class="owns">
      {some.map((own) => (
        <OwnGameCard key={own.id} own={own} />
      ))}
    </ul>
  );
  const rest = all.slice(MOST_SHOWN);
  return (
    <section class="mine" aria-labelledby="mine">
      <h2 id="mine">{t("mine.title")}</h2>
      {cards(all.slice(0, MOST_SHOWN))}
      {rest.length > 0 && (
        <details>
          <summary>{t("mine.more", { n: rest.length })}</summary>
          {cards(rest)}
        </details>
      )}
    </section>
  );
}

// -------------------------------------------------------------------- open tables

function OpenTables() {
  const tables = useSignal<TableSummary[] | "asking" | "unreachable">("asking");
  useEffect(() => {
    get<{ tables: TableSummary[] }>("/tables?status=open").then(
      (answer) => (tables.value = answer.tables),
      () => (tables.value = "unreachable"),
    );
  }, []);
  const found = tables.value;
  return (
    <section aria-labelledby="open">
      <h2 id="open">{t("open.title")}</h2>
      {found === "asking" && <p class="quiet">{t("open.asking")}</p>}
      {found === "unreachable" && <Empty text={t("open.unreachable")} />}
      {Array.isArray(found) && found.length === 0 && (
        <Empty text={t("open.none")}>
          <span class="makes">
            {games().map(({ name }) => (
              <a
                key={name}
                class="button"
                href={`/new/${name}?with=friends&public=1`}
                aria-label={t("open.make", { game: titleOf(name) })}
              >
                {titleOf(name)}
              </a>
            ))}
          </span>
        </Empty>
      )}
      {Array.isArray(found) && (
        <ul class="owns tables">
          {found.map((table) => (
            <li key={table.id} class="own-game">
              <Picture game={table.game} />
              <a href={`/t/${table.id}`}>
                <b>{titleOf(table.game)}</b>
                <span class="who">{personNames(table)}</span>
                <span class="when">
                  {[
                    t("open.free", {
                      n: table.seats.filter(({ kind }) => kind === "open").length,
                    }),
                    t("room.players", { n: table.players }),
                    paceInWords(table),
                  ].join(" · ")}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

// ------------------------------------------------------------------- today's position

/** The way to the position of the day. Which one it is follows from the date: nothing is loaded. */
export function TodayCard() {
  const game = gameOfDay(practised(), today());
  if (!game) return null;
  return (
    <section class="today" aria-labelledby="today">
      <h2 id="today" class="visually-hidden">
        {t("practice.today")}
      </h2>
      <div class="own-game">
        <Picture game={game} />
        <a href="/practice/today">
          <b>{t("practice.today")}</b>
          <span class="who">{titleOf(game)}</span>
          <span class="when">
            {solvedToday.value ? (
              <>
                <Icon name="done" /> {t("practice.today_done")}
              </>
            ) : (
              t("practice.today_find")
            )}
          </span>
        </a>
      </div>
    </section>
  );
}

export function HomePage() {
  return (
    <>
      <SiteHead />
      <main class="home">
        <h1 tabIndex={-1}>{t("home.title")}</h1>
        <p class="quiet about-house">{t("home.about")}</p>
        <MyGames />
        <TodayCard />
        <ul class="games" aria-label={t("home.games")}>
          {games().map(({ name }) => (
            <GameCard key={name} game={name} />
          ))}
        </ul>
        <OpenTables />
      </main>
    </>
  );
}
