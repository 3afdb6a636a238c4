// The types hold, for pages and for the service worker.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

for (const project of ["tsconfig.json", "tsconfig.sw.json"])
  test(project, () => {
    execFileSync(process.execPath, [join(web, "node_modules/typescript/bin/tsc"), "-p", project], {
      cwd: web,
      stdio: "inherit",
    });
  });
