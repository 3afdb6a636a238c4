/* A GPU that plays. One at a time; a game's module is translated for it when it is first asked for,
 * and the driver keeps the translation. */
#ifndef CAPU_GPU_DEVICE_H
#define CAPU_GPU_DEVICE_H

#include "gpu/driver.h"
#include "gpu/lane.h"

enum { GPU_NAME = 96 };

typedef struct gpu_device {
    gpu_driver driver;
    gpu_id id;
    gpu_context *context;
    char name[GPU_NAME];
    int multiprocessors, major, minor, driver_version;
    int shared; /* bytes of shared memory that a block can have */
    size_t memory;
} gpu_device;

/* How a kernel is run: registers that a lane may have, lanes of a block, games of a block's pool.
 */
typedef struct gpu_shape {
    int registers, block, pool;
} gpu_shape;

/* A game's module on a device. */
typedef struct gpu_program {
    gpu_device *device;
    gpu_module *module;
    gpu_function *function;
    gpu_way way;
    gpu_shape shape;
    int grid, registers, local; /* blocks; registers and bytes of a lane */
    size_t shared;              /* bytes of a block */
} gpu_program;

/* Finds the first GPU. false: `why` has a sentence. */
bool gpu_open(gpu_device *device, capu_text *why);
void gpu_close(gpu_device *device);

/* Translates and loads. `wish` may be NULL; what is 0 in it is as was best for this game. */
bool gpu_load(gpu_device *device, int game, gpu_way way, const gpu_shape *wish,
              gpu_program *program, capu_text *why);
/* The way that plays random games of a game fastest. Older GPUs than this cannot have pools. */
enum { GPU_POOL_MAJOR = 8 };
gpu_way gpu_best_way(const gpu_device *device, int game);
void gpu_unload(gpu_program *program);
/* Plays, and adds to the totals. The seconds are those of the kernel alone. */
bool gpu_run(gpu_program *program, const gpu_task *task, gpu_totals *totals, double *seconds,
             capu_text *why);

/* The same games on the processor, by so many threads. */
void gpu_run_here(const gpu_task *task, gpu_way way, int threads, gpu_totals *totals);

/* A module of a game as text for the driver: a way of playing, or "batch". NULL: it was not built.
 */
const char *gpu_ptx(int game, const char *name);
/* Translates and loads a module, with so many registers for a lane. false: `why` has a sentence. */
bool gpu_translate(gpu_device *device, const char *ptx, int registers, gpu_module **module,
                   capu_text *why);
/* A function of a module, and how many blocks of it a multiprocessor takes at once. */
bool gpu_find(gpu_device *device, gpu_module *module, const char *name, int block, size_t shared,
              gpu_function **function, int *blocks, capu_text *why);

#endif
