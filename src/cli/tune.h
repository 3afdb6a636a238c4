/* What both ways of tuning weights share: by matches (tune.c) or by results (fit.c). */
#ifndef CAPU_CLI_TUNE_H
#define CAPU_CLI_TUNE_H

#include "bots/search.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

typedef struct capu_tuner {
    capu_setup setup;
    const capu_knowledge *know; /* as in the table */
    capu_random random;
    uint64_t next_deal;
    int iterations;
    void *memory;
    double weights[MOST_WEIGHTS];
    bool fixed[MOST_WEIGHTS]; /* not to be tuned */
} capu_tuner;

/* The least value of a weight. A weight above 0 in the table must stay above 0, since some code
 * divides by it. */
double capu_tune_least(const capu_tuner *t, int weight);
capu_action capu_tune_choose(capu_tuner *t, const capu_knowledge *know, const capu_state *view,
                             int seat);

/* fit.c: plays games with the present weights, then changes those that the outlook depends on. */
void capu_tune_fit(capu_tuner *t, int games);

#endif
