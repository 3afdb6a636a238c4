// The worn map under the areas: three tinted quarters, the river with its island, hills in hachures,
// the wall, folds and stains. Drawn for 374 × 374; areas lie on it in three rows of three. A file of its
// own, since it is one large drawing.
const LEFT = 14;
const STEP = 121;
const SIZE = 112;
const TOP = 6;

/** Short strokes around a hill, as old maps have them; a little uneven, always the same way. */
function hachures(column: number, row: number): string {
  const x0 = LEFT + column * STEP;
  const y0 = TOP + row * STEP;
  const strokes: string[] = [];
  const count = 76;
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * 2 * Math.PI;
    const uneven = ((i * 37 + column * 11 + row * 17) % 7) / 7;
    const radius = SIZE / 2 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)));
    const inner = Math.min(radius, SIZE * 0.62) - 1;
    const outer = inner + 3.5 + 3 * uneven;
    const x = (r: number): string => (x0 + SIZE / 2 + r * Math.cos(angle)).toFixed(1);
    const y = (r: number): string => (y0 + SIZE / 2 + r * Math.sin(angle)).toFixed(1);
    strokes.push(`M${x(inner)} ${y(inner)}L${x(outer)} ${y(outer)}`);
  }
  return strokes.join("");
}

const HILLS = Array.from({ length: 9 }, (_, i) => hachures(i % 3, Math.floor(i / 3)));
const ISLAND = 3;

const RIVER =
  "M-4 -6C16 20 2 44 8 70C12 92 20 104 14 122C4 136 -4 150 -6 186C-4 222 6 234 12 248C20 266 4 284 8 308C12 334 2 350 10 380";

export function Terrain() {
  return (
    <svg class="terrain" viewBox="0 0 374 374" preserveAspectRatio="none" aria-hidden="true">
      <rect class="paper" width="374" height="374" />
      <path
        class="quarter p"
        d="M130 -2C128 40 134 80 131 123C170 127 214 122 251 125C254 160 248 210 252 249C296 252 340 247 376 250V-2Z"
      />
      <path
        class="quarter b"
        d="M-2 -2H130C128 40 134 80 131 123C170 127 214 122 251 125C254 160 248 210 252 249C170 245 80 253 -2 248Z"
      />
      <path class="quarter m" d="M-2 248C80 253 170 245 252 249C296 252 340 247 376 250V376H-2Z" />
      <path
        class="contour"
        d="M20 60C80 20 150 90 220 40S340 30 374 60M0 190C60 150 140 230 210 180S330 200 374 170M0 320C70 280 150 350 220 310S320 330 374 300"
      />
      <path
        class="water wide"
        d="M14 116C-2 130 -8 150 -8 186C-8 222 0 240 14 254C60 262 110 262 132 250C140 210 140 160 132 120C100 112 50 112 14 116Z"
      />
      <path class="water" d={RIVER} />
      <path
        class="ripple"
        d="M6 20q3 -3 6 0M2 52q3 -3 6 0M12 98q3 -3 6 0M4 286q3 -3 6 0M8 330q3 -3 6 0M6 356q3 -3 6 0M20 124q4 -3 8 0t8 0M70 121q4 -3 8 0t8 0M100 245q4 -3 8 0t8 0M40 248q4 -3 8 0t8 0"
      />
      {HILLS.map((path, i) => (
        <path key={i} class={i === ISLAND ? "hill island" : "hill"} d={path} />
      ))}
      <path
        class="wall"
        d="M130 -2C128 40 134 80 131 123C170 127 214 122 251 125C254 160 248 210 252 249M133 251C180 246 220 248 252 249C296 252 340 247 376 250"
      />
      <path class="fold" d="M125 0V374M249 0V374M0 127H374M0 246H374" />
      <ellipse class="stain" cx="300" cy="110" rx="60" ry="34" />
      <ellipse class="stain" cx="90" cy="330" rx="70" ry="40" />
      <ellipse class="stain ring" cx="338" cy="338" rx="26" ry="25" />
    </svg>
  );
}
