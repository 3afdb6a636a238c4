/* What the GPU's lanes do, and the processor's threads when both are compared: whole games, with
 * totals that do not depend on the order of the games. Freestanding; the same source for both. */
#ifndef CAPU_GPU_LANE_H
#define CAPU_GPU_LANE_H

#include "capucine.h"

/* A shared first place is a part of a win: all parts are whole numbers of sixtieths. */
enum { GPU_WIN = 60 };

/* Sums over games. */
typedef struct gpu_totals {
    uint64_t games, actions;
    uint64_t hash; /* the sum of a hash of each game */
    uint64_t scores[CAPU_MAX_PLAYERS];
    uint64_t wins[CAPU_MAX_PLAYERS]; /* in sixtieths */
} gpu_totals;

enum { GPU_TOTALS = sizeof(gpu_totals) / sizeof(uint64_t) };

/* How games are played: each lane its own, or from a pool by what is to be done (kernel.c); or
 * played and compared in everything. */
typedef enum gpu_way { GPU_PLAY, GPU_POOLED, GPU_CHECK, GPU_WAYS } gpu_way;
extern const char *const gpu_way_names[GPU_WAYS];

/* Which games: those with the numbers first … first+games-1. A game's number is its seed, and
 * decides the moves. */
typedef struct gpu_task {
    uint64_t first, games;
    capu_options options;
    int32_t game, players;
} gpu_task;

/* The generator for the random moves of a game. */
capu_random gpu_dice(uint64_t number);
/* Deals a game by its number. */
void gpu_deal(const gpu_task *task, uint64_t number, capu_state *state);
/* Adds a game that is over. */
void gpu_count(const capu_state *state, uint64_t actions, gpu_totals *totals);
/* Plays a whole game with random moves. */
void gpu_play(const gpu_task *task, uint64_t number, gpu_totals *totals);
/* The same with random options. The hash covers every action and position, and every eighth move
 * the views and samples of every seat. */
void gpu_check(const gpu_task *task, uint64_t number, gpu_totals *totals);

#endif
