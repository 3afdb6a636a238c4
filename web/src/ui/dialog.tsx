// Questions and sheets over the page, as the platform's own dialogs: they hold the focus, close with
// Escape, and give the focus back to where it was.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../words/words";

interface Question {
  title: string;
  text?: string;
  yes: string;
  no: string;
  answer(yes: boolean): void;
}

const question = signal<Question | null>(null);

/** Asks; false also when it is closed in any other way. */
export function ask(title: string, yes: string, more: { text?: string; no?: string } = {}) {
  question.peek()?.answer(false);
  return new Promise<boolean>((resolve) => {
    question.value = {
      title,
      yes,
      no: more.no ?? t("dialog.no"),
      ...(more.text ? { text: more.text } : {}),
      answer(given) {
        question.value = null;
        resolve(given);
      },
    };
  });
}

export function Dialog(props: {
  title: string;
  close(): void;
  class?: string;
  children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const before = useRef(document.activeElement);
  useLayoutEffect(() => {
    const dialog = element.current!;
    dialog.showModal();
    return () => {
      dialog.close(); // while it is open nothing else can have the focus
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={props.class ?? "question"}
      aria-label={props.title}
      onCancel={(event) => {
        event.preventDefault();
        props.close();
      }}
      onClick={(event) => {
        if (event.target === element.current) props.close();
      }}
    >
      <div class="dialog-body">{props.children}</div>
    </dialog>
  );
}

/** Where questions appear; once on every page. */
export function Questions() {
  const now = question.value;
  if (!now) return null;
  return (
    <Dialog key={now.title} title={now.title} close={() => now.answer(false)}>
      <h2>{now.title}</h2>
      {now.text && <p>{now.text}</p>}
      <div class="buttons">
        <button type="button" onClick={() => now.answer(false)}>
          {now.no}
        </button>
        <button type="button" class="do" autofocus onClick={() => now.answer(true)}>
          {now.yes}
        </button>
      </div>
    </Dialog>
  );
}
