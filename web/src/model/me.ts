// Who we are to the server: a guest from the first thing on that needs a name.
import { signal } from "@preact/signals";
import { Refused } from "../engine/types";
import { takeSettings } from "../settings";
import { ask, get, post } from "./api";

export interface Me {
  id: string;
  kind: "guest" | "account" | "bot";
  name: string;
  login: string | null;
  language: string | null;
  contact: string | null;
  /** The settings that go with the account. */
  preferences: object;
}

const KNOWN = "capucine.person";

/** undefined: not asked yet; null: nobody. */
export const me = signal<Me | null | undefined>(undefined);

function take(found: Me | null): Me | null {
  me.value = found;
  if (found) localStorage.setItem(KNOWN, found.name);
  else localStorage.removeItem(KNOWN);
  return found;
}

/** The name that was last used here. */
export const rememberedName = (): string => localStorage.getItem(KNOWN) ?? "";

/** Who we are, if we have been somebody before. */
export async function findMe(): Promise<Me | null> {
  if (me.value) return me.value;
  if (!localStorage.getItem(KNOWN)) return (me.value = null);
  try {
    return take((await get<{ me: Me }>("/me")).me);
  } catch (error) {
    if (error instanceof Refused && error.code === "no_session") return take(null);
    throw error;
  }
}

/** Becomes a guest, unless we are somebody. */
export async function needMe(name?: string): Promise<Me> {
  const known = await findMe();
  if (known && (!name || name === known.name)) return known;
  if (known && name) return (await change({ name }))!;
  return take((await post<{ me: Me }>("/session", name ? { name } : {})).me)!;
}

interface Change {
  name?: string;
  language?: string;
  preferences?: object;
}

export async function change(what: Change): Promise<Me | null> {
  return take((await post<{ me: Me }>("/me", what)).me);
}

export async function setPassword(password: string, old: string): Promise<void> {
  await post("/me/password", old ? { password, old } : { password });
  take((await get<{ me: Me }>("/me")).me);
}

export async function login(name: string, password: string): Promise<void> {
  const found = take((await post<{ me: Me }>("/login", { name, password })).me)!;
  if (Object.keys(found.preferences).length > 0) takeSettings(JSON.stringify(found.preferences));
}

export async function logout(): Promise<void> {
  await post("/logout");
  take(null);
}

export async function remove(): Promise<void> {
  await ask("DELETE", "/me", {});
  take(null);
}

/** A program that plays with a token of ours. */
export interface OwnBot {
  id: string;
  name: string;
}

export const ownBots = async (): Promise<OwnBot[]> =>
  (await get<{ bots: OwnBot[] }>("/me/bots")).bots;

export async function removeBot(id: string): Promise<void> {
  await ask("DELETE", `/me/bots/${id}`, {});
}
