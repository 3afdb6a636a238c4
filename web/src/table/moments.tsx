// Moments of a game that ask for a stop: the device goes to somebody else; the game is over.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Result } from "../engine/types";
import { findLocal, newLocal, type LocalTable } from "../model/local";
import type { Verdict } from "../model/seal";
import type { TableModel } from "../model/table";
import { go } from "../router";
import { SeatMark } from "../ui/seat";
import { explain } from "../ui/refusals";
import { t, word } from "../words/words";

/** First whoever has acted sees what came of it; then everything is hidden until the next one is
 * there. */
export function HandOver(props: { name: string; seen: boolean; take(): void }) {
  const hidden = useSignal(!props.seen);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
  }, [hidden.value]);
  const sentence = t("table.hand_over", { name: props.name });
  return (
    <div
      class={hidden.value ? "hand-over hidden" : "hand-over"}
      role="dialog"
      aria-modal={hidden.value}
      aria-label={sentence}
    >
      <p>{sentence}</p>
      {hidden.value ? (
        <button type="button" class="do" ref={button} onClick={props.take}>
          {t("table.i_am", { name: props.name })}
        </button>
      ) : (
        <button type="button" class="do" ref={button} onClick={() => (hidden.value = true)}>
          {t("table.hide")}
        </button>
      )}
    </div>
  );
}

function again(table: LocalTable): void {
  const setup = findLocal(table.id);
  if (!setup) return;
  go(`/local/${newLocal(table.game, setup.seats, setup.record.options).id}`);
}

/** Whether the deal was the one that was promised. */
function Deal({ verdict }: { verdict: Verdict }) {
  const good = verdict === "fair" || verdict === "agrees";
  return (
    <p class={good ? "deal quiet" : "deal refusal"} role={good ? "status" : "alert"}>
      {t(`deal.${verdict}`)}
    </p>
  );
}

/** Who has won, how, and what next. */
export function Ending(props: {
  table: TableModel;
  names: string[];
  result: Result;
  children: ComponentChildren;
}) {
  const { table, names, result } = props;
  const problem = useSignal<string | null>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // the board's box is scrolled, never the page
    const box = section.current?.parentElement;
    if (box) box.scrollTop = section.current!.offsetTop;
  }, []);
  const order = result.places
    .map((place, seat) => ({ place, seat }))
    .sort((a, b) => a.place - b.place);
  const rematch = async (): Promise<void> => {
    try {
      if (table.room) go(`/t/${await table.room.rematch()}`);
      else again(table as LocalTable);
    } catch (error) {
      problem.value = explain(error);
    }
  };
  return (
    <section class="ending" ref={section} aria-label={t("end.title")}>
      <h2>{t("end.title")}</h2>
      <ol>
        {order.map(({ place, seat }) => (
          <li key={seat} value={place} class={place === 1 ? "winner" : ""}>
            <SeatMark seat={seat} /> {names[seat]}{" "}
            <b>{t("end.points", { n: result.scores[seat] ?? 0 })}</b>
          </li>
        ))}
      </ol>
      {result.rob !== undefined && (
        <p>
          {word(table.game, "rob")} <b>{t("end.points", { n: result.rob })}</b>
        </p>
      )}
      {props.children}
      {table.room?.verdict.value && <Deal verdict={table.room.verdict.value} />}
      {problem.value && (
        <p class="refusal" role="alert">
          {problem.value}
        </p>
      )}
      <div class="buttons">
        {(table.room === null || table.seat.value !== null) && (
          <button type="button" class="do" onClick={() => void rematch()}>
            {t("end.again")}
          </button>
        )}
        <a
          class="button"
          href={
            table.room
              ? `/replay?table=${table.room.id}`
              : `/replay?local=${(table as LocalTable).id}`
          }
        >
          {t("nav.replay")}
        </a>
        <a class="button" href="/">
          {t("nav.home")}
        </a>
      </div>
    </section>
  );
}
