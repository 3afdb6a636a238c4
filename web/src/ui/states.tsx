// What a page shows when it has nothing else to show: waiting, empty, wrong.
import type { ComponentChildren } from "preact";
import { Flower } from "./flower";
import { t } from "../words/words";

export function Waiting({ text }: { text?: string }) {
  return (
    <main class="state waiting">
      <Flower size={56} />
      <p role="status">{text ?? t("table.loading")}</p>
    </main>
  );
}

/** A part of a page that has nothing to show yet, and what could be done about it. */
export function Empty({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="nothing-yet">
      <Flower size={40} />
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Says what is wrong, and offers ways on. */
export function Trouble(props: { title: string; text: string; children?: ComponentChildren }) {
  return (
    <main class="state trouble">
      <Flower size={56} />
      <h1 tabIndex={-1}>{props.title}</h1>
      <p>{props.text}</p>
      <div class="buttons">
        {props.children}
        <a class="button" href="/">
          {t("nav.home")}
        </a>
      </div>
    </main>
  );
}

/** Something failed that should not have: all one can do is load the page again. */
export const Broken = () => (
  <Trouble title={t("trouble.title")} text={t("trouble.broken")}>
    <button type="button" class="do" onClick={() => location.reload()}>
      {t("trouble.again")}
    </button>
  </Trouble>
);
