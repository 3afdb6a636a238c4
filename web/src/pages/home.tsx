// The first page: four games, and how to begin.
import { GAMES, type GameId } from "../engine/types";
import { newLocal } from "../model/local";
import { Flower } from "../ui/flower";
import { t } from "../words/words";
import { go } from "../router";

const PLAYERS: Record<GameId, number> = { caprice: 3, capitol: 3, capone: 3, "capital-lux-2": 3 };

function playNow(game: GameId): void {
  const seats = Array.from({ length: PLAYERS[game] }, (_, seat) =>
    seat === 0
      ? { name: t("seat.you"), kind: "me" as const }
      : { name: `${t("level.club")} ${seat}`, kind: "bot" as const, level: "club" },
  );
  go(`/local/${newLocal(game, seats).id}`);
}

export function HomePage() {
  return (
    <main class="home">
      <header>
        <Flower size={56} />
        <h1>Capucine</h1>
      </header>
      <ul class="games">
        {GAMES.map((game) => (
          <li key={game}>
            <h2>{t(`game.${game}`)}</h2>
            <button type="button" class="do" onClick={() => playNow(game)}>
              {t("home.play_now")}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}
