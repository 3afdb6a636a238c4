/* capucine arena: which bot is better. Every deal is played in all rotations of the seats, so that
 * luck of the deal and of the seat cancels out. */
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

static void think(const arena *a, capu_state *state, int seat, int bot, capu_random *random,
                  void *memory, entrant *entrants) {
    entrant *e = &entrants[a->group[bot]];
    double begin = host_clock_ms(a->how.clock);
    capu_state view;

    capu_view(state, seat, &view);
    capu_action action = host_think_by(a->how, a->bots[bot], &view, seat, random, memory);
    double ms = host_clock_ms(a->how.clock) - begin;
    e->decisions++;
    e->ms += ms;
    e->worst_ms = ms > e->worst_ms ? ms : e->worst_ms;
    capu_apply_legal(state, seat, action);
}

static bool is_stopped(const arena *a) {
    return cli_interrupted || a->decided;
}

/* False: it was stopped before the end. */
static bool play_game(const arena *a, uint64_t number, int rotation, void *memory,
                      entrant *entrants) {
    capu_random random = capu_random_from(~number);
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state;
    capu_result result;

    capu_seed_from_number(seed, number);
    capu_new(&state, a->setup.game, &a->setup.options, a->setup.players, seed);
    for (int seat; (seat = capu_first_actor(&state)) >= 0;) {
        if (is_stopped(a))
            return false;
        think(a, &state, seat, bot_at(a, rotation, seat), &random, memory, entrants);
    }
    capu_get_result(&state, &result);
    for (int seat = 0; seat < a->setup.players; seat++)
        tally_add(&entrants[a->group[bot_at(a, rotation, seat)]].results, result.scores[seat],
                  result.places[seat], tally_wins(&result, a->setup.players, seat));
    return true;
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

static uint64_t deal_seed(const arena *a, int64_t deal) {
    capu_random random = capu_random_from(a->seed + (uint64_t)deal * 0x632be59bd9b4e019u);

    return capu_random_next(&random);
}

static void *work(void *argument) {
    arena *a = argument;
    void *memory = cli_bots_memory(a->bots, a->setup.players, a->how.threads);

    for (int64_t deal; (deal = atomic_fetch_add(&a->next, 1)) < a->deals;) {
        entrant entrants[CAPU_MAX_PLAYERS] = {0};
        int rotation = 0;
        for (; rotation < a->setup.players; rotation++) {
            if (!play_game(a, deal_seed(a, deal), rotation, memory, entrants))
                break;
            atomic_fetch_add(&a->games, 1);
        }
        if (rotation < a->setup.players)
            add_rest(a, entrants);
        else
            add_deal(a, entrants);
        if (is_stopped(a))
            break;
    }
    free(memory);
    return NULL;
}

static void show_progress(arena *a) {
    struct timespec pause = {0, 100000000};
    int64_t all = a->deals * a->setup.players;

    if (!isatty(STDERR_FILENO))
        return;
    while (!is_stopped(a) && atomic_load(&a->games) < all) {
        pthread_mutex_lock(&a->lock);
        int64_t counted = a->counted;
        double wins = counted ? 100 * wins_a_game(&a->entrants[0]) : 0;
        pthread_mutex_unlock(&a->lock);
        fprintf(stderr, "\r%" PRId64 " of %" PRId64 " games", atomic_load(&a->games), all);
        if (counted)
            fprintf(stderr, ", %s wins %.1f %%   ", a->bots[0]->name, wins);
        nanosleep(&pause, NULL);
    }
    fputs("\r\033[K", stderr);
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

    printf("%s, %d players, %" PRId64 " deals in all rotations, seed %" PRIu64 "\n\n",
           capu_info(a->setup.game)->title, a->setup.players, a->counted, a->seed);
    puts("               wins (95 % interval)            score           range        place");
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

    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%" PRId64 ",\"bots\":[",
           capu_info(a->setup.game)->name, a->setup.players, games_of(a));
    for (int i = 0; i < a->setup.players; i++) {
        const entrant *e = &a->entrants[i];
        if (a->group[i] != i)
            continue;
        printf("%s{\"bot\":\"%s\",", i ? "," : "", a->bots[i]->name);
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
    return DONE;
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
    const char *clock = "wall", *each_text = NULL;
    bool json = false;
    long games = 100, threads = 1, ms = 0, each = 1;
    const cli_arg args[] = {
        {"--game", NULL, &a.setup.game_name},
        {"--players", NULL, &a.setup.players_text},
        {"--options", NULL, &a.setup.options_text},
        {"--seed", NULL, &a.setup.seed_text},
        {"--bots", NULL, &bots},
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
    if (status < 0)
        status = bots ? cli_read_bots(self, bots, a.setup.players, a.bots)
                      : cli_usage(self, "which bots? --bots with one for each player");
    if (status >= 0)
        return status;
    if (!cli_arg_number(self, "--games", games_text, 1, 100000000, &games) ||
        !cli_arg_number(self, "--threads", threads_text, 1, MOST_THREADS, &threads) ||
        !cli_arg_number(self, "--think-threads", each_text, 1, HOST_MOST_THREADS, &each) ||
        !cli_arg_number(self, "--ms", ms_text, 1, 3600000, &ms))
        return BAD_USAGE;
    if (strcmp(clock, "wall") != 0 && strcmp(clock, "cpu") != 0)
        return cli_usage(self, "--clock is wall or cpu, not '%s'", clock);
    a.how = (host_thinking){strcmp(clock, "cpu") == 0 ? HOST_CPU : HOST_WALL, (int)ms, (int)each};
    tally_group(a.bots, a.setup.players, a.group);
    if (a.sprt && count_entrants(&a) != 2)
        return cli_usage(self, "--sprt compares two bots; here are %d", count_entrants(&a));
    a.deals = (games + a.setup.players - 1) / a.setup.players;
    memcpy(&a.seed, a.setup.seed, sizeof a.seed);
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
        "time for a decision. Bots that search have time limits, so results may differ a little\n"
        "from run to run. If interrupted, it prints the results so far. A bot that has won\n"
        "nothing has no rating.\n"
        "\n"
        "  --players N         how many play\n"
        "  --options A=B,C=D   options of the game (see capucine games)\n"
        "  --bots NAMES        one for each player: club,expert,expert,master. NAME@N looks ahead\n"
        "                      N times for a decision, without a time limit. NAME@N^S also "
        "chooses\n"
        "                      by visits to the power of S (0: the most visited)\n"
        "  --games N           how many games, 100 by default; rounded up to whole deals\n"
        "  --sprt              stop as soon as it is clear which of two bots is better\n"
        "  --ms N              no bot thinks longer than this for a decision\n"
        "  --clock wall|cpu    how to measure a bot's time: real time, as in games with people, "
        "or\n"
        "                      processor time, which does not depend on other programs\n"
        "  --think-threads N   threads that share the iterations of each bot, 1 by default\n"
        "  --seed SEED         decides all deals\n"
        "  --threads N         1 by default\n"
        "  --json              as one JSON object\n",
    .run = run,
};
