/** Made by the build (web/games.mjs). */
declare module "games:folders" {
  export const folders: Record<string, () => Promise<{ ui: unknown }>>;
  /** What each game looks like on the first page: its art/picture.svg. */
  export const pictures: Record<string, () => Promise<{ default: import("./art").Drawing }>>;
}

/** The drawings of a game's folder art/, by name. */
declare module "games:art/*" {
  const drawings: import("./art").Drawings;
  export default drawings;
}
