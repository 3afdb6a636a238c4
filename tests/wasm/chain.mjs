// Runs the engine as WebAssembly and compares its signatures, and what its searches think, with
// those of native builds.
// usage: node chain.mjs ENGINE.WASM GAMES NATIVE...
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [wasm, games, ...natives] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {});
const engine = instance.exports;

// The games' numbers of players follow `name` and `title` in capu_game_info.
const info = (game) => new Int32Array(engine.memory.buffer, engine.capu_info(game), 4);

const hex = (number) => BigInt.asUintN(64, number).toString(16).padStart(16, "0");

let lines = "";
for (let i = 0, game; (game = engine.capu_game_at(i)) !== 0; i++) {
  const [, , least, most] = info(game);
  for (let players = least; players <= most; players++) {
    const signature = engine.capu_signature(game, players, Number(games));
    const thoughts = engine.thoughts(i, players, Math.floor(Number(games) / 40));
    lines += `${i} ${players} ${hex(signature)} ${hex(thoughts)}\n`;
  }
}

let differences = 0;
for (const native of natives) {
  const expected = execFileSync(native, [games], { encoding: "utf8" });
  if (expected !== lines) {
    console.error(`${native} differs:\n${expected}WebAssembly:\n${lines}`);
    differences++;
  }
}
console.log(`${lines}${natives.length - differences} passed, ${differences} failed`);
process.exit(differences === 0 && natives.length > 0 && lines !== "" ? 0 : 1);
