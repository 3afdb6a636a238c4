/* Lets bots think within a time limit. */
#ifndef CAPU_HOST_THINK_H
#define CAPU_HOST_THINK_H

#include "capucine.h"

/* Time passes by the clock on the wall, or by the processor time of the thread. With the latter, a
 * bot's strength does not depend on what else runs on the machine. */
typedef enum capu_clock { CAPU_WALL, CAPU_CPU } capu_clock;
/* The time in milliseconds, by a clock that never goes back. */
double capu_clock_ms(capu_clock clock);

/* How to think. With several threads there are as many searches, each with its own seed. They share
 * the iterations, and their results are added up. The same numbers of iterations and threads and
 * the same seed give the same result. */
enum { CAPU_MOST_THREADS = 16, CAPU_NO_LIMIT = -1 };
typedef struct capu_thinking {
    capu_clock clock;
    int ms;      /* at most; 0: the bot's own limit; CAPU_NO_LIMIT: only its iterations */
    int threads; /* 0: one */
} capu_thinking;
/* How many threads can run in parallel here, at most CAPU_MOST_THREADS. */
int capu_spare_threads(void);

/* The bot's choice, within `ms` milliseconds (0: the bot's own limit). `memory` has bot->memory
 * bytes. */
capu_action capu_think(const capu_bot *bot, const capu_state *view, int seat, capu_random *random,
                       void *memory, int ms);
/* The same, with bot->memory bytes for each thread. */
capu_action capu_think_by(capu_thinking how, const capu_bot *bot, const capu_state *view, int seat,
                          capu_random *random, void *memory);

/* A search within limits, in parts, for callers who have other things to do in between. It ends
 * after a number of iterations or a time. With `to_choose` it also ends when further iterations
 * could not change which action is visited most. */
typedef struct capu_effort {
    capu_search *search;
    capu_clock clock;
    int ms, left; /* at most; how many iterations are left */
    bool to_choose;
    double begin;
    int done;
} capu_effort;
capu_effort capu_effort_on(capu_search *search, capu_clock clock, int ms, int most_iterations,
                           bool to_choose);
/* Continues for that long; false: the search is finished. */
bool capu_go_on(capu_effort *effort, double ms);
/* All at once. */
void capu_search_for(capu_search *search, capu_clock clock, int ms, int most_iterations,
                     bool to_choose);
/* The same with several searches in parallel, each with its part of the iterations. Afterwards the
 * first one has the results of all. */
void capu_search_together(capu_search **searches, int count, capu_clock clock, int ms,
                          int most_iterations, bool to_choose);

#endif
