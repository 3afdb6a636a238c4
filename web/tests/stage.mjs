// A server and a browser for the tests of one file: there before the first, gone after the last.
import { after, before } from "node:test";
import { launch } from "./browser.mjs";
import { startServer } from "./server.mjs";

export let server;
export let browser;
before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.close();
});
