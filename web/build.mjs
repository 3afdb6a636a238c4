// Builds the browser client into a folder: scripts, styles, texts, the engine.
// usage: node build.mjs ENGINE.WASM OUT; OUT is made anew
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [wasm, out] = process.argv.slice(2);
if (!wasm || !out) {
  console.error("usage: node build.mjs ENGINE.WASM OUT");
  process.exit(2);
}
const here = dirname(fileURLToPath(import.meta.url));
const LANGUAGES = ["en", "fr", "it", "de"];
const GAMES = ["caprice", "capitol", "capone", "capital-lux-2"];

function texts(language, domains) {
  return execFileSync(join(here, "../scripts/texts.py"), ["json", language, ...domains]);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.tsx", worker: "src/engine/worker.ts", style: "src/style/style.css" },
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  minify: true,
  target: ["chrome110", "firefox115", "safari16"],
  jsx: "automatic",
  jsxImportSource: "preact",
  chunkNames: "chunk-[hash]",
  logLevel: "warning",
});
cpSync(join(here, "public"), out, { recursive: true });
copyFileSync(wasm, join(out, "engine.wasm"));
for (const language of LANGUAGES) {
  writeFileSync(join(out, `texts.${language}.json`), texts(language, ["common", "web", ...GAMES]));
  for (const game of GAMES)
    writeFileSync(join(out, `texts.rules-${game}.${language}.json`), texts(language, [`rules-${game}`]));
}
