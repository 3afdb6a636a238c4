// The browser client: which page is shown.
import { render } from "preact";
import { useSignal, useSignalEffect } from "@preact/signals";
import type { GameUi } from "./games/contract";
import { uiOf } from "./games/index";
import { findLocal, LocalTable } from "./model/local";
import type { TableModel } from "./model/table";
import { HomePage } from "./pages/home";
import { TablePage } from "./pages/table";
import { followLinks, path } from "./router";
import { language, preferred, speak, t } from "./words/words";

function LocalPage({ id }: { id: string }) {
  const opened = useSignal<{ table: TableModel; ui: GameUi } | null>(null);
  useSignalEffect(() => {
    const setup = findLocal(id);
    if (!setup) return;
    const table = new LocalTable(setup);
    void uiOf(setup.record.game).then((ui) => {
      opened.value = { table, ui };
    });
    return () => table.close();
  });
  return opened.value ? <TablePage {...opened.value} /> : <p>{t("table.loading")}</p>;
}

function App() {
  const [, page, id] = path.value.split("/");
  language.value;
  if (page === "local" && id) return <LocalPage key={id} id={id} />;
  return <HomePage />;
}

async function start(): Promise<void> {
  await speak(preferred());
  followLinks();
  render(<App />, document.getElementById("app")!);
}

void start();
