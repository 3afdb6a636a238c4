/* What the parts of `capucine bench` share. */
#ifndef CAPU_CLI_BENCH_H
#define CAPU_CLI_BENCH_H

#include "capucine.h"

/* Random play without a batch; through one, without and with observations and masks; and with
 * actions that the caller chooses. */
enum { CLI_BATCH_PLAIN, CLI_BATCH_BARE, CLI_BATCH_ALL, CLI_BATCH_CHOSEN, CLI_BATCH_WAYS };
/* Steps a second in each of these ways, on one core. */
void cli_measure_batch(const capu_game *game, int players, double seconds,
                       double rates[CLI_BATCH_WAYS]);

#endif
