// Builds the browser client into a folder: scripts, styles, texts, the engine, each under a name
// with a hash of its content. With PACKED it also packs all of it into one C file (src/web/assets.h).
// usage: node build.mjs ENGINE.WASM OUT [PACKED.C DEPFILE]; OUT is made anew
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { artFolders, askEngine, FOLDERS, gamesPlugin } from "./games.mjs";
import { icon } from "./icon.mjs";

const [wasm, out, packed, depfile] = process.argv.slice(2);
if (!wasm || !out) {
  console.error("usage: node build.mjs ENGINE.WASM OUT [PACKED.C DEPFILE]");
  process.exit(2);
}
const here = dirname(fileURLToPath(import.meta.url));
const LANGUAGES = ["en", "fr", "it", "de"];
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".bin": "application/octet-stream",
  ".jsonl": "application/x-ndjson",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

const read = new Set(
  ["build.mjs", "games.mjs", "icon.mjs", "../scripts/texts.py"].map((name) => join(here, name)),
);
/** Path -> { bytes, lasting }, in the order in which they were made. */
const files = new Map();

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);

/** Adds a file whose name may change with its content; returns the path under which it is served. */
function addHashed(name, content) {
  const bytes = Buffer.from(content);
  const [, stem, suffix] = /^(.*)(\.[^.]*)$/.exec(name);
  const path = `/${stem}-${hash(bytes)}${suffix}`;
  files.set(path, { bytes, lasting: true });
  return path;
}

function addPlain(path, content) {
  files.set(path, { bytes: Buffer.from(content), lasting: false });
}

function source(name) {
  const path = join(here, name);
  read.add(path);
  return readFileSync(path);
}

/** A game may have no texts yet. */
const hasTexts = (domain) => existsSync(join(here, `../po/en/${domain}.po`));

function texts(language, domains) {
  for (const domain of domains) read.add(join(here, `../po/${language}/${domain}.po`));
  return execFileSync(join(here, "../scripts/texts.py"), ["json", language, ...domains]);
}

/** Bundles entry points; what comes out keeps the names that esbuild gave. */
async function bundle(entryPoints, define, names) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: here,
    entryPoints,
    outdir: out,
    entryNames: names,
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    write: false,
    metafile: true,
    target: ["chrome110", "firefox115", "safari16"],
    jsx: "automatic",
    jsxImportSource: "preact",
    define: Object.fromEntries(Object.entries(define).map(([k, v]) => [k, JSON.stringify(v)])),
    logLevel: "warning",
    plugins: [gamesPlugin],
  });
  // what is defined or made here counts as an input too, but is no file
  for (const name of Object.keys(metafile.inputs))
    if (!/^(<define|games):/.test(name)) read.add(join(here, name));
  const paths = {};
  for (const file of outputFiles) {
    const path = `/${relative(out, file.path)}`;
    const meta = Object.entries(metafile.outputs).find(
      ([name]) => join(here, name) === file.path,
    )[1];
    files.set(path, { bytes: Buffer.from(file.contents), lasting: names.includes("[hash]") });
    if (meta.entryPoint) paths[meta.entryPoint] = path;
  }
  return paths;
}

const ABOUT = {
  games: await askEngine(wasm, "capu_js_games"),
  bots: await askEngine(wasm, "capu_js_bots"),
};
const GAMES = ABOUT.games.map(({ name }) => name);
const assets = { engine: addHashed("engine.wasm", readFileSync(wasm)) };
/** A game's net and its practice positions are loaded when they are needed, and only kept then. */
const CARRIED = [
  ["net", "master.net", "bin"],
  ["practice", "practice.jsonl", "jsonl"],
];
const LATER = [];
for (const game of GAMES)
  for (const [kind, file, suffix] of CARRIED) {
    const path = join(here, `../src/games/${game}/${file}`);
    if (!existsSync(path)) continue;
    read.add(path);
    assets[`${kind}.${game}`] = addHashed(`${kind}-${game}.${suffix}`, readFileSync(path));
    LATER.push(assets[`${kind}.${game}`]);
  }
for (const language of LANGUAGES) {
  const own = texts(language, ["common", "web", ...GAMES.filter(hasTexts)]);
  assets[`texts.${language}`] = addHashed(`texts-${language}.json`, own);
  const rules = GAMES.map((name) => `rules-${name}`).filter(hasTexts);
  for (const domain of ["study", ...rules]) {
    const name = `${domain}-${language}.json`;
    assets[`${domain}.${language}`] = addHashed(name, texts(language, [domain]));
  }
}
const HASHED = "[name]-[hash]";
const worker = await bundle(["src/engine/worker.ts"], { ASSETS: assets }, HASHED);
assets.worker = worker["src/engine/worker.ts"];
const styles = await bundle(["src/style/study.css"], {}, HASHED);
assets["study.style"] = styles["src/style/study.css"];
const app = await bundle(
  ["src/main.tsx", "src/style/style.css", "src/style/worlds.css"],
  { ASSETS: assets, ABOUT },
  HASHED,
);

addPlain("/icon.svg", source("public/icon.svg"));
for (const size of [180, 512]) addPlain(`/icon-${size}.png`, icon(size));
addPlain("/manifest.webmanifest", source("public/manifest.webmanifest"));
const all = [...files].map(([path, { bytes }]) => path + hash(bytes)).sort();
const number = hash(all.join("\n"));
addPlain("/build.json", JSON.stringify({ build: number }));
addPlain(
  "/index.html",
  String(source("public/index.html"))
    .replace("/app.js", app["src/main.tsx"])
    .replace("/style.css", app["src/style/style.css"])
    .replace("/worlds.css", app["src/style/worlds.css"])
    .replace("BUILD", number),
);
const kept = [...files.keys()].filter((path) => path !== "/build.json" && !LATER.includes(path));
await bundle(["src/sw.ts"], { BUILD: number, FILES: kept, LATER }, "[name]");

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const [path, { bytes }] of files) writeFileSync(join(out, path), bytes);
copyFileSync(wasm, join(out, "engine.wasm")); // under a plain name, for tests

if (packed) {
  const lines = [
    "/* Made by web/build.mjs: the browser client, compressed. */",
    '#include "web/assets.h"',
    "",
  ];
  const rows = [];
  [...files].forEach(([path, { bytes, lasting }], i) => {
    const small = gzipSync(bytes, { level: 9 });
    const numbers = small.toString("hex").replace(/(..)/g, "0x$1,");
    lines.push(`static const unsigned char file_${i}[] = {`);
    for (let at = 0; at < numbers.length; at += 100) lines.push(numbers.slice(at, at + 100));
    lines.push("};");
    rows.push(
      `    {"${path}", "${TYPES[extname(path)]}", "\\"${hash(bytes)}\\"", ${lasting}, file_${i},` +
        ` ${small.length}, ${bytes.length}},`,
    );
  });
  lines.push("const server_asset capu_assets[] = {", ...rows, "    {0},", "};", "");
  writeFileSync(packed, lines.join("\n"));
  for (const folder of ["en", "fr", "it", "de"]) read.add(join(here, "../po", folder));
  for (const folder of [FOLDERS, ...artFolders()]) read.add(folder);
  for (const name of readdirSync(join(here, "public"))) read.add(join(here, "public", name));
  const needed = [...read].map((path) => path.replace(/ /g, "\\ ")).join(" \\\n  ");
  writeFileSync(depfile, `${packed}: ${needed}\n`);
}
