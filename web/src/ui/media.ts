// Whether the screen is as a media query says, for what cannot be said in CSS.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

export function useMatches(query: string): boolean {
  const matches = useSignal(matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const look = (): void => void (matches.value = list.matches);
    look();
    list.addEventListener("change", look);
    return () => list.removeEventListener("change", look);
  }, [query]);
  return matches.value;
}
