// Seats have a colour, a shape and a letter, so that no one of them is needed alone.
export const SHAPES = ["●", "▲", "■", "◆", "★", "✚"] as const;
export const LETTERS = ["A", "B", "C", "D", "E", "F"] as const;

export function SeatMark({ seat }: { seat: number }) {
  return (
    <span class={`seat-mark seat-${seat}`} data-letter={LETTERS[seat]} aria-hidden="true">
      {SHAPES[seat]}
    </span>
  );
}
