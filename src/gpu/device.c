#include "gpu/device.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/kernel.h"

/* Registers and lanes were found by trying: docs/gpu.md. */
enum { TRIED = 1 << 16, STACK_BYTES = 8192, REGISTERS = 64, BLOCK = 256, MOST_THREADS = 256 };

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
           gpu_went_well(d, d->memory(&device->memory, device->id), "asking the GPU", why);
}

/* With calls through tables the depth of the stack is not known before. */
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

static size_t shared_bytes(gpu_way way) {
    return way == GPU_POOLED ? GPU_SHARED : 0;
}

bool gpu_translate(gpu_device *device, const char *ptx, gpu_module **module, capu_text *why) {
    const gpu_driver *d = &device->driver;
    char log[1024] = "";
    int options[] = {GPU_JIT_ERRORS, GPU_JIT_ERROR_BYTES, GPU_JIT_REGISTERS};
    void *values[] = {log, (void *)sizeof log, (void *)(uintptr_t)REGISTERS};

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
        !gpu_went_well(d, d->occupancy(blocks, *function, block, shared), doing, why))
        return false;
    if (*blocks == 0)
        capu_text_add(why, "the kernel needs more registers than this GPU has");
    return *blocks > 0;
}

static bool fit(gpu_program *program, int block, capu_text *why) {
    const gpu_driver *d = &program->device->driver;
    const char *doing = "finding the kernel";
    int blocks = 0;

    program->block = block ? block : BLOCK;
    if (!gpu_find(program->device, program->module, gpu_way_names[program->way], program->block,
                  shared_bytes(program->way), &program->function, &blocks, why))
        return false;
    program->grid = blocks * program->device->multiprocessors;
    return gpu_went_well(d, d->figure(&program->registers, GPU_REGISTERS, program->function), doing,
                         why) &&
           gpu_went_well(d, d->figure(&program->local, GPU_LOCAL_BYTES, program->function), doing,
                         why);
}

bool gpu_load(gpu_device *device, int game, gpu_way way, int block, gpu_program *program,
              capu_text *why) {
    memset(program, 0, sizeof *program);
    program->device = device;
    program->way = way;
    if (gpu_translate(device, gpu_ptx(game, gpu_way_names[way]), &program->module, why) &&
        fit(program, block, why))
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
    size_t slot = GPU_SLOT_EXTRA + (size_t)capu_info(capu_game_at(task->game))->state_bytes;

    return program->way == GPU_POOLED ? (size_t)program->grid * GPU_POOL * slot : 0;
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
    void *arguments[] = {&r->at, &r->totals, &r->next, &r->slots};
    double begun = now();
    gpu_code code =
        d->launch(program->function, (unsigned)program->grid, 1, 1, (unsigned)program->block, 1, 1,
                  (unsigned)shared_bytes(program->way), NULL, arguments, NULL);

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

/* Once to warm up, once for the clock. */
static bool try_out(gpu_program *program, const gpu_task *task, double *seconds, capu_text *why) {
    gpu_task few = *task;
    gpu_totals unused;

    few.games = TRIED;
    gpu_clear(&unused);
    return gpu_run(program, &few, &unused, seconds, why) &&
           gpu_run(program, &few, &unused, seconds, why);
}

bool gpu_load_best(gpu_device *device, const gpu_task *task, gpu_program *program, capu_text *why) {
    gpu_program pooled;
    double own, shared;

    if (!gpu_load(device, task->game, GPU_PLAY, 0, program, why))
        return false;
    if (!gpu_load(device, task->game, GPU_POOLED, 0, &pooled, why)) {
        gpu_unload(program);
        return false;
    }
    bool tried = try_out(program, task, &own, why) && try_out(&pooled, task, &shared, why);
    bool swap = tried && shared < own;
    gpu_unload(swap || !tried ? program : &pooled);
    if (!tried)
        gpu_unload(&pooled);
    if (swap)
        *program = pooled;
    return tried;
}

/* -------------------------------------------------------------------- here */

typedef struct share {
    const gpu_task *task;
    gpu_way way;
    uint64_t begin, step;
    gpu_totals totals;
} share;

static void *play_share(void *given) {
    share *s = given;

    for (uint64_t i = s->begin; i < s->task->games; i += s->step)
        (s->way == GPU_CHECK ? gpu_check : gpu_play)(s->task, s->task->first + i, &s->totals);
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
