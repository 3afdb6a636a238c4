// Where somebody says what they are called.
import type { Signal } from "@preact/signals";

export const NameInput = ({ name }: { name: Signal<string> }) => (
  <input
    required
    maxLength={30}
    autocomplete="nickname"
    value={name.value}
    onInput={(event) => (name.value = event.currentTarget.value)}
  />
);
