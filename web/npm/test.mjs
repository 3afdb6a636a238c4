// The package as others get it: installed from its tarball into an empty folder, without a network.
// usage: node test.mjs ENGINE.WASM
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pack } from "./build.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "capucine-npm-test-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function run(program, ...args) {
  return execFileSync(program, args, { cwd: folder, encoding: "utf8" });
}

async function install() {
  const tarball = await pack(process.argv[2], join(folder, "dist"));
  assert.match(tarball, /capucine-\d+\.\d+\.\d+\.tgz$/);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", "install", tarball, "--offline", "--no-audit", "--no-fund");
  const there = readdirSync(join(folder, "node_modules/capucine")).sort();
  assert.deepEqual(there, [
    "LICENSE",
    "README.md",
    "engine.wasm",
    "index.d.ts",
    "index.js",
    "package.json",
    "types.d.ts",
  ]);
  return import(pathToFileURL(join(folder, "node_modules/capucine/index.js")).href);
}

function exportsAreOurs() {
  const bytes = readFileSync(join(folder, "node_modules/capucine/engine.wasm"));
  for (const { name } of WebAssembly.Module.exports(new WebAssembly.Module(bytes)))
    assert.ok(name === "memory" || name.startsWith("capu_"), `an export is called ${name}`);
}

/** Two games at once, move by move in turn: neither knows of the other. */
function playTwo(capucine, { name, players }) {
  const [alone, other, again] = ["7", "8", "7"].map((seed) =>
    capucine.deal({ game: name, players: players[1] }, seed),
  );
  const step = (game) => {
    const [seat] = game.position.actors;
    const legal = game.position.legal(seat);
    game.apply(seat, legal[game.moves.length % legal.length]);
  };
  while (!alone.position.over) step(alone);
  while (!again.position.over) {
    step(again);
    if (!other.position.over) step(other);
  }
  assert.ok(alone.position.equals(again.position));
  assert.equal(alone.position.hash(), again.position.hash());
  assert.ok(!alone.position.equals(other.position));
  return alone;
}

function checkRecord(capucine, game) {
  const record = game.record();
  assert.deepEqual(record.result.scores, game.position.result().scores);
  const read = capucine.read(JSON.stringify(record));
  assert.ok(read.position.equals(game.position));
  assert.deepEqual(read.record(), record);
  assert.deepEqual(read.history(null).length, record.actions.length);
  assert.ok(read.story(0).length >= record.actions.length);
  const middle = Math.floor(record.actions.length / 2);
  const position = read.at(middle);
  const json = position.json();
  assert.ok(capucine.position(json).equals(capucine.position(JSON.stringify(json))));
  assert.deepEqual(capucine.position(json, "9").json(), json);
  assert.equal(read.back(middle).moves.length, middle);
  const broken = { ...record, actions: [[record.actions[0][0], "fly"]] };
  assert.throws(() => capucine.read(broken), {
    code: "bad_record",
    reason: { id: "record.action", words: ["0"], cause: { id: "why.no_action", words: [] } },
  });
  assert.throws(() => capucine.read("{"), { code: "bad_json" });
}

function checkPosition(capucine, { name, players }) {
  const { position } = capucine.deal({ game: name, players: players[1] }, "5");
  const [seat] = position.actors;
  const before = position.hash();
  const view = position.view(seat);
  assert.ok(view.isView && !position.isView);
  assert.ok(view.sample().view(seat).equals(view));
  assert.deepEqual(view.legal(seat), position.legal(seat));
  assert.ok(Array.isArray(position.facts(null)));
  assert.equal(position.result(), null);
  assert.equal(position.whyNot(seat, position.legal(seat)[0]), null);
  assert.ok(position.whyNot(seat, "fly").id);
  assert.throws(() => position.apply(seat, "fly"), { code: "illegal_action" });
  assert.ok(position.legal(seat).includes(position.choose("casual", seat)));
  assert.ok(position.legal(seat).includes(position.choose("random", seat)));
  const advice = position.advise(seat, { iterations: 200 });
  assert.ok(advice.length > 0 && position.legal(seat).includes(advice[0].action));
  const { position: next, events } = position.tell(seat, advice[0].action, seat);
  assert.ok(Array.isArray(events) && !next.equals(position));
  assert.equal(position.hash(), before);
}

/** The example of the README, as it stands there, and as TypeScript. */
function tryReadme() {
  const [, example] = /```js\n(.*?)```/s.exec(readFileSync(join(here, "README.md"), "utf8"));
  writeFileSync(join(folder, "example.js"), example);
  assert.match(run(process.execPath, "example.js"), /scores/);
  const typed = example
    .replace("= game.position.actors;", "= game.position.actors as [number];")
    .replace("= game.position.legal(seat);", "= game.position.legal(seat) as [string];");
  writeFileSync(join(folder, "example.ts"), typed);
  writeFileSync(
    join(folder, "wrong.ts"),
    'import { load } from "capucine";\n(await load()).deal({ game: "caprice" });\n',
  );
  const tsc = join(here, "../node_modules/typescript/bin/tsc");
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];
  const check = (file) => run(process.execPath, tsc, ...options, file);
  check("example.ts");
  assert.throws(
    () => check("wrong.ts"),
    ({ stdout }) => /'players' is missing/.test(stdout),
  );
}

mkdirSync(join(folder, "dist"));
const { load } = await install();
exportsAreOurs();
const capucine = await load();
assert.match(capucine.version, /^\d+\.\d+\.\d+$/);
const games = capucine.games();
assert.ok(games.length >= 4);
for (const game of games) {
  checkRecord(capucine, playTwo(capucine, game));
  checkPosition(capucine, game);
  console.log(`${game.title}: played, recorded, read`);
}
assert.throws(() => capucine.deal({ game: "chess", players: 2 }), { code: "unknown_game" });
assert.throws(() => capucine.deal({ game: "caprice", players: 9 }), { code: "bad_players" });
tryReadme();
console.log("the package is installed from its tarball and plays");
