// Where the build has put what is fetched by name: names change with the content.
declare const ASSETS: Record<string, string>;

export function asset(name: string): string {
  const path = ASSETS[name];
  if (!path) throw new Error(`there is no ${name}`);
  return path;
}

/** The build that this page belongs to. */
export const build = (): string =>
  document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? "";
