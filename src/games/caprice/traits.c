/* How actions of Caprice are described to a policy. Only what the seat may know counts: its own
 * tiles, and what stands. */
#include "games/caprice/opponent.h"

/* How good a kind of block on a level is for the seat: it belongs to one of the best orders of its
 * tiles, to one that is worth a point less, two, or more; or to none. */
enum { IN_BEST, POINT_LESS, TWO_LESS, FAR_LESS, IN_NONE, WORTHS, NO_BLOCK = WORTHS, WORTHS_OR_NOT };
enum { STAGES = 6, COUNTS = 7, FULL = 6, LEVELS = CAPRICE_LEVELS };
enum { BLOCKS_A_STAGE = 4, BLOCKS = STAGES * BLOCKS_A_STAGE };

#define TABLES(X)                                                                                  \
    X(PLACE_WORTH, WORTHS *LEVELS *STAGES)                                                         \
    X(PLACE_SUITS, 2 * 2 * LEVELS * STAGES)                                                        \
    X(PLACE_COUNT, COUNTS *WORTHS *LEVELS)                                                         \
    X(PLACE_RESERVE, COUNTS *WORTHS)                                                               \
    X(PLACE_FULL, FULL * 2 * WORTHS)                                                               \
    X(PLACE_MARKER, 2 * WORTHS)                                                                    \
    X(PLACE_BELOW, WORTHS_OR_NOT *WORTHS *LEVELS)                                                  \
    X(MOVE_WORTH, WORTHS *WORTHS *STAGES)                                                          \
    X(MOVE_LEVELS, LEVELS *LEVELS * 3)                                                             \
    X(MOVE_COUNTS, COUNTS *COUNTS)                                                                 \
    X(MOVE_SUITS, 2 * 2 * 2 * STAGES)                                                              \
    X(MOVE_UNCOVERS, WORTHS_OR_NOT *WORTHS)                                                        \
    X(MOVE_COVERS, WORTHS_OR_NOT *WORTHS)                                                          \
    X(MOVE_FULL, 2 * 2 * STAGES)                                                                   \
    X(STAY_STAGE, STAGES)                                                                          \
    X(STAY_FULL, FULL)                                                                             \
    X(PLACE_COUNT_STAGE, COUNTS *WORTHS *STAGES)                                                   \
    X(PLACE_TOWER, LEVELS *LEVELS *WORTHS)                                                         \
    X(PLACE_BLOCKS, BLOCKS * 2 * WORTHS)                                                           \
    X(MOVE_BLOCKS, BLOCKS * 3)                                                                     \
    X(MOVE_TOWER, LEVELS *LEVELS *WORTHS)                                                          \
    X(MOVE_FROM, LEVELS *LEVELS *WORTHS)                                                           \
    X(MOVE_COUNT_TO, COUNTS *WORTHS *STAGES)                                                       \
    X(MOVE_COUNT_FROM, COUNTS *WORTHS *STAGES)                                                     \
    X(MOVE_MARKER, 2 * WORTHS)                                                                     \
    X(STAY_BLOCKS, BLOCKS)
#define FROM_TO(name, size) name, name##_LAST = name + (size)-1,
enum { TABLES(FROM_TO) TRAITS };
/* With more than two players everything has weights of its own. */
enum { ALL_TRAITS = 2 * TRAITS };

typedef struct facts {
    const caprice *s;
    int first, stage, full;
    uint8_t worth[LEVELS][CAPRICE_KINDS];
    uint8_t count[LEVELS][CAPRICE_KINDS]; /* blocks of a kind on a level */
    uint8_t suits;                        /* towers that are all in the best order, as bits */
    uint8_t suiting[CAPRICE_PLACES];      /* blocks of each that are */
} facts;
_Static_assert(sizeof(facts) <= sizeof(bots_facts), "room for what is known");

/* ----------------------------------------------------------------- once for all */

static void count_blocks(facts *f) {
    for (int place = 0; place < CAPRICE_PLACES; place++)
        for (int level = 0; level < f->s->height[place]; level++)
            f->count[level][caprice_block(f->s, place, level)]++;
}

static int suiting_blocks(const caprice *s, int place, const uint8_t order[LEVELS]) {
    int count = 0;

    for (int level = 0; level < s->height[place]; level++)
        count += caprice_block(s, place, level) == order[level];
    return count;
}

/* The points of an order, but for those of whole towers (CPR-16). */
static int points_of(const facts *f, uint8_t code) {
    return f->count[0][code >> 6] + f->count[1][code >> 4 & 3] + f->count[2][code >> 2 & 3] +
           f->count[3][code & 3];
}

/* What each order lacks of the best: for every kind on every level the least of them. */
static void weigh_orders(facts *f, int seat) {
    uint8_t codes[CAPRICE_ALL_ORDERS], order[LEVELS], best = 0;
    int all = caprice_orders(f->s->tiles[seat], codes), most = -1;

    for (int i = 0; i < all; i++)
        if (points_of(f, codes[i]) > most)
            most = points_of(f, codes[i]), best = codes[i];
    caprice_order_kinds(best, order);
    for (int place = 0; place < CAPRICE_PLACES; place++) {
        f->suiting[place] = (uint8_t)suiting_blocks(f->s, place, order);
        f->suits |= (uint8_t)((f->suiting[place] == f->s->height[place]) << place);
    }
    engine_memset(f->worth, IN_NONE, sizeof f->worth);
    for (int i = 0; i < all; i++) {
        caprice_order_kinds(codes[i], order);
        int less = most - points_of(f, codes[i]);
        for (int level = 0; level < LEVELS; level++) {
            uint8_t *worth = &f->worth[level][order[level]];
            *worth = (uint8_t)(less < *worth ? less : *worth > FAR_LESS ? FAR_LESS : *worth);
        }
    }
}

static void look(const capu_state *state, int seat, const int *w, bots_facts *out) {
    facts *f = (facts *)(void *)out;
    const caprice *s = (const caprice *)state;

    (void)w;
    *f = (facts){.s = s,
                 .first = s->head.players > 2 ? TRAITS : 0,
                 .stage = s->blocks / BLOCKS_A_STAGE,
                 .full = caprice_full_towers(s)};
    if (s->phase != CAPRICE_PLACE && s->phase != CAPRICE_MOVE)
        return;
    count_blocks(f);
    weigh_orders(f, seat);
}

/* --------------------------------------------------------------------- actions */

static void add(const facts *f, bots_traits *out, int trait) {
    bots_add_trait(out, f->first + trait);
}

/* Of the block on a level of a place; below level 0 there is none. */
static int worth_at(const facts *f, int place, int level) {
    return level < 0 ? NO_BLOCK : f->worth[level][caprice_block(f->s, place, level)];
}

static void describe_place(const facts *f, int kind, int place, bots_traits *out) {
    const caprice *s = f->s;
    int level = s->height[place], worth = f->worth[level][kind];
    bool suits = f->suits >> place & 1, covers = s->marker == place;

    add(f, out, PLACE_WORTH + (worth * LEVELS + level) * STAGES + f->stage);
    add(f, out,
        PLACE_SUITS + ((suits * 2 + (worth == IN_BEST)) * LEVELS + level) * STAGES + f->stage);
    add(f, out, PLACE_COUNT + (f->count[level][kind] * WORTHS + worth) * LEVELS + level);
    add(f, out, PLACE_RESERVE + s->reserve[kind] * WORTHS + worth);
    add(f, out, PLACE_FULL + (f->full * 2 + (level == LEVELS - 1)) * WORTHS + worth);
    add(f, out, PLACE_MARKER + covers * WORTHS + worth);
    add(f, out, PLACE_BELOW + (worth_at(f, place, level - 1) * WORTHS + worth) * LEVELS + level);
    add(f, out, PLACE_COUNT_STAGE + (f->count[level][kind] * WORTHS + worth) * STAGES + f->stage);
    add(f, out, PLACE_TOWER + (f->suiting[place] * LEVELS + level) * WORTHS + worth);
    add(f, out, PLACE_BLOCKS + (s->blocks * 2 + (level == LEVELS - 1)) * WORTHS + worth);
}

static void describe_move(const facts *f, int from, int to, bots_traits *out) {
    const caprice *s = f->s;
    int top = s->height[from] - 1, level = s->height[to], kind = caprice_block(s, from, top);
    int before = f->worth[top][kind], after = f->worth[level][kind];
    int rest = f->suiting[from] < LEVELS ? f->suiting[from] : LEVELS - 1;
    bool suits = f->suits >> to & 1, fills = level == LEVELS - 1, opens = top == LEVELS - 1;

    add(f, out, MOVE_WORTH + (before * WORTHS + after) * STAGES + f->stage);
    add(f, out, MOVE_LEVELS + (top * LEVELS + level) * 3 + (after < before) + 2 * (after > before));
    add(f, out, MOVE_COUNTS + f->count[top][kind] * COUNTS + f->count[level][kind]);
    add(f, out, MOVE_SUITS + ((suits * 2 + fills) * 2 + (after == IN_BEST)) * STAGES + f->stage);
    add(f, out, MOVE_UNCOVERS + worth_at(f, from, top - 1) * WORTHS + before);
    add(f, out, MOVE_COVERS + worth_at(f, to, level - 1) * WORTHS + after);
    add(f, out, MOVE_FULL + (fills * 2 + opens) * STAGES + f->stage);
    add(f, out, MOVE_BLOCKS + s->blocks * 3 + (after < before) + 2 * (after > before));
    add(f, out, MOVE_TOWER + (f->suiting[to] * LEVELS + level) * WORTHS + after);
    add(f, out, MOVE_FROM + (rest * LEVELS + top) * WORTHS + before);
    add(f, out, MOVE_COUNT_TO + (f->count[level][kind] * WORTHS + after) * STAGES + f->stage);
    add(f, out, MOVE_COUNT_FROM + (f->count[top][kind] * WORTHS + before) * STAGES + f->stage);
    add(f, out, MOVE_MARKER + (s->marker == to) * WORTHS + after);
}

static void describe(const bots_facts *facts_of, capu_action action, bots_traits *out) {
    const facts *f = (const facts *)(const void *)facts_of;
    int a = action >> 3 & 31, b = action & 7;

    switch (action >> 8) {
    case CAPRICE_PLACE_BLOCK:
        describe_place(f, a, b, out);
        break;
    case CAPRICE_MOVE_BLOCK:
        describe_move(f, a, b, out);
        break;
    case CAPRICE_STAY:
        add(f, out, STAY_STAGE + f->stage);
        add(f, out, STAY_FULL + f->full);
        add(f, out, STAY_BLOCKS + f->s->blocks);
        break;
    default: /* the deal, and the order at the end */
        break;
    }
}

const bots_acting caprice_acting = {
    .version = 2,
    .count = ALL_TRAITS,
    .look = look,
    .describe = describe,
};
