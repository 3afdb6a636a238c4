// Asking the server: JSON over HTTP, as docs/http.md describes it.
import { Refused, type Reason } from "../engine/types";

/** There was no answer at all. */
export class Unreachable extends Error {}

export const API = "/api/v1";

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Failure {
  error?: { code: string; message: string; reason?: Reason };
}

async function readAnswer<T>(response: Response): Promise<T> {
  const answer = (await response.json().catch(() => ({}))) as T & Failure;
  if (response.ok) return answer;
  throw new Refused(
    answer.error?.code ?? `http_${response.status}`,
    answer.error?.message ?? response.statusText,
    answer.error?.reason,
  );
}

/** One request. A key makes it safe to repeat. Throws Refused or Unreachable. */
export async function ask<T>(
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<T> {
  const headers: Record<string, string> = {};
  if (body) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  let response: Response;
  try {
    response = await fetch(API + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
  } catch {
    throw new Unreachable();
  }
  return readAnswer<T>(response);
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: object = {}, key?: string): Promise<T> =>
  ask<T>("POST", path, body, key);
