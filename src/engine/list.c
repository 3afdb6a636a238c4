/* The games. The build finds them by their folders. */
#include "engine/registry.h"
#include "games.h"

#define DECLARE(name) extern const capu_game game_##name;
CAPU_GAMES(DECLARE)

#define ROW(name) &game_##name,
static const capu_game *const games[] = {CAPU_GAMES(ROW)};

enum { GAMES = sizeof games / sizeof games[0] };

const capu_game *capu_game_at(int index) {
    return index >= 0 && index < GAMES ? games[index] : NULL;
}

const capu_game *capu_find(const char *name) {
    for (int i = 0; i < GAMES; i++)
        if (engine_same(games[i]->info.name, name))
            return games[i];
    return NULL;
}

int engine_game_index(const capu_game *game) {
    int index = 0;

    while (games[index] != game)
        index++;
    return index;
}
