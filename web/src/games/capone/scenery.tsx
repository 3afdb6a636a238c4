// Scenery without meaning: roofs, cars, water.

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
