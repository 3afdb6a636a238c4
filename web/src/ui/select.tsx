// A choice of one out of a list, with its label.
export function Select(props: {
  label: string;
  value: string;
  values: readonly string[];
  name(value: string): string;
  change(value: string): void;
}) {
  return (
    <label class="field">
      {props.label}
      <select value={props.value} onChange={(event) => props.change(event.currentTarget.value)}>
        {props.values.map((value) => (
          <option key={value} value={value} selected={value === props.value}>
            {props.name(value)}
          </option>
        ))}
      </select>
    </label>
  );
}
