// Movement: a thing travels from where it was to where it is. Places are named with data-at="…".
import type { Travel } from "../games/contract";

const MS = 220;

export const still = (): boolean =>
  document.documentElement.dataset["motion"] === "none" ||
  (document.documentElement.dataset["motion"] !== "full" &&
    matchMedia("(prefers-reduced-motion: reduce)").matches);

const find = (name: string): Element | null =>
  document.querySelector(`[data-at="${CSS.escape(name)}"]`);

/** Where things are before a change; call what comes back after it. */
export function remember(travels: Travel[]): () => void {
  if (still()) return () => undefined;
  const from = travels.map(({ from }) => find(from)?.getBoundingClientRect());
  return () => {
    travels.forEach(({ to }, i) => {
      const target = find(to);
      const before = from[i];
      if (!target || !before) return;
      const after = target.getBoundingClientRect();
      const x = before.x + before.width / 2 - after.x - after.width / 2;
      const y = before.y + before.height / 2 - after.y - after.height / 2;
      target.animate(
        [{ transform: `translate(${x}px, ${y}px)` }, { transform: "translate(0, 0)" }],
        { duration: MS, easing: "ease-out" },
      );
    });
  };
}
