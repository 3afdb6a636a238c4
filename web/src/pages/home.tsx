// The first page: the games, and how to begin; tables that wait; one's own games.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { gameInfo, games, titleOf } from "../assets";
import type { GameId } from "../engine/types";
import type { GameUi } from "../games/contract";
import { uiOf } from "../games/index";
import { get } from "../model/api";
import { lastChoice, startAgainstBots } from "../model/choice";
import { forget, isOver, stored, type StoredSetup } from "../model/local";
import { findMe, me } from "../model/me";
import type { TableSummary } from "../model/room";
import { namesOf } from "../model/table";
import { go } from "../router";
import { ask } from "../ui/dialog";
import { Flower } from "../ui/flower";
import { t, textOr } from "../words/words";

export function SiteHead() {
  return (
    <nav class="site" aria-label={t("nav.site")}>
      <a href="/" class="brand">
        <Flower size={32} /> Capucine
      </a>
      <span class="ways">
        <a href="/learn">{t("nav.learn")}</a>
        <a href="/replay">{t("nav.replay")}</a>
        <a href="/settings">{t("nav.settings")}</a>
        <a href="/account">{me.value?.name ?? t("nav.account")}</a>
      </span>
    </nav>
  );
}

export function playersInWords(game: GameId): string {
  const [least, most] = gameInfo(game).players;
  return t("home.players", { least, most });
}

function Picture({ game }: { game: GameId }) {
  const ui = useSignal<GameUi | null>(null);
  useEffect(() => {
    void uiOf(game).then(
      (loaded) => (ui.value = loaded),
      () => undefined,
    );
  }, [game]);
  const Drawn = ui.value?.Picture;
  return <div class={`picture ${game}`}>{Drawn && <Drawn />}</div>;
}

function GameCard({ game }: { game: GameId }) {
  const { players, level } = lastChoice(game);
  return (
    <li class="game">
      <Picture game={game} />
      <div class="game-body">
        <h2>{titleOf(game)}</h2>
        <p class="line">{textOr(`${game}.line`)}</p>
        <p class="quiet">
          {[playersInWords(game), textOr(`${game}.length`)].filter(Boolean).join(" · ")}
        </p>
        <div class="buttons">
          <button
            type="button"
            class="do"
            aria-label={t("home.play_now_name", { game: titleOf(game) })}
            onClick={() => go(startAgainstBots(game, lastChoice(game)))}
          >
            {t("home.play_now")}
          </button>
          <a class="button" href={`/new/${game}?with=friends`}>
            {t("home.friends")}
          </a>
          <a class="button" href={`/new/${game}?with=device`}>
            {t("home.device")}
          </a>
        </div>
        <p class="quiet">
          {players === 1
            ? t("home.alone")
            : t("home.against", { n: players - 1, level: t(`level.${level}`) })}{" "}
          <a class="more" href={`/new/${game}?with=bots`}>
            {t("home.change")}
          </a>
          <a class="more" href={`/learn/${game}`}>
            {t("home.learn")}
          </a>
        </p>
      </div>
    </li>
  );
}

// ---------------------------------------------------------------------- own games

function LocalGame({ setup, gone }: { setup: StoredSetup; gone(): void }) {
  const { record, seats, actors = [], id } = setup;
  const names = namesOf(seats);
  const others = names.filter((_, seat) => seats[seat]?.kind !== "me");
  const people = seats.flatMap(({ kind }, seat) => (kind === "bot" ? [] : [seat]));
  const turn = isOver(setup)
    ? t("mine.over")
    : people.length === 1 && actors.includes(people[0]!)
      ? t("mine.your_turn")
      : t("mine.turn", { name: actors.map((seat) => names[seat]).join(", ") });
  const remove = async (): Promise<void> => {
    if (!(await ask(t("mine.remove"), t("mine.remove"), { text: t("mine.remove_why") }))) return;
    forget(id);
    gone();
  };
  return (
    <li>
      <a href={`/local/${id}`}>
        <b>{titleOf(record.game)}</b> {others.join(", ")}
      </a>
      <span class="quiet">{[...(setup.actors ? [turn] : []), t("mine.here")].join(" · ")}</span>
      <button type="button" class="small" onClick={() => void remove()}>
        {t("mine.remove")}
      </button>
    </li>
  );
}

type Mine = TableSummary & { actors?: number[] };

/** Lists say nothing of whose turn it is, since they change seldom; the few that run are asked. */
async function findMine(): Promise<Mine[]> {
  if (!(await findMe())) return [];
  const { tables } = await get<{ tables: TableSummary[] }>("/me/tables");
  const shown = tables.filter(({ status }) => status !== "closed").slice(0, 20);
  return Promise.all(
    shown.map(async (table) =>
      table.status === "running"
        ? { ...table, ...(await get<{ actors: number[] }>(`/tables/${table.id}/view`)) }
        : table,
    ),
  );
}

const personNames = (table: TableSummary): string =>
  table.seats
    .filter(({ kind, person }) => kind === "person" && person !== me.value?.id)
    .map(({ name }) => name)
    .join(", ");

function OnlineGame({ table }: { table: Mine }) {
  const seat = table.seats.findIndex(({ person }) => person === me.value?.id);
  const turn =
    table.status === "running"
      ? table.actors?.includes(seat)
        ? t("mine.your_turn")
        : t("mine.others_turn")
      : t(`mine.${table.status}`);
  return (
    <li class={table.actors?.includes(seat) ? "turn" : ""}>
      <a href={`/t/${table.id}`}>
        <b>{titleOf(table.game)}</b> {personNames(table)}
      </a>
      <span class="quiet">{turn}</span>
    </li>
  );
}

const MOST_LOCAL = 6;

function MyGames() {
  const local = useSignal(stored());
  const online = useSignal<Mine[]>([]);
  useEffect(() => {
    void findMine().then(
      (found) => (online.value = found),
      () => undefined,
    );
  }, []);
  if (local.value.length + online.value.length === 0) return null;
  return (
    <section aria-labelledby="mine">
      <h2 id="mine">{t("mine.title")}</h2>
      <ul class="tables">
        {online.value.map((table) => (
          <OnlineGame key={table.id} table={table} />
        ))}
        {local.value.slice(0, MOST_LOCAL).map((setup) => (
          <LocalGame key={setup.id} setup={setup} gone={() => (local.value = stored())} />
        ))}
      </ul>
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
      {found === "unreachable" && <p class="quiet">{t("open.unreachable")}</p>}
      {Array.isArray(found) && found.length === 0 && <p class="quiet">{t("open.none")}</p>}
      {Array.isArray(found) && (
        <ul class="tables">
          {found.map((table) => (
            <li key={table.id}>
              <a href={`/t/${table.id}`}>
                <b>{titleOf(table.game)}</b> {personNames(table)}
              </a>
              <span class="quiet">
                {t("open.free", {
                  n: table.seats.filter(({ kind }) => kind === "open").length,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function HomePage() {
  return (
    <>
      <SiteHead />
      <main class="home">
        <h1 tabIndex={-1}>{t("home.title")}</h1>
        <ul class="games">
          {games().map(({ name }) => (
            <GameCard key={name} game={name} />
          ))}
        </ul>
        <MyGames />
        <OpenTables />
      </main>
    </>
  );
}
