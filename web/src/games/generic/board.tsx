// A board in words, for any game: what the engine tells of the position, and all that can be done. It is
// for games that nobody has drawn a board for, and for people who would rather read one.
import { gameInfo } from "../../assets";
import type { Line, View } from "../../engine/types";
import { canTell, figure, list, t, tell, word } from "../../words/words";
import type { BoardProps, GameUi, SummaryProps } from "../contract";
import { Choice } from "../parts";
import { byVerb } from "./groups";

/** So many actions need no groups. */
const FEW = 12;
/** More of a group are found by the filter of the list of all actions. */
const MOST = 60;

interface FactsProps {
  game: string;
  facts: Line[];
  names: string[];
}

/** Whose fact it is; null: nobody's, or that of several. */
const ownerOf = ({ seat }: Line): number | string | null =>
  Array.isArray(seat) ? null : (seat ?? null);

/** What is the table's, then what is each player's, under a heading. */
function Facts({ game, facts, names }: FactsProps) {
  const told = facts.filter((fact) => canTell(game, "fact", fact));
  const owners = [...new Set([null, ...told.map(ownerOf)])];
  const headOf = (owner: number | string | null): string =>
    owner === null
      ? t("generic.facts")
      : typeof owner === "number"
        ? (names[owner] ?? "")
        : word(game, owner);
  return (
    <>
      {owners.map((owner) => {
        const own = told.filter((fact) => ownerOf(fact) === owner);
        if (own.length === 0) return null;
        return (
          <section key={owner}>
            <h2>{headOf(owner)}</h2>
            <ul class="facts" aria-label={headOf(owner)}>
              {own.map((fact, i) => (
                <li key={i}>{tell(game, "fact", fact, names)}</li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

/** The things that a group of actions is about: those that the game has a word for. */
function thingsOf(game: string, actions: string[]): string {
  const words = new Set(actions.flatMap((action) => action.split(" ").slice(1)));
  const named = [...words].filter((one) => word(game, one) !== one);
  return named.length > 0 && named.length <= FEW ? list(named.map((one) => word(game, one))) : "";
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
          <details key={verb} class="verb" open={byVerb(legal).length === 1}>
            <summary>
              {word(view.game, verb)} · {figure(actions.length)}
            </summary>
            <p>{thingsOf(view.game, actions)}</p>
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
