// Acting a scene out, beat by beat, so that board and log go together.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Scene } from "./contract";

interface Acts {
  /** How many events have been seen behind each beat. */
  ends: number[];
  /** How long a beat takes. */
  ms: number;
  /** It stays until somebody goes on. Else it is over by itself, and at once if somebody hurries. */
  stays?: boolean;
}

/** How many beats have been seen, and a way to those before and behind. */
export function useActing(
  scene: Scene | null | undefined,
  { ends, ms, stays = false }: Acts,
): { beats: number; go(beats: number): void } {
  const seen = useSignal<{ events: unknown; beats: number; still: boolean } | null>(null);
  const own = scene && seen.value?.events === scene.events ? seen.value : null;
  const still = own?.still ?? false;
  const beats = scene?.hurried && !still ? ends.length : (own?.beats ?? 0);
  const set = (to: number, still: boolean): void => {
    if (scene) seen.value = { events: scene.events, beats: to, still };
  };
  useEffect(() => {
    if (!scene) return;
    scene.tell(ends[beats - 1] ?? 0);
    const over = beats >= ends.length;
    if (still || (over && stays)) return;
    if (over && scene.hurried) return scene.done();
    const timer = setTimeout(() => (over ? scene.done() : set(beats + 1, false)), ms);
    return () => clearTimeout(timer);
  }, [scene?.events, scene?.hurried, beats, still]);
  return { beats, go: (to) => set(Math.min(Math.max(to, 0), ends.length), true) };
}
