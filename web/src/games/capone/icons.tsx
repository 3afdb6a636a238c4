// Signs of cards and places, as lines in a square of 24.
import type { Card } from "./types";

const LINES: Record<Card, string> = {
  weapon: "M2 9h12l1-2h7v3h-6l-2 2h-2l1 4h-3l-1-4H7l-2 5H2l1-6zM9 12.5a2.6 2.6 0 1 0 .1 0",
  bank: "M3 9l9-5 9 5zM5.5 9.5v8M10 9.5v8M14 9.5v8M18.5 9.5v8M3 20h18",
  casino: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 8v.1M15.5 8v.1M12 12v.1M8.5 16v.1M15.5 16v.1",
  club: "M4 5h16l-8 8.5zM12 13.5V20M8 20h8M7 8h10M14.5 6.5L18 2",
  print: "M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 .1 0M6 10v4M18 10v4",
  jewel: "M7 4h10l4 5.5L12 20 3 9.5zM3 9.5h18M9 9.5L12 20l3-10.5L12 4z",
  loan: "M12 2.5v19M17 7.5C16 4.5 7.5 4 7.5 8s9.5 3.5 9.5 8-9 4.5-10.5 1",
  still: "M9 3h6M10 3v6.5L5 18a2 2 0 0 0 1.8 3h10.4A2 2 0 0 0 19 18l-5-8.5V3M7.5 14.5h9",
  pawn: "M3 3h18M12 3v10M6.5 3v3M17.5 3v3M6.5 6a3 3 0 1 0 .1 0M17.5 6a3 3 0 1 0 .1 0M12 13a3.5 3.5 0 1 0 .1 0",
  bar: "M5 8h11v12H5zM16 10.5h2.5a1.5 1.5 0 0 1 1.5 1.5v3a1.5 1.5 0 0 1-1.5 1.5H16M8.5 11.5v5M12.5 11.5v5M4.5 8C4 5 7 4 8 5.5c1-2.5 4-2.5 5 0 2-1.5 4 .5 3.5 2.5",
  pasta: "M3 12h18c0 5-4 8-9 8s-9-3-9-8zM6 12c0-4.5 3.5-4.5 3.5 0M9.5 12c0-5.5 4.5-5.5 4.5 0M14 12c0-4 3.5-4 3.5 0M20 3l-5 6",
  laundry: "M8 4c1 2.5 7 2.5 8 0l5 4-3 3-1.5-1v10h-9V10L6 11 3 8z",
  florist: "M12 10.5a2 2 0 1 0-.1 0M12 6.5c-1-4 5-4 2 0 4-1 4 5 0 3.5 1 4-5 4-2.5.5-4 1-4-5-.5-4M12 13v8M12 18c-3 0-4-2-4-3M12 19c3 0 4-2 4-3",
  undertaker: "M8.5 3h7L19 9l-3 12H8L5 9zM12 7v8M9.5 10h5",
  cinema: "M4 5h16v14H4zM4 9h16M4 15h16M8 5v4M12 5v4M16 5v4M8 15v4M12 15v4M16 15v4",
  bakery: "M4 11.5C1.5 7 5 5 12 5s10.5 2 8 6.5V19H4zM8.5 9.5l1.5 3M12.5 9l1.5 3",
  garage: "M3 13l2.5-5.5h11L20 12l1 1v4H3zM3 13h17M8 7.5V13M13 7.5V13M7 15.5a2 2 0 1 0 .1 0M17 15.5a2 2 0 1 0 .1 0",
  grocer: "M12 8c-5-3-9 .5-7.5 6.5C5.5 19 8.5 22 12 20c3.5 2 6.5-1 7.5-5.5C21 8.5 17 5 12 8zM12 8c0-3 1-4.5 3.5-5",
  penthouse: "M5 21V8h14v13M9 21v-5h6v5M5 12h14M12 8V3M12 3l5 1.8L12 6.5",
  barber: "M6 4l11 13M18 4L7 17M5.5 16.5a2.5 2.5 0 1 0 .1 0M18.5 16.5a2.5 2.5 0 1 0 .1 0",
  restaurant: "M7 3v18M4 3v5a3 3 0 0 0 6 0V3M17 21v-8h-2.5c0-5 .5-9 2.5-10z",
  fbi: "M12 2l8 3v6c0 6-4 9-8 11-4-2-8-5-8-11V5zM12 7l1.5 3.2 3.5.4-2.6 2.4.7 3.5-3.1-1.7-3.1 1.7.7-3.5L7 10.6l3.5-.4z",
  protection: "M3 6h18v13H3zM3 6.5l9 7 9-7M12 10V3.5M9.5 6L12 3.5 14.5 6",
  takeover: "M3 8.5h14l-4.5-4.5M21 15.5H7l4.5 4.5",
  hit: "M12 5a7 7 0 1 0 .1 0M12 2v6M12 16v6M2 12h6M16 12h6",
};

export function Icon({ card }: { card: Card }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={LINES[card]} />
    </svg>
  );
}
