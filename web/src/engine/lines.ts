// Reading the lines that the engine tells: facts and events (docs/protocol.md).
import type { Arg, Line } from "./types";

const fits = (line: Line, match: Record<string, Arg>): boolean =>
  Object.entries(match).every(([name, value]) => line[name] === value);

export const all = (lines: readonly Line[], id: string): Line[] =>
  lines.filter((line) => line.id === id);

/** The first line of this id whose arguments are these. */
export const one = (
  lines: readonly Line[],
  id: string,
  match: Record<string, Arg> = {},
): Line | undefined => lines.find((line) => line.id === id && fits(line, match));

const list = (line: Line | undefined, arg: string): Arg[] => {
  const value = line?.[arg];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
};

export const num = (line: Line | undefined, arg: string): number => {
  const value = line?.[arg];
  return typeof value === "number" ? value : 0;
};

export const word = (line: Line | undefined, arg: string): string => {
  const value = line?.[arg];
  return typeof value === "string" ? value : "";
};

export const nums = (line: Line | undefined, arg: string): number[] =>
  list(line, arg).filter((value) => typeof value === "number");

export const words = (line: Line | undefined, arg: string): string[] =>
  list(line, arg).filter((value) => typeof value === "string");
