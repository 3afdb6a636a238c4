/** Made by the build (web/games.mjs). */
declare module "games:folders" {
  export const folders: Record<string, () => Promise<{ ui: unknown }>>;
}

/** The drawings of a game's folder art/, by name. */
declare module "games:art/*" {
  const drawings: import("./art").Drawings;
  export default drawings;
}
