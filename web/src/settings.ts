// What a person has set: kept in this browser, and put on the document for styles to see.
import { computed, effect, signal, type Signal } from "@preact/signals";
import { LANGUAGES, preferred, speak, type Language } from "./words/words";

export const CHOICES = {
  language: ["auto", ...LANGUAGES],
  theme: ["auto", "light", "dark", "contrast"],
  motion: ["auto", "full", "none"],
  sound: ["off", "on"],
  confirm: ["grave", "always", "never"],
  colours: ["plain", "patterns"],
  boards: ["drawn", "words"],
  pace: ["normal", "calm", "quick", "instant"],
} as const;

export type Setting = keyof typeof CHOICES;
export type Settings = { [S in Setting]: (typeof CHOICES)[S][number] };

const STORED = "capucine.settings";
const NAMES = Object.keys(CHOICES) as Setting[];

/** Takes over what is known and allowed; everything else stays as it is by default. */
function read(text: string | null): Settings {
  const found = { ...defaults() } as Record<Setting, string>;
  try {
    const given = JSON.parse(text ?? "{}") as Record<string, unknown>;
    for (const name of NAMES)
      if ((CHOICES[name] as readonly unknown[]).includes(given[name]))
        found[name] = String(given[name]);
  } catch {
    // what was kept is no longer readable: begin anew
  }
  return found as Settings;
}

function defaults(): Settings {
  return Object.fromEntries(NAMES.map((name) => [name, CHOICES[name][0]])) as Settings;
}

function load(): Settings {
  try {
    return read(localStorage.getItem(STORED));
  } catch {
    return defaults();
  }
}

export const settings: Signal<Settings> = signal(load());

export function set<S extends Setting>(name: S, value: Settings[S]): void {
  settings.value = { ...settings.value, [name]: value };
}

/** All of it as text, to be kept elsewhere too; and back. */
export const settingsText = computed(() => JSON.stringify(settings.value));
export function takeSettings(text: string): void {
  settings.value = read(text);
}
/** Whether what is kept elsewhere says the same. */
export const agrees = (kept: object): boolean =>
  JSON.stringify(read(JSON.stringify(kept))) === settingsText.value;

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const systemTheme = signal(themeOfSystem());

function themeOfSystem(): "light" | "dark" | "contrast" {
  return contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
}

export const theme = computed(() =>
  settings.value.theme === "auto" ? systemTheme.value : settings.value.theme,
);

/** The language that is wanted, whether it has been loaded or not. */
export const wantedLanguage = computed<Language>(() =>
  settings.value.language === "auto" ? preferred() : settings.value.language,
);

/** Keeps the document as the settings say, from now on. */
export async function applySettings(): Promise<void> {
  for (const query of [dark, contrast])
    query.addEventListener("change", () => {
      systemTheme.value = themeOfSystem();
    });
  addEventListener("storage", (event) => {
    if (event.key === STORED) settings.value = read(event.newValue);
  });
  effect(() => {
    const { motion, colours } = settings.value;
    Object.assign(document.documentElement.dataset, { theme: theme.value, motion, colours });
  });
  effect(() => {
    try {
      localStorage.setItem(STORED, settingsText.value);
    } catch {
      // a forbidden store costs only the remembering
    }
  });
  let first: Promise<void> | undefined;
  effect(() => {
    const spoken = speak(wantedLanguage.value);
    first ??= spoken;
    spoken.catch(() => undefined);
  });
  await first;
}
