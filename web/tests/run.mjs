// Runs all tests of the client. Expects CAPUCINE (the server), CAPU_WEB (the built client) and
// CAPU_SHOTS (where pictures go) in the environment; a name as argument runs that file only.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv[2] ?? "";
const files = readdirSync(here).filter(
  (name) => name.endsWith(".test.mjs") && name.startsWith(wanted),
);
if (process.env.CAPU_SHOTS) mkdirSync(process.env.CAPU_SHOTS, { recursive: true });
const { status } = spawnSync(
  process.execPath,
  ["--test", ...files.map((name) => join(here, name))],
  { stdio: "inherit" },
);
process.exit(status ?? 1);
