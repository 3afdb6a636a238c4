/* The end of a round of Capital Lux 2: limits, bonus cards, gold; and the end of the game.
 *
 * Here an event is told before what it is about is done, so that clients can show the table event
 * by event (engine_moment). Meanwhile it is nobody's turn, unless somebody is asked. */
#include "games/capital-lux-2/lux.h"

/* ------------------------------------------------------------------- limits */

int lux_limit(const lux *s, int district) {
    int limit = s->capital_total[district] + lux_infiltrator_at(s, district);

    for (int i = 0; i < s->laid_count; i++)
        limit += s->laid[i].district == district ? lux_modifier[s->laid[i].modifier] : 0;
    return limit > 0 ? limit : 0;
}

int lux_excess(const lux *s, int district, int owner) {
    return s->city_total[owner][district] - lux_limit(s, district);
}

int lux_price(const lux *s, int seat, int excess) {
    int covers = s->head.options[LUX_GOLD_COVERS] + 1;
    int price = (excess + covers - 1) / covers;

    return price <= s->gold[seat] ? price : -1;
}

/* ------------------------------------------------------------ end of the play */

/* CLX-14 */
static void lay_down_hand(lux *s, int seat) {
    if (lux_told(s))
        lux_tell_tally(s, "laid_down", seat, s->hand[seat]);
    while (s->hand[seat]) {
        int kind = lux_lowest_kind(lux_kinds(s->hand[seat]));
        s->hand[seat] -= lux_one(kind);
        lux_lay(s, lux_city(seat, lux_colour[kind]), (uint8_t)kind);
    }
    s->hand_count[seat] = 0;
}

static void ask(lux *s, int phase, int seat, int district) {
    s->phase = (uint8_t)phase;
    s->turn = (uint8_t)seat;
    s->district = (uint8_t)district;
}

static void begin_bonuses(lux *s, int district);

lux_fate lux_fate_of(lux *s, int district, int owner, int excess) {
    lux_fate fate = LUX_LOSES_ALL;

    if (owner < s->head.players) {
        LUX_EACH_HOOK(s, LUX_CITY_OVER, d)
        fate = lux_power_of(s, (int)d)->over(s, district, owner, excess);
    }
    return fate;
}

static void lose_all(lux *s, int owner, int district) {
    if (lux_told(s))
        lux_tell_lost(s, owner, district);
    lux_discard_all(s, lux_city(owner, district));
}

/* Whether a city over the limit makes the game wait for its player. */
static bool over_limit(lux *s, int district, int owner, int excess) {
    lux_fate fate = lux_fate_of(s, district, owner, excess);

    if (fate == LUX_LOSES_ALL)
        lose_all(s, owner, district);
    if (fate != LUX_IS_ASKED)
        return false;
    if (lux_told(s))
        lux_tell_asked(s, owner, district, excess);
    ask(s, LUX_PAY, owner, district);
    return true;
}

/* CLX-16, from the city that comes at this place from the emperor's on. */
static void resolve(lux *s, int district, int place) {
    int owners = lux_owners(s);

    for (; district < LUX_DISTRICTS; district++, place = 0) {
        int limit = lux_limit(s, district);
        if (lux_told(s) && place == 0)
            lux_tell_limit(s, district, limit);
        for (; place < owners; place++) {
            int owner = engine_clockwise(s->emperor, place, owners);
            int excess = s->city_total[owner][district] - limit;
            if (excess > 0 && over_limit(s, district, owner, excess))
                return;
        }
    }
    s->phase = LUX_BONUS;
    begin_bonuses(s, 0);
}

void lux_end_play(lux *s) {
    s->last = ENGINE_NONE;
    ask(s, LUX_PLAY, ENGINE_NONE, ENGINE_NONE);
    if (lux_told(s))
        lux_tell_end(s);
    for (int seat = 0; seat < s->head.players; seat++)
        lay_down_hand(s, seat);
    engine_memset(s->known, 0, sizeof s->known);
    engine_memset(s->passed, 0, sizeof s->passed);
    if (lux_solo(s))
        lux_rob_lay_reserve(s);
    if (lux_told(s))
        lux_tell_shown(s);
    s->phase = LUX_PAY;
    resolve(s, 0, 0);
}

/* CLX-28 */
void lux_pay(lux *s, bool pays) {
    int seat = s->turn, district = s->district, owners = lux_owners(s);
    int place = (seat - s->emperor + owners) % owners;

    s->turn = ENGINE_NONE;
    if (pays) {
        int price = lux_price(s, seat, lux_excess(s, district, seat));
        if (lux_told(s))
            lux_tell_paid(s, seat, district, price);
        s->gold[seat] = (uint16_t)(s->gold[seat] - price);
    } else {
        lose_all(s, seat, district);
    }
    resolve(s, district, place + 1);
}

/* -------------------------------------------------------------------- bonus */

uint32_t lux_winners(const lux *s, int district) {
    uint32_t winners = 0;
    int best = 1, owners = lux_owners(s);

    for (int owner = 0; owner < owners; owner++) {
        int total = lux_majority_total(s, owner, district);
        winners = total > best ? 0 : winners;
        best = total > best ? total : best;
        winners |= (uint32_t)(total == best) << owner;
    }
    return winners;
}

/* The card that is won; ENGINE_NONE: there is none. */
static uint8_t prize_in(const lux *s, int district) {
    int list = lux_capital(district);

    return lux_length(s, list) ? lux_highest_card(s, list) : ENGINE_NONE;
}

static void win(lux *s, int district, int owner, uint8_t kind) {
    if (lux_told(s))
        lux_tell_bonus(s, district, 1u << owner, kind);
    if (kind != ENGINE_NONE) {
        lux_take(s, lux_capital(district), kind);
        lux_lay_bonus(s, owner, kind);
    }
    LUX_EACH_HOOK(s, LUX_WON, d)
    lux_power_of(s, (int)d)->won(s, district, owner);
}

static void share(lux *s, int district, uint32_t winners) {
    uint8_t kind = prize_in(s, district);

    if (lux_told(s))
        lux_tell_bonus(s, district, winners, kind);
    for (; winners; winners &= winners - 1)
        s->gold[__builtin_ctz(winners)]++;
    if (kind != ENGINE_NONE)
        lux_discard_one(s, lux_capital(district), kind);
}

/* CLX-10: whether a sole winner must choose among different highest cards. */
static bool must_choose(const lux *s, int district, int owner) {
    if (owner >= s->head.players || !lux_length(s, lux_capital(district)))
        return false;
    uint32_t colours = lux_highest(s, lux_capital(district)).colours;
    return colours & (colours - 1);
}

static void end_round(lux *s);

/* CLX-17, from this district on. */
static void begin_bonuses(lux *s, int district) {
    for (; district < LUX_DISTRICTS; district++) {
        uint32_t winners = lux_winners(s, district);
        if (lux_told(s))
            lux_tell_standing(s, district, winners);
        if (!winners)
            continue;
        if (winners & (winners - 1)) {
            share(s, district, winners);
            continue;
        }
        int owner = __builtin_ctz(winners);
        if (must_choose(s, district, owner)) {
            if (lux_told(s))
                lux_tell_at(s, "chooses", owner, district);
            ask(s, LUX_BONUS, owner, district);
            return;
        }
        win(s, district, owner, prize_in(s, district));
    }
    end_round(s);
}

void lux_take_bonus(lux *s, uint8_t kind) {
    int district = s->district, owner = s->turn;

    s->turn = ENGINE_NONE;
    win(s, district, owner, kind);
    begin_bonuses(s, district + 1);
}

/* ------------------------------------------------------------- end of a round */

/* CLX-18, CLX-20, CLX-47 */
static void next_round(lux *s) {
    engine_dice dice;

    engine_dice_open(&dice, &s->head);
    engine_dice_new_block(&dice); /* one is enough for all that is shuffled */
    for (int d = 0; d < LUX_DISTRICTS; d++)
        if (lux_power_of(s, d)->next_round)
            lux_power_of(s, d)->next_round(s, &dice);
    if (lux_told(s))
        engine_moment(&s->head);
    s->round++;
    s->emperor = (uint8_t)engine_clockwise(s->emperor, 1, s->head.players);
    if (lux_solo(s)) {
        s->rob_turned = s->rob_reds = 0;
        engine_memcpy(s->rob_cards, lux_rob_deck[s->head.options[LUX_ROB_OPTION]], LUX_ROB_CARDS);
        engine_dice_shuffle_deck(&dice, s->rob_cards, LUX_ROB_CARDS);
    }
    if (lux_told(s)) {
        lux_tell_round(s);
        engine_moment(&s->head);
    }
    lux_begin_round(s);
}

static void end_game(lux *s) {
    for (int d = 0; d < LUX_DISTRICTS; d++)
        if (lux_power_of(s, d)->game_over)
            lux_power_of(s, d)->game_over(s);
    if (lux_told(s))
        lux_tell_result(s);
    ask(s, LUX_OVER, ENGINE_NONE, ENGINE_NONE);
}

static void end_round(lux *s) {
    for (int d = 0; d < LUX_DISTRICTS; d++)
        if (lux_power_of(s, d)->round_over)
            lux_power_of(s, d)->round_over(s);
    if (s->round < LUX_ROUNDS)
        next_round(s);
    else
        end_game(s);
}

/* ------------------------------------------------------------------- result */

/* CLX-19 */
int lux_score(const lux *s, int owner) {
    int score = lux_total(s, lux_bonus(owner)) + LUX_GOLD_POINTS * s->gold[owner];

    for (int d = 0; d < LUX_DISTRICTS; d++)
        score += lux_own_total(s, owner, d);
    return score;
}

/* CLX-19, CLX-48: of equal points, less gold is better. */
static int64_t rank_of(const lux *s, int owner) {
    return (int64_t)lux_score(s, owner) * (1 << 16) - s->gold[owner];
}

uint32_t lux_first(const lux *s) {
    int64_t best = rank_of(s, 0);
    uint32_t first = 1;

    for (int owner = 1; owner < lux_owners(s); owner++) {
        int64_t rank = rank_of(s, owner);
        first = rank > best ? 0 : first;
        best = rank > best ? rank : best;
        first |= (uint32_t)(rank == best) << owner;
    }
    return first;
}

void lux_result(const capu_state *state, capu_result *out) {
    const lux *s = (const lux *)state;
    int64_t keys[LUX_OWNERS];
    uint8_t places[LUX_OWNERS];

    for (int owner = 0; owner < lux_owners(s); owner++)
        keys[owner] = rank_of(s, owner);
    engine_rank(keys, lux_owners(s), places);
    for (int seat = 0; seat < s->head.players; seat++) {
        out->scores[seat] = lux_score(s, seat);
        out->places[seat] = places[seat];
    }
}

const char *lux_rating_of(const lux *s) {
    int difference = lux_score(s, 0) - lux_score(s, LUX_ROB), i = LUX_RATINGS - 1;

    if (!(lux_first(s) & 1))
        return "lost";
    while (difference < lux_ratings[i].least)
        i--;
    return lux_ratings[i].name;
}

void lux_more_result(const capu_state *state, capu_text *text) {
    const lux *s = (const lux *)state;

    if (!lux_solo(s))
        return;
    capu_text_add(text, ",\"rob\":");
    capu_text_number(text, lux_score(s, LUX_ROB));
    capu_text_add(text, ",\"rating\":");
    capu_text_json(text, lux_rating_of(s));
}

static int sum_over_owners(const lux *s, int (*figure)(const lux *, int)) {
    int sum = 0;

    for (int owner = 0; owner < lux_owners(s); owner++)
        sum += figure(s, owner);
    return sum;
}

static int gold_of(const lux *s, int owner) {
    return s->gold[owner];
}

static int bonus_of(const lux *s, int owner) {
    return lux_total(s, lux_bonus(owner));
}

int lux_measures(const capu_state *state, capu_measure *out) {
    const lux *s = (const lux *)state;

    out[0] = (capu_measure){"gold", sum_over_owners(s, gold_of)};
    out[1] = (capu_measure){"bonus", sum_over_owners(s, bonus_of)};
    out[2] = (capu_measure){"rob", lux_solo(s) ? lux_score(s, LUX_ROB) : 0};
    return 3;
}
