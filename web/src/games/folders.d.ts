/** Made by the build (web/games.mjs). */
declare module "games:folders" {
  export const folders: Record<string, () => Promise<{ ui: unknown }>>;
}
