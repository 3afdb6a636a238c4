/* What follows from a view of Capital Lux 2: limits, what cities hold against them, points. */
#include "games/capital-lux-2/lux.h"

/* ------------------------------------------------------------------- limits */

/* The limit with those modifiers that the view shows. Its parts are told one by one. */
static int limit_in_view(const lux *s, int district) {
    int limit = s->capital_total[district] + lux_infiltrator_at(s, district);

    for (int i = 0; i < s->laid_count; i++)
        if (s->laid[i].district == district && s->laid[i].modifier < LUX_MODIFIERS)
            limit += lux_modifier[s->laid[i].modifier];
    return limit > 0 ? limit : 0;
}

void lux_list_parts(const lux *s, int district, capu_lines *out) {
    int list = lux_capital(district), infiltrator = lux_infiltrator_at(s, district);
    int count = out->arg_count;

    for (int i = s->start[list]; i < s->start[list + 1]; i++)
        engine_list_number(out, "parts", lux_value[s->cards[i]]);
    if (infiltrator)
        engine_list_number(out, "parts", infiltrator);
    for (int i = 0; i < s->laid_count; i++)
        if (s->laid[i].district == district && s->laid[i].modifier < LUX_MODIFIERS)
            engine_list_number(out, "parts", lux_modifier[s->laid[i].modifier]);
    if (out->arg_count == count)
        engine_list_none(out, "parts");
}

static int hidden_at(const lux *s, int district) {
    int hidden = 0;

    for (int i = 0; i < s->laid_count; i++)
        hidden += s->laid[i].district == district && s->laid[i].modifier >= LUX_MODIFIERS;
    return hidden;
}

static void add_limit(const lux *s, int district, capu_lines *out) {
    engine_line(out, "limit", CAPU_KNOWN_TO_ALL);
    engine_add_word(out, "district", lux_district_names[district]);
    engine_add_number(out, "n", limit_in_view(s, district));
    lux_list_parts(s, district, out);
    engine_add_number(out, "hidden", hidden_at(s, district));
}

/* ------------------------------------------------------------------- cities */

static void begin_city(const lux *s, const char *id, int owner, int district, capu_lines *out) {
    engine_line(out, id, CAPU_KNOWN_TO_ALL);
    lux_add_owner(s, "seat", owner, out);
    engine_add_word(out, "district", lux_district_names[district]);
}

static void add_city(const lux *s, int owner, int district, capu_lines *out) {
    begin_city(s, "city", owner, district, out);
    engine_add_number(out, "n", s->city_total[owner][district]);
    engine_add_number(out, "worth", lux_own_total(s, owner, district));
    engine_add_number(out, "standing", lux_majority_total(s, owner, district));
}

/* What would happen to a city over the limit is tried out: what the discard pile gains is lost. */
static void add_over(const lux *s, int owner, int district, int limit, capu_lines *out) {
    static const char *const ids[] = {
        [LUX_LOSES_ALL] = "over", [LUX_SAVED] = "over_guarded", [LUX_IS_ASKED] = "over_payable"};
    int held = s->city_total[owner][district];
    lux tried;

    engine_memcpy(&tried, s, sizeof tried);
    lux_fate fate = lux_fate_of(&tried, district, owner, held - limit);
    if (fate != LUX_SAVED)
        lux_discard_all(&tried, lux_city(owner, district));
    begin_city(s, ids[fate], owner, district, out);
    engine_add_number(out, "held", held);
    engine_add_number(out, "limit", limit);
    engine_add_number(out, "n", held - limit);
    lux_list_gained(s->discard, tried.discard, "cards", out);
    engine_add_number(out, "gold", fate == LUX_IS_ASKED ? lux_price(s, owner, held - limit) : 0);
}

static void add_room(const lux *s, int owner, int district, capu_lines *out) {
    int held = s->city_total[owner][district], limit = limit_in_view(s, district);

    if (held > limit) {
        add_over(s, owner, district, limit, out);
        return;
    }
    begin_city(s, "room", owner, district, out);
    engine_add_number(out, "held", held);
    engine_add_number(out, "limit", limit);
    engine_add_number(out, "n", limit - held);
}

/* CLX-17, as the totals are now. */
static void add_lead(const lux *s, int district, capu_lines *out) {
    uint32_t winners = lux_winners(s, district);

    if (!winners)
        return;
    engine_line(out, winners & (winners - 1) ? "tied" : "lead", CAPU_KNOWN_TO_ALL);
    engine_add_word(out, "district", lux_district_names[district]);
    lux_list_owners(s, "seat", winners, out);
    engine_add_number(out, "n", lux_majority_total(s, __builtin_ctz(winners), district));
}

/* When all cities have been judged no limit holds any more. (A seat that is asked for its bonus
 * sees what the capital is worth without the cards that have gone.) */
static bool limits_hold(const lux *s) {
    return s->phase < LUX_BONUS || s->turn != ENGINE_NONE;
}

static void add_districts(const lux *s, capu_lines *out) {
    int owners = lux_owners(s);

    for (int d = 0; d < LUX_DISTRICTS; d++) {
        if (limits_hold(s))
            add_limit(s, d, out);
        for (int owner = 0; owner < owners; owner++) {
            add_city(s, owner, d, out);
            if (limits_hold(s))
                add_room(s, owner, d, out);
        }
        add_lead(s, d, out);
    }
}

/* ------------------------------------------------------------------- points */

/* CLX-19 */
void lux_add_account(const lux *s, int owner, capu_lines *out) {
    int city = 0;

    engine_line(out, "account", CAPU_KNOWN_TO_ALL);
    lux_add_owner(s, "seat", owner, out);
    engine_add_number(out, "n", lux_score(s, owner));
    for (int d = 0; d < LUX_DISTRICTS; d++)
        city += lux_own_total(s, owner, d);
    engine_add_number(out, "city", city);
    engine_add_number(out, "bonus", lux_total(s, lux_bonus(owner)));
    engine_add_number(out, "gold", LUX_GOLD_POINTS * s->gold[owner]);
}

/* CLX-19, CLX-48: who wins, and why, if others have as many points. */
void lux_add_winners(const lux *s, capu_lines *out) {
    uint32_t winners = lux_first(s);
    int points = lux_score(s, __builtin_ctz(winners)), level = 0;

    for (int owner = 0; owner < lux_owners(s); owner++)
        level += lux_score(s, owner) == points;
    engine_line(out,
                winners & (winners - 1) ? "won_shared"
                : level > 1             ? "won_tie"
                                        : "won",
                CAPU_KNOWN_TO_ALL);
    lux_list_owners(s, "seat", winners, out);
    engine_add_number(out, "n", points);
    if (!lux_solo(s))
        return;
    engine_line(out, "rating", CAPU_KNOWN_TO_ALL);
    engine_add_word(out, "rating", lux_rating_of(s));
    engine_add_number(out, "n", lux_score(s, 0));
    engine_add_number(out, "rob", lux_score(s, LUX_ROB));
}

/* ------------------------------------------------------------------- moment */

/* Six cards take two steps, four take one (CLX-6, CLX-7). */
static int steps_of(const lux *s) {
    if (lux_solo(s))
        return LUX_SOLO_STEPS;
    return s->step == 1 && s->packet_size < LUX_MOST_HAND ? 1 : 2;
}

static void add_draft(const lux *s, capu_lines *out) {
    engine_line(out, "step", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "n", s->step);
    engine_add_number(out, "most", steps_of(s));
    for (int seat = 0; seat < s->head.players && !lux_solo(s); seat++) {
        engine_line(out, "passes", CAPU_KNOWN_TO_ALL);
        engine_add_number(out, "seat", seat);
        engine_add_number(out, "to_seat", engine_clockwise(seat, 1, s->head.players));
    }
}

/* CLX-13: those who have not had their last turn, and will have one. */
static void add_last(const lux *s, capu_lines *out) {
    uint32_t seats = 0;

    for (int i = 0; i < s->last; i++) {
        int seat = engine_clockwise(s->turn, i, s->head.players);
        seats |= (uint32_t)(s->hand_count[seat] > 0 || seat == s->turn) << seat;
    }
    engine_line(out, "last", CAPU_KNOWN_TO_ALL);
    engine_list_seats(out, "seat", seats);
    engine_add_number(out, "n", engine_bits(seats));
}

/* CLX-28 */
static void add_payment(const lux *s, capu_lines *out) {
    int excess = lux_excess(s, s->district, s->turn);

    begin_city(s, "pay", s->turn, s->district, out);
    engine_add_number(out, "held", s->city_total[s->turn][s->district]);
    engine_add_number(out, "limit", lux_limit(s, s->district));
    engine_add_number(out, "n", lux_price(s, s->turn, excess));
}

static void add_moment(const lux *s, capu_lines *out) {
    engine_line(out, "round", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "n", s->round);
    engine_add_number(out, "most", LUX_ROUNDS);
    if (s->phase == LUX_DRAFT)
        add_draft(s, out);
    if (s->last != ENGINE_NONE)
        add_last(s, out);
    if (s->phase == LUX_PAY && s->turn != ENGINE_NONE) /* else nobody is asked yet */
        add_payment(s, out);
    if (!lux_solo(s))
        return;
    engine_line(out, "reds", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "n", s->rob_reds);
    engine_add_number(out, "most", LUX_REDS);
}

void lux_facts(const capu_state *view, capu_lines *out) {
    const lux *s = (const lux *)view;
    int owners = lux_owners(s);

    add_moment(s, out);
    add_districts(s, out);
    for (int owner = 0; owner < owners; owner++) {
        engine_line(out, "points", CAPU_KNOWN_TO_ALL);
        lux_add_owner(s, "seat", owner, out);
        engine_add_number(out, "n", lux_score(s, owner));
        lux_add_account(s, owner, out);
    }
    if (s->phase == LUX_OVER)
        lux_add_winners(s, out);
}
