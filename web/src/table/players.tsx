// The strip of players: who they are, whose turn it is, and their open things.
import type { Glimpse } from "../engine/types";
import type { GameUi } from "../games/contract";
import { levelName } from "../model/bots";
import type { Entry } from "../model/log";
import { namesOf, type TableModel } from "../model/table";
import { SeatMark } from "../ui/seat";
import { done, figure, t } from "../words/words";
import { Clocked, Present } from "./room";

/** What somebody did last, in words; the log tells the same to who does not see it here. Of a turn that
 * ended with something that is about no place, what came before it. */
function lastOf(ui: GameUi, entries: Entry[], seat: number, names: string[]): string {
  const moves = entries.flatMap((entry) => (entry.kind === "move" ? [entry.move] : []));
  const at = moves.findLastIndex((move) => move[0] === seat);
  const [before, last] = [moves[at - 1], moves[at]];
  const idle = last && ui.targets?.(last).length === 0 && before?.[0] === seat;
  const told = idle ? before : last;
  return told ? done(ui.id, seat, told[1], names) : "";
}

interface Props {
  table: TableModel;
  ui: GameUi;
  now: Glimpse;
  entries: Entry[];
}

export function Players({ table, ui, now, entries }: Props) {
  const { view, facts, actors } = now;
  const scores = ui.scores(view, facts);
  const names = namesOf(table.seats.value);
  return (
    <ul class="players" aria-label={t("table.players")} tabIndex={0}>
      {table.seats.value.map((info, seat) => (
        <li
          key={seat}
          class={`${actors.includes(seat) ? "turn" : ""} ${seat === table.seat.value ? "own" : ""}`}
          aria-current={actors.includes(seat) ? "true" : undefined}
        >
          <SeatMark seat={seat} />
          <span class="name">{names[seat]}</span>{" "}
          {info.level && <small class="level">{levelName(info.level)}</small>}
          {info.away && <small class="away">{t("seat.away")}</small>}
          {scores && <b class="score">{figure(scores[seat] ?? 0)}</b>}{" "}
          {table.room && <Clocked room={table.room} seat={seat} />}
          {table.room && <Present room={table.room} seat={seat} />}
          <ui.Seat view={view} facts={facts} seat={seat} />
          {seat !== table.seat.value && (
            <small class="did" aria-hidden="true">
              {lastOf(ui, entries, seat, names)}
            </small>
          )}
        </li>
      ))}
      {ui.Others && <ui.Others view={view} facts={facts} />}
    </ul>
  );
}
