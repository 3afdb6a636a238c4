// Runs all tests of the client, two files at a time. Expects CAPUCINE (the server), CAPU_WEB (the
// built client) and CAPU_SHOTS (where pictures go) in the environment; names as arguments run those
// files only. A browser on a busy machine can be late: a file that fails is run once more, alone,
// and the report says so.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const AT_ONCE = 2;
const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(here)
  .filter((name) => name.endsWith(".test.mjs"))
  .filter((name) => wanted.length === 0 || wanted.some((one) => name.startsWith(`${one}.`)));
if (process.env.CAPU_SHOTS) mkdirSync(process.env.CAPU_SHOTS, { recursive: true });
if (files.length === 0) {
  console.error(`there is no test called ${wanted.join(" ")}`);
  process.exit(2);
}

/** Runs one file; whether it passed, what it said, and how long it took. */
function run(name) {
  return new Promise((resolve) => {
    const begin = Date.now();
    const child = spawn(process.execPath, ["--test", join(here, name)]);
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.stderr.on("data", (chunk) => (said += chunk));
    child.on("close", (status) =>
      resolve({ name, passed: status === 0, said, seconds: (Date.now() - begin) / 1000 }),
    );
  });
}

function report({ name, passed, said, seconds }, how = "") {
  const count = (what) => new RegExp(`^. ${what} (\\d+)`, "m").exec(said)?.[1] ?? "?";
  const verdict = `${count("pass")} passed, ${count("fail")} failed`;
  console.log(`${passed ? "ok    " : "FAILED"} ${name}: ${verdict}, ${seconds.toFixed(0)} s${how}`);
  if (!passed) console.log(said);
}

const waiting = [...files];
const failed = [];
async function work() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const result = await run(name);
    report(result);
    if (!result.passed) failed.push(name);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));

let broken = 0;
for (const name of failed) {
  const result = await run(name);
  report(result, " (second try, alone)");
  if (!result.passed) broken++;
}
console.log(`${files.length - broken} files passed, ${broken} failed, ${failed.length} tried twice`);
process.exit(broken === 0 ? 0 : 1);
