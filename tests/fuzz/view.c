/* Fuzzes views that come as bytes: whatever is changed in a view, it can be written as JSON or is
 * refused. The input is the game, its seed, how many moves were made, who looks, and then what is
 * changed: a place of two bytes and a value. */
#include "fuzz.h"

enum { BEGINNING = 4, CHANGE = 3 };

/* Who looks; a spectator behind the last seat. */
static int make_view(const uint8_t *data, capu_state *view) {
    const capu_game *game = capu_game_at(data[0] & 3);
    capu_random random = capu_random_from(data[1]);
    int least = capu_info(game)->least, most = capu_info(game)->most;
    int players = least + data[1] % (most - least + 1), seat = data[3] % (players + 1);
    capu_options options = capu_random_options(game, players, &random);
    uint8_t seed[CAPU_SEED_BYTES];

    capu_seed_from_number(seed, data[1]);
    must(capu_new(view, game, &options, players, seed) == CAPU_OK);
    capu_playout(view, &random, data[2]);
    seat = seat == players ? CAPU_SPECTATOR : seat;
    capu_view(view, seat, view);
    return seat;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char reason[128] = "", json[32768];
    capu_text why = capu_text_on(reason, sizeof reason), text = capu_text_on(json, sizeof json);
    capu_state view, read;

    if (size < BEGINNING)
        return 0;
    int seat = make_view(data, &view);
    const capu_game *game = capu_game_of(&view);
    size_t bytes = (size_t)capu_info(game)->state_bytes;
    for (size_t at = BEGINNING; at + CHANGE <= size; at += CHANGE)
        ((uint8_t *)&view)[(data[at] << 8 | data[at + 1]) % bytes] = data[at + 2];
    if (capu_view_read(&read, &view, bytes, game, seat, &why) == CAPU_OK)
        capu_state_json(&read, &text);
    else
        must(reason[0] != '\0');
    return 0;
}
