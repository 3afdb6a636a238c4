// The keys of a table, in a list.
import { Close } from "../games/parts";
import { Dialog } from "../ui/dialog";
import { t } from "../words/words";

const KEYS = {
  tab: "Tab",
  arrows: "← ↑ ↓ →",
  enter: "Enter",
  escape: "Esc",
  explain: "?",
} as const;

export function Keys({ close }: { close(): void }) {
  return (
    <Dialog title={t("menu.keys")} close={close} class="question keys">
      <h2>{t("menu.keys")}</h2>
      <Close close={close} />
      <dl>
        {Object.entries(KEYS).map(([name, key]) => (
          <div key={name}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
