// What of a table's talk has been read in this browser: for each table, until when.
const READ = "capucine.read";
const MOST = 40;

type Read = [table: string, at: number][];

function known(): Read {
  try {
    const read = JSON.parse(localStorage.getItem(READ) ?? "[]") as unknown;
    return Array.isArray(read) ? (read as Read) : [];
  } catch {
    return [];
  }
}

/** When the last line was said that has been read; 0: none. */
export const readUntil = (table: string): number => known().find(([id]) => id === table)?.[1] ?? 0;

export function keepRead(table: string, at: number): void {
  const others = known().filter(([id]) => id !== table);
  localStorage.setItem(READ, JSON.stringify([[table, at], ...others].slice(0, MOST)));
}
