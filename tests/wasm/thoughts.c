/* What a search thinks, as a number: for positions of seeded random games with a fixed number of
 * iterations, a hash over its choices and all that it says about them. Part of the WebAssembly
 * module as of the native programs, so it needs no C library. */
#include "thoughts.h"

#include "../made_net.h"
#include "bots/search.h"

enum { NODES = 4000, ITERATIONS = 120, BYTES = 512 * 1024 };

static _Alignas(8) unsigned char memory[BYTES];

static _Alignas(8) uint8_t net_bytes[MADE_NET_BYTES];

static uint64_t mix(uint64_t hash, uint64_t value) {
    return (hash ^ value) * 0x100000001b3u;
}

static uint64_t mix_floats(uint64_t hash, const float *values, int count) {
    for (int i = 0; i < count; i++) {
        union {
            float number;
            uint32_t bits;
        } one = {values[i]};
        hash = mix(hash, one.bits);
    }
    return hash;
}

static uint64_t think(const capu_state *state, int seat, const bots_net *by, capu_random *random,
                      uint64_t hash) {
    capu_advice advice[8];
    capu_state view;

    capu_view(state, seat, &view);
    capu_search *search =
        capu_search_begin(memory, capu_search_bytes(NODES), &view, seat, capu_random_next(random));
    bots_search_by(search, by);
    capu_search_run(search, ITERATIONS);
    int count = capu_search_advice(search, advice, 8);
    for (int i = 0; i < count; i++) {
        hash = mix(hash, advice[i].action);
        hash = mix(hash, advice[i].visits);
        hash = mix_floats(hash, advice[i].win, state->head.players);
        hash = mix_floats(hash, advice[i].score, state->head.players);
        hash = mix_floats(hash, &advice[i].error, 1);
    }
    return mix(hash, capu_search_choice(search, 2, random));
}

uint64_t thoughts(int game, int players, int games) {
    uint64_t hash = 0xcbf29ce484222325u;

    const bots_knowledge *know = bots_knowledge_by_name(capu_info(capu_game_at(game))->name);
    bots_net net;

    if (capu_search_bytes(NODES) > BYTES)
        return 0;
    if (know->inputs && !bots_net_read(&net, know, net_bytes, (size_t)make_net(know, 7, net_bytes)))
        return 0;
    for (int i = 0; i < games; i++) {
        capu_random random = capu_random_from((uint64_t)i);
        capu_options options = capu_random_options(capu_game_at(game), players, &random);
        uint8_t seed[CAPU_SEED_BYTES];
        capu_state state;
        capu_seed_from_number(seed, (uint64_t)i);
        capu_new(&state, capu_game_at(game), &options, players, seed);
        while (capu_actors(&state)) {
            int seat = capu_first_actor(&state);
            hash = think(&state, seat, NULL, &random, hash);
            if (know->inputs)
                hash = think(&state, seat, &net, &random, hash);
            capu_playout(&state, &random, 9);
        }
    }
    return hash;
}
