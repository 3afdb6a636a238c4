/* How actions of Capital Lux 2 are described to a policy: by what they change in districts. Only
 * what the seat may know counts: its own hand and modifiers, and what lies open. */
#include "games/capital-lux-2/opponent.h"

/* ------------------------------------------------------------------- classes */

/* How much room a district has below its limit, finely and roughly. */
enum { ROOMS = 13, ROUGH_ROOMS = 7, LEAST_ROOM = -12, MOST_ROOM = 19 };
static const uint8_t room_classes[MOST_ROOM - LEAST_ROOM + 1] = {
    0, 0, 0,  0,  0,  0,  1,  1,  1,  2,  2,  3,  4,  5,  6,  7,
    8, 9, 10, 10, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12,
};
static const uint8_t rough_classes[MOST_ROOM - LEAST_ROOM + 1] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
};

static int room_index(int room) {
    return (room < LEAST_ROOM ? LEAST_ROOM : room > MOST_ROOM ? MOST_ROOM : room) - LEAST_ROOM;
}

/* By how much a city is before or behind the best of the others. */
enum { LEADS = 5, CLOSE = 3 };
static int lead_class(int lead) {
    return lead < -CLOSE ? 0 : lead < 0 ? 1 : lead == 0 ? 2 : lead <= CLOSE ? 3 : 4;
}

/* Cards of a colour that are still in hand, by their sum. */
enum { RESTS = 5 };
static int rest_class(int sum) {
    return sum <= 0 ? 0 : sum <= 3 ? 1 : sum <= 6 ? 2 : sum <= 10 ? 3 : 4;
}

/* What is at stake in a district: the points of a city there. */
enum { STAKES = 6 };
static int stake_class(int points) {
    return points <= 0    ? 0
           : points <= 4  ? 1
           : points <= 8  ? 2
           : points <= 12 ? 3
           : points <= 18 ? 4
                          : 5;
}

/* How far a seat is before or behind the best of the others in all. */
enum { WHOLE_LEADS = 5, A_LITTLE = 4, MUCH = 14 };
static int whole_lead_class(int lead) {
    return lead < -MUCH ? 0 : lead < -A_LITTLE ? 1 : lead <= A_LITTLE ? 2 : lead <= MUCH ? 3 : 4;
}

/* --------------------------------------------------------------------- traits */

enum { VALUES = 7, HANDS = 8 };
/* Kinds of changes: the verbs, and the second changes that some of them bring. */
enum {
    FROM_INFILTRATOR = LUX_VERBS,
    RECRUITED_TO_CAPITAL,
    TO_MISSION,
    TO_CLERIC,
    KEPT,
    CHANGES,
};
/* Of each kind of change. */
enum {
    AFTER,
    CHANGE = AFTER + ROOMS,
    RIVAL = CHANGE + ROUGH_ROOMS * ROUGH_ROOMS,
    LEAD = RIVAL + ROOMS,
    REST = LEAD + LEADS * LEADS * LUX_ROUNDS,
    VALUE = REST + RESTS * ROOMS,
    HAND = VALUE + VALUES * LUX_ROUNDS,
    LAST = HAND + HANDS,
    EACH_CHANGE = LAST + 2 * ROUGH_ROOMS,
};
/* Of a card that is played: to the city, to the capital; and of one that is drafted. */
enum {
    TILE_AND_VALUE = CHANGES * EACH_CHANGE,
    TILE_AND_HAND = TILE_AND_VALUE + 3 * LUX_TILES * VALUES,
    STAKE = TILE_AND_HAND + 3 * LUX_TILES * HANDS,
    BONUS = STAKE + CHANGES * STAKES * ROUGH_ROOMS,
    RIVAL_STAKE = BONUS + CHANGES * VALUES * LEADS,
    WHOLE_LEAD = RIVAL_STAKE + CHANGES * STAKES * ROUGH_ROOMS,
    FEWEST = WHOLE_LEAD + CHANGES * WHOLE_LEADS * ROUGH_ROOMS,
    TRAITS = FEWEST + CHANGES * HANDS * HANDS,
};
/* With more than two players everything has weights of its own. */
enum { ALL_TRAITS = 2 * TRAITS };
_Static_assert((int)ALL_TRAITS <= (int)POLICY_MOST_WEIGHTS, "a weight for each");

typedef struct facts {
    const lux *s;
    int seat, first, hand, round;
    bool last;
    int8_t room[LUX_DISTRICTS], rest[LUX_DISTRICTS];
    int8_t lead[LUX_DISTRICTS], rival_room[LUX_DISTRICTS];
    uint8_t stake[LUX_DISTRICTS], rival_stake[LUX_DISTRICTS]; /* classes */
    uint8_t bonus[LUX_DISTRICTS];                             /* value of the card */
    int whole_lead, fewest; /* in all, as a class; the fewest cards of another */
} facts;
_Static_assert(sizeof(facts) <= sizeof(bots_facts), "room for what is known");

/* The limit as this seat knows it. */
static int known_limit(const lux *s, int seat, int district) {
    int limit = lux_open_limit(s, district);

    for (int i = 0; i < s->laid_count; i++)
        if (s->laid[i].district == district && s->laid[i].seat == seat)
            limit += lux_modifier[s->laid[i].modifier];
    return limit > 0 ? limit : 0;
}

static void look_at_district(facts *f, int d) {
    const lux *s = f->s;
    int limit = known_limit(s, f->seat, d), best = -1, rival = f->seat;

    for (int other = 0; other < lux_owners(s); other++) {
        int total = other == f->seat ? -1 : lux_majority_total(s, other, d);
        if (total > best)
            best = total, rival = other;
    }
    f->room[d] = bots_input(limit - s->city_total[f->seat][d]);
    f->rival_room[d] = bots_input(limit - s->city_total[rival][d]);
    f->lead[d] = bots_input(lux_majority_total(s, f->seat, d) - best);
    f->stake[d] = (uint8_t)stake_class(s->city_total[f->seat][d]);
    f->rival_stake[d] = (uint8_t)stake_class(s->city_total[rival][d]);
    f->bonus[d] =
        (uint8_t)(lux_length(s, lux_capital(d)) ? lux_highest(s, lux_capital(d)).value : 0);
}

/* Points as they are now, but for what is over a limit. */
static int points_now(const lux *s, int owner) {
    int points = lux_total(s, lux_bonus(owner)) + LUX_GOLD_POINTS * s->gold[owner];

    for (int d = 0; d < LUX_DISTRICTS; d++)
        points += s->city_total[owner][d];
    return points;
}

static void look_at_others(facts *f) {
    const lux *s = f->s;
    int best = 0;

    f->fewest = HANDS - 1;
    for (int other = 0; other < lux_owners(s); other++) {
        int points = other == f->seat ? 0 : points_now(s, other);
        best = points > best ? points : best;
        if (other != f->seat && other < s->head.players && s->hand_count[other] < f->fewest)
            f->fewest = s->hand_count[other];
    }
    f->whole_lead = whole_lead_class(points_now(s, f->seat) - best);
}

static void look_at_hand(facts *f) {
    uint64_t hand = lux_hand_with_choice(f->s, f->seat);

    for (uint64_t kinds = lux_kinds(hand); kinds; kinds &= kinds - 1) {
        int kind = lux_lowest_kind(kinds), d = lux_colour[kind];
        f->rest[d] = (int8_t)(f->rest[d] + lux_value[kind] * lux_how_many(hand, kind));
    }
}

static void look(const capu_state *state, int seat, const int *w, bots_facts *out) {
    facts *f = (facts *)(void *)out;
    const lux *s = (const lux *)state;

    (void)w;
    *f = (facts){.s = s,
                 .seat = seat,
                 .first = s->head.players > 2 ? TRAITS : 0,
                 .hand = s->hand_count[seat] < HANDS ? s->hand_count[seat] : HANDS - 1,
                 .round = s->round - 1,
                 .last = s->last != ENGINE_NONE};
    for (int d = 0; d < LUX_DISTRICTS; d++)
        look_at_district(f, d);
    look_at_hand(f);
    look_at_others(f);
}

/* ------------------------------------------------------------------- changes */

/* What an action changes in a district: its limit, the own total there, another's. */
typedef struct change {
    int kind, district;
    int limit, own, others;
    int value; /* of the card or tile */
} change;

/* What is at stake: for oneself, for the best of the others, and the bonus card. */
static void add_stakes(const facts *f, const change *c, int after, int rival, int lead,
                       bots_traits *out) {
    int d = c->district, stake = c->kind * STAKES + f->stake[d];
    int rival_stake = c->kind * STAKES + f->rival_stake[d];

    bots_add_trait(out, f->first + STAKE + stake * ROUGH_ROOMS + after);
    bots_add_trait(out, f->first + RIVAL_STAKE + rival_stake * ROUGH_ROOMS + rival);
    bots_add_trait(out, f->first + BONUS + (c->kind * VALUES + f->bonus[d]) * LEADS + lead);
}

/* Against `rival_room`, if it is about somebody in particular; else against the best of the others.
 */
static void add_change(const facts *f, const change *c, int rest, int rival_room,
                       bots_traits *out) {
    int d = c->district, base = f->first + c->kind * EACH_CHANGE;
    int before = room_index(f->room[d]), after = room_index(f->room[d] + c->limit - c->own);
    int rival = room_index(rival_room + c->limit - c->others);
    int lead = f->lead[d] + c->own - c->others;

    bots_add_trait(out, base + AFTER + room_classes[after]);
    bots_add_trait(out, base + CHANGE + rough_classes[before] * ROUGH_ROOMS + rough_classes[after]);
    bots_add_trait(out, base + RIVAL + room_classes[rival]);
    bots_add_trait(out, base + LEAD +
                            (lead_class(f->lead[d]) * LEADS + lead_class(lead)) * LUX_ROUNDS +
                            f->round);
    bots_add_trait(out, base + REST + rest_class(rest) * ROOMS + room_classes[after]);
    bots_add_trait(out, base + VALUE + c->value * LUX_ROUNDS + f->round);
    add_stakes(f, c, rough_classes[after], rough_classes[rival], lead_class(lead), out);
}

static void add_moment(const facts *f, const change *c, bots_traits *out) {
    int base = f->first + c->kind * EACH_CHANGE;
    int after = room_index(f->room[c->district] + c->limit - c->own);

    bots_add_trait(out, base + HAND + f->hand);
    bots_add_trait(out, base + LAST + f->last * ROUGH_ROOMS + rough_classes[after]);
    bots_add_trait(out, f->first + WHOLE_LEAD +
                            (c->kind * WHOLE_LEADS + f->whole_lead) * ROUGH_ROOMS +
                            rough_classes[after]);
    bots_add_trait(out, f->first + FEWEST + (c->kind * HANDS + f->fewest) * HANDS + f->hand);
}

static void change_district(const facts *f, const change *c, bots_traits *out) {
    add_change(f, c, f->rest[c->district], f->rival_room[c->district], out);
    add_moment(f, c, out);
}

/* The same, if it is about another seat's city. */
static void change_anothers(const facts *f, const change *c, int other, bots_traits *out) {
    int room = known_limit(f->s, f->seat, c->district) - f->s->city_total[other][c->district];

    add_change(f, c, f->rest[c->district], room, out);
    add_moment(f, c, out);
}

/* A second change of the same action: without the moment, which is known already. */
static void change_more(const facts *f, const change *c, bots_traits *out) {
    add_change(f, c, f->rest[c->district], f->rival_room[c->district], out);
}

/* ------------------------------------------------------------------- actions */

/* Which column of tiles a card belongs to. */
enum { IN_CITY, IN_CAPITAL, IN_DRAFT };

static void add_tile(const facts *f, int use, int district, int value, bots_traits *out) {
    int tile = use * LUX_TILES + f->s->powers[district];

    bots_add_trait(out, f->first + TILE_AND_VALUE + tile * VALUES + value);
    bots_add_trait(out, f->first + TILE_AND_HAND + tile * HANDS + f->hand);
}

static void describe_play(const facts *f, int verb, int kind, bots_traits *out) {
    int d = lux_colour[kind], value = lux_value[kind];
    bool city = verb == LUX_CITY;
    change c = {verb, d, city ? 0 : value, city ? value : 0, 0, value};

    add_change(f, &c, f->rest[d] - value, f->rival_room[d], out);
    add_moment(f, &c, out);
    add_tile(f, city ? IN_CITY : IN_CAPITAL, d, value, out);
}

/* Two cards: seven traits each. */
static void describe_keep(const facts *f, int a, int b, bots_traits *out) {
    const int kinds[2] = {a, b};

    for (int i = 0; i < 2; i++) {
        int d = lux_colour[kinds[i]], value = lux_value[kinds[i]], other = kinds[1 - i];
        int beside = lux_colour[other] == d ? lux_value[other] : 0;
        change c = {LUX_KEEP, d, 0, value, 0, value};
        add_change(f, &c, f->rest[d] + beside, f->rival_room[d], out);
        bots_add_trait(out, f->first + TILE_AND_VALUE +
                                (IN_DRAFT * LUX_TILES + f->s->powers[d]) * VALUES + value);
    }
}

static void describe_infiltrator(const facts *f, int verb, int district, int side,
                                 bots_traits *out) {
    int now = f->s->infiltrator, from = now / LUX_SIDES;
    int limit = lux_side[side] - lux_infiltrator_at(f->s, district);

    change_district(f, &(change){verb, district, limit, 0, 0, side}, out);
    if (now != ENGINE_NONE && from != district)
        change_more(
            f, &(change){FROM_INFILTRATOR, from, -lux_side[now % LUX_SIDES], 0, 0, now % LUX_SIDES},
            out);
}

/* A card leaves a capital district: for the own city, another's, another district, for good. */
static void describe_pink(const facts *f, int verb, int district, int kind, int to,
                          bots_traits *out) {
    int value = lux_value[kind];
    int d = lux_colour[kind] == LUX_GREY ? district : lux_colour[kind];
    change from = {verb, district, -value, 0, 0, value};

    if (verb == LUX_USE + LUX_PROPHET && d == district)
        from.others = value;
    if (verb == LUX_USE + LUX_CLERIC && d == district)
        from.own = value;
    if (verb == LUX_USE + LUX_PROPHET)
        change_anothers(f, &from, to, out);
    else
        change_district(f, &from, out);
    if (verb == LUX_USE + LUX_CLERIC && d != district)
        change_more(f, &(change){TO_CLERIC, d, 0, value, 0, value}, out);
    if (verb == LUX_USE + LUX_MISSIONARY)
        change_more(f, &(change){TO_MISSION, to, value, 0, 0, value}, out);
}

static void describe_blue(const facts *f, int verb, int a, int b, bots_traits *out) {
    int drawn = f->s->drawn[0];

    if (verb == LUX_USE + LUX_AGENT) {
        int modifier = drawn - LUX_DRAWN_MODIFIER;
        change_district(f, &(change){verb, a, lux_modifier[modifier], 0, 0, modifier}, out);
    } else if (verb == LUX_USE + LUX_INFILTRATOR) {
        describe_infiltrator(f, verb, a, b, out);
    } else if (verb == LUX_USE + LUX_FOREIGNER) {
        change_anothers(f, &(change){verb, b, 0, 0, lux_value[drawn], lux_value[drawn]}, a, out);
    } else {
        int value = lux_value[drawn];
        change city = {verb, b, 0, value, 0, value};
        change capital = {RECRUITED_TO_CAPITAL, b, value, 0, 0, value};
        change_district(f, a ? &capital : &city, out);
    }
}

/* An Aristocrat counts as two for the lead; gold and guards change nothing yet. */
static void describe_yellow(const facts *f, int verb, int district, bots_traits *out) {
    bool aristocrat = verb == LUX_USE + LUX_ARISTOCRAT;
    change c = {verb, district, 0, 0, aristocrat ? -LUX_ARISTOCRAT_ADDS : 0, 0};

    change_district(f, &c, out);
}

static void describe_green(const facts *f, int verb, int kind, int other, bots_traits *out) {
    int value = lux_value[kind], d = lux_colour[kind];

    if (verb == LUX_USE + LUX_EXPLORER) {
        change_district(f, &(change){verb, d, 0, value, 0, value}, out);
        return;
    }
    int kept = f->s->drawn[f->s->drawn[0] == kind];
    change_anothers(f, &(change){verb, d, 0, 0, value, value}, other, out);
    change_more(f, &(change){KEPT, lux_colour[kept], 0, lux_value[kept], 0, lux_value[kept]}, out);
}

static void describe(const bots_facts *facts_of, capu_action action, bots_traits *out) {
    const facts *f = (const facts *)(const void *)facts_of;
    int verb = (int)(action >> 15), a = action >> 10 & 31, b = action >> 5 & 31, c = action & 31;

    if (verb == LUX_KEEP)
        describe_keep(f, a, b, out);
    else if (verb == LUX_CITY || verb == LUX_CAPITAL)
        describe_play(f, verb, a, out);
    else if (verb < LUX_USE + LUX_CLERIC)
        describe_blue(f, verb, a, b, out);
    else if (verb < LUX_USE + LUX_MERCHANT)
        describe_pink(f, verb, a, b, c, out);
    else if (verb < LUX_USE + LUX_SCHOLAR)
        describe_yellow(f, verb, a, out);
    else if (verb < LUX_PAY_GOLD)
        describe_green(f, verb, a, b, out);
    else if (verb != LUX_TAKE_BONUS)
        change_district(f, &(change){verb, f->s->district, 0, 0, 0, 0}, out);
}

const bots_acting lux_acting = {
    .version = 2,
    .count = ALL_TRAITS,
    .plays_on = true,
    .look = look,
    .describe = describe,
};
