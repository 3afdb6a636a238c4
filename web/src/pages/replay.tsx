// Records that can be looked at again: from a file, of this browser, of a server. The record itself is
// shown by replayer.tsx.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isGame, silentOf, titleOf } from "../assets";
import { takeEngine } from "../engine/client";
import { badRecord, Refused, type GameRecord, type Result } from "../engine/types";
import { uiOf } from "../games/index";
import { get } from "../model/api";
import { packedIn, unpacked } from "../model/link";
import { findLocal, stored, type StoredSetup } from "../model/local";
import { findMe } from "../model/me";
import { stopsOf } from "../model/replay";
import { seatNames, type TableInfo } from "../model/room";
import { namesOf, type SeatInfo } from "../model/table";
import { hash, query } from "../router";
import { useReaction } from "../ui/reaction";
import { explain } from "../ui/refusals";
import { Icon } from "../ui/icons";
import { Empty, Waiting } from "../ui/states";
import { figure, list, t, word } from "../words/words";
import { Picture, SiteHead } from "./home";
import { Replayer, type Opened } from "./replayer";

const plainSeats = (record: GameRecord): SeatInfo[] =>
  Array.from({ length: record.players }, (_, seat) => ({
    kind: "person",
    name: t("new.player", { n: seat + 1 }),
  }));

const MOST_PLAYERS = 6;

/** What comes from a file or a link may be anything. */
function checkShape(value: unknown): GameRecord {
  const record = value as Partial<GameRecord> | null;
  const good =
    record !== null &&
    typeof record === "object" &&
    typeof record.game === "string" &&
    Number.isInteger(record.players) &&
    record.players! <= MOST_PLAYERS &&
    Array.isArray(record.actions) &&
    record.actions.every((move) => Array.isArray(move) && typeof move[1] === "string");
  if (!good) throw badRecord("none");
  if (!isGame(record.game)) throw badRecord("game");
  return record as GameRecord;
}

async function openRecord(
  record: GameRecord,
  kept: Opened["kept"],
  seats?: SeatInfo[],
  own: number | null = null,
): Promise<Opened> {
  const checked = checkShape(record);
  const ui = await uiOf(checked.game);
  return { record: checked, ui, seats: seats ?? plainSeats(checked), kept, own, fragment: "" };
}

/** The only one of its kind; null: there is none, or more than one. */
const onlyOne = (found: boolean[]): number | null =>
  found.filter(Boolean).length === 1 ? found.indexOf(true) : null;

async function openTable(id: string): Promise<Opened> {
  const record = await get<GameRecord>(`/tables/${id}/record`);
  const { table } = await get<{ table: TableInfo }>(`/tables/${id}`);
  const seats = seatNames(table.seats).map(
    (name): SeatInfo => ({ kind: "person", name: name || "?" }),
  );
  const who = await findMe().catch(() => null);
  const own = onlyOne(table.seats.map(({ person }) => who !== null && person === who.id));
  return openRecord(record, "server", seats, own);
}

async function openLocal(id: string): Promise<Opened> {
  const setup = findLocal(id);
  if (!setup) throw new Refused("no_local", "");
  const own = onlyOne(setup.seats.map(({ kind }) => kind !== "bot"));
  return openRecord(setup.record, "browser", setup.seats, own);
}

/** A record that is itself in the link. */
async function openLink(text: string): Promise<Opened> {
  const { record, names } = await unpacked(text);
  const seats = names.map((name): SeatInfo => ({ kind: "person", name }));
  return { ...(await openRecord(record, "link", seats)), fragment: `r=${text}&` };
}

export function ReplayPage() {
  const opened = useSignal<Opened | "opening" | null>(null);
  const problem = useSignal<unknown>(null);
  const show = (what: Promise<Opened>): void => {
    opened.value = "opening";
    problem.value = null;
    what.then(
      (found) => (opened.value = found),
      (error) => {
        opened.value = null;
        problem.value = error;
      },
    );
  };
  const link = useComputed(() => packedIn(hash.value));
  useReaction(() => {
    const table = query.value.get("table");
    const local = query.value.get("local");
    if (table) show(openTable(table));
    else if (local) show(openLocal(local));
    else if (link.value) show(openLink(link.value));
    else opened.value = null;
  });
  if (opened.value === "opening") return <Waiting />;
  if (opened.value)
    return (
      <Replayer
        {...opened.value}
        fail={(error) => {
          opened.value = null;
          problem.value = error;
        }}
      />
    );
  return <ChooseRecord problem={problem.value} show={show} />;
}

async function readFile(file: File): Promise<Opened> {
  try {
    return await openRecord(JSON.parse(await file.text()) as GameRecord, "file");
  } catch (error) {
    throw error instanceof SyntaxError ? badRecord("none", error.message) : error;
  }
}

/** How the games ended, by their ids: the engine says it of one after the other. */
function useResults(games: StoredSetup[]): ReadonlyMap<string, Result> {
  const results = useSignal<ReadonlyMap<string, Result>>(new Map());
  useEffect(() => {
    const engine = takeEngine();
    const find = async (): Promise<void> => {
      for (const { id, record } of games) {
        const { result } = await engine
          .call("load", record)
          .then(() => engine.call("lookAt", record.actions.length, null, false))
          .catch(() => ({ result: null }));
        if (result) results.value = new Map(results.value).set(id, result);
      }
    };
    find().catch(() => undefined);
    return () => engine.close();
  }, []);
  return results.value;
}

interface Ended {
  game: string;
  seats: SeatInfo[];
  result: Result | undefined;
}

/** Who played, and once it is over who had how much, the best first. Alone one may lose to ROB. */
function Standing({ game, seats, result }: Ended) {
  const names = namesOf(seats);
  if (!result) return <span class="who">{names.join(", ")}</span>;
  const rob = result.rob === undefined ? [] : [{ name: word(game, "rob"), score: result.rob }];
  const order = names
    .map((name, seat) => ({ name, score: result.scores[seat] ?? 0, place: result.places[seat]! }))
    .sort((a, b) => a.place - b.place);
  const first = order.filter(({ place }) => place === 1);
  const winners = first.length > 0 ? first : rob;
  return (
    <>
      <span class="won">{t("replay.won", { names: list(winners.map(({ name }) => name)) })}</span>
      <span class="who">
        {[...order, ...rob].map(({ name, score }) => `${name} ${figure(score)}`).join(", ")}
      </span>
    </>
  );
}

/** As many as the replayer stops at. */
const movesIn = ({ game, actions }: GameRecord): number =>
  stopsOf(actions, { silent: silentOf(game) }).length - 1;

function ChooseRecord(props: { problem: unknown; show(what: Promise<Opened>): void }) {
  const over = useSignal(false);
  const take = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    if (file) props.show(readFile(file));
  };
  const own = stored();
  const results = useResults(own);
  return (
    <>
      <SiteHead />
      <main class="page replay-choose">
        <h1 tabIndex={-1}>{t("nav.replay")}</h1>
        {props.problem !== null && (
          <p class="refusal" role="alert">
            {t("replay.broken")} {explain(props.problem)}
          </p>
        )}
        <h2>{t("replay.own")}</h2>
        {own.length === 0 && <Empty text={t("replay.none")} />}
        <ul class="owns">
          {own.map(({ id, record, at, seats }) => (
            <li class="own-game" key={id}>
              <Picture game={record.game} />
              <a href={`/replay?local=${id}`}>
                <b>{titleOf(record.game)}</b>
                <Standing game={record.game} seats={seats} result={results.get(id)} />
                <span class="when">
                  {new Date(at).toLocaleString(document.documentElement.lang, {
                    dateStyle: "medium",
                    timeStyle: "short",
                  })}
                  {" · "}
                  {t("replay.moves", { n: movesIn(record) })}
                </span>
              </a>
            </li>
          ))}
        </ul>
        <h2>{t("replay.file")}</h2>
        <label
          class={over.value ? "drop over" : "drop"}
          onDragOver={(event) => {
            event.preventDefault();
            over.value = true;
          }}
          onDragLeave={() => (over.value = false)}
          onDrop={(event) => {
            event.preventDefault();
            over.value = false;
            take(event.dataTransfer?.files);
          }}
        >
          <Icon name="save" />
          {t("replay.drop")}
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => take(event.currentTarget.files)}
          />
        </label>
      </main>
    </>
  );
}
