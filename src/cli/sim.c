/* capucine sim: many games between bots. What is added up are whole numbers, so the sums do not
 * depend on which thread played which game. */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/rows.h"
#include "cli/seats.h"
#include "cli/tally.h"
#include "gpu/device.h"
#include "host/think.h"
#include "host/words.h"

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
    bool fixed, gpu;
    uint64_t seed;
    int64_t games;
    cli_rows rows;
    _Atomic int64_t next, done;
} simulation;

typedef struct worker {
    simulation *sim;
    void *memory; /* for bots that search */
    cli_seats seats;
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

static void count_result(const simulation *sim, totals *t, const cli_row *row) {
    for (int seat = 0; seat < sim->setup.players; seat++) {
        tally *of_seat = &t->seats[seat];
        tally *of_bot = &t->bots[sim->bot_of[bot_at(sim, row->number, seat)]];
        int64_t wins = tally_wins(row->result, sim->setup.players, seat);
        tally_add(of_seat, row->result->scores[seat], row->result->places[seat], wins);
        tally_add(of_bot, row->result->scores[seat], row->result->places[seat], wins);
        of_seat->forfeits += row->forfeits >> seat & 1;
        of_bot->forfeits += row->forfeits >> seat & 1;
    }
}

static void count_game(const simulation *sim, totals *t, const cli_row *row) {
    capu_measure measures[CAPU_MAX_MEASURES];

    count_result(sim, t, row);
    spread_add(&t->length, row->match->record.count, t->games == 0);
    t->measure_count = capu_measures(&row->match->state, measures);
    for (int i = 0; i < t->measure_count; i++) {
        t->measure_names[i] = measures[i].name;
        spread_add(&t->measures[i], measures[i].value, t->games == 0);
    }
    t->games++;
}

/* What a bot does next. false: we were interrupted. */
static bool choose(worker *w, const host_match *match, int seat, const capu_bot *bot,
                   capu_random *random, capu_action *action) {
    capu_state view;

    if (cli_interrupted)
        return false;
    if (w->seats.here[seat])
        return cli_seats_choose(&w->seats, match, seat, action);
    capu_view(&match->state, seat, &view);
    *action = bot->choose(bot, &view, seat, random, w->memory);
    return true;
}

static bool play_on(worker *w, host_match *match, int64_t game, capu_random *random) {
    const simulation *sim = w->sim;
    capu_action action;
    capu_state before;

    for (int seat; (seat = capu_first_actor(&match->state)) >= 0;) {
        if (!choose(w, match, seat, sim->bots[bot_at(sim, game, seat)], random, &action))
            return false;
        capu_copy(&before, &match->state);
        host_match_apply_legal(match, (capu_move){(uint32_t)seat, action});
        w->totals.rate_count = capu_rates(&before, &match->state, w->totals.rates);
    }
    return true;
}

static void end_game(worker *w, const host_match *match, int64_t game) {
    simulation *sim = w->sim;
    capu_result result;
    cli_row row = {.number = game, .deal = game, .match = match, .result = &result};

    capu_get_result(&match->state, &result);
    row.forfeits = cli_seats_finish(&w->seats, match, &result);
    for (int seat = 0; seat < sim->setup.players; seat++)
        row.bots[seat] = sim->bots[bot_at(sim, game, seat)]->name;
    count_game(sim, &w->totals, &row);
    cli_rows_add(&sim->rows, &row);
}

static void play_game(worker *w, int64_t game) {
    const cli_setup *setup = &w->sim->setup;
    uint64_t number = gpu_contest_seed(w->sim->seed, (uint64_t)game);
    capu_random random = capu_random_from(~number);
    uint8_t seed[CAPU_SEED_BYTES];
    int bots[CAPU_MAX_PLAYERS];
    host_match match;

    capu_seed_from_number(seed, number);
    host_match_new(&match, setup->game, &setup->options, setup->players, seed, NULL);
    for (int seat = 0; seat < setup->players; seat++)
        bots[seat] = bot_at(w->sim, game, seat);
    cli_seats_begin(&w->seats, &match, game, bots, number);
    if (play_on(w, &match, game, &random))
        end_game(w, &match, game);
    host_match_free(&match);
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
            play_game(w, game);
            if (cli_interrupted)
                return NULL;
            atomic_fetch_add(&sim->done, 1);
        }
    }
}

/* Says how far it is until all games are played. */
static void show_progress(simulation *sim) {
    double begin = host_clock_ms(HOST_WALL), next = 0;

    for (int64_t done; (done = atomic_load(&sim->done)) < sim->games && !cli_interrupted;) {
        double seconds = (host_clock_ms(HOST_WALL) - begin) / 1e3;
        if (cli_progress_due(&next))
            cli_progress("%" PRId64 " of %" PRId64 " games, %.0f a second, %.0f s to go", done,
                         sim->games, (double)done / seconds,
                         done ? (double)(sim->games - done) * seconds / (double)done : 0.0);
    }
    cli_progress_end();
}

static totals simulate(simulation *sim, int threads) {
    worker *workers = host_alloc((size_t)threads * sizeof *workers);
    totals all = {0};
    int started = 0;

    for (int i = 0; i < threads; i++) {
        workers[i].sim = sim;
        workers[i].memory = cli_bots_memory(sim->bots, sim->setup.players, 1);
        workers[i].seats = (cli_seats){.command = &cli_cmd_sim, .bots = sim->bots};
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
        cli_seats_free(&workers[i].seats);
        free(workers[i].memory);
    }
    free(workers);
    return all;
}

/* -------------------------------------------------------------- on a GPU */

static spread spread_there(gpu_spread sums, int64_t most, int64_t least) {
    return (spread){sums.sum, sums.squares, -least, most};
}

/* What the GPU has counted, as the processor's threads would have counted it. In all its games the
 * bots sat as in this one. */
static totals convert(const simulation *sim, const gpu_totals *there, const capu_state *any,
                      int64_t game) {
    capu_measure measures[CAPU_MAX_MEASURES];
    totals t = {.games = there->games};

    t.length = spread_there(there->actions, there->most_actions, there->least_actions);
    t.measure_count = capu_measures(any, measures);
    for (int i = 0; i < t.measure_count; i++) {
        t.measure_names[i] = measures[i].name;
        t.measures[i] =
            spread_there(there->measure[i], there->most_measure[i], there->least_measure[i]);
    }
    for (int seat = 0; seat < sim->setup.players; seat++) {
        t.seats[seat] = (tally){.games = there->games,
                                .wins = there->wins[seat],
                                .score = there->score[seat].sum,
                                .score_squares = there->score[seat].squares,
                                .places = there->places[seat],
                                .lowest = -there->least_score[seat],
                                .highest = there->most_score[seat]};
        tally_merge(&t.bots[sim->bot_of[bot_at(sim, game, seat)]], &t.seats[seat]);
    }
    return t;
}

/* In parts, so that it can be stopped. */
static bool play_there(gpu_program *program, gpu_task *task, int64_t games, gpu_totals *there,
                       capu_text *why) {
    int64_t part = program->way == GPU_CONTEST ? 1 << 18 : 1 << 24;
    double seconds;

    for (; games > 0 && !cli_interrupted; games -= (int64_t)task->games) {
        task->games = (uint64_t)(games < part ? games : part);
        if (!gpu_run(program, task, there, &seconds, why))
            return false;
        task->first = gpu_number(task, task->games);
    }
    return true;
}

/* Any game that is over: the names of measures are always the same. */
static void play_any(const gpu_task *task, capu_state *state) {
    capu_random random = gpu_dice(task->first);

    gpu_deal(task, task->first, state);
    capu_playout(state, &random, INT32_MAX);
}

static bool is_greedy(const capu_bot *bot) {
    return strcmp(bot->name, "greedy") == 0;
}

/* Seats that look ahead in a game, as bits. */
static uint32_t greedy_seats(const simulation *sim, int64_t game) {
    uint32_t seats = 0;

    for (int seat = 0; seat < sim->setup.players; seat++)
        seats |= (uint32_t)is_greedy(sim->bots[bot_at(sim, game, seat)]) << seat;
    return seats;
}

/* Games in which the bots sit alike are played together. Random ones all are. */
static bool play_all(const simulation *sim, gpu_program *program, gpu_task *task, totals *all,
                     capu_text *why) {
    bool contest = program->way == GPU_CONTEST;
    int each = contest && !sim->fixed ? sim->setup.players : 1;
    gpu_totals there;
    capu_state any;

    play_any(task, &any);
    task->seed = sim->seed;
    task->skip = (uint64_t)each - 1;
    for (int first = 0; first < each && !cli_interrupted; first++) {
        gpu_clear(&there);
        task->first = contest ? (uint64_t)first : sim->seed;
        task->greedy = greedy_seats(sim, first);
        if (!play_there(program, task, (sim->games - first + each - 1) / each, &there, why))
            return false;
        totals part = convert(sim, &there, &any, first);
        merge(all, &part);
    }
    return true;
}

static bool simulate_there(const simulation *sim, totals *all, capu_text *why) {
    gpu_task task = {
        .first = sim->seed, .options = sim->setup.options, .players = sim->setup.players};
    gpu_device device;
    gpu_program program;

    while (capu_game_at(task.game) != sim->setup.game)
        task.game++;
    if (!gpu_open(&device, why))
        return false;
    gpu_way way = greedy_seats(sim, 0) ? GPU_CONTEST : gpu_best_way(&device, task.game);
    bool played = gpu_load(&device, task.game, way, NULL, &program, why);
    if (played) {
        played = play_all(sim, &program, &task, all, why);
        gpu_unload(&program);
    }
    gpu_close(&device);
    return played;
}

/* ---------------------------------------------------------------- reporting */

static double rate_mean(const capu_rate *rate) {
    return rate->per ? tally_mean(rate->value, rate->per) : 0;
}

static void report(const simulation *sim, const totals *t) {
    printf("%s, %d players, %" PRId64 " games, seed %" PRIu64 "\n",
           capu_info(sim->setup.game)->title, sim->setup.players, t->games, sim->seed);
    tally_print_options(&sim->setup);
    putchar('\n');
    tally_print_head();
    for (int seat = 0; seat < sim->setup.players; seat++) {
        char label[16];
        snprintf(label, sizeof label, "seat %c", host_seat_letter(seat));
        tally_print(label, &t->seats[seat]);
    }
    putchar('\n');
    for (int i = 0; i < sim->setup.players; i++)
        if (sim->bot_of[i] == i)
            tally_print(sim->bots[i]->name, &t->bots[i]);
    puts("\na game has (mean ± standard deviation between games, least to most)");
    spread_print("actions", &t->length, t->games);
    for (int i = 0; i < t->measure_count; i++)
        spread_print(t->measure_names[i], &t->measures[i], t->games);
    for (int i = 0; i < t->rate_count; i++)
        printf("  %-12s %.2f a %s\n", t->rates[i].name, rate_mean(&t->rates[i]), t->rates[i].each);
}

static void report_json(const simulation *sim, const totals *t) {
    bool first = true;

    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%" PRId64 ",",
           capu_info(sim->setup.game)->name, sim->setup.players, t->games);
    tally_print_setup_json(&sim->setup, sim->seed);
    fputs("\"seats\":[", stdout);
    for (int seat = 0; seat < sim->setup.players; seat++) {
        printf("%s{\"seat\":%d,", seat ? "," : "", seat);
        tally_print_json(&t->seats[seat]);
        putchar('}');
    }
    fputs("],\"bots\":[", stdout);
    for (int i = 0; i < sim->setup.players; i++) {
        if (sim->bot_of[i] != i)
            continue;
        fputs(first ? "{\"bot\":" : ",{\"bot\":", stdout);
        tally_print_name(sim->bots[i]->name);
        putchar(',');
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
    char reason[2048];
    capu_text why = capu_text_on(reason, sizeof reason);
    totals all = {0};

    cli_note_interrupts();
    if (!sim->gpu)
        all = simulate(sim, threads);
    else if (!simulate_there(sim, &all, &why))
        return cli_fail(&cli_cmd_sim, "%s", reason);
    int status = cli_rows_close(&cli_cmd_sim, &sim->rows, DONE);
    if (all.games == 0)
        return cli_fail(&cli_cmd_sim, "stopped before a game was over");
    if (json)
        report_json(sim, &all);
    else
        report(sim, &all);
    if (cli_interrupted)
        return cli_fail(&cli_cmd_sim, "stopped after %" PRId64 " of %" PRId64 " games", all.games,
                        sim->games);
    return status;
}

static bool fit_a_gpu(const simulation *sim) {
    for (int i = 0; i < sim->setup.players; i++)
        if (!is_greedy(sim->bots[i]) && strcmp(sim->bots[i]->name, "random") != 0)
            return false;
    return true;
}

static int run(const cli_command *self, int argc, char **argv) {
    simulation sim = {0};
    const char *bots = NULL, *games_text = NULL, *threads_text = NULL, *bot_ms_text = NULL;
    bool json = false;
    long games = 1000, threads = 1, bot_ms = PROGRAMS_MS;
    const cli_arg args[] = {
        {"--game", NULL, &sim.setup.game_name},
        {"--players", NULL, &sim.setup.players_text},
        {"--options", NULL, &sim.setup.options_text},
        {"--seed", NULL, &sim.setup.seed_text},
        {"--bots", NULL, &bots},
        {"--bot-ms", NULL, &bot_ms_text},
        {"--rows", NULL, &sim.rows.path},
        {"--records", NULL, &sim.rows.folder},
        {"--games", NULL, &games_text},
        {"--threads", NULL, &threads_text},
        {"--fixed", &sim.fixed, NULL},
        {"--json", &json, NULL},
        {"--gpu", &sim.gpu, NULL},
        {0},
    };
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status < 0)
        status = cli_setup_read(self, &sim.setup);
    if (status >= 0)
        return status;
    if (!cli_arg_number(self, "--games", games_text, 1, 1000000000000, &games) ||
        !cli_arg_number(self, "--threads", threads_text, 1, MOST_THREADS, &threads) ||
        !cli_arg_number(self, "--bot-ms", bot_ms_text, 1, 3600000, &bot_ms))
        return BAD_USAGE;
    if (sim.gpu && (sim.rows.path || sim.rows.folder))
        return cli_usage(self, "--gpu only counts games: it makes no --rows and --records");
    if (!bots)
        bots = sim.gpu ? "random" : "greedy";
    status = cli_read_bots(self, bots, sim.setup.players, (int)bot_ms, sim.bots);
    if (status < 0 && sim.gpu && !fit_a_gpu(&sim))
        status = cli_usage(self, "a GPU plays the bots random and greedy only");
    if (status < 0)
        status = cli_rows_open(self, &sim.rows, &sim.setup);
    if (status >= 0)
        return status;
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
        "  --bots NAMES        one for all players, or one for each: random,greedy. A name with a\n"
        "                      slash or a space is a program: ./mybot (see docs/programs.md)\n"
        "  --bot-ms N          5000: how long a program may think about a decision\n"
        "  --fixed             bots keep their seats; otherwise they move by one seat each game\n"
        "  --seed SEED         decides all games\n"
        "  --threads N         1 by default\n"
        "  --rows FILE         a row for each game, in their order: .csv or .jsonl\n"
        "  --records FOLDER    the record of each game, in a new or empty folder, for replay\n"
        "  --gpu               on an NVIDIA GPU, for the bots random and greedy: a billion random\n"
        "                      games in seconds (docs/gpu.md)\n"
        "  --json              as one JSON object\n",
    .run = run,
};
