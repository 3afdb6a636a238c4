#include "gpu/device.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/kernel.h"

enum { MOST_THREADS = 256 };
/* With calls through tables, or of themselves, the depth of the stack is not known before. */
enum { STACK_BYTES = 8192, CONTEST_STACK_BYTES = 32768 };

/* What was fastest on an H200: docs/gpu.md. The first row is for all other games; what a row leaves
 * out is as there. */
static const struct habits {
    const char *game;
    gpu_way best;
    gpu_shape of[GPU_WAYS];
} habits[] = {
    {"",
     GPU_POOLED,
     {[GPU_PLAY] = {64, 256, 0},
      [GPU_POOLED] = {128, 384, 4096},
      [GPU_CHECK] = {64, 256, 0},
      [GPU_CONTEST] = {128, 128, 0}}},
    {"caprice", GPU_PLAY, {{0}}},
    {"capitol", GPU_PLAY, {[GPU_POOLED] = {96, 128, 2048}}},
    {"capital-lux-2", GPU_POOLED, {[GPU_POOLED] = {128, 352, 8192}}},
};

static const struct habits *habits_of(int game) {
    const char *name = capu_info(capu_game_at(game))->name;

    for (size_t i = 1; i < sizeof habits / sizeof habits[0]; i++)
        if (strcmp(habits[i].game, name) == 0)
            return &habits[i];
    return &habits[0];
}

/* ------------------------------------------------------------------ device */

static bool describe(gpu_device *device, capu_text *why) {
    const gpu_driver *d = &device->driver;

    return gpu_went_well(d, d->version(&device->driver_version), "asking the driver", why) &&
           gpu_went_well(d, d->name(device->name, GPU_NAME, device->id), "asking the GPU", why) &&
           gpu_went_well(d, d->attribute(&device->multiprocessors, GPU_MULTIPROCESSORS, device->id),
                         "asking the GPU", why) &&
           gpu_went_well(d, d->attribute(&device->major, GPU_MAJOR, device->id), "asking the GPU",
                         why) &&
           gpu_went_well(d, d->attribute(&device->minor, GPU_MINOR, device->id), "asking the GPU",
                         why) &&
           gpu_went_well(d, d->attribute(&device->shared, GPU_BLOCK_SHARED, device->id),
                         "asking the GPU", why) &&
           gpu_went_well(d, d->memory(&device->memory, device->id), "asking the GPU", why);
}

static bool enter(gpu_device *device, capu_text *why) {
    const gpu_driver *d = &device->driver;

    return gpu_went_well(d, d->retain(&device->context, device->id), "taking the GPU", why) &&
           gpu_went_well(d, d->current(device->context), "taking the GPU", why) &&
           gpu_went_well(d, d->limit(GPU_STACK_LIMIT, STACK_BYTES), "asking for room", why);
}

static bool begin(gpu_device *device, capu_text *why) {
    const gpu_driver *d = &device->driver;
    int count = 0;

    if (!gpu_went_well(d, d->init(0), "starting the driver", why) ||
        !gpu_went_well(d, d->count(&count), "looking for a GPU", why))
        return false;
    if (count == 0) {
        capu_text_add(why, "there is an NVIDIA driver, but no GPU");
        return false;
    }
    return gpu_went_well(d, d->device(&device->id, 0), "finding the GPU", why) &&
           describe(device, why) && enter(device, why);
}

bool gpu_open(gpu_device *device, capu_text *why) {
    memset(device, 0, sizeof *device);
    if (!gpu_driver_open(&device->driver, why))
        return false;
    if (begin(device, why))
        return true;
    gpu_close(device);
    return false;
}

void gpu_close(gpu_device *device) {
    if (device->context)
        device->driver.release(device->id);
    device->context = NULL;
    gpu_driver_close(&device->driver);
}

/* ----------------------------------------------------------------- program */

bool gpu_translate(gpu_device *device, const char *ptx, int registers, gpu_module **module,
                   capu_text *why) {
    const gpu_driver *d = &device->driver;
    char log[1024] = "";
    int options[] = {GPU_JIT_ERRORS, GPU_JIT_ERROR_BYTES, GPU_JIT_REGISTERS};
    void *values[] = {log, (void *)sizeof log, (void *)(uintptr_t)registers};

    if (!ptx) {
        capu_text_add(why, "this program was built without GPU support (-Dgpu=true)");
        return false;
    }
    gpu_code code = d->load(module, ptx, 3, options, values);
    if (code == 0)
        return true;
    gpu_went_well(d, code, "translating the rules for the GPU", why);
    if (*log) {
        capu_text_add(why, "; ");
        capu_text_add(why, log);
    }
    return false;
}

bool gpu_find(gpu_device *device, gpu_module *module, const char *name, int block, size_t shared,
              gpu_function **function, int *blocks, capu_text *why) {
    const gpu_driver *d = &device->driver;
    const char *doing = "finding the kernel";

    if (!gpu_went_well(d, d->function(function, module, name), doing, why) ||
        !gpu_went_well(d, d->set_figure(*function, GPU_MOST_SHARED, (int)shared),
                       "asking for shared memory", why) ||
        !gpu_went_well(d, d->occupancy(blocks, *function, block, shared), doing, why))
        return false;
    if (*blocks == 0)
        capu_text_add(why, "the kernel needs more registers or memory than this GPU has");
    return *blocks > 0;
}

/* What is not wished for is as was best for the game. */
static gpu_shape shape_of(int game, gpu_way way, const gpu_shape *wish) {
    const struct habits *own = habits_of(game);
    gpu_shape shape = own->of[way].block ? own->of[way] : habits[0].of[way];

    if (wish && wish->registers)
        shape.registers = wish->registers;
    if (wish && wish->block)
        shape.block = wish->block;
    if (wish && wish->pool)
        shape.pool = wish->pool;
    return shape;
}

gpu_way gpu_best_way(const gpu_device *device, int game) {
    return device->major < GPU_POOL_MAJOR ? GPU_PLAY : habits_of(game)->best;
}

/* A pool's block has as many warps as find room for their games. */
static void furnish_pool(gpu_program *program, int state_bytes) {
    gpu_shape *shape = &program->shape;

    do
        program->shared =
            gpu_pool_shared(state_bytes, (uint32_t)shape->block, (uint32_t)shape->pool);
    while (program->shared > (size_t)program->device->shared && (shape->block -= GPU_WARP) > 0);
}

static bool fit(gpu_program *program, int game, capu_text *why) {
    const gpu_driver *d = &program->device->driver;
    const char *doing = "finding the kernel";
    int blocks = 0;

    if (program->way == GPU_POOLED)
        furnish_pool(program, capu_info(capu_game_at(game))->state_bytes);
    if (!gpu_find(program->device, program->module, gpu_way_names[program->way],
                  program->shape.block, program->shared, &program->function, &blocks, why))
        return false;
    program->grid = blocks * program->device->multiprocessors;
    return gpu_went_well(d, d->figure(&program->registers, GPU_REGISTERS, program->function), doing,
                         why) &&
           gpu_went_well(d, d->figure(&program->local, GPU_LOCAL_BYTES, program->function), doing,
                         why);
}

bool gpu_load(gpu_device *device, int game, gpu_way way, const gpu_shape *wish,
              gpu_program *program, capu_text *why) {
    const char *ptx = gpu_ptx(game, gpu_way_names[way]);

    memset(program, 0, sizeof *program);
    program->device = device;
    program->way = way;
    program->shape = shape_of(game, way, wish);
    if (!ptx && gpu_ptx(game, gpu_way_names[GPU_PLAY])) {
        capu_text_add(why, "this game has no opponent that a GPU can play");
        return false;
    }
    if (gpu_went_well(&device->driver,
                      device->driver.limit(GPU_STACK_LIMIT,
                                           way == GPU_CONTEST ? CONTEST_STACK_BYTES : STACK_BYTES),
                      "asking for room", why) &&
        gpu_translate(device, ptx, program->shape.registers, &program->module, why) &&
        fit(program, game, why))
        return true;
    gpu_unload(program);
    return false;
}

void gpu_unload(gpu_program *program) {
    if (program->module)
        program->device->driver.unload(program->module);
    program->module = NULL;
}

/* --------------------------------------------------------------------- run */

/* What a run needs there, in one piece: the task, the totals, the number of the next game, and the
 * slots of the pools. */
typedef struct room {
    gpu_address at, totals, next, slots;
} room;

static size_t slots_bytes(const gpu_program *program, const gpu_task *task) {
    size_t slot = gpu_slot_bytes(capu_info(capu_game_at(task->game))->state_bytes);

    return (size_t)program->grid * (size_t)program->shape.pool * slot;
}

static bool furnish(const gpu_program *program, const gpu_task *task, room *r, capu_text *why) {
    enum { TASK_ROOM = 256, TOTALS_ROOM = 2048, HEAD = TASK_ROOM + TOTALS_ROOM + 256 };
    const gpu_driver *d = &program->device->driver;
    gpu_totals none;
    _Static_assert(sizeof(gpu_task) <= TASK_ROOM && sizeof none <= TOTALS_ROOM, "room");

    gpu_clear(&none);
    if (!gpu_went_well(d, d->take(&r->at, HEAD + slots_bytes(program, task)),
                       "taking memory on the GPU", why))
        return false;
    r->totals = r->at + TASK_ROOM;
    r->next = r->totals + TOTALS_ROOM;
    r->slots = r->at + HEAD;
    return gpu_went_well(d, d->fill(r->at, 0, HEAD), "clearing memory", why) &&
           gpu_went_well(d, d->put(r->at, task, sizeof *task), "sending the task", why) &&
           gpu_went_well(d, d->put(r->totals, &none, sizeof none), "sending the task", why);
}

static double now(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool launch(const gpu_program *program, room *r, double *seconds, capu_text *why) {
    const gpu_driver *d = &program->device->driver;
    uint32_t pool = (uint32_t)program->shape.pool;
    void *arguments[] = {&r->at, &r->totals, &r->next, &r->slots, &pool};
    double begun = now();
    gpu_code code =
        d->launch(program->function, (unsigned)program->grid, 1, 1, (unsigned)program->shape.block,
                  1, 1, (unsigned)program->shared, NULL, arguments, NULL);

    if (!gpu_went_well(d, code, "starting the kernel", why) ||
        !gpu_went_well(d, d->synchronize(), "playing on the GPU", why))
        return false;
    *seconds = now() - begun;
    return true;
}

static void add(gpu_totals *to, const gpu_totals *from) {
    int64_t *numbers = (int64_t *)to;
    const int64_t *more = (const int64_t *)from;

    for (int i = 0; i < GPU_SUMS; i++)
        numbers[i] = (int64_t)((uint64_t)numbers[i] + (uint64_t)more[i]);
    for (int i = GPU_SUMS; i < GPU_TOTALS; i++)
        numbers[i] = more[i] > numbers[i] ? more[i] : numbers[i];
}

bool gpu_run(gpu_program *program, const gpu_task *task, gpu_totals *totals, double *seconds,
             capu_text *why) {
    const gpu_driver *d = &program->device->driver;
    gpu_totals found;
    room r = {0};
    bool done = furnish(program, task, &r, why) && launch(program, &r, seconds, why) &&
                gpu_went_well(d, d->get(&found, r.totals, sizeof found), "fetching results", why);

    if (r.at)
        d->give(r.at);
    if (done)
        add(totals, &found);
    return done;
}

/* -------------------------------------------------------------------- here */

typedef struct share {
    const gpu_task *task;
    gpu_way way;
    uint64_t begin, step;
    gpu_totals totals;
} share;

static void (*const plays[GPU_WAYS])(const gpu_task *task, uint64_t number, gpu_totals *totals) = {
    gpu_play, gpu_play, gpu_check, gpu_contest};

static void *play_share(void *given) {
    share *s = given;

    for (uint64_t i = s->begin; i < s->task->games; i += s->step)
        plays[s->way](s->task, gpu_number(s->task, i), &s->totals);
    return NULL;
}

void gpu_run_here(const gpu_task *task, gpu_way way, int threads, gpu_totals *totals) {
    static share shares[MOST_THREADS];
    pthread_t ids[MOST_THREADS];

    if (threads > MOST_THREADS)
        threads = MOST_THREADS;
    for (int i = 0; i < threads; i++) {
        shares[i] =
            (share){.task = task, .way = way, .begin = (uint64_t)i, .step = (uint64_t)threads};
        gpu_clear(&shares[i].totals);
        if (i > 0 && pthread_create(&ids[i], NULL, play_share, &shares[i]))
            abort();
    }
    play_share(&shares[0]);
    for (int i = 0; i < threads; i++) {
        if (i > 0)
            pthread_join(ids[i], NULL);
        add(totals, &shares[i].totals);
    }
}
