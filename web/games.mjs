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

/** A table of the games that have a file, with what loads it. */
const loading = (file, module = file) =>
  `{${having(file)
    .map((name) => `${JSON.stringify(name)}: () => import("./${name}/${module}")`)
    .join()}}`;

const loaders = () =>
  `export const folders = ${loading("index.tsx", "index")};
  export const pictures = ${loading("art/picture.svg")};`;

const styles = () =>
  having("board.css")
    .map((name) => `@import "./${name}/board.css";`)
    .join("\n");

/** Where games keep their drawings. */
export const artFolders = () => having("art").map((name) => join(FOLDERS, name, "art"));

/** A game's drawings by name, each a component. */
function drawings(game) {
  const names = readdirSync(join(FOLDERS, game, "art"))
    .map((file) => file.replace(/\.svg$/, ""))
    .filter((name) => name !== "picture"); // that comes by itself
  const imports = names.map((name, i) => `import d${i} from "./${game}/art/${name}.svg";`);
  const rows = names.map((name, i) => `${JSON.stringify(name)}: d${i}`);
  return `${imports.join("")}export default {${rows.join()}};`;
}

/** A drawing as a component: what it is given goes to its frame, children over the rest. In JSX a
 * link to a piece of another drawing has no file: it brings that drawing into the document. */
function component(svg) {
  const [, frame, inside] = /<svg([^>]*)>(.*)<\/svg>/s.exec(svg.replace(/<!--.*?-->/gs, ""));
  const linked = inside.replace(/href="[^"#]+#/g, 'href="#');
  const shown = frame.replace(/ xmlns="[^"]*"/, "");
  const others = new Set(Array.from(inside.matchAll(/href="([^"#]+)#/g), ([, file]) => file));
  const kept = [...others].map(
    (file, i) => `import other${i} from "./${file}"; keepOnce(other${i});`,
  );
  return `import { keepOnce } from "../../art";
  ${kept.join("")}
  export default ({ children, ...more }) =>
    <svg${shown} aria-hidden="true" {...more}>${linked}{children}</svg>;`;
}

const loaderOf = { folders: [loaders, "ts"], styles: [styles, "css"], art: [drawings, "js"] };

/** For esbuild: the modules `games:folders`, which loads each game's board or its picture, `games:styles`, and
 * `games:art/<game>`, its drawings. */
export const gamesPlugin = {
  name: "games",
  setup(build) {
    build.onResolve({ filter: /^games:/ }, ({ path }) => ({ path, namespace: "games" }));
    build.onLoad({ filter: /.*/, namespace: "games" }, ({ path }) => {
      const [, kind, game] = /^games:(\w+)\/?(.*)$/.exec(path);
      const [contents, loader] = loaderOf[kind];
      return { contents: contents(game), loader, resolveDir: FOLDERS };
    });
    build.onLoad({ filter: /\/art\/[^/]*\.svg$/ }, ({ path }) => ({
      contents: component(readFileSync(path, "utf8")),
      loader: "jsx",
    }));
  },
};
