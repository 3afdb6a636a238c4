// Small pictures for buttons that have no room for their words; the words stay beside them.
const STROKES = {
  undo: "M9 5 4 10l5 5M4.5 10H14a6 6 0 0 1 0 12h-3",
  hint: "M9 19h6M10 22h4M9.5 16c0-2-3.5-3.5-3.5-7.5a6 6 0 0 1 12 0c0 4-3.5 5.5-3.5 7.5z",
  again: "M12 4a8.5 8.5 0 1 1-8 6M4 4v6h6M12 8.5v4.5l3 2",
  cancel: "M6 6l12 12M18 6L6 18",
  list: "M9 6h12M9 12h12M9 18h12M4 6h.01M4 12h.01M4 18h.01",
} as const;

export function Icon({ name }: { name: keyof typeof STROKES }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  );
}
