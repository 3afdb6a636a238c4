// The strip of players: who they are, whose turn it is, and their open things.
import type { Glimpse } from "../engine/types";
import type { GameUi } from "../games/contract";
import { levelName } from "../model/bots";
import { namesOf, type TableModel } from "../model/table";
import { SeatMark } from "../ui/seat";
import { figure, t } from "../words/words";
import { Clocked, Present } from "./room";

export function Players({ table, ui, now }: { table: TableModel; ui: GameUi; now: Glimpse }) {
  const { view, facts, actors } = now;
  const scores = ui.scores(view, facts);
  const names = namesOf(table.seats.value);
  return (
    <ul class="players" aria-label={t("table.players")} tabIndex={0}>
      {table.seats.value.map((info, seat) => (
        <li
          key={seat}
          class={actors.includes(seat) ? "turn" : ""}
          aria-current={actors.includes(seat) ? "true" : undefined}
        >
          <SeatMark seat={seat} />
          <span class="name">{names[seat]}</span>
          {info.level && <small class="level">{levelName(info.level)}</small>}
          {info.away && <small class="away">{t("seat.away")}</small>}
          {table.room && <Present room={table.room} seat={seat} />}
          {scores && <b class="score">{figure(scores[seat] ?? 0)}</b>}
          {table.room && <Clocked room={table.room} seat={seat} />}
          <ui.Seat view={view} facts={facts} seat={seat} />
        </li>
      ))}
      {ui.Others && <ui.Others view={view} facts={facts} />}
    </ul>
  );
}
