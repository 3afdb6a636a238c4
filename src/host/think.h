/* Opponents against the clock. */
#ifndef CAPU_HOST_THINK_H
#define CAPU_HOST_THINK_H

#include "capucine.h"

/* By the clock on the wall, or by what the thread has used of its processor: the latter makes
 * strength independent of what else runs on the machine. */
typedef enum capu_clock { CAPU_WALL, CAPU_CPU } capu_clock;
/* Milliseconds of a clock that never goes back. */
double capu_clock_ms(capu_clock clock);

/* What the bot does, in at most `ms` milliseconds (0: the bot's own limit); memory is bot->memory
 * bytes. */
capu_action capu_think(const capu_bot *bot, const capu_state *view, int seat, capu_random *random,
                       void *memory, int ms);
capu_action capu_think_by(capu_clock clock, const capu_bot *bot, const capu_state *view, int seat,
                          capu_random *random, void *memory, int ms);

/* Searches for that long, or until so many iterations are done, or, with `to_choose`, until more
 * would not change which action is visited most. */
void capu_search_for(capu_search *search, capu_clock clock, int ms, int most_iterations,
                     bool to_choose);

#endif
