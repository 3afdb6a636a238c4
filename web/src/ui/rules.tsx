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

const headOf = (ui: GameUi, key: string): string =>
  t(`${ui.id}.rule.${key}.title`).replace(" †", "");
const textOf = (ui: GameUi, key: string): string => t(`${ui.id}.rule.${key}.text`);
const paragraphsOf = (ui: GameUi, key: string): string[] => textOf(ui, key).split(/\n\s*\n/);

/** Paragraphs that only say what is reconstructed stand together at the end. */
const isNote = (paragraph: string): boolean => paragraph.startsWith("† ");
const NOTES = "reconstructed";

function matches(ui: GameUi, key: string, wanted: string): boolean {
  return `${headOf(ui, key)} ${textOf(ui, key)}`.toLowerCase().includes(wanted.toLowerCase());
}

/** Beside the head of a section in which something is reconstructed; it leads to the footnote. */
const Dagger = () => (
  <a
    class="dagger"
    href={`#${NOTES}`}
    aria-label={t("rules.reconstructed")}
    title={t("rules.reconstructed")}
    onClick={(event) => jump(event, NOTES)}
  >
    †
  </a>
);

function Section({ ui, rule }: { ui: GameUi; rule: string }) {
  const Drawn = ui.figures?.[rule];
  return (
    <section id={rule} class="rule" tabIndex={-1}>
      <h3>
        {headOf(ui, rule)}
        {ui.reconstructed.includes(rule) && <Dagger />}
      </h3>
      {Drawn && <Drawn />}
      {paragraphsOf(ui, rule)
        .filter((paragraph) => !isNote(paragraph))
        .map((paragraph, i) => (
          <p key={i}>{paragraph}</p>
        ))}
    </section>
  );
}

/** The one footnote: what of all this is reconstructed. */
function Notes({ ui, rules }: { ui: GameUi; rules: readonly string[] }) {
  const guessed = rules.filter((key) => ui.reconstructed.includes(key));
  if (guessed.length === 0) return null;
  return (
    <section id={NOTES} class="rule notes" tabIndex={-1}>
      <h3>† {t("rules.notes")}</h3>
      <p>{t("rules.notes_text")}</p>
      <ul>
        {guessed.flatMap((key) =>
          paragraphsOf(ui, key)
            .filter(isNote)
            .map((paragraph) => (
              <li key={key}>
                <b>{headOf(ui, key)}:</b> {paragraph.slice(2)}
              </li>
            )),
        )}
      </ul>
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
      <nav aria-label={t("rules.contents")}>
        <label class="search">
          {t("rules.search")}
          <input
            type="search"
            value={wanted.value}
            onInput={(event) => (wanted.value = event.currentTarget.value)}
          />
        </label>
        <ul>
          {found.map((key) => (
            <li key={key}>
              <a href={`#${key}`} onClick={(event) => jump(event, key)}>
                {headOf(ui, key)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="sections">
        {found.length === 0 && <p role="status">{t("rules.nothing", { what: wanted.value })}</p>}
        {found.map((key) => (
          <Section key={key} ui={ui} rule={key} />
        ))}
        <Notes ui={ui} rules={found} />
      </div>
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
