/* What a search thinks, as a number: for positions of seeded random games with a fixed number of
 * iterations, a hash over its choices and all that it says about them. So are reviews. Part of the
 * WebAssembly module as of the native programs, so it needs no C library. */
#include "thoughts.h"

#include "../made_net.h"
#include "bots/search.h"

enum { NODES = 4000, ITERATIONS = 120, BYTES = 512 * 1024, REVIEW_BYTES = 16 << 20 };

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

static _Alignas(8) unsigned char review_memory[REVIEW_BYTES];

/* What a review says of one move, and of its luck. */
static uint64_t judge(const capu_state *state, const void *net, size_t size, capu_random *random,
                      uint64_t hash) {
    static char buffer[2048];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    capu_move move = capu_random_move(state, random);
    capu_record record = {
        .game = capu_game_of(state), .players = state->head.players, .from = state, .moves = &move};
    capu_review review = {&record, review_memory, REVIEW_BYTES, ITERATIONS, net, size, false};
    capu_verdict verdict;
    capu_chance chance;
    bool any;

    record.count = 1;
    if (capu_review_move(&review, 0, &verdict) || capu_review_luck(&review, 0, &any, &chance))
        return 0;
    capu_verdict_json(record.game, &verdict, &text);
    capu_chance_json(&chance, &text);
    for (size_t i = 0; i < text.length && i < sizeof buffer; i++)
        hash = mix(hash, (uint8_t)buffer[i]);
    return hash;
}

uint64_t thoughts(int game, int players, int games) {
    uint64_t hash = 0xcbf29ce484222325u;
    size_t net_size = 0;

    const bots_knowledge *know = bots_knowledge_by_name(capu_info(capu_game_at(game))->name);
    bots_net net;

    if (capu_search_bytes(NODES) > BYTES || capu_review_bytes() > REVIEW_BYTES)
        return 0;
    if (know->inputs)
        net_size = (size_t)make_net(know, 7, net_bytes);
    if (know->inputs && !bots_net_read(&net, know, net_bytes, net_size))
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
            hash = judge(&state, net_bytes, net_size, &random, hash);
            capu_playout(&state, &random, 9);
        }
    }
    return hash;
}
