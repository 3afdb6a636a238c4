/* How positions of Capitol are described to a net. It is asked about whole positions that the
 * search has guessed, so everything in them may be looked at. */
#include "games/capitol/opponent.h"

enum { HEIGHTS = 7, VALUE_UNIT = 200 /* hundredths of a point */, MOST_LEAD = 8 };

typedef struct area_inputs {
    int8_t floors, tallest, first, second, points, lead;
    int8_t may_build; /* its buildings that would fit */
} area_inputs;

typedef struct seat_inputs {
    int8_t turn[CAPITOL_PLAYERS], consul, done;
    int8_t score, value, points_now, cards_more;
    int8_t hand[CAPITOL_CARD_KINDS], hand_size[CAPITOL_DECKS], permits[CAPITOL_COLOURS], sum;
    int8_t bid, bid_cards;
    int8_t works[HEIGHTS], buildings[HEIGHTS][CAPITOL_SHAPES], roofs[CAPITOL_SHAPES];
    area_inputs areas[CAPITOL_AREAS];
} seat_inputs;

typedef struct table_inputs {
    int8_t players[CAPITOL_PLAYERS], round[CAPITOL_ROUNDS], late[CAPITOL_ROUNDS];
    int8_t phase[CAPITOL_OVER + 1], auction[CAPITOL_AUCTIONS + 1];
    int8_t board, zero_bids, draw, floors;
    int8_t free[CAPITOL_AREAS], fountains[CAPITOL_AREAS];
    int8_t large[CAPITOL_AREAS][2], shape[CAPITOL_AREAS][CAPITOL_SHAPES];
    int8_t stack[CAPITOL_DECKS], supply;
} table_inputs;
_Static_assert(sizeof(seat_inputs) <= NET_MOST_SEAT, "a seat's inputs");
_Static_assert(sizeof(table_inputs) <= NET_MOST_TABLE, "the table's inputs");

/* ------------------------------------------------------------------ a seat's */

static int best_floors_of_others(const capitol *s, int seat, int area) {
    int best = 0;

    for (int other = 0; other < s->head.players; other++) {
        int floors = other == seat ? 0 : s->weight[area][other] >> 3;
        best = floors > best ? floors : best;
    }
    return best;
}

static void describe_area(const capitol *s, int seat, int area, area_inputs *out) {
    int floors = s->weight[area][seat] >> 3;
    int lead = floors - best_floors_of_others(s, seat, area);

    out->floors = bots_input(floors);
    out->tallest = bots_input(s->weight[area][seat] & 7);
    out->first = s->standing[area].first >> seat & 1;
    out->second = s->standing[area].second >> seat & 1;
    out->points = bots_input(capitol_area_points(s, area, seat));
    out->lead = bots_input(lead > MOST_LEAD ? MOST_LEAD : lead < -MOST_LEAD ? -MOST_LEAD : lead);
    out->may_build = bots_input(engine_bits(s->takes[area] & s->offers[seat]));
}

static int at_most(int number, int most) {
    return number < most ? number : most;
}

static void describe_buildings(const capitol *s, int seat, seat_inputs *out) {
    for (int i = 0; i < s->work_kinds[seat]; i++) {
        int8_t *works = &out->works[at_most(s->work_height[seat][i], HEIGHTS) - 1];
        *works = bots_input(*works + s->work_count[seat][i]);
    }
    for (int i = 0; i < s->building_count[seat]; i++) {
        int building = s->building[seat][i];
        out->buildings[at_most(building >> 1, HEIGHTS) - 1][building & 1]++;
    }
    for (int shape = 0; shape < CAPITOL_SHAPES; shape++)
        out->roofs[shape] = bots_input(s->roofs[seat][shape]);
}

static void describe_cards(const capitol *s, int seat, seat_inputs *out) {
    for (uint64_t set = s->hand[seat]; set; set &= set - 1)
        out->hand[capitol_kind_of(__builtin_ctzll(set))]++;
    for (int colour = 0; colour < CAPITOL_COLOURS; colour++)
        out->permits[colour] = bots_input(
            capitol_size(s->hand[seat] & CAPITOL_EACH_VALUE << (CAPITOL_BLUE_BIT + colour)));
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        out->hand_size[deck] = bots_input(s->hand_size[seat][deck]);
    out->sum = bots_input(capitol_sum(s->hand[seat]) / 4);
    out->bid = bots_input(capitol_sum(s->bid[seat]));
    out->bid_cards = bots_input(capitol_size(s->bid[seat]));
}

static void describe_seat(const capitol *s, int seat, seat_inputs *out) {
    int next = s->turn < s->head.players ? s->turn : s->consul;

    out->turn[engine_place(seat, next, s->head.players)] = 1;
    out->consul = s->consul == seat;
    out->done = s->done >> seat & 1;
    out->points_now = bots_input(capitol_points_now(s, seat));
    out->cards_more = bots_input(capitol_cards_more(s, seat));
    describe_cards(s, seat, out);
    describe_buildings(s, seat, out);
    for (int area = 0; area < CAPITOL_AREAS; area++)
        describe_area(s, seat, area, &out->areas[area]);
}

/* ----------------------------------------------------------------- the table */

static void describe_areas(const capitol *s, table_inputs *out) {
    for (int area = 0; area < CAPITOL_AREAS; area++) {
        out->free[area] = bots_input(s->free[area]);
        out->fountains[area] = bots_input(s->fountains[area]);
        if (s->large[area] != ENGINE_NONE)
            out->large[area][s->large[area]] = 1;
        if (s->shape[area] != ENGINE_NONE)
            out->shape[area][s->shape[area]] = 1;
    }
}

static void describe_table(const capitol *s, table_inputs *out) {
    out->players[s->head.players - 1] = 1;
    out->round[s->round - 1] = 1;
    for (int round = 0; round < s->round; round++)
        out->late[round] = 1;
    out->phase[s->phase] = 1;
    out->auction[s->auction] = 1;
    out->board = bots_input(s->head.options[CAPITOL_BOARD]);
    out->zero_bids = bots_input(s->head.options[CAPITOL_ZERO_BIDS]);
    out->draw = bots_input(s->head.options[CAPITOL_DRAW_OPTION]);
    out->floors = bots_input(s->head.options[CAPITOL_FLOORS_OPTION]);
    describe_areas(s, out);
    for (int deck = 0; deck < CAPITOL_DECKS; deck++)
        out->stack[deck] = bots_input(s->stack[deck] / 2);
    out->supply = bots_input(s->supply / 8);
}

static void describe(const capu_state *state, const int *w, bots_inputs *out) {
    const capitol *s = (const capitol *)state;
    int players = s->head.players, values[CAPITOL_PLAYERS], value = 0, score = 0;

    out->count = players;
    describe_table(s, (table_inputs *)out->table);
    for (int seat = 0; seat < players; seat++) {
        value += values[seat] = capitol_seat_value(state, seat, w);
        score += s->score[seat];
    }
    for (int seat = 0; seat < players; seat++) {
        seat_inputs *its = (seat_inputs *)out->seats[seat];
        int own = s->score[seat];
        out->now[seat] = (float)own;
        its->score = bots_input((own - (score - own) / (players - 1)) / 2);
        its->value =
            bots_input((values[seat] - (value - values[seat]) / (players - 1)) / VALUE_UNIT);
        describe_seat(s, seat, its);
    }
}

const bots_describing capitol_inputs = {
    .version = 1,
    .table = sizeof(table_inputs),
    .seat = sizeof(seat_inputs),
    .describe = describe,
};
