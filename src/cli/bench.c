/* capucine bench: how fast, and whether it still behaves the same. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/bench.h"
#include "cli/cli.h"
#include "host/think.h"

enum { SLICES = 5, POSITIONS = 256, SIGNATURE_GAMES = 50, SEARCH_NODES = 200000 };

typedef struct figures {
    double actions, games, copies, views, samples;
} figures;

static double now(void) {
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* What is being measured: one player count of a game, its games dealt with default options. */
typedef struct subject {
    const capu_game *game;
    int players;
    capu_options options;  /* every default */
    capu_state *positions; /* from random games, for copies, views and samples */
    capu_random random;
    uint64_t next_seed;
    uint64_t sink; /* so that nothing is optimised away */
} subject;

static void deal(subject *s, capu_state *state) {
    uint8_t seed[CAPU_SEED_BYTES];

    capu_seed_from_number(seed, s->next_seed++);
    capu_new(state, s->game, &s->options, s->players, seed);
}

/* Positions at all stages of random games. */
static void collect(subject *s) {
    for (int i = 0; i < POSITIONS; i++) {
        deal(s, &s->positions[i]);
        capu_playout(&s->positions[i], &s->random, (int)capu_random_below(&s->random, 48));
    }
}

/* Each of these does some work and says how many there were. */
static int64_t do_games(subject *s, int64_t *games) {
    capu_state state;
    int64_t actions = 0;

    for (int i = 0; i < 64; i++) {
        capu_result result;
        deal(s, &state);
        actions += capu_playout(&state, &s->random, INT32_MAX);
        capu_get_result(&state, &result);
        s->sink += (uint64_t)result.scores[0];
    }
    *games += 64;
    return actions;
}

static int64_t do_copies(subject *s, int64_t *unused) {
    capu_state copy;

    (void)unused;
    for (int i = 0; i < POSITIONS; i++) {
        capu_copy(&copy, &s->positions[i]);
        __asm__ volatile("" : : "r"(&copy) : "memory"); /* the copy is really made */
    }
    return POSITIONS;
}

static int64_t do_views(subject *s, int64_t *unused) {
    capu_state view;

    (void)unused;
    for (int i = 0; i < POSITIONS; i++) {
        capu_view(&s->positions[i], i % s->players, &view);
        s->sink += view.head.actors;
    }
    return POSITIONS;
}

static int64_t do_samples(subject *s, int64_t *unused) {
    capu_state view, sample;

    (void)unused;
    for (int i = 0; i < POSITIONS; i++) {
        capu_view(&s->positions[i], i % s->players, &view);
        capu_sample(&view, &s->random, &sample);
        s->sink += sample.head.seed[0];
    }
    return POSITIONS;
}

/* The best of some slices of time: what disturbs a slice only ever makes it slower. */
static double rate(subject *s, int64_t (*work)(subject *, int64_t *), double seconds,
                   double *second_rate) {
    double best = 0;

    for (int i = 0; i < SLICES; i++) {
        double begin = now(), elapsed;
        int64_t count = 0, second = 0;
        do
            count += work(s, &second);
        while ((elapsed = now() - begin) < seconds / SLICES);
        if ((double)count / elapsed > best) {
            best = (double)count / elapsed;
            if (second_rate)
                *second_rate = (double)second / elapsed;
        }
    }
    return best;
}

static figures measure(const capu_game *game, int players, double seconds) {
    subject s = {.game = game, .players = players, .random = capu_random_from(1)};
    figures f;

    s.positions = host_alloc(POSITIONS * sizeof *s.positions);
    collect(&s);
    f.actions = rate(&s, do_games, seconds, &f.games);
    f.copies = rate(&s, do_copies, seconds / 4, NULL);
    f.views = rate(&s, do_views, seconds / 4, NULL);
    f.samples = rate(&s, do_samples, seconds / 4, NULL);
    free(s.positions);
    return f;
}

/* A fixed number of random games and nothing else, for counting instructions. */
static int play_only(const cli_command *self, const capu_game *game, int players, long games) {
    subject s = {.game = game, .players = players, .random = capu_random_from(1)};
    int64_t actions = 0;

    if (!game || !players)
        return cli_usage(self, "--playouts needs --game and --players");
    for (long i = 0; i < games; i++) {
        capu_state state;
        deal(&s, &state);
        actions += capu_playout(&state, &s.random, INT32_MAX);
    }
    printf("%ld games, %" PRId64 " actions\n", games, actions);
    return DONE;
}

/* ------------------------------------------------------------------ search */

/* How a search does from the opening of a game, when the first cards or blocks are played. */
typedef struct search_figures {
    double iterations; /* a second */
    double overrun;    /* of a limit of 20 ms, in ms, at the most */
} search_figures;

static void open_game(subject *s, capu_state *view, int *seat) {
    capu_state state;

    deal(s, &state);
    *seat = capu_first_actor(&state);
    capu_view(&state, *seat, view);
}

/* By the thread's own time here and below, so that it is not the machine's other work that is
 * measured. */
static double iterations_a_second(subject *s, void *memory, size_t bytes, double seconds) {
    double best = 0;

    for (int i = 0; i < SLICES; i++) {
        capu_state view;
        int seat, count = 0;
        open_game(s, &view, &seat);
        capu_search *search = capu_search_begin(memory, bytes, &view, seat, s->next_seed);
        double begin = host_clock_ms(HOST_CPU), elapsed;
        do {
            capu_search_run(search, 64);
            count += 64;
        } while ((elapsed = host_clock_ms(HOST_CPU) - begin) < 1e3 * seconds / SLICES);
        best = 1e3 * count / elapsed > best ? 1e3 * count / elapsed : best;
    }
    return best;
}

static double worst_overrun(subject *s, void *memory, size_t bytes, double seconds) {
    enum { LIMIT = 20 };
    double worst = 0, used = 0;

    do {
        capu_state view;
        int seat;
        open_game(s, &view, &seat);
        double begin = host_clock_ms(HOST_CPU);
        capu_search *search = capu_search_begin(memory, bytes, &view, seat, s->next_seed);
        host_search_for(search, HOST_CPU, LIMIT, INT32_MAX, false);
        double took = host_clock_ms(HOST_CPU) - begin;
        worst = took - LIMIT > worst ? took - LIMIT : worst;
        used += took;
    } while (used < 1e3 * seconds);
    return worst;
}

static search_figures measure_search(const capu_game *game, int players, double seconds) {
    subject s = {.game = game, .players = players, .random = capu_random_from(1)};
    size_t bytes = capu_search_bytes(SEARCH_NODES);
    void *memory = host_alloc(bytes);
    search_figures f;

    f.iterations = iterations_a_second(&s, memory, bytes, seconds);
    f.overrun = worst_overrun(&s, memory, bytes, seconds);
    free(memory);
    return f;
}

/* ---------------------------------------------------------------- signature */

static uint64_t signature(const capu_game *only, int only_players) {
    uint64_t all = 0;

    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        const capu_game_info *info = capu_info(game);
        for (int players = info->least; players <= info->most; players++) {
            if ((only && only != game) || (only_players && only_players != players))
                continue;
            all = all * 0x100000001b3u ^ capu_signature(game, players, SIGNATURE_GAMES);
        }
    }
    return all;
}

/* ---------------------------------------------------------------- reporting */

static void print_row(const capu_game_info *info, int players, const figures *f, bool json,
                      bool first) {
    if (json)
        printf("%s{\"game\":\"%s\",\"players\":%d,\"actions_per_s\":%.0f,\"games_per_s\":%.0f,"
               "\"copies_per_s\":%.0f,\"views_per_s\":%.0f,\"samples_per_s\":%.0f,\"bytes\":%d}",
               first ? "" : ",", info->name, players, f->actions, f->games, f->copies, f->views,
               f->samples, info->position_bytes);
    else
        printf("%-14s %7d %10.2f M %8.0f k %8.1f M %8.2f M %8.0f k %6d\n", info->name, players,
               f->actions / 1e6, f->games / 1e3, f->copies / 1e6, f->views / 1e6, f->samples / 1e3,
               info->position_bytes);
    fflush(stdout);
}

/* Whether this is to be measured, and can still be told. */
static bool is_wanted(const capu_game *game, int players, const capu_game *only, int only_players) {
    return (!only || only == game) && (!only_players || only_players == players) && !ferror(stdout);
}

static void run_all(const capu_game *only, int only_players, double seconds, bool json) {
    bool first = true;

    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        const capu_game_info *info = capu_info(game);
        for (int players = info->least; players <= info->most; players++) {
            if (!is_wanted(game, players, only, only_players))
                continue;
            figures f = measure(game, players, seconds);
            print_row(info, players, &f, json, first);
            first = false;
        }
    }
}

static void search_all(const capu_game *only, int only_players, double seconds, bool json) {
    bool first = true;

    if (!json)
        printf("\n%-14s %7s %14s %12s\n", "search", "players", "iterations/s", "over 20 ms");
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        const capu_game_info *info = capu_info(game);
        for (int players = info->least; players <= info->most; players++) {
            if (!is_wanted(game, players, only, only_players))
                continue;
            search_figures f = measure_search(game, players, seconds);
            printf(json ? "%s{\"game\":\"%s\",\"players\":%d,\"iterations_per_s\":%.0f,"
                          "\"overrun_ms\":%.2f}"
                        : "%s%-14s %7d %12.0f k %9.2f ms\n",
                   json && !first ? "," : "", info->name, players,
                   json ? f.iterations : f.iterations / 1e3, f.overrun);
            fflush(stdout);
            first = false;
        }
    }
}

static void print_batch(const capu_game_info *info, int players, const double *rates, bool json,
                        bool first) {
    double bare = rates[CLI_BATCH_BARE], share = bare / rates[CLI_BATCH_PLAIN];

    if (json)
        printf("%s{\"game\":\"%s\",\"players\":%d,\"plain_per_s\":%.0f,\"bare_per_s\":%.0f,"
               "\"share\":%.3f,\"with_all_per_s\":%.0f,\"chosen_per_s\":%.0f}",
               first ? "" : ",", info->name, players, rates[CLI_BATCH_PLAIN], bare, share,
               rates[CLI_BATCH_ALL], rates[CLI_BATCH_CHOSEN]);
    else
        printf("%-14s %7d %8.2f M %8.2f M %5.0f %% %8.2f M %8.2f M\n", info->name, players,
               rates[CLI_BATCH_PLAIN] / 1e6, bare / 1e6, 100 * share, rates[CLI_BATCH_ALL] / 1e6,
               rates[CLI_BATCH_CHOSEN] / 1e6);
    fflush(stdout);
}

static void batch_all(const capu_game *only, int only_players, double seconds, bool json) {
    bool first = true;

    if (!json)
        printf("\n%-14s %7s %10s %10s %7s %10s %10s\n", "batch", "players", "plain/s", "bare/s",
               "share", "with all/s", "chosen/s");
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        const capu_game_info *info = capu_info(game);
        for (int players = info->least; players <= info->most; players++) {
            double rates[CLI_BATCH_WAYS];
            if (!is_wanted(game, players, only, only_players))
                continue;
            cli_measure_batch(game, players, seconds, rates);
            print_batch(info, players, rates, json, first);
            first = false;
        }
    }
}

static int run(const cli_command *self, int argc, char **argv) {
    const char *name = NULL, *players_text = NULL, *ms_text = NULL, *playouts_text = NULL;
    bool json = false, only_signature = false;
    long ms = 1000, players = 0, playouts = 0;
    const cli_arg args[] = {
        {"--game", NULL, &name},
        {"--players", NULL, &players_text},
        {"--ms", NULL, &ms_text},
        {"--playouts", NULL, &playouts_text},
        {"--signature", &only_signature, NULL},
        {"--json", &json, NULL},
        {0},
    };
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status >= 0)
        return status;
    const capu_game *game = name ? capu_find(name) : NULL;
    if (name && !game)
        return cli_usage(self, "there is no game '%s'; capucine games lists them", name);
    if (!cli_arg_number(self, "--ms", ms_text, 1, 600000, &ms) ||
        !cli_arg_number(self, "--players", players_text, game ? capu_info(game)->least : 1,
                        game ? capu_info(game)->most : CAPU_MAX_PLAYERS, &players) ||
        !cli_arg_number(self, "--playouts", playouts_text, 1, 1000000000, &playouts))
        return BAD_USAGE;
    if (playouts)
        return play_only(self, game, (int)players, playouts);
    uint64_t sign = signature(game, (int)players);
    if (only_signature) {
        printf("%016" PRIx64 "\n", sign);
        return DONE;
    }
    if (json)
        printf("{\"signature\":\"%016" PRIx64 "\",\"results\":[", sign);
    else
        printf("signature %016" PRIx64 "\n\n%-14s %7s %12s %10s %10s %10s %10s %6s\n", sign, "game",
               "players", "actions/s", "games/s", "copies/s", "views/s", "samples/s", "bytes");
    run_all(game, (int)players, (double)ms / 1000, json);
    if (json)
        fputs("],\"search\":[", stdout);
    search_all(game, (int)players, (double)ms / 1000, json);
    if (json)
        fputs("],\"batch\":[", stdout);
    batch_all(game, (int)players, (double)ms / 1000, json);
    if (json)
        puts("]}");
    return DONE;
}

const cli_command cli_cmd_bench = {
    .name = "bench",
    .about = "measure speed, and print the signature of the rules",
    .help = "bench [OPTIONS]\n"
            "\n"
            "Measures the speed of every game and number of players, on one thread:\n"
            "  - random play from deal to result: legal actions and games a second;\n"
            "  - copies, views and samples a second (a sample includes its view);\n"
            "  - the bytes of a position;\n"
            "  - the search from the opening: iterations a second, and by how much it exceeded a\n"
            "    limit of 20 ms at most;\n"
            "  - steps a second of a batch of 1024 games, in turn with random play without one:\n"
            "    random actions without and with observations and masks, and chosen actions.\n"
            "Each figure is the best of five slices of time. The signature is a hash over a fixed\n"
            "set of seeded games with all options; it changes only when behaviour does.\n"
            "\n"
            "  --game GAME     this game only\n"
            "  --players N     this number of players only\n"
            "  --ms N          time for each figure of random play, 1000 by default\n"
            "  --signature     print the signature alone\n"
            "  --playouts N    only play N random games of --game and --players, to count\n"
            "                  instructions with callgrind\n"
            "  --json          as one JSON object\n",
    .run = run,
};
