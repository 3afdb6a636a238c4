#include "cli/gpu_batch.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHECK_GAMES = 1000, CHECK_STEPS = 60, ENOUGH_MS = 500 };
/* What a batch cannot do without. */
enum { LEAST_ARRAYS = 2 };

static double now(void) {
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ------------------------------------------------------------- arrays and games */

/* A batch there, with its first `count` arrays. */
typedef struct crowd {
    gpu_array arrays[GPU_ARRAYS];
    capu_batch shape;
    gpu_batch batch;
    gpu_device *device;
} crowd;

static void disperse(crowd *c) {
    if (c->batch.module)
        gpu_batch_close(&c->batch);
    for (int i = 0; i < GPU_ARRAYS; i++) {
        void **at = gpu_batch_member(&c->shape, &c->arrays[i]);
        if (*at)
            c->device->driver.give((gpu_address)(uintptr_t)*at);
        *at = NULL;
    }
}

static bool take_arrays(crowd *c, int count, capu_text *why) {
    const gpu_driver *d = &c->device->driver;

    for (int i = 0; i < count; i++) {
        size_t bytes = c->arrays[i].bytes * (size_t)c->shape.count;
        gpu_address at;
        if (!gpu_went_well(d, d->take(&at, bytes), "taking memory on the GPU", why))
            return false;
        *gpu_batch_member(&c->shape, &c->arrays[i]) = (void *)(uintptr_t)at;
        if (!gpu_went_well(d, d->fill(at, 0, bytes), "clearing memory", why))
            return false;
    }
    return true;
}

static bool gather(crowd *c, gpu_device *device, const capu_batch *like, int count,
                   capu_text *why) {
    memset(c, 0, sizeof *c);
    c->device = device;
    c->shape = *like;
    gpu_batch_arrays(&c->shape, c->arrays);
    for (int i = 0; i < GPU_ARRAYS; i++)
        *gpu_batch_member(&c->shape, &c->arrays[i]) = NULL;
    if (take_arrays(c, count, why) && gpu_batch_open(&c->batch, device, &c->shape, why))
        return true;
    disperse(c);
    return false;
}

static void *zeros(size_t count, size_t bytes) {
    void *memory = calloc(count, bytes);

    if (!memory)
        abort();
    return memory;
}

/* The same batch here, with all arrays. */
static capu_batch begin_here(int game, int players) {
    gpu_array arrays[GPU_ARRAYS];
    capu_batch batch = {
        .game = capu_game_at(game), .players = players, .count = CHECK_GAMES, .seed = 1};

    gpu_batch_arrays(&batch, arrays);
    for (int i = 0; i < GPU_ARRAYS; i++)
        *gpu_batch_member(&batch, &arrays[i]) = zeros(CHECK_GAMES, arrays[i].bytes);
    batch.states = zeros(CHECK_GAMES, (size_t)capu_info(batch.game)->state_bytes);
    batch.resets = zeros(CHECK_GAMES, sizeof *batch.resets);
    batch.random = zeros(CHECK_GAMES, sizeof *batch.random);
    capu_batch_begin(&batch, 0, CHECK_GAMES);
    return batch;
}

static void end_here(capu_batch *batch) {
    gpu_array arrays[GPU_ARRAYS];

    gpu_batch_arrays(batch, arrays);
    for (int i = 0; i < GPU_ARRAYS; i++)
        free(*gpu_batch_member(batch, &arrays[i]));
    free(batch->states);
    free(batch->resets);
    free(batch->random);
}

/* ------------------------------------------------------------------------ check */

/* A legal action for each game, and now and then one that is not. */
static void choose(const capu_batch *batch, capu_random *random, int32_t *actions) {
    size_t most = (size_t)capu_legal_most(batch->game);

    for (int g = 0; g < batch->count; g++) {
        uint32_t count = (uint32_t)batch->counts[g];
        actions[g] = capu_random_below(random, 50)
                         ? batch->legal[(size_t)g * most + capu_random_below(random, count)]
                         : capu_action_space(batch->game) / 2;
    }
}

static bool step_both(capu_batch *here, crowd *there, gpu_address room, capu_text *why) {
    const gpu_driver *d = &there->device->driver;
    capu_random random = capu_random_from(1);
    int32_t actions[CHECK_GAMES];

    for (int i = 0; i < CHECK_STEPS; i++) {
        choose(here, &random, actions);
        capu_batch_step(here, 0, CHECK_GAMES, actions);
        if (!gpu_went_well(d, d->put(room, actions, sizeof actions), "sending actions", why) ||
            !gpu_batch_step(&there->batch, room, sizeof *actions, why))
            return false;
    }
    capu_batch_random(here, 0, CHECK_GAMES, CHECK_STEPS);
    return gpu_batch_random(&there->batch, CHECK_STEPS, why);
}

/* Of a row of legal actions only the first ones count; the rest is made equal. */
static void tidy(const capu_batch *here, int32_t *legal) {
    size_t most = (size_t)capu_legal_most(here->game);

    for (int g = 0; g < here->count; g++)
        for (size_t i = (size_t)here->counts[g]; i < most; i++)
            legal[(size_t)g * most + i] = here->legal[(size_t)g * most + i];
}

static bool compare(capu_batch *here, crowd *there, const char **different, capu_text *why) {
    const gpu_driver *d = &there->device->driver;

    *different = NULL;
    for (int i = 0; i < GPU_ARRAYS && !*different; i++) {
        const gpu_array *array = &there->arrays[i];
        size_t bytes = array->bytes * CHECK_GAMES;
        void *copy = zeros(1, bytes), *ours = *gpu_batch_member(here, array);
        gpu_address theirs = (gpu_address)(uintptr_t)*gpu_batch_member(&there->shape, array);
        bool fetched = gpu_went_well(d, d->get(copy, theirs, bytes), "fetching results", why);
        if (ours == here->legal)
            tidy(here, copy);
        *different = memcmp(copy, ours, bytes) ? array->name : NULL;
        free(copy);
        if (!fetched)
            return false;
    }
    return true;
}

bool cli_gpu_batch_check(gpu_device *device, int game, int players, const char **different,
                         capu_text *why) {
    const gpu_driver *d = &device->driver;
    capu_batch here = begin_here(game, players);
    gpu_address room = 0;
    crowd there;
    bool done = gather(&there, device, &here, GPU_ARRAYS, why);

    if (done) {
        done = gpu_went_well(d, d->take(&room, CHECK_GAMES * sizeof(int32_t)),
                             "taking memory on the GPU", why) &&
               step_both(&here, &there, room, why) && compare(&here, &there, different, why);
        disperse(&there);
    }
    if (room)
        d->give(room);
    end_here(&here);
    return done;
}

/* ------------------------------------------------------------------------ speed */

/* More and more steps, until they take long enough to be measured. */
static bool measure(crowd *c, double *speed, capu_text *why) {
    gpu_marks marks;

    for (int steps = 16;; steps *= 2) {
        double begun = now();
        for (int i = 0; i < steps; i++)
            if (!gpu_batch_random(&c->batch, 1, why))
                return false;
        if (!gpu_batch_marks(&c->batch, &marks, why))
            return false;
        double seconds = now() - begun;
        *speed = (double)steps * c->shape.count / seconds;
        if (seconds * 1000 >= ENOUGH_MS || steps >= 1 << 16)
            return true;
    }
}

static bool speed_with(gpu_device *device, const capu_batch *like, int arrays, double *speed,
                       capu_text *why) {
    crowd c;

    if (!gather(&c, device, like, arrays, why))
        return false;
    bool done = measure(&c, speed, why);
    disperse(&c);
    return done;
}

bool cli_gpu_batch_speed(gpu_device *device, int game, int players, cli_gpu_speed *speed,
                         capu_text *why) {
    capu_batch like = {
        .game = capu_game_at(game), .players = players, .count = speed->games, .seed = 1};

    return speed_with(device, &like, LEAST_ARRAYS, &speed->bare, why) &&
           speed_with(device, &like, GPU_ARRAYS, &speed->full, why);
}
