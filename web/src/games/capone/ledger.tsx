// The accounts on ledger paper: a table whose columns add up, and at the end the years in a row.
import { useSignal } from "@preact/signals";
import type { Move, Result } from "../../engine/types";
import { figure, money, t } from "../../words/words";
import { keepBooks, type Account, type Entry, type YearBook } from "./books";
import { alive, GOAL, SPACES, ILLEGAL } from "./data";
import { placeName, Shape } from "./pieces";
import type { CaponeView } from "./types";

/** Money with its sign; nothing is a dash. */
function amount(value: number, short: boolean): string {
  if (value === 0) return "–";
  const text = short ? figure(Math.abs(value)) : money(Math.abs(value));
  return value < 0 ? `−${text}` : text;
}

interface Row {
  key: string;
  label: string;
  values: number[];
  kind?: string;
}

const entryRow = (accounts: Account[], entry: Entry): Row => ({
  key: entry,
  label: t(`capone.ledger.${entry}`),
  values: accounts.map((account) => account[entry]),
});

/** One row for every space that paid. */
function takingRows(accounts: Account[]): Row[] {
  return ILLEGAL.flatMap((business) =>
    SPACES.map((space) => ({
      key: `${business} ${space}`,
      label: placeName(business, space),
      values: accounts.map(({ takings }) =>
        takings.reduce(
          (sum, one) => sum + (one.business === business && one.space === space ? one.pays : 0),
          0,
        ),
      ),
      kind: "place",
    })),
  );
}

function rowsOf(accounts: Account[]): Row[] {
  const before: Entry[] = ["legal", "protection", "bail"];
  const after: Entry[] = ["rehire", "sold", "invested"];
  return [
    ...before.map((entry) => entryRow(accounts, entry)),
    ...takingRows(accounts),
    ...after.map((entry) => entryRow(accounts, entry)),
  ].filter(({ values }) => values.some((value) => value !== 0));
}

function Figures({ row, short }: { row: Row; short: boolean }) {
  return (
    <tr class={row.kind ?? ""}>
      <th scope="row">{row.label}</th>
      {row.values.map((value, seat) => (
        <td key={seat} class={value < 0 ? "out" : ""}>
          {amount(value, short)}
        </td>
      ))}
    </tr>
  );
}

/** A year's accounts. Full amounts where they fit, else thousands, and it says so. */
export function AccountTable(props: { book: YearBook; names: string[]; caption: string }) {
  const { accounts } = props.book;
  const short = accounts.length > 3;
  return (
    <table>
      <caption>
        {props.caption}
        {short && <small> ({t("capone.ledger.unit")})</small>}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("capone.ledger.family")}</th>
          {accounts.map((_, seat) => (
            <th scope="col" key={seat} class={`seat-${seat}`}>
              <Shape seat={seat} /> {props.names[seat]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Figures
          short={short}
          row={{ key: "open", label: t("capone.ledger.open"), values: accounts.map(({ open }) => open) }}
        />
        {rowsOf(accounts).map((row) => (
          <Figures key={row.key} row={row} short={short} />
        ))}
      </tbody>
      <tfoot>
        <Figures
          short={short}
          row={{ key: "close", label: t("capone.ledger.close"), values: accounts.map(({ close }) => close), kind: "sum" }}
        />
        <tr>
          <th scope="row">{t("capone.ledger.steps")}</th>
          {accounts.map(({ steps }, seat) => (
            <td key={seat}>
              {figure(steps)} / {GOAL}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

interface Props {
  view: CaponeView;
  names: string[];
  history?: Move[];
}

/** At the year's end it lies on the city; the city can be seen again at a tap. */
export function Ledger({ view, names, history }: Props) {
  const open = useSignal(true);
  const book = keepBooks(view, history)?.at(-1);
  if (!book) return null;
  const title = t("capone.ledger.title", { year: view.year + 1 });
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
        <div class="sheet" tabIndex={0} role="group" aria-label={title}>
          <AccountTable book={book} names={names} caption={title} />
        </div>
      )}
    </section>
  );
}

/** Full where there is room for it, else in thousands. */
function Amount({ value }: { value: number }) {
  return (
    <td>
      <span class="full">{money(value)}</span>
      <span class="short">{figure(value)}</span>
    </td>
  );
}

/** At the end: who is where and why, then every year's accounts to leaf through. */
export function Summary({ view, names, result, history }: Props & { result: Result }) {
  const years = keepBooks(view, history) ?? [];
  const at = useSignal(view.year);
  const book = years[at.value];
  const order = view.seats.map((_, seat) => seat).sort((a, b) => result.places[a]! - result.places[b]!);
  return (
    <section class="capone-summary">
      <div class="ledger">
        <table class="places">
          <caption>
            {t("capone.summary.why")} <small class="short">({t("capone.ledger.unit")})</small>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t("capone.summary.place")}</th>
              <th scope="col">{t("capone.ledger.family")}</th>
              <th scope="col">{t("capone.ledger.steps")}</th>
              <th scope="col">{t("capone.summary.cash")}</th>
              <th scope="col">{t("capone.summary.alive")}</th>
            </tr>
          </thead>
          <tbody>
            {order.map((seat) => (
              <tr key={seat} class={result.places[seat] === 1 ? "won" : ""}>
                <td>{figure(result.places[seat]!)}</td>
                <th scope="row" class={`seat-${seat}`}>
                  <Shape seat={seat} /> {names[seat]}
                </th>
                <td>
                  {figure(view.seats[seat]!.steps)} / {GOAL}
                </td>
                <Amount value={view.seats[seat]!.cash} />
                <Amount value={alive(view, seat)} />
              </tr>
            ))}
          </tbody>
        </table>
        {book && (
          <>
            <div class="leaf">
              <button type="button" disabled={at.value === 0} onClick={() => at.value--} aria-label={t("capone.summary.year", { n: at.value })}>
                ‹
              </button>
              <h2 aria-live="polite">{t("capone.ledger.title", { year: at.value + 1 })}</h2>
              <button
                type="button"
                disabled={at.value >= years.length - 1}
                onClick={() => at.value++}
                aria-label={t("capone.summary.year", { n: at.value + 2 })}
              >
                ›
              </button>
            </div>
            <div class="sheet" tabIndex={0} role="group" aria-label={t("capone.ledger.title", { year: at.value + 1 })}>
              <AccountTable book={book} names={names} caption={t("capone.ledger.title", { year: at.value + 1 })} />
            </div>
          </>
        )}
      </div>
    </section>
  );
}
