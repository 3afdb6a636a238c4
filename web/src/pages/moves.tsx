// The moves of a record, as the log tells them: turn by turn, each move with what came of it. The
// present one is marked and in sight; a tap goes there.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { inWords, type Entry } from "../model/log";
import type { Told, Turn } from "../model/replay";
import { SIGNS, type Mark } from "../model/review";
import { SeatMark } from "../ui/seat";
import { language, t } from "../words/words";

interface Props {
  game: string;
  turns: Turn[];
  names: string[];
  stop: number;
  /** Losses that a review has found. */
  marks: Mark[];
  to(stop: number): void;
}

type Say = (entry: Entry) => string[];

function Move({ told, say, mark }: { told: Told; say: Say; mark: Mark | undefined }) {
  return (
    <button type="button" data-stop={told.stop}>
      <span class="did">
        <SeatMark seat={told.move.move[0]} /> {say(told.move)}{" "}
        {mark && (
          <b class={`kind ${mark.kind}`} title={t(`review.kind.${mark.kind}`)}>
            {SIGNS[mark.kind]}
          </b>
        )}
      </span>
      {told.events.flatMap(say).map((line, i) => (
        <span class="came" key={i}>
          {line}
        </span>
      ))}
    </button>
  );
}

function Lines({ turns, say, marks }: { turns: Turn[]; say: Say; marks: Mark[] }) {
  const markAt = new Map(marks.map((mark) => [mark.stop, mark]));
  return (
    <>
      <li class="turn">
        <button type="button" data-stop={0}>
          {t("replay.start")}
        </button>
      </li>
      {turns.map((turn, i) => [
        turn.opens && (
          <li class="round" key={`round ${i}`}>
            {say(turn.opens)}
          </li>
        ),
        <li class={`turn seat-${turn.seat}`} key={i}>
          {turn.moves.map((told) => (
            <Move key={told.stop} told={told} say={say} mark={markAt.get(told.stop)} />
          ))}
        </li>,
      ])}
    </>
  );
}

/** Scrolls the list alone, and only if it must: the page stays where it is. */
function bringIntoSight(list: HTMLElement, line: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  list.scrollTop += inner.top - outer.top - Math.max(0, (outer.height - inner.height) / 2);
}

export function Moves({ game, turns, names, stop, marks, to }: Props) {
  const list = useRef<HTMLOListElement>(null);
  // hundreds of lines that stay as they are while one goes through them
  const lines = useMemo(
    () => <Lines turns={turns} say={(entry) => inWords(game, entry, names)} marks={marks} />,
    [turns, language.value, names.join(), marks],
  );
  useLayoutEffect(() => {
    const line = list.current?.querySelector<HTMLElement>(`[data-stop="${stop}"]`);
    if (!line) return;
    line.setAttribute("aria-current", "step");
    bringIntoSight(list.current!, line);
    return () => line.removeAttribute("aria-current");
  }, [stop, lines]);
  const choose = (event: Event): void => {
    const line = (event.target as Element).closest<HTMLElement>("[data-stop]");
    if (line) to(Number(line.dataset["stop"]));
  };
  return (
    <ol class="moves" ref={list} aria-label={t("replay.list")} onClick={choose}>
      {lines}
    </ol>
  );
}
