// Programs that the host of the server has added as bots. They play at tables of the server only.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { levels } from "../assets";
import { textOr } from "../words/words";
import { get } from "./api";

const programs = signal<string[]>([]);

/** Their names, as soon as the server has told them. Without a server there are none. */
export function usePrograms(): string[] {
  useEffect(() => {
    get<{ bots: { level: string }[] }>("/bots").then(
      ({ bots }) => {
        programs.value = bots.map(({ level }) => level).filter((name) => !levels().includes(name));
      },
      () => (programs.value = []),
    );
  }, []);
  return programs.value;
}

/** What a bot is called: programs have the names that the host gave them. */
export const levelName = (level: string): string => textOr(`level.${level}`, level);
