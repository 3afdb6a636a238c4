/* What opponents know of Caprice. */
#include "games/caprice/opponent.h"

static const caprice *of(const capu_state *state) {
    return (const caprice *)state;
}

/* ------------------------------------------------------------ simple opponent */

static int kinds_held(const caprice *s, int seat) {
    uint8_t counts[CAPRICE_KINDS];
    int kinds = 0;

    caprice_count(s->tiles[seat], s->tile_count[seat], counts);
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        kinds += counts[kind] > 0;
    return kinds;
}

/* Points of the best order now; and, while tiles are drawn, many kinds rather than few, since
 * hands of four kinds can reach most. */
static int evaluate(const capu_state *state, int seat, const int *w) {
    const caprice *s = of(state);
    uint8_t order[CAPRICE_LEVELS];

    (void)w;
    if (s->given >> seat & 1)
        return caprice_score(s, s->orders[seat]);
    if (s->tile_count[seat] == CAPRICE_TILES && s->blocks > 0)
        return caprice_best_order(s, s->tiles[seat], order);
    return kinds_held(s, seat);
}

/* -------------------------------------------------------------------- weights */

enum {
    LIKELY =
        BOTS_OWN_WEIGHTS, /* how much likelier a point more makes another's hand, in hundredths, */
    LIKELIER,             /* and more for each block that stands */
    EARNEST,  /* how much likelier a point more makes another's action, in hundredths, */
    CARELESS, /* but for so many of a hundred, which are chance */
    MATCH,    /* when playing on: a block that suits oneself, the others, a finished tower, */
    SPITE,
    TOWER,
    WHIM,  /* and what is chance */
    EAGER, /* how much likelier it is to be tried first */
};

static const int weights[] = {
    [BOTS_EXPLORATION] = 50,
    [BOTS_PATIENCE] = 4,
    [BOTS_MARGIN] = 15,
    [BOTS_MATCHING] = 0,
    [BOTS_ACQUAINTED] = 60,
    [LIKELY] = 180,
    [LIKELIER] = 6,
    [EARNEST] = 332,
    [CARELESS] = 5,
    [MATCH] = 8,
    [SPITE] = 4,
    [TOWER] = 8,
    [WHIM] = 4,
    [EAGER] = 3,
};
/* With more players each has built less of what stands; and more of the tree is others' turns,
 * which are better played on than chosen by few visits. */
static const int many_weights[sizeof weights / sizeof weights[0]] = {
    [BOTS_EXPLORATION] = 50,
    [BOTS_PATIENCE] = 25,
    [BOTS_MARGIN] = 15,
    [BOTS_MATCHING] = 0,
    [BOTS_ACQUAINTED] = 60,
    [LIKELY] = 138,
    [LIKELIER] = 2,
    [EARNEST] = 400,
    [CARELESS] = 5,
    [MATCH] = 8,
    [SPITE] = 4,
    [TOWER] = 8,
    [WHIM] = 4,
    [EAGER] = 3,
};
static const char *const names[] = {"exploration", "patience", "margin",  "matching", "acquainted",
                                    "likely",      "likelier", "earnest", "careless", "match",
                                    "spite",       "tower",    "whim",    "eager"};
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
static bool is_repeated_target(const uint8_t likenesses[CAPRICE_PLACES], int from, int to) {
    for (int other = 0; other < to; other++)
        if (other != from && likenesses[other] == likenesses[to])
            return true;
    return false;
}

static bool is_repeated(const uint8_t likenesses[CAPRICE_PLACES], capu_action action) {
    int a = action >> 3 & 31, to = action & 7;

    switch (action >> 8) {
    case CAPRICE_PLACE_BLOCK:
        return likenesses[to] != to;
    case CAPRICE_MOVE_BLOCK:
        return likenesses[a] != a || is_repeated_target(likenesses, a, to);
    default:
        return false;
    }
}

/* The one best order will do (CPR-17). */
static int best_order_only(const caprice *s, int seat, capu_action *out) {
    uint8_t order[CAPRICE_LEVELS];

    caprice_best_order(s, s->tiles[seat], order);
    out[0] = (capu_action)CAPRICE_ORDER << 8 |
             caprice_order_code(order[0], order[1], order[2], order[3]);
    return 1;
}

static int choices(const capu_state *state, int seat, capu_action *out) {
    const caprice *s = of(state);
    uint8_t likenesses[CAPRICE_PLACES];

    if (s->phase == CAPRICE_ARRANGE)
        return best_order_only(s, seat, out);
    int all = capu_legal(state, seat, out), count = 0;
    for (int place = 0; place < CAPRICE_PLACES; place++)
        likenesses[place] = (uint8_t)likeness(s, place);
    for (int i = 0; i < all; i++)
        if (!is_repeated(likenesses, out[i]))
            out[count++] = out[i];
    return count;
}

/* Pairs in sorted tiles: each makes a hand worth about a point less, whatever is built. */
static int pairs(const uint8_t tiles[CAPRICE_TILES]) {
    int pairs = 0;

    for (int i = 1; i < CAPRICE_TILES; i++)
        pairs += tiles[i] == tiles[i - 1];
    return pairs;
}

/* Players build what they need: the better the towers suit another's tiles, for such tiles, the
 * likelier it has them; and the more blocks there are, the less is chance. */
static float likelihood_of(const caprice *s, const uint8_t tiles[CAPRICE_TILES], const int *w) {
    float likely = 1, a_point = 0.01f * (float)(w[LIKELY] + w[LIKELIER] * s->blocks);
    uint8_t order[CAPRICE_LEVELS];

    if (s->blocks == 0)
        return 1;
    for (int points = caprice_best_order(s, tiles, order) + pairs(tiles); points > 0; points--)
        likely *= a_point;
    return likely;
}

/* ------------------------------------------------------------------- belief */

enum { HANDS = 35 };
_Static_assert((int)HANDS <= (int)BOTS_BELIEVED, "a belief has room for every hand");
/* All that four tiles may be. */
static const struct {
    uint8_t tiles[CAPRICE_TILES], counts[CAPRICE_KINDS];
} hands[HANDS] = {
    {{0, 0, 0, 0}, {4, 0, 0, 0}}, {{0, 0, 0, 1}, {3, 1, 0, 0}}, {{0, 0, 0, 2}, {3, 0, 1, 0}},
    {{0, 0, 0, 3}, {3, 0, 0, 1}}, {{0, 0, 1, 1}, {2, 2, 0, 0}}, {{0, 0, 1, 2}, {2, 1, 1, 0}},
    {{0, 0, 1, 3}, {2, 1, 0, 1}}, {{0, 0, 2, 2}, {2, 0, 2, 0}}, {{0, 0, 2, 3}, {2, 0, 1, 1}},
    {{0, 0, 3, 3}, {2, 0, 0, 2}}, {{0, 1, 1, 1}, {1, 3, 0, 0}}, {{0, 1, 1, 2}, {1, 2, 1, 0}},
    {{0, 1, 1, 3}, {1, 2, 0, 1}}, {{0, 1, 2, 2}, {1, 1, 2, 0}}, {{0, 1, 2, 3}, {1, 1, 1, 1}},
    {{0, 1, 3, 3}, {1, 1, 0, 2}}, {{0, 2, 2, 2}, {1, 0, 3, 0}}, {{0, 2, 2, 3}, {1, 0, 2, 1}},
    {{0, 2, 3, 3}, {1, 0, 1, 2}}, {{0, 3, 3, 3}, {1, 0, 0, 3}}, {{1, 1, 1, 1}, {0, 4, 0, 0}},
    {{1, 1, 1, 2}, {0, 3, 1, 0}}, {{1, 1, 1, 3}, {0, 3, 0, 1}}, {{1, 1, 2, 2}, {0, 2, 2, 0}},
    {{1, 1, 2, 3}, {0, 2, 1, 1}}, {{1, 1, 3, 3}, {0, 2, 0, 2}}, {{1, 2, 2, 2}, {0, 1, 3, 0}},
    {{1, 2, 2, 3}, {0, 1, 2, 1}}, {{1, 2, 3, 3}, {0, 1, 1, 2}}, {{1, 3, 3, 3}, {0, 1, 0, 3}},
    {{2, 2, 2, 2}, {0, 0, 4, 0}}, {{2, 2, 2, 3}, {0, 0, 3, 1}}, {{2, 2, 3, 3}, {0, 0, 2, 2}},
    {{2, 3, 3, 3}, {0, 0, 1, 3}}, {{3, 3, 3, 3}, {0, 0, 0, 4}},
};

static uint8_t code_of(const uint8_t tiles[CAPRICE_TILES]) {
    return caprice_order_code(tiles[0], tiles[1], tiles[2], tiles[3]);
}

/* Ways to take some of up to five tiles of a kind. */
static float ways_to_take(int left, int count) {
    static const uint8_t ways[CAPRICE_TILES_EACH + 1][CAPRICE_TILES + 1] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5},
    };

    return ways[left][count];
}

static float ways_to_deal(int hand, const uint8_t left[CAPRICE_KINDS]) {
    float ways = 1;

    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        ways *= ways_to_take(left[kind], hands[hand].counts[kind]);
    return ways;
}

/* A hand that this seat may have, as far as it depends on nobody else's but the viewer's. */
static bool is_possible(caprice *s, int seat, int viewer, const uint8_t hand[CAPRICE_TILES]) {
    engine_memcpy(s->tiles[seat], hand, CAPRICE_TILES);
    return caprice_hand_fits(s, seat, NULL) &&
           (s->head.options[CAPRICE_CONTRACTS] != CAPRICE_CONTRACTS_EQUAL ||
            caprice_pattern(hand) == caprice_pattern(s->tiles[viewer]));
}

/* How likely each hand of each seat is by what can be seen, in any unit, apart from the deal. */
typedef struct evidence {
    float likely[CAPRICE_PLAYERS][HANDS];
} evidence;

enum { MOST_POINTS = 30 }; /* of any order: five a tower */
#define LEAST 1e-9f /* as likely as anything that the rules allow, compared with the likeliest */

/* Points of every hand's best order. */
static void count_points(const caprice *s, uint8_t points[HANDS]) {
    uint8_t order[CAPRICE_LEVELS];

    for (int i = 0; i < HANDS; i++)
        points[i] = (uint8_t)caprice_best_order(s, hands[i].tiles, order);
}

/* How each hand likes what comes of an action: by its points. */
static void ask_hands(const capu_state *state, int seat, capu_action action,
                      const float liked[MOST_POINTS + 1], float likings[HANDS]) {
    uint8_t points[HANDS];
    capu_state after;

    capu_copy(&after, state);
    caprice_apply(&after, seat, action);
    count_points(of(&after), points);
    for (int i = 0; i < HANDS; i++)
        likings[i] = liked[points[i]];
}

/* Players mostly do what is good for their hand: how likely the action is with each, compared with
 * all that could have been done. */
static void weigh_action(const capu_state *state, int seat, capu_action action, const int *w,
                         const float liked[MOST_POINTS + 1], float likely[HANDS]) {
    float likings[HANDS], all[HANDS] = {0}, chance = 0.01f * (float)w[CARELESS], most = 0;
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = choices(state, seat, actions);

    for (int i = 0; i < count; i++) {
        ask_hands(state, seat, actions[i], liked, likings);
        for (int hand = 0; hand < HANDS; hand++)
            all[hand] += likings[hand];
    }
    ask_hands(state, seat, action, liked, likings);
    for (int hand = 0; hand < HANDS; hand++) {
        likely[hand] *= (1 - chance) * likings[hand] / all[hand] + chance / (float)count;
        most = likely[hand] > most ? likely[hand] : most;
    }
    for (int hand = 0; hand < HANDS; hand++)
        likely[hand] = likely[hand] > LEAST * most ? likely[hand] / most : LEAST;
}

/* The empty board. Everyone has the tiles of the one who looks, for the rules want to see some. */
static void go_back_to_the_beginning(caprice *s, int seat) {
    for (int other = 0; other < s->head.players; other++)
        engine_memcpy(s->tiles[other], s->tiles[seat], CAPRICE_TILES);
    engine_memset(s->tower, 0, CAPRICE_PLACES);
    engine_memset(s->height, 0, CAPRICE_PLACES);
    engine_memset(s->reserve, CAPRICE_BLOCKS_EACH, CAPRICE_KINDS);
    s->marker = s->placed = ENGINE_NONE;
    s->open = (1 << CAPRICE_PLACES) - 1;
    s->stock = (1 << CAPRICE_KINDS) - 1;
    s->standing = s->blocks = s->played_count = 0;
    s->phase = CAPRICE_PLACE;
    s->turn = s->first;
    s->head.viewer = 0;
    caprice_set_actors(s);
}

/* Whether the whole game was seen: a position that was set up has no beginning. */
static bool is_remembered(const caprice *s) {
    return s->played_count == 2 * s->blocks - (s->phase == CAPRICE_MOVE);
}

static void look_back(const capu_state *view, int seat, const int *w, evidence *e) {
    float liked[MOST_POINTS + 1] = {1};
    capu_state state;

    for (int points = 1; points <= MOST_POINTS; points++)
        liked[points] = liked[points - 1] * 0.01f * (float)w[EARNEST];
    capu_copy(&state, view);
    go_back_to_the_beginning((caprice *)&state, seat);
    for (int i = 0; i < of(view)->played_count; i++) {
        capu_action action = caprice_played(of(view), i);
        int turn = of(&state)->turn;
        if (!caprice_allows(&state, turn, action, NULL))
            return;
        weigh_action(&state, turn, action, w, liked, e->likely[turn]);
        caprice_apply(&state, turn, action);
    }
}

/* By what stands; which counts less, by a root, where it is known who did what. */
static void gather_evidence(const capu_state *view, int seat, const int *w, evidence *e) {
    bool remembered = is_remembered(of(view));

    for (int hand = 0; hand < HANDS; hand++) {
        float standing = likelihood_of(of(view), hands[hand].tiles, w);
        for (int other = 0; other < view->head.players; other++)
            e->likely[other][hand] = remembered ? __builtin_sqrtf(standing) : standing;
    }
    if (remembered)
        look_back(view, seat, w, e);
}

static bool believe(const capu_state *view, int seat, const int *w, bots_belief *belief) {
    capu_state tried;
    caprice *s = (caprice *)&tried;
    evidence e;

    capu_copy(&tried, view);
    if (s->phase != CAPRICE_PLACE && s->phase != CAPRICE_MOVE)
        return false;
    gather_evidence(view, seat, w, &e);
    for (int other = 0; other < s->head.players; other++)
        for (int i = 0; other != seat && i < HANDS; i++)
            belief->weight[other][i] =
                is_possible(s, other, seat, hands[i].tiles) ? e.likely[other][i] : 0;
    return true;
}

/* What the others do not hold. */
static void count_left(const caprice *s, int but, uint8_t left[CAPRICE_KINDS]) {
    engine_memset(left, CAPRICE_TILES_EACH, CAPRICE_KINDS);
    for (int seat = 0; seat < s->head.players; seat++)
        for (int i = 0; seat != but && i < CAPRICE_TILES; i++)
            left[s->tiles[seat][i]]--;
}

static void fill_bag(caprice *s) {
    uint8_t left[CAPRICE_KINDS];
    int count = 0;

    count_left(s, ENGINE_NONE, left);
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        for (; left[kind] > 0; left[kind]--)
            s->bag[count++] = (uint8_t)kind;
}

/* Two pairs may be impossible because of what is in the bag (CPR-6). */
static bool bag_allows(caprice *s) {
    if (s->head.options[CAPRICE_SECOND_PAIR] != CAPRICE_SECOND_PAIR_REDRAW)
        return true;
    fill_bag(s);
    return caprice_hands_fit(s, NULL);
}

static int draw_hand(const caprice *s, int seat, const float weight[HANDS], capu_random *random) {
    float sums[HANDS], sum = 0;
    uint8_t left[CAPRICE_KINDS];
    int hand = 0;

    count_left(s, seat, left);
    for (int i = 0; i < HANDS; i++)
        sums[i] = sum += weight[i] > 0 ? weight[i] * ways_to_deal(i, left) : 0;
    float at = sum * (float)(engine_fast_next(random) >> 40) * 0x1p-24f;
    while (sums[hand] <= at && sums[hand] < sum)
        hand++;
    return hand;
}

static void redeal(capu_state *sample, int seat, const bots_belief *belief, capu_random *random) {
    caprice *s = (caprice *)sample;

    for (int other = 0; other < s->head.players; other++) {
        uint8_t before[CAPRICE_TILES];
        if (other == seat)
            continue;
        engine_memcpy(before, s->tiles[other], CAPRICE_TILES);
        engine_memcpy(s->tiles[other],
                      hands[draw_hand(s, other, belief->weight[other], random)].tiles,
                      CAPRICE_TILES);
        if (!bag_allows(s))
            engine_memcpy(s->tiles[other], before, CAPRICE_TILES);
    }
    fill_bag(s);
}

/* The tiles of a seat, which are sorted, as a number. */
static int nature(const capu_state *state, int seat) {
    return of(state)->phase == CAPRICE_DRAW ? -1 : code_of(of(state)->tiles[seat]);
}

/* ------------------------------------------------------------------ playing on */

/* What a block of each kind on top of a tower of each height is worth to the seat in turn, while
 * everyone keeps to an order. */
typedef struct plans {
    uint8_t order[CAPRICE_PLAYERS][CAPRICE_LEVELS];
    int16_t worth[CAPRICE_PLAYERS][CAPRICE_LEVELS][CAPRICE_KINDS];
} plans;

static void add_worth(int16_t *to, int worth) {
    *to = (int16_t)(*to + worth);
}

static void make_plans(const caprice *s, const int *w, plans *p) {
    int players = s->head.players;

    for (int seat = 0; seat < players; seat++)
        caprice_best_order(s, s->tiles[seat], p->order[seat]);
    engine_memset(p->worth, 0, sizeof p->worth);
    for (int seat = 0; seat < players; seat++)
        for (int level = 0; level < CAPRICE_LEVELS; level++)
            for (int other = 0; other < players; other++)
                add_worth(&p->worth[seat][level][p->order[other][level]],
                          other == seat ? w[MATCH] : -w[SPITE] / (players - 1));
}

static bool suits(const caprice *s, int place, const uint8_t order[CAPRICE_LEVELS]) {
    for (int level = 0; level < s->height[place]; level++)
        if (caprice_block(s, place, level) != order[level])
            return false;
    return true;
}

/* The bonus of a tower, if this block on top finishes it for the seat (CPR-16). */
static int finish(const caprice *s, int place, int kind, const uint8_t order[CAPRICE_LEVELS],
                  const int *w) {
    return s->height[place] == CAPRICE_LEVELS - 1 && order[CAPRICE_LEVELS - 1] == kind &&
                   suits(s, place, order)
               ? w[TOWER]
               : 0;
}

/* Values are compared in parts of 64, of which so many are chance: a new part for each of up to 64
 * candidates of a decision from one random number. */
static int with_whim(int value, uint32_t random, uint32_t candidate, const int *w) {
    return 64 * value + (int)(random * candidate >> 26) * w[WHIM];
}

/* One kind a place is enough: of those in stock the one worth most there. */
static int best_kind(const int16_t worth[CAPRICE_KINDS], uint32_t stock) {
    int best = __builtin_ctz(stock);

    for (stock &= stock - 1; stock; stock &= stock - 1)
        if (worth[__builtin_ctz(stock)] > worth[best])
            best = __builtin_ctz(stock);
    return best;
}

static capu_action planned_place(const caprice *s, const plans *p, const int *w,
                                 capu_random *random) {
    uint32_t odd = (uint32_t)(engine_fast_next(random) >> 32) | 1;
    int best = INT32_MIN, kinds[CAPRICE_LEVELS];
    capu_action action = 0;

    for (int level = 0; level < CAPRICE_LEVELS; level++)
        kinds[level] = best_kind(p->worth[s->turn][level], s->stock);
    for (uint32_t open = s->open; open; open &= open - 1) {
        int place = __builtin_ctz(open), level = s->height[place], kind = kinds[level];
        int value = p->worth[s->turn][level][kind] + finish(s, place, kind, p->order[s->turn], w);
        value = with_whim(value, odd, (uint32_t)place + 1, w);
        if (value > best)
            best = value, action = CAPRICE_ACTION(CAPRICE_PLACE_BLOCK, kind, place);
    }
    return action;
}

static capu_action planned_move(const caprice *s, const plans *p, const int *w,
                                capu_random *random) {
    uint32_t odd = (uint32_t)(engine_fast_next(random) >> 32) | 1, candidate = 1;
    int best = with_whim(0, odd, candidate++, w);
    capu_action action = CAPRICE_ACTION(CAPRICE_STAY, 0, 0);

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
                best = value, action = CAPRICE_ACTION(CAPRICE_MOVE_BLOCK, a, b);
        }
    }
    return action;
}

/* To the end: what a position is worth before shows little of who will win. */
static void play_on(capu_state *state, const int *w, const bots_policy *policy,
                    capu_random *random) {
    const caprice *s = of(state);
    plans p;

    (void)policy;
    while (s->phase == CAPRICE_DRAW) {
        capu_move move = capu_random_move(state, random);
        capu_apply_legal(state, (int)move.seat, move.action);
    }
    make_plans(s, w, &p);
    while (s->phase == CAPRICE_PLACE || s->phase == CAPRICE_MOVE)
        caprice_apply(state, s->turn,
                      s->phase == CAPRICE_PLACE ? planned_place(s, &p, w, random)
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
    uint8_t order[CAPRICE_LEVELS];

    for (int i = 0; i < count; i++)
        out[i] = 1;
    if (s->phase != CAPRICE_PLACE && s->phase != CAPRICE_MOVE)
        return;
    caprice_best_order(s, s->tiles[seat], order);
    for (int i = 0; i < count; i++) {
        int a = actions[i] >> 3 & 31, to = actions[i] & 7, gain = 0;
        if (actions[i] >> 8 == CAPRICE_PLACE_BLOCK)
            gain = order[s->height[to]] == a;
        else if (actions[i] >> 8 == CAPRICE_MOVE_BLOCK) {
            int level = s->height[a] - 1, kind = caprice_block(s, a, level);
            gain = (order[s->height[to]] == kind) - (order[level] == kind);
        }
        out[i] = gain > 0 ? (float)w[EAGER] : gain < 0 ? 1 / (float)w[EAGER] : 1;
    }
}

/* --------------------------------------------------------- the end, counted out */

/* With two players and 21 blocks the game ends with the next turn of the other at the latest
 * (CPR-14): everything is counted out, over all tiles that the other may have. The other is taken
 * to think likewise about ours. */
enum { NEAR_THE_END = 21 };

typedef struct ending {
    const int *w;
    int seat, other;
    int own;                  /* the own hand */
    float ways[HANDS][HANDS]; /* to deal the own hand a and the other's b */
    evidence seen;            /* for either */
    float belief[HANDS];      /* in the other's hand; together 1 */
} ending;

/* How the game ends, for every hand that a player may have. */
typedef struct last_board {
    uint8_t points[HANDS];
    int ender;
} last_board;

/* In how many ways both hands may have been dealt. */
static float ways_for_both(caprice *s, const ending *e, int own, int others) {
    uint8_t left[CAPRICE_KINDS];

    engine_memcpy(s->tiles[e->seat], hands[own].tiles, CAPRICE_TILES);
    count_left(s, e->other, left);
    float ways = ways_to_deal(others, left);
    engine_memset(left, CAPRICE_TILES_EACH, CAPRICE_KINDS);
    ways *= ways_to_deal(own, left);
    if (ways == 0 || !is_possible(s, e->other, e->seat, hands[others].tiles) ||
        !caprice_hand_fits(s, e->seat, NULL) || !bag_allows(s))
        return 0;
    return ways;
}

static void begin_ending(ending *e, const capu_state *view, int seat, const int *w) {
    const caprice *s = of(view);
    capu_state dealt;
    float all = 0;

    *e = (ending){.w = w, .seat = seat, .other = 1 - seat};
    while (e->own < HANDS - 1 && code_of(hands[e->own].tiles) != code_of(s->tiles[seat]))
        e->own++;
    capu_copy(&dealt, view);
    for (int own = 0; own < HANDS; own++)
        for (int others = 0; others < HANDS; others++)
            e->ways[own][others] = ways_for_both((caprice *)&dealt, e, own, others);
    gather_evidence(view, seat, w, &e->seen);
    for (int i = 0; i < HANDS; i++)
        all += e->belief[i] = e->ways[e->own][i] * e->seen.likely[e->other][i];
    for (int i = 0; i < HANDS; i++)
        e->belief[i] /= all;
}

static void look_at_last_board(const capu_state *state, last_board *last) {
    last->ender = of(state)->ender;
    count_points(of(state), last->points);
}

/* Of equals the one who did not end it (CPR-18). */
static bool wins(const last_board *last, int seat, int hand, int others) {
    int more = last->points[hand] - last->points[others];

    return more > 0 || (more == 0 && last->ender != seat);
}

/* A larger difference in score matters no more than this one. */
enum { LARGE_MARGIN = 10 };

static float payoff(const ending *e, const last_board *last, int seat, int hand, int others) {
    float part = 0.01f * (float)e->w[BOTS_MARGIN];
    float margin = (float)(last->points[hand] - last->points[others]) / LARGE_MARGIN;

    margin = margin > 1 ? 1 : margin < -1 ? -1 : margin;
    return (1 - part) * (float)wins(last, seat, hand, others) + part * (0.5f + 0.5f * margin);
}

/* Adds what comes of the own hand against one of the other's. */
static float add_end(const ending *e, const last_board *last, int others, bots_outlook *out) {
    float part = e->belief[others];
    bool win = wins(last, e->seat, e->own, others);

    out->win[e->seat] += part * (float)win;
    out->win[e->other] += part * (float)!win;
    out->score[e->seat] += part * (float)last->points[e->own];
    out->score[e->other] += part * (float)last->points[others];
    return part * payoff(e, last, e->seat, e->own, others);
}

/* What the other, with this hand, expects of a last board. */
static float expectation(const ending *e, const last_board *last, int others) {
    float sum = 0;

    for (int own = 0; own < HANDS; own++)
        if (e->ways[own][others] > 0)
            sum += e->ways[own][others] * e->seen.likely[e->seat][own] *
                   payoff(e, last, e->other, others, own);
    return sum;
}

/* The other places the last block, with each hand as is best for it. */
static float last_reply(const ending *e, const capu_state *state, bots_outlook *out) {
    capu_action actions[CAPU_MAX_ACTIONS];
    last_board boards[CAPRICE_KINDS * CAPRICE_PLACES];
    float sum = 0;
    int count = choices(state, e->other, actions);

    for (int i = 0; i < count; i++) {
        capu_state after;
        capu_copy(&after, state);
        caprice_apply(&after, e->other, actions[i]);
        look_at_last_board(&after, &boards[i]);
    }
    for (int others = 0; others < HANDS; others++) {
        float most = -1e9f;
        int best = 0;
        for (int i = 0; e->belief[others] > 0 && i < count; i++) {
            float expected = expectation(e, &boards[i], others);
            if (expected > most)
                most = expected, best = i;
        }
        if (e->belief[others] > 0)
            sum += add_end(e, &boards[best], others, out);
    }
    return sum;
}

static float count_out(const ending *e, const capu_state *state, bots_outlook *out);

/* After the own action: what is best from here on. */
static float best_of_own(const ending *e, const capu_state *state, bots_outlook *out) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = choices(state, e->seat, actions);
    float most = -1;

    for (int i = 0; i < count; i++) {
        capu_state after;
        bots_outlook outlook;
        capu_copy(&after, state);
        caprice_apply(&after, e->seat, actions[i]);
        float value = count_out(e, &after, &outlook);
        if (value > most)
            most = value, *out = outlook;
    }
    return most;
}

static float count_out(const ending *e, const capu_state *state, bots_outlook *out) {
    const caprice *s = of(state);
    last_board last;
    float sum = 0;

    *out = (bots_outlook){0};
    if (s->phase == CAPRICE_MOVE && s->turn == e->seat)
        return best_of_own(e, state, out);
    if (s->phase == CAPRICE_PLACE)
        return last_reply(e, state, out);
    look_at_last_board(state, &last);
    for (int others = 0; others < HANDS; others++)
        if (e->belief[others] > 0)
            sum += add_end(e, &last, others, out);
    return sum;
}

static bool solve(const capu_state *view, int seat, const int *w, const capu_action *actions,
                  int count, bots_outlook *out) {
    const caprice *s = of(view);
    int near = s->phase == CAPRICE_PLACE ? NEAR_THE_END : NEAR_THE_END + 1;
    ending e;

    if (s->head.players != 2 || (s->phase != CAPRICE_PLACE && s->phase != CAPRICE_MOVE) ||
        s->blocks < near)
        return false;
    begin_ending(&e, view, seat, w);
    for (int i = 0; i < count; i++) {
        capu_state after;
        capu_copy(&after, view);
        after.head.viewer = 0; /* a whole position; the rules want to see any tiles at the end */
        engine_memcpy(((caprice *)&after)->tiles[e.other], s->tiles[seat], CAPRICE_TILES);
        caprice_apply(&after, seat, actions[i]);
        count_out(&e, &after, &out[i]);
    }
    return true;
}

static const bots_theme themes[] = {
    {"place", "full", "finish"}, /* a tower */
    {"place", NULL, "place"},
    {"move", NULL, "move"},
    {"stay", NULL, "move"},
    {"exchange", NULL, "tiles"},
    {"keep", NULL, "tiles"},
    {"order", NULL, "tiles"},
    {0},
};

const bots_knowledge opponent_caprice = {
    .game = "caprice",
    .weights = weights,
    .many = many_weights,
    .names = names,
    .review = 10000,
    .losses = {[BOTS_BEGINNER] = 0.0417f,
               [BOTS_CASUAL] = 0.0345f,
               [BOTS_CLUB] = 0.0269f,
               [BOTS_EXPERT] = 0.0122f,
               [BOTS_MASTER] = 0.001f},
    .lasting = 0.75f,
    .count = sizeof weights / sizeof weights[0],
    .iterations = {[BOTS_CASUAL] = 100, [BOTS_CLUB] = 300, [BOTS_EXPERT] = 2000},
    .evaluate = evaluate,
    .depth = 2,
    .samples = 1,
    .inputs = &caprice_inputs,
    .acting = &caprice_acting,
    .large_margin = LARGE_MARGIN,
    .play_on = play_on,
    .choices = choices,
    .prior = prior,
    .believe = believe,
    .redeal = redeal,
    .nature = nature,
    .solve = solve,
    .themes = themes,
};
