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

/* -------------------------------------------------------------------- weights */

enum {
    LIKELY = OWN_WEIGHTS, /* how much likelier a point more makes another's hand, in hundredths, */
    LIKELIER,             /* and more for each block that stands */
    MATCH, /* when playing on: a block that suits oneself, the others, a finished tower, */
    SPITE,
    TOWER,
    WHIM,  /* and what is chance */
    EAGER, /* how much likelier it is to be tried first */
};

static const int weights[] = {
    [EXPLORATION] = 50, [PATIENCE] = 4, [MARGIN] = 15,  [MATCHING] = 0,
    [ACQUAINTED] = 60,  [LIKELY] = 180, [LIKELIER] = 6, [MATCH] = 8,
    [SPITE] = 4,        [TOWER] = 8,    [WHIM] = 4,     [EAGER] = 3,
};
/* With more players each has built less of what stands. */
static const int many_weights[sizeof weights / sizeof weights[0]] = {
    [EXPLORATION] = 50, [PATIENCE] = 4, [MARGIN] = 15,  [MATCHING] = 0,
    [ACQUAINTED] = 60,  [LIKELY] = 138, [LIKELIER] = 2, [MATCH] = 8,
    [SPITE] = 4,        [TOWER] = 8,    [WHIM] = 4,     [EAGER] = 3,
};
static const char *const names[] = {"exploration", "patience", "margin",   "matching",
                                    "acquainted",  "likely",   "likelier", "match",
                                    "spite",       "tower",    "whim",     "eager"};
_Static_assert(sizeof names / sizeof names[0] == sizeof weights / sizeof weights[0], "a name each");

/* -------------------------------------------------------------------- search */

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

/* The one best order will do (CPR-17). */
static int best_order_only(const caprice *s, int seat, capu_action *out) {
    uint8_t order[LEVELS];

    caprice_best_order(s, s->tiles[seat], order);
    out[0] = (capu_action)ORDER << 8 | caprice_order_code(order[0], order[1], order[2], order[3]);
    return 1;
}

static int choices(const capu_state *state, int seat, capu_action *out) {
    const caprice *s = of(state);
    uint8_t likenesses[PLACES];

    if (s->phase == ARRANGE)
        return best_order_only(s, seat, out);
    int all = capu_legal(state, seat, out), count = 0;
    for (int place = 0; place < PLACES; place++)
        likenesses[place] = (uint8_t)likeness(s, place);
    for (int i = 0; i < all; i++)
        if (!is_repeated(likenesses, out[i]))
            out[count++] = out[i];
    return count;
}

/* Pairs in sorted tiles: each makes a hand worth about a point less, whatever is built. */
static int pairs(const uint8_t tiles[TILES]) {
    int pairs = 0;

    for (int i = 1; i < TILES; i++)
        pairs += tiles[i] == tiles[i - 1];
    return pairs;
}

/* Players build what they need: the better the towers suit another's tiles, for such tiles, the
 * likelier it has them; and the more blocks there are, the less is chance. */
static float likelihood(const capu_state *state, int seat, const int *w) {
    const caprice *s = of(state);
    float likely = 1, a_point = 0.01f * (float)(w[LIKELY] + w[LIKELIER] * s->blocks);

    if (s->phase == DRAW)
        return 1;
    for (int other = 0; other < s->head.players; other++)
        if (other != seat)
            for (int points = evaluate(state, other, w) + pairs(s->tiles[other]); points > 0;
                 points--)
                likely *= a_point;
    return likely;
}

/* The tiles of a seat, which are sorted, as a number. */
static int nature(const capu_state *state, int seat) {
    const uint8_t *tiles = of(state)->tiles[seat];

    if (of(state)->phase == DRAW)
        return -1;
    return tiles[0] << 6 | tiles[1] << 4 | tiles[2] << 2 | tiles[3];
}

/* ------------------------------------------------------------------ playing on */

/* What a block of each kind on top of a tower of each height is worth to the seat in turn, while
 * everyone keeps to an order. */
typedef struct plans {
    uint8_t order[PLAYERS][LEVELS];
    int8_t worth[PLAYERS][LEVELS][KINDS];
} plans;

static void add_worth(int8_t *to, int worth) {
    *to = (int8_t)(*to + worth);
}

static void make_plans(const caprice *s, const int *w, plans *p) {
    int players = s->head.players;

    for (int seat = 0; seat < players; seat++)
        caprice_best_order(s, s->tiles[seat], p->order[seat]);
    capu_memset(p->worth, 0, sizeof p->worth);
    for (int seat = 0; seat < players; seat++)
        for (int level = 0; level < LEVELS; level++)
            for (int other = 0; other < players; other++)
                add_worth(&p->worth[seat][level][p->order[other][level]],
                          other == seat ? w[MATCH] : -w[SPITE] / (players - 1));
}

static bool suits(const caprice *s, int place, const uint8_t order[LEVELS]) {
    for (int level = 0; level < s->height[place]; level++)
        if (caprice_block(s, place, level) != order[level])
            return false;
    return true;
}

/* The bonus of a tower, if this block on top finishes it for the seat (CPR-16). */
static int finish(const caprice *s, int place, int kind, const uint8_t order[LEVELS],
                  const int *w) {
    return s->height[place] == LEVELS - 1 && order[LEVELS - 1] == kind && suits(s, place, order)
               ? w[TOWER]
               : 0;
}

/* Values are compared in parts of 64, of which so many are chance: a new part for each of up to 64
 * candidates of a decision from one random number. */
static int with_whim(int value, uint32_t random, uint32_t candidate, const int *w) {
    return 64 * value + (int)(random * candidate >> 26) * w[WHIM];
}

/* One kind a place is enough: of those in stock the one worth most there. */
static int best_kind(const int8_t worth[KINDS], uint32_t stock) {
    int best = __builtin_ctz(stock);

    for (stock &= stock - 1; stock; stock &= stock - 1)
        if (worth[__builtin_ctz(stock)] > worth[best])
            best = __builtin_ctz(stock);
    return best;
}

static capu_action planned_place(const caprice *s, const plans *p, const int *w,
                                 capu_random *random) {
    uint32_t odd = (uint32_t)(capu_fast_next(random) >> 32) | 1;
    int best = INT32_MIN, kinds[LEVELS];
    capu_action action = 0;

    for (int level = 0; level < LEVELS; level++)
        kinds[level] = best_kind(p->worth[s->turn][level], s->stock);
    for (uint32_t open = s->open; open; open &= open - 1) {
        int place = __builtin_ctz(open), level = s->height[place], kind = kinds[level];
        int value = p->worth[s->turn][level][kind] + finish(s, place, kind, p->order[s->turn], w);
        value = with_whim(value, odd, (uint32_t)place + 1, w);
        if (value > best)
            best = value, action = CAPRICE_ACTION(PLACE_BLOCK, kind, place);
    }
    return action;
}

static capu_action planned_move(const caprice *s, const plans *p, const int *w,
                                capu_random *random) {
    uint32_t odd = (uint32_t)(capu_fast_next(random) >> 32) | 1, candidate = 1;
    int best = with_whim(0, odd, candidate++, w);
    capu_action action = CAPRICE_ACTION(STAY, 0, 0);

    for (uint32_t from = s->standing; from; from &= from - 1) {
        int a = __builtin_ctz(from), level = s->height[a] - 1;
        if (a == s->marker || a == s->placed)
            continue;
        int kind = caprice_block(s, a, level), now = p->worth[s->turn][level][kind];
        for (uint32_t open = s->open & ~(1u << a); open; open &= open - 1) {
            int b = __builtin_ctz(open);
            int value = p->worth[s->turn][s->height[b]][kind] - now +
                        finish(s, b, kind, p->order[s->turn], w);
            value = with_whim(value, odd, candidate++, w);
            if (value > best)
                best = value, action = CAPRICE_ACTION(MOVE_BLOCK, a, b);
        }
    }
    return action;
}

/* To the end: what a position is worth before shows little of who will win. */
static void play_on(capu_state *state, const int *w, capu_random *random) {
    const caprice *s = of(state);
    plans p;

    while (s->phase == DRAW) {
        capu_move move = capu_random_move(state, random);
        capu_apply_legal(state, (int)move.seat, move.action);
    }
    make_plans(s, w, &p);
    while (s->phase == PLACE || s->phase == MOVE)
        caprice_apply(state, s->turn,
                      s->phase == PLACE ? planned_place(s, &p, w, random)
                                        : planned_move(s, &p, w, random));
    for (int seat; (seat = capu_first_actor(state)) >= 0;) {
        capu_action order;
        best_order_only(s, seat, &order);
        caprice_apply(state, seat, order);
    }
}

/* What suits the own order now is tried first. */
static void prior(const capu_state *state, int seat, const int *w, const capu_action *actions,
                  int count, float *out) {
    const caprice *s = of(state);
    uint8_t order[LEVELS];

    for (int i = 0; i < count; i++)
        out[i] = 1;
    if (s->phase != PLACE && s->phase != MOVE)
        return;
    caprice_best_order(s, s->tiles[seat], order);
    for (int i = 0; i < count; i++) {
        int a = actions[i] >> 3 & 31, to = actions[i] & 7, gain = 0;
        if (actions[i] >> 8 == PLACE_BLOCK)
            gain = order[s->height[to]] == a;
        else if (actions[i] >> 8 == MOVE_BLOCK) {
            int level = s->height[a] - 1, kind = caprice_block(s, a, level);
            gain = (order[s->height[to]] == kind) - (order[level] == kind);
        }
        out[i] = gain > 0 ? (float)w[EAGER] : gain < 0 ? 1 / (float)w[EAGER] : 1;
    }
}

const capu_knowledge caprice_knowledge = {
    .game = "caprice",
    .weights = weights,
    .many = many_weights,
    .names = names,
    .count = sizeof weights / sizeof weights[0],
    .evaluate = evaluate,
    .depth = 2,
    .samples = 1,
    .large_margin = 10,
    .play_on = play_on,
    .choices = choices,
    .prior = prior,
    .likelihood = likelihood,
    .nature = nature,
};
