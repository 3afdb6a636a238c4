/* Opponents against the clock. */
#ifndef CAPU_HOST_THINK_H
#define CAPU_HOST_THINK_H

#include "capucine.h"

/* By the clock on the wall, or by what the thread has used of its processor: the latter makes
 * strength independent of what else runs on the machine. */
typedef enum capu_clock { CAPU_WALL, CAPU_CPU } capu_clock;
/* Milliseconds of a clock that never goes back. */
double capu_clock_ms(capu_clock clock);

/* How to think. With several threads there are as many searches from seeds of their own, which
 * share the iterations, and what they found is added up: a fixed number of iterations, of threads
 * and a seed give the same again. */
enum { CAPU_MOST_THREADS = 16 };
typedef struct capu_thinking {
    capu_clock clock;
    int ms;      /* at the most; 0: the bot's own limit */
    int threads; /* 0: one */
} capu_thinking;
/* Processors that could think side by side, at most CAPU_MOST_THREADS. */
int capu_spare_threads(void);

/* What the bot does, in at most `ms` milliseconds (0: the bot's own limit); memory is bot->memory
 * bytes. */
capu_action capu_think(const capu_bot *bot, const capu_state *view, int seat, capu_random *random,
                       void *memory, int ms);
/* The same, with bot->memory bytes for each thread. */
capu_action capu_think_by(capu_thinking how, const capu_bot *bot, const capu_state *view, int seat,
                          capu_random *random, void *memory);

/* A search against the clock in parts, for those who have other things to do in between: until so
 * many iterations are done or so much time is over, or, with `to_choose`, until more would not
 * change which action is visited most. */
typedef struct capu_effort {
    capu_search *search;
    capu_clock clock;
    int ms, left; /* at the most; iterations that are left */
    bool to_choose;
    double begin;
    int done;
} capu_effort;
capu_effort capu_effort_on(capu_search *search, capu_clock clock, int ms, int most_iterations,
                           bool to_choose);
/* Goes on for so long; false: it is done. */
bool capu_go_on(capu_effort *effort, double ms);
/* All at once. */
void capu_search_for(capu_search *search, capu_clock clock, int ms, int most_iterations,
                     bool to_choose);
/* The same with several searches at once, each with its part of the iterations; all that they have
 * found is in the first then. */
void capu_search_together(capu_search **searches, int count, capu_clock clock, int ms,
                          int most_iterations, bool to_choose);

#endif
