/* The sixteen powers of Capital Lux 2: what each row of the table at the end needs, in the order of
 * the tiles. Set A is as in the first edition; our text says that it was slightly changed. All
 * others are reconstructed. Anyone who has the box can correct them here. */
#include "games/capital_lux_2/capital_lux_2.h"

static int count_districts(const clx *s, int seat) {
    (void)s, (void)seat;
    return DISTRICTS;
}

static int count_others(const clx *s) {
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

static void wait_for(clx *s, uint8_t drawn) {
    s->drawn[s->drawn_count++] = drawn;
}

/* CLX-12 */
static int matching(int kind, int district) {
    return clx_colour[kind] == GREY ? district : clx_colour[kind];
}

/* ---------------------------------------------- lowest cards of the capital */

enum { ALL_DISTRICTS = 1 << BLUE | 1 << PINK | 1 << YELLOW | 1 << GREEN };
enum { NOT_PINK = ALL_DISTRICTS & ~(1 << PINK) };

static int count_lowest(const clx *s, uint32_t districts) {
    int count = 0;

    for (int d = 0; d < DISTRICTS; d++)
        if ((districts >> d & 1) && clx_length(s, clx_capital(d)))
            count += capu_bits(clx_lowest(s, clx_capital(d)).colours);
    return count;
}

typedef struct place {
    int district, kind;
} place;

static place nth_lowest(const clx *s, uint32_t districts, int n) {
    for (int d = 0; d < DISTRICTS; d++) {
        if (!(districts >> d & 1) || !clx_length(s, clx_capital(d)))
            continue;
        clx_faces low = clx_lowest(s, clx_capital(d));
        int count = capu_bits(low.colours);
        if (n < count)
            return (place){d, clx_kind(capu_nth_bit(low.colours, n), low.value)};
        n -= count;
    }
    return (place){0, 0};
}

/* ---------------------------------------------------- CLX-20 Agent (blue A) */

/* One of the 24 orders, by one draw: each modifier goes to a place among those before it. */
static void shuffle_modifiers(clx *s, capu_dice *dice) {
    uint32_t order = capu_dice_below(dice, 2 * 3 * 4);

    for (uint32_t i = 0; i < MODIFIERS; i++, order /= i) {
        uint32_t at = order % (i + 1);
        s->modifiers[i] = s->modifiers[at];
        s->modifiers[at] = (uint8_t)i;
    }
    s->modifier_count = MODIFIERS;
}

static bool modifier_left(const clx *s, int seat) {
    (void)seat;
    return s->modifier_count > 0;
}

static bool draw_modifier(clx *s, int seat) {
    (void)seat;
    wait_for(s, (uint8_t)(DRAWN_MODIFIER + pop(s->modifiers, &s->modifier_count)));
    return true;
}

static capu_action nth_agent(const clx *s, int seat, int n) {
    (void)s, (void)seat;
    return CLX_ACTION(USE + AGENT, n, 0, 0);
}

static void agent(clx *s, int seat, int district, int b, int c) {
    uint8_t modifier = (uint8_t)(s->drawn[0] - DRAWN_MODIFIER);

    (void)b, (void)c;
    s->laid[s->laid_count++] = (clx_laid){(uint8_t)(district & 15), (uint8_t)(seat & 15), modifier};
}

static void gather_modifiers(clx *s, capu_dice *dice) {
    capu_memset(s->laid, 0, sizeof s->laid);
    s->laid_count = 0;
    shuffle_modifiers(s, dice);
}

/* ---------------------------------------------- CLX-21 Infiltrator (blue B) */

static int count_infiltrator(const clx *s, int seat) {
    (void)seat;
    return DISTRICTS * SIDES - (s->infiltrator != CAPU_NONE);
}

static capu_action nth_infiltrator(const clx *s, int seat, int n) {
    int way = n + (n >= s->infiltrator); /* place or side must change */

    (void)seat;
    return CLX_ACTION(USE + INFILTRATOR, way / SIDES, way % SIDES, 0);
}

static void infiltrator(clx *s, int seat, int district, int side, int c) {
    (void)seat, (void)c;
    s->infiltrator = (uint8_t)(SIDES * district + side);
}

/* --------------------------- CLX-22 Recruiter, CLX-23 Foreigner (blue C, D) */

static void shuffle_greys(clx *s, capu_dice *dice) {
    capu_memcpy(s->grey, clx_greys, GREY_CARDS);
    s->grey_count = GREY_CARDS;
    capu_dice_shuffle_deck(dice, s->grey, GREY_CARDS);
}

static bool grey_left(const clx *s, int seat) {
    (void)seat;
    return s->grey_count > 0;
}

static bool draw_grey(clx *s, int seat) {
    (void)seat;
    wait_for(s, pop(s->grey, &s->grey_count));
    return true;
}

static int count_recruiter(const clx *s, int seat) {
    (void)s, (void)seat;
    return 2 * DISTRICTS;
}

static capu_action nth_recruiter(const clx *s, int seat, int n) {
    (void)s, (void)seat;
    return CLX_ACTION(USE + RECRUITER, n / DISTRICTS, n % DISTRICTS, 0);
}

static void recruiter(clx *s, int seat, int to_capital, int district, int c) {
    (void)c;
    clx_lay(s, to_capital ? clx_capital(district) : clx_city(seat, district), s->drawn[0]);
}

static int count_foreigner(const clx *s, int seat) {
    (void)seat;
    return DISTRICTS * count_others(s);
}

static capu_action nth_foreigner(const clx *s, int seat, int n) {
    (void)s;
    return CLX_ACTION(USE + FOREIGNER, nth_other(seat, n / DISTRICTS), n % DISTRICTS, 0);
}

static void foreigner(clx *s, int seat, int other, int district, int c) {
    (void)seat, (void)c;
    clx_lay(s, clx_city(other, district), s->drawn[0]);
}

/* ------------------------------ CLX-24 Cleric, CLX-27 Mentalist (pink A, D) */

static bool card_not_pink(const clx *s, int seat) {
    (void)seat;
    return clx_length(s, clx_capital(BLUE)) || clx_length(s, clx_capital(YELLOW)) ||
           clx_length(s, clx_capital(GREEN));
}

static int count_not_pink(const clx *s, int seat) {
    (void)seat;
    return count_lowest(s, NOT_PINK);
}

static capu_action nth_cleric(const clx *s, int seat, int n) {
    place from = nth_lowest(s, NOT_PINK, n);

    (void)seat;
    return CLX_ACTION(USE + CLERIC, from.district, from.kind, 0);
}

static void cleric(clx *s, int seat, int district, int kind, int c) {
    (void)c;
    clx_take(s, clx_capital(district), (uint8_t)kind);
    clx_lay(s, clx_city(seat, matching(kind, district)), (uint8_t)kind);
}

static capu_action nth_mentalist(const clx *s, int seat, int n) {
    place from = nth_lowest(s, NOT_PINK, n);

    (void)seat;
    return CLX_ACTION(USE + MENTALIST, from.district, from.kind, 0);
}

static void mentalist(clx *s, int seat, int district, int kind, int c) {
    (void)seat, (void)c;
    clx_discard_one(s, clx_capital(district), (uint8_t)kind);
}

/* -------------------------------------------------- CLX-25 Prophet (pink B) */

static int count_prophet(const clx *s, int seat) {
    (void)seat;
    return count_lowest(s, ALL_DISTRICTS) * count_others(s);
}

static capu_action nth_prophet(const clx *s, int seat, int n) {
    int others = count_others(s);
    place from = nth_lowest(s, ALL_DISTRICTS, n / others);

    return CLX_ACTION(USE + PROPHET, from.district, from.kind, nth_other(seat, n % others));
}

static void prophet(clx *s, int seat, int district, int kind, int other) {
    (void)seat;
    clx_take(s, clx_capital(district), (uint8_t)kind);
    clx_lay(s, clx_city(other, matching(kind, district)), (uint8_t)kind);
}

/* ----------------------------------------------- CLX-26 Missionary (pink C) */

static int count_missionary(const clx *s, int seat) {
    (void)seat;
    return count_lowest(s, ALL_DISTRICTS) * (DISTRICTS - 1);
}

static capu_action nth_missionary(const clx *s, int seat, int n) {
    place from = nth_lowest(s, ALL_DISTRICTS, n / (DISTRICTS - 1));
    int to = nth_other(from.district, n % (DISTRICTS - 1));

    (void)seat;
    return CLX_ACTION(USE + MISSIONARY, from.district, from.kind, to);
}

static void missionary(clx *s, int seat, int district, int kind, int to) {
    (void)seat;
    clx_take(s, clx_capital(district), (uint8_t)kind);
    clx_lay(s, clx_capital(to), (uint8_t)kind);
}

/* ----------------------------------------------- CLX-28 Merchant (yellow A) */

static bool merchant(clx *s, int seat) {
    s->gold[seat]++;
    return false;
}

static clx_fate merchant_over(clx *s, int district, int seat, int excess) {
    (void)district;
    return clx_price(s, seat, excess) < 0 ? LOSES_ALL : IS_ASKED;
}

/* ----------------------------------------------- CLX-29 Disciple (yellow B) */

static capu_action nth_disciple(const clx *s, int seat, int n) {
    (void)s, (void)seat;
    return CLX_ACTION(USE + DISCIPLE, n, 0, 0);
}

static void disciple(clx *s, int seat, int district, int b, int c) {
    (void)b, (void)c;
    s->gold[seat]++;
    s->capital_gold[district]++;
}

static void disciple_won(clx *s, int district, int owner) {
    s->gold[owner] = (uint16_t)(s->gold[owner] + s->capital_gold[district]);
    s->capital_gold[district] = 0;
}

static void return_gold(clx *s) {
    capu_memset(s->capital_gold, 0, sizeof s->capital_gold);
}

/* --------------------------------------------- CLX-30 Aristocrat (yellow C) */

static uint32_t not_own(const clx *s, int seat) {
    uint32_t districts = 0;

    for (int d = 0; d < DISTRICTS; d++)
        districts |= (uint32_t)(s->aristocrats[d] != seat) << d;
    return districts;
}

static bool aristocrat_left(const clx *s, int seat) {
    return not_own(s, seat) != 0;
}

static int count_aristocrat(const clx *s, int seat) {
    return capu_bits(not_own(s, seat));
}

static capu_action nth_aristocrat(const clx *s, int seat, int n) {
    return CLX_ACTION(USE + ARISTOCRAT, capu_nth_bit(not_own(s, seat), n), 0, 0);
}

static void aristocrat(clx *s, int seat, int district, int b, int c) {
    (void)b, (void)c;
    s->aristocrats[district] = (uint8_t)seat;
}

static void return_aristocrats(clx *s) {
    capu_memset(s->aristocrats, CAPU_NONE, sizeof s->aristocrats);
}

/* ----------------------------------------------- CLX-31 Sentinel (yellow D) */

static uint32_t unguarded(const clx *s, int seat) {
    return ALL_DISTRICTS & ~(uint32_t)s->guards[seat];
}

static bool district_unguarded(const clx *s, int seat) {
    return unguarded(s, seat) != 0;
}

static int count_sentinel(const clx *s, int seat) {
    return capu_bits(unguarded(s, seat));
}

static capu_action nth_sentinel(const clx *s, int seat, int n) {
    return CLX_ACTION(USE + SENTINEL, capu_nth_bit(unguarded(s, seat), n), 0, 0);
}

static void sentinel(clx *s, int seat, int district, int b, int c) {
    (void)b, (void)c;
    s->guards[seat] |= (uint8_t)(1u << district);
}

static clx_fate sentinel_over(clx *s, int district, int seat, int excess) {
    int list = clx_city(seat, district);

    if (!(s->guards[seat] >> district & 1))
        return LOSES_ALL;
    s->guards[seat] &= (uint8_t) ~(1u << district);
    while (excess > 0) {
        uint8_t kind = clx_take_highest(s, list);
        excess -= clx_value[kind];
        s->discard[kind]++;
    }
    return SAVED;
}

static void pay_guards(clx *s) {
    for (int seat = 0; seat < s->head.players; seat++) {
        s->gold[seat] = (uint16_t)(s->gold[seat] + capu_bits(s->guards[seat]));
        s->guards[seat] = 0;
    }
}

/* ------------------------------------------------- CLX-32 Scholar (green A) */

static bool pile_left(const clx *s, int seat) {
    (void)seat;
    return s->pile_count > 0;
}

static bool scholar(clx *s, int seat) {
    clx_take_to_hand(s, seat, clx_draw(s));
    return false;
}

/* -------------------------------------------- CLX-33 Proselytiser (green B) */

static bool draw_two(clx *s, int seat) {
    if (s->pile_count == 1)
        return scholar(s, seat);
    wait_for(s, clx_draw(s));
    wait_for(s, clx_draw(s));
    capu_sort(s->drawn, 2);
    return true;
}

static int count_proselytiser(const clx *s, int seat) {
    (void)seat;
    return (s->drawn[0] == s->drawn[1] ? 1 : 2) * count_others(s);
}

static capu_action nth_proselytiser(const clx *s, int seat, int n) {
    int others = count_others(s);

    return CLX_ACTION(USE + PROSELYTISER, s->drawn[n / others], nth_other(seat, n % others), 0);
}

static void proselytiser(clx *s, int seat, int kind, int other, int c) {
    (void)c;
    clx_lay(s, clx_city(other, clx_colour[kind]), (uint8_t)kind);
    clx_take_to_hand(s, seat, s->drawn[s->drawn[0] == kind]);
}

/* ------------------------------------------------ CLX-34 Explorer (green C) */

static void fill_display(clx *s) {
    while (s->display_count < DISPLAY && s->pile_count > 0)
        s->display[s->display_count++] = clx_draw(s);
    capu_sort(s->display, s->display_count);
}

static void open_display(clx *s, capu_dice *dice) {
    (void)dice;
    fill_display(s);
}

static bool display_left(const clx *s, int seat) {
    (void)seat;
    return s->display_count > 0;
}

static int count_explorer(const clx *s, int seat) {
    int count = 0;

    (void)seat;
    for (int i = 0; i < s->display_count; i++)
        count += i == 0 || s->display[i] != s->display[i - 1];
    return count;
}

static capu_action nth_explorer(const clx *s, int seat, int n) {
    int i = 0;

    (void)seat;
    for (; n > 0; n--)
        for (i++; s->display[i] == s->display[i - 1];)
            i++;
    return CLX_ACTION(USE + EXPLORER, s->display[i], 0, 0);
}

static void take_from_display(clx *s, int kind) {
    int i = 0;

    while (s->display[i] != kind)
        i++;
    s->display[i] = s->display[--s->display_count];
    s->display[s->display_count] = 0;
    fill_display(s);
}

static void explorer(clx *s, int seat, int kind, int b, int c) {
    (void)b, (void)c;
    clx_take_to_hand(s, seat, (uint8_t)kind);
    for (int i = 0; i < count_others(s); i++) /* all have seen it (CLX-50) */
        s->known[seat][i] += clx_one(kind);
    take_from_display(s, kind);
}

/* ------------------------------------------------- CLX-35 Dualist (green D) */

static bool second_card(const clx *s, int seat) {
    return !s->second && (s->pile_count > 0 || s->hand_count[seat] > 0);
}

static bool dualist(clx *s, int seat) {
    if (s->pile_count > 0)
        clx_take_to_hand(s, seat, clx_draw(s));
    s->second = true;
    return false;
}

/* ------------------------------------------------------------------- table */

const clx_power clx_powers[TILES] = {
    [AGENT] = {.name = "agent",
               .effect = "draw a modifier (+4 +2 -1 -3), look at it alone and lay it face down at "
                         "any capital district",
               .asks = WHY_AGENT,
               .set_up = shuffle_modifiers,
               .possible = modifier_left,
               .begin = draw_modifier,
               .count = count_districts,
               .at = nth_agent,
               .apply = agent,
               .next_round = gather_modifiers},
    [INFILTRATOR] = {.name = "infiltrator",
                     .effect = "lay or move the tile to a capital district, on its side + (limit "
                               "3 more) or - (3 less)",
                     .asks = WHY_INFILTRATOR,
                     .reconstructed = true,
                     .count = count_infiltrator,
                     .at = nth_infiltrator,
                     .apply = infiltrator},
    [RECRUITER] = {.name = "recruiter",
                   .effect = "draw a grey card (1 2 3) and lay it in a capital district or in one "
                             "of the own city",
                   .asks = WHY_RECRUITER,
                   .reconstructed = true,
                   .set_up = shuffle_greys,
                   .possible = grey_left,
                   .begin = draw_grey,
                   .count = count_recruiter,
                   .at = nth_recruiter,
                   .apply = recruiter},
    [FOREIGNER] = {.name = "foreigner",
                   .effect = "draw a grey card (1 2 3) and lay it in another player's city, where "
                             "it counts against the limit only",
                   .asks = WHY_FOREIGNER,
                   .reconstructed = true,
                   .not_in_solo = true,
                   .greys_foreign = true,
                   .set_up = shuffle_greys,
                   .possible = grey_left,
                   .begin = draw_grey,
                   .count = count_foreigner,
                   .at = nth_foreigner,
                   .apply = foreigner},
    [CLERIC] = {.name = "cleric",
                .effect = "take the lowest card of the blue, yellow or green capital district to "
                          "the own city",
                .asks = WHY_CLERIC,
                .possible = card_not_pink,
                .count = count_not_pink,
                .at = nth_cleric,
                .apply = cleric},
    [PROPHET] = {.name = "prophet",
                 .effect = "the lowest card of a capital district goes to another player's city",
                 .asks = WHY_PROPHET,
                 .reconstructed = true,
                 .not_in_solo = true,
                 .count = count_prophet,
                 .at = nth_prophet,
                 .apply = prophet},
    [MISSIONARY] = {.name = "missionary",
                    .effect = "move the lowest card of a capital district to another one",
                    .asks = WHY_MISSIONARY,
                    .reconstructed = true,
                    .count = count_missionary,
                    .at = nth_missionary,
                    .apply = missionary},
    [MENTALIST] = {.name = "mentalist",
                   .effect = "discard the lowest card of the blue, yellow or green capital "
                             "district",
                   .asks = WHY_MENTALIST,
                   .reconstructed = true,
                   .possible = card_not_pink,
                   .count = count_not_pink,
                   .at = nth_mentalist,
                   .apply = mentalist},
    [MERCHANT] = {.name = "merchant",
                  .effect = "take 1 gold; gold may pay for what a city is over a limit",
                  .begin = merchant,
                  .over = merchant_over},
    [DISCIPLE] = {.name = "disciple",
                  .effect = "take 1 gold, and put 1 on a capital district for the winner of its "
                            "bonus",
                  .asks = WHY_DISCIPLE,
                  .reconstructed = true,
                  .count = count_districts,
                  .at = nth_disciple,
                  .apply = disciple,
                  .won = disciple_won,
                  .game_over = return_gold},
    [ARISTOCRAT] = {.name = "aristocrat",
                    .effect = "take an Aristocrat from the board or another player: 2 more for the "
                              "majority in its district",
                    .asks = WHY_ARISTOCRAT,
                    .reconstructed = true,
                    .possible = aristocrat_left,
                    .count = count_aristocrat,
                    .at = nth_aristocrat,
                    .apply = aristocrat,
                    .round_over = return_aristocrats},
    [SENTINEL] = {.name = "sentinel",
                  .effect = "put a guard on a district of the own city: over the limit it loses "
                            "only its highest cards, else the guard becomes gold",
                  .asks = WHY_SENTINEL,
                  .reconstructed = true,
                  .possible = district_unguarded,
                  .count = count_sentinel,
                  .at = nth_sentinel,
                  .apply = sentinel,
                  .over = sentinel_over,
                  .round_over = pay_guards},
    [SCHOLAR] = {.name = "scholar",
                 .effect = "draw a citizen",
                 .possible = pile_left,
                 .begin = scholar},
    [PROSELYTISER] = {.name = "proselytiser",
                      .effect = "draw two citizens, keep one, lay the other in another player's "
                                "city",
                      .asks = WHY_PROSELYTISER,
                      .reconstructed = true,
                      .not_in_solo = true,
                      .possible = pile_left,
                      .begin = draw_two,
                      .count = count_proselytiser,
                      .at = nth_proselytiser,
                      .apply = proselytiser},
    [EXPLORER] = {.name = "explorer",
                  .effect = "take one of three open citizens",
                  .asks = WHY_EXPLORER,
                  .reconstructed = true,
                  .set_up = open_display,
                  .possible = display_left,
                  .count = count_explorer,
                  .at = nth_explorer,
                  .apply = explorer},
    [DUALIST] = {.name = "dualist",
                 .effect = "draw a citizen, then play a second card at once",
                 .reconstructed = true,
                 .possible = second_card,
                 .begin = dualist},
};

void clx_note_hooks(clx *s) {
    capu_memset(s->hooks, 0, sizeof s->hooks);
    for (int d = 0; d < DISTRICTS; d++) {
        const clx_power *power = clx_power_of(s, d);
        s->hooks[CITY_OVER] |= (uint8_t)((power->over != NULL) << d);
        s->hooks[WON] |= (uint8_t)((power->won != NULL) << d);
        s->hooks[FOREIGN_GREYS] |= (uint8_t)(power->greys_foreign << d);
    }
}

/* CLX-5 */
const uint8_t clx_sets[4][DISTRICTS] = {
    {AGENT, CLERIC, MERCHANT, SCHOLAR},
    {INFILTRATOR, PROPHET, DISCIPLE, PROSELYTISER},
    {RECRUITER, MISSIONARY, ARISTOCRAT, EXPLORER},
    {FOREIGNER, MENTALIST, SENTINEL, DUALIST},
};

bool clx_named_tiles(int value, uint8_t tiles[DISTRICTS]) {
    if (value == POWERS_RANDOM)
        return false;
    if (value <= SET_D) {
        capu_memcpy(tiles, clx_sets[value - SET_A], DISTRICTS);
        return true;
    }
    for (int d = 0; d < DISTRICTS; d++) {
        int shift = 2 * (DISTRICTS - 1 - d);
        tiles[d] = (uint8_t)(TILES_EACH * d + ((value - POWERS_NAMED) >> shift & 3));
    }
    return true;
}
