// Refusals in the reader's language: by their reason, by their code, else the English sentence.
import { Refused } from "../engine/types";
import { Unreachable } from "../model/api";
import { because, has, t } from "../words/words";

export function explain(error: unknown): string {
  if (error instanceof Unreachable) return t("error.unreachable");
  if (!(error instanceof Refused)) return t("error.failed");
  if (error.reason) {
    const { cause } = error.reason;
    const more = cause
      ? because(cause)
      : error.code === "bad_record" && error.message && `(${error.message})`;
    return [because(error.reason), more].filter(Boolean).join(" ");
  }
  const id = `error.${error.code}`;
  return has(id) ? t(id) : error.message;
}
