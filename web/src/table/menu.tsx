// The menu of a table: what is not needed at every turn.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { LocalTable } from "../model/local";
import type { TableModel } from "../model/table";
import { ask } from "../ui/dialog";
import { saveFile } from "../ui/files";
import { Icon } from "../ui/icons";
import { t } from "../words/words";
import { openChat } from "./panel";

interface Props {
  table: TableModel;
  openRules(): void;
  openKeys(): void;
}

export function TableMenu({ table, openRules, openKeys }: Props) {
  const open = useSignal(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open.value) return;
    menu.current?.querySelector<HTMLElement>("button, a")?.focus();
    // a touch elsewhere closes it and does nothing else; the button sees to itself
    const close = (event: Event): void => {
      const at = event.target as Node;
      if (menu.current?.contains(at) || button.current?.contains(at)) return;
      event.stopPropagation();
      event.preventDefault();
      open.value = false;
    };
    document.addEventListener("click", close, true);
    return () => document.removeEventListener("click", close, true);
  }, [open.value]);
  const shut = (): void => {
    open.value = false;
    button.current?.focus();
  };
  const choose = (what: () => void) => () => {
    shut();
    what();
  };
  const room = table.room;
  const unread = room?.unread.value ?? 0;
  const playing = room !== null && room.you.value !== null && room.info.value.status === "running";
  const away = playing && (room.info.value.seats[room.you.value!]?.away ?? false);
  const save = async (): Promise<void> => {
    const record = await table.record().catch(() => null);
    if (record) saveFile(`${table.game}.json`, JSON.stringify(record));
  };
  const leave = async (): Promise<void> => {
    if (await ask(t("room.leave"), t("room.leave"), { text: t("room.leave_why") }))
      await room?.leave().catch(() => undefined);
  };
  const finished = room ? room.info.value.status === "over" : true;
  return (
    <div class="menu">
      <button
        type="button"
        class="plain"
        ref={button}
        aria-expanded={open.value}
        aria-label={t("menu.title")}
        onClick={() => (open.value = !open.value)}
      >
        <Icon name="more" />
        {unread > 0 && (
          <span class="unread">
            {unread}
            <span class="visually-hidden"> {t("chat.unread", { n: unread })}</span>
          </span>
        )}
      </button>
      {open.value && (
        <div
          class="menu-list"
          ref={menu}
          onKeyDown={(event) => {
            if (event.key === "Escape") shut();
          }}
        >
          {room && (
            <button type="button" onClick={choose(openChat)}>
              {t("panel.chat")}
              {unread > 0 && <span class="unread">{unread}</span>}
            </button>
          )}
          <button type="button" onClick={choose(openRules)}>
            {t("menu.rules")}
          </button>
          <button type="button" onClick={choose(openKeys)}>
            {t("menu.keys")}
          </button>
          <a class="button" href={`/learn/${table.game}`}>
            {t("nav.learn")}
          </a>
          <a class="button" href="/settings">
            {t("nav.settings")}
          </a>
          {finished && (
            <button type="button" onClick={choose(() => void save())}>
              {t("menu.save")}
            </button>
          )}
          {!room && (
            <a class="button" href={`/replay?local=${(table as LocalTable).id}`}>
              {t("nav.replay")}
            </a>
          )}
          {playing && !away && (
            <button type="button" onClick={choose(() => void leave())}>
              {t("room.leave")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
