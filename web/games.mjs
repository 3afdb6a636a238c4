// The games, as the engine and the folders tell of them: nobody keeps a list.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
export const FOLDERS = join(here, "src/games");

/** What an engine says: "capu_js_games", "capu_js_bots". */
export async function askEngine(wasm, question) {
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {});
  const { memory, capu_js_text, capu_js_length, [question]: ask } = instance.exports;
  ask();
  return JSON.parse(Buffer.from(memory.buffer, capu_js_text(), capu_js_length()).toString());
}

/** The folders with a board of their own. */
const drawn = () =>
  readdirSync(FOLDERS).filter((name) => existsSync(join(FOLDERS, name, "index.tsx")));

const having = (file) => drawn().filter((name) => existsSync(join(FOLDERS, name, file)));

const loaders = () =>
  `export const folders = {${drawn()
    .map((name) => `${JSON.stringify(name)}: () => import("./${name}/index")`)
    .join()}};`;

const styles = () =>
  having("board.css")
    .map((name) => `@import "./${name}/board.css";`)
    .join("\n");

/** For esbuild: the modules `games:folders`, which loads each game's board, and `games:styles`. */
export const gamesPlugin = {
  name: "games",
  setup(build) {
    const made = { "games:folders": [loaders, "ts"], "games:styles": [styles, "css"] };
    build.onResolve({ filter: /^games:/ }, ({ path }) => ({ path, namespace: "games" }));
    build.onLoad({ filter: /.*/, namespace: "games" }, ({ path }) => {
      const [contents, loader] = made[path];
      return { contents: contents(), loader, resolveDir: FOLDERS };
    });
  },
};
