// The rules of a game for reference: on their own page, and as a sheet over the table.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { titleOf } from "../assets";
import type { GameUi } from "../games/contract";
import { Dialog } from "./dialog";
import { has, readMore, t } from "../words/words";

/** Loads a game's rules in the present language. */
export function useRules(game: string) {
  const state = useSignal<"loading" | "there" | "missing">("loading");
  useEffect(() => {
    state.value = "loading";
    readMore(`rules-${game}`).then(
      () => (state.value = "there"),
      () => (state.value = "missing"),
    );
  }, [game]);
  return state;
}

const headOf = (ui: GameUi, key: string): string => t(`${ui.id}.rule.${key}.title`);
const textOf = (ui: GameUi, key: string): string => t(`${ui.id}.rule.${key}.text`);

function matches(ui: GameUi, key: string, wanted: string): boolean {
  return `${headOf(ui, key)} ${textOf(ui, key)}`.toLowerCase().includes(wanted.toLowerCase());
}

function Section({ ui, rule }: { ui: GameUi; rule: string }) {
  const guessed = ui.reconstructed.includes(rule);
  return (
    <section id={rule} class="rule" tabIndex={-1}>
      <h3>
        {headOf(ui, rule)}
        {guessed && (
          <abbr class="dagger" title={t("rules.reconstructed")}>
            †
          </abbr>
        )}
      </h3>
      {textOf(ui, rule)
        .split(/\n\s*\n/)
        .map((paragraph, i) => (
          <p key={i}>{paragraph}</p>
        ))}
      {guessed && <p class="quiet">† {t("rules.reconstructed")}</p>}
    </section>
  );
}

export function RulesReference({ ui, rule }: { ui: GameUi; rule: string }) {
  const state = useRules(ui.id);
  const wanted = useSignal("");
  useEffect(() => {
    if (state.value !== "there" || !rule) return;
    const section = document.getElementById(rule);
    section?.scrollIntoView({ block: "start" });
    section?.focus({ preventScroll: true });
  }, [state.value, rule]);
  if (state.value === "loading") return <p role="status">{t("table.loading")}</p>;
  if (state.value === "missing") return <p role="alert">{t("rules.missing")}</p>;
  const known = ui.rules.filter((key) => has(`${ui.id}.rule.${key}.title`));
  const found = known.filter((key) => matches(ui, key, wanted.value));
  return (
    <div class="rules">
      <label class="search">
        {t("rules.search")}
        <input
          type="search"
          value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
        />
      </label>
      <nav aria-label={t("rules.contents")}>
        <ul>
          {found.map((key) => (
            <li key={key}>
              <a href={`#${key}`} onClick={(event) => jump(event, key)}>
                {headOf(ui, key)}
                {ui.reconstructed.includes(key) && " †"}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {found.length === 0 && <p role="status">{t("rules.nothing", { what: wanted.value })}</p>}
      {found.map((key) => (
        <Section key={key} ui={ui} rule={key} />
      ))}
    </div>
  );
}

function jump(event: Event, key: string): void {
  event.preventDefault();
  const section = document.getElementById(key);
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
}

export function RulesSheet(props: { ui: GameUi; rule: string; close(): void }) {
  return (
    <Dialog title={t("menu.rules")} class="sheet" close={props.close}>
      <header>
        <h2>{t("rules.of", { game: titleOf(props.ui.id) })}</h2>
        <button type="button" onClick={props.close}>
          {t("dialog.close")}
        </button>
      </header>
      <RulesReference ui={props.ui} rule={props.rule} />
    </Dialog>
  );
}
