/* capucine bench, the part about batches: how fast many games are stepped together. */
#include <stdlib.h>

#include "cli/bench.h"
#include "host/memory.h"
#include "host/think.h"

enum { GAMES = 1024, SLICES = 9 };

/* One thing that is measured, on the same games. */
typedef struct way {
    int64_t (*work)(capu_batch *batch, int32_t *actions, capu_random *random);
    bool looks; /* observations and masks are wanted */
} way;

/* Random play without a batch, from deal to result. */
static int64_t play_plainly(capu_batch *batch, int32_t *actions, capu_random *random) {
    int64_t steps = 0;

    (void)actions;
    for (int i = 0; i < 64; i++) {
        uint8_t seed[CAPU_SEED_BYTES];
        capu_state state;
        capu_result result;
        capu_seed_from_number(seed, capu_random_next(random));
        capu_new(&state, batch->game, &batch->options, batch->players, seed);
        steps += capu_playout(&state, random, INT32_MAX);
        capu_get_result(&state, &result);
    }
    return steps;
}

static int64_t play_randomly(capu_batch *batch, int32_t *actions, capu_random *random) {
    (void)actions;
    (void)random;
    return capu_batch_random(batch, 0, GAMES, 1);
}

/* The caller chooses from the list of legal actions. */
static int64_t play_chosen(capu_batch *batch, int32_t *actions, capu_random *random) {
    int most = capu_legal_most(batch->game);

    for (int g = 0; g < GAMES; g++)
        actions[g] =
            batch->legal[g * most + (int)capu_random_below(random, (uint32_t)batch->counts[g])];
    capu_batch_step(batch, 0, GAMES, actions);
    return GAMES;
}

static capu_batch make(const capu_game *game, int players) {
    return (capu_batch){
        .game = game,
        .players = players,
        .count = GAMES,
        .seed = 1,
        .states = host_alloc(GAMES * (size_t)capu_info(game)->state_bytes),
        .seats = host_alloc(GAMES),
        .done = host_alloc(GAMES),
        .resets = host_alloc(GAMES * sizeof(uint32_t)),
        .random = host_alloc(GAMES * sizeof(capu_random)),
        .rewards = host_alloc(GAMES * (size_t)players * sizeof(float)),
    };
}

static capu_batch make_with_all(const capu_game *game, int players) {
    capu_batch batch = make(game, players);

    batch.observations =
        host_alloc(GAMES * (size_t)capu_observation_size(game) * sizeof *batch.observations);
    batch.legal = host_alloc(GAMES * (size_t)capu_legal_most(game) * sizeof *batch.legal);
    batch.counts = host_alloc(GAMES * sizeof *batch.counts);
    batch.masks = host_alloc(GAMES * (size_t)capu_mask_bytes(game));
    return batch;
}

static void drop(capu_batch *batch) {
    void *arrays[] = {batch->states,       batch->seats,   batch->done,  batch->resets,
                      batch->random,       batch->rewards, batch->legal, batch->counts,
                      batch->observations, batch->masks};

    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
}

/* All ways in turn, again and again, in the thread's own time: so the machine's other work disturbs
 * them alike. The best slice of each counts. */
void cli_measure_batch(const capu_game *game, int players, double seconds,
                       double rates[CLI_BATCH_WAYS]) {
    static const way ways[CLI_BATCH_WAYS] = {
        [CLI_BATCH_PLAIN] = {play_plainly, false},
        [CLI_BATCH_BARE] = {play_randomly, false},
        [CLI_BATCH_ALL] = {play_randomly, true},
        [CLI_BATCH_CHOSEN] = {play_chosen, true},
    };
    capu_batch batches[] = {make(game, players), make_with_all(game, players)};
    int32_t *actions = host_alloc(GAMES * sizeof *actions);
    capu_random random = capu_random_from(1);

    capu_batch_begin(&batches[0], 0, GAMES);
    capu_batch_begin(&batches[1], 0, GAMES);
    capu_batch_random(&batches[0], 0, GAMES, 50);
    capu_batch_random(&batches[1], 0, GAMES, 50);
    for (int i = 0; i < SLICES * CLI_BATCH_WAYS; i++) {
        const way *w = &ways[i % CLI_BATCH_WAYS];
        double begin = host_clock_ms(HOST_CPU), elapsed;
        int64_t steps = 0;
        do
            steps += w->work(&batches[w->looks], actions, &random);
        while ((elapsed = host_clock_ms(HOST_CPU) - begin) < 1e3 * seconds / SLICES);
        double rate = 1e3 * (double)steps / elapsed, *best = &rates[i % CLI_BATCH_WAYS];
        *best = i < CLI_BATCH_WAYS || rate > *best ? rate : *best;
    }
    free(actions);
    drop(&batches[0]);
    drop(&batches[1]);
}
