/* How positions of Capital Lux 2 are described to a net. It is asked about whole positions that the
 * search has guessed, so everything in them may be looked at. */
#include "games/capital-lux-2/opponent.h"

enum { PHASES = LUX_OVER + 1, TURNS = 4, VALUE_UNIT = 32 /* sixteenths of a point */ };
/* A district of a city against the limit, and against the best of the others. */
enum { OVER, AT_MOST_FIVE_BELOW, FURTHER_BELOW, LIMITS };
enum { BEHIND, EVEN, AHEAD, PLACES };

typedef struct district_inputs {
    int8_t points, cards, to_limit, room[LIMITS];
    int8_t lead, place[PLACES];
    int8_t in_hand, guarded, aristocrat, modifiers;
} district_inputs;

typedef struct seat_inputs {
    int8_t turn[TURNS], emperor; /* how many turns until its own */
    int8_t bonus, bonus_cards, gold, value, score;
    int8_t hand_size, hand[LUX_CITIZENS], packet[LUX_CITIZENS];
    district_inputs districts[LUX_DISTRICTS];
} seat_inputs;

typedef struct table_inputs {
    int8_t players[LUX_PLAYERS], round[LUX_ROUNDS], phase[PHASES], late[LUX_ROUNDS];
    int8_t powers[LUX_TILES], gold_covers, last;
    int8_t capital[LUX_DISTRICTS], capital_cards[LUX_DISTRICTS], limit[LUX_DISTRICTS];
    int8_t highest[LUX_DISTRICTS], capital_gold[LUX_DISTRICTS], infiltrator[LUX_DISTRICTS];
    int8_t unseen, greys;
} table_inputs;
_Static_assert(sizeof(seat_inputs) <= NET_MOST_SEAT, "a seat's inputs");
_Static_assert(sizeof(table_inputs) <= NET_MOST_TABLE, "the table's inputs");

/* ----------------------------------------------------------------- an owner's */

static int limit_of(const lux *s, int district) {
    int limit = lux_open_limit(s, district);

    for (int i = 0; i < s->laid_count; i++)
        limit += s->laid[i].district == district ? lux_modifier[s->laid[i].modifier] : 0;
    return limit > 0 ? limit : 0;
}

static int best_of_others(const lux *s, int owner, int district) {
    int best = 0;

    for (int other = 0; other < lux_owners(s); other++) {
        int total = other == owner ? 0 : lux_majority_total(s, other, district);
        best = total > best ? total : best;
    }
    return best;
}

static void describe_district(const lux *s, int owner, int d, district_inputs *out) {
    int room = limit_of(s, d) - s->city_total[owner][d];
    int lead = lux_majority_total(s, owner, d) - best_of_others(s, owner, d);

    out->points = bots_input(lux_own_total(s, owner, d));
    out->cards = bots_input(lux_length(s, lux_city(owner, d)));
    out->to_limit = bots_input(room < -20 ? -20 : room > 20 ? 20 : room);
    out->room[room < 0 ? OVER : room <= 5 ? AT_MOST_FIVE_BELOW : FURTHER_BELOW] = 1;
    out->lead = bots_input(lead < -12 ? -12 : lead > 12 ? 12 : lead);
    out->place[lead < 0 ? BEHIND : lead == 0 ? EVEN : AHEAD] = 1;
    out->guarded = owner < s->head.players && s->guards[owner] >> d & 1;
    out->aristocrat = s->aristocrats[d] == owner;
    for (int i = 0; i < s->laid_count; i++)
        if (s->laid[i].district == d && s->laid[i].seat == owner)
            out->modifiers++;
}

static void count_cards(uint64_t tally, int8_t out[LUX_CITIZENS]) {
    for (uint64_t kinds = lux_kinds(tally); kinds; kinds &= kinds - 1) {
        int kind = lux_lowest_kind(kinds);
        out[kind] = (int8_t)lux_how_many(tally, kind);
    }
}

/* Cards that were chosen in the draft are as good as in the hand. */
static void describe_hand(const lux *s, int seat, seat_inputs *out) {
    count_cards(s->hand[seat], out->hand);
    count_cards(s->packet[seat], out->packet);
    for (int i = 0; s->chosen >> seat & 1 && i < 2; i++)
        out->hand[s->choice[seat][i]]++;
    out->hand_size = (int8_t)s->hand_count[seat];
    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        out->districts[lux_colour[kind]].in_hand = bots_input(
            out->districts[lux_colour[kind]].in_hand + out->hand[kind] * lux_value[kind]);
}

static void describe_seat(const lux *s, int owner, seat_inputs *out) {
    int next = s->turn < s->head.players ? s->turn : s->emperor;

    if (owner < s->head.players) {
        out->turn[engine_place(owner, next, s->head.players)] = 1;
        out->emperor = s->emperor == owner;
        describe_hand(s, owner, out);
    }
    out->bonus = bots_input(lux_total(s, lux_bonus(owner)));
    out->bonus_cards = bots_input(lux_length(s, lux_bonus(owner)));
    out->gold = bots_input(s->gold[owner]);
    for (int d = 0; d < LUX_DISTRICTS; d++)
        describe_district(s, owner, d, &out->districts[d]);
}

/* What each has, against the mean of the others: by the weights, and by the score as it is. */
static void compare(const int *values, int owners, int owner, int unit, int8_t *out) {
    int others = 0;

    for (int other = 0; other < owners; other++)
        others += other == owner ? 0 : values[other];
    *out = bots_input((values[owner] - others / (owners - 1)) / unit);
}

/* ------------------------------------------------------------------- the table */

static void describe_table(const lux *s, table_inputs *out) {
    out->players[s->head.players - 1] = 1;
    out->round[s->round - 1] = 1;
    out->phase[s->phase] = 1;
    for (int round = 0; round < s->round; round++)
        out->late[round] = 1;
    out->gold_covers = (int8_t)s->head.options[LUX_GOLD_COVERS];
    out->last = s->last != ENGINE_NONE;
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        out->powers[s->powers[d]] = 1;
        out->capital[d] = bots_input(s->capital_total[d]);
        out->capital_cards[d] = bots_input(lux_length(s, lux_capital(d)));
        out->limit[d] = bots_input(limit_of(s, d));
        out->highest[d] =
            lux_length(s, lux_capital(d)) ? bots_input(lux_highest(s, lux_capital(d)).value) : 0;
        out->capital_gold[d] = bots_input(s->capital_gold[d]);
        out->infiltrator[d] = bots_input(lux_infiltrator_at(s, d));
    }
    out->unseen = bots_input(s->pile_count / 4);
    out->greys = bots_input(s->grey_count);
}

static void describe(const capu_state *state, const int *w, bots_inputs *out) {
    const lux *s = (const lux *)state;
    int values[LUX_OWNERS], scores[LUX_OWNERS], owners = lux_owners(s);

    out->count = owners;
    describe_table(s, (table_inputs *)out->table);
    for (int owner = 0; owner < owners; owner++) {
        values[owner] = lux_owner_value(s, owner, owner < s->head.players, w);
        scores[owner] = lux_score(s, owner);
        out->now[owner] = (float)scores[owner];
        describe_seat(s, owner, (seat_inputs *)out->seats[owner]);
    }
    for (int owner = 0; owner < owners; owner++) {
        seat_inputs *its = (seat_inputs *)out->seats[owner];
        compare(values, owners, owner, VALUE_UNIT, &its->value);
        compare(scores, owners, owner, 2, &its->score);
    }
}

const bots_describing lux_inputs = {
    .version = 1,
    .table = sizeof(table_inputs),
    .seat = sizeof(seat_inputs),
    .describe = describe,
};
