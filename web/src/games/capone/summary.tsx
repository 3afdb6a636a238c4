// The accounts on ledger paper: what the story tells of money, year by year, in columns that add up.
import { useSignal } from "@preact/signals";
import { num, nums, words } from "../../engine/lines";
import { isMove, type Line, type StoryItem } from "../../engine/types";
import type { IconName } from "../../ui/icons";
import { figure, money, t, word } from "../../words/words";
import type { SummaryProps } from "../contract";
import { inOrder, SeatName, Step, Table } from "../parts";
import { figureOf, goalOf, spacesOf, type CaponeView } from "./view";

/** A family's year: what each row of the ledger brings, and what was there before and after. */
interface Account {
  rows: Record<string, number>;
  steps: number;
  open: number;
  close: number;
}

/** In which row an event's money stands, and whether it comes or goes. */
const ENTRIES: Record<string, [row: string, sign: 1 | -1]> = {
  legal: ["legal", 1],
  protection: ["protection", 1],
  bail: ["bail", -1],
  rehired: ["rehire", -1],
  sold: ["sold", 1],
  sold_back: ["sold", 1],
  invested: ["invested", -1],
};

function enter(account: Account, row: string, amount: number): void {
  account.rows[row] = (account.rows[row] ?? 0) + amount;
}

function note(accounts: Account[], line: Line): void {
  const account = accounts[num(line, "seat")];
  const entry = ENTRIES[line.id];
  if (!account) return;
  if (entry) enter(account, entry[0], entry[1] * num(line, "n"));
  if (line.id === "protection")
    enter(accounts[num(line, "from_seat")]!, "protection", -num(line, "n"));
  if (line.id === "payout")
    words(line, "places").forEach((place, i) => enter(account, place, nums(line, "parts")[i] ?? 0));
  account.steps += (line.id === "invested" ? 1 : -1) * num(line, "steps");
}

const sum = (rows: Record<string, number>): number =>
  Object.values(rows).reduce((a, b) => a + b, 0);

/** The years of the story, the running one last. From the cash of now, all before follows. */
export function accountsOf(view: CaponeView, story: StoryItem[] | undefined): Account[][] {
  const open = (): Account[] => view.seats.map(() => ({ rows: {}, steps: 0, open: 0, close: 0 }));
  const years = [open()];
  for (const item of story ?? []) {
    if (isMove(item)) continue;
    if (item.id === "year") years.push(open());
    else if (!item.id.startsWith("won")) note(years.at(-1)!, item);
  }
  view.seats.forEach(({ cash, steps }, seat) => {
    let [left, stands] = [cash, steps];
    for (const account of years.map((year) => year[seat]!).reverse()) {
      const gained = account.steps;
      [account.close, account.steps] = [left, stands];
      account.open = left - sum(account.rows);
      [left, stands] = [account.open, stands - gained];
    }
  });
  return years;
}

/** Money with its sign; nothing is a dash. */
function amount(value: number, short: boolean) {
  if (value === 0) return "–";
  const text = short ? figure(Math.abs(value)) : money(Math.abs(value));
  return value < 0 ? <span class="out">−{text}</span> : text;
}

type Seen = Pick<SummaryProps<CaponeView>, "view" | "facts" | "names" | "story">;

/** A year's accounts. Full amounts where they fit, else thousands, and it says so. */
function Sheet(sheet: Seen & { accounts: Account[]; caption: string }) {
  const { view, facts, accounts, names, caption } = sheet;
  const short = accounts.length > 3;
  const places = spacesOf(view).map(([place]) => place);
  const line = (name: string, kind: string, value: (account: Account) => number) => ({
    class: kind,
    head: kind === "place" ? word("capone", name) : t(`capone.ledger.${name}`),
    cells: accounts.map((account) => amount(value(account), short)),
  });
  const rows = ["legal", "protection", "bail", ...places, "rehire", "sold", "invested"]
    .filter((row) => accounts.some(({ rows }) => rows[row]))
    .map((row) => line(row, places.includes(row) ? "place" : "", ({ rows }) => rows[row] ?? 0));
  const steps = accounts.map(({ steps }) => `${figure(steps)} / ${figure(goalOf(facts))}`);
  return (
    <div class="sheet" tabIndex={0} role="group" aria-label={caption}>
      <Table
        caption={[caption, short && <small> ({t("capone.ledger.unit")})</small>]}
        heads={[
          t("capone.ledger.family"),
          ...names.map((_, seat) => <SeatName seat={seat} names={names} />),
        ]}
        rows={[line("open", "", ({ open }) => open), ...rows]}
        foot={[
          line("close", "sum", ({ close }) => close),
          { head: t("capone.ledger.steps"), cells: steps },
        ]}
      />
    </div>
  );
}

/** At the year's end it lies on the city; the city can be seen again at a tap. */
export function Ledger(props: Seen) {
  const open = useSignal(true);
  const title = t("capone.ledger.title", { year: props.view.year + 1 });
  if (!props.story) return null;
  return (
    <section class={`ledger ${open.value ? "" : "closed"}`} data-at="ledger" aria-label={title}>
      <button
        type="button"
        class="turn-over"
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
      >
        {t(open.value ? "capone.ledger.hide" : "capone.ledger.show")}
      </button>
      {open.value && (
        <Sheet {...props} accounts={accountsOf(props.view, props.story).at(-1)!} caption={title} />
      )}
    </section>
  );
}

/** Full where there is room for it, else in thousands. */
const amounts = (value: number) => [
  <span class="full">{money(value)}</span>,
  <span class="short">{figure(value)}</span>,
];

const COLUMNS = ["summary.place", "ledger.family", "ledger.steps", "summary.cash", "summary.alive"];

/** Who is where and why. */
function Places({ facts, names, result }: SummaryProps<CaponeView>) {
  const rows = inOrder(result.places).map((seat) => ({
    class: result.places[seat] === 1 ? "won" : "",
    lead: figure(result.places[seat]!),
    head: <SeatName seat={seat} names={names} />,
    cells: [
      `${figure(figureOf(facts, "steps", seat))} / ${figure(goalOf(facts))}`,
      amounts(figureOf(facts, "cash", seat)),
      amounts(figureOf(facts, "alive", seat)),
    ],
  }));
  const unit = <small class="short">({t("capone.ledger.unit")})</small>;
  return (
    <Table
      class="places"
      caption={[t("capone.summary.why"), " ", unit]}
      heads={COLUMNS.map((title) => t(`capone.${title}`))}
      rows={rows}
    />
  );
}

/** At the end: who is where and why, then every year's accounts to leaf through. */
export function Summary(props: SummaryProps<CaponeView>) {
  const { view, story } = props;
  const years = story ? accountsOf(view, story) : [];
  const back = useSignal(0);
  const accounts = years.at(-1 - back.value);
  const year = view.year + 1 - back.value;
  const turn = (icon: IconName, by: 1 | -1) => (
    <Step
      icon={icon}
      name={t("capone.summary.year", { n: year + by })}
      off={years[years.length - 1 - back.value + by] === undefined}
      press={() => (back.value -= by)}
    />
  );
  return (
    <section class="world summary capone-world capone-summary">
      <div class="ledger">
        <Places {...props} />
        {accounts && (
          <>
            <div class="leaf">
              {turn("back", -1)}
              <h2 aria-live="polite">{t("capone.ledger.title", { year })}</h2>
              {turn("on", 1)}
            </div>
            <Sheet {...props} accounts={accounts} caption={t("capone.ledger.title", { year })} />
          </>
        )}
      </div>
    </section>
  );
}
