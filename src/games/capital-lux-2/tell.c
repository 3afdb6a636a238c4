/* The events of Capital Lux 2: what an action led to, in the order in which it happens. */
#include "games/capital-lux-2/lux.h"

static capu_lines *lines_of(const lux *s) {
    return engine_told(&s->head);
}

/* Whoever asks for moments gets the one before this line. */
static void line(const lux *s, const char *id, uint32_t known) {
    engine_moment(&s->head);
    engine_line(lines_of(s), id, known);
}

/* ---------------------------------------------------------------- arguments */

void lux_add_owner(const lux *s, const char *name, int owner, capu_lines *out) {
    if (owner < s->head.players)
        engine_add_number(out, name, owner);
    else
        engine_add_word(out, name, "rob");
}

void lux_list_owners(const lux *s, const char *name, uint32_t owners, capu_lines *out) {
    for (; owners; owners &= owners - 1) {
        int owner = __builtin_ctz(owners);
        if (owner < s->head.players)
            engine_list_number(out, name, owner);
        else
            engine_list_word(out, name, "rob");
    }
}

void lux_list_gained(const uint8_t *before, const uint8_t *after, const char *name,
                     capu_lines *out) {
    int count = out->arg_count;

    for (int kind = 0; kind < LUX_KINDS; kind++)
        for (int n = before[kind]; n < after[kind]; n++)
            engine_list_word(out, name, lux_card_names[kind]);
    if (out->arg_count == count)
        engine_list_none(out, name);
}

static void list_tally(uint64_t tally, capu_lines *out) {
    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        for (int n = lux_how_many(tally, kind); n > 0; n--)
            engine_list_word(out, "cards", lux_card_names[kind]);
}

static void list_cards(const uint8_t *kinds, int count, capu_lines *out) {
    for (int i = 0; i < count; i++)
        engine_list_word(out, "cards", lux_card_names[kinds[i]]);
}

static void add_district(int district, capu_lines *out) {
    engine_add_word(out, "district", lux_district_names[district]);
}

static void begin(const lux *s, const char *id, int owner, uint32_t known) {
    line(s, id, known);
    lux_add_owner(s, "seat", owner, lines_of(s));
}

static void begin_at(const lux *s, const char *id, int owner, int district) {
    begin(s, id, owner, CAPU_KNOWN_TO_ALL);
    add_district(district, lines_of(s));
}

static uint32_t only(int seat) {
    return 1u << seat;
}

static uint32_t others(int seat) {
    return CAPU_KNOWN_TO_ALL & ~only(seat);
}

/* ------------------------------------------- limits, as each viewer knows them */

/* During the play a modifier is known to the seat that laid it (CLX-50). A spectator is seat
 * CAPU_MAX_PLAYERS, as in `known` of a line. */
static int limit_for(const lux *s, int district, int viewer) {
    int limit = s->capital_total[district] + lux_infiltrator_at(s, district);

    for (int i = 0; i < s->laid_count; i++)
        if (s->laid[i].district == district && s->laid[i].seat == viewer)
            limit += lux_modifier[s->laid[i].modifier];
    return limit > 0 ? limit : 0;
}

/* Whether what lies face down at a district is in the limit that a viewer knows; NULL: nothing
 * does. */
static const char *counted_for(const lux *s, int district, int viewer) {
    int laid = 0, own = 0;

    for (int i = 0; i < s->laid_count; i++) {
        bool here = s->laid[i].district == district;
        laid += here;
        own += here && s->laid[i].seat == viewer;
    }
    return !laid ? NULL : own == laid ? "counted" : own ? "partly" : "uncounted";
}

/* A limit as some viewers know it. */
typedef struct limit_known {
    int limit;
    const char *counted;
    uint32_t known;
} limit_known;

static limit_known limit_as_known(const lux *s, int district, int viewer) {
    limit_known it = {limit_for(s, district, viewer), counted_for(s, district, viewer), 0};

    for (int other = 0; other <= CAPU_MAX_PLAYERS; other++)
        it.known |= (uint32_t)(limit_for(s, district, other) == it.limit &&
                               counted_for(s, district, other) == it.counted)
                    << other;
    return it;
}

/* What is told together with a limit. */
typedef struct news {
    const char *id, *card;
    int owner, district;
} news;
typedef void (*tell_limit)(const lux *s, news it, limit_known as);

static void add_counted(const char *counted, capu_lines *out) {
    if (counted)
        engine_list_word(out, "modifiers", counted);
    else
        engine_list_none(out, "modifiers");
}

/* Viewers may know different limits; each is told to those who know it. */
static void for_each_limit(const lux *s, news it, tell_limit tell) {
    for (uint32_t left = CAPU_KNOWN_TO_ALL; left;) {
        limit_known as = limit_as_known(s, it.district, __builtin_ctz(left));
        tell(s, it, as);
        add_counted(as.counted, lines_of(s));
        left &= ~as.known;
    }
}

static void tell_capital(const lux *s, news it, limit_known as) {
    capu_lines *out = lines_of(s);

    line(s, it.id, as.known);
    engine_add_word(out, "card", it.card);
    add_district(it.district, out);
    engine_add_number(out, "n", as.limit);
}

static void tell_city(const lux *s, news it, limit_known as) {
    int held = s->city_total[it.owner][it.district];
    capu_lines *out = lines_of(s);

    begin(s, held > as.limit ? "city_over" : "city", it.owner, as.known);
    engine_add_word(out, "card", it.card);
    add_district(it.district, out);
    engine_add_number(out, "n", held);
    engine_add_number(out, "limit", as.limit);
    engine_add_number(out, "over", held > as.limit ? held - as.limit : 0);
}

/* ----------------------------------------------------- cards that come and go */

static void tell_lead(const lux *s, int district, uint32_t before) {
    uint32_t now = lux_winners(s, district);

    if (now == before || !now)
        return;
    line(s, now & (now - 1) ? "tie" : "lead", CAPU_KNOWN_TO_ALL);
    add_district(district, lines_of(s));
    lux_list_owners(s, "seat", now, lines_of(s));
    engine_add_number(lines_of(s), "n", lux_majority_total(s, __builtin_ctz(now), district));
}

void lux_lay_telling(lux *s, int list, uint8_t kind) {
    int district = list % LUX_DISTRICTS, owner = list / LUX_DISTRICTS - 1;
    news it = {"capital", lux_card_names[kind], owner, district};
    uint32_t leaders = lux_winners(s, district);

    lux_lay(s, list, kind);
    for_each_limit(s, it, owner < 0 ? tell_capital : tell_city);
    tell_lead(s, district, leaders);
}

void lux_tell_left(const lux *s, int district, uint8_t kind) {
    for_each_limit(s, (news){"left", lux_card_names[kind], 0, district}, tell_capital);
}

void lux_tell_drawn(const lux *s, int seat, const uint8_t *kinds, int count) {
    bool modifier = kinds[0] >= LUX_DRAWN_MODIFIER;

    begin(s, modifier ? "modifier" : "drawn", seat, only(seat));
    list_cards(kinds, count, lines_of(s));
    begin(s, modifier ? "modifier_hidden" : "drawn_hidden", seat, others(seat));
    engine_add_number(lines_of(s), "n", count);
}

void lux_tell_dealt(const lux *s, int seat, uint64_t cards) {
    if (!cards)
        return;
    begin(s, "drawn", seat, only(seat));
    list_tally(cards, lines_of(s));
    begin(s, "drawn_hidden", seat, others(seat));
    engine_add_number(lines_of(s), "n", lux_sum(cards));
}

void lux_tell_taken(const lux *s, int seat, uint8_t kind) {
    begin(s, "taken", seat, CAPU_KNOWN_TO_ALL);
    engine_add_word(lines_of(s), "card", lux_card_names[kind]);
}

void lux_tell_card(const lux *s, const char *id, uint8_t kind) {
    line(s, id, CAPU_KNOWN_TO_ALL);
    engine_add_word(lines_of(s), "card", lux_card_names[kind]);
}

void lux_tell_refill(const lux *s) {
    line(s, "refill", CAPU_KNOWN_TO_ALL);
    engine_add_number(lines_of(s), "n", s->pile_count);
}

/* -------------------------------------------------------------------- draft */

void lux_tell_kept(const lux *s, int seat, uint64_t rest) {
    bool solo = lux_solo(s);

    begin(s, solo ? "discarded" : "passed", seat, solo ? CAPU_KNOWN_TO_ALL : only(seat));
    if (!solo)
        engine_add_number(lines_of(s), "to_seat", engine_clockwise(seat, 1, s->head.players));
    list_tally(rest, lines_of(s));
}

void lux_tell_last_two(const lux *s, int seat, uint64_t two) {
    int players = s->head.players, from = engine_clockwise(seat, players - 1, players);

    begin(s, "last_two", seat, only(seat) | only(from));
    engine_add_number(lines_of(s), "from_seat", from);
    list_tally(two, lines_of(s));
}

/* ------------------------------------------------------------------- powers */

void lux_tell_power(const lux *s, const char *id, int seat, int district) {
    begin(s, id, seat, CAPU_KNOWN_TO_ALL);
    engine_add_word(lines_of(s), "tile", lux_power_of(s, district)->name);
}

void lux_tell_agent(const lux *s, int seat) {
    const lux_laid *laid = &s->laid[s->laid_count - 1];

    begin(s, "modifier_laid", seat, only(seat));
    add_district(laid->district, lines_of(s));
    engine_add_word(lines_of(s), "modifier", lux_card_names[LUX_KINDS + laid->modifier]);
    engine_add_number(lines_of(s), "n", limit_for(s, laid->district, seat));
    add_counted(counted_for(s, laid->district, seat), lines_of(s));
    begin(s, "modifier_laid_hidden", seat, others(seat));
    add_district(laid->district, lines_of(s));
}

static void tell_infiltrator(const lux *s, news it, limit_known as) {
    line(s, it.id, as.known);
    add_district(it.district, lines_of(s));
    engine_add_word(lines_of(s), "side", it.card);
    engine_add_number(lines_of(s), "n", as.limit);
}

/* The tile may have left a district, whose limit changes too. */
void lux_tell_infiltrator(const lux *s, uint8_t before) {
    int from = before / LUX_SIDES, to = s->infiltrator / LUX_SIDES;

    if (before != ENGINE_NONE && from != to)
        for_each_limit(s, (news){"infiltrator_left", "", 0, from}, tell_infiltrator);
    for_each_limit(s, (news){"infiltrator", lux_side_names[s->infiltrator % LUX_SIDES], 0, to},
                   tell_infiltrator);
}

void lux_tell_gold(const lux *s, int seat, int count) {
    begin(s, "gold", seat, CAPU_KNOWN_TO_ALL);
    engine_add_number(lines_of(s), "n", count);
    engine_add_number(lines_of(s), "gold", s->gold[seat]);
}

void lux_tell_capital_gold(const lux *s, int district) {
    line(s, "capital_gold", CAPU_KNOWN_TO_ALL);
    add_district(district, lines_of(s));
    engine_add_number(lines_of(s), "n", s->capital_gold[district]);
}

void lux_tell_aristocrat(const lux *s, int district, uint8_t before, uint32_t leaders) {
    bool held = before != ENGINE_NONE;

    begin_at(s, held ? "aristocrat_from" : "aristocrat", s->aristocrats[district], district);
    if (held)
        engine_add_number(lines_of(s), "from_seat", before);
    tell_lead(s, district, leaders);
}

/* -------------------------------------------------------------------- turns */

void lux_tell_seat(const lux *s, const char *id, int owner) {
    begin(s, id, owner, CAPU_KNOWN_TO_ALL);
}

void lux_tell_last(const lux *s, int seat) {
    begin(s, lux_solo(s) ? "last_rob" : "last", seat, CAPU_KNOWN_TO_ALL);
    engine_add_number(lines_of(s), "n", s->last);
}

void lux_tell_rob(const lux *s, uint8_t card) {
    bool red = !(card & LUX_ROB_BLUE);

    line(s, red ? "rob_red" : "rob", CAPU_KNOWN_TO_ALL);
    engine_add_word(lines_of(s), "rob_card", lux_rob_names[card]);
    engine_add_number(lines_of(s), "n", s->rob_reds);
    engine_add_number(lines_of(s), "most", LUX_REDS);
}

/* --------------------------------------------------------- end of the round */

void lux_tell_end(const lux *s) {
    line(s, "end", CAPU_KNOWN_TO_ALL);
    engine_add_number(lines_of(s), "n", s->round);
}

void lux_tell_tally(const lux *s, const char *id, int owner, uint64_t cards) {
    if (!cards)
        return;
    begin(s, id, owner, CAPU_KNOWN_TO_ALL);
    list_tally(cards, lines_of(s));
}

/* CLX-15 */
void lux_tell_shown(const lux *s) {
    for (int i = 0; i < s->laid_count; i++) {
        begin_at(s, "shown", s->laid[i].seat, s->laid[i].district);
        engine_add_word(lines_of(s), "modifier", lux_card_names[LUX_KINDS + s->laid[i].modifier]);
    }
}

static void tell_held(const lux *s, const char *id, int owner, int district, int limit) {
    begin_at(s, id, owner, district);
    engine_add_number(lines_of(s), "held", s->city_total[owner][district]);
    engine_add_number(lines_of(s), "limit", limit);
}

/* The limit, and who is safe; what is lost follows. */
void lux_tell_limit(const lux *s, int district, int limit) {
    int owners = lux_owners(s);

    line(s, "limit", CAPU_KNOWN_TO_ALL);
    add_district(district, lines_of(s));
    engine_add_number(lines_of(s), "n", limit);
    lux_list_parts(s, district, lines_of(s));
    for (int place = 0; place < owners; place++) {
        int owner = engine_clockwise(s->emperor, place, owners);
        int held = s->city_total[owner][district];
        if (held > 0 && held <= limit)
            tell_held(s, "safe", owner, district, limit);
    }
}

/* All that lies there, before it goes. */
void lux_tell_lost(const lux *s, int owner, int district) {
    int list = lux_city(owner, district);

    tell_held(s, "lost", owner, district, lux_limit(s, district));
    list_cards(s->cards + s->start[list], lux_length(s, list), lines_of(s));
}

/* CLX-31: the guard goes, and then one card after the other. */
void lux_tell_guarded(const lux *s, int seat, int district) {
    tell_held(s, "guarded", seat, district, lux_limit(s, district));
}

void lux_tell_highest(const lux *s, int seat, int district, uint8_t kind) {
    begin_at(s, "highest", seat, district);
    engine_add_word(lines_of(s), "card", lux_card_names[kind]);
    engine_add_number(lines_of(s), "n", s->city_total[seat][district] - lux_value[kind]);
}

void lux_tell_asked(const lux *s, int seat, int district, int excess) {
    tell_held(s, "asked", seat, district, lux_limit(s, district));
    engine_add_number(lines_of(s), "n", lux_price(s, seat, excess));
}

void lux_tell_paid(const lux *s, int seat, int district, int price) {
    tell_held(s, "paid", seat, district, lux_limit(s, district));
    engine_add_number(lines_of(s), "n", price);
}

/* CLX-17, CLX-30: that an Aristocrat counts; that nobody gets the bonus. */
void lux_tell_standing(const lux *s, int district, uint32_t winners) {
    int owner = s->aristocrats[district];

    if (owner != ENGINE_NONE && lux_own_total(s, owner, district)) {
        begin_at(s, "noble", owner, district);
        engine_add_number(lines_of(s), "n", lux_majority_total(s, owner, district));
    }
    if (winners)
        return;
    line(s, "no_bonus", CAPU_KNOWN_TO_ALL);
    add_district(district, lines_of(s));
}

void lux_tell_bonus(const lux *s, int district, uint32_t winners, uint8_t kind) {
    capu_lines *out = lines_of(s);
    bool tied = winners & (winners - 1), card = kind != ENGINE_NONE;

    line(s,
         tied   ? card ? "bonus_tied" : "bonus_tied_empty"
         : card ? "bonus"
                : "bonus_empty",
         CAPU_KNOWN_TO_ALL);
    add_district(district, out);
    lux_list_owners(s, "seat", winners, out);
    engine_add_number(out, "n", lux_majority_total(s, __builtin_ctz(winners), district));
    if (card)
        engine_add_word(out, "card", lux_card_names[kind]);
}

void lux_tell_at(const lux *s, const char *id, int owner, int district) {
    begin_at(s, id, owner, district);
}

/* CLX-29 */
void lux_tell_capital_gold_won(const lux *s, int district, int owner, int count) {
    begin_at(s, "capital_gold_won", owner, district);
    engine_add_number(lines_of(s), "n", count);
}

void lux_tell_guards_gold(const lux *s, int seat, int count) {
    begin(s, "guards_gold", seat, CAPU_KNOWN_TO_ALL);
    engine_add_number(lines_of(s), "n", count);
}

void lux_tell_back(const lux *s, const char *id, int count) {
    line(s, id, CAPU_KNOWN_TO_ALL);
    engine_add_number(lines_of(s), "n", count);
}

void lux_tell_round(const lux *s) {
    line(s, lux_solo(s) ? "round_solo" : "round", CAPU_KNOWN_TO_ALL);
    engine_add_number(lines_of(s), "n", s->round);
    if (!lux_solo(s))
        engine_add_number(lines_of(s), "seat", s->emperor);
}

void lux_tell_result(const lux *s) {
    engine_moment(&s->head);
    for (int owner = 0; owner < lux_owners(s); owner++)
        lux_add_account(s, owner, lines_of(s));
    lux_add_winners(s, lines_of(s));
}
