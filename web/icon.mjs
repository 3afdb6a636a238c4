// The flower as a PNG, for systems that want one on their home screen.
import { deflateSync } from "node:zlib";

const GROUND = [0xfb, 0xf6, 0xec];
const PETAL = [0xc2, 0x41, 0x0c];
/** The petal of src/ui/flower.tsx as cubic curves, half of it: it is the same on both sides. */
const CURVES = [
  [0, 0, 9, -8, 11, -20, 4, -25],
  [4, -25, 2, -26, 1, -26, 0, -26],
];

/** Half the petal's width at each height, by following the curves. */
function widths() {
  const width = new Float64Array(270);
  for (const [x0, y0, x1, y1, x2, y2, x3, y3] of CURVES)
    for (let i = 0; i <= 2000; i++) {
      const t = i / 2000;
      const s = 1 - t;
      const x = s * s * s * x0 + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t * t * t * x3;
      const y = s * s * s * y0 + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t * t * t * y3;
      const at = Math.round(-y * 10);
      width[at] = Math.max(width[at], x);
    }
  return width;
}

const WIDTH = widths();

/** Whether a point belongs to a petal; the petals keep a little distance from each other. */
function isPetal(x, y) {
  if (Math.hypot(x, y) < 4) return false;
  for (let k = 0; k < 5; k++) {
    const angle = (-k * 2 * Math.PI) / 5;
    const px = x * Math.cos(angle) - y * Math.sin(angle);
    const py = x * Math.sin(angle) + y * Math.cos(angle);
    const width = WIDTH[Math.round(-py * 10)];
    if (width !== undefined && Math.abs(px) < width - 0.6) return true;
  }
  return false;
}

/** How much of a pixel is petal, from 4 × 4 points in it. */
function cover(column, row, size) {
  let hits = 0;
  for (let i = 0; i < 16; i++) {
    const x = ((column + ((i & 3) + 0.5) / 4) / size - 0.5) * 76;
    const y = ((row + ((i >> 2) + 0.5) / 4) / size - 0.5) * 76;
    hits += isPetal(x, y + 2) ? 1 : 0;
  }
  return hits / 16;
}

/** The check of a PNG's chunk (Node 18 has none of its own). */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const head = Buffer.alloc(4);
  const tail = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

/** A square PNG of that many pixels. */
export function icon(size) {
  const rows = Buffer.alloc((3 * size + 1) * size);
  for (let row = 0, at = 0; row < size; row++) {
    rows[at++] = 0;
    for (let column = 0; column < size; column++) {
      const part = cover(column, row, size);
      for (let c = 0; c < 3; c++) rows[at++] = GROUND[c] + (PETAL[c] - GROUND[c]) * part;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
