// The menu of a table: what is not needed at every turn.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { TableModel } from "../model/table";
import { ask } from "../ui/dialog";
import { saveFile } from "../ui/files";
import { Icon, type IconName } from "../ui/icons";
import { t } from "../words/words";
import { replayOf } from "./moments";
import { openPanel, Unread } from "./panel";

interface Props {
  table: TableModel;
  openRules(): void;
  openKeys(): void;
}

function Item(props: {
  icon: IconName;
  choose?: () => void;
  href?: string;
  children: ComponentChildren;
}) {
  const inside = (
    <>
      <Icon name={props.icon} />
      <span>{props.children}</span>
    </>
  );
  return props.href ? (
    <a class="button" href={props.href}>
      {inside}
    </a>
  ) : (
    <button type="button" onClick={props.choose}>
      {inside}
    </button>
  );
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
  const others =
    playing && room.info.value.seats.some((one, i) => one.person && i !== room.you.value);
  const save = async (): Promise<void> => {
    const record = await table.record().catch(() => null);
    if (record) saveFile(`${table.game}.json`, JSON.stringify(record));
  };
  const leave = async (): Promise<void> => {
    if (await ask(t("room.leave"), t("room.leave_do"), { text: t("room.leave_why") }))
      await room?.leave().catch(() => undefined);
  };
  const end = async (): Promise<void> => {
    if (await ask(t("end.ask"), t("end.ask_do"), { text: t("end.why") }))
      await room?.end(true).catch(() => undefined);
  };
  const finished = room ? room.info.value.status === "over" : true;
  return (
    <div class="menu">
      <button
        type="button"
        class="plain"
        ref={button}
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
      >
        <Icon name="more" />
        <span class="words">{t("menu.title")}</span>
        <Unread n={unread} />
      </button>
      {open.value && (
        <div
          class="menu-list"
          ref={menu}
          onKeyDown={(event) => {
            if (event.key === "Escape") shut();
          }}
        >
          <Item icon="log" choose={choose(() => openPanel("log"))}>
            {t("table.log")}
          </Item>
          {room && (
            <Item icon="talk" choose={choose(() => openPanel("chat"))}>
              {t("panel.chat")}
              <Unread n={unread} />
            </Item>
          )}
          <Item icon="learn" choose={choose(openRules)}>
            {t("menu.rules")}
          </Item>
          <Item icon="practice" href={`/learn/${table.game}`}>
            {t("home.learn")}
          </Item>
          <Item icon="key" choose={choose(openKeys)}>
            {t("menu.keys")}
          </Item>
          <Item icon="settings" href="/settings">
            {t("nav.settings")}
          </Item>
          {finished && (
            <Item icon="save" choose={choose(() => void save())}>
              {t("menu.save")}
            </Item>
          )}
          {finished && (
            <Item icon="play" href={replayOf(table)}>
              {t("nav.replay")}
            </Item>
          )}
          {playing && !away && (
            <Item icon="robot" choose={choose(() => void leave())}>
              {t("room.leave")}
            </Item>
          )}
          {playing && others && !room.info.value.ending && (
            <Item icon="cancel" choose={choose(() => void end())}>
              {t("end.ask")}
            </Item>
          )}
        </div>
      )}
    </div>
  );
}
