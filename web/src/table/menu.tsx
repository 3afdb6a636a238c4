// The menu of a table: what is not needed at every turn.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { LocalTable } from "../model/local";
import type { TableModel } from "../model/table";
import { ask } from "../ui/dialog";
import { saveFile } from "../ui/files";
import { Icon } from "../ui/icons";
import { t } from "../words/words";

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
    const close = (event: Event): void => {
      if (!menu.current?.contains(event.target as Node) && event.target !== button.current)
        open.value = false;
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
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
      </button>
      {open.value && (
        <div
          class="menu-list"
          ref={menu}
          onKeyDown={(event) => {
            if (event.key === "Escape") shut();
          }}
        >
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
