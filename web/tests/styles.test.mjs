// Styles keep to the scale of house.css: its sizes of type, and the widths at which layouts change.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const source = join(dirname(fileURLToPath(import.meta.url)), "../src");

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

const texts = filesBelow(source)
  .filter((path) => /\.(css|tsx?)$/.test(path))
  .map((path) => [relative(source, path), readFileSync(path, "utf8")]);

/** Where a pattern's first group is not as it should be: "file: what". */
const wrong = (files, pattern, isRight) =>
  files.flatMap(([name, text]) =>
    [...text.matchAll(pattern)]
      .filter(([, value]) => !isRight(value))
      .map(([found]) => `${name}: ${found}`),
  );

const house = texts.find(([name]) => name === "style/house.css")[1];
const sheets = texts.filter(([name]) => name.endsWith(".css"));
const scripts = texts.filter(([name]) => !name.endsWith(".css"));

/** The size in a value of `font-size` or `font`, where a slash parts it from the height of a line. */
const rawSize = (value) => /\d(px|pt|rem)/.test(value.replace(/\/\s*[\d.]+px/, ""));

test("there are six sizes of type at most", () => {
  const sizes = [...house.matchAll(/^ {2}--size[a-z-]*: \d+px;$/gm)];
  assert.ok(sizes.length > 0 && sizes.length <= 6, `${sizes.length} sizes`);
});

test("type has a size of the scale, or grows with its piece", () => {
  assert.deepEqual(
    wrong(sheets, /\bfont(?:-size)?: ([^;]+);/g, (value) => !rawSize(value)),
    [],
  );
  assert.deepEqual(
    wrong(scripts, /(?:font-size|fontSize)["']?[:=]\s*([^,;}\n]+)/g, () => false),
    [],
  );
});

test("raw sizes are found", () => {
  const found = ["12px", "700 13px/18px var(--serif)", "max(10px, 2cqi)", "1rem"];
  assert.deepEqual(found.filter(rawSize), found);
  assert.equal(rawSize("600 var(--size-tiny)/19px var(--serif)"), false);
  assert.equal(rawSize("0.75em"), false);
});

test("layouts change at the widths and heights that house.css lists", () => {
  const listed = new Set(/Where layouts change\.(.*?)\*\//s.exec(house)[1].match(/\d+(ch)?/g));
  const known = ([, limit, figure]) =>
    listed.has(figure.replace("px", "")) ||
    (limit === "max" && listed.has(String(parseInt(figure, 10) + 1)));
  const unknown = sheets.flatMap(([name, text]) =>
    [...text.matchAll(/@(?:media|container)[^{]*/g)].flatMap(([query]) =>
      [...query.matchAll(/(min|max)-(?:width|height): (\d+(?:px|ch))/g)]
        .filter((one) => !known(one))
        .map(() => `${name}: ${query}`),
    ),
  );
  assert.deepEqual(unknown, []);
});
