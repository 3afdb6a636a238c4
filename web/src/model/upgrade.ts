// Whether the server has a newer client than this tab: then a message offers to load it.
import { signal } from "@preact/signals";
import { build } from "../assets";

export const outdated = signal(false);

let waiting: ServiceWorker | null = null;

/** Asks the server which build it has; a server that cannot be reached says nothing. */
export async function checkBuild(): Promise<boolean> {
  try {
    const response = await fetch("/build.json", { cache: "no-store" });
    const found = (await response.json()) as { build?: string };
    if (found.build && build() && found.build !== build()) outdated.value = true;
  } catch {
    // offline
  }
  return outdated.value;
}

export function reload(): void {
  waiting?.postMessage("take over");
  location.reload();
}

function follow(registration: ServiceWorkerRegistration): void {
  const wait = (): void => {
    waiting = registration.waiting;
  };
  wait();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", wait);
  });
}

const MINUTES = 60_000;

/** From now on: the service worker, and a look at the server's build whenever the tab comes back. */
export function watchBuild(): void {
  if ("serviceWorker" in navigator) {
    void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
    void navigator.serviceWorker.ready.then(follow);
  }
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - asked < 10 * MINUTES) return;
    asked = Date.now();
    void checkBuild();
  });
}
