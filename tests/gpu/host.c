/* The host's side of GPUs, against a stand-in for the driver: what is asked in which order, what is
 * given back, and what is said when a call fails. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/device.h"

static char reason[1024];

const char *gpu_ptx(int game, gpu_way way) {
    static const char *const texts[GPU_WAYS] = {".entry play(", ".entry play_pool(",
                                                ".entry check("};

    return game == 0 ? texts[way] : NULL;
}

static capu_text why(void) {
    reason[0] = '\0';
    return capu_text_on(reason, sizeof reason);
}

static int set_up(void **state) {
    (void)state;
    unsetenv("CAPU_STAND_IN");
    unsetenv("CAPU_NO_DEVICE");
    return setenv("CAPU_CUDA", STAND_IN, 1);
}

/* The library stays open while anyone has it open, and says what is in use. */
static int in_use(void) {
    void *library = dlopen(STAND_IN, RTLD_NOW);
    void *symbol = dlsym(library, "capu_stand_in_in_use");
    gpu_code (*ask)(void);

    memcpy(&ask, &symbol, sizeof symbol);
    return ask();
}

static bool play(gpu_way way, gpu_totals *totals, capu_text *text) {
    gpu_device device;
    gpu_program program;
    gpu_task task = {.first = 5, .games = 300, .game = 0, .players = 3};
    double seconds;

    if (!gpu_open(&device, text))
        return false;
    bool done = gpu_load(&device, 0, way, 0, &program, text);
    if (done) {
        done = gpu_run(&program, &task, totals, &seconds, text);
        gpu_unload(&program);
    }
    gpu_close(&device);
    return done;
}

static void totals_are_those_of_the_processor(void **state) {
    gpu_task task = {.first = 5, .games = 300, .game = 0, .players = 3};

    (void)state;
    for (gpu_way way = 0; way < GPU_WAYS; way++) {
        gpu_totals there, here;
        gpu_clear(&there);
        gpu_clear(&here);
        capu_text text = why();
        assert_true(play(way, &there, &text));
        gpu_run_here(&task, way, 3, &here);
        assert_memory_equal(&there, &here, sizeof here);
        assert_int_equal(here.games, 300);
        assert_int_equal(in_use(), 0);
    }
}

/* Sums do not depend on how the games are shared out, and each counts once. */
static void threads_do_not_matter(void **state) {
    gpu_task task = {.first = 1, .games = 101, .game = 0, .players = 2};
    gpu_totals one, many;
    gpu_clear(&one);
    gpu_clear(&many);
    int64_t wins = 0;

    (void)state;
    gpu_run_here(&task, GPU_CHECK, 1, &one);
    gpu_run_here(&task, GPU_CHECK, 7, &many);
    assert_memory_equal(&one, &many, sizeof one);
    for (int seat = 0; seat < 2; seat++)
        wins += one.wins[seat];
    assert_int_equal(wins, 101 * GPU_WIN);
    task.first++;
    gpu_run_here(&task, GPU_CHECK, 1, &many);
    assert_int_not_equal(many.hash, 2 * one.hash);
}

static void every_failure_is_told(void **state) {
    static const char *const calls[] = {"cuInit",
                                        "cuDriverGetVersion",
                                        "cuDeviceGetCount",
                                        "cuDeviceGet",
                                        "cuDeviceGetName",
                                        "cuDeviceGetAttribute",
                                        "cuDeviceTotalMem_v2",
                                        "cuDevicePrimaryCtxRetain",
                                        "cuCtxSetCurrent",
                                        "cuCtxSetLimit",
                                        "cuCtxSynchronize",
                                        "cuModuleLoadDataEx",
                                        "cuModuleGetFunction",
                                        "cuFuncGetAttribute",
                                        "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                                        "cuMemAlloc_v2",
                                        "cuMemsetD8_v2",
                                        "cuMemcpyHtoD_v2",
                                        "cuMemcpyDtoH_v2",
                                        "cuLaunchKernel"};

    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        gpu_totals totals;
        gpu_clear(&totals);
        capu_text text = why();
        setenv("CAPU_STAND_IN", calls[i], 1);
        assert_false(play(GPU_POOLED, &totals, &text));
        assert_non_null(strstr(reason, "failed: told to fail"));
        assert_int_equal(totals.games, 0);
        assert_int_equal(in_use(), 0);
    }
    assert_non_null(strstr(reason, "starting the kernel"));
}

static void what_the_translator_says_is_passed_on(void **state) {
    gpu_totals totals;
    gpu_clear(&totals);
    capu_text text = why();

    (void)state;
    setenv("CAPU_STAND_IN", "cuModuleLoadDataEx", 1);
    assert_false(play(GPU_PLAY, &totals, &text));
    assert_non_null(strstr(reason, "line 1: nonsense"));
}

static void without_a_driver_or_gpu(void **state) {
    gpu_device device;
    capu_text text = why();

    (void)state;
    setenv("CAPU_CUDA", "/nosuch/libcuda.so", 1);
    assert_false(gpu_open(&device, &text));
    assert_string_equal(reason,
                        "this machine has no NVIDIA driver (/nosuch/libcuda.so cannot be opened)");
    setenv("CAPU_CUDA", "libc.so.6", 1);
    text = why();
    assert_false(gpu_open(&device, &text));
    assert_string_equal(reason, "the NVIDIA driver is too old: it has no cuInit");
    set_up(NULL);
    setenv("CAPU_NO_DEVICE", "1", 1);
    text = why();
    assert_false(gpu_open(&device, &text));
    assert_string_equal(reason, "there is an NVIDIA driver, but no GPU");
}

static void a_module_that_is_not_there(void **state) {
    gpu_device device;
    gpu_program program;
    capu_text text = why();

    (void)state;
    assert_true(gpu_open(&device, &text));
    assert_string_equal(device.name, "Stand-in");
    assert_false(gpu_load(&device, 1, GPU_PLAY, 0, &program, &text));
    assert_non_null(strstr(reason, "-Dgpu=true"));
    gpu_close(&device);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(totals_are_those_of_the_processor, set_up),
        cmocka_unit_test_setup(threads_do_not_matter, set_up),
        cmocka_unit_test_setup(every_failure_is_told, set_up),
        cmocka_unit_test_setup(what_the_translator_says_is_passed_on, set_up),
        cmocka_unit_test_setup(without_a_driver_or_gpu, set_up),
        cmocka_unit_test_setup(a_module_that_is_not_there, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
