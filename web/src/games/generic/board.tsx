// A board in words, for any game: what the engine tells of the position, and all that can be done. It is
// for games that nobody has drawn a board for, and for people who would rather read one.
import { gameInfo } from "../../assets";
import type { Line, View } from "../../engine/types";
import { Flower } from "../../ui/flower";
import { canTell, figure, list, t, tell, word } from "../../words/words";
import type { BoardProps, GameUi, SummaryProps } from "../contract";
import { Choice } from "../parts";
import { byVerb } from "./groups";

/** So many actions need no groups. */
const FEW = 12;
/** More of a group are found by the filter of the list of all actions. */
const MOST = 60;

function Facts({ game, facts, names }: { game: string; facts: Line[]; names: string[] }) {
  const told = facts.filter((fact) => canTell(game, "fact", fact));
  if (told.length === 0) return null;
  return (
    <ul class="facts" aria-label={t("generic.facts")}>
      {told.map((fact, i) => (
        <li key={i}>{tell(game, "fact", fact, names)}</li>
      ))}
    </ul>
  );
}

function Group({ actions, ...props }: BoardProps & { actions: string[] }) {
  return (
    <div class="choose">
      {actions.slice(0, MOST).map((action) => (
        <Choice key={action} on={props} action={action} />
      ))}
      {actions.length > MOST && (
        <p class="quiet">{t("generic.more", { n: actions.length - MOST })}</p>
      )}
    </div>
  );
}

function Board(props: BoardProps) {
  const { view, facts, names, legal } = props;
  return (
    <div class="generic-board">
      <Facts game={view.game} facts={facts} names={names} />
      {legal.length <= FEW ? (
        <Group {...props} actions={legal} />
      ) : (
        byVerb(legal).map(([verb, actions]) => (
          <details key={verb} class="verb">
            <summary>
              {word(view.game, verb)} · {figure(actions.length)}
            </summary>
            <Group {...props} actions={actions} />
          </details>
        ))
      )}
      <details class="position">
        <summary>{t("generic.position")}</summary>
        <pre tabIndex={0}>{JSON.stringify(view, null, 1)}</pre>
      </details>
    </div>
  );
}

const Nothing = (): null => null;
const Picture = () => <Flower size={96} />;
const Summary = ({ view, facts, names }: SummaryProps) => (
  <Facts game={view.game} facts={facts} names={names} />
);

function prompt(_: View, seat: number | null, actors: number[], names: string[]): string {
  if (actors.length === 0) return t("generic.over");
  if (seat !== null && actors.includes(seat)) return t("generic.turn");
  return t("generic.wait", { who: list(actors.map((actor) => names[actor] ?? "")) });
}

/** What a game without a folder is to the pages. */
function bare(game: string): GameUi {
  const { rules, players } = gameInfo(game);
  return {
    id: game,
    Picture,
    Board,
    Hand: Nothing,
    Seat: Nothing,
    Summary,
    scores: () => null,
    phase: (view) => word(game, view.phase),
    prompt,
    changes: [],
    travels: () => [],
    grave: () => false,
    rules: [],
    reconstructed: [],
    lesson: {
      record: { capucine: 1, game, rules, players: players[0], seed: "1", actions: [] },
      seat: 0,
      steps: [],
    },
  };
}

/** The board in words of any game; all else as its folder has it, if there is one. */
export const uiFor = (game: string, drawn: GameUi | null): GameUi =>
  drawn ? { ...drawn, Board, Hand: Nothing, Summary, travels: () => [], scenes: {} } : bare(game);
