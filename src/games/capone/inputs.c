/* How positions of Capone are described to a net. It is asked about whole positions that the search
 * has guessed, so everything in them may be looked at. */
#include "games/capone/opponent.h"

enum { PHASES = CAPONE_OVER + 1, YEARS = 12, PAYOUTS = 4, CASH_UNIT = 4, WEALTH_UNIT = 4 };

typedef struct seat_inputs {
    int8_t turn[CAPONE_PLAYERS], first;
    int8_t steps, at_step[CAPONE_GOAL + 1], cash, lead, wealth;
    int8_t home[8], guards, park, lost, living, away; /* members by their bits */
    int8_t hand[CAPONE_KINDS], hand_size;
    int8_t income, spaces, legal, at_rest, in_prison;
    int8_t held[CAPONE_ILLEGAL];
} seat_inputs;

typedef struct table_inputs {
    int8_t players[CAPONE_PLAYERS], phase[PHASES], payout[PAYOUTS], open, last_year;
    int8_t year[YEARS], most_steps, to_go[CAPONE_GOAL + 1], deck;
    int8_t taken[CAPONE_ILLEGAL];
} table_inputs;
_Static_assert(sizeof(seat_inputs) <= NET_MOST_SEAT, "a seat's inputs");
_Static_assert(sizeof(table_inputs) <= NET_MOST_TABLE, "the table's inputs");

/* ------------------------------------------------------------------ a seat's */

static void describe_people(const capone *s, int seat, seat_inputs *out) {
    const capone_seat *own = &s->seats[seat];

    for (int i = 0; i < 8; i++)
        out->home[i] = own->home.members >> i & 1;
    out->guards = bots_input(own->home.guards);
    out->park = bots_input(own->park);
    out->lost = bots_input(own->lost);
    out->living = bots_input(capone_living(own) / 4);
    out->away = bots_input((capone_living(own) - capone_worth(own->home.members)) / 4);
    for (int i = 0; i < CAPONE_REST; i++)
        if (s->rest[i].seat == seat)
            out->at_rest++;
    for (int i = 0; i < CAPONE_BLOCKS; i++)
        if (s->prison[i].seat == seat)
            out->in_prison++;
}

static void describe_business(const capone *s, int seat, seat_inputs *out) {
    int payout = s->head.options[CAPONE_PAYOUT], income = 0;

    for (uint32_t held = s->held[seat]; held; held &= held - 1) {
        int space = __builtin_ctz(held);
        income += capone_income(payout, space >> 1, s->space[space]);
        out->held[space >> 1]++;
        out->spaces++;
    }
    for (int i = 0; i < CAPONE_LEGAL; i++)
        if (s->legal[i] == seat)
            out->legal++;
    out->income = bots_input(income / CASH_UNIT);
}

static int most_steps_of_others(const capone *s, int seat) {
    int most = 0;

    for (int other = 0; other < s->head.players; other++)
        if (other != seat && s->seats[other].steps > most)
            most = s->seats[other].steps;
    return most;
}

static void describe_seat(const capone *s, int seat, seat_inputs *out) {
    const capone_seat *own = &s->seats[seat];
    int next = s->turn < s->head.players ? s->turn : s->first;

    out->turn[engine_place(seat, next, s->head.players)] = 1;
    out->first = s->first == seat;
    out->steps = bots_input(own->steps);
    out->at_step[own->steps < CAPONE_GOAL ? own->steps : CAPONE_GOAL] = 1;
    out->cash = bots_input(own->cash / CASH_UNIT);
    out->lead = bots_input(own->steps - most_steps_of_others(s, seat));
    for (int i = 0; i < own->hand.count; i++)
        out->hand[own->hand.list[i]]++;
    out->hand_size = bots_input(own->hand.count);
    describe_people(s, seat, out);
    describe_business(s, seat, out);
}

/* ----------------------------------------------------------------- the table */

static void describe_table(const capone *s, int to_go, table_inputs *out) {
    int left = capone_last_year(s) - s->year;

    out->players[s->head.players - 1] = 1;
    out->phase[s->phase] = 1;
    out->payout[s->head.options[CAPONE_PAYOUT]] = 1;
    out->open = s->head.options[CAPONE_DISCARDS] == CAPONE_DISCARDS_OPEN;
    out->last_year = bots_input(left < YEARS ? YEARS - left : 0);
    out->year[s->year < YEARS ? s->year : YEARS - 1] = 1;
    out->most_steps = bots_input(CAPONE_GOAL - to_go);
    out->to_go[to_go > 0 ? to_go : 0] = 1;
    out->deck = bots_input(s->deck_count / 4);
    for (uint32_t taken = s->taken; taken; taken &= taken - 1)
        out->taken[__builtin_ctz(taken) >> 1]++;
}

static void describe(const capu_state *state, const int *w, bots_inputs *out) {
    const capone *s = (const capone *)state;
    int players = s->head.players;
    float wealth[CAPONE_PLAYERS], all = 0;
    int to_go = capone_wealth(s, w, wealth);

    out->count = players;
    describe_table(s, to_go, (table_inputs *)out->table);
    for (int seat = 0; seat < players; seat++)
        all += wealth[seat];
    for (int seat = 0; seat < players; seat++) {
        seat_inputs *its = (seat_inputs *)out->seats[seat];
        float others = (all - wealth[seat]) / (float)(players - 1);
        out->now[seat] = (float)s->seats[seat].steps;
        its->wealth = bots_input((int)(WEALTH_UNIT * (wealth[seat] - others)));
        describe_seat(s, seat, its);
    }
}

const bots_describing capone_inputs = {
    .version = 1,
    .table = sizeof(table_inputs),
    .seat = sizeof(seat_inputs),
    .describe = describe,
};
