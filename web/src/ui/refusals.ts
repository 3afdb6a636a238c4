// Refusals in the reader's language: by their code, else the engine's own sentence.
import { Refused } from "../engine/types";
import { Unreachable } from "../model/api";
import { has, t } from "../words/words";

export function explain(error: unknown): string {
  if (error instanceof Unreachable) return t("error.unreachable");
  if (!(error instanceof Refused)) return t("error.failed");
  const id = `error.${error.code}`;
  return has(id) ? t(id) : error.message;
}
