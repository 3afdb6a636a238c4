/* capucine bench: how fast, and whether it still behaves the same. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"

enum { SLICES = 5, POSITIONS = 256, SIGNATURE_GAMES = 50 };

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

    s.positions = capu_alloc(POSITIONS * sizeof *s.positions);
    collect(&s);
    f.actions = rate(&s, do_games, seconds, &f.games);
    f.copies = rate(&s, do_copies, seconds / 4, NULL);
    f.views = rate(&s, do_views, seconds / 4, NULL);
    f.samples = rate(&s, do_samples, seconds / 4, NULL);
    free(s.positions);
    return f;
}

/* A fixed number of random games and nothing else, for counting instructions. */
static int play_only(const capu_command *self, const capu_game *game, int players, long games) {
    subject s = {.game = game, .players = players, .random = capu_random_from(1)};
    int64_t actions = 0;

    if (!game || !players)
        return capu_usage(self, "--playouts needs --game and --players");
    if (capu_check_options(game, players, &s.options, NULL))
        return capu_usage(self, "%s is not for %d players", capu_info(game)->title, players);
    for (long i = 0; i < games; i++) {
        capu_state state;
        deal(&s, &state);
        actions += capu_playout(&state, &s.random, INT32_MAX);
    }
    printf("%ld games, %" PRId64 " actions\n", games, actions);
    return DONE;
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
               f->samples, info->state_bytes);
    else
        printf("%-14s %7d %10.2f M %8.0f k %8.1f M %8.2f M %8.0f k %6d\n", info->name, players,
               f->actions / 1e6, f->games / 1e3, f->copies / 1e6, f->views / 1e6, f->samples / 1e3,
               info->state_bytes);
    fflush(stdout);
}

static void run_all(const capu_game *only, int only_players, double seconds, bool json) {
    bool first = true;

    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        const capu_game_info *info = capu_info(game);
        for (int players = info->least; players <= info->most; players++) {
            if ((only && only != game) || (only_players && only_players != players))
                continue;
            figures f = measure(game, players, seconds);
            print_row(info, players, &f, json, first);
            first = false;
        }
    }
}

static int run(const capu_command *self, int argc, char **argv) {
    const char *name = NULL, *players_text = NULL, *ms_text = NULL, *playouts_text = NULL;
    bool json = false, only_signature = false;
    long ms = 1000, players = 0, playouts = 0;
    const capu_arg args[] = {
        {"--game", NULL, &name},
        {"--players", NULL, &players_text},
        {"--ms", NULL, &ms_text},
        {"--playouts", NULL, &playouts_text},
        {"--signature", &only_signature, NULL},
        {"--json", &json, NULL},
        {0},
    };
    int status = capu_args(self, argc, argv, args, NULL, 0);

    if (status >= 0)
        return status;
    const capu_game *game = name ? capu_find(name) : NULL;
    if (name && !game)
        return capu_usage(self, "there is no game '%s'; capucine games lists them", name);
    if (!capu_arg_number(self, "--ms", ms_text, 1, 600000, &ms) ||
        !capu_arg_number(self, "--players", players_text, 1, CAPU_MAX_PLAYERS, &players) ||
        !capu_arg_number(self, "--playouts", playouts_text, 1, 1000000000, &playouts))
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
        puts("]}");
    return DONE;
}

const capu_command capu_cmd_bench = {
    .name = "bench",
    .about = "measure speed, and print the signature of the rules",
    .help = "bench [OPTIONS]\n"
            "\n"
            "For every game and number of players, on one thread: uniformly random legal actions\n"
            "a second, from deal to result, and games; copies, views and samples a second (a\n"
            "sample includes its view); bytes of a position. Of five slices of time the best one\n"
            "counts. The signature is a hash over a fixed set of seeded games with all options;\n"
            "it changes only when behaviour does.\n"
            "\n"
            "  --game GAME     this game only\n"
            "  --players N     this number of players only\n"
            "  --ms N          time for each figure of random play, 1000 by default\n"
            "  --signature     print the signature alone\n"
            "  --playouts N    play N random games of --game and --players, and nothing else, for\n"
            "                  counting instructions with callgrind\n"
            "  --json          as one JSON object\n",
    .run = run,
};
