/* Opponents against the clock: see think.h. */
#include "host/think.h"

#include <time.h>

enum { SLICE = 16 }; /* iterations between two looks at the clock: well below 20 ms */

double capu_clock_ms(void) {
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

void capu_search_for(capu_search *search, int ms, int most_iterations) {
    double end = capu_clock_ms() + ms;

    for (int done = 0; done < most_iterations && capu_clock_ms() < end; done += SLICE)
        capu_search_run(search, most_iterations - done < SLICE ? most_iterations - done : SLICE);
}

capu_action capu_think(const capu_bot *bot, const capu_state *view, int seat, capu_random *random,
                       void *memory, int ms) {
    if (bot->iterations == 0 || capu_legal_count(view, seat) == 1)
        return bot->choose(bot, view, seat, random, memory);
    capu_search *search =
        capu_search_begin(memory, bot->memory, view, seat, capu_random_next(random));
    capu_search_for(search, ms && ms < bot->ms ? ms : bot->ms, bot->iterations);
    return capu_search_choice(search, bot->sharpness, random);
}
