// Texts by id, in the reader's language; actions in words. po/README.md says how ids are made.
import { signal } from "@preact/signals";
import { asset } from "../assets";
import type { Arg, Line, Reason } from "../engine/types";

export const LANGUAGES = ["fr", "en", "it", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
type Texts = Record<string, string | string[]>;
export type Args = Record<string, string | number>;

export const language = signal<Language>("en");
const texts = signal<Texts>({});

/** Domains besides the usual one that have been asked for, such as a game's rules. */
const more = new Set<string>();

/** What has been fetched, or is on its way, by name; what could not be had may be asked for again. */
const fetched = new Map<string, Promise<Texts>>();

async function fetchTexts(name: string): Promise<Texts> {
  const response = await fetch(asset(name));
  if (!response.ok) throw new Error(`no texts: ${name}`);
  return (await response.json()) as Texts;
}

function textsOf(domain: string, wanted: Language): Promise<Texts> {
  const name = `${domain}.${wanted}`;
  const found = fetched.get(name) ?? fetchTexts(name);
  fetched.set(name, found);
  found.catch(() => fetched.delete(name));
  return found;
}

let next: Language = language.value;
let latest = 0;

/** Gets all that is wanted by now. Whoever asks last is the one to learn it: they know of the rest. */
async function gather(): Promise<void> {
  const mine = ++latest;
  const wanted = next;
  const found = await Promise.all(["texts", ...more].map((domain) => textsOf(domain, wanted)));
  if (mine === latest) learn(wanted, Object.assign({}, ...found) as Texts);
}

/** Gets a language's texts; the page is drawn anew with them. */
export async function speak(wanted: Language): Promise<void> {
  next = wanted;
  try {
    await gather();
  } catch (error) {
    if (next === wanted) next = language.value;
    throw error;
  }
}

/** Further texts, in the present language and in those that follow. */
export async function readMore(domain: string): Promise<void> {
  if (more.has(domain)) return;
  await textsOf(domain, language.value);
  more.add(domain);
  await gather();
}

export function learn(wanted: Language, known: Texts): void {
  texts.value = known;
  language.value = wanted;
  if (typeof document !== "undefined") document.documentElement.lang = wanted;
}

/** The reader's language by what the browser says. */
export function preferred(): Language {
  for (const tag of navigator.languages) {
    const found = LANGUAGES.find((known) => tag.toLowerCase().startsWith(known));
    if (found) return found;
  }
  return "en";
}

export function has(id: string): boolean {
  return texts.value[id] !== undefined;
}

function form(text: string | string[], args: Args): string {
  return formFor(text, Number(args["n"] ?? 0));
}

function formFor(text: string | string[], n: number): string {
  if (typeof text === "string") return text;
  const size = Math.abs(n);
  const one = language.value === "fr" ? size < 2 : size === 1;
  return text[one ? 0 : 1] ?? text[0] ?? "";
}

/** The text of an id. A missing one shows its id, and tests look for that. */
export function t(id: string, args: Args = {}): string {
  const text = texts.value[id];
  if (text === undefined) return `⟦${id}⟧`;
  return form(text, args).replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = args[name];
    return value === undefined ? whole : typeof value === "number" ? figure(value) : value;
  });
}

/** The text of an id, or something else where nobody has written it. */
export const textOr = (id: string, other = ""): string => (has(id) ? t(id) : other);

/** A number in the reader's way. */
export function figure(value: number, digits = 0): string {
  return value.toLocaleString(language.value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** A share of the whole, 0 … 1. */
export const percent = (share: number): string =>
  share.toLocaleString(language.value, { style: "percent" });

/** Thousands of dollars. */
export function money(thousands: number): string {
  return thousands === 0 ? t("money.none") : t("money", { n: thousands });
}

/** What somebody has won a game with; some games count something else than points. */
export function scored(game: string, n: number, digits = 0): string {
  const own = `${game}.end.points`;
  const text = texts.value[has(own) ? own : "end.points"] ?? "{n}";
  return formFor(text, n).replace("{n}", figure(n, digits));
}

/** "a, b and c". */
export function list(parts: string[]): string {
  if (parts.length < 2) return parts[0] ?? "";
  const last = parts[parts.length - 1]!;
  return t("list.and", { a: parts.slice(0, -1).join(", "), b: last });
}

/** A word of an action or a view in the game's own terms. */
export function word(game: string, name: string): string {
  return textOr(`${game}.word.${name}`, name);
}

/** {…:next} and the like, for a word that is a number; null: it is none, or there is no such way. */
function numberAs(kind: string, text: string, names: string[]): string | null {
  if (!/^-?\d+$/.test(text)) return null;
  switch (kind) {
    case "next":
      return figure(Number(text) + 1);
    case "seat":
      return names[Number(text)] ?? text;
    case "money":
      return money(Number(text));
    default:
      return null;
  }
}

function argument(game: string, words: string[], names: string[], spec: string): string | null {
  const match = /^(\d+)(?:(-)|:(\w+))?$/.exec(spec);
  if (!match) return null;
  const at = Number(match[1]) - 1;
  if (match[2]) return list(words.slice(at).map((each) => word(game, each)));
  const one = words[at] ?? "";
  return numberAs(match[3] ?? "", one, names) ?? word(game, one);
}

/** The id that says an action best: see po/README.md. */
function actionId(game: string, how: "do" | "did", verb: string, words: string[]): string {
  const plain = `${game}.${how}.${verb}`;
  const exact = `${plain}.${words.includes("?") ? "hidden" : (words[0] ?? "none")}`;
  return [`${exact}.${words.length}`, exact].find(has) ?? plain;
}

function inWords(
  game: string,
  how: "do" | "did",
  action: string,
  names: string[],
  who: string,
): string {
  const [verb = "", ...words] = action.split(" ");
  const text = texts.value[actionId(game, how, verb, words)];
  if (text === undefined) return action;
  const args: Args = { n: words.length, who };
  return form(text, args).replace(/\{([^{}]*)\}/g, (whole, spec: string) => {
    const known = args[spec];
    return known !== undefined ? String(known) : (argument(game, words, names, spec) ?? whole);
  });
}

/** What a button for this action says. */
export function doing(game: string, action: string, names: string[]): string {
  return inWords(game, "do", action, names, "");
}

/** What the log says of it. */
export function done(game: string, seat: number, action: string, names: string[]): string {
  return inWords(game, "did", action, names, names[seat] ?? "");
}

/** Why something cannot be done. An id begins with its game, unless it holds in all of them. */
export function because({ id, words }: Reason): string {
  const text = texts.value[id];
  if (text === undefined) return t("error.illegal_action");
  const game = id.split(".")[0]!;
  return form(text, {}).replace(
    /\{([^{}]*)\}/g,
    (whole, spec: string) => argument(game, words, [], spec) ?? whole,
  );
}

// -------------------------------------------------------------------- lines

const isSeat = (name: string): boolean => name === "seat" || name.endsWith("_seat");

/** One argument of a line, as {name:kind} asks for it. A seat may also be a word of the game. */
function argInWords(game: string, name: string, arg: Arg, kind: string, names: string[]): string {
  const asked = numberAs(kind || (isSeat(name) ? "seat" : ""), String(arg), names);
  return asked ?? (typeof arg === "number" ? figure(arg) : word(game, arg));
}

/** 5 + 2 - 3: a number below zero is taken away, unless it comes first. */
const sumOf = (parts: number[]): string =>
  parts
    .map((part, i) => (i ? `${part < 0 ? " - " : " + "}${figure(Math.abs(part))}` : figure(part)))
    .join("");

function lineArgument(game: string, line: Line, spec: string, names: string[]): string | null {
  const [name = "", kind = ""] = spec.split(":");
  const value = line[name];
  if (value === undefined || name === "id") return null;
  const args = Array.isArray(value) ? value : [value];
  if (kind === "sum") return sumOf(args.map(Number));
  return list(args.map((arg) => argInWords(game, name, arg, kind, names)));
}

/** Whether there is a text for a line. */
export const canTell = (game: string, kind: "fact" | "event", { id }: Line): boolean =>
  has(`${game}.${kind}.${id}`);

function lineInWords(
  id: string,
  game: string,
  line: Line,
  names: string[],
  more: Args = {},
): string {
  const text = texts.value[id];
  if (text === undefined) return `⟦${id}⟧`;
  const n = line["n"];
  return formFor(text, typeof n === "number" ? n : 1).replace(
    /\{([^{}]*)\}/g,
    (whole, spec: string) => String(more[spec] ?? lineArgument(game, line, spec, names) ?? whole),
  );
}

/** Sentences begin with a capital, whatever word comes first. */
export const sentence = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(language.value) + text.slice(1);

/** Some lines are told otherwise to the one whom they are about. */
function ownId(id: string, { seat }: Line, names: string[]): string {
  const [who, ...others] = [seat ?? []].flat();
  const own = others.length === 0 && names[Number(who)] === texts.value["seat.you"];
  return own && has(`${id}.you`) ? `${id}.you` : id;
}

/** A fact or an event in words. */
export function tell(game: string, kind: "fact" | "event", line: Line, names: string[]): string {
  const id = ownId(`${game}.${kind}.${line.id}`, line, names);
  const said = lineInWords(id, game, line, names);
  return kind === "event" ? sentence(said) : said;
}

/** How the figure of a fact changes: {before}, {after}, {by}, and the fact's arguments. */
export function tellChange(game: string, before: Line, after: Line, names: string[]): string {
  const [was, is] = [Number(before["n"]), Number(after["n"])];
  const by = is > was ? `+${figure(is - was)}` : figure(is - was);
  const more = { before: figure(was), after: figure(is), by };
  return lineInWords(`${game}.change.${after.id}`, game, after, names, more);
}
