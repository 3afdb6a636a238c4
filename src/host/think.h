/* Opponents against the clock. */
#ifndef CAPU_HOST_THINK_H
#define CAPU_HOST_THINK_H

#include "capucine.h"

/* What the bot does, in at most `ms` milliseconds (0: the bot's own limit); memory is bot->memory
 * bytes. */
capu_action capu_think(const capu_bot *bot, const capu_state *view, int seat, capu_random *random,
                       void *memory, int ms);
/* Searches for that long, or until there is nothing more to learn. */
void capu_search_for(capu_search *search, int ms, int most_iterations);
/* Milliseconds of a clock that never goes back. */
double capu_clock_ms(void);

#endif
