/* How positions of Caprice are described to a net. It is asked about whole positions that the
 * search has guessed, so everything in them may be looked at. Places are not told apart (CPR-1):
 * towers are counted. */
#include "games/caprice/opponent.h"

enum {
    PHASES = CAPRICE_OVER + 1,
    TOWERS = 4 + 16 + 64 + 256, /* that can stand, by height and then by their byte */
    HEIGHTS = CAPRICE_LEVELS + 1,
    TURNS = CAPRICE_PLAYERS,
    HELD = 3, /* at least one, two, three or more tiles of a kind */
};

typedef struct seat_inputs {
    int8_t turn[TURNS], first, hand, tiles[CAPRICE_KINDS][HELD];
    int8_t points, lead, chance[4]; /* orders that are behind the best by 0 … 3 points */
    int8_t order[CAPRICE_LEVELS][CAPRICE_KINDS];
    int8_t standing[CAPRICE_LEVELS]; /* blocks that are right in the best order, by level, */
    int8_t wanted[CAPRICE_LEVELS];   /* and places where the next one still could be */
} seat_inputs;

typedef struct table_inputs {
    int8_t players[CAPRICE_PLAYERS], phase[PHASES], third, second_pair, contracts;
    int8_t blocks, full[CAPRICE_FULL_TOWERS + 1], heights[HEIGHTS], marked[HEIGHTS];
    int8_t reserve[CAPRICE_KINDS];
    int8_t tops[CAPRICE_LEVELS][CAPRICE_KINDS];
    int8_t towers[TOWERS];
} table_inputs;
_Static_assert(sizeof(seat_inputs) <= NET_MOST_SEAT, "a seat's inputs");
_Static_assert(sizeof(table_inputs) <= NET_MOST_TABLE, "the table's inputs");

/* ------------------------------------------------------------------ a seat's */

static void describe_order(const caprice *s, const uint8_t order[CAPRICE_LEVELS],
                           seat_inputs *out) {
    for (int level = 0; level < CAPRICE_LEVELS; level++)
        out->order[level][order[level]] = 1;
    for (int place = 0; place < CAPRICE_PLACES; place++) {
        int height = s->height[place];
        for (int level = 0; level < height; level++)
            if (caprice_block(s, place, level) == order[level])
                out->standing[level]++;
        if (height < CAPRICE_LEVELS && s->stock >> order[height] & 1)
            out->wanted[height]++;
    }
}

/* How many orders are nearly as good as the best. */
static void describe_chances(const caprice *s, const uint8_t *tiles, int best, seat_inputs *out) {
    uint8_t codes[CAPRICE_ALL_ORDERS], order[CAPRICE_LEVELS];
    int count = caprice_orders(tiles, codes);

    for (int i = 0; i < count; i++) {
        caprice_order_kinds(codes[i], order);
        int behind = best - caprice_score(s, order);
        if (behind < 4)
            out->chance[behind]++;
    }
}

static int describe_seat(const caprice *s, int seat, seat_inputs *out) {
    uint8_t order[CAPRICE_LEVELS], counts[CAPRICE_KINDS];
    int next = s->turn < s->head.players ? s->turn : s->first, best = 0;

    out->turn[engine_place(seat, next, s->head.players)] = 1;
    out->first = s->first == seat;
    caprice_count(s->tiles[seat], s->tile_count[seat], counts);
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        for (int i = 0; i < counts[kind] && i < HELD; i++)
            out->tiles[kind][i] = 1;
    if (s->tile_count[seat] == CAPRICE_TILES) {
        best = caprice_best_order(s, s->tiles[seat], order);
        describe_order(s, order, out);
        describe_chances(s, s->tiles[seat], best, out);
        out->hand = bots_input(caprice_pattern(s->tiles[seat]));
    }
    out->points = bots_input(best);
    return best;
}

/* ----------------------------------------------------------------- the table */

static void describe_towers(const caprice *s, table_inputs *out) {
    static const uint16_t first[HEIGHTS] = {0, 0, 4, 20, 84};

    for (int place = 0; place < CAPRICE_PLACES; place++) {
        int height = s->height[place];
        out->heights[height]++;
        if (s->marker == place)
            out->marked[height] = 1;
        if (height == 0)
            continue;
        out->towers[first[height] + s->tower[place]]++;
        out->tops[height - 1][caprice_block(s, place, height - 1)]++;
    }
}

static void describe_table(const caprice *s, table_inputs *out) {
    int full = caprice_full_towers(s);

    out->players[s->head.players - 1] = 1;
    out->phase[s->phase] = 1;
    out->third = bots_input(s->head.options[CAPRICE_THIRD]);
    out->second_pair = bots_input(s->head.options[CAPRICE_SECOND_PAIR]);
    out->contracts = bots_input(s->head.options[CAPRICE_CONTRACTS]);
    out->blocks = bots_input(s->blocks);
    out->full[full < CAPRICE_FULL_TOWERS ? full : CAPRICE_FULL_TOWERS] = 1;
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        out->reserve[kind] = bots_input(s->reserve[kind]);
    describe_towers(s, out);
}

static void describe(const capu_state *state, const int *w, bots_inputs *out) {
    const caprice *s = (const caprice *)state;
    int players = s->head.players, points[CAPRICE_PLAYERS];

    (void)w;
    out->count = players;
    describe_table(s, (table_inputs *)out->table);
    for (int seat = 0; seat < players; seat++) {
        points[seat] = describe_seat(s, seat, (seat_inputs *)out->seats[seat]);
        out->now[seat] = (float)points[seat];
    }
    for (int seat = 0; seat < players; seat++) {
        int most = 0;
        for (int other = 0; other < players; other++)
            most = other != seat && points[other] > most ? points[other] : most;
        ((seat_inputs *)out->seats[seat])->lead = bots_input(points[seat] - most);
    }
}

const bots_describing caprice_inputs = {
    .version = 1,
    .table = sizeof(table_inputs),
    .seat = sizeof(seat_inputs),
    .describe = describe,
};
