// Pages that are fetched when somebody goes there.
import { signal, useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { checkBuild } from "../model/upgrade";
import { t } from "../words/words";
import { Trouble, Waiting } from "./states";

/** Goes up when such a page has come. */
export const arrivals = signal(0);

export function later<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  let known: FunctionComponent<P> | null = null;
  return function Later(props: P) {
    const failed = useSignal(false);
    useEffect(() => {
      if (known) return;
      load().then(
        (page) => {
          known = page;
          arrivals.value++;
        },
        async () => {
          if (!(await checkBuild())) failed.value = true;
        },
      );
    }, []);
    arrivals.value;
    const Page = known;
    if (Page) return <Page {...props} />;
    if (!failed.value) return <Waiting />;
    return (
      <Trouble title={t("trouble.title")} text={t("trouble.broken")}>
        <button type="button" class="do" onClick={() => location.reload()}>
          {t("trouble.again")}
        </button>
      </Trouble>
    );
  };
}
