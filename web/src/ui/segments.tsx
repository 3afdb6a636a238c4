// A choice of one in a row, all of them in sight: radio buttons that look like one piece.
import type { ComponentChildren } from "preact";

interface Props<T extends string> {
  legend: string;
  /** Of the group; unique on its page. */
  name: string;
  value: T;
  values: readonly T[];
  show(value: T): ComponentChildren;
  change(value: T): void;
  class?: string;
}

export function Segments<T extends string>(props: Props<T>) {
  return (
    <fieldset class={props.class ?? "segments"}>
      <legend>{props.legend}</legend>
      <div class="choices-row">
        {props.values.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={props.name}
              checked={props.value === value}
              onChange={() => props.change(value)}
            />
            <span class="choice">{props.show(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
