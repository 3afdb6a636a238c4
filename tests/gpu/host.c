/* The host's side of GPUs, against a stand-in for the driver: what is asked in which order, what is
 * given back, and what is said when a call fails. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/batch.h"

static char reason[1024];

const char *gpu_ptx(int game, const char *name) {
    (void)name;
    return game == 0 ? ".entry play play_pool check contest batch_begin batch_reset batch_act "
                       "batch_move batch_end batch_show batch_observe"
                     : NULL;
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
    gpu_task task = {.first = 5, .games = 300, .skip = 2, .game = 0, .players = 3, .greedy = 2};
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
    gpu_task task = {.first = 5, .games = 300, .skip = 2, .game = 0, .players = 3, .greedy = 2};

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
                                        "cuFuncSetAttribute",
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

/* --------------------------------------------------------------------- batches */

enum { GAMES = 300, PLAYERS = 3, STEPS = 200 };

/* The same games here and there. The stand-in's memory is ours, so both have arrays of one kind. */
typedef struct twins {
    gpu_device device;
    gpu_batch there;
    capu_batch here;
} twins;

static void *zeros(size_t bytes) {
    return calloc(GAMES, bytes);
}

static capu_batch arrays(void) {
    const capu_game *game = capu_game_at(0);

    return (capu_batch){.game = game,
                        .players = PLAYERS,
                        .count = GAMES,
                        .seed = 7,
                        .seats = zeros(1),
                        .done = zeros(1),
                        .observations = zeros((size_t)capu_observation_size(game) * 2),
                        .legal = zeros((size_t)capu_legal_most(game) * 4),
                        .counts = zeros(4),
                        .masks = zeros((size_t)capu_mask_bytes(game)),
                        .rewards = zeros(PLAYERS * 4),
                        .scores = zeros(PLAYERS * 4),
                        .places = zeros(PLAYERS),
                        .errors = zeros(4)};
}

static void free_arrays(const capu_batch *b) {
    void *all[] = {b->seats, b->done,    b->observations, b->legal,  b->counts,
                   b->masks, b->rewards, b->scores,       b->places, b->errors};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        free(all[i]);
}

static void begin_twins(twins *t, bool manual) {
    capu_text text = why();
    capu_batch shape = arrays();

    shape.manual = manual;
    t->here = arrays();
    t->here.manual = manual;
    t->here.states = zeros((size_t)capu_info(shape.game)->state_bytes);
    t->here.resets = zeros(sizeof(uint32_t));
    t->here.random = zeros(sizeof(capu_random));
    capu_batch_begin(&t->here, 0, GAMES);
    assert_true(gpu_open(&t->device, &text));
    assert_true(gpu_batch_open(&t->there, &t->device, &shape, &text));
}

static void end_twins(twins *t) {
    free_arrays(&t->there.shape.batch);
    gpu_batch_close(&t->there);
    gpu_close(&t->device);
    free_arrays(&t->here);
    free(t->here.states);
    free(t->here.resets);
    free(t->here.random);
    assert_int_equal(in_use(), 0);
}

static void assert_twins(const twins *t) {
    const capu_batch *a = &t->here, *b = &t->there.shape.batch;
    size_t most = (size_t)capu_legal_most(a->game);

    assert_memory_equal(a->seats, b->seats, GAMES);
    assert_memory_equal(a->done, b->done, GAMES);
    assert_memory_equal(a->observations, b->observations,
                        GAMES * 2 * (size_t)capu_observation_size(a->game));
    assert_memory_equal(a->masks, b->masks, GAMES * (size_t)capu_mask_bytes(a->game));
    assert_memory_equal(a->counts, b->counts, GAMES * 4);
    for (size_t g = 0; g < GAMES; g++)
        assert_memory_equal(a->legal + g * most, b->legal + g * most, (size_t)a->counts[g] * 4);
    assert_memory_equal(a->rewards, b->rewards, GAMES * PLAYERS * 4);
    assert_memory_equal(a->scores, b->scores, GAMES * PLAYERS * 4);
    assert_memory_equal(a->places, b->places, GAMES * PLAYERS);
    assert_memory_equal(a->errors, b->errors, GAMES * 4);
}

/* Legal actions, some that are not, some that do nothing, and numbers that no action has. */
static int64_t some_action(const capu_batch *b, int g, capu_random *random) {
    const int32_t *legal = b->legal + (size_t)g * (size_t)capu_legal_most(b->game);
    int64_t odd[] = {CAPU_NO_ACTION, 0, capu_action_space(b->game), INT64_MAX, INT64_MIN};
    uint32_t which = capu_random_below(random, 40);

    if (which < 5)
        return odd[which];
    return b->counts[g] ? legal[capu_random_below(random, (uint32_t)b->counts[g])] : 0;
}

static void a_batch_there_is_the_batch_here(void **state) {
    capu_random random = capu_random_from(5);
    int32_t narrow[GAMES];
    int64_t wide[GAMES];
    twins t;
    uint64_t refused = 0;
    capu_text text = why();
    gpu_marks marks;

    (void)state;
    begin_twins(&t, false);
    assert_twins(&t);
    for (int step = 0; step < STEPS; step++) {
        for (int g = 0; g < GAMES; g++) {
            wide[g] = some_action(&t.here, g, &random);
            narrow[g] = gpu_narrow(wide[g]);
        }
        refused += (uint64_t)capu_batch_step(&t.here, 0, GAMES, narrow);
        gpu_address actions = (gpu_address)(uintptr_t)(step % 2 ? (void *)wide : (void *)narrow);
        assert_true(gpu_batch_step(&t.there, actions, step % 2 ? 8 : 4, &text));
        assert_twins(&t);
    }
    assert_true(gpu_batch_marks(&t.there, &marks, &text));
    assert_int_equal(marks.refused, refused);
    assert_true(refused > 0 && marks.idle > 0);
    end_twins(&t);
}

static void random_steps_there_are_those_here(void **state) {
    twins t;
    capu_text text = why();
    capu_state position;
    uint32_t resets;

    (void)state;
    begin_twins(&t, false);
    for (int i = 1; i < 40; i++) {
        capu_batch_random(&t.here, 0, GAMES, i % 7 + 1);
        assert_true(gpu_batch_random(&t.there, i % 7 + 1, &text));
        assert_twins(&t);
    }
    assert_true(gpu_batch_state(&t.there, 17, &position, &resets, &text));
    assert_true(capu_equal(&position, capu_batch_state(&t.here, 17)));
    assert_int_equal(resets, t.here.resets[17]);
    assert_true(resets > 1);
    end_twins(&t);
}

static void games_that_wait_are_dealt_when_asked(void **state) {
    uint8_t which[GAMES] = {0};
    twins t;
    capu_text text = why();

    (void)state;
    begin_twins(&t, true);
    capu_batch_random(&t.here, 0, GAMES, 1000);
    assert_true(gpu_batch_random(&t.there, 1000, &text));
    assert_twins(&t);
    assert_int_equal(t.here.seats[3], -1);
    which[3] = 1;
    capu_batch_reset(&t.here, 0, GAMES, which);
    assert_true(gpu_batch_reset(&t.there, (gpu_address)(uintptr_t)which, &text));
    assert_twins(&t);
    assert_int_not_equal(t.here.seats[3], -1);
    capu_batch_reset(&t.here, 0, GAMES, NULL);
    assert_true(gpu_batch_reset(&t.there, 0, &text));
    assert_twins(&t);
    end_twins(&t);
}

static void a_batch_that_cannot_begin(void **state) {
    static const char *const calls[] = {
        "cuCtxSetCurrent", "cuModuleLoadDataEx", "cuModuleGetFunction", "cuMemAlloc_v2",
        "cuMemsetD8_v2",   "cuMemcpyHtoD_v2",    "cuLaunchKernel"};
    capu_batch shape = arrays();

    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        gpu_device device;
        gpu_batch batch;
        capu_text text = why();
        assert_true(gpu_open(&device, &text));
        setenv("CAPU_STAND_IN", calls[i], 1);
        assert_false(gpu_batch_open(&batch, &device, &shape, &text));
        assert_non_null(strstr(reason, "failed: told to fail"));
        unsetenv("CAPU_STAND_IN");
        gpu_close(&device);
        assert_int_equal(in_use(), 0);
    }
    free_arrays(&shape);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(totals_are_those_of_the_processor, set_up),
        cmocka_unit_test_setup(threads_do_not_matter, set_up),
        cmocka_unit_test_setup(every_failure_is_told, set_up),
        cmocka_unit_test_setup(what_the_translator_says_is_passed_on, set_up),
        cmocka_unit_test_setup(without_a_driver_or_gpu, set_up),
        cmocka_unit_test_setup(a_module_that_is_not_there, set_up),
        cmocka_unit_test_setup(a_batch_there_is_the_batch_here, set_up),
        cmocka_unit_test_setup(random_steps_there_are_those_here, set_up),
        cmocka_unit_test_setup(games_that_wait_are_dealt_when_asked, set_up),
        cmocka_unit_test_setup(a_batch_that_cannot_begin, set_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
