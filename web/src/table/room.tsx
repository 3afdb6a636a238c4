// What a table of the server shows besides its game: who is not there, the connection, the time.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Clock, Room } from "../model/room";
import { botName } from "../model/table";
import { reload } from "../model/upgrade";
import { explain } from "../ui/refusals";
import { t } from "../words/words";

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

// ------------------------------------------------------------------------ banners

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
  return (
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
      <UndoAsked room={room} />
      {info.next && (
        <p class="banner">
          {t("room.next")} <a href={`/t/${info.next}`}>{t("room.next_go")}</a>
        </p>
      )}
    </div>
  );
}

function UndoAsked({ room }: { room: Room }) {
  const asked = room.info.value.asked;
  const you = room.you.value;
  if (!asked || you === null) return null;
  const name = room.info.value.seats[asked.seat]?.name ?? botName(asked.seat);
  const answer = (agree: boolean) => () => void room.answerUndo(agree).catch(() => undefined);
  if (asked.seat === you)
    return (
      <p class="banner">
        {t("undo.waiting")}
        <button type="button" onClick={answer(false)}>
          {t("undo.never_mind")}
        </button>
      </p>
    );
  if (asked.agreed.includes(you)) return <p class="banner">{t("undo.agreed")}</p>;
  return (
    <p class="banner">
      {t("undo.asked", { name })}
      <button type="button" onClick={answer(true)}>
        {t("undo.agree")}
      </button>
      <button type="button" onClick={answer(false)}>
        {t("undo.refuse")}
      </button>
    </p>
  );
}
