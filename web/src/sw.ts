// The service worker: keeps all files of one build, so that everything that needs no server works
// without one. A new build is a new cache; it takes over when the last tab of the old one closes, or
// when a page asks for it.
declare const BUILD: string;
declare const FILES: string[];
declare const LATER: string[];
declare const self: ServiceWorkerGlobalScope;

const NAME = `capucine-${BUILD}`;
/** How long a page may take to come from the server before the kept one is shown. */
const PATIENCE_MS = 2500;

async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map((path) => new Request(path, { cache: "no-cache" })));
}

async function activate(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith("capucine-") && name !== NAME) await caches.delete(name);
  await self.clients.claim();
}

const kept = async (path: string): Promise<Response | undefined> =>
  (await caches.open(NAME)).match(path);

/** The page: from the server if it answers soon, else the one that was kept. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    const found = await kept("/index.html");
    if (found) return found;
    throw error;
  }
}

/** What is needed by some only, such as a game's net: the kept file, or else it is fetched and kept
 *  from now on. */
async function later(path: string): Promise<Response> {
  const found = await kept(path);
  if (found) return found;
  const response = await fetch(path);
  if (response.ok) await (await caches.open(NAME)).put(path, response.clone());
  return response;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (
    event.request.mode === "navigate" &&
    !/^\/(api|host|contact|healthz|metrics)(\/|$)/.test(url.pathname)
  )
    event.respondWith(page(event.request));
  else if (FILES.includes(url.pathname))
    event.respondWith(kept(url.pathname).then((found) => found ?? fetch(event.request)));
  else if (LATER.includes(url.pathname)) event.respondWith(later(url.pathname));
});
export {};
