/* One number for how the games behave. It is made of texts only (actions, positions, views,
 * samples as JSON), so it changes with the rules and not with how positions lie in memory. */
#include "engine/game.h"

enum { TEXT = 16384, SAMPLE_EVERY = 8 };

static uint64_t chain(uint64_t hash, const char *text) {
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * 0x100000001b3u; /* FNV-1a */
    return (hash ^ 0xFF) * 0x100000001b3u;
}

static uint64_t chain_state(uint64_t hash, const capu_state *state) {
    char buffer[TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_state_json(state, &text);
    return chain(hash, buffer);
}

static uint64_t chain_views(uint64_t hash, const capu_state *state, capu_random *random) {
    capu_state view, sample;

    for (int seat = CAPU_SPECTATOR; seat < state->head.players; seat++) {
        capu_view(state, seat, &view);
        hash = chain_state(hash, &view);
        capu_sample(&view, random, &sample);
        hash = chain_state(hash, &sample);
    }
    return hash;
}

static uint64_t chain_move(uint64_t hash, const capu_game *game, capu_move move) {
    char buffer[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_action_write(game, move.action, false, &text);
    return chain(hash ^ move.seat, buffer);
}

capu_options capu_random_options(const capu_game *game, int players, capu_random *random) {
    capu_options options;

    do {
        options = (capu_options){0};
        for (int i = 0; i < game->info.option_count; i++) {
            int count = game->info.options[i].count + game->more_values[i];
            options.value[i] = (uint16_t)capu_random_below(random, (uint32_t)count);
        }
    } while (capu_check_options(game, players, &options, NULL));
    return options;
}

static uint64_t chain_game(uint64_t hash, const capu_game *game, int players, uint64_t number) {
    capu_random random = capu_random_from(number);
    capu_options options = capu_random_options(game, players, &random);
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state;

    capu_seed_from_number(seed, number);
    capu_new(&state, game, &options, players, seed);
    hash = chain_state(hash, &state);
    for (int i = 0; capu_actors(&state); i++) {
        capu_move move = capu_random_move(&state, &random);
        capu_apply_legal(&state, (int)move.seat, move.action);
        hash = chain_state(chain_move(hash, game, move), &state);
        if (i % SAMPLE_EVERY == 0)
            hash = chain_views(hash, &state, &random);
    }
    return hash;
}

uint64_t capu_signature(const capu_game *game, int players, int games) {
    uint64_t hash = chain(0xcbf29ce484222325u, game->info.name);

    if (players < game->info.least || players > game->info.most)
        return 0; /* there are no options for them, however long one looks */
    for (int i = 0; i < games; i++)
        hash = chain_game(hash, game, players, (uint64_t)i);
    return hash;
}
