// The matter of Caprice: turned and toothed blocks of maple and walnut, the red marker, tiles, the
// round board. All seen from in front and a little above. Blocks are drawn once, as symbols in one hidden
// drawing, and used everywhere; grain comes from a small generator of its own, so that it is always
// the same.
import { render } from "preact";
import type { Kind } from "./view";

/** A block: half its width, half the depth of its face, its height. Everything else follows. */
export const BLOCK = { rx: 44, ry: 20, rise: 21 } as const;
const SQUASH = BLOCK.ry / BLOCK.rx;
const TEETH = 10;
const ROOT = 37.5;
const GRAINS = 3;
/** Blocks are a little narrower at the foot, so that one sees where the next one begins. */
const BEVEL = 2;

type Point = readonly [x: number, y: number];
const fixed = (value: number): string => String(Math.round(value * 100) / 100);
const at = ([x, y]: Point): string => `${fixed(x)} ${fixed(y)}`;
const polygon = (points: readonly Point[]): string => `M${points.map(at).join("L")}Z`;

/** A gear's outline from above, clockwise; `squash` 1 is a plan. */
function gear(outer: number, root: number, squash: number): Point[] {
  const pitch = (2 * Math.PI) / TEETH;
  const corners = [
    [root, -0.3],
    [outer, -0.2],
    [outer, 0.2],
    [root, 0.3],
  ] as const;
  return Array.from({ length: TEETH }, (_, tooth) =>
    corners.map(([radius, turn]): Point => {
      const angle = (tooth + turn + 0.5) * pitch;
      return [radius * Math.cos(angle), radius * Math.sin(angle) * squash];
    }),
  ).flat();
}

/** Numbers in 0 … 1, always the same ones. */
function chance(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

interface Wood {
  face: string;
  edge: string;
  grain: string;
  lit: readonly [r: number, g: number, b: number];
  shaded: readonly [r: number, g: number, b: number];
}

const WOODS: Record<"d" | "l", Wood> = {
  d: {
    face: "#53341f",
    edge: "#9a7150",
    grain: "#2a170b",
    lit: [104, 69, 44],
    shaded: [30, 16, 8],
  },
  l: {
    face: "#f3deb4",
    edge: "#fff5dc",
    grain: "#c0935a",
    lit: [240, 212, 160],
    shaded: [158, 115, 62],
  },
};

const shade = ({ lit, shaded }: Wood, light: number): string =>
  `rgb(${lit.map((bright, i) => Math.round(shaded[i]! + (bright - shaded[i]!) * light)).join(" ")})`;

/** Light falls from the left and in front. */
const lightOn = (nx: number, ny: number): number =>
  Math.min(1, Math.max(0, 0.18 + 0.82 * (-0.62 * nx + 0.78 * ny)));

/** Long lines across a face: they bend together, as the years of a tree do, and never cross. */
export function grainLines(seed: number, count: number, width: number, depth: number): string[] {
  const random = chance(seed);
  const [tilt, first, second] = [random() - 0.5, random() * 6, random() * 6];
  const bend = (x: number, y: number): number => {
    const far = y / depth;
    return (
      depth * (0.09 * tilt * (x / width) + 0.05 * Math.sin(1.7 * (x / width) + first + far)) +
      depth * 0.022 * Math.sin(5.3 * (x / width) + second + 2 * far)
    );
  };
  return Array.from({ length: count }, (_, i) => {
    const y = -depth + ((i + 0.2 + 0.6 * random()) * 2 * depth) / count;
    const steps = Array.from({ length: 13 }, (_, k): Point => {
      const x = -width + (k * width) / 6;
      return [x, y + bend(x, y)];
    });
    return `M${steps.map(at).join("L")}`;
  });
}

function Face({ id, wood, kind, grain }: { id: string; wood: Wood; kind: Kind; grain: number }) {
  const toothed = kind[1] === "t";
  const lines = grainLines(grain * 31 + kind.charCodeAt(0), 9, BLOCK.rx + 2, BLOCK.ry);
  const shape = toothed
    ? { d: polygon(gear(BLOCK.rx, ROOT, SQUASH)) }
    : {
        d: `M${-BLOCK.rx} 0A${BLOCK.rx} ${BLOCK.ry} 0 1 1 ${BLOCK.rx} 0A${BLOCK.rx} ${BLOCK.ry} 0 1 1 ${-BLOCK.rx} 0Z`,
      };
  return (
    <>
      <clipPath id={`${id}-clip`}>
        <path {...shape} />
      </clipPath>
      <path {...shape} fill={wood.face} />
      <g clip-path={`url(#${id}-clip)`} fill="none" stroke={wood.grain}>
        {lines.map((d, i) => (
          <path
            key={i}
            d={d}
            stroke-width={i % 3 === 0 ? 1.5 : 0.7}
            opacity={i % 3 === 0 ? 0.32 : 0.45}
          />
        ))}
      </g>
      <path {...shape} fill="none" stroke={wood.edge} stroke-width="1.4" stroke-linejoin="round" />
      <ellipse
        rx={toothed ? 25 : 33}
        ry={(toothed ? 25 : 33) * SQUASH}
        fill="none"
        stroke={wood.grain}
        stroke-width="1.1"
        opacity="0.55"
      />
      <ellipse
        cy="0.9"
        rx={toothed ? 25 : 33}
        ry={(toothed ? 25 : 33) * SQUASH}
        fill="none"
        stroke={wood.edge}
        stroke-width="0.8"
        opacity="0.7"
      />
    </>
  );
}

function RoundSide({ id, wood }: { id: string; wood: Wood }) {
  const { rx, ry, rise } = BLOCK;
  const foot = rise - BEVEL / 2;
  const stops = [-1, -0.75, -0.45, -0.1, 0.3, 0.65, 1];
  const ring = (y: number): string => `M${-rx} ${y}A${rx} ${ry} 0 0 0 ${rx} ${y}`;
  return (
    <>
      <linearGradient id={`${id}-side`}>
        {stops.map((x) => (
          <stop
            key={x}
            offset={(x + 1) / 2}
            stop-color={shade(wood, lightOn(x, Math.sqrt(1 - x * x)))}
          />
        ))}
      </linearGradient>
      <path
        d={`${ring(0)}V${rise - 4}Q${rx} ${foot} ${rx - BEVEL} ${foot}A${rx - BEVEL} ${ry - BEVEL / 2} 0 0 1 ${BEVEL - rx} ${foot}Q${-rx} ${foot} ${-rx} ${rise - 4}Z`}
        fill={`url(#${id}-side)`}
      />
      <g fill="none">
        <path d={ring(rise * 0.3)} stroke={wood.grain} stroke-width="0.7" opacity="0.3" />
        <path d={ring(rise * 0.55)} stroke={wood.grain} stroke-width="0.9" opacity="0.4" />
        <path
          d={`M${BEVEL - rx} ${foot}A${rx - BEVEL} ${ry - BEVEL / 2} 0 0 0 ${rx - BEVEL} ${foot}`}
          stroke="#140903"
          stroke-width="1.3"
          opacity="0.7"
        />
      </g>
    </>
  );
}

/** The flanks that look at us, the far ones first. */
function ToothedSide({ wood }: { wood: Wood }) {
  const plan = gear(BLOCK.rx, ROOT, 1);
  const flanks = plan
    .map((from, i) => {
      const to = plan[(i + 1) % plan.length]!;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      return { from, to, nx: (to[1] - from[1]) / length, ny: (from[0] - to[0]) / length };
    })
    .filter(({ ny }) => ny > 0)
    .sort((a, b) => a.from[1] + a.to[1] - b.from[1] - b.to[1]);
  const drop = ([x, y]: Point, by: number): Point => [x, y * SQUASH + by];
  return (
    <>
      {flanks.map(({ from, to, nx, ny }, i) => {
        const [left, right] = [
          drop(from, BLOCK.rise - BEVEL / 2),
          drop(to, BLOCK.rise - BEVEL / 2),
        ];
        const colour = shade(wood, lightOn(nx, ny));
        return (
          <g key={i}>
            <path
              d={polygon([drop(from, 0), drop(to, 0), right, left])}
              fill={colour}
              stroke={colour}
              stroke-width="0.6"
            />
            <path
              d={`M${at(left)}L${at(right)}`}
              stroke="#140903"
              stroke-width="1.3"
              opacity="0.7"
            />
          </g>
        );
      })}
    </>
  );
}

const symbolId = (kind: Kind, grain: number): string => `caprice-${kind}-${grain}`;
const BOX = `${-BLOCK.rx - 2} ${-BLOCK.ry - 2} ${2 * BLOCK.rx + 4} ${2 * BLOCK.ry + BLOCK.rise + 4}`;

function BlockSymbol({ kind, grain }: { kind: Kind; grain: number }) {
  const id = symbolId(kind, grain);
  const wood = WOODS[kind[0] as "d" | "l"];
  return (
    <symbol id={id} viewBox={BOX}>
      {kind[1] === "t" ? <ToothedSide wood={wood} /> : <RoundSide id={id} wood={wood} />}
      <Face id={id} wood={wood} kind={kind} grain={grain} />
    </symbol>
  );
}

/** A turned peg: foot, neck, ball. */
function MarkerSymbol() {
  return (
    <symbol id="caprice-marker" viewBox="-14 -36 28 44">
      <radialGradient id="caprice-red" cx="0.35" cy="0.3" r="0.8">
        <stop offset="0" stop-color="#ff8a75" />
        <stop offset="0.35" stop-color="#d92a1c" />
        <stop offset="1" stop-color="#7a0c07" />
      </radialGradient>
      <linearGradient id="caprice-red-body">
        <stop offset="0" stop-color="#c4281b" />
        <stop offset="0.3" stop-color="#ee5a45" />
        <stop offset="0.6" stop-color="#bb1d12" />
        <stop offset="1" stop-color="#6d0a06" />
      </linearGradient>
      <ellipse cx="2" cy="2" rx="12" ry="5" fill="#000" opacity="0.3" />
      <path
        d="M-11 0C-11 -4 -5 -7 -4 -18L4 -18C5 -7 11 -4 11 0C11 6.500 -11 6.500 -11 0Z"
        fill="url(#caprice-red-body)"
        stroke="#5c0804"
        stroke-width="0.8"
      />
      <ellipse cy="-17.500" rx="6" ry="2.400" fill="#8f130b" />
      <circle cy="-25" r="9" fill="url(#caprice-red)" stroke="#5c0804" stroke-width="0.8" />
      <ellipse cx="-3" cy="-29" rx="2.600" ry="1.700" fill="#fff" opacity="0.75" />
    </symbol>
  );
}

/** All symbols, once in the document however many boards, hands and pictures there are. */
function Symbols() {
  const kinds: Kind[] = ["dr", "lr", "dt", "lt"];
  return (
    <svg class="caprice-symbols" width="0" height="0" aria-hidden="true" focusable="false">
      {kinds.flatMap((kind) =>
        Array.from({ length: GRAINS }, (_, grain) => (
          <BlockSymbol key={symbolId(kind, grain)} kind={kind} grain={grain} />
        )),
      )}
      <MarkerSymbol />
    </svg>
  );
}

const workshop = document.createElement("div");
workshop.className = "visually-hidden";
document.body.append(workshop);
render(<Symbols />, workshop);

/** One block. `grain` only varies the wood. */
export function Block({ kind, grain = 0 }: { kind: Kind; grain?: number }) {
  return (
    <svg class="caprice-wood" viewBox={BOX} aria-hidden="true" focusable="false">
      <use
        href={`#${symbolId(kind, grain % GRAINS)}`}
        width="100%"
        height="100%"
        x={-BLOCK.rx - 2}
        y={-BLOCK.ry - 2}
      />
    </svg>
  );
}

/** A block inside a larger drawing: the middle of its foot stands at x, y. */
export function DrawnBlock({
  kind,
  grain = 0,
  x,
  y,
}: {
  kind: Kind;
  grain?: number;
  x: number;
  y: number;
}) {
  return (
    <use
      href={`#${symbolId(kind, grain % GRAINS)}`}
      x={x - BLOCK.rx - 2}
      y={y - BLOCK.rise - BLOCK.ry - 2}
      width={2 * BLOCK.rx + 4}
      height={2 * BLOCK.ry + BLOCK.rise + 4}
    />
  );
}

export function Marker() {
  return (
    <svg class="caprice-wood" viewBox="-14 -36 28 44" aria-hidden="true" focusable="false">
      <use href="#caprice-marker" x="-14" y="-36" width="28" height="44" />
    </svg>
  );
}

const GEAR_PLAN = polygon(gear(15, 12, 1));

/** The sign on a tile: full for dark, an outline for light. */
export function Sign({ kind }: { kind: Kind }) {
  const paint = {
    fill: kind[0] === "d" ? "currentColor" : "none",
    stroke: "currentColor",
    "stroke-width": 2.6,
    "stroke-linejoin": "round" as const,
  };
  return (
    <svg class="caprice-sign" viewBox="-18 -18 36 36" aria-hidden="true" focusable="false">
      {kind[1] === "t" ? <path d={GEAR_PLAN} {...paint} /> : <circle r="13" {...paint} />}
    </svg>
  );
}

/** Where the six places are, from the middle of the board; they are numbered clockwise. */
const SIDE = 113;
export const SPOTS: readonly { x: number; y: number; depth: number; number: Point }[] = [
  { x: 0, y: -118, depth: 1, number: [0, -84] },
  { x: SIDE, y: -64, depth: 2, number: [64, -36] },
  { x: SIDE, y: 66, depth: 3, number: [64, 95] },
  { x: 0, y: 122, depth: 4, number: [0, 157] },
  { x: -SIDE, y: 66, depth: 3, number: [-64, 95] },
  { x: -SIDE, y: -64, depth: 2, number: [-64, -36] },
];

/** The drawing's frame; its middle is the board's. */
export const FRAME = { left: -192, top: -242, width: 384, height: 436 } as const;
const DISC = { rx: 186, ry: 166, cy: 4, edge: 14 } as const;

/** The round walnut board with its inlays. */
export function Disc() {
  const { rx, ry, cy, edge } = DISC;
  const lines = grainLines(77, 58, rx, ry);
  return (
    <svg
      class="caprice-disc"
      viewBox={`${FRAME.left} ${FRAME.top} ${FRAME.width} ${FRAME.height}`}
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <radialGradient id="caprice-disc-wood" cx="0.42" cy="0.38" r="0.7">
          <stop offset="0" stop-color="#b27d4f" />
          <stop offset="0.6" stop-color="#97623a" />
          <stop offset="1" stop-color="#704526" />
        </radialGradient>
        <linearGradient id="caprice-disc-edge">
          <stop offset="0" stop-color="#5b371c" />
          <stop offset="0.3" stop-color="#8a5a34" />
          <stop offset="0.6" stop-color="#5f3a1f" />
          <stop offset="1" stop-color="#2e1a0b" />
        </linearGradient>
        <radialGradient id="caprice-shadow">
          <stop offset="0.7" stop-color="#000" stop-opacity="0.45" />
          <stop offset="1" stop-color="#000" stop-opacity="0" />
        </radialGradient>
        <radialGradient id="caprice-sheen">
          <stop offset="0" stop-color="#ffe9c4" stop-opacity="0.22" />
          <stop offset="1" stop-color="#ffe9c4" stop-opacity="0" />
        </radialGradient>
        <radialGradient id="caprice-well" cx="0.5" cy="0.4" r="0.6">
          <stop offset="0.6" stop-color="#8a5a34" />
          <stop offset="1" stop-color="#643d1e" />
        </radialGradient>
        <clipPath id="caprice-disc-clip">
          <ellipse cy={cy} rx={rx} ry={ry} />
        </clipPath>
      </defs>
      <ellipse cx="5" cy={cy + edge + 6} rx={rx + 12} ry={ry + 12} fill="url(#caprice-shadow)" />
      <path
        d={`M${-rx} ${cy}A${rx} ${ry} 0 0 0 ${rx} ${cy}V${cy + edge}A${rx} ${ry} 0 0 1 ${-rx} ${cy + edge}Z`}
        fill="url(#caprice-disc-edge)"
      />
      <ellipse cy={cy} rx={rx} ry={ry} fill="url(#caprice-disc-wood)" />
      <g clip-path="url(#caprice-disc-clip)" fill="none" stroke="#54310f">
        {lines.map((d, i) => (
          <path
            key={i}
            d={d}
            transform={`translate(0 ${cy})`}
            stroke-width={[3, 0.8, 1.4, 0.6, 2][i % 5]}
            opacity={[0.1, 0.28, 0.16, 0.3, 0.12][i % 5]}
          />
        ))}
      </g>
      <ellipse cx="-40" cy={cy - 60} rx="150" ry="84" fill="url(#caprice-sheen)" />
      <g fill="none">
        <ellipse cy={cy} rx={rx - 1} ry={ry - 1} stroke="#c99a68" stroke-width="1.6" />
        <ellipse
          cy={cy}
          rx={rx - 7}
          ry={ry - 6}
          stroke="#3f230e"
          stroke-width="1.4"
          opacity="0.6"
        />
        <ellipse
          cy={cy + 1}
          rx={rx - 9}
          ry={ry - 8}
          stroke="#ecd0a0"
          stroke-width="1.4"
          opacity="0.75"
        />
        <path
          d={polygon([0, 2, 4].map((i): Point => [SPOTS[i]!.x, SPOTS[i]!.y]))}
          stroke="#ecd0a0"
          stroke-width="1.2"
          opacity="0.5"
        />
        <path
          d={polygon([1, 3, 5].map((i): Point => [SPOTS[i]!.x, SPOTS[i]!.y]))}
          stroke="#ecd0a0"
          stroke-width="1.2"
          opacity="0.5"
        />
      </g>
      {SPOTS.map(({ x, y, number: [nx, ny] }, place) => (
        <g key={place}>
          <ellipse cx={x} cy={y} rx={BLOCK.rx + 5} ry={BLOCK.ry + 4} fill="#ecd0a0" />
          <ellipse cx={x} cy={y} rx={BLOCK.rx + 3} ry={BLOCK.ry + 2.4} fill="url(#caprice-well)" />
          <ellipse
            cx={nx}
            cy={ny}
            rx="11"
            ry="9"
            fill="#f3deb4"
            stroke="#54310f"
            stroke-width="1"
          />
          <text x={nx} y={ny + 4.7} class="caprice-number">
            {place + 1}
          </text>
        </g>
      ))}
      <ellipse cy="-8" rx="18" ry="9" fill="#643d1e" stroke="#ecd0a0" stroke-width="1.4" />
      <ellipse cy="-7" rx="12" ry="5.500" fill="#4a2b13" />
    </svg>
  );
}

/** A tile: a wooden square with a sign. Without a name it is the picture of a button that has one. */
export function Tile({ kind, name }: { kind: Kind; name?: string }) {
  return (
    <span class={`caprice-tile ${kind}`} {...(name && { role: "img", "aria-label": name })}>
      <Sign kind={kind} />
    </span>
  );
}
