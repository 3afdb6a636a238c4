/* Weights by regression: those with which the outlook agrees best with how games ended.
 *
 * Games are played by self-play, and the positions noted in which playing on may end, where the
 * search asks for an outlook: the beginning of a round or year. Then one weight after the other is
 * made a little larger or smaller as long as the results become less surprising, in ever smaller
 * steps. It takes a minute where matches take an hour, since every position says something; but it
 * is blind to weights that matter while playing on. */
#include <math.h>
#include <stdlib.h>

#include "cli/tune.h"

/* How far a weight is moved, as a part of itself: at first, and at last. */
static const double FAR = 0.4, NEAR = 0.02;

/* Positions in which playing on may end, and how their games ended. */
typedef struct noted {
    capu_state state;
    float share[CAPU_MAX_PLAYERS];
} noted;

typedef struct notes {
    noted *list;
    int count, room;
} notes;

static void note(notes *all, const capu_state *state) {
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 1024;
        all->list = host_grow(all->list, (size_t)all->room * sizeof *all->list);
    }
    capu_copy(&all->list[all->count++].state, state);
}

static void note_result(notes *all, int since, const capu_state *end) {
    capu_result result;
    int winners = 0, players = end->head.players;

    capu_get_result(end, &result);
    for (int seat = 0; seat < players; seat++)
        winners += result.places[seat] == 1;
    for (int i = since; i < all->count; i++)
        for (int seat = 0; seat < players; seat++)
            all->list[i].share[seat] = result.places[seat] == 1 ? 1.0f / (float)winners : 0;
}

static void note_game(cli_tuner *t, notes *all) {
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state, view;
    int since = all->count;

    capu_seed_from_number(seed, t->next_deal++);
    capu_new(&state, t->setup.game, &t->setup.options, t->setup.players, seed);
    for (int seat; (seat = capu_first_actor(&state)) >= 0;) {
        int stage = t->know->stage(&state);
        capu_view(&state, seat, &view);
        capu_apply_legal(&state, seat, cli_tune_choose(t, t->know, &view, seat));
        if (capu_actors(&state) && t->know->stage(&state) != stage)
            note(all, &state);
    }
    note_result(all, since, &state);
}

/* How surprising the results are by what these weights expect, on average. */
static double surprise(const cli_tuner *t, const notes *all, const double *weights) {
    int rounded[BOTS_MOST_WEIGHTS];
    double sum = 0;

    for (int i = 0; i < t->know->count; i++)
        rounded[i] = (int)lround(weights[i]);
    for (int i = 0; i < all->count; i++) {
        bots_outlook outlook = {0};
        t->know->outlook(&all->list[i].state, rounded, &outlook);
        for (int seat = 0; seat < t->setup.players; seat++)
            if (all->list[i].share[seat] > 0)
                sum -= (double)all->list[i].share[seat] * log(fmax(outlook.win[seat], 1e-3));
    }
    return sum / all->count;
}

/* Tries a weight a little larger and smaller; whether that was less surprising. */
static bool better_weight(cli_tuner *t, const notes *all, int weight, double part,
                          double *best_yet) {
    double before = t->weights[weight], best = before;

    for (int sign = -1; sign <= 1; sign += 2) {
        double by = fmax(1, round(part * fabs(before)));
        t->weights[weight] = fmax(before + sign * by, cli_tune_least(t, weight));
        double now = surprise(t, all, t->weights);
        if (now < *best_yet - 1e-6)
            *best_yet = now, best = t->weights[weight];
    }
    t->weights[weight] = best;
    return best != before;
}

static void descend(cli_tuner *t, const notes *all, double surprised) {
    for (double part = FAR; part > NEAR; part /= 2)
        for (bool moved = true; moved && !cli_interrupted;) {
            moved = false;
            for (int i = 0; i < t->know->count; i++)
                moved |= !t->fixed[i] && better_weight(t, all, i, part, &surprised);
        }
    printf("with these weights %.4f\n", surprised);
}

void cli_tune_fit(cli_tuner *t, int games) {
    notes all = {0};

    for (int i = 0; i < games && !cli_interrupted; i++) {
        note_game(t, &all);
        if ((i + 1) % 50 == 0)
            fprintf(stderr, "%d of %d games\n", i + 1, games);
    }
    if (all.count) {
        double surprised = surprise(t, &all, t->weights);
        printf("%d positions, results surprise by %.4f on average\n", all.count, surprised);
        descend(t, &all, surprised);
    }
    free(all.list);
}
