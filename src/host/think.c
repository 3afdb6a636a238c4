/* Opponents against the clock: see think.h. */
#include "host/think.h"

#include <time.h>

#include "bots/search.h"

/* The clock is looked at about that often, so that a limit is overrun by no more: by slices of
 * iterations as long as the last ones cost. */
static const double SLICE_MS = 2;
enum { LONGEST_SLICE = 1024 };

double capu_clock_ms(capu_clock clock) {
    struct timespec time;

    clock_gettime(clock == CAPU_CPU ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Iterations for the next slice, if `done` of them took `ms`. */
static int slice(int done, double ms, double left_ms, int left) {
    double wanted = left_ms < SLICE_MS ? left_ms : SLICE_MS;
    double most = ms > 0 ? wanted * done / ms : 2.0 * done;

    most = most < LONGEST_SLICE ? most : LONGEST_SLICE;
    most = most < 1 ? 1 : most;
    return most < left ? (int)most : left;
}

void capu_search_for(capu_search *search, capu_clock clock, int ms, int most_iterations,
                     bool to_choose) {
    double begin = capu_clock_ms(clock), used = 0;
    int count = 1;

    for (int done = 0; done < most_iterations && used < ms; used = capu_clock_ms(clock) - begin) {
        int left = most_iterations - done;
        count = done ? slice(done, used, ms - used, left) : 1;
        capu_search_run(search, count);
        done += count;
        if (to_choose && capu_search_decided(search, most_iterations - done))
            return;
    }
}

capu_action capu_think_by(capu_clock clock, const capu_bot *bot, const capu_state *view, int seat,
                          capu_random *random, void *memory, int ms) {
    if (bot->iterations == 0 || capu_legal_count(view, seat) == 1)
        return bot->choose(bot, view, seat, random, memory);
    capu_search *search = capu_search_as(bot, memory, view, seat, capu_random_next(random));
    capu_search_for(search, clock, ms && ms < bot->ms ? ms : bot->ms, bot->iterations,
                    bot->sharpness == 0);
    return capu_search_choice(search, bot->sharpness, random);
}

capu_action capu_think(const capu_bot *bot, const capu_state *view, int seat, capu_random *random,
                       void *memory, int ms) {
    return capu_think_by(CAPU_WALL, bot, view, seat, random, memory, ms);
}
