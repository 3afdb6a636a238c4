// Records that can be looked at again: from a file, of this browser, of a server. The record itself is
// shown by replayer.tsx.
import { useSignal } from "@preact/signals";
import { isGame, titleOf } from "../assets";
import { badRecord, Refused, type GameRecord } from "../engine/types";
import { uiOf } from "../games/index";
import { get } from "../model/api";
import { findLocal, stored } from "../model/local";
import { findMe } from "../model/me";
import type { TableInfo } from "../model/room";
import { botName, namesOf, type SeatInfo } from "../model/table";
import { query } from "../router";
import { useReaction } from "../ui/reaction";
import { explain } from "../ui/refusals";
import { Icon } from "../ui/icons";
import { Empty, Waiting } from "../ui/states";
import { t } from "../words/words";
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
  return { record: checked, ui, seats: seats ?? plainSeats(checked), kept, own };
}

/** The only one of its kind; null: there is none, or more than one. */
const onlyOne = (found: boolean[]): number | null =>
  found.filter(Boolean).length === 1 ? found.indexOf(true) : null;

async function openTable(id: string): Promise<Opened> {
  const record = await get<GameRecord>(`/tables/${id}/record`);
  const { table } = await get<{ table: TableInfo }>(`/tables/${id}`);
  const seats = table.seats.map(
    ({ kind, name }, seat): SeatInfo => ({
      kind: "person",
      name: name || (kind === "bot" ? botName(seat) : "?"),
    }),
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
  useReaction(() => {
    const table = query.value.get("table");
    const local = query.value.get("local");
    if (table) show(openTable(table));
    else if (local) show(openLocal(local));
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

function ChooseRecord(props: { problem: unknown; show(what: Promise<Opened>): void }) {
  const over = useSignal(false);
  const take = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    if (file) props.show(readFile(file));
  };
  const own = stored();
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
                <span class="who">{namesOf(seats).join(", ")}</span>
                <span class="when">
                  {new Date(at).toLocaleString(document.documentElement.lang, {
                    dateStyle: "medium",
                    timeStyle: "short",
                  })}
                  {" · "}
                  {t("replay.moves", { n: record.actions.length })}
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
