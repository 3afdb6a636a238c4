// Tiles: wooden squares with a sign. In a strip they have an order, bottom to top, that two taps change.
import { useSignal } from "@preact/signals";
import { figure, t, word } from "../../words/words";
import { walk } from "./keys";
import { HEIGHT, type Kind } from "./view";
import { Sign } from "./wood";

/** Without a name it is the picture of a button that has one. */
export function Tile({ kind, name }: { kind: Kind; name?: string }) {
  return (
    <span class={`caprice-tile ${kind}`} {...(name && { role: "img", "aria-label": name })}>
      <Sign kind={kind} />
    </span>
  );
}

/** Signs in a row, with one name for all of them. */
export function Signs({ kinds, name }: { kinds: readonly Kind[]; name: string }) {
  return (
    <span class="caprice-signs" role="img" aria-label={name} title={name}>
      {kinds.map((kind, i) => (
        <Sign key={i} kind={kind} />
      ))}
    </span>
  );
}

interface StripProps {
  order: readonly Kind[];
  /** Absent: the order stands. */
  change?: (order: Kind[]) => void;
}

export function Strip({ order, change }: StripProps) {
  const first = useSignal<number | null>(null);
  const tap = (level: number): void => {
    const other = first.value;
    first.value = other === null ? level : null;
    if (other === null || other === level || !change) return;
    const next = [...order];
    [next[other], next[level]] = [next[level]!, next[other]!];
    change(next);
  };
  const nameOf = (kind: Kind, level: number): string => {
    const name = t("caprice.hand.tile", { level: figure(level + 1), kind: word("caprice", kind) });
    if (!change) return name;
    if (first.value === level) return `${name}; ${t("caprice.hand.chosen")}`;
    if (first.value === null) return `${name}; ${t("caprice.hand.swap")}`;
    return `${name}; ${t("caprice.hand.swap_with", { level: figure(first.value + 1) })}`;
  };
  return (
    <ol class="caprice-strip" onKeyDown={walk}>
      {order.map((kind, level) => (
        <li key={level} data-at={`caprice.tile.${level}`}>
          {change ? (
            <button
              type="button"
              class="card"
              aria-label={nameOf(kind, level)}
              aria-pressed={first.value === level}
              onClick={() => tap(level)}
            >
              <Tile kind={kind} />
            </button>
          ) : (
            <Tile kind={kind} name={nameOf(kind, level)} />
          )}
          <span class="level" aria-hidden="true">
            {level === 0
              ? t("caprice.hand.bottom")
              : level === HEIGHT - 1
                ? t("caprice.hand.top")
                : figure(level + 1)}
          </span>
        </li>
      ))}
    </ol>
  );
}
