// Reviews the beginning of a game of each kind by the engine as WebAssembly, and compares it with
// `capucine review`: the same verdicts, chances and summary.
// usage: node review.mjs ENGINE.WASM CAPUCINE GAMES-FOLDER
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MOVES = 8;
const [wasm, capucine, games] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {});
const engine = instance.exports;
const bytes = (at, count) => new Uint8Array(engine.memory.buffer, at, count);
const text = () =>
  new TextDecoder().decode(bytes(engine.capu_js_text(), engine.capu_js_length()));

function parse(json) {
  const data = new TextEncoder().encode(json);
  const paper = engine.capu_js_paper(data.length);
  bytes(paper, data.length).set(data);
  if (!engine.capu_js_parse(data.length)) throw new Error(text());
}

function say(words) {
  const data = new TextEncoder().encode(`${words}\0`);
  bytes(engine.capu_js_input(0), data.length).set(data);
}

function answer(status) {
  if (status !== 0) throw new Error(`status ${status}`);
  return JSON.parse(text());
}

function giveNet(game) {
  const path = join(games, game, "master.net");
  if (!existsSync(path)) return;
  const net = readFileSync(path);
  say(game);
  const room = engine.capu_js_net(net.length);
  bytes(room, net.length).set(net);
  if (!engine.capu_js_give_net(net.length)) throw new Error(`no net of ${game}`);
}

/** A game as a review needs it: played by bots, and cut. */
function record(game, folder) {
  execFileSync(
    capucine,
    ["sim", "--game", game, "--games", 1, "--bots", "beginner", "--seed", 3].concat([
      "--records",
      join(folder, game),
    ]),
  );
  const [file] = readdirSync(join(folder, game));
  const { result, ...whole } = JSON.parse(readFileSync(join(folder, game, file)));
  return { ...whole, actions: whole.actions.slice(0, MOVES) };
}

function review(record) {
  parse(JSON.stringify(record));
  if (engine.capu_js_load() !== 0) throw new Error(text());
  const moves = record.actions.map((_, at) => at);
  const verdicts = moves.map((at) => answer(engine.capu_js_review(at)));
  const chances = [-1, ...moves].map((at) => answer(engine.capu_js_luck(at))).filter(Boolean);
  say(record.actions[0][1]);
  const again = answer(engine.capu_js_review_action(0));
  if (JSON.stringify(again) !== JSON.stringify(verdicts[0])) throw new Error("another verdict");
  parse(JSON.stringify([...chances, null, ...verdicts]));
  return { verdicts, chances, summary: answer(engine.capu_js_review_sum()) };
}

const folder = mkdtempSync(join(tmpdir(), "capu-review-"));
let failed = 0;
let passed = 0;
try {
  for (const game of readdirSync(games)) {
    const path = join(folder, `${game}.json`);
    giveNet(game);
    const played = record(game, folder);
    writeFileSync(path, JSON.stringify(played));
    const native = JSON.parse(
      execFileSync(capucine, ["review", path, "--json"], { encoding: "utf8" }),
    );
    const [here, there] = [review(played), native].map((found) => JSON.stringify(found));
    if (here === there) passed++;
    else failed++;
    if (here !== there) console.error(`${game} differs:\n${there}\nWebAssembly:\n${here}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
