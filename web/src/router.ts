// Pages by path, without reloading.
import { computed, signal } from "@preact/signals";

const place = signal({ path: location.pathname, search: location.search, hash: location.hash });

export const path = computed(() => place.value.path);
/** Stays the same object while only what is behind the # changes. */
const search = computed(() => place.value.search);
export const query = computed(() => new URLSearchParams(search.value));
export const hash = computed(() => plain(place.value.hash.slice(1)));

/** Anybody may write anything behind a #. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function look(): void {
  const { pathname, search, hash } = location;
  place.value = { path: pathname, search, hash };
}

export function go(to: string, how: "new" | "instead" = "new"): void {
  if (how === "new") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  const before = place.peek().path;
  look();
  if (before !== place.peek().path) scrollTo(0, 0);
}

export function followLinks(): void {
  addEventListener("popstate", look);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a[href^='/']");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.hasAttribute("download") || link.getAttribute("target")) return;
    event.preventDefault();
    go(link.getAttribute("href")!);
  });
}
