/* capucine tune: better weights for a game, by self-play.
 *
 * In each step all weights are moved a little at once, up or down at random, and those with the
 * moves play those with the opposite moves; then the weights go some way towards the winner
 * (simultaneous perturbation, Spall 1992). Deals are duplicated: each is played in all rotations
 * of the seats, which the two sides share by turns. In the end the tuned weights play the ones of
 * the table. (Another way is in fit.c.) */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/search.h"
#include "cli/cli.h"
#include "cli/tune.h"

enum { NODES = 400000, MOST_WORTH = 10000 /* of a weight that is tried */ };

/* How far a weight is moved at first, as a part of itself, and how much of that is kept. */
static const double REACH = 0.25, GAIN = 0.6;

/* ------------------------------------------------------------------ playing */

/* Two sets of weights, and who has which. */
typedef struct sides {
    bots_knowledge know[2];
    int weights[2][BOTS_MOST_WEIGHTS];
} sides;

double cli_tune_least(const cli_tuner *t, int weight) {
    return weight >= BOTS_OWN_WEIGHTS && t->know->weights[weight] > 0 ? 1 : 0;
}

static void set_side(sides *both, int side, const cli_tuner *t, const double *weights) {
    for (int i = 0; i < t->know->count; i++)
        both->weights[side][i] = (int)lround(fmax(weights[i], cli_tune_least(t, i)));
    both->know[side] = *t->know;
    both->know[side].weights = both->weights[side];
}

capu_action cli_tune_choose(cli_tuner *t, const bots_knowledge *know, const capu_state *view,
                            int seat) {
    if (capu_legal_count(view, seat) == 1)
        return capu_legal_at(view, seat, 0);
    capu_search *search = capu_search_begin(t->memory, capu_search_bytes(NODES), view, seat,
                                            capu_random_next(&t->random));
    bots_search_knowing(search, know);
    capu_search_run(search, t->iterations);
    return capu_search_choice(search, 0, &t->random);
}

/* One game in which the seats in `first` belong to the first side; that side's wins. What is
 * interrupted is not to be counted. */
static double play_game(cli_tuner *t, const sides *both, uint64_t deal, uint32_t first) {
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state, view;
    capu_result result;
    int winners = 0, own = 0;

    capu_seed_from_number(seed, deal);
    capu_new(&state, t->setup.game, &t->setup.options, t->setup.players, seed);
    for (int seat; (seat = capu_first_actor(&state)) >= 0;) {
        if (cli_interrupted)
            return 0;
        capu_view(&state, seat, &view);
        int side = first >> seat & 1 ? 0 : 1;
        capu_apply_legal(&state, seat, cli_tune_choose(t, &both->know[side], &view, seat));
    }
    capu_get_result(&state, &result);
    for (int seat = 0; seat < t->setup.players; seat++)
        if (result.places[seat] == 1) {
            winners++;
            own += first >> seat & 1;
        }
    return (double)own / winners;
}

/* The first side has every second seat, or with three players one; over all rotations of a deal,
 * the share of wins less what would be even. */
static double play_deal(cli_tuner *t, const sides *both) {
    int players = t->setup.players, own = players / 2;
    uint64_t deal = t->next_deal++;
    uint32_t all = (1u << players) - 1, pattern = players == 4 ? 5 : (1u << own) - 1;
    double wins = 0;

    for (int i = 0; i < players; i++) {
        wins += play_game(t, both, deal, pattern);
        pattern = (pattern << 1 | pattern >> (players - 1)) & all;
    }
    return wins / players - (double)own / players;
}

typedef struct comparison {
    int deals;
    double sum, squares;
} comparison;

static comparison compare(cli_tuner *t, const double *ours, const double *theirs, int games) {
    int deals = (games + t->setup.players - 1) / t->setup.players;
    comparison c = {0};
    sides both;

    set_side(&both, 0, t, ours);
    set_side(&both, 1, t, theirs);
    while (c.deals < deals && !cli_interrupted) {
        double won = play_deal(t, &both);
        if (cli_interrupted)
            break;
        c.deals++;
        c.sum += won;
        c.squares += won * won;
    }
    return c;
}

static void print_comparison(const cli_tuner *t, const comparison *c, const char *what) {
    double even = (double)(t->setup.players / 2) / t->setup.players, n = c->deals;

    if (c->deals == 0) {
        printf("%s: not compared, no deal was played to its end\n", what);
        return;
    }
    printf("%s: %.1f %%", what, 100 * (c->sum / n + even));
    if (c->deals > 1) {
        double variance = (c->squares - c->sum * c->sum / n) / (n - 1);
        printf(" ± %.1f (95 %% interval)", 196 * sqrt(fmax(variance, 0) / n));
    }
    printf(" of wins, where %.1f are even, in %d games\n", 100 * even, c->deals * t->setup.players);
}

/* ------------------------------------------------------------------- tuning */

static void read_table(cli_tuner *t) {
    for (int i = 0; i < t->know->count; i++)
        t->weights[i] = t->know->weights[i];
}

static void step(cli_tuner *t, int number, int games) {
    double up[BOTS_MOST_WEIGHTS], down[BOTS_MOST_WEIGHTS], move[BOTS_MOST_WEIGHTS];
    double smaller = pow(1 + number / 10.0, -0.3);

    for (int i = 0; i < t->know->count; i++) {
        double reach = fmax(1, REACH * fabs(t->weights[i]) * smaller);
        move[i] = t->fixed[i] ? 0 : capu_random_below(&t->random, 2) ? reach : -reach;
        up[i] = t->weights[i] + move[i];
        down[i] = t->weights[i] - move[i];
    }
    comparison c = compare(t, up, down, games);
    if (c.deals == 0)
        return;
    double won = 2 * c.sum / c.deals;
    for (int i = 0; i < t->know->count; i++)
        t->weights[i] = fmax(t->weights[i] + GAIN * move[i] * won, cli_tune_least(t, i));
    printf("step %d: %+.3f\n", number + 1, won);
    if (fflush(stdout) != 0)
        cli_interrupted = 1; /* nobody would see the rest */
}

static void print_weights(const cli_tuner *t) {
    for (int i = 0; i < t->know->count; i++) {
        long now = lround(t->weights[i]);
        printf("    %s = %ld,", t->know->names[i], now);
        printf(now == t->know->weights[i] ? "\n" : " /* was %d */\n", t->know->weights[i]);
    }
}

static int end(cli_tuner *t, const double *table, int check) {
    print_weights(t);
    comparison c = compare(t, t->weights, table, check);
    print_comparison(t, &c, "against the table");
    return DONE;
}

static int fit(const cli_command *self, cli_tuner *t, int games, int check) {
    double table[BOTS_MOST_WEIGHTS];

    if (!t->know->stage)
        return cli_usage(self, "%s is played on to its end: there is no outlook to fit",
                         capu_info(t->setup.game)->name);
    memcpy(table, t->weights, sizeof table);
    cli_tune_fit(t, games);
    return end(t, table, check);
}

static int tune(cli_tuner *t, int steps, int games, int check) {
    double table[BOTS_MOST_WEIGHTS];

    memcpy(table, t->weights, sizeof table);
    for (int i = 0; i < steps && !cli_interrupted; i++)
        step(t, i, games);
    return end(t, table, check);
}

/* ------------------------------------------------------------------- begin */

static int find_weight(const cli_tuner *t, const char *name, size_t length) {
    for (int i = 0; i < t->know->count; i++)
        if (strlen(t->know->names[i]) == length && strncmp(t->know->names[i], name, length) == 0)
            return i;
    return -1;
}

static int no_weight(const cli_command *self, const cli_tuner *t, const char *name, int length) {
    char list[1024] = "";

    for (int i = 0; i < t->know->count; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", t->know->names[i]);
    }
    return cli_usage(self, "there is no weight '%.*s'; there are: %s", length, name, list);
}

/* --try A=1,B=2. -1 to go on. */
static int read_trial(const cli_command *self, const cli_tuner *t, const char *text, double *out) {
    if (!*text)
        return cli_usage(self, "--try has NAME=NUMBER, separated by commas");
    for (; *text; text += *text == ',') {
        int length = (int)strcspn(text, "=,"), i = find_weight(t, text, (size_t)length);
        char *end;
        if (i < 0)
            return no_weight(self, t, text, length);
        text += length;
        if (*text != '=')
            return cli_usage(self, "--try has NAME=NUMBER, separated by commas");
        long least = (long)cli_tune_least(t, i), value = strtol(text + 1, &end, 10);
        if (end == text + 1 || (*end && *end != ',') || value < least || value > MOST_WORTH)
            return cli_usage(self, "%s must be a whole number from %ld to %d, not '%s'",
                             t->know->names[i], least, MOST_WORTH, text + 1);
        out[i] = (double)value;
        text = end;
    }
    return -1;
}

/* --only A,B. -1 to go on. */
static int read_only(const cli_command *self, cli_tuner *t, const char *text) {
    if (!*text)
        return cli_usage(self, "--only has names of weights, separated by commas");
    for (int i = 0; i < t->know->count; i++)
        t->fixed[i] = true;
    for (; *text; text += *text == ',') {
        int length = (int)strcspn(text, ","), i = find_weight(t, text, (size_t)length);
        if (i < 0)
            return no_weight(self, t, text, length);
        t->fixed[i] = false;
        text += length;
    }
    return -1;
}

static int run_trial(const cli_command *self, cli_tuner *t, const char *trial, int games) {
    double weights[BOTS_MOST_WEIGHTS];

    memcpy(weights, t->weights, sizeof weights);
    int status = read_trial(self, t, trial, weights);
    if (status >= 0)
        return status;
    comparison c = compare(t, weights, t->weights, games);
    print_comparison(t, &c, trial);
    return DONE;
}

/* With one table of weights, that for so many players. */
static const bots_knowledge *knowledge_of(const cli_setup *setup) {
    static bots_knowledge know;
    capu_state state;

    capu_new(&state, setup->game, &setup->options, setup->players, setup->seed);
    know = *bots_knowledge_of(&state);
    know.weights = bots_weights_for(&know, setup->players);
    know.many = NULL;
    return &know;
}

static int run(const cli_command *self, int argc, char **argv) {
    static cli_tuner t;
    const char *steps_text = NULL, *games_text = NULL, *check_text = NULL, *iterations_text = NULL;
    const char *trial = NULL, *only = NULL, *fit_text = NULL;
    long fit_games = 0, steps = 50, games = 16, check = 200, iterations = 300;
    const cli_arg args[] = {
        {"--game", NULL, &t.setup.game_name},
        {"--players", NULL, &t.setup.players_text},
        {"--options", NULL, &t.setup.options_text},
        {"--seed", NULL, &t.setup.seed_text},
        {"--iterations", NULL, &iterations_text},
        {"--steps", NULL, &steps_text},
        {"--games", NULL, &games_text},
        {"--check", NULL, &check_text},
        {"--only", NULL, &only},
        {"--try", NULL, &trial},
        {"--fit", NULL, &fit_text},
        {0},
    };
    int status = cli_args(self, argc, argv, args, NULL, 0);

    if (status < 0)
        status = cli_setup_read(self, &t.setup);
    if (status >= 0)
        return status;
    if (trial && fit_text)
        return cli_usage(self, "--try and --fit do different things: give one of them");
    if (t.setup.players < 2)
        return cli_usage(self, "self-play needs two players at least");
    if (!cli_arg_number(self, "--steps", steps_text, 1, 1000000, &steps) ||
        !cli_arg_number(self, "--games", games_text, 1, 1000000, &games) ||
        !cli_arg_number(self, "--fit", fit_text, 1, 1000000, &fit_games) ||
        !cli_arg_number(self, "--check", check_text, 1, 1000000, &check) ||
        !cli_arg_number(self, "--iterations", iterations_text, 1, 10000000, &iterations))
        return BAD_USAGE;
    t.know = knowledge_of(&t.setup);
    t.iterations = (int)iterations;
    memcpy(&t.next_deal, t.setup.seed, sizeof t.next_deal);
    t.random = capu_random_from(t.next_deal);
    read_table(&t);
    if (only && (status = read_only(self, &t, only)) >= 0)
        return status;
    cli_note_interrupts();
    t.memory = host_alloc(capu_search_bytes(NODES));
    status = trial       ? run_trial(self, &t, trial, (int)check)
             : fit_games ? fit(self, &t, (int)fit_games, (int)check)
                         : tune(&t, (int)steps, (int)games, (int)check);
    free(t.memory);
    return status;
}

const cli_command cli_cmd_tune = {
    .name = "tune",
    .about = "look for better weights of a game's opponents by self-play",
    .help =
        "tune --game GAME [OPTIONS]\n"
        "\n"
        "Improves the weights that bots use for a game. Each step moves all weights a little, up\n"
        "or down at random, and lets them play against the opposite moves. The weights then move\n"
        "towards the winner. Prints each step, the final weights, and how these do against the\n"
        "game's table in src/bots. If interrupted, it prints the results so far.\n"
        "\n"
        "  --players N         how many play\n"
        "  --options A=B,C=D   options of the game (see capucine games)\n"
        "  --iterations N      how often each side looks ahead for a decision, 300 by default\n"
        "  --steps N           50 by default\n"
        "  --games N           games in a step, 16 by default; rounded up to whole deals\n"
        "  --check N           games against the table at the end, 200 by default\n"
        "  --only NAMES        tune only these weights\n"
        "  --try A=1,B=2       no tuning: only play with these weights against the table\n"
        "  --fit N             no steps: play N games and look at the positions where a round or\n"
        "                      year begins. Set the weights so that their expectations there\n"
        "                      agree best with how the games ended\n"
        "  --seed SEED         decides all deals\n",
    .run = run,
};
