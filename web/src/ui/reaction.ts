// Reacting to signals at once, before anything is drawn: the hook of @preact/signals waits for the
// next frame, by which time a page would have been drawn half new and half old.
import { effect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Runs now and whenever a signal that it reads changes; what it returns is called before that. */
export function useReaction(react: () => void | (() => void)): void {
  const latest = useRef(react);
  latest.current = react;
  useLayoutEffect(() => effect(() => latest.current()), []);
}
