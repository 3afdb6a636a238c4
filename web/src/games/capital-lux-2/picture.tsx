// The small picture of the home page: four windows over the capital at dusk.
import { DISTRICTS } from "./view";
import { Emblem, Skyline } from "./art";

export function Picture() {
  return (
    <span class="clx-picture" aria-hidden="true">
      <Skyline />
      <span class="clx-picture-panes">
        {DISTRICTS.map((district) => (
          <span key={district} class={`clx-pane d-${district}`}>
            <Emblem hue={district} size={22} />
          </span>
        ))}
      </span>
    </span>
  );
}
