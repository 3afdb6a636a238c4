/* capucine gpu: which GPU there is, how fast the games go on it, and whether it plays the same. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/gpu_batch.h"
#include "gpu/device.h"

enum { CHECKED = 10000, ENOUGH_MS = 500, THREE = 3, BATCH = 1 << 17 };

typedef struct wishes {
    const char *game_name, *players_text, *games_text, *threads_text, *batch_text;
    const char *registers_text, *block_text, *pool_text;
    bool check;
    long players, games, threads, batch, registers, block, pool;
} wishes;

static double now(void) {
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static gpu_shape shape_of(const wishes *w) {
    return (gpu_shape){
        .registers = (int)w->registers, .block = (int)w->block, .pool = (int)w->pool};
}

/* Whether the command is about this game and number of players. */
static bool wanted(const wishes *w, const capu_game_info *info, int players) {
    return (!w->game_name || strcmp(w->game_name, info->name) == 0) &&
           (!w->players || w->players == players);
}

static bool same(const gpu_totals *a, const gpu_totals *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* ------------------------------------------------------------------- check */

typedef struct verdict {
    gpu_totals there, here;
    double seconds_there, seconds_here;
} verdict;

static bool play_both(gpu_program *program, const wishes *w, const gpu_task *task, verdict *v,
                      capu_text *why) {
    *v = (verdict){0};
    gpu_clear(&v->there);
    gpu_clear(&v->here);
    if (!gpu_run(program, task, &v->there, &v->seconds_there, why))
        return false;
    double begun = now();
    gpu_run_here(task, program->way, (int)w->threads, &v->here);
    v->seconds_here = now() - begun;
    return true;
}

static void say_check(const capu_game_info *info, const gpu_task *task, gpu_way way,
                      const verdict *v) {
    printf("%-14s %d players: %" PRId64 " games%s, %" PRId64 " actions, %s\n", info->name,
           (int)task->players, v->here.games, way == GPU_CONTEST ? " of greedy and random" : "",
           v->here.actions.sum, same(&v->there, &v->here) ? "the same" : "DIFFERENT");
    fflush(stdout);
}

/* 1: batches differ; 0: they do not; -1: they could not be stepped. */
static int check_batch(gpu_device *device, int game, int players, capu_text *why) {
    const char *different;

    if (!cli_gpu_batch_check(device, game, players, &different, why))
        return -1;
    printf("%-14s %d players: batches, %s%s\n", capu_info(capu_game_at(game))->name, players,
           different ? "DIFFERENT in " : "the same", different ? different : "");
    fflush(stdout);
    return different != NULL;
}

/* Games of one way, with every number of players. Returns how many differ; -1: they could not be
 * played. */
static int check_way(gpu_device *device, const wishes *w, int game, gpu_way way, capu_text *why) {
    enum { CONTESTS = 100, EVERY_OTHER_SEAT = 0x15 };
    const capu_game_info *info = capu_info(capu_game_at(game));
    uint64_t games = (uint64_t)(way == GPU_CONTEST ? w->games / CONTESTS + 1 : w->games);
    gpu_shape shape = shape_of(w);
    gpu_program program;
    int different = 0;

    if (!gpu_load(device, game, way, &shape, &program, why))
        return -1;
    for (int players = info->least; players <= info->most && different >= 0; players++) {
        gpu_task task = {.first = 1, .games = games, .game = game, .players = players};
        verdict v;
        task.greedy = EVERY_OTHER_SEAT;
        if (!wanted(w, info, players))
            continue;
        if (!play_both(&program, w, &task, &v, why)) {
            different = -1;
            break;
        }
        say_check(info, &task, way, &v);
        different += !same(&v.there, &v.here);
    }
    gpu_unload(&program);
    return different;
}

static int check_batches(gpu_device *device, const wishes *w, int game, capu_text *why) {
    const capu_game_info *info = capu_info(capu_game_at(game));
    int different = 0, found = 0;

    for (int players = info->least; players <= info->most && found >= 0; players++) {
        found = wanted(w, info, players) ? check_batch(device, game, players, why) : 0;
        different += found;
    }
    return found < 0 ? -1 : different;
}

/* Everything of a game. Greedy games take the processor long, so they are few. */
static int check_game(gpu_device *device, const wishes *w, int game, capu_text *why) {
    int games = check_way(device, w, game, GPU_CHECK, why);
    int batches = games < 0 ? -1 : check_batches(device, w, game, why);
    bool greedy = gpu_ptx(game, gpu_way_names[GPU_CONTEST]);
    int contests = batches < 0 || !greedy ? batches : check_way(device, w, game, GPU_CONTEST, why);

    return contests < 0 ? -1 : games + batches + (greedy ? contests : 0);
}

/* ------------------------------------------------------------------- speed */

/* Plays more and more games until it takes long enough to be measured. */
static bool measure(gpu_program *program, gpu_task *task, gpu_totals *totals, double *seconds,
                    capu_text *why) {
    for (task->games = 1u << 16;; task->games *= 4) {
        gpu_clear(totals);
        if (!gpu_run(program, task, totals, seconds, why))
            return false;
        if (*seconds * 1000 >= ENOUGH_MS || task->games >= 1u << 30)
            return true;
    }
}

/* The processor plays the first of the same games, and they must agree. */
static bool say_speed(gpu_program *program, const wishes *w, gpu_task *task, capu_text *why) {
    const capu_game_info *info = capu_info(capu_game_at(task->game));
    gpu_totals totals;
    verdict v;
    double seconds;

    if (!measure(program, task, &totals, &seconds, why))
        return false;
    task->games = 1u << 16;
    if (!play_both(program, w, task, &v, why))
        return false;
    printf("%-14s %d players, %-9s %7.0f M actions/s, processor %5.0f M/s (%ld threads), %s;"
           " %d registers, %d bytes, %d x %d lanes\n",
           info->name, (int)task->players, gpu_way_names[program->way],
           (double)totals.actions.sum / seconds / 1e6,
           (double)v.here.actions.sum / v.seconds_here / 1e6, w->threads,
           same(&v.there, &v.here) ? "the same" : "DIFFERENT", program->registers, program->local,
           program->grid, program->shape.block);
    fflush(stdout);
    return true;
}

static bool say_batch_speed(gpu_device *device, const wishes *w, int game, int players,
                            capu_text *why) {
    cli_gpu_speed speed = {.games = (int)w->batch};

    if (!cli_gpu_batch_speed(device, game, players, &speed, why))
        return false;
    printf("%-14s %d players, batch of %d: %.0f M steps/s, with observations and masks %.0f M\n",
           capu_info(capu_game_at(game))->name, players, speed.games, speed.bare / 1e6,
           speed.full / 1e6);
    fflush(stdout);
    return true;
}

static bool speed_of(gpu_device *device, const wishes *w, int game, capu_text *why) {
    const capu_game_info *info = capu_info(capu_game_at(game));
    int players = w->players ? (int)w->players : info->most < THREE ? info->most : THREE;
    gpu_shape shape = shape_of(w);

    for (gpu_way way = GPU_PLAY; way <= GPU_POOLED; way++) {
        gpu_task task = {.first = 1, .game = game, .players = players};
        gpu_program program;
        if (!wanted(w, info, players) || (way == GPU_POOLED && device->major < GPU_POOL_MAJOR))
            continue;
        if (!gpu_load(device, game, way, &shape, &program, why))
            return false;
        bool done = say_speed(&program, w, &task, why);
        gpu_unload(&program);
        if (!done)
            return false;
    }
    return !wanted(w, info, players) || say_batch_speed(device, w, game, players, why);
}

/* --------------------------------------------------------------------- run */

static int on_device(const cli_command *self, const wishes *w, gpu_device *device) {
    char reason[2048];
    capu_text why = capu_text_on(reason, sizeof reason);
    int different = 0;

    printf("%s, compute capability %d.%d, %d multiprocessors, %zu MiB; driver for CUDA %d.%d\n",
           device->name, device->major, device->minor, device->multiprocessors,
           device->memory >> 20, device->driver_version / 1000, device->driver_version % 1000 / 10);
    fflush(stdout);
    for (int game = 0; capu_game_at(game); game++) {
        if (w->game_name && strcmp(w->game_name, capu_info(capu_game_at(game))->name) != 0)
            continue;
        int found = w->check                          ? check_game(device, w, game, &why)
                    : speed_of(device, w, game, &why) ? 0
                                                      : -1;
        if (found < 0)
            return cli_fail(self, "%s", reason);
        different += found;
    }
    return different ? cli_fail(self, "the GPU plays differently") : DONE;
}

static bool read_wishes(const cli_command *self, wishes *w) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    w->games = CHECKED;
    w->batch = BATCH;
    w->threads = cores > 0 ? cores : 1;
    if (w->game_name && !capu_find(w->game_name)) {
        cli_usage(self, "there is no game '%s'", w->game_name);
        return false;
    }
    return cli_arg_number(self, "--players", w->players_text, 1, CAPU_MAX_PLAYERS, &w->players) &&
           cli_arg_number(self, "--games", w->games_text, 1, 1000000000, &w->games) &&
           cli_arg_number(self, "--threads", w->threads_text, 1, 256, &w->threads) &&
           cli_arg_number(self, "--batch", w->batch_text, 1, 1 << 24, &w->batch) &&
           cli_arg_number(self, "--registers", w->registers_text, 16, 255, &w->registers) &&
           cli_arg_number(self, "--block", w->block_text, 32, 1024, &w->block) &&
           cli_arg_number(self, "--pool", w->pool_text, 32, 32768, &w->pool);
}

static int run(const cli_command *self, int argc, char **argv) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    wishes w = {0};
    gpu_device device;
    const cli_arg args[] = {{"--check", &w.check, NULL},
                            {"--game", NULL, &w.game_name},
                            {"--players", NULL, &w.players_text},
                            {"--games", NULL, &w.games_text},
                            {"--threads", NULL, &w.threads_text},
                            {"--batch", NULL, &w.batch_text},
                            {"--registers", NULL, &w.registers_text},
                            {"--block", NULL, &w.block_text},
                            {"--pool", NULL, &w.pool_text},
                            {0}};
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status >= 0)
        return status;
    if (!read_wishes(self, &w))
        return BAD_USAGE;
    if (!gpu_open(&device, &why))
        return cli_fail(self, "%s", reason);
    status = on_device(self, &w, &device);
    gpu_close(&device);
    return status;
}

const cli_command cli_cmd_gpu = {
    .name = "gpu",
    .about = "the GPU there is, how fast games go on it, and whether it plays the same",
    .help =
        "gpu [--check] [OPTIONS]\n"
        "\n"
        "Plays random games on an NVIDIA GPU and on the processor, and compares them. It\n"
        "prints the actions a second of each game. The program must have been built with\n"
        "-Dgpu=true; docs/gpu.md says more.\n"
        "\n"
        "  --check         compare everything instead: random options, every action, position,\n"
        "                  view and sample, batches, and a hundredth as many games in which\n"
        "                  every other seat is greedy, with every number of players\n"
        "  --game GAME     only this game\n"
        "  --players N     only with so many; for speeds 3 by default\n"
        "  --games N       games to check for each number of players, 10000 by default\n"
        "  --threads N     of the processor, all of them by default\n"
        "  --batch N       games of a batch, 131072 by default\n"
        "  --registers N   of a lane; each game has its own number by default, as below\n"
        "  --block N       lanes of a block, a multiple of 32\n"
        "  --pool N        games of a block's pool\n",
    .run = run,
};
