/* What both ways of tuning weights share: by matches (tune.c) or by results (fit.c). */
#ifndef CAPU_CLI_TUNE_H
#define CAPU_CLI_TUNE_H

#include "bots/search.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

typedef struct cli_tuner {
    cli_setup setup;
    const bots_knowledge *know; /* as in the table */
    capu_random random;
    uint64_t next_deal;
    int iterations;
    void *memory;
    double weights[BOTS_MOST_WEIGHTS];
    bool fixed[BOTS_MOST_WEIGHTS]; /* not to be tuned */
} cli_tuner;

/* The least value of a weight. A weight above 0 in the table must stay above 0, since some code
 * divides by it. */
double cli_tune_least(const cli_tuner *t, int weight);
capu_action cli_tune_choose(cli_tuner *t, const bots_knowledge *know, const capu_state *view,
                            int seat);

/* fit.c: plays games with the present weights, then changes those that the outlook depends on. */
void cli_tune_fit(cli_tuner *t, int games);

#endif
