/* Batches on a GPU: the same games as those of capu_batch, stepped there, into arrays there.
 * Nothing waits for the GPU but what says so. All kernels go to the default stream, in order. */
#ifndef CAPU_GPU_BATCH_H
#define CAPU_GPU_BATCH_H

#include "gpu/device.h"
#include "gpu/stepping.h"

/* An array that callers see: where capu_batch has it, and its bytes for one game. */
typedef struct gpu_array {
    const char *name;
    size_t member, bytes;
} gpu_array;
enum { GPU_ARRAYS = 10 };
/* All of them, for the batch's game and players. */
void gpu_batch_arrays(const capu_batch *batch, gpu_array arrays[GPU_ARRAYS]);
/* The place of an array in a batch. */
static inline void **gpu_batch_member(capu_batch *batch, const gpu_array *array) {
    return (void **)(void *)((char *)batch + array->member);
}

typedef struct gpu_batch {
    gpu_device *device;
    gpu_module *module;
    gpu_function *parts[GPU_PARTS];
    int grids[GPU_PARTS];     /* blocks that fit at once */
    size_t shared[GPU_PARTS]; /* bytes of a block */
    int observed;             /* games whose observations a warp makes at once */
    gpu_stepping shape;       /* its addresses are the GPU's */
    gpu_address own;          /* the memory that only the kernels use */
    gpu_address there;        /* a copy of `shape`, for them */
} gpu_batch;

/* Loads the module of the batch's game, and begins the games. The arrays in `shape` are the GPU's
 * or NULL, but for `states`, `resets` and `random`, which it makes itself. false: `why` has a
 * sentence; there is nothing to close then. The device stays in use. */
bool gpu_batch_open(gpu_batch *batch, gpu_device *device, const capu_batch *shape, capu_text *why);
void gpu_batch_close(gpu_batch *batch);

/* As capu_batch_reset; `which` is an array there, or 0 for all games. */
bool gpu_batch_reset(gpu_batch *batch, gpu_address which, capu_text *why);
/* As capu_batch_step; an index has 4 or 8 bytes. */
bool gpu_batch_step(gpu_batch *batch, gpu_address actions, int bytes, capu_text *why);
/* As capu_batch_random. */
bool gpu_batch_random(gpu_batch *batch, int steps, capu_text *why);
/* What was counted since the games began: actions refused, and games in which nothing was done. It
 * waits until everything is done. */
bool gpu_batch_marks(gpu_batch *batch, gpu_marks *marks, capu_text *why);
/* A copy of a game's position, and how often the game was dealt. It waits too. */
bool gpu_batch_state(gpu_batch *batch, int game, capu_state *state, uint32_t *resets,
                     capu_text *why);

#endif
