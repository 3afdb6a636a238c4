/* Fuzzes the texts of actions: the first byte names the game. What is read is written as it was,
 * and the engine can say of any action whether it is legal. */
#include <string.h>

#include "fuzz.h"

static void try_action(const capu_game *game, capu_action action) {
    uint8_t seed[CAPU_SEED_BYTES] = {0};
    capu_options options = {0};
    capu_random random = capu_random_from(action);
    capu_state state, before;

    capu_new(&state, game, &options, capu_info(game)->most, seed);
    for (int i = 0; i < 40 && capu_actors(&state); i++) {
        char reason[256];
        capu_text why = capu_text_on(reason, sizeof reason);
        int seat = capu_first_actor(&state);
        capu_copy(&before, &state);
        capu_status status = capu_check(&state, seat, action, &why);
        must(capu_apply(&state, seat, action) == status);
        if (status) {
            must(capu_equal(&state, &before) && reason[0] != '\0');
            capu_playout(&state, &random, 1);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char line[256], buffer[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    capu_action action;
    int games = 0;

    while (capu_game_at(games))
        games++;
    if (size < 1 || size > sizeof line)
        return 0;
    memcpy(line, data + 1, size - 1);
    line[size - 1] = '\0';
    const capu_game *game = capu_game_at(data[0] % games);
    if (!capu_action_read(game, line, &action))
        return 0;
    capu_action_write(game, action, false, &text);
    must(strcmp(buffer, line) == 0);
    try_action(game, action);
    return 0;
}
