// What is drawn: signs of cards and places, the family’s photographs, and scenery without meaning.
import type { ComponentChildren } from "preact";
import type { Card } from "./view";

/** Lines in a square of 24. */
const LINES: Record<Card, string> = {
  weapon: "M2 9h12l1-2h7v3h-6l-2 2h-2l1 4h-3l-1-4H7l-2 5H2l1-6zM9 12.5a2.6 2.6 0 1 0 .1 0",
  bank: "M3 9l9-5 9 5zM5.5 9.5v8M10 9.5v8M14 9.5v8M18.5 9.5v8M3 20h18",
  casino:
    "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 8v.1M15.5 8v.1M12 12v.1M8.5 16v.1M15.5 16v.1",
  club: "M4 5h16l-8 8.5zM12 13.5V20M8 20h8M7 8h10M14.5 6.5L18 2",
  print: "M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 .1 0M6 10v4M18 10v4",
  jewel: "M7 4h10l4 5.5L12 20 3 9.5zM3 9.5h18M9 9.5L12 20l3-10.5L12 4z",
  loan: "M12 2.5v19M17 7.5C16 4.5 7.5 4 7.5 8s9.5 3.5 9.5 8-9 4.5-10.5 1",
  still: "M9 3h6M10 3v6.5L5 18a2 2 0 0 0 1.8 3h10.4A2 2 0 0 0 19 18l-5-8.5V3M7.5 14.5h9",
  pawn: "M3 3h18M12 3v10M6.5 3v3M17.5 3v3M6.5 6a3 3 0 1 0 .1 0M17.5 6a3 3 0 1 0 .1 0M12 13a3.5 3.5 0 1 0 .1 0",
  bar: "M5 8h11v12H5zM16 10.5h2.5a1.5 1.5 0 0 1 1.5 1.5v3a1.5 1.5 0 0 1-1.5 1.5H16M8.5 11.5v5M12.5 11.5v5M4.5 8C4 5 7 4 8 5.5c1-2.5 4-2.5 5 0 2-1.5 4 .5 3.5 2.5",
  pasta:
    "M3 12h18c0 5-4 8-9 8s-9-3-9-8zM6 12c0-4.5 3.5-4.5 3.5 0M9.5 12c0-5.5 4.5-5.5 4.5 0M14 12c0-4 3.5-4 3.5 0M20 3l-5 6",
  laundry: "M8 4c1 2.5 7 2.5 8 0l5 4-3 3-1.5-1v10h-9V10L6 11 3 8z",
  florist:
    "M12 10.5a2 2 0 1 0-.1 0M12 6.5c-1-4 5-4 2 0 4-1 4 5 0 3.5 1 4-5 4-2.5.5-4 1-4-5-.5-4M12 13v8M12 18c-3 0-4-2-4-3M12 19c3 0 4-2 4-3",
  undertaker: "M8.5 3h7L19 9l-3 12H8L5 9zM12 7v8M9.5 10h5",
  cinema: "M4 5h16v14H4zM4 9h16M4 15h16M8 5v4M12 5v4M16 5v4M8 15v4M12 15v4M16 15v4",
  bakery: "M4 11.5C1.5 7 5 5 12 5s10.5 2 8 6.5V19H4zM8.5 9.5l1.5 3M12.5 9l1.5 3",
  garage:
    "M3 13l2.5-5.5h11L20 12l1 1v4H3zM3 13h17M8 7.5V13M13 7.5V13M7 15.5a2 2 0 1 0 .1 0M17 15.5a2 2 0 1 0 .1 0",
  grocer:
    "M12 8c-5-3-9 .5-7.5 6.5C5.5 19 8.5 22 12 20c3.5 2 6.5-1 7.5-5.5C21 8.5 17 5 12 8zM12 8c0-3 1-4.5 3.5-5",
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

// The family’s photographs: eight faces in sepia, drawn in an oval of 40 × 48.
const EYES = (
  <>
    <path class="ink-line" d="M15.3 18.8q1.7-1 3.2-.2M21.5 18.6q1.5-.8 3.2.2" />
    <circle class="ink" cx="17" cy="21" r="1" />
    <circle class="ink" cx="23" cy="21" r="1" />
    <path class="ink-line" d="M20 21.5l-.9 3.2 1.6.3" />
  </>
);
const GLASSES = (
  <path
    class="ink-line"
    d="M17 18.5a2.7 2.7 0 1 0 .1 0M23 18.5a2.7 2.7 0 1 0 .1 0M19.6 20.5h.9M14.3 20.5l-2-.6M25.7 20.5l2-.6"
  />
);
const SUIT = <path class="suit" d="M3 48c0-9 6-13 13-14.5h8C31 35 37 39 37 48z" />;
const SHIRT = <path class="white" d="M15.5 33.5L20 46l4.5-12.5-1-2h-7z" />;
const TIE = <path class="ink" d="M18.6 35.5h2.8l-.6 2.2 1.2 7.3-2 2-2-2 1.2-7.3z" />;
const BOW = <path class="ink" d="M20 36.5l-4.5-2.2v4.4zM20 36.5l4.5-2.2v4.4z" />;
const LAPELS = (
  <path class="mid" d="M15.5 33.5L20 46l-6-6.5-2 .5 1-5.5zM24.5 33.5L20 46l6-6.5 2 .5-1-5.5z" />
);
const HEAD = [
  <path class="skin shade" d="M16.5 27h7v6.5q-3.5 3-7 0z" />,
  <ellipse class="skin" cx="20" cy="21" rx="7.6" ry="9" />,
];

const don = (
  <>
    {SUIT}
    {SHIRT}
    {LAPELS}
    {HEAD}
    {EYES}
    {BOW}
    <path class="ink" d="M15 26.2q2.5-2 5-.4 2.5-1.6 5 .4-2.5 1.3-5 .3-2.5 1-5-.3z" />
    <path class="suit" d="M11.5 13.5C11.5 6 14 4 17 4.5q3 1.5 6 0c3-.5 5.5 1.5 5.5 9z" />
    <path class="ink" d="M11.6 11h16.8v2.8H11.6z" />
    <ellipse class="suit" cx="20" cy="14.2" rx="13.5" ry="2.5" />
    <path class="mid-line" d="M24 28l6 1.5" />
    <path class="pale-line" d="M31 28.5q2-2 .5-4t1.5-4" />
    <circle class="red" cx="27.5" cy="38.5" r="1.6" />
  </>
);

const mamma = (
  <>
    <circle class="hair grey" cx="20" cy="7.5" r="4.6" />
    {SUIT}
    {HEAD}
    {EYES}
    <path
      class="hair grey"
      d="M11.6 22.5C9.5 11 15 8.5 20 8.5s10.5 2.5 8.4 14q-.4-6.5-4.4-8.5-4 2-8 0-4 2-4.4 8.5z"
    />
    <path class="ink-line" d="M17.5 27.3q2.5 1.4 5 0" />
    <path class="white" d="M12.5 34q3.5 6.5 7.5 6.5t7.5-6.5l3 2q-3.5 9-10.5 9t-10.5-9z" />
    <circle class="mid" cx="20" cy="40.5" r="2" />
    <circle class="pale" cx="12" cy="25.5" r="1.2" />
    <circle class="pale" cx="28" cy="25.5" r="1.2" />
  </>
);

const rightHand = (
  <>
    {SUIT}
    {SHIRT}
    {LAPELS}
    {TIE}
    {HEAD}
    {EYES}
    <path
      class="hair"
      d="M11.8 21C10 11 15 8.5 20.5 8.5S30 11.5 28.2 21q-1-5-3-6.5-6 .5-9.5-1.5-3 2-3.9 8z"
    />
    <path class="ink-line" d="M17.5 27.5h5M25.5 18.5l1 6.5M24.8 21l2.2-.6M25 23.3l2.2-.6" />
  </>
);

const collector = (
  <>
    {SUIT}
    <path class="mid" d="M14.5 33q5.5 3.5 11 0l.8 4q-6.3 3.5-12.6 0z" />
    {HEAD}
    <path class="stubble" d="M12.8 23q0 7 7.2 7t7.2-7q-2 3-7.2 3t-7.2-3z" />
    {EYES}
    <path class="ink-line" d="M17.5 27.3h4.5" />
    <path class="suit" d="M10.5 15.5C10 9 14 6.5 20 6.5s10.5 2 10.5 7.5l-1 1.5q-9-2.5-19 0z" />
    <path class="ink" d="M9.5 16.5q4-2.8 13-2.3l1 1.8q-8-.5-14 .5z" />
    <path class="mid-line" d="M30 40l4-3v9" />
  </>
);

const lawyer = (
  <>
    {SUIT}
    {SHIRT}
    {LAPELS}
    {TIE}
    {HEAD}
    {EYES}
    {GLASSES}
    <path
      class="hair"
      d="M11.8 20.5C10 10.5 15 8 20 8s10 2.5 8.2 12.5q-.6-4.5-3-6.5-3-.5-5.2-3-2.2 2.5-5.2 3-2.4 2-3 6.5z"
    />
    <path class="ink-line" d="M17.8 27.5q2.2.8 4.4 0" />
  </>
);

const bookkeeper = (
  <>
    <path class="mid" d="M3 48c0-9 6-13 13-14.5h8C31 35 37 39 37 48z" />
    {SHIRT}
    {BOW}
    {HEAD}
    <path class="hair" d="M12 22q-1.5-3-.3-6l2.3 1zM28 22q1.5-3 .3-6l-2.3 1z" />
    {EYES}
    {GLASSES}
    <path class="visor" d="M10.5 17.5q2-5.5 9.5-5.5t9.5 5.5q-9.5-3.5-19 0z" />
    <path class="ink-line" d="M12 14.5q8-4 16 0M17.8 27.3h4.4" />
    <path class="ink" d="M9 42h6v1.5H8.5zM25 42h6l.5 1.5H25z" />
  </>
);

const secretary = (
  <>
    <path class="hair" d="M10.5 27C7.5 12 13.5 7 20 7s12.5 5 9.5 20q-2 2.5-4 0h-11q-2 2.5-4 0z" />
    {SUIT}
    {HEAD}
    {EYES}
    <path class="hair" d="M12 22.5Q11 10 20 9q9 1 8 13.5-1.5-5-3.5-8-5.5 3-10 3-1.8 2-2.5 5z" />
    <path class="red" d="M17.8 27q1.1-.9 2.2-.3 1.1-.6 2.2.3-2.2 1.8-4.4 0z" />
    <path class="pearls" d="M14.5 34.5q5.5 6 11 0" />
  </>
);

const novice = (
  <>
    <path class="white" d="M3 48c0-9 6-13 13-14.5h8C31 35 37 39 37 48z" />
    <path class="suit" d="M10 37l3-2 2 13h-4zM30 37l-3-2-2 13h4z" />
    <circle class="skin shade" cx="12.2" cy="22" r="2.2" />
    <circle class="skin shade" cx="27.8" cy="22" r="2.2" />
    {HEAD}
    {EYES}
    <path class="ink-line" d="M17 26.5q3 2.5 6 0" />
    <path class="hair" d="M12.5 18q1-4 7.5-4t7.5 4l-1.5-.5-2-1-3 1-2-1-3 1.2z" />
    <path class="mid" d="M9.5 14.5C8.5 8 14 5 20 5s11.5 3 10.5 9.5q-4 1.8-10.5 1.5t-10.5-1.5z" />
    <path class="suit" d="M13 15.5q7-2 14 0l1 2q-8-2.2-16 0z" />
    <circle class="suit" cx="20" cy="5.2" r="1.2" />
  </>
);

/** By value; of two members of equal value the second has a face of its own. */
const FACES: Record<number, ComponentChildren[]> = {
  100: [don],
  60: [mamma],
  50: [rightHand],
  40: [collector, lawyer],
  30: [bookkeeper, secretary],
  20: [novice],
};

export function Portrait({ member, twin = 0 }: { member: number; twin?: number }) {
  const face = FACES[member]?.[twin] ?? FACES[member]?.[0];
  return (
    <svg class="portrait" viewBox="0 0 40 48" aria-hidden="true">
      <rect class="paper" width="40" height="48" />
      <ellipse class="light" cx="20" cy="20" rx="17" ry="19" />
      {face}
    </svg>
  );
}

/** A bodyguard: a small wooden block with a hat. */
export function Block() {
  return (
    <svg class="block" viewBox="0 0 16 16" aria-hidden="true">
      <path class="block-side" d="M2 4l3-3h10v10l-3 3z" />
      <rect class="block-front" x="1" y="4" width="11" height="11" rx="1" />
      <path class="block-hat" d="M3 9.5h7M4.5 9.3V7.5q2-1.2 4 0v1.8" />
    </svg>
  );
}

/** Roofs from above: vents, skylights, a water tank; one of five plans. */
const ROOFS = [
  "M14 12h22v16H14zM18 12v16M150 44a9 9 0 1 0 .1 0M150 49v8M146 53h8M88 18h30v10H88z",
  "M20 40a8 8 0 1 0 .1 0M120 10h40v14h-40zM128 10v14M136 10v14M144 10v14M152 10v14M70 46h24v10H70z",
  "M12 46h26v12H12zM60 12h18v18H60zM60 12l18 18M78 12L60 30M140 40h24v18h-24zM140 49h24",
  "M150 14a10 10 0 1 0 .1 0M20 16h34v10H20zM28 16v10M36 16v10M44 16v10M96 44h20v14H96z",
  "M16 14h14v14H16zM38 14h14v14H38zM120 48h44v8h-44zM90 14a6 6 0 1 0 .1 0M106 14a6 6 0 1 0 .1 0",
] as const;

export function Roof({ plan }: { plan: number }) {
  return (
    <svg class="roof" viewBox="0 0 180 68" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect class="parapet" x="4" y="4" width="172" height="60" rx="2" />
      <path d={ROOFS[plan % ROOFS.length]} />
    </svg>
  );
}

const CAR = "M-9-4.5h15q4 1 4 4.5t-4 4.5H-9q-2-1-2-4.5t2-4.5z";

type Spot = [x: number, y: number, turn: number];

/** Where cars drive: along the avenue of a narrow city, across that of a wide one. */
const DRIVES: Record<"along" | "across", { box: string; spots: Spot[] }> = {
  along: {
    box: "0 0 374 466",
    spots: [
      [183, 92, 90],
      [191, 262, -90],
      [183, 330, 90],
    ],
  },
  across: {
    box: "0 0 900 480",
    spots: [
      [180, 143, 0],
      [470, 151, 180],
      [735, 143, 0],
    ],
  },
};

/** Cars with their headlights on the wet streets. */
export function Cars({ way }: { way: "along" | "across" }) {
  const { box, spots } = DRIVES[way];
  return (
    <svg class={`cars ${way}`} viewBox={box} preserveAspectRatio="none" aria-hidden="true">
      {spots.map(([x, y, turn]) => (
        <g key={x + y} transform={`translate(${x} ${y}) rotate(${turn}) scale(.8)`}>
          <path class="beam" d="M8-3L46-10v20L8 3z" />
          <path class="car" d={CAR} />
          <path class="glass" d="M-3-3h5v6h-5z" />
        </g>
      ))}
    </svg>
  );
}

export function Waves() {
  return (
    <svg class="waves" viewBox="0 0 120 48" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {[8, 18, 28, 38].map((y) => (
        <path key={y} d={`M-4 ${y}q6-5 12 0t12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0`} />
      ))}
    </svg>
  );
}

/** One splash: two rings and drops. The `delay`th comes so much later. */
export function Splash({ delay }: { delay: number }) {
  return (
    <svg
      class="splash"
      viewBox="-20 -20 40 40"
      aria-hidden="true"
      style={{ animationDelay: `${delay * 180}ms` }}
    >
      <ellipse rx="16" ry="7" />
      <ellipse rx="9" ry="4" />
      <path d="M-8-3q-2-8-7-10M-2-5q0-8-3-12M4-5q1-8 4-11M9-3q3-7 8-8" />
    </svg>
  );
}

export const Bars = () => (
  <svg class="bars" viewBox="0 0 40 40" preserveAspectRatio="none" aria-hidden="true">
    <path d="M6 0v40M15 0v40M25 0v40M34 0v40" />
  </svg>
);
