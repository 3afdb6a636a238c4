// Any record again: step by step, through anybody's eyes or with everything open, with what the
// opponents thought of everybody's chances; and from any point on it can be played.
import { useComputed, useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isGame, levels, silentOf, titleOf, usualLevel } from "../assets";
import { takeEngine, type EngineClient } from "../engine/client";
import { badRecord, Refused, type GameRecord, type Glimpse } from "../engine/types";
import type { BoardProps, GameUi } from "../games/contract";
import { uiOf } from "../games/index";
import { get } from "../model/api";
import { isTold } from "../model/log";
import { findLocal, keepNew, stored } from "../model/local";
import type { TableInfo } from "../model/room";
import { botName, namesOf, type SeatInfo } from "../model/table";
import { go, query } from "../router";
import { remember } from "../ui/motion";
import { explain } from "../ui/refusals";
import { SeatMark } from "../ui/seat";
import { Trouble, Waiting } from "../ui/states";
import { done, figure, t } from "../words/words";
import { Shares } from "./shares";
import { SiteHead } from "./home";
import { useReaction } from "../ui/reaction";

interface Opened {
  record: GameRecord;
  ui: GameUi;
  seats: SeatInfo[];
}

/** Through whose eyes: a seat's, a spectator's, or with everything open. */
type Eyes = number | "spectator" | "open";

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

async function openRecord(record: GameRecord, seats?: SeatInfo[]): Promise<Opened> {
  const checked = checkShape(record);
  return { record: checked, ui: await uiOf(checked.game), seats: seats ?? plainSeats(checked) };
}

async function openTable(id: string): Promise<Opened> {
  const record = await get<GameRecord>(`/tables/${id}/record`);
  const { table } = await get<{ table: TableInfo }>(`/tables/${id}`);
  const seats = table.seats.map(
    ({ kind, name }, seat): SeatInfo => ({
      kind: "person",
      name: name || (kind === "bot" ? botName(seat) : "?"),
    }),
  );
  return openRecord(record, seats);
}

async function openLocal(id: string): Promise<Opened> {
  const setup = findLocal(id);
  if (!setup) throw new Refused("no_local", "");
  return openRecord(setup.record, setup.seats);
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
    return await openRecord(JSON.parse(await file.text()) as GameRecord);
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
          {t("replay.drop")}
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => take(event.currentTarget.files)}
          />
        </label>
        <h2>{t("replay.own")}</h2>
        {own.length === 0 && <p class="quiet">{t("replay.none")}</p>}
        <ul class="tables">
          {own.map(({ id, record, at }) => (
            <li key={id}>
              <a href={`/replay?local=${id}`}>
                <b>{titleOf(record.game)}</b>{" "}
                {new Date(at).toLocaleString(document.documentElement.lang)}
              </a>
              <span class="quiet">{t("replay.moves", { n: record.actions.length })}</span>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}

/** The position after `count` moves, as somebody sees it. */
function look(engine: EngineClient, count: number, eyes: Eyes): Promise<Glimpse> {
  return engine.call("lookAt", count, typeof eyes === "number" ? eyes : null, eyes === "open");
}

const PLAY_MS = 900;

/** How many moves have been made once the next one that is to be watched has. */
function nextTold({ actions, game }: GameRecord, count: number): number {
  let next = count + 1;
  while (next < actions.length && !isTold({ silent: silentOf(game) }, actions[next - 1]!)) next++;
  return next;
}

function useReplay(record: GameRecord, ui: GameUi, fail: (error: unknown) => void) {
  const engine = useRef<EngineClient>();
  const count = useSignal(0);
  const eyes = useSignal<Eyes>("open");
  const shown = useSignal<{ glimpse: Glimpse; count: number } | null>(null);
  const playing = useSignal(false);
  const land = useRef<() => void>(() => undefined);
  const ready = useSignal(false);

  useEffect(() => {
    const client = takeEngine();
    engine.current = client;
    client.call("load", record).then(() => (ready.value = true), fail);
    return () => client.close();
  }, [record]);
  useReaction(() => {
    const wanted = count.value;
    const through = eyes.value;
    if (!ready.value || !engine.current) return;
    void look(engine.current, wanted, through).then((glimpse) => {
      if (count.peek() !== wanted || eyes.peek() !== through) return;
      const before = shown.peek();
      if (before && before.count + 1 === wanted)
        land.current = remember(
          ui.travels(
            before.glimpse.view,
            glimpse.view,
            record.actions[wanted - 1]!,
            typeof through === "number" ? through : null,
          ),
        );
      shown.value = { glimpse, count: wanted };
    }, fail);
  });
  useEffect(() => {
    land.current();
    land.current = () => undefined;
  }, [shown.value]);
  useReaction(() => {
    if (!playing.value) return;
    const timer = setInterval(() => {
      if (count.peek() >= record.actions.length) playing.value = false;
      else count.value = nextTold(record, count.peek());
    }, PLAY_MS);
    return () => clearInterval(timer);
  });
  return { count, eyes, shown, playing };
}

function Replayer(props: Opened & { fail(error: unknown): void }) {
  const { record, ui, seats } = props;
  const { count, eyes, shown, playing } = useReplay(record, ui, props.fail);
  const names = useComputed(() => namesOf(seats));
  const picked = useSignal<string[]>([]);
  const staged = useSignal<string | null>(null);
  const now = shown.value?.glimpse;
  if (!now) return <Waiting />;
  const seat =
    typeof eyes.value === "number"
      ? eyes.value
      : eyes.value === "open"
        ? (now.actors[0] ?? 0)
        : null;
  const board: BoardProps = {
    view: now.view,
    facts: now.facts,
    seat,
    names: names.value,
    legal: [],
    picked,
    staged,
    story: now.story,
    history: now.history,
    foreseen: null,
    after: null,
    why: () => undefined,
    explain: (rule) => go(`/learn/${ui.id}#${rule}`),
  };
  const last = record.actions[count.value - 1];
  const scores = ui.scores(now.view, now.facts);
  return (
    <main class={`table ${ui.id} replay`}>
      <header class="table-head">
        <a href="/replay" class="back" aria-label={t("nav.replay")}>
          ‹
        </a>
        <h1 tabIndex={-1}>{t("replay.of", { game: titleOf(ui.id) })}</h1>
        <p class="phase">{ui.phase(now.view, now.facts)}</p>
      </header>
      <ul class="players" aria-label={t("table.players")} tabIndex={0}>
        {names.value.map((name, i) => (
          <li key={i} class={now.actors.includes(i) ? "turn" : ""}>
            <SeatMark seat={i} /> <span class="name">{name}</span>
            {scores && <b class="score">{figure(scores[i] ?? 0)}</b>}
            <ui.Seat view={now.view} facts={now.facts} seat={i} />
          </li>
        ))}
        {ui.Others && <ui.Others view={now.view} facts={now.facts} />}
      </ul>
      <section class="board" aria-label={t("table.board")}>
        <ui.Board {...board} />
        {now.result && (
          <ui.Summary
            view={now.view}
            facts={now.facts}
            names={names.value}
            result={now.result}
            story={now.story}
            history={now.history}
          />
        )}
      </section>
      <section class="hand" aria-label={t("table.hand")}>
        {seat !== null && <ui.Hand {...board} />}
      </section>
      <section class="action-bar" aria-label={t("replay.steps")}>
        <p class="prompt" role="status">
          {last ? done(ui.id, last[0], last[1], names.value) : t("replay.start")}
        </p>
        <Steps count={count} most={record.actions.length} playing={playing} />
        <EyesSelect eyes={eyes} names={names.value} />
        <PlayOn record={record} count={count.value} names={names.value} />
      </section>
      <section class="panel" aria-label={t("shares.title")}>
        <Shares record={record} names={names.value} count={count} />
      </section>
    </main>
  );
}

function Steps(props: { count: Signal<number>; most: number; playing: Signal<boolean> }) {
  const { count, most, playing } = props;
  const to = (wanted: number) => () => {
    playing.value = false;
    count.value = Math.min(Math.max(wanted, 0), most);
  };
  return (
    <div class="steps">
      <input
        type="range"
        min={0}
        max={most}
        value={count.value}
        aria-label={t("replay.move")}
        aria-valuetext={t("replay.at", { n: count.value, most })}
        onInput={(event) => to(Number(event.currentTarget.value))()}
      />
      <div class="buttons">
        <button type="button" aria-label={t("replay.first")} onClick={to(0)}>
          ⏮
        </button>
        <button type="button" aria-label={t("replay.back")} onClick={to(count.value - 1)}>
          ◀
        </button>
        <button
          type="button"
          aria-pressed={playing.value}
          onClick={() => {
            if (count.value >= most) count.value = 0;
            playing.value = !playing.value;
          }}
        >
          {t(playing.value ? "replay.pause" : "replay.play")}
        </button>
        <button type="button" aria-label={t("replay.on")} onClick={to(count.value + 1)}>
          ▶
        </button>
        <button type="button" aria-label={t("replay.last")} onClick={to(most)}>
          ⏭
        </button>
        <span class="quiet">{t("replay.at", { n: count.value, most })}</span>
      </div>
    </div>
  );
}

function EyesSelect({ eyes, names }: { eyes: Signal<Eyes>; names: string[] }) {
  return (
    <label class="field">
      {t("replay.eyes")}
      <select
        value={String(eyes.value)}
        onChange={(event) => {
          const value = event.currentTarget.value;
          eyes.value = value === "open" || value === "spectator" ? value : Number(value);
        }}
      >
        <option value="open">{t("replay.open")}</option>
        {names.map((name, seat) => (
          <option key={seat} value={seat}>
            {name}
          </option>
        ))}
        <option value="spectator">{t("replay.spectator")}</option>
      </select>
    </label>
  );
}

function PlayOn(props: { record: GameRecord; count: number; names: string[] }) {
  const seat = useSignal(0);
  const level = useSignal(usualLevel());
  const start = (): void => {
    const { result: _, ...rest } = props.record;
    const record = { ...rest, actions: rest.actions.slice(0, props.count) };
    const seats = props.names.map(
      (_, i): SeatInfo =>
        i === seat.value
          ? { kind: "me", name: "" }
          : { kind: "bot", level: level.value, name: botName(i) },
    );
    go(`/local/${keepNew(record, seats).id}`);
  };
  return (
    <details class="play-on">
      <summary>{t("replay.play_on")}</summary>
      <label class="field">
        {t("replay.as")}
        <select
          value={seat.value}
          onChange={(event) => (seat.value = Number(event.currentTarget.value))}
        >
          {props.names.map((name, i) => (
            <option key={i} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {t("new.level")}
        <select value={level.value} onChange={(event) => (level.value = event.currentTarget.value)}>
          {levels().map((name) => (
            <option key={name} value={name} selected={name === level.value}>
              {t(`level.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="do" onClick={start}>
        {t("new.start")}
      </button>
    </details>
  );
}

export function NoSuchLocal() {
  return <Trouble title={t("trouble.local")} text={t("trouble.local_text")} />;
}
