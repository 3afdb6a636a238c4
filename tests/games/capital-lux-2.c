/* Capital Lux 2: what the battery cannot know. All 256 sets of powers, and how samples are dealt.
 */
#include "games/capital-lux-2/lux.h"
#include "support.h"

/* --------------------------------------------------------------- power sets */

static test_game game_with(int players, int combination) {
    test_game g = {.game = capu_find("capital-lux-2"), .players = players};

    g.options.value[LUX_POWERS_OPTION] = (uint16_t)(LUX_POWERS_NAMED + combination);
    g.number = (uint64_t)(players * LUX_COMBINATIONS + combination);
    g.random = capu_random_from(g.number);
    return g;
}

/* What a position keeps beside its cards follows from them. */
static void check_totals(const test_game *g, const lux *s) {
    int hands = 0;

    for (int d = 0; d < LUX_DISTRICTS; d++)
        assert_here(g, s->capital_total[d] == lux_total(s, lux_capital(d)));
    for (int owner = 0; owner < lux_owners(s); owner++)
        for (int d = 0; d < LUX_DISTRICTS; d++)
            assert_here(g, s->city_total[owner][d] == lux_total(s, lux_city(owner, d)));
    for (int seat = 0; seat < s->head.players; seat++) {
        assert_here(g, s->hand_count[seat] == lux_sum(s->hand[seat]));
        hands += s->hand_count[seat];
    }
    assert_here(g, s->start[LUX_LISTS] + s->pile_count <= LUX_CARDS && hands <= LUX_DECK);
}

static void play_set(test_game *g) {
    uint8_t seed[CAPU_SEED_BYTES];

    capu_seed_from_number(seed, g->number);
    assert_int_equal(capu_new(&g->state, g->game, &g->options, g->players, seed), CAPU_OK);
    for (int step = 0; capu_actors(&g->state); step++) {
        capu_move move = capu_random_move(&g->state, &g->random);
        assert_here(g, step < LONGEST_GAME);
        assert_here(g, capu_apply(&g->state, (int)move.seat, move.action) == CAPU_OK);
        check_totals(g, (const lux *)&g->state);
        assert_round_trip(g, &g->state);
    }
}

static void test_all_power_sets(void **state) {
    int refused = 0;

    (void)state;
    for (int players = 1; players <= LUX_PLAYERS; players++)
        for (int combination = 0; combination < LUX_COMBINATIONS; combination++) {
            test_game g = game_with(players, combination);
            if (capu_check_options(g.game, players, &g.options, NULL))
                refused++;
            else
                play_set(&g);
        }
    assert_int_equal(refused, LUX_COMBINATIONS - 3 * 3 * 4 * 3); /* CLX-40 */
}

static void test_values_read_back(void **state) {
    (void)state;
    for (int combination = 0; combination < LUX_COMBINATIONS; combination++) {
        test_game g = game_with(2, combination);
        capu_options read = {0};
        char buffer[128];
        capu_text text = capu_text_on(buffer, sizeof buffer);
        capu_option_value(g.game, LUX_POWERS_OPTION, g.options.value[LUX_POWERS_OPTION], &text);
        assert_int_equal(capu_set_option(g.game, 2, &read, "powers", buffer, NULL), CAPU_OK);
        assert_int_equal(read.value[LUX_POWERS_OPTION], g.options.value[LUX_POWERS_OPTION]);
    }
}

/* What is said about the game names just the tiles whose rows say so, and set A in its own way. */
static void test_reconstructed_powers_are_named(void **state) {
    const char *sentence = capu_info(capu_find("capital-lux-2"))->reconstructed;

    (void)state;
    for (int tile = 0; tile < LUX_TILES; tile++)
        assert_int_equal(strstr(sentence, lux_powers[tile].name) != NULL,
                         lux_powers[tile].reconstructed);
    assert_non_null(strstr(sentence, "set A is as in the first edition"));
}

/* ------------------------------------------------------------------ samples */

enum { SAMPLES = 40000 };

/* A position in the play phase of three players, some of it known. */
static void reach_play(test_game *g, int phase) {
    uint8_t seed[CAPU_SEED_BYTES];

    for (uint64_t number = 1;; number++) {
        capu_seed_from_number(seed, number);
        capu_new(&g->state, g->game, &g->options, g->players, seed);
        capu_playout(&g->state, &g->random, 40);
        if (((const lux *)&g->state)->phase == phase)
            return;
    }
}

/* How often each kind must be among `count` cards out of the unknown ones, within five standard
 * deviations of an even deal. */
static void assert_share(const int *seen, const int *unknown, int count) {
    int all = 0;

    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        all += unknown[kind];
    for (int kind = 0; kind < LUX_CITIZENS; kind++) {
        double share = (double)unknown[kind] / all;
        double expected = SAMPLES * count * share;
        double deviation = __builtin_sqrt(expected * (1 - share)) + 1;
        double off = seen[kind] - expected;
        if (off > 5 * deviation || off < -5 * deviation)
            fail_msg("%s: %d times, expected %.0f", lux_card_names[kind], seen[kind], expected);
    }
}

/* Unknown to seat 0: the pile, and of the others' hands what it is not certain of. */
static void count_unknown(const lux *s, int unknown[LUX_CITIZENS]) {
    memset(unknown, 0, LUX_CITIZENS * sizeof *unknown);
    for (int i = 0; i < s->pile_count; i++)
        unknown[s->cards[LUX_CARDS - s->pile_count + i]]++;
    for (int seat = 1; seat < s->head.players; seat++)
        for (int kind = 0; kind < LUX_CITIZENS; kind++)
            unknown[kind] +=
                lux_how_many(s->hand[seat], kind) - lux_how_many(s->known[seat][0], kind);
}

static void test_samples_are_even(void **state) {
    test_game g = {.game = capu_find("capital-lux-2"), .players = 3};
    int unknown[LUX_CITIZENS], top[LUX_CITIZENS] = {0}, hand[LUX_CITIZENS] = {0};
    capu_state view, sample;
    const lux *s = (const lux *)&g.state, *dealt = (const lux *)&sample;

    (void)state;
    g.options.value[LUX_POWERS_OPTION] = LUX_SET_A + 2; /* the Explorer makes cards known */
    reach_play(&g, LUX_PLAY);
    count_unknown(s, unknown);
    capu_view(&g.state, 0, &view);
    for (int i = 0; i < SAMPLES; i++) {
        capu_sample(&view, &g.random, &sample);
        assert_int_equal(dealt->hand_count[1], s->hand_count[1]);
        top[dealt->cards[LUX_CARDS - dealt->pile_count]]++;
        for (int kind = 0; kind < LUX_CITIZENS; kind++) {
            int certain = lux_how_many(s->known[1][0], kind);
            int held = lux_how_many(dealt->hand[1], kind);
            assert_true(held >= certain);
            hand[kind] += held - certain;
        }
    }
    assert_share(top, unknown, 1);
    assert_share(hand, unknown, s->hand_count[1] - lux_sum(s->known[1][0]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_power_sets),
        cmocka_unit_test(test_values_read_back),
        cmocka_unit_test(test_reconstructed_powers_are_named),
        cmocka_unit_test(test_samples_are_even),
    };

    return cmocka_run_group_tests_name("capital_lux_2", tests, NULL, NULL);
}
