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
  if (!step || !from) return;
  const [x, y] = middle(from);
  const group = event.currentTarget as HTMLElement;
  const buttons = [...group.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const shown = buttons.filter((button) => button.offsetWidth > 0);
  const ways = shown.map((button) => {
    const [bx, by] = middle(button);
    const along = (bx - x) * step[0] + (by - y) * step[1];
    const aside = Math.abs((bx - x) * step[1]) + Math.abs((by - y) * step[0]);
    return { button, along, length: along + 3 * aside };
  });
  const [nearest] = ways.filter(({ along }) => along > 4).sort((a, b) => a.length - b.length);
  if (nearest) event.preventDefault();
  nearest?.button.focus();
}
