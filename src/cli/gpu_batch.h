/* Batches in `capucine gpu`: whether they are the processor's, and how fast they are. */
#ifndef CAPU_CLI_GPU_BATCH_H
#define CAPU_CLI_GPU_BATCH_H

#include "gpu/batch.h"

/* Steps the same games here and there. *different: the name of the first array that differs, or
 * NULL. false: `why` has a sentence. */
bool cli_gpu_batch_check(gpu_device *device, int game, int players, const char **different,
                         capu_text *why);

/* Random steps a second, with nothing but seats, and with everything written. */
typedef struct cli_gpu_speed {
    int games;
    double bare, full;
} cli_gpu_speed;
bool cli_gpu_batch_speed(gpu_device *device, int game, int players, cli_gpu_speed *speed,
                         capu_text *why);

#endif
