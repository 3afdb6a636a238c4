/* Opponents: how often they look ahead, when they stop, and what they say. */
#include <math.h>

#include "bots/search.h"
#include "host/think.h"
#include "support.h"

static const capu_game *opening(int index, capu_state *state) {
    const capu_game *game = capu_game_at(index);
    capu_options options = {{0}};
    uint8_t seed[CAPU_SEED_BYTES];

    if (!game)
        return NULL;
    capu_set_option(game, 3, &options, "first", "0", NULL);
    if (strcmp(capu_info(game)->name, "caprice") == 0)
        capu_set_option(game, 3, &options, "third", "redraw", NULL); /* else nothing to choose */
    capu_seed_from_number(seed, 5);
    assert_int_equal(capu_new(state, game, &options, 3, seed), CAPU_OK);
    return game;
}

static void test_levels_think_more_and_more_in_every_game(void **state) {
    static const char *const levels[] = {"random", "beginner", "casual", "club",
                                         "expert", "master",   NULL};
    capu_state position;

    (void)state;
    for (int g = 0; opening(g, &position); g++)
        for (int i = 1, before = 0; levels[i]; i++) {
            int now = capu_bot_iterations(capu_find_bot(levels[i]), &position);
            assert_true(now > before);
            before = now;
        }
}

static void test_games_have_numbers_of_their_own(void **state) {
    capu_bot bot = *capu_find_bot("expert");
    int own = 0;
    capu_state position;

    (void)state;
    for (int g = 0; opening(g, &position); g++)
        own += capu_bot_iterations(&bot, &position) != bot.iterations;
    assert_true(own > 0);
    bot.level = 0; /* one that was made with a number has it everywhere */
    bot.iterations = 17;
    for (int g = 0; opening(g, &position); g++)
        assert_int_equal(capu_bot_iterations(&bot, &position), 17);
}

/* Whoever stops early does what it would have done later; whoever explains goes on to the end. */
static void test_stopping_early_changes_nothing(void **state) {
    enum { ITERATIONS = 2000, LONG = 1000000 };
    static uint64_t memory[2][1 << 20];
    capu_state position, view;

    (void)state;
    for (int g = 0; opening(g, &position); g++) {
        int seat = capu_first_actor(&position);
        capu_action chosen[2];
        capu_view(&position, seat, &view);
        for (int early = 0; early < 2; early++) {
            capu_random random = capu_random_from(1);
            capu_search *search =
                capu_search_begin(memory[early], sizeof memory[early], &view, seat, 3);
            host_effort effort = host_effort_on(search, HOST_CPU, LONG, ITERATIONS, early);
            while (host_go_on(&effort, 5))
                continue;
            assert_true(early || effort.done == ITERATIONS);
            chosen[early] = capu_search_choice(search, 0, &random);
        }
        assert_int_equal(chosen[0], chosen[1]);
    }
}

static double power_of(const capu_advice *advice, int quarters) {
    return pow((double)advice->visits, quarters / 4.0);
}

/* How often the best is chosen agrees with the visits to the power of a quarter of the sharpness.
 */
static void test_choices_follow_visits(void **state) {
    static const int sharpness[] = {1, 2, 3, 4, 7, 16};
    enum { CHOICES = 20000, TRIED = sizeof sharpness / sizeof sharpness[0] };
    static uint64_t memory[1 << 20];
    capu_advice advice[CAPU_MAX_ACTIONS];
    capu_state position, view;
    capu_random random = capu_random_from(11);

    (void)state;
    opening(0, &position);
    capu_view(&position, capu_first_actor(&position), &view);
    capu_search *search =
        capu_search_begin(memory, sizeof memory, &view, capu_first_actor(&position), 3);
    capu_search_run(search, 300);
    int count = capu_search_advice(search, advice, CAPU_MAX_ACTIONS);
    assert_true(count > 2 && advice[0].visits > advice[count - 1].visits);
    for (int i = 0; i < TRIED; i++) {
        double all = 0, chosen = 0;
        for (int a = 0; a < count; a++)
            all += power_of(&advice[a], sharpness[i]);
        for (int n = 0; n < CHOICES; n++)
            chosen += capu_search_choice(search, sharpness[i], &random) == advice[0].action;
        double expected = power_of(&advice[0], sharpness[i]) / all;
        double off = 5 * sqrt(expected * (1 - expected) / CHOICES);
        if (fabs(chosen / CHOICES - expected) > off)
            fail_msg("sharpness %d: the best is chosen in %.3f, should be in %.3f", sharpness[i],
                     chosen / CHOICES, expected);
    }
    assert_true(capu_search_choice(search, 0, &random) == advice[0].action);
}

/* What a bot does, with iterations of its own, in a position that was played. */
static capu_action choice_of(const char *name, const capu_state *view, int seat, bool forgotten) {
    static uint64_t memory[1 << 20];
    capu_bot bot = *capu_find_bot(name);
    capu_random random = capu_random_from(4);
    capu_state seen;

    bot.level = 0;
    bot.iterations = 300;
    bot.memory = sizeof memory;
    capu_copy(&seen, view);
    if (forgotten)
        capu_forget(&seen);
    return bot.choose(&bot, &seen, seat, &random, memory);
}

static void test_master_alone_draws_conclusions_from_what_was_played(void **state) {
    int otherwise = 0;

    (void)state;
    for (uint64_t number = 1; number <= 30; number++) {
        capu_random random = capu_random_from(number);
        capu_state position, view;
        opening(0, &position);
        capu_playout(&position, &random, 24);
        int seat = capu_first_actor(&position);
        capu_view(&position, seat, &view);
        assert_int_equal(choice_of("expert", &view, seat, false),
                         choice_of("expert", &view, seat, true));
        otherwise +=
            choice_of("master", &view, seat, false) != choice_of("master", &view, seat, true);
    }
    assert_in_range(otherwise, 5, 30);
}

/* ------------------------------------------------------------------ hints */

static const bots_outlook always = {.win = {0.37f, 0.41f, 0.22f}, .score = {51.3f, 17.9f, 103.7f}};

static void stay_here(capu_state *state, const int *w, const bots_policy *policy,
                      capu_random *random) {
    (void)state, (void)w, (void)policy, (void)random;
}

static void expect_the_same(const capu_state *state, const int *w, bots_outlook *out) {
    (void)state, (void)w;
    *out = always;
}

/* However often something is added up, its mean stays what it is. */
static void test_means_stay_exact_in_a_long_search(void **state) {
    enum { ITERATIONS = 400000 };
    static uint64_t memory[1 << 20];
    capu_state position, view;
    capu_advice advice;

    (void)state;
    opening(0, &position);
    capu_view(&position, 0, &view);
    bots_knowledge know = *bots_knowledge_of(&view);
    know.play_on = stay_here;
    know.outlook = expect_the_same;
    capu_search *search = capu_search_begin(memory, sizeof memory, &view, 0, 1);
    bots_search_knowing(search, &know);
    capu_search_run(search, ITERATIONS);
    assert_int_equal(capu_search_advice(search, &advice, 1), 1);
    for (int seat = 0; seat < 3; seat++) {
        assert_true(fabsf(advice.win[seat] - always.win[seat]) < 1e-4f);
        assert_true(fabsf(advice.score[seat] - always.score[seat]) < 1e-3f);
    }
    assert_true(advice.error < 1e-6f);
}

/* A reply is somebody else's, and what is called likely is seen in one look of fifty. */
static void test_replies_are_those_of_others(void **state) {
    static uint64_t memory[1 << 20];
    int replies = 0;
    capu_state position, view;

    (void)state;
    for (int g = 0; opening(g, &position); g++)
        for (int moves = 0; moves < 12; moves++) {
            int seat = capu_first_actor(&position);
            capu_advice advice[CAPU_MAX_ACTIONS];
            capu_view(&position, seat, &view);
            capu_search *search = capu_search_begin(memory, sizeof memory, &view, seat, 1);
            capu_search_run(search, 2000);
            int count = capu_search_advice(search, advice, CAPU_MAX_ACTIONS);
            for (int i = 0; i < count; i++)
                if (advice[i].replied) {
                    assert_int_not_equal(advice[i].reply.seat, seat);
                    replies++;
                }
            capu_apply(&position, seat, advice[0].action);
        }
    assert_in_range(replies, 50, 100000);
}

/* Without a limit a bot looks ahead as often as it should, however slow the machine is. */
static void test_without_a_limit_no_clock_counts(void **state) {
    capu_bot hasty = *capu_find_bot("expert");
    void *memory = malloc(hasty.memory);
    capu_state position, view;
    uint32_t visits[2] = {0, 0};

    (void)state;
    hasty.ms = 0; /* over before it has begun */
    opening(0, &position);
    int seat = capu_first_actor(&position);
    capu_view(&position, seat, &view);
    for (int lifted = 0; lifted < 2; lifted++) {
        host_thinking how = {.clock = HOST_WALL, .ms = lifted ? HOST_NO_LIMIT : 0};
        capu_random random = capu_random_from(1);
        capu_advice advice[CAPU_MAX_ACTIONS];
        host_think_by(how, &hasty, &view, seat, &random, memory);
        int count = capu_search_advice(memory, advice, CAPU_MAX_ACTIONS);
        for (int i = 0; i < count; i++)
            visits[lifted] += advice[i].visits;
    }
    assert_int_equal(visits[0], 0);
    assert_int_equal(visits[1], capu_bot_iterations(&hasty, &view));
    free(memory);
}

static int place_in(const capu_action *list, int count, capu_action action) {
    for (int i = 0; i < count; i++)
        if (list[i] == action)
            return i;
    return -1;
}

/* What a search tries is legal, and nothing twice. */
static void play_and_check_choices(test_game *g) {
    static capu_action legal[CAPU_MAX_ACTIONS], tried[CAPU_MAX_ACTIONS];
    const bots_knowledge *know = bots_knowledge_of(&g->state);

    for (; know->choices && capu_actors(&g->state); capu_playout(&g->state, &g->random, 1)) {
        int seat = capu_first_actor(&g->state), all = capu_legal(&g->state, seat, legal);
        int count = know->choices(&g->state, seat, tried);
        assert_here(g, count > 0 && count <= all);
        for (int i = 0; i < count; i++) {
            assert_here(g, place_in(legal, all, tried[i]) >= 0);
            assert_here(g, place_in(tried, i, tried[i]) < 0);
        }
    }
}

static void test_what_is_tried_is_legal(void **state) {
    (void)state;
    for_random_games(test_games(300), play_and_check_choices);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_think_more_and_more_in_every_game),
        cmocka_unit_test(test_games_have_numbers_of_their_own),
        cmocka_unit_test(test_stopping_early_changes_nothing),
        cmocka_unit_test(test_without_a_limit_no_clock_counts),
        cmocka_unit_test(test_choices_follow_visits),
        cmocka_unit_test(test_master_alone_draws_conclusions_from_what_was_played),
        cmocka_unit_test(test_means_stay_exact_in_a_long_search),
        cmocka_unit_test(test_replies_are_those_of_others),
        cmocka_unit_test(test_what_is_tried_is_legal),
    };

    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
