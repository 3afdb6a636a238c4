// Drawings are files that any drawing program opens, and all of them can stand in one document.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { artFolders } from "../games.mjs";

const drawings = artFolders().flatMap((folder) =>
  readdirSync(folder).map((file) => ({
    name: `${basename(dirname(folder))}/${file}`,
    game: basename(dirname(folder)),
    text: readFileSync(join(folder, file), "utf8"),
  })),
);

/** The names of the drawings of which this is not true. */
const but = (isRight) => drawings.filter((one) => !isRight(one)).map(({ name }) => name);

test("there are drawings, each an SVG file with its frame", () => {
  assert.ok(drawings.length > 0);
  const frame = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]* viewBox="[-\d. ]+"/;
  assert.deepEqual(
    but(({ name, text }) => name.endsWith(".svg") && frame.test(text)),
    [],
  );
});

test("names inside a drawing begin with the game's name", () => {
  assert.deepEqual(
    but(({ game, text }) =>
      [...text.matchAll(/ id="([^"]*)"/g)].every(([, id]) => id.startsWith(`${game}-`)),
    ),
    [],
  );
});

test("what a drawing takes from another one is there", () => {
  const ids = new Set(drawings.flatMap(({ text }) => text.match(/(?<= id=")[^"]*/g) ?? []));
  assert.deepEqual(
    but(({ text }) =>
      [...text.matchAll(/(?:href="[^"#]*|url\()#([\w-]+)/g)].every(([, id]) => ids.has(id)),
    ),
    [],
  );
});
