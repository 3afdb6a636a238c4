/* The signatures of all games and numbers of players, and of what searches think there, with a net
 * and without, a line each: what chain.mjs prints too. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "thoughts.h"

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 120;

    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        const capu_game_info *info = capu_info(game);
        for (int players = info->least; players <= info->most; players++)
            printf("%d %d %016" PRIx64 " %016" PRIx64 "\n", i, players,
                   capu_signature(game, players, games), thoughts(i, players, games / 40));
    }
    return 0;
}
