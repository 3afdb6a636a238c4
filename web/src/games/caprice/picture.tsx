// The small picture for the home page: three towers and the marker at the edge of the board.
import type { Kind } from "./rules";
import { BLOCK, DrawnBlock } from "./wood";

const TOWERS: readonly { x: number; y: number; blocks: Kind[] }[] = [
  { x: 70, y: 118, blocks: ["lr", "dt", "lt"] },
  { x: 232, y: 122, blocks: ["dt", "lr"] },
  { x: 150, y: 150, blocks: ["dr", "lt", "dr", "lr"] },
];

export function Picture() {
  return (
    <svg class="caprice-picture" viewBox="0 0 300 200" aria-hidden="true" focusable="false">
      <rect class="felt" width="300" height="200" />
      <ellipse cx="153" cy="146" rx="150" ry="66" fill="#000" opacity="0.3" />
      <ellipse cx="150" cy="142" rx="148" ry="62" fill="#5f3a1f" />
      <ellipse cx="150" cy="132" rx="148" ry="62" fill="#a06c40" stroke="#c99a68" stroke-width="2" />
      <ellipse cx="150" cy="132" rx="138" ry="56" fill="none" stroke="#ecd0a0" stroke-width="1.500" opacity="0.700" />
      {TOWERS.map(({ x, y, blocks }) => (
        <g key={x}>
          <ellipse cx={x + 6} cy={y + 4} rx={BLOCK.rx + 4} ry={BLOCK.ry + 3} fill="#000" opacity="0.300" />
          {blocks.map((kind, level) => (
            <DrawnBlock key={level} kind={kind} grain={level} x={x} y={y - level * BLOCK.rise} />
          ))}
        </g>
      ))}
      <use href="#caprice-marker" x="136" y="30" width="28" height="44" />
    </svg>
  );
}
