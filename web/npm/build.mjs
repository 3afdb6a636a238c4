// Makes the package for npm: one script, its types, and the engine as WebAssembly.
// usage: node build.mjs ENGINE.WASM FOLDER; the tarball is left in FOLDER, and its name is printed
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

/** Declarations say where others lie; in the package they lie side by side. */
function flatten(text) {
  const flat = text.replaceAll('"../src/engine/types"', '"./types.js"');
  const left = /from "(?!\.\/types\.js)[^"]*"/.exec(flat);
  if (left) throw new Error(`the types of the package need more: ${left[0]}`);
  return flat;
}

function makeTypes(folder) {
  const types = join(folder, "types");
  const tsc = join(here, "../node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, "-p", here, "--outDir", types], { stdio: "inherit" });
  const index = readFileSync(join(types, "npm/index.d.ts"), "utf8");
  writeFileSync(join(folder, "index.d.ts"), flatten(index));
  copyFileSync(join(types, "src/engine/types.d.ts"), join(folder, "types.d.ts"));
  rmSync(types, { recursive: true });
}

/** The path of the tarball. */
export async function pack(wasm, out) {
  const folder = mkdtempSync(join(tmpdir(), "capucine-npm-"));
  try {
    await build({
      entryPoints: [join(here, "index.ts")],
      outfile: join(folder, "index.js"),
      bundle: true,
      format: "esm",
      platform: "neutral",
      target: "es2022",
      logLevel: "warning",
    });
    makeTypes(folder);
    copyFileSync(wasm, join(folder, "engine.wasm"));
    for (const name of ["package.json", "README.md"])
      copyFileSync(join(here, name), join(folder, name));
    copyFileSync(join(here, "../../LICENSE"), join(folder, "LICENSE"));
    mkdirSync(out, { recursive: true });
    const [made] = JSON.parse(
      execFileSync("npm", ["pack", "--json", "--offline"], { cwd: folder, encoding: "utf8" }),
    );
    const path = resolve(out, made.filename);
    copyFileSync(join(folder, made.filename), `${path}.new`);
    renameSync(`${path}.new`, path);
    return path;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [wasm, out] = process.argv.slice(2);
  if (!wasm || !out) {
    console.error("usage: node build.mjs ENGINE.WASM FOLDER");
    process.exit(2);
  }
  console.log(await pack(wasm, out));
}
