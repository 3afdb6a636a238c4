// A way from a part of the board to the rules about it.
import { t } from "../../words/words";

export function Explain(props: { rule: string; explain(rule: string): void }) {
  return (
    <button
      type="button"
      class="explain"
      aria-label={t("capitol.explain", { rule: t(`capitol.explain.${props.rule}`) })}
      onClick={() => props.explain(props.rule)}
    >
      ?
    </button>
  );
}
