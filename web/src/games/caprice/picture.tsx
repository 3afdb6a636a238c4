// The small picture for the home page: three towers and the marker at the edge of the board.
import type { Kind } from "./view";
import { BLOCK, DrawnBlock, grainLines } from "./art";

const TOWERS: readonly { x: number; y: number; blocks: Kind[] }[] = [
  { x: 62, y: 122, blocks: ["lr", "dt", "lt"] },
  { x: 240, y: 124, blocks: ["lr", "dt"] },
  { x: 150, y: 154, blocks: ["dr", "lt", "dr", "lr"] },
];

const GRAIN = grainLines(21, 18, 146, 62);

export function Picture() {
  return (
    <svg class="caprice-picture" viewBox="0 0 300 200" aria-hidden="true" focusable="false">
      <radialGradient id="caprice-picture-wood" cx="0.4" cy="0.3" r="0.8">
        <stop offset="0" stop-color="#b98555" />
        <stop offset="1" stop-color="#7d4f2b" />
      </radialGradient>
      <clipPath id="caprice-picture-clip">
        <ellipse cx="150" cy="132" rx="146" ry="62" />
      </clipPath>
      <rect class="felt" width="300" height="200" />
      <ellipse class="light" cx="150" cy="70" rx="190" ry="110" />
      <ellipse cx="154" cy="147" rx="147" ry="63" fill="#000" opacity="0.3" />
      <ellipse cx="150" cy="142" rx="146" ry="62" fill="#54331b" />
      <ellipse
        cx="150"
        cy="132"
        rx="146"
        ry="62"
        fill="url(#caprice-picture-wood)"
        stroke="#c99a68"
        stroke-width="2"
      />
      <g clip-path="url(#caprice-picture-clip)" fill="none" stroke="#54310f" opacity="0.3">
        {GRAIN.map((d, i) => (
          <path key={i} d={d} transform="translate(150 132)" stroke-width={1 + (i % 3)} />
        ))}
      </g>
      <ellipse
        cx="150"
        cy="132"
        rx="137"
        ry="56"
        fill="none"
        stroke="#ecd0a0"
        stroke-width="1.5"
        opacity="0.7"
      />
      {TOWERS.map(({ x, y, blocks }) => (
        <g key={x}>
          <ellipse
            cx={x + 6}
            cy={y + 4}
            rx={BLOCK.rx + 4}
            ry={BLOCK.ry + 3}
            fill="#000"
            opacity="0.300"
          />
          {blocks.map((kind, level) => (
            <DrawnBlock key={level} kind={kind} grain={level} x={x} y={y - level * BLOCK.rise} />
          ))}
        </g>
      ))}
      <use href="#caprice-marker" x="136" y="34" width="28" height="44" />
    </svg>
  );
}
