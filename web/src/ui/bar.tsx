// On a phone, what a scene says and asks is where all other buttons are: in the bar, which is empty then.
import { render, type VNode } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

const slotNow = (): Element | null =>
  matchMedia("(max-width: 999px)").matches ? document.querySelector(".action-bar > .acts") : null;

/** Draws something in the bar if there is a place for it; else it is given back. */
export function useInBar(what: VNode): VNode | null {
  const [slot, setSlot] = useState<Element | null>(null);
  useLayoutEffect(() => setSlot(slotNow()));
  useLayoutEffect(() => {
    if (slot) render(what, slot);
  });
  useLayoutEffect(() => () => void (slot && render(null, slot)), [slot]);
  return slot ? null : what;
}
