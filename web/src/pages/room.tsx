// The wait before a game at a table of the server: who is there, the link to share, talk.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { levels, titleOf, usualLevel } from "../assets";
import { levelName, usePrograms } from "../model/bots";
import { me, needMe, rememberedName } from "../model/me";
import {
  paceInWords,
  seatNames,
  type Room,
  type RoomSeat,
  type TableInfo,
  type TableSummary,
} from "../model/room";
import { go, query } from "../router";
import { Chat } from "../table/panel";
import { Present, RoomBanners } from "../table/room";
import { ask } from "../ui/dialog";
import { canShare, shareLink } from "../ui/files";
import { explain } from "../ui/refusals";
import { LETTERS, SeatMark } from "../ui/seat";
import { NameInput } from "../ui/name";
import { Select } from "../ui/select";
import { Icon } from "../ui/icons";
import { t, textOr } from "../words/words";
import { Picture } from "./home";

export function optionsInWords(table: Pick<TableSummary, "game" | "options">): string[] {
  const { game } = table;
  return Object.entries(table.options).map(([name, value]) =>
    t("room.option", {
      option: textOr(`${game}.option.${name}`, name).replace(" †", ""),
      value: textOr(`${game}.value.${name}.${value}`, value),
    }),
  );
}

/** A link as a drawing, for those who sit on the other side of the table with a phone. */
function QrCode({ link }: { link: string }) {
  const modules = useSignal<boolean[][] | null>(null);
  useEffect(() => {
    let late = false;
    void import("../ui/qr").then(({ qr }) => {
      if (!late) modules.value = qr(link);
    });
    return () => (late = true);
  }, [link]);
  if (!modules.value) return null;
  const size = modules.value.length + 8;
  const dark = modules.value.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])),
  );
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("room.qr_of")}>
      <path d={dark.join("")} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

function Share({ link, label }: { link: string; label: string }) {
  const drawn = useSignal(false);
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
        {t(canShare() ? "room.share" : "room.copy")}
      </button>
      <span role="status">{done.value && t(`room.${done.value}`)}</span>
      <details class="qr" onToggle={(event) => (drawn.value = event.currentTarget.open)}>
        <summary>{t("room.qr")}</summary>
        {drawn.value && <QrCode link={link} />}
      </details>
    </div>
  );
}

function LobbySeat(props: { room: Room; seat: number; fill?: ((seat: number) => void) | null }) {
  const { room, seat, fill } = props;
  const info = room.info.value.seats[seat]!;
  const invite = room.invites.value.find((each) => each.seat === seat);
  const called = seatNames(room.info.value.seats)[seat]!;
  const name =
    info.kind === "bot"
      ? `${called} · ${levelName(info.level ?? usualLevel())}`
      : info.kind === "person"
        ? seat === room.you.value
          ? `${called} (${t("seat.you")})`
          : called
        : t(`seat.${info.kind}`);
  return (
    <li class={info.kind}>
      <SeatMark seat={seat} /> <span class="name">{name}</span> <Present room={room} seat={seat} />
      {fill && isFree(info) && (
        <button type="button" class="small" onClick={() => fill(seat)}>
          {t("room.bot_here")}
        </button>
      )}
      {invite && <Share link={invite.link} label={t("room.invite", { seat: LETTERS[seat]! })} />}
    </li>
  );
}

const isFree = ({ kind }: RoomSeat): boolean => kind === "open" || kind === "invited";

/** Who invites to what, before one says who one is. */
function Invitation({ info }: { info: TableInfo }) {
  const host = info.seats.find(({ person }) => person === info.creator)?.name;
  const game = titleOf(info.game);
  return (
    <>
      <h2>{host ? t("room.invites", { name: host, game }) : t("room.invited", { game })}</h2>
      <p>{textOr(`${info.game}.line`)}</p>
      <ul>
        <li>{t("room.players", { n: info.players })}</li>
        <li>{paceInWords(info)}</li>
        <li>{t(info.hints ? "hint.allowed" : "hint.forbidden")}</li>
        {optionsInWords(info).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {info.order === "random" && <p class="quiet">{t("room.drawn")}</p>}
    </>
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
  const free = info.seats.filter(isFree).length;
  const seated = room.you.value !== null;
  const host = me.value?.id === info.creator;
  const level = useSignal(usualLevel());
  const bots = [...levels(), ...usePrograms()];
  const fill = (seat?: number): void => {
    problem.value = null;
    room.fill(level.value, seat).catch((error) => (problem.value = explain(error)));
  };
  const open = info.seats.some(({ kind }) => kind === "open");
  return (
    <main class="page lobby">
      <header>
        <a href="/" class="back" aria-label={t("nav.home")}>
          <Icon name="back" />
        </a>
        <Picture game={info.game} />
        <div>
          <h1 tabIndex={-1}>{titleOf(info.game)}</h1>
          <p class="quiet" role="status">
            {t("room.waiting", { n: free })}
          </p>
        </div>
      </header>
      <RoomBanners room={room} />
      {!seated && (
        <section class="invitation">
          <Invitation info={info} />
          <form class="sit" onSubmit={sit}>
            <label>
              {t("account.name")}
              <NameInput name={name} />
            </label>
            <button type="submit" class="do" disabled={free === 0}>
              {t("room.sit")}
            </button>
          </form>
        </section>
      )}
      {problem.value && (
        <p class="refusal" role="alert">
          {problem.value}
        </p>
      )}
      <div class="columns">
        <div>
          {open && (seated || host) && (
            <section class="card">
              <Share link={`${location.origin}/t/${room.id}`} label={t("room.link")} />
            </section>
          )}
          <section class="card" aria-labelledby="lobby-seats">
            <h2 id="lobby-seats">{t("room.seats")}</h2>
            <ul class="seats">
              {info.seats.map((_, seat) => (
                <LobbySeat key={seat} room={room} seat={seat} fill={host ? fill : null} />
              ))}
            </ul>
            {info.order === "random" && <p class="quiet">{t("room.drawn")}</p>}
            {host && free > 0 && (
              <Select
                label={t("room.level")}
                value={level.value}
                values={bots}
                name={levelName}
                change={(one) => (level.value = one)}
              />
            )}
            <div class="buttons">
              {host && free > 0 && (
                <button
                  type="button"
                  class="bots"
                  title={t("room.bots_why")}
                  onClick={() => fill()}
                >
                  {t("room.bots")}
                </button>
              )}
              {seated && (
                <button type="button" onClick={attempt(() => room.stand())}>
                  {t("room.stand")}
                </button>
              )}
              {host && (
                <button type="button" onClick={shut}>
                  {t("room.shut")}
                </button>
              )}
            </div>
          </section>
        </div>
        <div>
          <section class="card" aria-labelledby="lobby-chat">
            <h2 id="lobby-chat">{t("panel.chat")}</h2>
            <Chat room={room} />
          </section>
          <section class="card" aria-labelledby="lobby-about">
            <h2 id="lobby-about">{t("room.about")}</h2>
            {seated && <p>{textOr(`${info.game}.line`)}</p>}
            <ul class="about">
              <li>{paceInWords(info)}</li>
              <li>{t(info.hints ? "hint.allowed" : "hint.forbidden")}</li>
              {optionsInWords(info).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <a class="to-learn" href={`/learn/${info.game}`}>
              <Icon name="learn" /> {t("home.learn")}
            </a>
          </section>
        </div>
      </div>
    </main>
  );
}
