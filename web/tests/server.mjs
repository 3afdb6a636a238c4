// The real server with a store of its own, on a port that the system chooses.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** `flags`: more of the command line. */
export async function startServer(...flags) {
  const program = process.env.CAPUCINE;
  if (!program) throw new Error("CAPUCINE must name the server's binary");
  const folder = mkdtempSync(join(tmpdir(), "capucine-web-"));
  const store = `sqlite:${join(folder, "capucine.db")}`;
  let port = 0;
  let child;
  const start = async () => {
    child = spawn(
      program,
      [
        "serve",
        "--listen",
        `127.0.0.1:${port}`,
        "--store",
        store,
        "--rate",
        "0",
        "--per-address",
        "0",
        "--gone-after", // seconds: nobody waits for two minutes in a test
        "3",
        ...flags,
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    for await (const line of createInterface({ input: child.stdout })) {
      const found = /port (\d+)/.exec(line);
      if (!found) continue;
      port = Number(found[1]);
      return;
    }
    throw new Error("the server did not start");
  };
  const stop = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGTERM");
    });
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    stop,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
