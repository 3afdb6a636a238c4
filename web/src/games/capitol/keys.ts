// Arrow keys move the focus to the nearest button in that direction; Tab works as ever.
const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middle = (element: Element): [number, number] => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

export function arrows(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const from = document.activeElement;
  const group = event.currentTarget as HTMLElement | null;
  if (!step || !from || !group) return;
  const [x, y] = middle(from);
  let best: HTMLElement | null = null;
  let nearest = Infinity;
  for (const button of group.querySelectorAll<HTMLElement>("button:not(:disabled)")) {
    const [bx, by] = middle(button);
    const along = (bx - x) * step[0] + (by - y) * step[1];
    const aside = Math.abs((bx - x) * step[1]) + Math.abs((by - y) * step[0]);
    if (along > 4 && along + 3 * aside < nearest) {
      nearest = along + 3 * aside;
      best = button;
    }
  }
  if (!best) return;
  event.preventDefault();
  best.focus();
}
