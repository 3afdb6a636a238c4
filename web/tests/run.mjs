// Runs all tests of the client, one file more at once than there are cores, since files also wait.
// Expects CAPUCINE (the server), CAPU_WEB (the built client) and CAPU_SHOTS (where pictures go) in the
// environment; names as arguments run those files only, in that order: the longest first, and no core
// is idle at the end. What measures time is run alone, at the end.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const AT_ONCE = cpus().length + 1;
const ALONE = ["speed"];
const here = dirname(fileURLToPath(import.meta.url));
const ENDING = ".test.mjs";
const known = readdirSync(here)
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length));
const wanted = process.argv.slice(2);
const files = wanted.length === 0 ? known : wanted;
if (process.env.CAPU_SHOTS) mkdirSync(process.env.CAPU_SHOTS, { recursive: true });
const unknown = files.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`there is no test called ${unknown.join(" ")}`);
  process.exit(2);
}

/** How many tests did `what`, by the closing lines of Node's test runner. */
const count = (said, what) => Number(new RegExp(`^. ${what} (\\d+)`, "m").exec(said)?.[1] ?? 0);

/** Whether a file has tests at all: the runner counts one without any as a test that passes. */
const hasTests = (name) => /\btest\(/.test(readFileSync(join(here, name + ENDING), "utf8"));

/** Runs one file; whether it passed, what it said, and how long it took. No test is no pass. */
function run(name) {
  return new Promise((resolve) => {
    const begin = Date.now();
    const child = spawn(process.execPath, ["--test", join(here, name + ENDING)]);
    let said = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.stderr.on("data", (chunk) => (said += chunk));
    child.on("close", (status) =>
      resolve({
        name,
        passed: status === 0 && hasTests(name) && count(said, "pass") > 0,
        said,
        seconds: (Date.now() - begin) / 1000,
      }),
    );
  });
}

function report({ name, passed, said, seconds }) {
  const verdict = `${count(said, "pass")} passed, ${count(said, "fail")} failed`;
  console.log(`${passed ? "ok    " : "FAILED"} ${name}: ${verdict}, ${seconds.toFixed(0)} s`);
  if (!passed) console.log(said);
}

/** The tests that failed, each with what it says of it: long logs are cut at their beginning. */
function failures(said) {
  const lines = said.split("\n");
  return lines.flatMap((line, at) => {
    if (!/^\s*not ok/.test(line)) return [];
    const block = lines.slice(at, at + 30);
    const end = block.findIndex((one) => one.trim() === "...");
    const told = block.slice(0, end < 0 ? block.length : end);
    return told.some((one) => one.includes("subtestsFailed")) ? [] : told;
  });
}

const broken = [];
const closing = [];
async function work(waiting) {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const result = await run(name);
    report(result);
    if (!result.passed) {
      broken.push(name);
      closing.push(`${name}:`, ...failures(result.said));
    }
  }
}
const together = files.filter((name) => !ALONE.includes(name));
await Promise.all(Array.from({ length: AT_ONCE }, () => work(together)));
await work(files.filter((name) => ALONE.includes(name)));
if (closing.length > 0) console.log(closing.join("\n"));

console.log(
  `${files.length - broken.length} files passed, ${broken.length} failed ${broken.join(" ")}`,
);
process.exit(broken.length === 0 ? 0 : 1);
