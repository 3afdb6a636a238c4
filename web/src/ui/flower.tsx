// The mark: one flower in five strokes of the same shape. At a table its petals are the seats.
import { SHAPES } from "./seat";

const PETAL = "M0 0 C-9 -8 -11 -20 -4 -25 C-2 -26 2 -26 4 -25 C11 -20 9 -8 0 0 Z";

export function Flower({ size = 28 }: { size?: number }) {
  return (
    <svg class="flower" width={size} height={size} viewBox="-30 -30 60 60" aria-hidden="true">
      {[0, 72, 144, 216, 288].map((angle) => (
        <path d={PETAL} transform={`rotate(${angle})`} key={angle} />
      ))}
      <circle r="4" />
    </svg>
  );
}

const FALLING = 24;

/** Petals in the colours of those who have won. Spread evenly, but not in rows. */
export const Petals = ({ seats }: { seats: number[] }) => (
  <div class="petals" aria-hidden="true">
    {seats.length > 0 &&
      Array.from({ length: FALLING }, (_, i) => (
        <svg
          key={i}
          class={`seat-${seats[i % seats.length]}`}
          viewBox="-12 -26 24 26"
          style={{ "--x": (i + 0.5) / FALLING, "--late": ((i * 7) % FALLING) / FALLING }}
        >
          <path d={PETAL} />
        </svg>
      ))}
  </div>
);

/** Petals = seats: whose turn it is glows, who thinks breathes. */
export function SeatFlower(props: { players: number; actors: number[]; thinking: number[] }) {
  const angle = 360 / Math.max(props.players, 1);
  return (
    <svg class="flower seats" width="44" height="44" viewBox="-30 -30 60 60" aria-hidden="true">
      {SHAPES.slice(0, props.players).map((_, seat) => (
        <path
          key={seat}
          d={PETAL}
          transform={`rotate(${angle * seat})`}
          class={[
            `seat-${seat}`,
            props.actors.includes(seat) ? "turn" : "",
            props.thinking.includes(seat) ? "thinks" : "",
          ].join(" ")}
        />
      ))}
      <circle r="4" />
    </svg>
  );
}
