/* Secrets, tested by changing them: what a seat may not know has no influence on what it gets. */
#include "support.h"

/* A position in which everything hidden from the viewer is dealt anew. */
static void redeal(test_game *g, const capu_state *view, capu_state *out) {
    capu_sample(view, &g->random, out);
}

/* What is remembered behind the position included. */
static void assert_same_bytes(const test_game *g, const capu_state *one, const capu_state *two) {
    assert_here(g, memcmp(one, two, (size_t)capu_info(g->game)->state_bytes) == 0);
}

static void check_view_of(test_game *g, int seat) {
    capu_state view, other, again;

    capu_view(&g->state, seat, &view);
    redeal(g, &view, &other);
    assert_here(g, other.head.viewer == 0);
    capu_view(&other, seat, &again);
    assert_same_state(g, &again, &view, "the view of a sample of the view");
    assert_same_bytes(g, &again, &view);
}

static void check_sample_is_possible(test_game *g, int seat) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    capu_state sample;

    capu_view(&g->state, seat, &sample);
    capu_sample(&sample, &g->random, &sample);
    if (!is_accepted(&sample, &why))
        fail_msg("%s: a sample for seat %d is impossible: %s", describe(g), seat, reason);
    assert_round_trip(g, &sample);
}

static void check_legal_from_view(test_game *g, int seat) {
    capu_action actions[CAPU_MAX_ACTIONS], seen[CAPU_MAX_ACTIONS], other_actions[CAPU_MAX_ACTIONS];
    capu_state view, other;

    capu_view(&g->state, seat, &view);
    redeal(g, &view, &other);
    int count = capu_legal(&g->state, seat, actions);
    assert_here(g, capu_legal(&view, seat, seen) == count);
    assert_here(g, capu_legal(&other, seat, other_actions) == count);
    assert_here(g, memcmp(actions, seen, (size_t)count * sizeof *actions) == 0);
    assert_here(g, memcmp(actions, other_actions, (size_t)count * sizeof *actions) == 0);
    if (capu_actors(&view) >> seat & 1) {
        assert_here(g, capu_legal_count(&view, seat) == count);
        assert_here(g, capu_legal_at(&view, seat, count - 1) == actions[count - 1]);
        assert_here(g, capu_check(&view, seat, actions[0], NULL) == CAPU_OK);
    }
    assert_here(g, capu_apply(&view, seat, actions[0]) == CAPU_IS_VIEW);
}

/* A view tells nothing about the generator, and answers for nobody but its viewer. */
static void check_view_is_closed(test_game *g, int seat) {
    capu_action actions[CAPU_MAX_ACTIONS];
    capu_state view;

    capu_view(&g->state, seat, &view);
    assert_here(g, view.head.draws == 0);
    for (int i = 0; i < CAPU_SEED_BYTES; i++)
        assert_here(g, view.head.seed[i] == 0);
    for (int other = 0; other < g->players; other++)
        assert_here(g, other == seat || capu_legal(&view, other, actions) == 0);
}

/* The same bot with less time and memory. */
static capu_bot quick_version(const capu_bot *bot) {
    capu_bot quick = *bot;
    size_t little = capu_search_bytes(4000);

    quick.level = 0;
    quick.iterations = bot->iterations > 60 ? 60 : bot->iterations;
    quick.memory = bot->memory > little ? little : bot->memory;
    return quick;
}

/* Where a bot has the choice, it is the same whatever the others hide. */
static void check_bots(test_game *g, int seat) {
    capu_state view, other;

    if (!(capu_actors(&g->state) >> seat & 1))
        return;
    capu_view(&g->state, seat, &view);
    redeal(g, &view, &other);
    capu_view(&other, seat, &other);
    assert_same_bytes(g, &view, &other);
    for (int i = 0; capu_bot_at(i); i++) {
        capu_bot bot = quick_version(capu_bot_at(i));
        capu_random a = capu_random_from(g->number), b = a;
        void *memory = host_alloc(bot.memory);
        capu_action action = bot.choose(&bot, &view, seat, &a, memory);
        assert_here(g, action == bot.choose(&bot, &other, seat, &b, memory));
        assert_here(g, capu_check(&g->state, seat, action, NULL) == CAPU_OK);
        free(memory);
    }
}

/* A bot that is given the whole position and looks at all of it: the check must see that. */
static capu_action choose_by_everything(const capu_state *state, int seat) {
    uint32_t count = (uint32_t)capu_legal_count(state, seat);

    return capu_legal_at(state, seat, (int)(capu_hash(state) % count));
}

static int cheats_seen;

static void look_for_cheat(test_game *g) {
    capu_playout(&g->state, &g->random, 4);
    int seat = capu_first_actor(&g->state);
    capu_state view, other;

    if (seat < 0)
        return;
    capu_view(&g->state, seat, &view);
    redeal(g, &view, &other);
    cheats_seen += choose_by_everything(&g->state, seat) != choose_by_everything(&other, seat);
}

static void test_cheating_shows(void **state) {
    (void)state;
    cheats_seen = 0;
    for_random_games(100, look_for_cheat);
    assert_true(cheats_seen > 10);
}

/* While a simultaneous decision is open, another's choice shows in no view, whatever it is. */
static void check_sealed(test_game *g, int seat, int other) {
    capu_state one, two;
    int count = capu_legal_count(&g->state, other);
    int sealed = g->game->sealed(&g->state);

    capu_copy(&one, &g->state);
    capu_copy(&two, &g->state);
    capu_apply_legal(&one, other, capu_legal_at(&one, other, 0));
    uint32_t pick = capu_random_below(&g->random, (uint32_t)count);
    capu_apply_legal(&two, other, capu_legal_at(&two, other, (int)pick));
    if (g->game->sealed(&one) != sealed || g->game->sealed(&two) != sealed ||
        capu_actors(&one) != capu_actors(&two))
        return;
    capu_view(&one, seat, &one);
    capu_view(&two, seat, &two);
    assert_same_state(g, &one, &two, "the view after two choices that are still sealed");
    assert_same_bytes(g, &one, &two);
}

static void check_secrets(test_game *g, int step) {
    uint32_t actors = capu_actors(&g->state);

    for (int seat = CAPU_SPECTATOR; seat < g->players; seat++) {
        check_view_of(g, seat);
        check_view_is_closed(g, seat);
        if (step % 4 == 0)
            check_sample_is_possible(g, seat);
        if (seat != CAPU_SPECTATOR)
            check_legal_from_view(g, seat);
        if (seat != CAPU_SPECTATOR && step % 128 == 3)
            check_bots(g, seat);
        for (int other = 0; other < g->players && g->game->sealed(&g->state); other++)
            if (other != seat && (actors >> other & 1))
                check_sealed(g, seat, other);
    }
}

static void play_and_check(test_game *g) {
    for (int step = 0; capu_actors(&g->state); step++) {
        check_secrets(g, step);
        capu_move move = capu_random_move(&g->state, &g->random);
        capu_apply_legal(&g->state, (int)move.seat, move.action);
    }
    check_secrets(g, 0);
}

static void test_views_and_samples(void **state) {
    (void)state;
    for_random_games(1500, play_and_check);
}

/* A view that shows too much would be sampled just as it is, and the tests above see nothing. But
 * then the other seats' own views would be the same in every sample: they must differ. */
static int secrets_asked[16], secrets_kept[16]; /* by game */

static void count_secrets(test_game *g) {
    capu_state view, one, two;

    capu_playout(&g->state, &g->random, (int)capu_random_below(&g->random, 12));
    if (!capu_actors(&g->state) || g->players < 2)
        return;
    for (int other = 1; other < g->players; other++) {
        capu_view(&g->state, 0, &view);
        redeal(g, &view, &one);
        redeal(g, &view, &two);
        capu_view(&one, other, &one);
        capu_view(&two, other, &two);
        secrets_asked[g->state.head.game]++;
        secrets_kept[g->state.head.game] += !capu_equal(&one, &two);
    }
}

static void test_others_have_secrets(void **state) {
    (void)state;
    for_random_games(400, count_secrets);
    for (int i = 0; capu_game_at(i); i++) {
        assert_true(secrets_asked[i] > 0);
        if (capu_info(capu_game_at(i))->open)
            assert_int_equal(secrets_kept[i], 0);
        else if (secrets_kept[i] * 2 < secrets_asked[i])
            fail_msg("%s: of %d views of others only %d differ", capu_info(capu_game_at(i))->name,
                     secrets_asked[i], secrets_kept[i]);
    }
}

/* ---------------------------------------------------------- views as bytes */

static bool is_taken(const capu_game *game, int seat, const void *bytes, size_t size) {
    char reason[128] = "", json[2 * LONGEST_STATE];
    capu_text why = capu_text_on(reason, sizeof reason), text = capu_text_on(json, sizeof json);
    capu_state view;

    if (capu_view_read(&view, bytes, size, game, seat, &why)) {
        assert_true(reason[0] != '\0');
        return false;
    }
    capu_state_json(&view, &text);
    return true;
}

/* A view comes through as it is, and for nothing else than what it is. */
static void check_own_bytes(test_game *g, int seat, const capu_state *view, size_t size) {
    capu_state read;

    assert_here(g, capu_view_read(&read, view, size, g->game, seat, NULL) == CAPU_OK);
    assert_here(g, memcmp(&read, view, size) == 0);
    assert_here(g, !is_taken(g->game, seat, view, size - 1));
    assert_here(g, !is_taken(g->game, seat, view, size + 8));
    assert_here(g, !is_taken(g->game, seat, &g->state, size));
    for (int other = CAPU_SPECTATOR; other < CAPU_MAX_PLAYERS; other++)
        assert_here(g, other == seat || !is_taken(g->game, other, view, size));
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        assert_here(g, game == g->game || !is_taken(game, seat, view, size));
        assert_here(g, game == g->game ||
                           !is_taken(game, seat, view, (size_t)capu_info(game)->state_bytes));
    }
}

/* Bytes that are not a view any more are refused, or at least can be written. */
static void check_other_bytes(test_game *g, int seat, const capu_state *view, size_t size) {
    for (int i = 0; i < 30; i++) {
        capu_state changed = *view;
        for (int n = 0; n <= i % 4; n++) {
            size_t at = capu_random_below(&g->random, (uint32_t)size);
            ((uint8_t *)&changed)[at] = (uint8_t)capu_random_next(&g->random);
        }
        is_taken(g->game, seat, &changed, size);
    }
    for (size_t at = sizeof(capu_head); at < size; at++) {
        capu_state changed = *view;
        ((uint8_t *)&changed)[at] = 0xFD; /* more than any list has room for */
        is_taken(g->game, seat, &changed, size);
    }
}

static void check_bytes(test_game *g) {
    size_t size = (size_t)capu_info(g->game)->state_bytes;
    capu_state view;

    capu_playout(&g->state, &g->random, (int)capu_random_below(&g->random, 200));
    for (int seat = CAPU_SPECTATOR; seat < g->players; seat++) {
        memset(&view, 0, sizeof view);
        capu_view(&g->state, seat, &view);
        check_own_bytes(g, seat, &view, size);
        check_other_bytes(g, seat, &view, size);
    }
}

static void test_views_as_bytes(void **state) {
    (void)state;
    for_random_games(200, check_bytes);
}

/* -------------------------------------------------------------- histories */

/* What others' histories say of a game is the same when a hidden word is another. */
static void check_hidden_words(const test_game *g, const host_match *match) {
    for (int seat = CAPU_SPECTATOR; seat < g->players; seat++) {
        capu_text text = {0};
        host_match_history(match, seat, &text);
        for (int i = 0; i < match->record.count; i++) {
            char open[CAPU_ACTION_TEXT], hidden[CAPU_ACTION_TEXT], line[CAPU_ACTION_TEXT + 16];
            capu_text open_text = capu_text_on(open, sizeof open);
            capu_text hidden_text = capu_text_on(hidden, sizeof hidden);
            capu_move move = match->moves[i];
            capu_action_write(g->game, move.action, false, &open_text);
            capu_action_write(g->game, move.action, true, &hidden_text);
            if ((int)move.seat == seat || strcmp(open, hidden) == 0 ||
                !capu_is_secret(&g->state, move.action))
                continue;
            snprintf(line, sizeof line, "[%u,\"%s\"]", (unsigned)move.seat, open);
            if (strstr(text.at, line))
                fail_msg("%s: the history of %d tells %s", describe(g), seat, line);
        }
        free(text.at);
    }
}

/* Nothing of a simultaneous decision appears before it is closed, not even one's own. */
static void check_open_decision(const test_game *g, const host_match *match, int closed) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);

    for (int seat = CAPU_SPECTATOR; seat < g->players; seat++) {
        capu_text text = {0};
        host_tree tree;
        host_match_history(match, seat, &text);
        assert_true(host_tree_parse(&tree, text.at, text.length, &why));
        assert_here(g, (int)tree.nodes->count == closed);
        host_tree_free(&tree);
        free(text.at);
    }
}

static void play_histories(test_game *g) {
    host_match match;
    int closed = 0; /* actions before the simultaneous decision that is open */

    host_match_new(&match, g->game, &g->options, g->players, g->state.head.seed, NULL);
    while (capu_actors(&match.state)) {
        int sealed = g->game->sealed(&match.state);
        host_match_apply_legal(&match, capu_random_move(&match.state, &g->random));
        if (!sealed || g->game->sealed(&match.state) != sealed)
            closed = match.record.count;
        if (sealed)
            check_open_decision(g, &match, closed);
    }
    check_hidden_words(g, &match);
    host_match_free(&match);
}

static void test_histories(void **state) {
    (void)state;
    for_random_games(100, play_histories);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_views_and_samples),   cmocka_unit_test(test_cheating_shows),
        cmocka_unit_test(test_others_have_secrets), cmocka_unit_test(test_views_as_bytes),
        cmocka_unit_test(test_histories),
    };

    return cmocka_run_group_tests_name("secrets", tests, NULL, NULL);
}
