/* What opponents know of Caprice. */
#include "bots/bots.h"
#include "games/caprice/caprice.h"

static const caprice *of(const capu_state *state) {
    return (const caprice *)state;
}

/* ------------------------------------------------------------ simple opponent */

static int kinds_held(const caprice *s, int seat) {
    uint8_t counts[KINDS];
    int kinds = 0;

    caprice_count(s->tiles[seat], s->tile_count[seat], counts);
    for (int kind = 0; kind < KINDS; kind++)
        kinds += counts[kind] > 0;
    return kinds;
}

/* Points of the best order now; and, while tiles are drawn, many kinds rather than few, since
 * hands of four kinds can reach most. */
static int evaluate(const capu_state *state, int seat, const int *w) {
    const caprice *s = of(state);
    uint8_t order[LEVELS];

    (void)w;
    if (s->given >> seat & 1)
        return caprice_score(s, s->orders[seat]);
    if (s->tile_count[seat] == TILES && s->blocks > 0)
        return caprice_best_order(s, s->tiles[seat], order);
    return kinds_held(s, seat);
}

/* -------------------------------------------------------------------- search */

/* Points still to come for a hand of that many kinds, for each turn of the whole table. */
static const float GAIN_A_BLOCK[KINDS + 1] = {0, 0.25f, 0.38f, 0.45f, 0.5f};

/* Points now and to come; who is ahead wins the more surely the fewer blocks are left. */
static void outlook(const capu_state *state, const int *w, capu_outlook *out) {
    const caprice *s = of(state);
    float left = (float)(22 - s->blocks);

    for (int seat = 0; seat < s->head.players; seat++)
        out->score[seat] =
            (float)evaluate(state, seat, w) + GAIN_A_BLOCK[kinds_held(s, seat)] * left;
    capu_share_wins(out->score, s->head.players, 0.6f + 0.16f * left, out->win);
}

/* Places that look alike are alike (CPR-1): the first place that looks like this one. */
static int likeness(const caprice *s, int place) {
    for (int other = 0; other < place; other++)
        if (s->tower[other] == s->tower[place] && s->height[other] == s->height[place] &&
            (s->marker == other) == (s->marker == place) &&
            (s->placed == other) == (s->placed == place))
            return other;
    return place;
}

/* Whether a block may as well go elsewhere: to a place before this one that looks like it. */
static bool is_repeated_target(const uint8_t likenesses[PLACES], int from, int to) {
    for (int other = 0; other < to; other++)
        if (other != from && likenesses[other] == likenesses[to])
            return true;
    return false;
}

static bool is_repeated(const uint8_t likenesses[PLACES], capu_action action) {
    int a = action >> 3 & 31, to = action & 7;

    switch (action >> 8) {
    case PLACE_BLOCK:
        return likenesses[to] != to;
    case MOVE_BLOCK:
        return likenesses[a] != a || is_repeated_target(likenesses, a, to);
    default:
        return false;
    }
}

static int choices(const capu_state *state, int seat, capu_action *out) {
    const caprice *s = of(state);
    uint8_t likenesses[PLACES];
    int all = capu_legal(state, seat, out), count = 0;

    for (int place = 0; place < PLACES; place++)
        likenesses[place] = (uint8_t)likeness(s, place);
    for (int i = 0; i < all; i++)
        if (!is_repeated(likenesses, out[i]))
            out[count++] = out[i];
    return count;
}

/* Players build what they need: of some samples the one in which the others' towers suit their
 * tiles is taken more often. */
enum { GUESSES = 4 };

static float likelihood(const capu_state *state, int seat, const int *w) {
    float likely = 1;

    for (int other = 0; other < state->head.players; other++)
        if (other != seat)
            for (int points = evaluate(state, other, w); points > 0; points--)
                likely *= 1.3f;
    return likely;
}

static void imagine(const capu_state *view, int seat, const int *w, capu_random *random,
                    capu_state *out) {
    capu_state guess;
    float all = 0;

    for (int i = 0; i < GUESSES; i++) {
        capu_sample(view, random, &guess);
        float likely = likelihood(&guess, seat, w);
        all += likely;
        if (i == 0 || (float)(capu_random_next(random) >> 40) * 0x1p-24f * all < likely)
            capu_copy(out, &guess);
    }
}

/* Towers are judged at any moment of a turn; only the deal and the last orders are played on. */
static bool settled(const capu_state *state) {
    return of(state)->phase == PLACE || of(state)->phase == MOVE;
}

/* -------------------------------------------------------------------- weights */

static const int weights[] = {
    [EXPLORATION] = 50,
    [PATIENCE] = 4,
    [MARGIN] = 15,
};
static const char *const names[] = {"exploration", "patience", "margin"};

const capu_knowledge caprice_knowledge = {
    .game = "caprice",
    .weights = weights,
    .names = names,
    .count = sizeof weights / sizeof weights[0],
    .evaluate = evaluate,
    .depth = 2,
    .samples = 1,
    .outlook = outlook,
    .large_margin = 10,
    .settled = settled,
    .choices = choices,
    .imagine = imagine,
};
