// The browser client: which page is shown.
import { Component, render, type ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isGame, titleOf, silentOf } from "./assets";
import { Refused } from "./engine/types";
import type { GameUi } from "./games/contract";
import { uiOf } from "./games/index";
import { findMe } from "./model/me";
import { findLocal, LocalTable } from "./model/local";
import { OnlineTable } from "./model/online";
import type { TableModel } from "./model/table";
import { checkBuild, outdated, reload, watchBuild } from "./model/upgrade";
import { AccountPage } from "./pages/account";
import { HomePage } from "./pages/home";
import { LearnIndex, LearnPage } from "./pages/learn";
import { NewPage } from "./pages/new";
import { Lobby } from "./pages/room";
import { SettingsPage } from "./pages/settings";
import { followLinks, path } from "./router";
import { applySettings } from "./settings";
import { LessonOffer } from "./pages/offer";
import { TablePage } from "./table/page";
import { Questions } from "./ui/dialog";
import { arrivals, later, withStudy } from "./ui/later";
import { explain } from "./ui/refusals";
import { Broken, Trouble, Waiting } from "./ui/states";
import { language, t } from "./words/words";

/** What is not needed to play comes when somebody goes there. */
const ReplayPage = later(withStudy(async () => (await import("./pages/replay")).ReplayPage));
const PracticePage = later(withStudy(async () => (await import("./pages/practice")).PracticePage));

type Opened<T extends TableModel> = { table: T; ui: GameUi };

/** Opens a table with its board, closes it when the page is left; what went wrong, if anything. */
function useTable<T extends TableModel>(open: () => Promise<T>) {
  const opened = useSignal<Opened<T> | null>(null);
  const problem = useSignal<unknown>(null);
  useEffect(() => {
    let left = false;
    let table: T | null = null;
    const start = async (): Promise<void> => {
      table = await open();
      const ui = await uiOf(table.game);
      if (left) table.close();
      else opened.value = { table, ui };
    };
    start().catch(async (error) => {
      if (!left && !(await checkBuild())) problem.value = error;
    });
    return () => {
      left = true;
      table?.close();
    };
  }, []);
  return { opened: opened.value, problem: problem.value };
}

function LocalPage({ id }: { id: string }) {
  const setup = findLocal(id);
  const { opened, problem } = useTable(async () => {
    if (!setup) throw new Refused("no_local", "");
    const table = new LocalTable(setup, silentOf(setup.record.game));
    await table.ready();
    return table;
  });
  if (!setup) return <Trouble title={t("trouble.local")} text={t("trouble.local_text")} />;
  if (problem) return <Trouble title={t("trouble.record")} text={explain(problem)} />;
  return opened ? <TableWithOffer {...opened} /> : <Waiting />;
}

const TableWithOffer = (opened: Opened<TableModel>) => (
  <>
    <TablePage {...opened} />
    <LessonOffer {...opened} />
  </>
);

function OnlinePage({ id }: { id: string }) {
  const { opened, problem } = useTable(() => OnlineTable.open(id));
  if (problem) {
    const gone = problem instanceof Refused && problem.code === "not_found";
    return (
      <Trouble
        title={t(gone ? "trouble.table" : "trouble.title")}
        text={gone ? t("trouble.table_text") : explain(problem)}
      >
        <button type="button" class="do" onClick={() => location.reload()}>
          {t("trouble.again")}
        </button>
      </Trouble>
    );
  }
  if (!opened) return <Waiting />;
  const { table } = opened;
  const { status } = table.info.value;
  if (status === "closed" || table.connection.value === "gone")
    return <Trouble title={t("trouble.closed")} text={t("trouble.closed_text")} />;
  if (status === "open") return <Lobby room={table} />;
  if (table.glimpse.value) return <TableWithOffer {...opened} />;
  if (status === "frozen") return <Trouble title={titleOf(table.game)} text={t("error.frozen")} />;
  return <Waiting />;
}

function Page() {
  const [, page, id] = path.value.split("/");
  switch (page) {
    case "":
      return <HomePage />;
    case "local":
      return <LocalPage key={id} id={id ?? ""} />;
    case "t":
      return <OnlinePage key={id} id={id ?? ""} />;
    case "new":
      if (isGame(id)) return <NewPage key={path.value} game={id} />;
      break;
    case "learn":
      if (!id) return <LearnIndex />;
      if (isGame(id)) return <LearnPage key={id} game={id} />;
      break;
    case "replay":
      return <ReplayPage />;
    case "practice":
      if (!id || id === "today" || isGame(id)) return <PracticePage key={id} id={id ?? ""} />;
      break;
    case "settings":
      return <SettingsPage />;
    case "account":
      return <AccountPage />;
  }
  return <Trouble title={t("trouble.page")} text={t("trouble.page_text")} />;
}

/** A page that breaks says so, and the others still work. */
class Fence extends Component<{ children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    void checkBuild();
    this.setState({ broken: true });
  }

  render() {
    if (!this.state.broken) return this.props.children;
    return <Broken />;
  }
}

/** A page that is come to is where the focus is. */
function useFocusOnPage(): void {
  const begun = useRef(`${path.value} ${language.value}`);
  const moved = useRef(false);
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>("main h1");
    const name = heading?.textContent;
    // a table and the first page say more
    if (path.value !== "/" && !document.querySelector("main.table"))
      document.title = name ? t("title.page", { page: name }) : "Capucine";
    if (begun.current !== `${path.value} ${language.value}`) moved.current = true;
    if (moved.current) heading?.focus({ preventScroll: true });
  }, [path.value, language.value, arrivals.value]);
}

function App() {
  language.value;
  useFocusOnPage();
  return (
    <>
      {outdated.value && (
        <p class="banner upgrade" role="alert">
          {t("upgrade.text")}
          <button type="button" class="do" onClick={reload}>
            {t("upgrade.reload")}
          </button>
        </p>
      )}
      <Fence key={path.value}>
        <Page />
      </Fence>
      <Questions />
    </>
  );
}

async function start(): Promise<void> {
  await applySettings();
  followLinks();
  render(<App />, document.getElementById("app")!);
  findMe().catch(() => undefined);
  watchBuild();
}

void start();
