/* capucine sim: many games between bots. What is added up are whole numbers, so the sums do not
 * depend on which thread played which game. */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/tally.h"
#include "host/words.h"
#include "host/think.h"

enum { MOST_THREADS = 64, BATCH = 16 };

typedef struct totals {
    int64_t games;
    tally seats[CAPU_MAX_PLAYERS], bots[CAPU_MAX_PLAYERS];
    spread length;
    spread measures[CAPU_MAX_MEASURES];
    const char *measure_names[CAPU_MAX_MEASURES];
    int measure_count;
    capu_rate rates[CAPU_MAX_RATES];
    int rate_count;
} totals;

typedef struct simulation {
    cli_setup setup;
    const capu_bot *bots[CAPU_MAX_PLAYERS];
    int bot_of[CAPU_MAX_PLAYERS]; /* the tally of a bot: equal names share one */
    bool fixed;
    uint64_t seed;
    int64_t games;
    _Atomic int64_t next, done;
} simulation;

typedef struct worker {
    simulation *sim;
    void *memory; /* for bots that search */
    totals totals;
    pthread_t thread;
} worker;

/* ------------------------------------------------------------------- adding */

static void merge_rates(totals *into, const totals *from) {
    into->rate_count = from->rate_count;
    for (int i = 0; i < from->rate_count; i++) {
        into->rates[i].name = from->rates[i].name;
        into->rates[i].each = from->rates[i].each;
        into->rates[i].value += from->rates[i].value;
        into->rates[i].per += from->rates[i].per;
    }
}

static void merge(totals *into, const totals *from) {
    bool first = into->games == 0;

    if (from->games == 0)
        return;
    for (int i = 0; i < CAPU_MAX_PLAYERS; i++) {
        tally_merge(&into->seats[i], &from->seats[i]);
        tally_merge(&into->bots[i], &from->bots[i]);
    }
    spread_merge(&into->length, &from->length, first);
    for (int i = 0; i < from->measure_count; i++) {
        into->measure_names[i] = from->measure_names[i];
        spread_merge(&into->measures[i], &from->measures[i], first);
    }
    into->measure_count = from->measure_count;
    merge_rates(into, from);
    into->games += from->games;
}

/* ------------------------------------------------------------------ playing */

/* Which bot of the list sits at a seat: they move on by one seat from game to game. */
static int bot_at(const simulation *sim, int64_t game, int seat) {
    int players = sim->setup.players;

    return sim->fixed ? seat : (int)((seat + players - game % players) % players);
}

static uint64_t game_seed(const simulation *sim, int64_t game) {
    capu_random random = capu_random_from(sim->seed + (uint64_t)game * 0x632be59bd9b4e019u);

    return capu_random_next(&random);
}

static void count_result(const simulation *sim, totals *t, const capu_state *state, int64_t game) {
    capu_result result;

    capu_get_result(state, &result);
    for (int seat = 0; seat < sim->setup.players; seat++) {
        int64_t wins = tally_wins(&result, sim->setup.players, seat);
        int bot = sim->bot_of[bot_at(sim, game, seat)];
        tally_add(&t->seats[seat], result.scores[seat], result.places[seat], wins);
        tally_add(&t->bots[bot], result.scores[seat], result.places[seat], wins);
    }
}

static void count_game(const simulation *sim, totals *t, const capu_state *state, int64_t game,
                       int64_t length) {
    capu_measure measures[CAPU_MAX_MEASURES];

    count_result(sim, t, state, game);
    spread_add(&t->length, length, t->games == 0);
    t->measure_count = capu_measures(state, measures);
    for (int i = 0; i < t->measure_count; i++) {
        t->measure_names[i] = measures[i].name;
        spread_add(&t->measures[i], measures[i].value, t->games == 0);
    }
    t->games++;
}

static void play_game(const simulation *sim, totals *t, int64_t game, void *memory) {
    uint64_t number = game_seed(sim, game);
    capu_random random = capu_random_from(~number);
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state, view, before;
    int64_t length = 0;

    capu_seed_from_number(seed, number);
    capu_new(&state, sim->setup.game, &sim->setup.options, sim->setup.players, seed);
    for (int seat; (seat = capu_first_actor(&state)) >= 0; length++) {
        if (cli_interrupted)
            return;
        const capu_bot *bot = sim->bots[bot_at(sim, game, seat)];
        capu_view(&state, seat, &view);
        capu_copy(&before, &state);
        capu_apply_legal(&state, seat, bot->choose(bot, &view, seat, &random, memory));
        t->rate_count = capu_rates(&before, &state, t->rates);
    }
    count_game(sim, t, &state, game, length);
}

static void *work(void *argument) {
    worker *w = argument;
    simulation *sim = w->sim;

    for (;;) {
        int64_t begin = atomic_fetch_add(&sim->next, BATCH);
        int64_t end = begin + BATCH < sim->games ? begin + BATCH : sim->games;
        if (begin >= sim->games)
            return NULL;
        for (int64_t game = begin; game < end; game++) {
            play_game(sim, &w->totals, game, w->memory);
            if (cli_interrupted)
                return NULL;
            atomic_fetch_add(&sim->done, 1);
        }
    }
}

/* Shows how far it is, on a terminal, until all games are played. */
static void show_progress(simulation *sim) {
    double begin = host_clock_ms(HOST_WALL);
    struct timespec pause = {0, 50000000};

    if (!isatty(STDERR_FILENO))
        return;
    while (!cli_interrupted) {
        int64_t done = atomic_load(&sim->done);
        double seconds = (host_clock_ms(HOST_WALL) - begin) / 1e3;
        if (done >= sim->games)
            break;
        if (seconds > 0.5)
            fprintf(stderr, "\r%" PRId64 " of %" PRId64 " games, %.0f a second, %.0f s to go   ",
                    done, sim->games, (double)done / seconds,
                    done ? (double)(sim->games - done) * seconds / (double)done : 0.0);
        nanosleep(&pause, NULL);
    }
    fputs("\r\033[K", stderr);
}

static totals simulate(simulation *sim, int threads) {
    worker *workers = host_alloc((size_t)threads * sizeof *workers);
    totals all = {0};
    int started = 0;

    for (int i = 0; i < threads; i++) {
        workers[i].sim = sim;
        workers[i].memory = cli_bots_memory(sim->bots, sim->setup.players, 1);
    }
    for (; started < threads; started++) {
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]))
            break;
    }
    if (started == 0)
        work(&workers[0]);
    show_progress(sim);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < threads; i++) {
        merge(&all, &workers[i].totals);
        free(workers[i].memory);
    }
    free(workers);
    return all;
}

/* ---------------------------------------------------------------- reporting */

static double rate_mean(const capu_rate *rate) {
    return rate->per ? tally_mean(rate->value, rate->per) : 0;
}

static void report(const simulation *sim, const totals *t) {
    printf("%s, %d players, %" PRId64 " games, seed %" PRIu64 "\n\n",
           capu_info(sim->setup.game)->title, sim->setup.players, t->games, sim->seed);
    puts("               wins (95 % interval)            score           range        place");
    for (int seat = 0; seat < sim->setup.players; seat++) {
        char label[16];
        snprintf(label, sizeof label, "seat %c", host_seat_letter(seat));
        tally_print(label, &t->seats[seat]);
    }
    putchar('\n');
    for (int i = 0; i < sim->setup.players; i++)
        if (sim->bot_of[i] == i)
            tally_print(sim->bots[i]->name, &t->bots[i]);
    putchar('\n');
    spread_print("actions", &t->length, t->games);
    for (int i = 0; i < t->measure_count; i++)
        spread_print(t->measure_names[i], &t->measures[i], t->games);
    for (int i = 0; i < t->rate_count; i++)
        printf("  %-12s %.2f a %s\n", t->rates[i].name, rate_mean(&t->rates[i]), t->rates[i].each);
}

static void report_json(const simulation *sim, const totals *t) {
    bool first = true;

    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%" PRId64 ",\"seed\":\"%" PRIu64
           "\",\"seats\":[",
           capu_info(sim->setup.game)->name, sim->setup.players, t->games, sim->seed);
    for (int seat = 0; seat < sim->setup.players; seat++) {
        printf("%s{\"seat\":%d,", seat ? "," : "", seat);
        tally_print_json(&t->seats[seat]);
        putchar('}');
    }
    fputs("],\"bots\":[", stdout);
    for (int i = 0; i < sim->setup.players; i++) {
        if (sim->bot_of[i] != i)
            continue;
        printf("%s{\"bot\":\"%s\",", first ? "" : ",", sim->bots[i]->name);
        tally_print_json(&t->bots[i]);
        putchar('}');
        first = false;
    }
    fputs("],", stdout);
    spread_print_json("actions", &t->length, t->games);
    for (int i = 0; i < t->measure_count; i++) {
        putchar(',');
        spread_print_json(t->measure_names[i], &t->measures[i], t->games);
    }
    for (int i = 0; i < t->rate_count; i++)
        printf(",\"%s\":{\"mean\":%.4f,\"of\":%" PRId64 "}", t->rates[i].name,
               rate_mean(&t->rates[i]), t->rates[i].per);
    puts("}");
}

/* ------------------------------------------------------------------- begin */

static uint64_t seed_number(const uint8_t seed[CAPU_SEED_BYTES]) {
    uint64_t number;

    memcpy(&number, seed, sizeof number);
    return number;
}

static int run_simulation(simulation *sim, int threads, bool json) {
    cli_note_interrupts();
    totals all = simulate(sim, threads);
    if (all.games == 0)
        return cli_fail(&cli_cmd_sim, "stopped before a game was over");
    if (json)
        report_json(sim, &all);
    else
        report(sim, &all);
    if (cli_interrupted)
        return cli_fail(&cli_cmd_sim, "stopped after %" PRId64 " of %" PRId64 " games", all.games,
                        sim->games);
    return DONE;
}

static int run(const cli_command *self, int argc, char **argv) {
    simulation sim = {0};
    const char *bots = "greedy", *games_text = NULL, *threads_text = NULL;
    bool json = false;
    long games = 1000, threads = 1;
    const cli_arg args[] = {
        {"--game", NULL, &sim.setup.game_name},
        {"--players", NULL, &sim.setup.players_text},
        {"--options", NULL, &sim.setup.options_text},
        {"--seed", NULL, &sim.setup.seed_text},
        {"--bots", NULL, &bots},
        {"--games", NULL, &games_text},
        {"--threads", NULL, &threads_text},
        {"--fixed", &sim.fixed, NULL},
        {"--json", &json, NULL},
        {0},
    };
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status < 0)
        status = cli_setup_read(self, &sim.setup);
    if (status < 0)
        status = cli_read_bots(self, bots, sim.setup.players, sim.bots);
    if (status >= 0)
        return status;
    if (!cli_arg_number(self, "--games", games_text, 1, 1000000000, &games) ||
        !cli_arg_number(self, "--threads", threads_text, 1, MOST_THREADS, &threads))
        return BAD_USAGE;
    tally_group(sim.bots, sim.setup.players, sim.bot_of);
    sim.games = games;
    sim.seed = seed_number(sim.setup.seed);
    return run_simulation(&sim, (int)threads, json);
}

const cli_command cli_cmd_sim = {
    .name = "sim",
    .about = "play many games between bots and count",
    .help =
        "sim --game GAME [OPTIONS]\n"
        "\n"
        "Plays many games between bots and prints scores, win shares with 95 % intervals and\n"
        "lengths, by seat and by bot. A shared first place is a shared win. The same seed\n"
        "gives the same output with any number of threads. If interrupted, it prints the\n"
        "results so far.\n"
        "\n"
        "  --players N         how many play\n"
        "  --options A=B,C=D   options of the game (see capucine games)\n"
        "  --games N           how many games, 1000 by default\n"
        "  --bots NAMES        one for all players, or one for each: random,greedy\n"
        "  --fixed             bots keep their seats; otherwise they move by one seat each game\n"
        "  --seed SEED         decides all games\n"
        "  --threads N         1 by default\n"
        "  --json              as one JSON object\n",
    .run = run,
};
