// Small parts that several boards draw.
import type { ComponentChildren, JSX } from "preact";
import type { View } from "../engine/types";
import { Icon, type IconName } from "../ui/icons";
import { SeatMark } from "../ui/seat";
import { doing, t } from "../words/words";
import { considering, pick, whole, type Chosen } from "./choose";
import type { BoardProps, Explained, GameUi } from "./contract";

/** What something always is, and what is true of it now: names of classes. */
export const classes = (always: string, now: Record<string, unknown>): string =>
  [always, ...Object.keys(now).filter((name) => now[name])].join(" ");

/** Pictures and figures for the eye, a sentence for the ear. */
export const Named = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <span class="visually-hidden">{name}</span>
    <span class="for-the-eye" aria-hidden="true">
      {children}
    </span>
  </>
);

/** A sign with what it means, for the pointer and for the ear. */
export function Titled(sign: { class?: string; title: string; children: ComponentChildren }) {
  return (
    <span class={sign.class} title={sign.title}>
      <Named name={sign.title}>{sign.children}</Named>{" "}
    </span>
  );
}

/** Whose something is. */
export const SeatName = ({ seat, names }: { seat: number; names: string[] }) => (
  <>
    <SeatMark seat={seat} /> {names[seat]}
  </>
);

/** The seats from first to last. */
export const inOrder = (places: number[]): number[] =>
  [...places.keys()].sort((a, b) => places[a]! - places[b]!);

/** A step to and fro, with a picture or in words. */
export const Step = (step: { icon?: IconName; name: string; off?: boolean; press(): void }) => (
  <button
    type="button"
    aria-label={step.icon && step.name}
    title={step.icon && step.name}
    disabled={step.off}
    onClick={step.press}
  >
    {step.icon ? <Icon name={step.icon} /> : step.name}
  </button>
);

export const Close = ({ close }: { close(): void }) => (
  <button type="button" class="close" aria-label={t("dialog.close")} onClick={close}>
    <Icon name="close" />
  </button>
);

/** Leads to the rules. */
export const Explain = ({ label, press }: { label: string; press(): void }) => (
  <button type="button" class="explain" aria-label={label} onClick={press}>
    ?
  </button>
);

/** What a button for an action needs to know of the board. */
type On = Chosen & { view: View; names: string[] };

interface ChoiceProps {
  on: On;
  action: string;
  class?: string;
  /** What it is called, if what is drawn does not say it. */
  label?: string;
  /** What is drawn; if it is not there, the action in words. */
  children?: ComponentChildren;
}

/** A button that stages an action. Where it is the only one, the page has staged it already, so
 * another press must not take it back. */
export const Choice = ({ on, action, class: name, label, children }: ChoiceProps) => (
  <button
    type="button"
    class={name}
    data-at={`choice.${action}`}
    aria-label={label}
    title={label}
    aria-pressed={on.staged.value === action}
    onClick={() => pick(on, ...action.split(" "))}
    {...considering(whole(on.legal, action.split(" ")))}
  >
    {children ?? doing(on.view.game, action, on.names)}
  </button>
);

/** By the words of an action. */
type By<T> = (words: string[]) => T;

interface ChoicesProps {
  on: On;
  /** Of those that can be done, the ones that begin so. */
  begin: string;
  class?: string | By<string>;
  /** What is drawn; if it is not there, the action in words. */
  face?: By<ComponentChildren>;
  /** What is said then; if it is not there, the action in words. */
  name?: By<string>;
}

/** A button for each of some actions. */
export function Choices({ on, begin, class: look = "choice", face, name }: ChoicesProps) {
  const actions = on.legal.filter((action) => action.startsWith(begin));
  return (
    <>
      {actions.map((action) => {
        const words = action.split(" ");
        const said = name?.(words) ?? doing(on.view.game, action, on.names);
        return (
          <Choice
            key={action}
            on={on}
            action={action}
            class={typeof look === "string" ? look : look(words)}
          >
            {face ? <Named name={said}>{face(words)}</Named> : said}
          </Choice>
        );
      })}
    </>
  );
}

interface CardProps extends Omit<JSX.ButtonHTMLAttributes, "class" | "children"> {
  card: string;
  /** Its place, as in data-at="…". */
  at: string;
  class?: string;
  pressed: boolean;
  label: string;
  tap(): void;
  children: ComponentChildren;
}

/** A card of one's own that can be tapped. */
export const HandCard = (props: CardProps) => {
  const { card, at, class: look = "", pressed, label, tap, children, ...more } = props;
  return (
    <button
      type="button"
      class={`card ${look}`}
      data-at={at}
      data-card={card}
      data-explain={`card:${card}`}
      aria-pressed={pressed}
      aria-label={label}
      onClick={tap}
      {...more}
    >
      {children}
    </button>
  );
};

/** What elements with data-explain="<kind>:<name>…" are, by their kind. */
export const explainBy =
  <V extends View>(
    kinds: Record<string, (board: BoardProps<V>, ...names: string[]) => Explained | null>,
  ): NonNullable<GameUi<V>["explain"]> =>
  (target, board) => {
    const [kind = "", ...names] = target.split(":");
    return kinds[kind]?.(board, ...names) ?? null;
  };

interface Row {
  class?: string;
  /** What stands before the row's heading. */
  lead?: ComponentChildren;
  head: ComponentChildren;
  cells: ComponentChildren[];
}

const Cells = (row: Row) => (
  <tr class={row.class}>
    {row.lead !== undefined && <td>{row.lead}</td>}
    <th scope="row">{row.head}</th>
    {row.cells.map((cell, i) => (
      <td key={i}>{cell}</td>
    ))}
  </tr>
);

interface TableProps {
  class?: string;
  caption?: ComponentChildren;
  /** Of the columns; the first is above the rows' own headings. null: none. */
  heads: ComponentChildren[];
  rows: Row[];
  foot?: Row[];
}

/** Accounts: figures that add up, a heading for each row and column. */
export function Table({ class: name, caption, heads, rows, foot = [] }: TableProps) {
  return (
    <table class={name}>
      {caption && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((head, i) =>
            head === null ? (
              <td key={i} />
            ) : (
              <th scope="col" key={i}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <Cells key={i} {...row} />
        ))}
      </tbody>
      <tfoot>
        {foot.map((row, i) => (
          <Cells key={i} {...row} />
        ))}
      </tfoot>
    </table>
  );
}
