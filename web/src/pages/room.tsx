// The wait before a game at a table of the server: who is there, the link to share, talk.
import { useSignal } from "@preact/signals";
import { titleOf, usualLevel } from "../assets";
import { me, needMe, rememberedName } from "../model/me";
import type { Room, TableSummary } from "../model/room";
import { botName } from "../model/table";
import { go, query } from "../router";
import { Chat } from "../table/panel";
import { RoomBanners } from "../table/room";
import { ask } from "../ui/dialog";
import { shareLink } from "../ui/files";
import { explain } from "../ui/refusals";
import { LETTERS, SeatMark } from "../ui/seat";
import { Icon } from "../ui/icons";
import { t, textOr } from "../words/words";

export function optionsInWords(table: Pick<TableSummary, "game" | "options">): string[] {
  const { game } = table;
  return Object.entries(table.options).map(
    ([name, value]) =>
      `${textOr(`${game}.option.${name}`, name)}: ${textOr(`${game}.value.${name}.${value}`, value)}`,
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
      ? `${botName(seat)} · ${t(`level.${info.level ?? usualLevel()}`)}`
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
          <Icon name="back" />
        </a>
        <h1 tabIndex={-1}>{titleOf(info.game)}</h1>
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
        <li>{textOr(`${info.game}.line`)}</li>
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
