/** Arrow keys go through the buttons of a list, besides the tabulator. */
export function walk(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const buttons = [...(event.currentTarget as Element).querySelectorAll("button")];
  const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (step === undefined || now < 0) return;
  event.preventDefault();
  buttons[(now + step + buttons.length) % buttons.length]?.focus();
}
