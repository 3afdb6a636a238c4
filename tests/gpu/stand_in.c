/* A stand-in for NVIDIA's driver, for machines without one: the part of its interface that we use,
 * with host memory for the GPU's, and lanes that play one after the other. CAPU_STAND_IN in the
 * environment names a call that is to fail. */
#include <stdlib.h>
#include <string.h>

#include "gpu/device.h"
#include "gpu/stepping.h"

enum { WELL = 0, WRONG = 999, MOST_SHARED = 99 * 1024 };

static const char *const part_names[GPU_PARTS] = GPU_PART_NAMES;

static struct { int taken, modules, retained; /* still in use */ } open;

static int granted; /* shared memory of the function that was spoken of last */

static gpu_code unless_told(const char *call) {
    const char *bad = getenv("CAPU_STAND_IN");

    return bad && strcmp(bad, call) == 0 ? WRONG : WELL;
}

#define CALL(name) __attribute__((visibility("default"))) gpu_code name
#define CHECKED                                                                                    \
    if (unless_told(__func__))                                                                     \
    return WRONG

CALL(cuInit)(unsigned flags) {
    CHECKED;
    return flags ? WRONG : WELL;
}
CALL(cuDriverGetVersion)(int *version) {
    *version = 12040;
    return unless_told(__func__);
}
CALL(cuDeviceGetCount)(int *count) {
    *count = getenv("CAPU_NO_DEVICE") ? 0 : 1;
    return unless_told(__func__);
}
CALL(cuDeviceGet)(gpu_id *device, int index) {
    *device = 7;
    return index ? WRONG : unless_told(__func__);
}
CALL(cuDeviceGetName)(char *name, int size, gpu_id device) {
    strncpy(name, "Stand-in", (size_t)size);
    return device == 7 ? unless_told(__func__) : WRONG;
}
CALL(cuDeviceGetAttribute)(int *value, int which, gpu_id device) {
    *value = which == GPU_MULTIPROCESSORS ? 2
             : which == GPU_MAJOR         ? 9
             : which == GPU_BLOCK_SHARED  ? MOST_SHARED
                                          : 0;
    return device == 7 ? unless_told(__func__) : WRONG;
}
CALL(cuDeviceTotalMem_v2)(size_t *bytes, gpu_id device) {
    *bytes = (size_t)1 << 30;
    return device == 7 ? unless_told(__func__) : WRONG;
}
CALL(cuDevicePrimaryCtxRetain)(gpu_context **context, gpu_id device) {
    CHECKED;
    *context = (gpu_context *)&open;
    open.retained++;
    return device == 7 ? WELL : WRONG;
}
CALL(cuDevicePrimaryCtxRelease_v2)(gpu_id device) {
    open.retained--;
    return device == 7 ? WELL : WRONG;
}
CALL(cuCtxSetCurrent)(gpu_context *context) {
    return context == (gpu_context *)&open ? unless_told(__func__) : WRONG;
}
CALL(cuCtxSetLimit)(int which, size_t value) {
    return which == GPU_STACK_LIMIT && value >= 4096 ? unless_told(__func__) : WRONG;
}
CALL(cuCtxSynchronize)(void) {
    return unless_told(__func__);
}

/* A module is its text. */
CALL(cuModuleLoadDataEx)
(gpu_module **module, const void *image, unsigned count, int *options, void **values) {
    if (unless_told(__func__)) {
        for (unsigned i = 0; i < count; i++)
            if (options[i] == GPU_JIT_ERRORS)
                strcpy(values[i], "line 1: nonsense");
        return WRONG;
    }
    *module = (gpu_module *)(uintptr_t)image;
    open.modules++;
    return strstr(image, ".entry") ? WELL : WRONG;
}
CALL(cuModuleUnload)(gpu_module *module) {
    open.modules--;
    return module ? WELL : WRONG;
}
CALL(cuModuleGetFunction)(gpu_function **function, gpu_module *module, const char *name) {
    CHECKED;
    *function = NULL;
    for (int way = 0; way < GPU_WAYS; way++)
        if (strcmp(gpu_way_names[way], name) == 0)
            *function = (gpu_function *)&gpu_way_names[way];
    for (int part = 0; part < GPU_PARTS; part++)
        if (strcmp(part_names[part], name) == 0)
            *function = (gpu_function *)&part_names[part];
    return *function && strstr((const char *)module, name) ? WELL : WRONG;
}
CALL(cuFuncGetAttribute)(int *value, int which, gpu_function *function) {
    *value = which == GPU_REGISTERS ? 64 : 512;
    return function ? unless_told(__func__) : WRONG;
}
CALL(cuFuncSetAttribute)(gpu_function *function, int which, int value) {
    granted = value;
    return function && which == GPU_MOST_SHARED && value <= MOST_SHARED ? unless_told(__func__)
                                                                        : WRONG;
}
CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor)
(int *blocks, gpu_function *function, int block, size_t shared) {
    *blocks = shared > (size_t)granted || block > 1024 ? 0 : 1;
    return function ? unless_told(__func__) : WRONG;
}

CALL(cuMemAlloc_v2)(gpu_address *address, size_t bytes) {
    CHECKED;
    void *memory = malloc(bytes);
    memset(memory, 0xA5, bytes);
    *address = (gpu_address)(uintptr_t)memory;
    open.taken++;
    return WELL;
}
CALL(cuMemFree_v2)(gpu_address address) {
    free((void *)(uintptr_t)address);
    open.taken--;
    return WELL;
}
CALL(cuMemsetD8_v2)(gpu_address address, unsigned char value, size_t bytes) {
    memset((void *)(uintptr_t)address, value, bytes);
    return unless_told(__func__);
}
CALL(cuMemcpyHtoD_v2)(gpu_address to, const void *from, size_t bytes) {
    memcpy((void *)(uintptr_t)to, from, bytes);
    return unless_told(__func__);
}
CALL(cuMemcpyDtoH_v2)(void *to, gpu_address from, size_t bytes) {
    memcpy(to, (const void *)(uintptr_t)from, bytes);
    return unless_told(__func__);
}

/* What an argument of a kernel points to. */
static void *at(void **arguments, int index) {
    gpu_address address;

    memcpy(&address, arguments[index], sizeof address);
    return (void *)(uintptr_t)address;
}

/* Lanes take turns, the last one first: their order must not matter. */
static gpu_code do_part(gpu_part part, unsigned lanes, void **arguments) {
    gpu_stepping *s = at(arguments, 0);
    gpu_stepping here = *s;
    int32_t number;

    memcpy(&number, arguments[2], sizeof number);
    here.batch.game = capu_find(capu_info(s->batch.game)->name); /* as a module has its own */
    for (int lane = (int)lanes; lane-- > 0;)
        gpu_do_part(&here, part, at(arguments, 1), number, lane, (int)lanes);
    if (part == GPU_SHOW && getenv("CAPU_PLAYS_WRONG"))
        here.batch.seats[0] ^= 1;
    return WELL;
}

static void (*const plays[GPU_WAYS])(const gpu_task *task, uint64_t number, gpu_totals *totals) = {
    gpu_play, gpu_play, gpu_check, gpu_contest};

CALL(cuLaunchKernel)
(gpu_function *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
 unsigned block_y, unsigned block_z, unsigned shared, gpu_stream *stream, void **arguments,
 void **extra) {
    CHECKED;
    ptrdiff_t part = (const char *const *)function - part_names;
    if (part >= 0 && part < GPU_PARTS && !stream && grid_y * grid_z == 1)
        return do_part((gpu_part)part, grid_x * block_x, arguments);
    ptrdiff_t way = (const char *const *)function - gpu_way_names;
    const gpu_task *task = at(arguments, 0);
    gpu_totals *totals = at(arguments, 1);

    if (grid_x < 1 || block_x < 32 || grid_y * grid_z * block_y * block_z != 1 || stream || extra ||
        (shared > 0) != (way == GPU_POOLED) || totals->games || *(uint64_t *)at(arguments, 2))
        return WRONG;
    for (uint64_t i = 0; i < task->games; i++)
        plays[way](task, gpu_number(task, i), totals);
    if (getenv("CAPU_PLAYS_WRONG"))
        totals->hash++;
    return WELL;
}

CALL(cuGetErrorString)(gpu_code code, const char **text) {
    *text = code == WRONG ? "told to fail" : NULL;
    return WELL;
}

/* For the test: whether everything was given back. */
CALL(capu_stand_in_in_use)(void) {
    return open.taken + open.modules + open.retained;
}
