/* What the GPU's lanes do, and the processor's threads when both are compared: whole games, with
 * totals that do not depend on the order of the games. Freestanding; the same source for both. */
#ifndef CAPU_GPU_LANE_H
#define CAPU_GPU_LANE_H

#include "capucine.h"

/* A shared first place is a part of a win: all parts are whole numbers of sixtieths. */
enum { GPU_WIN = 60 };

/* What is known of a number over all games. */
typedef struct gpu_spread {
    int64_t sum, squares;
} gpu_spread;

/* Sums over games, and then the largest numbers; least ones are kept with their sign changed. All
 * are 64 bits wide, and begin with 0 or GPU_NOTHING. */
typedef struct gpu_totals {
    int64_t games;
    uint64_t hash; /* the sum of a hash of each game */
    gpu_spread actions;
    gpu_spread score[CAPU_MAX_PLAYERS];
    int64_t wins[CAPU_MAX_PLAYERS]; /* in sixtieths */
    int64_t places[CAPU_MAX_PLAYERS];
    gpu_spread measure[CAPU_MAX_MEASURES];
    int64_t most_actions, least_actions;
    int64_t most_score[CAPU_MAX_PLAYERS], least_score[CAPU_MAX_PLAYERS];
    int64_t most_measure[CAPU_MAX_MEASURES], least_measure[CAPU_MAX_MEASURES];
} gpu_totals;

enum {
    GPU_SUMS = offsetof(gpu_totals, most_actions) / sizeof(int64_t),
    GPU_TOTALS = sizeof(gpu_totals) / sizeof(int64_t),
};
#define GPU_NOTHING INT64_MIN

/* Totals of no game. */
void gpu_clear(gpu_totals *totals);

/* How games are played: each lane its own, or from a pool by what is to be done (kernel.c); or
 * played and compared in everything; or between the simple opponents (contest.c). */
typedef enum gpu_way { GPU_PLAY, GPU_POOLED, GPU_CHECK, GPU_CONTEST, GPU_WAYS } gpu_way;
extern const char *const gpu_way_names[GPU_WAYS];

/* Which games: so many, from number `first` on, of which `skip` are left out behind each. A game's
 * number is its seed, and decides the moves. In a contest the seed is made from `seed` and the
 * number, and the seats with a bit in `greedy` look ahead. */
typedef struct gpu_task {
    uint64_t first, games, skip, seed;
    capu_options options;
    int32_t game, players;
    uint32_t greedy;
} gpu_task;
static inline uint64_t gpu_number(const gpu_task *task, uint64_t i) {
    return task->first + i * (task->skip + 1);
}

/* The generator for the random moves of a game. */
capu_random gpu_dice(uint64_t number);
/* Deals a game by its number. */
void gpu_deal(const gpu_task *task, uint64_t number, capu_state *state);
/* Adds a game that is over. */
void gpu_count(const capu_state *state, uint64_t actions, gpu_totals *totals);
/* The seed of a game of a contest: those of `capucine sim`. */
uint64_t gpu_contest_seed(uint64_t seed, uint64_t number);
/* Plays a whole game between the simple opponents, as `capucine sim` does. (contest.c) */
void gpu_contest(const gpu_task *task, uint64_t number, gpu_totals *totals);
/* Plays a whole game with random moves. */
void gpu_play(const gpu_task *task, uint64_t number, gpu_totals *totals);
/* The same with random options. The hash covers every action and position, and every eighth move
 * the views and samples of every seat. */
void gpu_check(const gpu_task *task, uint64_t number, gpu_totals *totals);

#endif
