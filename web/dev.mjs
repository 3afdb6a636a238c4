// Serves a built client without the server, for work on boards: what is local works, nothing online.
// usage: node dev.mjs FOLDER [PORT] — prints its address; port 0 (the default) takes a free one.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};
const HASHED = /-([0-9A-Z]{8}|[0-9a-f]{10})\.\w+$/;
const CSP =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; object-src 'none'; " +
  "frame-ancestors 'none'; form-action 'self'";

export function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://here").pathname);
    let file = join(folder, path);
    if (path.startsWith("/api/")) {
      response.writeHead(404).end();
      return;
    }
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) file = join(folder, "index.html");
    response.writeHead(200, {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      "Content-Security-Policy": CSP,
      "Cache-Control": HASHED.test(file) ? "max-age=86400, immutable" : "no-cache",
    });
    response.end(readFileSync(file));
  });
  return new Promise((resolve) =>
    server.listen(port, "127.0.0.1", () =>
      resolve({ url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }),
    ),
  );
}

if (process.argv[1]?.endsWith("dev.mjs")) {
  const { url } = await serve(process.argv[2], Number(process.argv[3] ?? 0));
  console.log(url);
}
