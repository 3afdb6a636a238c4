// Settings: kept in this browser, and with the account.
import { change, me } from "../model/me";
import {
  agrees,
  CHOICES,
  set,
  settings,
  wantedLanguage,
  type Setting,
  type Settings,
} from "../settings";
import { Segments } from "../ui/segments";
import { t } from "../words/words";
import { SiteHead } from "./home";
import { useReaction } from "../ui/reaction";

const LANGUAGE_NAMES: Record<string, string> = {
  fr: "Français",
  en: "English",
  it: "Italiano",
  de: "Deutsch",
};

function nameOf(setting: Setting, value: string): string {
  return setting === "language" && LANGUAGE_NAMES[value]
    ? LANGUAGE_NAMES[value]
    : t(`settings.${setting}.${value}`);
}

function Group<S extends Setting>({ setting }: { setting: S }) {
  return (
    <Segments
      legend={t(`settings.${setting}`)}
      name={setting}
      value={settings.value[setting] as string}
      values={CHOICES[setting] as readonly string[]}
      show={(value) => (
        <span lang={setting === "language" && value !== "auto" ? value : undefined}>
          {nameOf(setting, value)}
        </span>
      )}
      change={(value) => set(setting, value as Settings[S])}
    />
  );
}

/** What belongs together stands together. */
const GROUPS: Record<string, readonly Setting[]> = {
  look: ["language", "theme", "colours", "boards"],
  play: ["confirm", "pace", "motion", "sound"],
};

/** What is set goes with the account to other devices; notices come in the reader's language. */
function useSettingsOfAccount(): void {
  useReaction(() => {
    const language = wantedLanguage.value;
    const preferences = settings.value;
    if (me.value && (me.value.language !== language || !agrees(me.value.preferences)))
      void change({ language, preferences }).catch(() => undefined);
  });
}

export function SettingsPage() {
  useSettingsOfAccount();
  return (
    <>
      <SiteHead />
      <main class="page settings">
        <h1 tabIndex={-1}>{t("nav.settings")}</h1>
        {Object.entries(GROUPS).map(([group, names]) => (
          <section class="card" key={group} aria-labelledby={`settings-${group}`}>
            <h2 id={`settings-${group}`}>{t(`settings.group.${group}`)}</h2>
            {names.map((setting) => (
              <Group key={setting} setting={setting} />
            ))}
          </section>
        ))}
        <p class="quiet">{t("settings.kept")}</p>
      </main>
    </>
  );
}
