/* The sixteen powers of Capital Lux 2: what each row of the table at the end needs, in the order of
 * the tiles. Set A is as in the first edition; our text says that it was slightly changed. All
 * others are reconstructed. Anyone who has the box can correct them here. */
#include "games/capital-lux-2/lux.h"

static int count_districts(const lux *s, int seat) {
    (void)s, (void)seat;
    return LUX_DISTRICTS;
}

static int count_others(const lux *s) {
    return s->head.players - 1;
}

/* The other seats by number, ascending. */
static int nth_other(int seat, int n) {
    return n + (n >= seat);
}

static uint8_t pop(uint8_t *stack, uint8_t *count) {
    uint8_t top = stack[--*count];

    stack[*count] = 0;
    return top;
}

static void wait_for(lux *s, uint8_t drawn) {
    s->drawn[s->drawn_count++] = drawn;
}

static void tell_wait(const lux *s, int seat) {
    if (lux_told(s))
        lux_tell_drawn(s, seat, s->drawn, s->drawn_count);
}

/* CLX-12 */
static int matching(int kind, int district) {
    return lux_colour[kind] == LUX_GREY ? district : lux_colour[kind];
}

/* ---------------------------------------------- lowest cards of the capital */

enum { ALL_DISTRICTS = 1 << LUX_BLUE | 1 << LUX_PINK | 1 << LUX_YELLOW | 1 << LUX_GREEN };
enum { NOT_PINK = ALL_DISTRICTS & ~(1 << LUX_PINK) };

static bool any_card(const lux *s, uint32_t districts) {
    int cards = 0;

    for (int d = 0; d < LUX_DISTRICTS; d++)
        cards += districts >> d & 1 ? lux_length(s, lux_capital(d)) : 0;
    return cards > 0;
}

static int count_lowest(const lux *s, uint32_t districts) {
    int count = 0;

    for (int d = 0; d < LUX_DISTRICTS; d++)
        if ((districts >> d & 1) && lux_length(s, lux_capital(d)))
            count += engine_bits(lux_lowest(s, lux_capital(d)).colours);
    return count;
}

typedef struct place {
    int district, kind;
} place;

static place nth_lowest(const lux *s, uint32_t districts, int n) {
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        if (!(districts >> d & 1) || !lux_length(s, lux_capital(d)))
            continue;
        lux_faces low = lux_lowest(s, lux_capital(d));
        int count = engine_bits(low.colours);
        if (n < count)
            return (place){d, lux_kind(engine_nth_bit(low.colours, n), low.value)};
        n -= count;
    }
    return (place){0, 0};
}

/* ---------------------------------------------------- CLX-20 Agent (blue A) */

/* One of the 24 orders, by one draw: each modifier goes to a place among those before it. */
static void shuffle_modifiers(lux *s, engine_dice *dice) {
    uint32_t order = engine_dice_below(dice, 2 * 3 * 4);

    for (uint32_t i = 0; i < LUX_MODIFIERS; i++, order /= i) {
        uint32_t at = order % (i + 1);
        s->modifiers[i] = s->modifiers[at];
        s->modifiers[at] = (uint8_t)i;
    }
    s->modifier_count = LUX_MODIFIERS;
}

static bool modifier_left(const lux *s, int seat) {
    (void)seat;
    return s->modifier_count > 0;
}

static bool draw_modifier(lux *s, int seat) {
    wait_for(s, (uint8_t)(LUX_DRAWN_MODIFIER + pop(s->modifiers, &s->modifier_count)));
    tell_wait(s, seat);
    return true;
}

static capu_action nth_agent(const lux *s, int seat, int n) {
    (void)s, (void)seat;
    return LUX_ACTION(LUX_USE + LUX_AGENT, n, 0, 0);
}

static void agent(lux *s, int seat, int district, int b, int c) {
    uint8_t modifier = (uint8_t)(s->drawn[0] - LUX_DRAWN_MODIFIER);

    (void)b, (void)c;
    s->laid[s->laid_count++] = (lux_laid){(uint8_t)(district & 15), (uint8_t)(seat & 15), modifier};
    if (lux_told(s))
        lux_tell_agent(s, seat);
}

static void gather_modifiers(lux *s, engine_dice *dice) {
    if (lux_told(s) && s->laid_count)
        lux_tell_back(s, "modifiers_back", s->laid_count);
    engine_memset(s->laid, 0, sizeof s->laid);
    s->laid_count = 0;
    shuffle_modifiers(s, dice);
}

/* ---------------------------------------------- CLX-21 Infiltrator (blue B) */

static int count_infiltrator(const lux *s, int seat) {
    (void)seat;
    return LUX_DISTRICTS * LUX_SIDES - (s->infiltrator != ENGINE_NONE);
}

static capu_action nth_infiltrator(const lux *s, int seat, int n) {
    int way = n + (n >= s->infiltrator); /* place or side must change */

    (void)seat;
    return LUX_ACTION(LUX_USE + LUX_INFILTRATOR, way / LUX_SIDES, way % LUX_SIDES, 0);
}

static void infiltrator(lux *s, int seat, int district, int side, int c) {
    uint8_t before = s->infiltrator;

    (void)seat, (void)c;
    s->infiltrator = (uint8_t)(LUX_SIDES * district + side);
    if (lux_told(s))
        lux_tell_infiltrator(s, before);
}

/* --------------------------- CLX-22 Recruiter, CLX-23 Foreigner (blue C, D) */

static void shuffle_greys(lux *s, engine_dice *dice) {
    engine_memcpy(s->grey, lux_greys, LUX_GREY_CARDS);
    s->grey_count = LUX_GREY_CARDS;
    engine_dice_shuffle_deck(dice, s->grey, LUX_GREY_CARDS);
}

static bool grey_left(const lux *s, int seat) {
    (void)seat;
    return s->grey_count > 0;
}

static bool draw_grey(lux *s, int seat) {
    wait_for(s, pop(s->grey, &s->grey_count));
    tell_wait(s, seat);
    return true;
}

static int count_recruiter(const lux *s, int seat) {
    (void)s, (void)seat;
    return 2 * LUX_DISTRICTS;
}

static capu_action nth_recruiter(const lux *s, int seat, int n) {
    (void)s, (void)seat;
    return LUX_ACTION(LUX_USE + LUX_RECRUITER, n / LUX_DISTRICTS, n % LUX_DISTRICTS, 0);
}

static void recruiter(lux *s, int seat, int to_capital, int district, int c) {
    (void)c;
    lux_lay_open(s, to_capital ? lux_capital(district) : lux_city(seat, district), s->drawn[0]);
}

static int count_foreigner(const lux *s, int seat) {
    (void)seat;
    return LUX_DISTRICTS * count_others(s);
}

static capu_action nth_foreigner(const lux *s, int seat, int n) {
    (void)s;
    return LUX_ACTION(LUX_USE + LUX_FOREIGNER, nth_other(seat, n / LUX_DISTRICTS),
                      n % LUX_DISTRICTS, 0);
}

static void foreigner(lux *s, int seat, int other, int district, int c) {
    (void)seat, (void)c;
    lux_lay_open(s, lux_city(other, district), s->drawn[0]);
}

/* ---------------------------------------- cards that the pink powers move */

/* To a list, from a capital district. */
static void move(lux *s, int district, int kind, int list) {
    lux_take(s, lux_capital(district), (uint8_t)kind);
    if (lux_told(s))
        lux_tell_left(s, district, (uint8_t)kind);
    lux_lay_open(s, list, (uint8_t)kind);
}

/* ------------------------------ CLX-24 Cleric, CLX-27 Mentalist (pink A, D) */

static bool card_not_pink(const lux *s, int seat) {
    (void)seat;
    return any_card(s, NOT_PINK);
}

static int count_not_pink(const lux *s, int seat) {
    (void)seat;
    return count_lowest(s, NOT_PINK);
}

static capu_action nth_cleric(const lux *s, int seat, int n) {
    place from = nth_lowest(s, NOT_PINK, n);

    (void)seat;
    return LUX_ACTION(LUX_USE + LUX_CLERIC, from.district, from.kind, 0);
}

static void cleric(lux *s, int seat, int district, int kind, int c) {
    (void)c;
    move(s, district, kind, lux_city(seat, matching(kind, district)));
}

static capu_action nth_mentalist(const lux *s, int seat, int n) {
    place from = nth_lowest(s, NOT_PINK, n);

    (void)seat;
    return LUX_ACTION(LUX_USE + LUX_MENTALIST, from.district, from.kind, 0);
}

static void mentalist(lux *s, int seat, int district, int kind, int c) {
    (void)seat, (void)c;
    lux_discard_one(s, lux_capital(district), (uint8_t)kind);
    if (lux_told(s))
        lux_tell_left(s, district, (uint8_t)kind);
}

/* -------------------------------------------------- CLX-25 Prophet (pink B) */

static int count_prophet(const lux *s, int seat) {
    (void)seat;
    return count_lowest(s, ALL_DISTRICTS) * count_others(s);
}

static capu_action nth_prophet(const lux *s, int seat, int n) {
    int others = count_others(s);
    place from = nth_lowest(s, ALL_DISTRICTS, n / others);

    return LUX_ACTION(LUX_USE + LUX_PROPHET, from.district, from.kind, nth_other(seat, n % others));
}

static void prophet(lux *s, int seat, int district, int kind, int other) {
    (void)seat;
    move(s, district, kind, lux_city(other, matching(kind, district)));
}

/* ----------------------------------------------- CLX-26 Missionary (pink C) */

static int count_missionary(const lux *s, int seat) {
    (void)seat;
    return count_lowest(s, ALL_DISTRICTS) * (LUX_DISTRICTS - 1);
}

static capu_action nth_missionary(const lux *s, int seat, int n) {
    place from = nth_lowest(s, ALL_DISTRICTS, n / (LUX_DISTRICTS - 1));
    int to = nth_other(from.district, n % (LUX_DISTRICTS - 1));

    (void)seat;
    return LUX_ACTION(LUX_USE + LUX_MISSIONARY, from.district, from.kind, to);
}

static void missionary(lux *s, int seat, int district, int kind, int to) {
    (void)seat;
    move(s, district, kind, lux_capital(to));
}

/* ----------------------------------------------- CLX-28 Merchant (yellow A) */

static void take_gold(lux *s, int seat) {
    s->gold[seat]++;
    if (lux_told(s))
        lux_tell_gold(s, seat, 1);
}

static bool merchant(lux *s, int seat) {
    take_gold(s, seat);
    return false;
}

static lux_fate merchant_over(lux *s, int district, int seat, int excess) {
    (void)district;
    return lux_price(s, seat, excess) < 0 ? LUX_LOSES_ALL : LUX_IS_ASKED;
}

/* ----------------------------------------------- CLX-29 Disciple (yellow B) */

static capu_action nth_disciple(const lux *s, int seat, int n) {
    (void)s, (void)seat;
    return LUX_ACTION(LUX_USE + LUX_DISCIPLE, n, 0, 0);
}

static void disciple(lux *s, int seat, int district, int b, int c) {
    (void)b, (void)c;
    take_gold(s, seat);
    s->capital_gold[district]++;
    if (lux_told(s))
        lux_tell_capital_gold(s, district);
}

static void disciple_won(lux *s, int district, int owner) {
    if (lux_told(s) && s->capital_gold[district])
        lux_tell_capital_gold_won(s, district, owner, s->capital_gold[district]);
    s->gold[owner] = (uint16_t)(s->gold[owner] + s->capital_gold[district]);
    s->capital_gold[district] = 0;
}

static void return_gold(lux *s) {
    int gold = 0;

    for (int d = 0; d < LUX_DISTRICTS; d++)
        gold += s->capital_gold[d];
    if (lux_told(s) && gold)
        lux_tell_back(s, "capital_gold_back", gold);
    engine_memset(s->capital_gold, 0, sizeof s->capital_gold);
}

/* --------------------------------------------- CLX-30 Aristocrat (yellow C) */

static uint32_t not_own(const lux *s, int seat) {
    uint32_t districts = 0;

    for (int d = 0; d < LUX_DISTRICTS; d++)
        districts |= (uint32_t)(s->aristocrats[d] != seat) << d;
    return districts;
}

static bool aristocrat_left(const lux *s, int seat) {
    return not_own(s, seat) != 0;
}

static int count_aristocrat(const lux *s, int seat) {
    return engine_bits(not_own(s, seat));
}

static capu_action nth_aristocrat(const lux *s, int seat, int n) {
    return LUX_ACTION(LUX_USE + LUX_ARISTOCRAT, engine_nth_bit(not_own(s, seat), n), 0, 0);
}

static void aristocrat(lux *s, int seat, int district, int b, int c) {
    uint8_t before = s->aristocrats[district];
    uint32_t leaders = lux_told(s) ? lux_winners(s, district) : 0;

    (void)b, (void)c;
    s->aristocrats[district] = (uint8_t)seat;
    if (lux_told(s))
        lux_tell_aristocrat(s, district, before, leaders);
}

static int aristocrats_held(const lux *s) {
    int held = 0;

    for (int d = 0; d < LUX_DISTRICTS; d++)
        held += s->aristocrats[d] != ENGINE_NONE;
    return held;
}

static void return_aristocrats(lux *s) {
    if (lux_told(s) && aristocrats_held(s))
        lux_tell_back(s, "aristocrats_back", aristocrats_held(s));
    engine_memset(s->aristocrats, ENGINE_NONE, sizeof s->aristocrats);
}

/* ----------------------------------------------- CLX-31 Sentinel (yellow D) */

static uint32_t unguarded(const lux *s, int seat) {
    return ALL_DISTRICTS & ~(uint32_t)s->guards[seat];
}

static bool district_unguarded(const lux *s, int seat) {
    return unguarded(s, seat) != 0;
}

static int count_sentinel(const lux *s, int seat) {
    return engine_bits(unguarded(s, seat));
}

static capu_action nth_sentinel(const lux *s, int seat, int n) {
    return LUX_ACTION(LUX_USE + LUX_SENTINEL, engine_nth_bit(unguarded(s, seat), n), 0, 0);
}

static void sentinel(lux *s, int seat, int district, int b, int c) {
    (void)b, (void)c;
    s->guards[seat] |= (uint8_t)(1u << district);
    if (lux_told(s))
        lux_tell_at(s, "guard", seat, district);
}

static lux_fate sentinel_over(lux *s, int district, int seat, int excess) {
    int list = lux_city(seat, district);

    if (!(s->guards[seat] >> district & 1))
        return LUX_LOSES_ALL;
    if (lux_told(s))
        lux_tell_guarded(s, seat, district);
    s->guards[seat] &= (uint8_t) ~(1u << district);
    while (excess > 0) {
        uint8_t kind = lux_highest_card(s, list);
        if (lux_told(s))
            lux_tell_highest(s, seat, district, kind);
        excess -= lux_value[kind];
        lux_discard_one(s, list, kind);
    }
    return LUX_SAVED;
}

static void pay_guards(lux *s) {
    for (int seat = 0; seat < s->head.players; seat++) {
        int guards = engine_bits(s->guards[seat]);
        if (lux_told(s) && guards)
            lux_tell_guards_gold(s, seat, guards);
        s->gold[seat] = (uint16_t)(s->gold[seat] + guards);
        s->guards[seat] = 0;
    }
}

/* ------------------------------------------------- CLX-32 Scholar (green A) */

static bool pile_left(const lux *s, int seat) {
    (void)seat;
    return s->pile_count > 0;
}

static bool scholar(lux *s, int seat) {
    lux_draw_to_hand(s, seat);
    return false;
}

/* -------------------------------------------- CLX-33 Proselytiser (green B) */

static bool draw_two(lux *s, int seat) {
    if (s->pile_count == 1)
        return scholar(s, seat);
    wait_for(s, lux_draw(s));
    wait_for(s, lux_draw(s));
    engine_sort(s->drawn, 2);
    tell_wait(s, seat);
    return true;
}

static int count_proselytiser(const lux *s, int seat) {
    (void)seat;
    return (s->drawn[0] == s->drawn[1] ? 1 : 2) * count_others(s);
}

static capu_action nth_proselytiser(const lux *s, int seat, int n) {
    int others = count_others(s);

    return LUX_ACTION(LUX_USE + LUX_PROSELYTISER, s->drawn[n / others], nth_other(seat, n % others),
                      0);
}

static void proselytiser(lux *s, int seat, int kind, int other, int c) {
    (void)c;
    lux_lay_open(s, lux_city(other, lux_colour[kind]), (uint8_t)kind);
    lux_take_to_hand(s, seat, s->drawn[s->drawn[0] == kind]);
}

/* ------------------------------------------------ CLX-34 Explorer (green C) */

static void fill_display(lux *s) {
    while (s->display_count < LUX_DISPLAY && s->pile_count > 0) {
        s->display[s->display_count++] = lux_draw(s);
        if (lux_told(s))
            lux_tell_card(s, "display", s->display[s->display_count - 1]);
    }
    engine_sort(s->display, s->display_count);
}

static void open_display(lux *s, engine_dice *dice) {
    (void)dice;
    fill_display(s);
}

static bool display_left(const lux *s, int seat) {
    (void)seat;
    return s->display_count > 0;
}

static int count_explorer(const lux *s, int seat) {
    int count = 0;

    (void)seat;
    for (int i = 0; i < s->display_count; i++)
        count += i == 0 || s->display[i] != s->display[i - 1];
    return count;
}

static capu_action nth_explorer(const lux *s, int seat, int n) {
    int i = 0;

    (void)seat;
    for (; n > 0; n--)
        for (i++; s->display[i] == s->display[i - 1];)
            i++;
    return LUX_ACTION(LUX_USE + LUX_EXPLORER, s->display[i], 0, 0);
}

static void take_from_display(lux *s, int kind) {
    int i = 0;

    while (s->display[i] != kind)
        i++;
    s->display[i] = s->display[--s->display_count];
    s->display[s->display_count] = 0;
    fill_display(s);
}

static void explorer(lux *s, int seat, int kind, int b, int c) {
    (void)b, (void)c;
    lux_take_to_hand(s, seat, (uint8_t)kind);
    for (int i = 0; i < count_others(s); i++) /* all have seen it (CLX-50) */
        s->known[seat][i] += lux_one(kind);
    if (lux_told(s))
        lux_tell_taken(s, seat, (uint8_t)kind);
    take_from_display(s, kind);
}

/* ------------------------------------------------- CLX-35 Dualist (green D) */

static bool second_card(const lux *s, int seat) {
    return !s->second && (s->pile_count > 0 || s->hand_count[seat] > 0);
}

static bool dualist(lux *s, int seat) {
    if (s->pile_count > 0)
        lux_draw_to_hand(s, seat);
    s->second = true;
    if (lux_told(s))
        lux_tell_seat(s, "second", seat);
    return false;
}

/* ------------------------------------------------------------------- table */

const lux_power lux_powers[LUX_TILES] = {
    [LUX_AGENT] = {.name = "agent",
                   .effect =
                       "draw a modifier (+4 +2 -1 -3), look at it alone and lay it face down at "
                       "any capital district",
                   .asks = LUX_WHY_AGENT,
                   .words = {LUX_DISTRICT_WORD},
                   .set_up = shuffle_modifiers,
                   .possible = modifier_left,
                   .begin = draw_modifier,
                   .count = count_districts,
                   .at = nth_agent,
                   .apply = agent,
                   .next_round = gather_modifiers},
    [LUX_INFILTRATOR] = {.name = "infiltrator",
                         .effect =
                             "lay or move the tile to a capital district, on its side + (limit "
                             "3 more) or - (3 less)",
                         .asks = LUX_WHY_INFILTRATOR,
                         .words = {LUX_DISTRICT_WORD, LUX_SIDE_WORD},
                         .reconstructed = true,
                         .count = count_infiltrator,
                         .at = nth_infiltrator,
                         .apply = infiltrator},
    [LUX_RECRUITER] = {.name = "recruiter",
                       .effect =
                           "draw a grey card (1 2 3) and lay it in a capital district or in one "
                           "of the own city",
                       .asks = LUX_WHY_RECRUITER,
                       .words = {LUX_PLACE_WORD, LUX_DISTRICT_WORD},
                       .reconstructed = true,
                       .set_up = shuffle_greys,
                       .possible = grey_left,
                       .begin = draw_grey,
                       .count = count_recruiter,
                       .at = nth_recruiter,
                       .apply = recruiter},
    [LUX_FOREIGNER] = {.name = "foreigner",
                       .effect =
                           "draw a grey card (1 2 3) and lay it in another player's city, where "
                           "it counts against the limit only",
                       .asks = LUX_WHY_FOREIGNER,
                       .words = {LUX_SEAT_WORD, LUX_DISTRICT_WORD},
                       .reconstructed = true,
                       .not_in_solo = true,
                       .greys_foreign = true,
                       .set_up = shuffle_greys,
                       .possible = grey_left,
                       .begin = draw_grey,
                       .count = count_foreigner,
                       .at = nth_foreigner,
                       .apply = foreigner},
    [LUX_CLERIC] = {.name = "cleric",
                    .effect =
                        "take the lowest card of the blue, yellow or green capital district to "
                        "the own city",
                    .asks = LUX_WHY_CLERIC,
                    .words = {LUX_DISTRICT_WORD, LUX_CARD_WORD},
                    .possible = card_not_pink,
                    .count = count_not_pink,
                    .at = nth_cleric,
                    .apply = cleric},
    [LUX_PROPHET] = {.name = "prophet",
                     .effect =
                         "the lowest card of a capital district goes to another player's city",
                     .asks = LUX_WHY_PROPHET,
                     .words = {LUX_DISTRICT_WORD, LUX_CARD_WORD, LUX_SEAT_WORD},
                     .reconstructed = true,
                     .not_in_solo = true,
                     .count = count_prophet,
                     .at = nth_prophet,
                     .apply = prophet},
    [LUX_MISSIONARY] = {.name = "missionary",
                        .effect = "move the lowest card of a capital district to another one",
                        .asks = LUX_WHY_MISSIONARY,
                        .words = {LUX_DISTRICT_WORD, LUX_CARD_WORD, LUX_DISTRICT_WORD},
                        .reconstructed = true,
                        .count = count_missionary,
                        .at = nth_missionary,
                        .apply = missionary},
    [LUX_MENTALIST] = {.name = "mentalist",
                       .effect = "discard the lowest card of the blue, yellow or green capital "
                                 "district",
                       .asks = LUX_WHY_MENTALIST,
                       .words = {LUX_DISTRICT_WORD, LUX_CARD_WORD},
                       .reconstructed = true,
                       .possible = card_not_pink,
                       .count = count_not_pink,
                       .at = nth_mentalist,
                       .apply = mentalist},
    [LUX_MERCHANT] = {.name = "merchant",
                      .effect = "take 1 gold; gold may pay for what a city is over a limit",
                      .begin = merchant,
                      .over = merchant_over},
    [LUX_DISCIPLE] = {.name = "disciple",
                      .effect =
                          "take 1 gold, and put 1 on a capital district for the winner of its "
                          "bonus",
                      .asks = LUX_WHY_DISCIPLE,
                      .words = {LUX_DISTRICT_WORD},
                      .reconstructed = true,
                      .count = count_districts,
                      .at = nth_disciple,
                      .apply = disciple,
                      .won = disciple_won,
                      .game_over = return_gold},
    [LUX_ARISTOCRAT] = {.name = "aristocrat",
                        .effect =
                            "take an Aristocrat from the board or another player: 2 more for the "
                            "majority in its district",
                        .asks = LUX_WHY_ARISTOCRAT,
                        .words = {LUX_DISTRICT_WORD},
                        .reconstructed = true,
                        .possible = aristocrat_left,
                        .count = count_aristocrat,
                        .at = nth_aristocrat,
                        .apply = aristocrat,
                        .round_over = return_aristocrats},
    [LUX_SENTINEL] = {.name = "sentinel",
                      .effect =
                          "put a guard on a district of the own city: over the limit it loses "
                          "only its highest cards, else the guard becomes gold",
                      .asks = LUX_WHY_SENTINEL,
                      .words = {LUX_DISTRICT_WORD},
                      .reconstructed = true,
                      .possible = district_unguarded,
                      .count = count_sentinel,
                      .at = nth_sentinel,
                      .apply = sentinel,
                      .over = sentinel_over,
                      .round_over = pay_guards},
    [LUX_SCHOLAR] = {.name = "scholar",
                     .effect = "draw a citizen",
                     .possible = pile_left,
                     .begin = scholar},
    [LUX_PROSELYTISER] = {.name = "proselytiser",
                          .effect =
                              "draw two citizens, keep one, lay the other in another player's "
                              "city",
                          .asks = LUX_WHY_PROSELYTISER,
                          .words = {LUX_CARD_WORD, LUX_SEAT_WORD},
                          .reconstructed = true,
                          .not_in_solo = true,
                          .possible = pile_left,
                          .begin = draw_two,
                          .count = count_proselytiser,
                          .at = nth_proselytiser,
                          .apply = proselytiser},
    [LUX_EXPLORER] = {.name = "explorer",
                      .effect = "take one of three open citizens",
                      .asks = LUX_WHY_EXPLORER,
                      .words = {LUX_CARD_WORD},
                      .reconstructed = true,
                      .set_up = open_display,
                      .possible = display_left,
                      .count = count_explorer,
                      .at = nth_explorer,
                      .apply = explorer},
    [LUX_DUALIST] = {.name = "dualist",
                     .effect = "draw a citizen, then play a second card at once",
                     .reconstructed = true,
                     .possible = second_card,
                     .begin = dualist},
};

const char *const lux_tile_names[LUX_TILES] = {
    "agent",      "infiltrator",  "recruiter", "foreigner", "cleric",     "prophet",
    "missionary", "mentalist",    "merchant",  "disciple",  "aristocrat", "sentinel",
    "scholar",    "proselytiser", "explorer",  "dualist",
};

void lux_note_hooks(lux *s) {
    engine_memset(s->hooks, 0, sizeof s->hooks);
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        const lux_power *power = lux_power_of(s, d);
        s->hooks[LUX_CITY_OVER] |= (uint8_t)((power->over != NULL) << d);
        s->hooks[LUX_WON] |= (uint8_t)((power->won != NULL) << d);
        s->hooks[LUX_FOREIGN_GREYS] |= (uint8_t)(power->greys_foreign << d);
    }
}

/* CLX-5 */
const uint8_t lux_sets[4][LUX_DISTRICTS] = {
    {LUX_AGENT, LUX_CLERIC, LUX_MERCHANT, LUX_SCHOLAR},
    {LUX_INFILTRATOR, LUX_PROPHET, LUX_DISCIPLE, LUX_PROSELYTISER},
    {LUX_RECRUITER, LUX_MISSIONARY, LUX_ARISTOCRAT, LUX_EXPLORER},
    {LUX_FOREIGNER, LUX_MENTALIST, LUX_SENTINEL, LUX_DUALIST},
};

bool lux_named_tiles(int value, uint8_t tiles[LUX_DISTRICTS]) {
    if (value == LUX_POWERS_RANDOM)
        return false;
    if (value <= LUX_SET_D) {
        engine_memcpy(tiles, lux_sets[value - LUX_SET_A], LUX_DISTRICTS);
        return true;
    }
    for (int d = 0; d < LUX_DISTRICTS; d++) {
        int shift = 2 * (LUX_DISTRICTS - 1 - d);
        tiles[d] = (uint8_t)(LUX_TILES_EACH * d + ((value - LUX_POWERS_NAMED) >> shift & 3));
    }
    return true;
}
