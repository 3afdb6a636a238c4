// A table of the server: who is there, who is not, the connection, the time; and the wait before.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { me, needMe, rememberedName } from "../model/me";
import type { Clock, Room, TableSummary } from "../model/room";
import { botName } from "../model/table";
import { reload } from "../model/upgrade";
import { go, query } from "../router";
import { ask } from "../ui/dialog";
import { shareLink } from "../ui/files";
import { explain } from "../ui/refusals";
import { LETTERS, SeatMark } from "../ui/seat";
import { t } from "../words/words";
import { Chat } from "./panel";

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

// -------------------------------------------------------------------------- lobby

export function optionsInWords(table: Pick<TableSummary, "game" | "options">): string[] {
  return Object.entries(table.options).map(
    ([name, value]) =>
      `${t(`${table.game}.option.${name}`)}: ${t(`${table.game}.value.${name}.${value}`)}`,
  );
}

export function paceInWords({ pace }: Pick<TableSummary, "pace">): string {
  if (pace.kind === "live")
    return t("pace.live", { minutes: pace.bank / 60, seconds: pace.increment });
  return pace.kind === "days" ? t("pace.days", { n: pace.days }) : t("pace.none");
}

function Share({ link, label }: { link: string; label: string }) {
  const done = useSignal<"shared" | "copied" | "failed" | null>(null);
  return (
    <div class="share">
      <label>
        {label}
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button
        type="button"
        class="do"
        onClick={() => void shareLink(link).then((how) => (done.value = how))}
      >
        {t("room.share")}
      </button>
      <span role="status">{done.value && t(`room.${done.value}`)}</span>
    </div>
  );
}

function LobbySeat({ room, seat }: { room: Room; seat: number }) {
  const info = room.info.value.seats[seat]!;
  const invite = room.invites.value.find((each) => each.seat === seat);
  const name =
    info.kind === "bot"
      ? `${botName(seat)} · ${t(`level.${info.level ?? "club"}`)}`
      : info.kind === "person"
        ? seat === room.you.value
          ? `${info.name} (${t("seat.you")})`
          : (info.name ?? "")
        : t(`seat.${info.kind}`);
  return (
    <li class={info.kind}>
      <SeatMark seat={seat} /> {name}
      {invite && <Share link={invite.link} label={t("room.invite", { seat: LETTERS[seat]! })} />}
    </li>
  );
}

/** Before the game: seats, the link to share, talk. It begins by itself when all seats are taken. */
export function Lobby({ room }: { room: Room }) {
  const info = room.info.value;
  const name = useSignal(me.value?.name ?? rememberedName());
  const problem = useSignal<string | null>(null);
  const invite = query.value.get("invite") ?? undefined;
  const attempt = (what: () => Promise<unknown>) => (event: Event) => {
    event.preventDefault();
    problem.value = null;
    what().catch((error) => (problem.value = explain(error)));
  };
  const sit = attempt(async () => {
    await needMe(name.value.trim());
    await room.sit(invite);
  });
  const shut = attempt(async () => {
    if (!(await ask(t("room.shut"), t("room.shut"), { text: t("room.shut_why") }))) return;
    await room.shut();
    go("/");
  });
  const free = info.seats.filter(({ kind }) => kind === "open" || kind === "invited").length;
  const seated = room.you.value !== null;
  const open = info.seats.some(({ kind }) => kind === "open");
  return (
    <main class="page lobby">
      <header>
        <a href="/" class="back" aria-label={t("nav.home")}>
          ‹
        </a>
        <h1 tabIndex={-1}>{t(`game.${info.game}`)}</h1>
      </header>
      <RoomBanners room={room} />
      <p role="status">{t("room.waiting", { n: free })}</p>
      {open && <Share link={`${location.origin}/t/${room.id}`} label={t("room.link")} />}
      <h2>{t("room.seats")}</h2>
      <ul class="seats">
        {info.seats.map((_, seat) => (
          <LobbySeat key={seat} room={room} seat={seat} />
        ))}
      </ul>
      {problem.value && (
        <p class="refusal" role="alert">
          {problem.value}
        </p>
      )}
      {seated ? (
        <div class="buttons">
          <button type="button" onClick={attempt(() => room.stand())}>
            {t("room.stand")}
          </button>
          {me.value?.id === info.creator && (
            <button type="button" onClick={shut}>
              {t("room.shut")}
            </button>
          )}
        </div>
      ) : (
        <form class="sit" onSubmit={sit}>
          <label>
            {t("account.name")}
            <input
              required
              maxLength={30}
              autocomplete="nickname"
              value={name.value}
              onInput={(event) => (name.value = event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="do" disabled={free === 0}>
            {t("room.sit")}
          </button>
        </form>
      )}
      <h2>{t("room.about")}</h2>
      <ul class="about">
        <li>{t(`${info.game}.line`)}</li>
        <li>{paceInWords(info)}</li>
        <li>{t(info.hints ? "hint.allowed" : "hint.forbidden")}</li>
        {optionsInWords(info).map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>
          <a href={`/learn/${info.game}`}>{t("nav.learn")}</a>
        </li>
      </ul>
      <h2>{t("panel.chat")}</h2>
      <Chat room={room} />
    </main>
  );
}
