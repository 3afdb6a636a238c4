/* Opponents: how often they look ahead, and when they stop. */
#include "host/think.h"
#include "support.h"

static const capu_game *opening(int index, capu_state *state) {
    const capu_game *game = capu_game_at(index);
    capu_options options = {{0}};
    uint8_t seed[CAPU_SEED_BYTES];

    if (!game)
        return NULL;
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
            capu_effort effort = capu_effort_on(search, CAPU_CPU, LONG, ITERATIONS, early);
            while (capu_go_on(&effort, 5))
                continue;
            assert_true(early || effort.done == ITERATIONS);
            chosen[early] = capu_search_choice(search, 0, &random);
        }
        assert_int_equal(chosen[0], chosen[1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_think_more_and_more_in_every_game),
        cmocka_unit_test(test_games_have_numbers_of_their_own),
        cmocka_unit_test(test_stopping_early_changes_nothing),
    };

    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
