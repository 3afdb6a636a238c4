// Moments of a game that ask for a stop: the device goes to somebody else; the game is over.
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Result } from "../engine/types";
import { findLocal, newLocal, type LocalTable } from "../model/local";
import type { Verdict } from "../model/seal";
import type { TableModel } from "../model/table";
import { go } from "../router";
import { Flower } from "../ui/flower";
import { Icon } from "../ui/icons";
import { SeatMark } from "../ui/seat";
import { explain } from "../ui/refusals";
import { scored, t, word } from "../words/words";

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

function playAgain(table: LocalTable): void {
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

/** What can be done when a game is over. */
export interface After {
  /** How the points came about lies over the board. */
  open: Signal<boolean>;
  problem: Signal<string | null>;
  /** Another game with the same people; null: one only looks on. */
  again: (() => Promise<void>) | null;
  replay: string;
}

/** Where a game can be seen again. */
export const replayOf = (table: TableModel): string =>
  `/replay?${table.room ? `table=${table.room.id}` : `local=${(table as LocalTable).id}`}`;

export function useAfter(table: TableModel): After {
  const open = useSignal(false);
  const problem = useSignal<string | null>(null);
  const again = async (): Promise<void> => {
    try {
      if (table.room) go(`/t/${await table.room.rematch()}`);
      else playAgain(table as LocalTable);
    } catch (error) {
      problem.value = explain(error);
    }
  };
  const plays = table.room === null || table.seat.value !== null;
  return { open, problem, again: plays ? again : null, replay: replayOf(table) };
}

export const winnersOf = ({ places }: Result): number[] =>
  places.flatMap((place, seat) => (place === 1 ? [seat] : []));

/** Who has won, and how. The board stays in sight; what brought the points can be laid over it. */
export function Ending(props: {
  table: TableModel;
  names: string[];
  result: Result;
  after: After;
  children: ComponentChildren;
}) {
  const { table, names, result, after } = props;
  const order = result.places
    .map((place, seat) => ({ place, seat }))
    .sort((a, b) => a.place - b.place);
  const most = Math.max(1, ...result.scores);
  const barOf = (seat: number) => ({
    "--seat": `var(--seat-${seat})`,
    "--share": Math.max(0, result.scores[seat] ?? 0) / most,
  });
  return (
    <section
      class={after.open.value ? "ending open" : "ending"}
      tabIndex={0}
      aria-label={t("end.title")}
    >
      <div class="podium">
        <ol>
          {order.map(({ place, seat }) => (
            <li key={seat} value={place} class={place === 1 ? "winner" : ""} style={barOf(seat)}>
              <SeatMark seat={seat} /> {names[seat]}{" "}
              <b>{scored(table.game, result.scores[seat] ?? 0)}</b>{" "}
              {place === 1 && <Flower size={24} />}
            </li>
          ))}
        </ol>
        {result.rob !== undefined && (
          <p>
            {word(table.game, "rob")} <b>{scored(table.game, result.rob)}</b>
          </p>
        )}
        {table.room?.verdict.value && <Deal verdict={table.room.verdict.value} />}
        {after.problem.value && (
          <p class="refusal" role="alert">
            {after.problem.value}
          </p>
        )}
      </div>
      <div class="came-about">{props.children}</div>
    </section>
  );
}

/** For so long a tap belongs to the last action, whose button was here. */
const SECOND_TAP_MS = 1000;

/** They are where the buttons of the game were. */
export function AfterButtons({ open, again, replay }: After) {
  const ready = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (ready.value = true), SECOND_TAP_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <button
        type="button"
        class="account"
        aria-pressed={open.value}
        onClick={() => (open.value = !open.value)}
      >
        <Icon name="list" />
        <span class="words">{t("end.account")}</span>
      </button>
      <a class="button replay" href={replay}>
        <Icon name="play" />
        <span class="words">{t("nav.replay")}</span>
      </a>
      <a class="button review" href={`${replay}#review`}>
        <Icon name="review" />
        <span class="words">{t("review.title")}</span>
      </a>
      {again && (
        <button type="button" class="do" disabled={!ready.value} onClick={() => void again()}>
          {t("end.again")}
        </button>
      )}
    </>
  );
}
