// Beside the board: the log, and at a table of the server talk and one's own notes.
import { signal, useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Line, StoryItem } from "../engine/types";
import { below, headingOf, inWords, type Entry } from "../model/log";
import { me } from "../model/me";
import type { Room } from "../model/room";
import { Icon } from "../ui/icons";
import { SeatMark } from "../ui/seat";
import { explain } from "../ui/refusals";
import { language, t } from "../words/words";
import { happened } from "./room";

type Tab = "log" | "chat" | "note";

/** What is open. null: nothing was asked for; a desk then shows the log, and a phone its last line. */
const open = signal<Tab | null>(null);

export function openPanel(tab: Tab): void {
  open.value = tab;
}

/** Which lines are about what somebody has touched on the board, and the other way round. */
export interface Looking {
  looked: Signal<string[]>;
  about(item: StoryItem): string[];
}

interface LogProps {
  game: string;
  entries: Entry[];
  names: string[];
  room?: Room | null;
  looking: Looking;
}

/** What a line is about. */
function subjectsOf(entry: Entry, { about }: Looking): string[] {
  return entry.kind === "move"
    ? about(entry.move)
    : entry.kind === "event"
      ? about(entry.event)
      : [];
}

/** The focus goes to what was opened over the board of a phone, and from there back to its last line. A
 * scene is to be seen: the log over it goes. */
function useSheet(acted: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = open.value !== null;
  useEffect(() => {
    if (isOpen) button.current?.focus(); // on a desk there is none
  }, [isOpen]);
  useEffect(() => {
    if (acted && open.peek() === "log" && button.current?.checkVisibility()) open.value = null;
  }, [acted]);
  useEffect(() => () => void (open.value = null), []);
  const close = (): void => {
    open.value = null;
    document.querySelector<HTMLElement>(".ticker")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !button.current?.checkVisibility()) return;
    event.preventDefault();
    close();
  };
  return { button, close, onKeyDown };
}

export function Panel(props: LogProps & { room: Room | null; acted: boolean }) {
  const { room } = props;
  const tab = open.value ?? "log";
  const unread = room?.unread.value ?? 0;
  const { button, close, onKeyDown } = useSheet(props.acted);
  const tabs: Tab[] = room ? (me.value ? ["log", "chat", "note"] : ["log", "chat"]) : ["log"];
  return (
    <section
      class={open.value === null ? "panel" : "panel open"}
      aria-label={t(`panel.${tab}`)}
      onKeyDown={onKeyDown}
    >
      <div class="panel-head">
        {tabs.length === 1 && <h2>{t("panel.log")}</h2>}
        {tabs.length > 1 && (
          <div class="tabs" role="group" aria-label={t("panel.choose")}>
            {tabs.map((name) => (
              <button
                type="button"
                key={name}
                aria-pressed={tab === name}
                onClick={() => (open.value = name)}
              >
                {t(`panel.${name}`)}
                {name === "chat" && <Unread n={unread} />}
              </button>
            ))}
          </div>
        )}
        <button
          type="button"
          class="plain close"
          ref={button}
          aria-label={t("dialog.close")}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
      {tab === "log" && <Log {...props} />}
      {room && tab === "chat" && <Chat room={room} />}
      {room && tab === "note" && <Note room={room} />}
      <Announcer {...props} />
    </section>
  );
}

/** How many messages have not been read. */
export function Unread({ n }: { n: number }) {
  if (n === 0) return null;
  return (
    <span class="unread">
      {n}
      <span class="visually-hidden"> {t("chat.unread", { n })}</span>
    </span>
  );
}

/** On a phone: the last move and what came of it. A tap opens the whole log. */
export function Ticker({ game, entries, names }: Omit<LogProps, "looking">) {
  const last = entries.findLastIndex(({ kind }) => kind === "move" || kind === "undo");
  const told = last < 0 ? [] : entries.slice(last);
  const [entry] = told;
  return (
    <button
      type="button"
      class="ticker"
      aria-expanded={open.value !== null}
      onClick={() => openPanel("log")}
    >
      <span class="visually-hidden">{t("panel.log")}: </span>
      <span class="lines">
        {entry?.kind === "move" && <SeatMark seat={entry.move[0]} />}{" "}
        {told.flatMap((one) => inWords(game, one, names)).join(" · ") || t("log.empty")}
      </span>
      <Icon name="log" />
    </button>
  );
}

/** The end of a list stays in sight when something is added, unless one has scrolled up. A list also
 * scrolls when its lines become smaller or more: only who touches it has scrolled. */
function useEndInSight<E extends HTMLElement>(length: number) {
  const list = useRef<E>(null);
  const atEnd = useRef(true);
  const touched = useRef(false);
  useEffect(() => {
    const element = list.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [length]);
  const touch = (): void => {
    touched.current = true;
  };
  const onScroll = (): void => {
    const element = list.current;
    if (!element) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below < 40) touched.current = false;
    atEnd.current = !touched.current;
  };
  return {
    ref: list,
    onScroll,
    onWheel: touch,
    onTouchMove: touch,
    onPointerDown: touch,
    onKeyDown: touch,
  };
}

/** What has happened at the table besides the game goes between the lines of the story. */
function between(room: Room | null | undefined, from: number, to: number): JSX.Element[] {
  return (room?.happenings.value ?? [])
    .filter(({ at }) => at >= from && at < to)
    .map((one) => (
      <li key={`h${one.key}`} class="event happening">
        {happened(one, room!)}
      </li>
    ));
}

/** Brings the last line that somebody looks for into sight; the list alone is scrolled. */
function useLookedInSight(list: { current: HTMLElement | null }, looked: string[]): void {
  useEffect(() => {
    const found = list.current?.querySelectorAll<HTMLElement>(".looked");
    const last = found?.[found.length - 1];
    if (list.current && last)
      list.current.scrollTop =
        last.offsetTop - list.current.offsetTop - list.current.clientHeight / 2;
  }, [looked]);
}

/** The name that several lines stand below. */
function heading(game: string, entry: Entry, before: Entry | undefined): JSX.Element | null {
  const name = headingOf(game, entry);
  if (!name || name === headingOf(game, before)) return null;
  return (
    <li key={`heading ${entry.at}`} class="event heading">
      {name}
    </li>
  );
}

const Below = (props: { game: string; event: Line; names: string[] }) => (
  <span class="below">
    {typeof props.event["seat"] === "number" && <SeatMark seat={props.event["seat"]} />}{" "}
    {below(props.game, props.event, props.names)}
  </span>
);

function Log({ game, entries, names, room, looking }: LogProps) {
  const happenings = room?.happenings.value;
  const end = useEndInSight<HTMLOListElement>(entries.length + (happenings?.length ?? 0));
  const looked = looking.looked.value;
  useLookedInSight(end.ref, looked);
  const isLooked = (entry: Entry): boolean =>
    looked.length > 0 && subjectsOf(entry, looking).some((name) => looked.includes(name));
  // hundreds of lines, most of which stay as they are while much else changes
  const lines = useMemo(
    () =>
      entries.map((entry, i) => [
        ...between(room, (entries[i - 1]?.at ?? -1) + 1, entry.at + 1),
        heading(game, entry, entries[i - 1]),
        ...inWords(game, entry, names).map((line, k) => (
          <li
            key={`${i}.${k}`}
            class={isLooked(entry) ? `${entry.kind} looked` : entry.kind}
            onClick={() => (looking.looked.value = subjectsOf(entry, looking))}
          >
            {entry.kind === "move" && <SeatMark seat={entry.move[0]} />}{" "}
            {entry.kind === "event" && headingOf(game, entry) ? (
              <Below game={game} event={entry.event} names={names} />
            ) : (
              line
            )}
          </li>
        )),
      ]),
    [entries, language.value, names.join(), happenings, looked],
  );
  if (entries.length === 0 && !happenings?.length) return <p class="quiet">{t("log.empty")}</p>;
  return (
    <ol class="log" {...end} tabIndex={0} aria-label={t("table.log")}>
      {lines}
      {between(room, (entries.at(-1)?.at ?? -1) + 1, Infinity)}
    </ol>
  );
}

/** Says what is new to those who listen rather than look. */
function Announcer({ game, entries, names }: LogProps) {
  const said = useRef(new WeakSet<Entry>());
  const fresh = entries.filter((entry) => !entry.old && !said.current.has(entry));
  useEffect(() => {
    for (const entry of fresh) said.current.add(entry);
  }, [entries]);
  return (
    <p class="visually-hidden" aria-live="polite">
      {fresh.flatMap((entry) => inWords(game, entry, names)).join(" ")}
    </p>
  );
}

/** When something was said: the time of day, and the day too unless it is today. */
function When({ at }: { at: number }) {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const day: Intl.DateTimeFormatOptions = isToday ? {} : { day: "numeric", month: "short" };
  return (
    <time dateTime={date.toISOString()}>
      {date.toLocaleString(language.value, { ...day, hour: "2-digit", minute: "2-digit" })}
    </time>
  );
}

export function Chat({ room }: { room: Room }) {
  const text = useSignal("");
  const problem = useSignal<string | null>(null);
  const said = room.chat.value;
  const end = useEndInSight<HTMLUListElement>(said.length);
  useEffect(() => room.read(), [said.length]);
  const may = room.you.value !== null || room.info.value.status !== "running";
  /** Whoever has said much can be muted at the last of it. */
  const isLast = (i: number): boolean =>
    said.findLastIndex(({ person }) => person === said[i]?.person) === i;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const words = text.value.trim();
    if (!words) return;
    text.value = ""; // at once: what is typed while this is on its way stays
    problem.value = null;
    try {
      await room.say(words);
    } catch (error) {
      problem.value = explain(error);
      text.value = text.value ? `${words} ${text.value}` : words;
    }
  };
  return (
    <div class="chat">
      {said.length === 0 && <p class="quiet">{t("chat.empty")}</p>}
      <ul {...end} tabIndex={0} aria-live="polite" aria-label={t("panel.chat")}>
        {said.map((line, i) => (
          <li key={i}>
            <b>{line.name}</b> <When at={line.at} /> <span>{line.text}</span>
            {line.person !== me.value?.id && isLast(i) && (
              <button
                type="button"
                class="small"
                aria-label={t("chat.mute_name", { name: line.name })}
                onClick={() => void room.mute(line.person, true).catch(() => undefined)}
              >
                {t("chat.mute")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {problem.value && (
        <p class="refusal" role="alert">
          {problem.value}
        </p>
      )}
      {me.value && may && (
        <form onSubmit={(event) => void send(event)}>
          <input
            aria-label={t("chat.say")}
            placeholder={t("chat.say")}
            maxLength={300}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
          <button type="submit">{t("chat.send")}</button>
        </form>
      )}
    </div>
  );
}

/** What one writes for oneself; nobody else sees it. */
function Note({ room }: { room: Room }) {
  const text = useSignal<string | null>(null);
  const timer = useRef(0);
  useEffect(() => {
    void room.note().then(
      (note) => (text.value = note),
      () => (text.value = ""),
    );
  }, [room]);
  if (text.value === null) return <p class="quiet">{t("table.loading")}</p>;
  return (
    <label class="note">
      {t("note.explain")}
      <textarea
        rows={6}
        maxLength={2000}
        value={text.value}
        onInput={(event) => {
          const note = event.currentTarget.value;
          text.value = note;
          clearTimeout(timer.current);
          timer.current = window.setTimeout(
            () => void room.putNote(note).catch(() => undefined),
            600,
          );
        }}
      />
    </label>
  );
}
