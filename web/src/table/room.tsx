// What a table of the server shows besides its game: who is not there, the connection, the time.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import {
  seatNames,
  type Clock,
  type Happening,
  type News,
  type Presence,
  type Room,
} from "../model/room";
import { silentOf } from "../assets";
import { reload } from "../model/upgrade";
import { ask } from "../ui/dialog";
import { explain } from "../ui/refusals";
import { doing, t } from "../words/words";
import { openPanel } from "./panel";

// ------------------------------------------------------------------------- clocks

const DAY_MS = 86_400_000;

/** "4:05", or days and hours. */
export function span(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= DAY_MS)
    return t("clock.days", {
      days: Math.floor(left / DAY_MS),
      hours: Math.floor((left % DAY_MS) / 3_600_000),
    });
  const seconds = Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

const leftOf = (clock: Clock): number =>
  clock.left - (clock.since === undefined ? 0 : Date.now() - clock.since);

export function Clocked({ room, seat }: { room: Room; seat: number }) {
  const clock = room.clocks.value?.[seat];
  const tick = useSignal(0);
  useEffect(() => {
    if (clock?.since === undefined) return;
    const timer = setInterval(() => tick.value++, 500);
    return () => clearInterval(timer);
  }, [clock]);
  tick.value;
  if (!clock) return null;
  const left = leftOf(clock);
  return (
    <span class={left < 30_000 ? "clock short" : "clock"} role="timer" aria-label={t("clock.left")}>
      {span(left)}
    </span>
  );
}

// ----------------------------------------------------------------------- presence

const MINUTE_MS = 60_000;
/** A page that is loaded again is gone for a moment. */
const GONE_MS = 5_000;

/** "2 min", "3 h", "4 d". */
export function roughly(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return t("time.minutes", { n: Math.max(1, minutes) });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t("time.hours", { n: hours }) : t("time.days", { n: Math.floor(hours / 24) });
}

/** Draws again now and then, while something is told that grows. */
function useNow(ms: number, runs: boolean): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    now.value = Date.now();
    if (!runs) return;
    const timer = setInterval(() => (now.value = Date.now()), ms);
    return () => clearInterval(timer);
  }, [runs]);
  return now.value;
}

/** What is said of somebody who is here, has gone, or keeps the others waiting. */
function wordsFor({ left, turn }: Presence, now: number): { state: string; words: string } {
  if (left !== undefined && now - left >= MINUTE_MS)
    return { state: "gone", words: t("presence.left", { time: roughly(now - left) }) };
  if (left !== undefined && now - left >= GONE_MS)
    return { state: "gone", words: t("presence.gone") };
  if (turn !== undefined && now - turn >= MINUTE_MS)
    return { state: "thinking", words: t("presence.thinking", { time: roughly(now - turn) }) };
  return { state: "here", words: "" };
}

/** Whether the person of a seat is at the table. */
export function Present({ room, seat }: { room: Room; seat: number }) {
  const presence = room.presence.value?.[seat];
  const told = presence?.here !== undefined && seat !== room.you.value;
  const now = useNow(2000, told && (presence.left !== undefined || presence.turn !== undefined));
  if (!told || room.info.value.seats[seat]?.away) return null;
  const { state, words } = wordsFor(presence, now);
  return (
    <small class={`presence ${state}`}>
      <i role="img" aria-label={t(state === "gone" ? "presence.gone" : "presence.here")} /> {words}
    </small>
  );
}

// --------------------------------------------------------------------------- news

/** What has happened to a seat, in words. */
export function happened({ kind, seat, why }: Happening, room: Room): string {
  const name = nameOf(room, seat);
  if (seat === room.you.value) return t(`log.${kind}.you`);
  return kind === "back" ? t("log.back", { name }) : t(`log.away.${why ?? "left"}`, { name });
}

const NEWS_MS = 7000;

function NewsItem({ room, news }: { room: Room; news: News }) {
  useEffect(() => {
    const timer = setTimeout(() => room.forget(news.key), NEWS_MS);
    return () => clearTimeout(timer);
  }, [news.key]);
  if (news.kind === "happened") return <p class="news">{happened(news.what, room)}</p>;
  return (
    <button
      type="button"
      class="news"
      onClick={() => {
        room.forget(news.key);
        openPanel("chat");
      }}
    >
      <b>{news.name}</b> {news.text}
    </button>
  );
}

/** What others say is seen at the table's edge for a while, and said once to those who listen. */
function Newsreel({ room }: { room: Room }) {
  return (
    <div class="newsreel" aria-live="polite">
      {room.news.value.map((news) => (
        <NewsItem key={news.key} room={room} news={news} />
      ))}
    </div>
  );
}

// ------------------------------------------------------------------------ banners

const nameOf = (room: Room, seat: number): string => seatNames(room.info.value.seats)[seat] ?? "";

/** What can be done about somebody who has vanished. */
function Vanished({ room, seat, left }: { room: Room; seat: number; left: number }) {
  const said = useSignal("");
  const now = useNow(15_000, true);
  const attempt = (what: () => Promise<unknown>, then = "") => {
    what().then(
      () => (said.value = then),
      (error: unknown) => (said.value = explain(error)),
    );
  };
  const end = async (): Promise<void> => {
    if (await ask(t("vanished.end"), t("vanished.end"), { text: t("end.why") }))
      await room.end(true);
  };
  return (
    <p class="banner vanished">
      {t("vanished.text", { name: nameOf(room, seat), time: roughly(now - left) })}
      <button type="button" onClick={() => attempt(() => room.nudge(seat), t("vanished.nudged"))}>
        {t("vanished.nudge")}
      </button>
      <button type="button" onClick={() => attempt(() => room.replace(seat))}>
        {t("vanished.bot")}
      </button>
      <button type="button" onClick={() => attempt(end)}>
        {t("vanished.end")}
      </button>
      {said.value && <span>{said.value}</span>}
    </p>
  );
}

function EndAsked({ room }: { room: Room }) {
  const { ending, status } = room.info.value;
  const you = room.you.value;
  if (!ending || you === null || status !== "running") return null;
  const answer = (agree: boolean) => () => void room.end(agree).catch(() => undefined);
  const agreed = ending.agreed.includes(you);
  return (
    <div class={agreed ? "banner asking own" : "banner asking"}>
      <p>
        {agreed
          ? t(ending.seat === you ? "end.waiting" : "end.agreed")
          : t("end.asked", { name: nameOf(room, ending.seat) })}
      </p>
      {!agreed && (
        <button type="button" onClick={answer(true)}>
          {t("vanished.end")}
        </button>
      )}
      <button type="button" onClick={answer(false)}>
        {t("end.go_on")}
      </button>
    </div>
  );
}

/** Only what lasts is shown: a connection that comes back at once was never gone. */
function useLasting(state: boolean, ms: number): boolean {
  const lasting = useSignal(false);
  useEffect(() => {
    if (!state) {
      lasting.value = false;
      return;
    }
    const timer = setTimeout(() => (lasting.value = true), ms);
    return () => clearTimeout(timer);
  }, [state]);
  return lasting.value;
}

export function RoomBanners({ room }: { room: Room }) {
  const info = room.info.value;
  const you = room.you.value;
  const lost = useLasting(room.connection.value === "lost", 1200);
  const away = you !== null && info.status === "running" && info.seats[you]?.away;
  const problem = useSignal("");
  const back = (): void => {
    room.back().then(
      () => (problem.value = ""),
      (error: unknown) => (problem.value = explain(error)),
    );
  };
  const vanished =
    you === null || info.status !== "running" || info.ending
      ? []
      : (room.presence.value ?? []).flatMap(({ vanished, left }, seat) =>
          vanished && left !== undefined && !info.seats[seat]?.away ? [{ seat, left }] : [],
        );
  return (
    <>
      <div class="banners" role="status">
        {lost && <p class="banner lost">{t("room.lost")}</p>}
        {room.foreign.value && (
          <p class="banner foreign">
            {t("room.foreign")}
            <button type="button" onClick={reload}>
              {t("upgrade.reload")}
            </button>
          </p>
        )}
        {room.connection.value === "gone" && <p class="banner">{t("room.gone")}</p>}
        {info.status === "frozen" && <p class="banner">{t("error.frozen")}</p>}
        {you === null && info.status === "running" && <p class="banner">{t("room.watching")}</p>}
        {away && (
          <p class="banner">
            {problem.value || t("room.away")}
            <button type="button" onClick={back}>
              {t("room.back")}
            </button>
          </p>
        )}
        {vanished.map((one) => (
          <Vanished key={one.seat} room={room} {...one} />
        ))}
        <EndAsked room={room} />
        <UndoAsked room={room} />
        {info.next && (
          <p class="banner">
            {t("room.next")} <a href={`/t/${info.next}`}>{t("room.next_go")}</a>
          </p>
        )}
      </div>
      <Newsreel room={room} />
    </>
  );
}

/** What somebody would like to take back: their choice, as its button said it, and how many moves that
 * have come since would go with it. null: it is not told. */
function askedBack(room: Room): { what: string; since: number } | null {
  const { asked, game, seats } = room.info.value;
  if (asked?.to === undefined) return null;
  const silent = silentOf(game);
  const moves = room.moves.value.slice(asked.to).filter(([, action]) => !silent.includes(action));
  const move = moves.find(([seat]) => seat === asked.seat);
  const names = seats.map((_, seat) => nameOf(room, seat));
  return move ? { what: doing(game, move[1], names), since: moves.length - 1 } : null;
}

/** In words: who asks, for what, and what else would go. */
function requestInWords(room: Room, seat: number): string {
  const back = askedBack(room);
  const name = nameOf(room, seat);
  if (seat === room.you.value)
    return back ? t("undo.waiting_what", { what: back.what }) : t("undo.waiting");
  if (!back) return t("undo.asked", { name });
  const { what, since: n } = back;
  return n > 0 ? t("undo.asked_since", { name, what, n }) : t("undo.asked_what", { name, what });
}

function UndoAsked({ room }: { room: Room }) {
  const asked = room.info.value.asked;
  const you = room.you.value;
  if (!asked || you === null) return null;
  const answer = (agree: boolean) => () => void room.answerUndo(agree).catch(() => undefined);
  const own = asked.seat === you;
  if (asked.agreed.includes(you))
    return (
      <div class="banner asking own">
        <p>{t("undo.agreed")}</p>
      </div>
    );
  return (
    <div class={own ? "banner asking own" : "banner asking"}>
      <p>{requestInWords(room, asked.seat)}</p>
      {!own && (
        <button type="button" onClick={answer(true)}>
          {t("undo.agree")}
        </button>
      )}
      <button type="button" onClick={answer(false)}>
        {t(own ? "undo.never_mind" : "undo.refuse")}
      </button>
    </div>
  );
}
