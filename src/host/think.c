/* Opponents against the clock: see think.h. */
#include "host/think.h"

#include <limits.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "bots/search.h"

/* The clock is looked at about that often, so that a limit is overrun by no more: by slices of
 * iterations as long as the last ones cost. */
static const double SLICE_MS = 2;
enum { LONGEST_SLICE = 1024 };
/* Iterations become quicker and slower while a tree grows; rarely by more. */
static const double SPARE = 1.25;

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

/* How many iterations there is time for, with some to spare, if `done` of them took `ms`. */
static int still_possible(int done, double ms, double left_ms, int left) {
    double possible = ms > 0 ? SPARE * done * left_ms / ms : left;

    return possible < left ? (int)possible : left;
}

capu_effort capu_effort_on(capu_search *search, capu_clock clock, int ms, int most_iterations,
                           bool to_choose) {
    return (capu_effort){.search = search,
                         .clock = clock,
                         .ms = ms,
                         .left = most_iterations,
                         .to_choose = to_choose,
                         .begin = capu_clock_ms(clock)};
}

bool capu_go_on(capu_effort *e, double ms) {
    double used = capu_clock_ms(e->clock) - e->begin, pause = used + ms;

    while (e->left > 0 && used < e->ms && used < pause) {
        int count = e->done ? slice(e->done, used, e->ms - used, e->left) : 1;
        capu_search_run(e->search, count);
        e->done += count;
        e->left -= count;
        used = capu_clock_ms(e->clock) - e->begin;
        int possible = still_possible(e->done, used, e->ms - used, e->left);
        if (e->to_choose && capu_search_decided(e->search, possible))
            e->left = 0;
    }
    return e->left > 0 && used < e->ms;
}

void capu_search_for(capu_search *search, capu_clock clock, int ms, int most_iterations,
                     bool to_choose) {
    capu_effort effort = capu_effort_on(search, clock, ms, most_iterations, to_choose);

    capu_go_on(&effort, ms);
}

/* --------------------------------------------------------------- side by side */

typedef struct helper {
    capu_search *search;
    capu_clock clock;
    int ms, iterations;
    bool to_choose;
    bool started;
    pthread_t thread;
} helper;

static void *help(void *to) {
    helper *h = to;

    capu_search_for(h->search, h->clock, h->ms, h->iterations, h->to_choose);
    return NULL;
}

/* A search whose thread could not be started is done here afterwards. */
void capu_search_together(capu_search **searches, int count, capu_clock clock, int ms,
                          int most_iterations, bool to_choose) {
    helper helpers[CAPU_MOST_THREADS];
    int each = most_iterations / count + (most_iterations % count != 0);
    bool early = to_choose && count == 1; /* what one of several has decided may be outvoted */

    for (int i = 0; i < count; i++)
        helpers[i] = (helper){searches[i], clock, ms, each, early, false, 0};
    for (int i = 1; i < count; i++)
        helpers[i].started = pthread_create(&helpers[i].thread, NULL, help, &helpers[i]) == 0;
    help(&helpers[0]);
    for (int i = 1; i < count; i++) {
        if (helpers[i].started)
            pthread_join(helpers[i].thread, NULL);
        else
            help(&helpers[i]);
        capu_search_add(searches[0], searches[i]);
    }
}

int capu_spare_threads(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    return processors < 1                   ? 1
           : processors > CAPU_MOST_THREADS ? CAPU_MOST_THREADS
                                            : (int)processors;
}

/* --------------------------------------------------------------------- bots */

static int time_for(capu_thinking how, const capu_bot *bot) {
    if (how.ms == CAPU_NO_LIMIT)
        return INT_MAX;
    return how.ms && how.ms < bot->ms ? how.ms : bot->ms;
}

capu_action capu_think_by(capu_thinking how, const capu_bot *bot, const capu_state *view, int seat,
                          capu_random *random, void *memory) {
    capu_search *searches[CAPU_MOST_THREADS];
    int threads = how.threads ? how.threads : 1;

    if (bot->iterations == 0 || capu_legal_count(view, seat) == 1)
        return bot->choose(bot, view, seat, random, memory);
    for (int i = 0; i < threads; i++)
        searches[i] = capu_search_as(bot, (char *)memory + (size_t)i * bot->memory, view, seat,
                                     capu_random_next(random));
    capu_search_together(searches, threads, how.clock, time_for(how, bot),
                         capu_bot_iterations(bot, view), bot->sharpness == 0);
    return capu_search_choice(searches[0], bot->sharpness, random);
}

capu_action capu_think(const capu_bot *bot, const capu_state *view, int seat, capu_random *random,
                       void *memory, int ms) {
    return capu_think_by((capu_thinking){CAPU_WALL, ms, 1}, bot, view, seat, random, memory);
}
