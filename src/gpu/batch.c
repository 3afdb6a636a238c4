#include "gpu/batch.h"

#include <string.h>

#include "gpu/kernel.h"

/* A block is one warp: few find room for their games at once, and then one waits for no other. */
enum { LANES = GPU_WARP, REGISTERS = 128, ALIGN = 256 };

static const char *const part_names[GPU_PARTS] = GPU_PART_NAMES;

#define ARRAY(name, bytes)                                                                         \
    (gpu_array) {                                                                                  \
#name, offsetof(capu_batch, name), bytes                                                   \
    }
void gpu_batch_arrays(const capu_batch *batch, gpu_array arrays[GPU_ARRAYS]) {
    size_t players = (size_t)batch->players;
    size_t columns = (size_t)capu_observation_size(batch->game);
    size_t most = (size_t)capu_legal_most(batch->game);
    const gpu_array all[GPU_ARRAYS] = {
        ARRAY(seats, sizeof *batch->seats),
        ARRAY(done, sizeof *batch->done),
        ARRAY(rewards, players * sizeof *batch->rewards),
        ARRAY(observations, columns * sizeof *batch->observations),
        ARRAY(legal, most * sizeof *batch->legal),
        ARRAY(counts, sizeof *batch->counts),
        ARRAY(masks, (size_t)capu_mask_bytes(batch->game)),
        ARRAY(scores, players * sizeof *batch->scores),
        ARRAY(places, players * sizeof *batch->places),
        ARRAY(errors, sizeof *batch->errors),
    };

    memcpy(arrays, all, sizeof all);
}

/* ------------------------------------------------------------------- opening */

/* What the parts have in the shared memory: positions, and rows of observations. */
static void share_out(gpu_batch *b) {
    const capu_game *game = b->shape.batch.game;
    uint32_t position = 8 * gpu_position_words(capu_info(game)->state_bytes);
    uint32_t each = position + gpu_row_bytes(capu_observation_size(game));

    b->observed = GPU_WARP;
    while (b->observed > GPU_TOGETHER && (uint32_t)b->observed * each > (uint32_t)b->device->shared)
        b->observed -= GPU_TOGETHER;
    b->shared[GPU_ACT] = b->shared[GPU_MOVE] = b->shared[GPU_SHOW] = LANES * position;
    b->shared[GPU_OBSERVE] = (uint32_t)b->observed * each;
}

static bool load(gpu_batch *b, capu_text *why) {
    int game = 0;

    while (capu_game_at(game) != b->shape.batch.game)
        game++;
    if (!gpu_translate(b->device, gpu_ptx(game, "batch"), REGISTERS, &b->module, why))
        return false;
    share_out(b);
    for (gpu_part part = 0; part < GPU_PARTS; part++) {
        int blocks = 0;
        if (!gpu_find(b->device, b->module, part_names[part], LANES, b->shared[part],
                      &b->parts[part], &blocks, why))
            return false;
        b->grids[part] = blocks * b->device->multiprocessors;
    }
    return true;
}

/* A piece of the memory that begins at *at, for `count` things. */
static void *piece(gpu_address *at, size_t count, size_t bytes) {
    gpu_address begin = *at;

    *at += (count * bytes + ALIGN - 1) / ALIGN * ALIGN;
    return (void *)(uintptr_t)begin;
}

/* Lays out what the kernels need from `at` on. Returns where it ends. */
static gpu_address lay_out(gpu_batch *b, gpu_address at) {
    capu_batch *batch = &b->shape.batch;
    size_t count = (size_t)batch->count;

    b->there = (gpu_address)(uintptr_t)piece(&at, 1, sizeof b->shape);
    b->shape.marks = piece(&at, 1, sizeof *b->shape.marks);
    b->shape.over = piece(&at, count, sizeof *b->shape.over);
    batch->resets = piece(&at, count, sizeof *batch->resets);
    batch->random = piece(&at, count, sizeof *batch->random);
    batch->states = piece(&at, count, (size_t)capu_info(batch->game)->state_bytes);
    return at;
}

static bool furnish(gpu_batch *b, capu_text *why) {
    const gpu_driver *d = &b->device->driver;
    size_t bytes = lay_out(b, 0);

    if (!gpu_went_well(d, d->take(&b->own, bytes), "taking memory on the GPU", why))
        return false;
    lay_out(b, b->own);
    return gpu_went_well(d, d->fill(b->own, 0, bytes), "clearing memory", why) &&
           gpu_went_well(d, d->put(b->there, &b->shape, sizeof b->shape), "sending the batch", why);
}

/* -------------------------------------------------------------------- kernels */

/* Whichever thread asks, it speaks to our GPU. */
static bool take_device(gpu_batch *b, capu_text *why) {
    const gpu_driver *d = &b->device->driver;

    return gpu_went_well(d, d->current(b->device->context), "taking the GPU", why);
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static bool launch(gpu_batch *b, gpu_part part, gpu_address array, int32_t number, capu_text *why) {
    const gpu_driver *d = &b->device->driver;
    void *arguments[] = {&b->there, &array, &number};
    int games = part == GPU_OBSERVE ? b->observed : LANES;
    int needed = (b->shape.batch.count + games - 1) / games;
    /* few games end in a step */
    unsigned grid = (unsigned)(part == GPU_END ? smaller(needed, b->grids[part]) : needed);

    return gpu_went_well(d,
                         d->launch(b->parts[part], grid, 1, 1, LANES, 1, 1,
                                   (unsigned)b->shared[part], NULL, arguments, NULL),
                         "starting the kernel", why);
}

/* Nobody has ended in this step yet. */
static bool clear_over(gpu_batch *b, capu_text *why) {
    const gpu_driver *d = &b->device->driver;
    gpu_address over = (gpu_address)(uintptr_t)b->shape.marks + offsetof(gpu_marks, over);

    return gpu_went_well(d, d->fill(over, 0, sizeof b->shape.marks->over), "clearing memory", why);
}

static bool show(gpu_batch *b, capu_text *why) {
    return launch(b, GPU_SHOW, 0, 0, why) &&
           (!b->shape.batch.observations || launch(b, GPU_OBSERVE, 0, b->observed, why));
}

bool gpu_batch_open(gpu_batch *batch, gpu_device *device, const capu_batch *shape, capu_text *why) {
    memset(batch, 0, sizeof *batch);
    batch->device = device;
    batch->shape.batch = *shape;
    if (take_device(batch, why) && load(batch, why) && furnish(batch, why) &&
        launch(batch, GPU_BEGIN, 0, 0, why))
        return true;
    gpu_batch_close(batch);
    return false;
}

void gpu_batch_close(gpu_batch *batch) {
    const gpu_driver *d = &batch->device->driver;

    d->current(batch->device->context);
    if (batch->own)
        d->give(batch->own);
    if (batch->module)
        d->unload(batch->module);
    batch->own = 0;
    batch->module = NULL;
}

bool gpu_batch_reset(gpu_batch *batch, gpu_address which, capu_text *why) {
    return take_device(batch, why) && launch(batch, GPU_RESET, which, 0, why);
}

bool gpu_batch_step(gpu_batch *batch, gpu_address actions, int bytes, capu_text *why) {
    return take_device(batch, why) && clear_over(batch, why) &&
           launch(batch, GPU_ACT, actions, bytes, why) && launch(batch, GPU_END, 0, 0, why) &&
           show(batch, why);
}

bool gpu_batch_random(gpu_batch *batch, int steps, capu_text *why) {
    if (!take_device(batch, why))
        return false;
    for (int i = 0; i < steps; i++)
        if (!clear_over(batch, why) || !launch(batch, GPU_MOVE, 0, i == 0, why) ||
            !launch(batch, GPU_END, 0, 0, why))
            return false;
    return show(batch, why);
}

/* -------------------------------------------------------------------- fetching */

static bool fetch(gpu_batch *b, void *to, const void *from, size_t bytes, capu_text *why) {
    const gpu_driver *d = &b->device->driver;

    return take_device(b, why) && gpu_went_well(d, d->synchronize(), "playing on the GPU", why) &&
           gpu_went_well(d, d->get(to, (gpu_address)(uintptr_t)from, bytes), "fetching results",
                         why);
}

bool gpu_batch_marks(gpu_batch *batch, gpu_marks *marks, capu_text *why) {
    return fetch(batch, marks, batch->shape.marks, sizeof *marks, why);
}

bool gpu_batch_state(gpu_batch *batch, int game, capu_state *state, uint32_t *resets,
                     capu_text *why) {
    size_t bytes = (size_t)capu_info(batch->shape.batch.game)->state_bytes;

    memset(state, 0, sizeof *state);
    return fetch(batch, state, (const char *)batch->shape.batch.states + (size_t)game * bytes,
                 bytes, why) &&
           fetch(batch, resets, batch->shape.batch.resets + game, sizeof *resets, why);
}
