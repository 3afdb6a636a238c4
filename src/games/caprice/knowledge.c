/* Who knows what in Caprice: views and samples. */
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
