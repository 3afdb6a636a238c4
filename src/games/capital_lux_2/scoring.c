/* The end of a round of Capital Lux 2: limits, bonus cards, gold; and the end of the game. */
#include "games/capital_lux_2/capital_lux_2.h"

/* ------------------------------------------------------------------- limits */

int clx_limit(const clx *s, int district) {
    int limit = s->capital_total[district] + clx_infiltrator_at(s, district);

    for (int i = 0; i < s->laid_count; i++)
        limit += s->laid[i].district == district ? clx_modifier[s->laid[i].modifier] : 0;
    return limit > 0 ? limit : 0;
}

int clx_excess(const clx *s, int district, int owner) {
    return s->city_total[owner][district] - clx_limit(s, district);
}

int clx_price(const clx *s, int seat, int excess) {
    int covers = s->head.options[GOLD_COVERS] + 1;
    int price = (excess + covers - 1) / covers;

    return price <= s->gold[seat] ? price : -1;
}

/* ------------------------------------------------------------ end of the play */

/* CLX-14 */
static void lay_down_hand(clx *s, int seat) {
    while (s->hand[seat]) {
        int kind = clx_lowest_kind(clx_kinds(s->hand[seat]));
        s->hand[seat] -= clx_one(kind);
        clx_lay(s, clx_city(seat, clx_colour[kind]), (uint8_t)kind);
    }
    s->hand_count[seat] = 0;
}

static void ask(clx *s, int phase, int seat, int district) {
    s->phase = (uint8_t)phase;
    s->turn = (uint8_t)seat;
    s->district = (uint8_t)district;
}

static void begin_bonuses(clx *s, int district);

/* Whether a city over the limit makes the game wait for its player. */
static bool over_limit(clx *s, int district, int owner, int excess) {
    clx_fate fate = LOSES_ALL;

    if (owner < s->head.players) {
        CLX_EACH_HOOK(s, CITY_OVER, d)
        fate = clx_power_of(s, (int)d)->over(s, district, owner, excess);
    }
    if (fate == LOSES_ALL)
        clx_discard_all(s, clx_city(owner, district));
    else if (fate == IS_ASKED)
        ask(s, PAY, owner, district);
    return fate == IS_ASKED;
}

/* CLX-16, from the city that comes at this place from the emperor's on. */
static void resolve(clx *s, int district, int place) {
    int owners = clx_owners(s);

    for (; district < DISTRICTS; district++, place = 0) {
        int limit = clx_limit(s, district);
        for (; place < owners; place++) {
            int owner = capu_clockwise(s->emperor, place, owners);
            int excess = s->city_total[owner][district] - limit;
            if (excess > 0 && over_limit(s, district, owner, excess))
                return;
        }
    }
    begin_bonuses(s, 0);
}

void clx_end_play(clx *s) {
    s->last = CAPU_NONE;
    for (int seat = 0; seat < s->head.players; seat++)
        lay_down_hand(s, seat);
    capu_memset(s->known, 0, sizeof s->known);
    if (clx_solo(s))
        clx_rob_lay_reserve(s);
    resolve(s, 0, 0);
}

/* CLX-28 */
void clx_pay(clx *s, bool pays) {
    int seat = s->turn, district = s->district, owners = clx_owners(s);
    int place = (seat - s->emperor + owners) % owners;

    if (pays) {
        int price = clx_price(s, seat, clx_excess(s, district, seat));
        s->gold[seat] = (uint16_t)(s->gold[seat] - price);
    } else {
        clx_discard_all(s, clx_city(seat, district));
    }
    resolve(s, district, place + 1);
}

/* -------------------------------------------------------------------- bonus */

uint32_t clx_winners(const clx *s, int district) {
    uint32_t winners = 0;
    int best = 1, owners = clx_owners(s);

    for (int owner = 0; owner < owners; owner++) {
        int total = clx_majority_total(s, owner, district);
        winners = total > best ? 0 : winners;
        best = total > best ? total : best;
        winners |= (uint32_t)(total == best) << owner;
    }
    return winners;
}

/* The card, if there is one, has been taken from the capital. */
static void win(clx *s, int district, int owner, uint8_t kind) {
    if (kind != CAPU_NONE)
        clx_lay_bonus(s, owner, kind);
    CLX_EACH_HOOK(s, WON, d)
    clx_power_of(s, (int)d)->won(s, district, owner);
}

static void share(clx *s, int district, uint32_t winners) {
    int list = clx_capital(district);

    for (; winners; winners &= winners - 1)
        s->gold[__builtin_ctz(winners)]++;
    if (clx_length(s, list))
        s->discard[clx_take_highest(s, list)]++;
}

/* CLX-10: whether a sole winner must choose among different highest cards. */
static bool must_choose(const clx *s, int district, int owner) {
    if (owner >= s->head.players || !clx_length(s, clx_capital(district)))
        return false;
    uint32_t colours = clx_highest(s, clx_capital(district)).colours;
    return colours & (colours - 1);
}

static void end_round(clx *s);

/* CLX-17, from this district on. */
static void begin_bonuses(clx *s, int district) {
    for (; district < DISTRICTS; district++) {
        uint32_t winners = clx_winners(s, district);
        int list = clx_capital(district);
        if (!winners)
            continue;
        if (winners & (winners - 1)) {
            share(s, district, winners);
            continue;
        }
        int owner = __builtin_ctz(winners);
        if (must_choose(s, district, owner)) {
            ask(s, BONUS, owner, district);
            return;
        }
        win(s, district, owner, clx_length(s, list) ? clx_take_highest(s, list) : CAPU_NONE);
    }
    end_round(s);
}

void clx_take_bonus(clx *s, uint8_t kind) {
    int district = s->district;

    clx_take(s, clx_capital(district), kind);
    win(s, district, s->turn, kind);
    begin_bonuses(s, district + 1);
}

/* ------------------------------------------------------------- end of a round */

/* CLX-18, CLX-20, CLX-47 */
static void next_round(clx *s) {
    capu_dice dice;

    capu_dice_open(&dice, &s->head);
    capu_dice_new_block(&dice); /* one is enough for all that is shuffled */
    s->round++;
    s->emperor = (uint8_t)capu_clockwise(s->emperor, 1, s->head.players);
    for (int d = 0; d < DISTRICTS; d++)
        if (clx_power_of(s, d)->next_round)
            clx_power_of(s, d)->next_round(s, &dice);
    if (clx_solo(s)) {
        s->rob_turned = s->rob_reds = 0;
        capu_memcpy(s->rob_cards, clx_rob_deck[s->head.options[ROB_OPTION]], ROB_CARDS);
        capu_dice_shuffle_deck(&dice, s->rob_cards, ROB_CARDS);
    }
    clx_begin_round(s);
}

static void end_game(clx *s) {
    for (int d = 0; d < DISTRICTS; d++)
        if (clx_power_of(s, d)->game_over)
            clx_power_of(s, d)->game_over(s);
    ask(s, OVER, CAPU_NONE, CAPU_NONE);
}

static void end_round(clx *s) {
    for (int d = 0; d < DISTRICTS; d++)
        if (clx_power_of(s, d)->round_over)
            clx_power_of(s, d)->round_over(s);
    if (s->round < ROUNDS)
        next_round(s);
    else
        end_game(s);
}

/* ------------------------------------------------------------------- result */

/* CLX-19 */
int clx_score(const clx *s, int owner) {
    int score = clx_total(s, clx_bonus(owner)) + GOLD_POINTS * s->gold[owner];

    for (int d = 0; d < DISTRICTS; d++)
        score += clx_own_total(s, owner, d);
    return score;
}

/* CLX-48: level with as much gold they share the win. */
static bool loses_to_rob(const clx *s) {
    int difference = clx_score(s, 0) - clx_score(s, ROB);

    return difference < 0 || (difference == 0 && s->gold[0] > s->gold[ROB]);
}

void clx_result(const capu_state *state, capu_result *out) {
    const clx *s = (const clx *)state;
    int64_t keys[PLAYERS];

    for (int seat = 0; seat < s->head.players; seat++) {
        out->scores[seat] = clx_score(s, seat);
        keys[seat] = (int64_t)out->scores[seat] * (1 << 16) - s->gold[seat];
    }
    capu_rank(keys, s->head.players, out->places);
    if (clx_solo(s))
        out->places[0] = loses_to_rob(s) ? 2 : 1;
}

static const char *rating(const clx *s) {
    int difference = clx_score(s, 0) - clx_score(s, ROB), i = RATINGS - 1;

    if (loses_to_rob(s))
        return "lost";
    while (difference < clx_ratings[i].least)
        i--;
    return clx_ratings[i].name;
}

void clx_more_result(const capu_state *state, capu_text *text) {
    const clx *s = (const clx *)state;

    if (!clx_solo(s))
        return;
    capu_text_add(text, ",\"rob\":");
    capu_text_number(text, clx_score(s, ROB));
    capu_text_add(text, ",\"rating\":");
    capu_text_json(text, rating(s));
}

static int sum_over_owners(const clx *s, int (*figure)(const clx *, int)) {
    int sum = 0;

    for (int owner = 0; owner < clx_owners(s); owner++)
        sum += figure(s, owner);
    return sum;
}

static int gold_of(const clx *s, int owner) {
    return s->gold[owner];
}

static int bonus_of(const clx *s, int owner) {
    return clx_total(s, clx_bonus(owner));
}

int clx_measures(const capu_state *state, capu_measure *out) {
    const clx *s = (const clx *)state;

    out[0] = (capu_measure){"gold", sum_over_owners(s, gold_of)};
    out[1] = (capu_measure){"bonus", sum_over_owners(s, bonus_of)};
    out[2] = (capu_measure){"rob", clx_solo(s) ? clx_score(s, ROB) : 0};
    return 3;
}
