/* capucine arena: which bot is better. Every deal is played in all rotations of the seats, so that
 * luck of the deal and of the seat cancels out. */
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
#include "host/think.h"

enum { MOST_THREADS = 64 };

/* Of a bot: its results, and how long it thought. */
typedef struct entrant {
    tally results;
    int64_t decisions;
    double ms, worst_ms;
} entrant;

typedef struct arena {
    cli_setup setup;
    const capu_bot *bots[CAPU_MAX_PLAYERS];
    int group[CAPU_MAX_PLAYERS]; /* equal names are one entrant */
    uint64_t seed;
    int64_t deals;
    host_thinking how;
    bool sprt;
    cli_rows rows;
    _Atomic int64_t next;
    _Atomic int64_t games;
    _Atomic bool decided;

    pthread_mutex_t lock; /* for what follows */
    entrant entrants[CAPU_MAX_PLAYERS];
    entrant rest[CAPU_MAX_PLAYERS]; /* from deals that were not played in all rotations */
    double difference, squares;     /* of the two entrants' wins, by deal */
    int64_t counted;                /* deals */
} arena;

/* -------------------------------------------------------------------- play */

static int bot_at(const arena *a, int rotation, int seat) {
    return (seat + rotation) % a->setup.players;
}

/* A thread, and the deal that it plays. */
typedef struct worker {
    arena *arena;
    void *memory;
    cli_seats seats;
    entrant entrants[CAPU_MAX_PLAYERS];
} worker;

static bool is_stopped(const arena *a) {
    return cli_interrupted || a->decided;
}

/* false: we were interrupted. */
static bool choose(worker *w, const host_match *match, int seat, int bot, capu_random *random,
                   capu_action *action) {
    const arena *a = w->arena;
    capu_state view;

    if (w->seats.here[seat])
        return cli_seats_choose(&w->seats, match, seat, action);
    capu_view(&match->state, seat, &view);
    *action = host_think_by(a->how, a->bots[bot], &view, seat, random, w->memory);
    return true;
}

/* A program's time is real time, since its processor time is its own. */
static bool think(worker *w, host_match *match, int seat, int bot, capu_random *random) {
    entrant *e = &w->entrants[w->arena->group[bot]];
    host_clock clock = w->seats.here[seat] ? HOST_WALL : w->arena->how.clock;
    double begin = host_clock_ms(clock);
    capu_action action;

    if (!choose(w, match, seat, bot, random, &action))
        return false;
    double ms = host_clock_ms(clock) - begin;
    e->decisions++;
    e->ms += ms;
    e->worst_ms = ms > e->worst_ms ? ms : e->worst_ms;
    host_match_apply_legal(match, (capu_move){(uint32_t)seat, action});
    return true;
}

static void end_game(worker *w, const host_match *match, int64_t deal, int rotation) {
    arena *a = w->arena;
    capu_result result;
    cli_row row = {.number = deal * a->setup.players + rotation,
                   .deal = deal,
                   .match = match,
                   .result = &result};

    capu_get_result(&match->state, &result);
    row.forfeits = cli_seats_finish(&w->seats, match, &result);
    for (int seat = 0; seat < a->setup.players; seat++) {
        int bot = bot_at(a, rotation, seat);
        tally *t = &w->entrants[a->group[bot]].results;
        row.bots[seat] = a->bots[bot]->name;
        tally_add(t, result.scores[seat], result.places[seat],
                  tally_wins(&result, a->setup.players, seat));
        t->forfeits += row.forfeits >> seat & 1;
    }
    cli_rows_add(&a->rows, &row);
}

static bool play_on(worker *w, host_match *match, int rotation, capu_random *random) {
    for (int seat; (seat = capu_first_actor(&match->state)) >= 0;)
        if (is_stopped(w->arena) ||
            !think(w, match, seat, bot_at(w->arena, rotation, seat), random))
            return false;
    return true;
}

static uint64_t deal_seed(const arena *a, int64_t deal) {
    capu_random random = capu_random_from(a->seed + (uint64_t)deal * 0x632be59bd9b4e019u);

    return capu_random_next(&random);
}

/* False: it was stopped before the end. */
static bool play_game(worker *w, int64_t deal, int rotation) {
    const cli_setup *setup = &w->arena->setup;
    uint64_t number = deal_seed(w->arena, deal);
    capu_random random = capu_random_from(~number);
    uint8_t seed[CAPU_SEED_BYTES];
    int bots[CAPU_MAX_PLAYERS];
    host_match match;

    capu_seed_from_number(seed, number);
    host_match_new(&match, setup->game, &setup->options, setup->players, seed, NULL);
    for (int seat = 0; seat < setup->players; seat++)
        bots[seat] = bot_at(w->arena, rotation, seat);
    cli_seats_begin(&w->seats, &match, deal * setup->players + rotation, bots, number);
    bool over = play_on(w, &match, rotation, &random);
    if (over)
        end_game(w, &match, deal, rotation);
    host_match_free(&match);
    return over;
}

/* --------------------------------------------------------------- sequential */

static int second_entrant(const arena *a) {
    int second = 0;

    for (int i = 1; i < a->setup.players; i++)
        second = a->group[i] == i && second == 0 ? i : second;
    return second;
}

static double wins_a_game(const entrant *e) {
    return tally_mean(e->results.wins, e->results.games) / WHOLE_WIN;
}

/* A sequential test of "better by EDGE" against "worse by EDGE" in wins a game, at 5 %: the sum of
 * differences by deal, in units of their variance, leaves a band. */
static bool is_decided(const arena *a) {
    static const double EDGE = 0.05;
    double n = (double)a->counted, mean = a->difference / n;
    double variance = a->squares / n - mean * mean;

    if (a->counted < 10)
        return false;
    return fabs(2 * EDGE * a->difference) > log(19) * (variance > 1e-9 ? variance : 1e-9);
}

static void merge(entrant *into, const entrant *from, int count) {
    for (int i = 0; i < count; i++) {
        tally_merge(&into[i].results, &from[i].results);
        into[i].decisions += from[i].decisions;
        into[i].ms += from[i].ms;
        into[i].worst_ms = fmax(into[i].worst_ms, from[i].worst_ms);
    }
}

static void add_rest(arena *a, const entrant *entrants) {
    pthread_mutex_lock(&a->lock);
    merge(a->rest, entrants, a->setup.players);
    pthread_mutex_unlock(&a->lock);
}

static void add_deal(arena *a, const entrant *entrants) {
    double difference = 0;
    int second = second_entrant(a);

    if (second)
        difference = wins_a_game(&entrants[0]) - wins_a_game(&entrants[second]);
    pthread_mutex_lock(&a->lock);
    merge(a->entrants, entrants, a->setup.players);
    a->counted++;
    a->difference += difference;
    a->squares += difference * difference;
    if (a->sprt && is_decided(a))
        atomic_store(&a->decided, true);
    pthread_mutex_unlock(&a->lock);
}

static void play_deal(worker *w, int64_t deal) {
    arena *a = w->arena;
    int rotation = 0;

    memset(w->entrants, 0, sizeof w->entrants);
    for (; rotation < a->setup.players && play_game(w, deal, rotation); rotation++)
        atomic_fetch_add(&a->games, 1);
    if (rotation < a->setup.players)
        add_rest(a, w->entrants);
    else
        add_deal(a, w->entrants);
}

static void *work(void *argument) {
    arena *a = argument;
    worker w = {.arena = a,
                .memory = cli_bots_memory(a->bots, a->setup.players, a->how.threads),
                .seats = {.command = &cli_cmd_arena, .bots = a->bots}};

    for (int64_t deal; (deal = atomic_fetch_add(&a->next, 1)) < a->deals && !is_stopped(a);)
        play_deal(&w, deal);
    cli_seats_free(&w.seats);
    free(w.memory);
    return NULL;
}

static void show_progress(arena *a) {
    int64_t all = a->deals * a->setup.players;
    double next = 0;

    while (!is_stopped(a) && atomic_load(&a->games) < all) {
        if (!cli_progress_due(&next))
            continue;
        pthread_mutex_lock(&a->lock);
        double wins = a->counted ? 100 * wins_a_game(&a->entrants[0]) : 0;
        pthread_mutex_unlock(&a->lock);
        cli_progress("%" PRId64 " of %" PRId64 " games, %s wins %.1f %%", atomic_load(&a->games),
                     all, a->bots[0]->name, wins);
    }
    cli_progress_end();
}

static void play_all(arena *a, int threads) {
    pthread_t thread[MOST_THREADS];
    int started = 0;

    while (started < threads && pthread_create(&thread[started], NULL, work, a) == 0)
        started++;
    if (started == 0)
        work(a);
    show_progress(a);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* ---------------------------------------------------------------- reporting */

/* In the usual scale of ratings, against the first bot of the list; `none` if that or this one has
 * won nothing, since it could then be anything. */
static const char *rating(const arena *a, int i, const char *format, const char *none,
                          char buffer[16]) {
    double own = wins_a_game(&a->entrants[i]), first = wins_a_game(&a->entrants[0]);

    if (own <= 0 || first <= 0)
        return none;
    snprintf(buffer, 16, format, 400 * log10(own / first));
    return buffer;
}

static int64_t games_of(const arena *a) {
    int64_t games = 0;

    for (int i = 0; i < a->setup.players; i++)
        games += a->entrants[i].results.games;
    return games / a->setup.players;
}

static void report(const arena *a) {
    char buffer[16];

    printf("%s, %d players, %" PRId64 " deals in all rotations, seed %" PRIu64 "\n",
           capu_info(a->setup.game)->title, a->setup.players, a->counted, a->seed);
    tally_print_options(&a->setup);
    putchar('\n');
    tally_print_head();
    for (int i = 0; i < a->setup.players; i++) {
        const entrant *e = &a->entrants[i];
        if (a->group[i] != i)
            continue;
        tally_print(a->bots[i]->name, &e->results);
        printf("               rating %s, %.2f ms a decision, %.1f at the most\n",
               rating(a, i, "%+.0f", "unknown", buffer), e->ms / (double)e->decisions, e->worst_ms);
    }
    if (a->sprt)
        puts(a->decided ? "\nThe difference is decided." : "\nThe difference is not decided.");
}

static void report_json(const arena *a) {
    char buffer[16];

    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%" PRId64 ",", capu_info(a->setup.game)->name,
           a->setup.players, games_of(a));
    tally_print_setup_json(&a->setup, a->seed);
    fputs("\"bots\":[", stdout);
    for (int i = 0; i < a->setup.players; i++) {
        const entrant *e = &a->entrants[i];
        if (a->group[i] != i)
            continue;
        fputs(i ? ",{\"bot\":" : "{\"bot\":", stdout);
        tally_print_name(a->bots[i]->name);
        putchar(',');
        tally_print_json(&e->results);
        printf(",\"rating\":%s,\"ms_mean\":%.3f,\"ms_worst\":%.3f}",
               rating(a, i, "%.1f", "null", buffer), e->ms / (double)e->decisions, e->worst_ms);
    }
    printf("]%s}\n", !a->sprt ? "" : a->decided ? ",\"decided\":true" : ",\"decided\":false");
}

/* ------------------------------------------------------------------- begin */

/* Without a whole deal, the games that there are. */
static int run_arena(const cli_command *self, arena *a, int threads, bool json) {
    cli_note_interrupts();
    pthread_mutex_init(&a->lock, NULL);
    play_all(a, threads);
    int status = cli_rows_close(self, &a->rows, DONE);
    if (a->counted == 0)
        merge(a->entrants, a->rest, a->setup.players);
    if (games_of(a) == 0)
        return cli_fail(self, "stopped before a game was over");
    if (json)
        report_json(a);
    else
        report(a);
    if (cli_interrupted)
        return cli_fail(self, "stopped after %" PRId64 " of %" PRId64 " games%s", games_of(a),
                        a->deals * a->setup.players,
                        a->counted ? "" : "; they are no whole deal, so seats and luck differ");
    return status;
}

static int count_entrants(const arena *a) {
    int count = 0;

    for (int i = 0; i < a->setup.players; i++)
        count += a->group[i] == i;
    return count;
}

static int run(const cli_command *self, int argc, char **argv) {
    static arena a;
    const char *bots = NULL, *games_text = NULL, *threads_text = NULL, *ms_text = NULL;
    const char *clock = "wall", *each_text = NULL, *bot_ms_text = NULL;
    bool json = false;
    long games = 100, threads = 1, ms = 0, each = 1, bot_ms = 0;
    const cli_arg args[] = {
        {"--game", NULL, &a.setup.game_name},
        {"--players", NULL, &a.setup.players_text},
        {"--options", NULL, &a.setup.options_text},
        {"--seed", NULL, &a.setup.seed_text},
        {"--bots", NULL, &bots},
        {"--bot-ms", NULL, &bot_ms_text},
        {"--rows", NULL, &a.rows.path},
        {"--records", NULL, &a.rows.folder},
        {"--games", NULL, &games_text},
        {"--threads", NULL, &threads_text},
        {"--ms", NULL, &ms_text},
        {"--clock", NULL, &clock},
        {"--think-threads", NULL, &each_text},
        {"--sprt", &a.sprt, NULL},
        {"--json", &json, NULL},
        {0},
    };
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status < 0)
        status = cli_setup_read(self, &a.setup);
    if (status < 0 && !bots)
        status = cli_usage(self, "which bots? --bots with one for each player");
    if (status >= 0)
        return status;
    if (!cli_arg_number(self, "--games", games_text, 1, 100000000, &games) ||
        !cli_arg_number(self, "--threads", threads_text, 1, MOST_THREADS, &threads) ||
        !cli_arg_number(self, "--think-threads", each_text, 1, HOST_MOST_THREADS, &each) ||
        !cli_arg_number(self, "--ms", ms_text, 1, 3600000, &ms) ||
        !cli_arg_number(self, "--bot-ms", bot_ms_text, 1, 3600000, &bot_ms))
        return BAD_USAGE;
    if (bot_ms == 0)
        bot_ms = ms ? ms : PROGRAMS_MS;
    status = cli_read_bots(self, bots, a.setup.players, (int)bot_ms, a.bots);
    if (status >= 0)
        return status;
    if (strcmp(clock, "wall") != 0 && strcmp(clock, "cpu") != 0)
        return cli_usage(self, "--clock is wall or cpu, not '%s'", clock);
    a.how = (host_thinking){strcmp(clock, "cpu") == 0 ? HOST_CPU : HOST_WALL, (int)ms, (int)each};
    tally_group(a.bots, a.setup.players, a.group);
    if (a.sprt && count_entrants(&a) != 2)
        return cli_usage(self, "--sprt compares two bots; here are %d", count_entrants(&a));
    a.deals = (games + a.setup.players - 1) / a.setup.players;
    memcpy(&a.seed, a.setup.seed, sizeof a.seed);
    status = cli_rows_open(self, &a.rows, &a.setup);
    if (status >= 0)
        return status;
    return run_arena(self, &a, (int)threads, json);
}

const cli_command cli_cmd_arena = {
    .name = "arena",
    .about = "find out which bot is better",
    .help =
        "arena --game GAME --bots NAMES [OPTIONS]\n"
        "\n"
        "Lets bots play each other. Every deal is played in all rotations of the seats. Prints\n"
        "win shares with 95 % intervals, ratings against the first bot, scores, places, and the\n"
        "time for a decision. A score is given ± the standard deviation between games. Bots that "
        "search have time limits, so results may differ a little\n"
        "from run to run. If interrupted, it prints the results so far. A bot that has won\n"
        "nothing has no rating.\n"
        "\n"
        "  --players N         how many play\n"
        "  --options A=B,C=D   options of the game (see capucine games)\n"
        "  --bots NAMES        one for each player: club,expert,expert,master. NAME@N looks ahead\n"
        "                      N times for a decision, without a time limit. NAME@N^S also "
        "chooses\n"
        "                      by visits to the power of S (0: the most visited). A name with "
        "a\n"
        "                      slash or a space is a program: ./mybot (see docs/programs.md)\n"
        "  --games N           how many games, 100 by default; rounded up to whole deals\n"
        "  --sprt              stop as soon as it is clear which of two bots is better\n"
        "  --ms N              no bot thinks longer than this for a decision\n"
        "  --bot-ms N          how long a program may think; by default --ms, or else 5000\n"
        "  --clock wall|cpu    how to measure a bot's time: real time, as in games with people, "
        "or\n"
        "                      processor time, which does not depend on other programs\n"
        "  --think-threads N   threads that share the iterations of each bot, 1 by default\n"
        "  --seed SEED         decides all deals\n"
        "  --threads N         1 by default\n"
        "  --rows FILE         a row for each game, in their order: .csv or .jsonl\n"
        "  --records FOLDER    the record of each game, in a new or empty folder, for replay\n"
        "  --json              as one JSON object\n",
    .run = run,
};
