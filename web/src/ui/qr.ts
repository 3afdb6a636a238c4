// QR codes, as ISO/IEC 18004 describes them: text as bytes, error correction L, versions 1 to 10, which
// is enough for links of 271 bytes. A code is rows of modules; true is dark.

/** For each version: error correction bytes of a block, and how many blocks there are. */
const EC = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18] as const;
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4] as const;
/** Centres of the alignment patterns. */
const ALIGN = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
] as const;
/** Bytes of a whole code, data and error correction. */
const WHOLE = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346] as const;

/** The mode. */
const BYTES = 4;

// ------------------------------------------------------------- error correction

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
}
const times = (a: number, b: number): number => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

/** The remainder of the data, as a polynomial, by the generator of that degree. */
function correction(data: number[], degree: number): number[] {
  let generator = [1];
  for (let i = 0; i < degree; i++)
    generator = [...generator, 0].map((x, k) => x ^ times(generator[k - 1] ?? 0, EXP[i]!));
  const rest = [...data, ...Array<number>(degree).fill(0)];
  data.forEach((_, i) => {
    const lead = rest[i]!;
    generator.forEach((x, k) => (rest[i + k]! ^= times(x, lead)));
  });
  return rest.slice(data.length);
}

/** The bytes of a code: blocks of data, interleaved, then those that correct them. */
function bytesOf(text: Uint8Array, version: number): number[] {
  const [ec, count] = [EC[version - 1]!, BLOCKS[version - 1]!];
  const room = WHOLE[version - 1]! - ec * count;
  const length = version < 10 ? [text.length] : [text.length >> 8, text.length & 255];
  // before all that comes the mode, of four bits: so every byte lies across two
  const given = [BYTES, ...length, ...text, 0];
  const data = given.slice(1).map((x, i) => ((given[i]! & 15) << 4) | (x >> 4));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(room / count);
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i >= count - (room % count) ? 1 : 0);
    blocks.push(data.slice(at, (at += length)));
  }
  const corrections = blocks.map((block) => correction(block, ec));
  const weave = (lists: number[][], most: number): number[] =>
    Array.from({ length: most }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  return [...weave(blocks, short + 1), ...weave(corrections, ec)];
}

// ------------------------------------------------------------------ the drawing

/** Fifteen or eighteen bits that check themselves. */
function checked(value: number, generator: number, degree: number): number {
  let rest = value << degree;
  for (let i = 31 - Math.clz32(rest); i >= degree; i--)
    if ((rest >> i) & 1) rest ^= generator << (i - degree);
  return (value << degree) | rest;
}

type Grid = (boolean | null)[][];

/** Everything that is the same in all codes of a version; null: room for data. */
function frame(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const put = (x: number, y: number, dark: boolean): void => {
    if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark;
  };
  const rings = (x: number, y: number, most: number, light: number[]): void => {
    for (let dy = -most; dy <= most; dy++)
      for (let dx = -most; dx <= most; dx++)
        put(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  const centres = ALIGN[version - 1]!;
  for (const y of centres)
    for (const x of centres)
      if (!(x < 9 && y < 9) && !(x < 9 && y > size - 10) && !(x > size - 10 && y < 9))
        rings(x, y, 2, [1]);
  for (let i = 8; i < size - 8; i++) {
    put(i, 6, i % 2 === 0);
    put(6, i, i % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, [2, 4]);
  for (let i = 0; i < 9; i++)
    for (const [x, y] of [
      [i, 8],
      [8, i],
    ] as const)
      grid[y]![x] ??= false;
  for (let i = 1; i < 9; i++)
    for (const [x, y] of [
      [size - i, 8],
      [8, size - i],
    ] as const)
      put(x, y, false);
  put(8, size - 8, true);
  const bits = version < 7 ? 0 : checked(version, 0x1f25, 12);
  for (let i = 0; i < 18 && version >= 7; i++) {
    const [a, b] = [Math.floor(i / 3), size - 11 + (i % 3)];
    put(a, b, ((bits >> i) & 1) === 1);
    put(b, a, ((bits >> i) & 1) === 1);
  }
  return grid;
}

/** Which mask and correction it has, twice: mask 0, level L. */
function writeFormat(grid: Grid): void {
  const size = grid.length;
  const bits = checked(0b01_000, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    grid[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i]![8] = dark;
    grid[8]![i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i] = dark;
  }
}

/** The modules of a code for a text; null: it is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const fits = (_: number, i: number): boolean =>
    bytes.length + (i < 9 ? 2 : 3) <= WHOLE[i]! - EC[i]! * BLOCKS[i]!;
  const version = WHOLE.findIndex(fits) + 1;
  if (version === 0) return null;
  const grid = frame(version);
  const data = bytesOf(bytes, version);
  const size = grid.length;
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - i : i;
        if (grid[y]![x] !== null) continue;
        const bit = ((data[at >> 3] ?? 0) >> (7 - (at++ & 7))) & 1;
        grid[y]![x] = (bit === 1) !== ((x + y) % 2 === 0);
      }
  }
  writeFormat(grid);
  return grid as boolean[][];
}
