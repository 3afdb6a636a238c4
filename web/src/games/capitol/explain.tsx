// Buttons that lead away from a part of the board: to the rules about it, or back.
import { Icon } from "../../ui/icons";
import { t } from "../../words/words";

export const Explain = (props: { rule: string; explain(rule: string): void }) => (
  <button
    type="button"
    class="explain"
    aria-label={t("capitol.explain", { rule: t(`capitol.explain.${props.rule}`) })}
    onClick={() => props.explain(props.rule)}
  >
    ?
  </button>
);

export const Close = ({ close }: { close(): void }) => (
  <button type="button" class="close" aria-label={t("capitol.close")} onClick={close}>
    <Icon name="close" />
  </button>
);
