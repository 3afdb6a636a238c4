// The small picture of the home page: four windows over the capital at dusk.
import { DISTRICTS } from "./view";
import { Art } from "./art";

export function Picture() {
  return (
    <span class="clx-picture" aria-hidden="true">
      <Art name="skyline" />
      <span class="clx-picture-panes">
        {DISTRICTS.map((district) => (
          <span key={district} class={`clx-pane d-${district}`}>
            <Art name={`emblem-${district}`} size={22} />
          </span>
        ))}
      </span>
    </span>
  );
}
