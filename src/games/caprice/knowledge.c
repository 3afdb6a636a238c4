/* Who knows what in Caprice: views, samples, features. */
#include "games/caprice/caprice.h"

static void wipe(uint8_t *bytes, int count) {
    engine_memset(bytes, ENGINE_HIDDEN, (size_t)count);
}

void caprice_hide(capu_state *state, int seat) {
    caprice *s = (caprice *)state;

    wipe(s->bag, s->bag_count);
    if (s->phase == CAPRICE_DRAW && s->turn != seat)
        s->drawn = ENGINE_HIDDEN;
    for (int other = 0; other < s->head.players; other++) {
        if (other == seat || s->phase == CAPRICE_OVER)
            continue;
        wipe(s->tiles[other], s->tile_count[other]);
        if (s->given >> other & 1)
            wipe(s->orders[other], CAPRICE_LEVELS);
    }
}

/* ------------------------------------------------------------------ samples */

/* Tiles that the view does not show, in no order. */
static int hidden_tiles(const caprice *s, uint8_t pool[CAPRICE_BAG]) {
    int8_t left[CAPRICE_KINDS] = {CAPRICE_TILES_EACH, CAPRICE_TILES_EACH, CAPRICE_TILES_EACH,
                                  CAPRICE_TILES_EACH};
    int count = 0;

    for (int seat = 0; seat < s->head.players; seat++)
        for (int i = 0; i < s->tile_count[seat]; i++)
            if (s->tiles[seat][i] < CAPRICE_KINDS)
                left[s->tiles[seat][i]]--;
    for (int i = 1; i <= s->aside; i++)
        left[s->shown[s->turn][s->shown_count[s->turn] - i]]--;
    if (s->drawn < CAPRICE_KINDS)
        left[s->drawn]--;
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        for (; left[kind] > 0; left[kind]--)
            pool[count++] = (uint8_t)kind;
    return count;
}

/* Takes a random tile out of the pool. */
static uint8_t take(uint8_t *pool, int *count, capu_random *random) {
    uint32_t i = capu_random_below(random, (uint32_t)*count);
    uint8_t kind = pool[i];

    pool[i] = pool[--*count];
    return kind;
}

/* Deals the hands of the seats in `hidden`; false as soon as one cannot be. */
static bool deal_hands(caprice *s, uint32_t hidden, uint8_t *pool, int *count,
                       capu_random *random) {
    for (int seat = 0; seat < s->head.players; seat++) {
        if (!(hidden >> seat & 1))
            continue;
        for (int i = 0; i < s->tile_count[seat]; i++)
            s->tiles[seat][i] = take(pool, count, random);
        engine_sort(s->tiles[seat], s->tile_count[seat]);
        if (!caprice_hand_fits(s, seat, NULL))
            return false;
    }
    return true;
}

static uint32_t hidden_hands(const caprice *s) {
    uint32_t hidden = 0;

    for (int seat = 0; seat < s->head.players; seat++)
        if (s->tiles[seat][0] == ENGINE_HIDDEN)
            hidden |= 1u << seat;
    return hidden;
}

static void fill_orders(caprice *s, capu_random *random) {
    uint8_t codes[CAPRICE_ALL_ORDERS];

    for (int seat = 0; seat < s->head.players; seat++) {
        if (!(s->given >> seat & 1) || s->orders[seat][0] != ENGINE_HIDDEN)
            continue;
        uint32_t count = (uint32_t)caprice_orders(s->tiles[seat], codes);
        caprice_order_kinds(codes[capu_random_below(random, count)], s->orders[seat]);
    }
}

/* Uniform over all ways to deal the hidden tiles that agree with what is known: deal, and deal
 * again until it does. (How often a hand had to draw again would tell a little more about which
 * of these ways are likelier; that is left to those who want to reason.) */
void caprice_fill(capu_state *state, int seat, capu_random *random) {
    caprice *s = (caprice *)state;
    uint32_t hidden = hidden_hands(s);
    bool drawn_hidden = s->drawn == ENGINE_HIDDEN;
    uint8_t tiles[CAPRICE_BAG], pool[CAPRICE_BAG];
    int all = hidden_tiles(s, tiles), count;

    (void)seat;
    do {
        do {
            engine_memcpy(pool, tiles, sizeof pool);
            count = all;
        } while (!deal_hands(s, hidden, pool, &count, random));
        if (drawn_hidden)
            s->drawn = take(pool, &count, random);
        engine_memcpy(s->bag, pool, s->bag_count);
    } while (!caprice_hands_fit(s, NULL));
    engine_random_shuffle(random, s->bag, s->bag_count);
    fill_orders(s, random);
}

/* ----------------------------------------------------------------- features */

/* Where each group of features begins. Seats are counted from the viewer's. */
enum {
    F_LEVELS = 0,                                        /* blocks of a kind on a level */
    F_TILES = F_LEVELS + CAPRICE_LEVELS * CAPRICE_KINDS, /* own tiles of a kind */
    F_RESERVE = F_TILES + CAPRICE_KINDS,
    F_HEIGHTS = F_RESERVE + CAPRICE_KINDS, /* places of a height */
    F_SHOWN = F_HEIGHTS + CAPRICE_LEVELS + 1,
    F_PHASE = F_SHOWN + CAPRICE_PLAYERS * CAPRICE_KINDS,
    F_MARKER = F_PHASE + 5, /* height of the marked place */
    F_TURN = F_MARKER + 1,
    F_END = F_TURN + CAPRICE_PLAYERS,
};
_Static_assert(F_END <= CAPRICE_FEATURES, "the feature space is too small");

int caprice_features(const capu_state *view, int seat, capu_feature *out) {
    const caprice *s = (const caprice *)view;
    int16_t values[F_END] = {0};
    int players = s->head.players;

    for (int place = 0; place < CAPRICE_PLACES; place++) {
        values[F_HEIGHTS + s->height[place]]++;
        for (int level = 0; level < s->height[place]; level++)
            values[F_LEVELS + CAPRICE_KINDS * level + caprice_block(s, place, level)]++;
    }
    for (int i = 0; seat >= 0 && i < s->tile_count[seat]; i++)
        values[F_TILES + s->tiles[seat][i]]++;
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        values[F_RESERVE + kind] = s->reserve[kind];
    for (int other = 0; other < players; other++)
        for (int i = 0; i < s->shown_count[other]; i++)
            values[F_SHOWN + CAPRICE_KINDS * ((other - seat + players) % players) +
                   s->shown[other][i]]++;
    values[F_PHASE + s->phase] = 1;
    if (s->marker != ENGINE_NONE)
        values[F_MARKER] = s->height[s->marker];
    if (s->turn != ENGINE_NONE)
        values[F_TURN + (s->turn - seat + players) % players] = 1;
    return engine_list_features(values, F_END, out);
}
