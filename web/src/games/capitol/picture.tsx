// For the home page: a corner of the map with three houses, the river and a temple.
import { Art, Building } from "./art";

const HOUSES = {
  one: <Building height={2} seat={0} shape="round" />,
  two: <Building height={4} seat={1} shape="triangular" />,
  three: <Building height={3} seat={2} shape="round" />,
  marble: <Art name="temple" />,
  spring: <Art name="fountain" />,
};

export const Picture = () => (
  <span class="capitol-world capitol-picture" aria-hidden="true">
    <Art name="land" />
    {Object.entries(HOUSES).map(([name, house]) => (
      <span key={name} class={`house ${name}`}>
        {house}
      </span>
    ))}
  </span>
);
