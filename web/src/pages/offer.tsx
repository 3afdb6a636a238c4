// The lesson is offered to those who sit down to a game for the first time.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { silentOf, titleOf } from "../assets";
import type { GameUi } from "../games/contract";
import { keepFinished, keepOffered, mayOffer } from "../model/lessons";
import type { TableModel } from "../model/table";
import { Icon } from "../ui/icons";
import { t } from "../words/words";

/** Quiet, and gone with a tap or with one's own first move. Where a clock runs there is no time for it. */
export function LessonOffer({ table, ui }: { table: TableModel; ui: GameUi }) {
  const open = useSignal(ui.lesson.steps.length > 0 && mayOffer(table.game));
  const seat = table.seat.value;
  const hurried = table.room?.info.value.pace.kind === "live";
  const silent = silentOf(table.game); // what goes by itself in the deal is no move of one's own
  const moved =
    table.glimpse.value?.history.some(([by, did]) => by === seat && !silent.includes(did)) ?? false;
  const over = seat !== null && (table.glimpse.value?.result ?? null) !== null;
  const shown = open.value && seat !== null && !moved && !hurried;
  useEffect(() => {
    if (moved && open.peek()) {
      keepOffered(table.game);
      open.value = false;
    }
  }, [moved]);
  useEffect(() => {
    if (over) keepFinished(table.game);
  }, [over]);
  if (!shown) return null;
  const put = (): void => {
    keepOffered(table.game);
    open.value = false;
  };
  return (
    <aside class="lesson-offer" aria-label={t("lesson.title")}>
      <p>
        {t("offer.text", { game: titleOf(table.game) })} <span>{t("offer.more")}</span>
      </p>
      <a class="button" href={`/learn/${table.game}?lesson=1`} onClick={put}>
        {t("offer.learn")}
      </a>
      <button type="button" class="plain" aria-label={t("offer.no")} onClick={put}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
