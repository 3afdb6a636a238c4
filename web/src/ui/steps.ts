// What is shown step by step, and all at once to those who want no motion.
import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { still } from "./motion";

/** Counts up to `last`, a step each `ms`; begins again with another `subject`. */
export function useSteps(
  first: number,
  last: number,
  ms: number,
  subject?: unknown,
): Signal<number> {
  const step = useSignal(still() ? last : first);
  useEffect(() => {
    const timer = setInterval(() => {
      if (step.value < last) step.value++;
      else clearInterval(timer);
    }, ms);
    return () => clearInterval(timer);
  }, [subject]);
  return step;
}
