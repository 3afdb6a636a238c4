// For the home page: a corner of the map with three houses, the river and a temple.
import { Building, TileArt } from "./art";

const HOUSES = {
  one: <Building height={2} seat={0} shape="round" />,
  two: <Building height={4} seat={1} shape="triangular" />,
  three: <Building height={3} seat={2} shape="round" />,
  marble: <TileArt tile="temple" />,
  spring: <TileArt tile="fountain" />,
};

export function Picture() {
  return (
    <span class="capitol-world capitol-picture" aria-hidden="true">
      <svg class="land" viewBox="0 0 120 80" preserveAspectRatio="xMidYMid slice">
        <rect class="paper" width="120" height="80" />
        <path class="quarter b" d="M0 0H62C58 22 66 44 60 80H0Z" />
        <path class="quarter p" d="M62 0H120V46C100 42 80 48 62 42C64 28 60 14 62 0Z" />
        <path class="quarter m" d="M62 42C80 48 100 42 120 46V80H60C63 66 62 54 62 42Z" />
        <path class="water" d="M6 -4C22 14 2 30 12 48S8 70 18 86" />
        <path
          class="hill"
          d="M30 66l-4 5M40 70l-2 6M52 72l0 6M64 73l1 6M78 72l3 6M90 68l4 5M100 62l5 3"
        />
        <path class="wall" d="M62 0C60 14 64 28 62 42C80 48 100 42 120 46" />
      </svg>
      {Object.entries(HOUSES).map(([name, house]) => (
        <span key={name} class={`house ${name}`}>
          {house}
        </span>
      ))}
    </span>
  );
}
