/* Lets bots think within a time limit. */
#ifndef CAPU_HOST_THINK_H
#define CAPU_HOST_THINK_H

#include "capucine.h"

/* Time passes by the clock on the wall, or by the processor time of the thread. With the latter, a
 * bot's strength does not depend on what else runs on the machine. */
typedef enum host_clock { HOST_WALL, HOST_CPU } host_clock;
/* The time in milliseconds, by a clock that never goes back. */
double host_clock_ms(host_clock clock);

/* How to think. With several threads there are as many searches, each with its own seed. They share
 * the iterations, and their results are added up. The same numbers of iterations and threads and
 * the same seed give the same result. */
enum { HOST_MOST_THREADS = 16, HOST_NO_LIMIT = -1 };
typedef struct host_thinking {
    host_clock clock;
    int ms;      /* at most; 0: the bot's own limit; HOST_NO_LIMIT: only its iterations */
    int threads; /* 0: one */
} host_thinking;
/* How many threads can run in parallel here, at most HOST_MOST_THREADS. */
int host_spare_threads(void);

/* The bot's choice, within `ms` milliseconds (0: the bot's own limit). `memory` has bot->memory
 * bytes. */
capu_action host_think(const capu_bot *bot, const capu_state *view, int seat, capu_random *random,
                       void *memory, int ms);
/* The same, with bot->memory bytes for each thread. */
capu_action host_think_by(host_thinking how, const capu_bot *bot, const capu_state *view, int seat,
                          capu_random *random, void *memory);

/* A search within limits, in parts, for callers who have other things to do in between. It ends
 * after a number of iterations or a time. With `to_choose` it also ends when further iterations
 * could not change which action is visited most. */
typedef struct host_effort {
    capu_search *search;
    host_clock clock;
    int ms, left; /* at most; how many iterations are left */
    bool to_choose;
    double begin;
    int done;
} host_effort;
host_effort host_effort_on(capu_search *search, host_clock clock, int ms, int most_iterations,
                           bool to_choose);
/* Continues for that long; false: the search is finished. */
bool host_go_on(host_effort *effort, double ms);
/* All at once. */
void host_search_for(capu_search *search, host_clock clock, int ms, int most_iterations,
                     bool to_choose);
/* The same with several searches in parallel, each with its part of the iterations. Afterwards the
 * first one has the results of all. */
void host_search_together(capu_search **searches, int count, host_clock clock, int ms,
                          int most_iterations, bool to_choose);

#endif
