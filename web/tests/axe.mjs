// axe-core in a page: what it finds, in words.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Violations in the page, or within those of some parts that are there. axe is evaluated as the
 * tool's own script, which the page's policy does not bind. */
export async function violations(page, { within = null } = {}) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([levels, parts]) => {
      const there = parts?.filter((part) => document.querySelector(part));
      if (there?.length === 0) throw new Error(`nothing to look at: ${parts}`);
      const context = there ? { include: there.map((part) => [part]) } : document;
      const { violations } = await window.axe.run(context, {
        // of a part everything is checked, good habits too
        ...(there ? {} : { runOnly: levels }),
        resultTypes: ["violations"],
        // an experiment of axe: it takes a drawing's figures for a label
        rules: { "label-content-name-mismatch": { enabled: false } },
      });
      // what a bar at the edge covers in part is looked at again in the middle of the screen
      const isSmall = async ({ target }) => {
        document.querySelector(target[0]).scrollIntoView({ block: "center" });
        const again = await window.axe.run(target[0], { runOnly: ["target-size"] });
        return again.violations.length > 0;
      };
      const found = [];
      for (const { id, nodes } of violations) {
        const kept = [];
        for (const node of nodes)
          if (id !== "target-size" || (await isSmall(node))) kept.push(node);
        if (kept.length > 0)
          found.push(`${id}: ${kept.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
      }
      scrollTo(0, 0);
      return found;
    },
    [LEVELS, within],
  );
}
