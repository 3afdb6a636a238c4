// For the home page: neon over wet streets, the Don's hat before a moon.

const WINDOWS = [
  [10, 40],
  [16, 40],
  [10, 47],
  [16, 54],
  [30, 36],
  [36, 43],
  [30, 50],
  [86, 38],
  [92, 45],
  [86, 52],
  [104, 44],
  [110, 44],
  [104, 51],
  [110, 58],
] as const;

const SIGNS = [
  [8, 28, 20, "#ff7a7a"],
  [28, 24, 16, "#ffab57"],
  [82, 26, 18, "#ffe566"],
  [101, 33, 15, "#74f59a"],
] as const;

export function Picture() {
  return (
    <svg viewBox="0 0 120 80" class="capone-picture" aria-hidden="true">
      <defs>
        <linearGradient id="capone-sky" x2="0" y2="1">
          <stop stop-color="#0b1120" />
          <stop offset="1" stop-color="#27304f" />
        </linearGradient>
      </defs>
      <rect width="120" height="80" fill="url(#capone-sky)" />
      <circle cx="60" cy="30" r="21" fill="#f4e3b5" />
      <circle cx="60" cy="30" r="24" fill="none" stroke="#f4e3b5" opacity=".25" stroke-width="3" />
      <path fill="#141b2e" d="M4 66V30h24v36zM26 66V26h18v40zM80 66V28h20v38zM99 66V35h17v31z" />
      {WINDOWS.map(([x, y]) => (
        <rect key={`${x}.${y}`} x={x} y={y} width="3" height="4" fill="#ffd98a" opacity=".8" />
      ))}
      {SIGNS.map(([x, y, width, colour]) => (
        <g key={x} fill="none" stroke={colour}>
          <rect x={x} y={y} width={width - 2} height="6" rx="2" stroke-width="1.4" fill="#0b1120" />
          <path d={`M${x + 3} ${y + 3}h${width - 8}`} stroke-width="1.6" />
          <path d={`M${x + width / 2 - 1} 68v10`} stroke-width={width / 2} opacity=".22" />
        </g>
      ))}
      <path fill="#0d1322" d="M0 66h120v14H0z" opacity=".75" />
      <path stroke="#8fa3c7" opacity=".35" d="M6 71h22M40 75h30M84 70h26M60 78h22" />
      <path
        fill="#090d18"
        d="M60 18c4 1 12-3 13 4l1 9c8 1 12 3 12 5 0 3-12 5-26 5s-26-2-26-5c0-2 4-4 12-5l1-9c1-7 9-3 13-4z"
      />
      <path fill="#7c1f1a" d="M46.5 27.5c8 2 19 2 27 0l.5 4.500c-8 2-20 2-28 0z" />
      <path
        fill="#090d18"
        d="M48 40h24c1 8-2 15-7 18l3 5c9 2 17 6 19 17H33c2-11 10-15 19-17l3-5c-5-3-8-10-7-18z"
      />
      <path fill="#f6ecd6" d="M55 63l5 10 5-10 1 1-4 16h-4l-4-16z" />
      <path fill="#7c1f1a" d="M60 66l-4-2v5zM60 66l4-2v5z" />
      <path stroke="#e9c79a" stroke-width="2" stroke-linecap="round" d="M67 52l8 2" />
      <circle cx="76" cy="54.2" r="1.3" fill="#ff8a4c" />
      <path fill="none" stroke="#cfd6e6" opacity=".7" d="M77 52q3-3 1-6t2-6" />
    </svg>
  );
}
