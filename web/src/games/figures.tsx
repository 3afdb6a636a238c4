// Pictures for the rules: a few things of a game in a row. The text beside them says the same.
import type { ComponentChildren } from "preact";
import type { GameUi } from "./contract";

type Figures = NonNullable<GameUi["figures"]>;
/** Things, and as plain text what stands between them: "+", "→", "= 5". */
type Row = () => ComponentChildren[];

/** `world`: the classes under which a game draws its things. */
export const figuresOf = (world: string, rows: Record<string, Row>): Figures =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, () => <Figure world={world} row={row} />]),
  );

const Figure = ({ world, row }: { world: string; row: Row }) => (
  <div class={`rule-figure ${world}`} aria-hidden="true">
    {row().map((each) => (typeof each === "string" ? <b class="link">{each}</b> : each))}
  </div>
);

/** A thing, and what it is called. */
export const thing = (drawn: ComponentChildren, name?: string) => (
  <span class="thing">
    <span class="drawn">{drawn}</span>
    {name && <small>{name}</small>}
  </span>
);

/** Whether something is allowed. */
export const verdict = (good: boolean) => (
  <svg class={good ? "verdict good" : "verdict bad"} viewBox="0 0 16 16" width="16" height="16">
    <path d={good ? "M3 8.500l3.500 3.500L13 4.500" : "M4 4l8 8M12 4l-8 8"} />
  </svg>
);
