/* What holds for every game: played out at random over all options and numbers of players. */
#include "support.h"

/* ------------------------------------------------------------ legal actions */

static int by_number(const void *a, const void *b) {
    capu_action x = *(const capu_action *)a, y = *(const capu_action *)b;

    return (x > y) - (x < y);
}

static void check_no_duplicates(const test_game *g, const capu_action *actions, int count) {
    capu_action sorted[CAPU_MAX_ACTIONS];

    memcpy(sorted, actions, (size_t)count * sizeof *actions);
    qsort(sorted, (size_t)count, sizeof *sorted, by_number);
    for (int i = 1; i < count; i++)
        assert_here(g, sorted[i - 1] != sorted[i]);
}

static void check_text(const test_game *g, capu_action action) {
    char buffer[CAPU_ACTION_TEXT], hidden[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    capu_text hidden_text = capu_text_on(hidden, sizeof hidden);
    capu_action again;

    capu_action_write(g->game, action, false, &text);
    capu_action_write(g->game, action, true, &hidden_text);
    assert_here(g, text.length < sizeof buffer && hidden_text.length < sizeof hidden);
    if (!capu_action_read(g->game, buffer, &again) || again != action)
        fail_msg("%s: '%s' does not read back", describe(g), buffer);
}

/* Every legal action has an index, and the index leads back to it. So different actions have
 * different indices. */
static void check_indices(const test_game *g, int seat, const capu_action *actions, int count) {
    int32_t indices[CAPU_MAX_ACTIONS];

    assert_here(g, capu_legal_indices(&g->state, seat, indices) == count);
    for (int i = 0; i < count; i++) {
        capu_action again = ~actions[i];
        assert_here(g, capu_action_index(g->game, actions[i]) == indices[i]);
        assert_here(g, indices[i] >= 0 && indices[i] < capu_action_space(g->game));
        assert_here(g, capu_action_at(g->game, indices[i], &again) && again == actions[i]);
    }
}

/* A random action is the one at an index that is drawn of their count. */
static void check_random(const test_game *g, int seat, const capu_action *actions, int count) {
    capu_random one = g->random, other = one;

    if (capu_actors(&g->state) != 1u << seat) /* else the seat is drawn first */
        return;
    capu_move move = capu_random_move(&g->state, &one);
    assert_here(g, (int)move.seat == seat);
    assert_here(g, move.action == actions[capu_random_below(&other, (uint32_t)count)]);
    assert_here(g, one.state == other.state);
}

static void check_actor(const test_game *g, int seat) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = capu_legal(&g->state, seat, actions);

    assert_here(g, count > 0 && count <= capu_legal_most(g->game));
    check_indices(g, seat, actions, count);
    assert_here(g, count == capu_legal_count(&g->state, seat));
    check_no_duplicates(g, actions, count);
    check_random(g, seat, actions, count);
    for (int i = 0; i < count; i++) {
        assert_here(g, capu_legal_at(&g->state, seat, i) == actions[i]);
        assert_here(g, capu_check(&g->state, seat, actions[i], NULL) == CAPU_OK);
        check_text(g, actions[i]);
    }
}

static void check_not_actor(const test_game *g, int seat, capu_action some_action) {
    capu_action actions[CAPU_MAX_ACTIONS];
    capu_state copy;

    assert_here(g, capu_legal(&g->state, seat, actions) == 0);
    capu_copy(&copy, &g->state);
    assert_here(g, capu_apply(&copy, seat, some_action) == CAPU_NOT_YOUR_TURN);
    assert_same_state(g, &copy, &g->state, "after an action out of turn");
}

static void check_legal(test_game *g) {
    int actor = capu_first_actor(&g->state);
    capu_action some_action = capu_legal_at(&g->state, actor, 0);

    for (int seat = 0; seat < g->players; seat++) {
        if (capu_actors(&g->state) >> seat & 1)
            check_actor(g, seat);
        else
            check_not_actor(g, seat, some_action);
    }
}

/* ---------------------------------------------------------- illegal actions */

/* Numbers near legal ones, and any numbers: what is not in the list is refused and changes
 * nothing, and says why. */
static capu_action wild_action(test_game *g, const capu_action *actions, int count) {
    capu_action action = actions[capu_random_below(&g->random, (uint32_t)count)];

    switch (capu_random_below(&g->random, 3)) {
    case 0:
        return action ^ (capu_action)1 << capu_random_below(&g->random, 32);
    case 1:
        return action + capu_random_below(&g->random, 64) - 32;
    default:
        return (capu_action)capu_random_next(&g->random);
    }
}

static bool is_in(capu_action action, const capu_action *actions, int count) {
    for (int i = 0; i < count; i++)
        if (actions[i] == action)
            return true;
    return false;
}

static void check_illegal(test_game *g) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int seat = capu_first_actor(&g->state), count = capu_legal(&g->state, seat, actions);

    for (int i = 0; i < 8; i++) {
        char reason[256];
        capu_text why = capu_text_on(reason, sizeof reason);
        capu_action action = wild_action(g, actions, count);
        capu_state copy;
        if (is_in(action, actions, count))
            continue;
        capu_copy(&copy, &g->state);
        assert_here(g, capu_check(&copy, seat, action, &why) == CAPU_ILLEGAL && why.length > 0);
        assert_here(g, capu_apply(&copy, seat, action) == CAPU_ILLEGAL);
        assert_same_state(g, &copy, &g->state, "after an illegal action");
    }
}

static void check_bad_seats(test_game *g) {
    capu_state copy;

    capu_copy(&copy, &g->state);
    assert_here(g, capu_apply(&copy, -1, 0) == CAPU_BAD_SEAT);
    assert_here(g, capu_apply(&copy, g->players, 0) == CAPU_BAD_SEAT);
    assert_same_state(g, &copy, &g->state, "after a seat that is none");
}

/* Every legal action applies, and leads to a possible position. */
static void check_successors(test_game *g) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int seat = capu_first_actor(&g->state), count = capu_legal(&g->state, seat, actions);

    for (int i = 0; i < count; i++) {
        capu_state next;
        capu_copy(&next, &g->state);
        assert_here(g, capu_apply(&next, seat, actions[i]) == CAPU_OK);
        assert_here(g, capu_actors(&next) < 1u << g->players);
        assert_round_trip(g, &next);
    }
}

/* --------------------------------------------------- simultaneous decisions */

static capu_action random_choice(test_game *g, int seat) {
    uint32_t count = (uint32_t)capu_legal_count(&g->state, seat);

    return capu_legal_at(&g->state, seat, (int)capu_random_below(&g->random, count));
}

/* ALL-5: the order in which two seats' choices arrive changes nothing. */
static void check_order_of_arrival(test_game *g) {
    uint32_t actors = capu_actors(&g->state);
    int a = __builtin_ctz(actors), b = __builtin_ctz(actors & (actors - 1));
    capu_action x = random_choice(g, a), y = random_choice(g, b);
    capu_state ab, ba;

    capu_copy(&ab, &g->state);
    capu_copy(&ba, &g->state);
    capu_apply_legal(&ab, a, x);
    capu_apply_legal(&ba, b, y);
    if (!(capu_actors(&ab) >> b & 1) || !(capu_actors(&ba) >> a & 1))
        fail_msg("%s: a choice made at the same time took another's away", describe(g));
    capu_apply_legal(&ab, b, y);
    capu_apply_legal(&ba, a, x);
    assert_same_state(g, &ab, &ba, "the same choices in another order");
}

/* --------------------------------------------------------------- the whole */

static void check_result(const test_game *g) {
    capu_result result;
    capu_action actions[CAPU_MAX_ACTIONS];

    assert_here(g, capu_get_result(&g->state, &result));
    for (int seat = 0; seat < g->players; seat++) {
        int better = 0;
        for (int other = 0; other < g->players; other++)
            better += result.places[other] < result.places[seat];
        assert_here(g, g->players == 1 || result.places[seat] == better + 1); /* ALL-1 */
        assert_here(g, capu_legal(&g->state, seat, actions) == 0);
        capu_state copy;
        capu_copy(&copy, &g->state);
        assert_here(g, capu_apply(&copy, seat, 0) == CAPU_OVER);
    }
}

static void check_record(const test_game *g, const host_match *match) {
    char reason[256];
    capu_text text = {0}, why = capu_text_on(reason, sizeof reason);
    host_tree tree;
    host_match again;

    host_match_write(match, &text);
    assert_true(host_tree_parse(&tree, text.at, text.length, &why));
    if (host_match_load(&again, tree.nodes, &why))
        fail_msg("%s: the record is refused: %s", describe(g), reason);
    assert_same_state(g, &again.state, &match->state, "replayed from its record");
    host_tree_free(&tree);
    host_match_free(&again);
    free(text.at);
}

static void check_history(const test_game *g, const host_match *match) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);

    for (int seat = CAPU_SPECTATOR; seat < g->players; seat++) {
        capu_text text = {0};
        host_tree tree;
        host_match_history(match, seat, &text);
        assert_true(host_tree_parse(&tree, text.at, text.length, &why));
        assert_here(g, (int)tree.nodes->count == match->record.count);
        host_tree_free(&tree);
        free(text.at);
    }
}

static void check_position(test_game *g, int step) {
    uint32_t actors = capu_actors(&g->state);

    assert_here(g, actors < 1u << g->players);
    check_legal(g);
    check_illegal(g);
    check_bad_seats(g);
    if (actors & (actors - 1))
        check_order_of_arrival(g);
    if (step % 4 == 0)
        assert_round_trip(g, &g->state);
    if (step % 64 == 5)
        check_successors(g);
}

static void play_and_check(test_game *g) {
    host_match match;
    int step = 0;

    assert_int_equal(
        host_match_new(&match, g->game, &g->options, g->players, g->state.head.seed, NULL),
        CAPU_OK);
    for (; capu_actors(&g->state); step++) {
        assert_here(g, step < LONGEST_GAME); /* ALL-6 */
        check_position(g, step);
        capu_move move = capu_random_move(&g->state, &g->random);
        assert_here(g, host_match_apply(&match, (int)move.seat, move.action, NULL) == CAPU_OK);
        capu_apply_legal(&g->state, (int)move.seat, move.action);
        assert_same_state(g, &match.state, &g->state, "with and without checking");
    }
    assert_round_trip(g, &g->state);
    check_result(g);
    check_record(g, &match);
    check_history(g, &match);
    host_match_free(&match);
}

static void test_battery(void **state) {
    (void)state;
    for_random_games(10000, play_and_check);
}

/* ------------------------------------------------------------- redeals */

static int redeals[16], other_deals[16]; /* by game: how many, and how many of them differ */

/* What nobody has seen is dealt again: every seat sees the same as before. */
static void check_redeal(test_game *g) {
    capu_state other, view, again;

    capu_redeal(&g->state, &g->random, &other);
    assert_here(g, other.head.viewer == 0);
    for (int seat = CAPU_SPECTATOR; seat < g->players; seat++) {
        capu_view(&g->state, seat, &view);
        capu_view(&other, seat, &again);
        assert_here(g, memcmp(&view, &again, (size_t)capu_info(g->game)->state_bytes) == 0);
    }
    assert_round_trip(g, &other);
    assert_here(g, is_accepted(&other, NULL));
    redeals[g->state.head.game]++;
    other.head.draws = g->state.head.draws;
    memcpy(other.head.seed, g->state.head.seed, sizeof other.head.seed);
    other_deals[g->state.head.game] += !capu_equal(&other, &g->state);
}

/* The bags, decks and piles after a move can be others than they are, and still what all seats have
 * seen leads to the same decisions. */
static void play_redealt(test_game *g) {
    for (; capu_actors(&g->state); capu_playout(&g->state, &g->random, 3))
        check_redeal(g);
    check_redeal(g);
}

static void test_redeals(void **state) {
    (void)state;
    for_random_games(400, play_redealt);
    for (int i = 0; capu_game_at(i); i++)
        if (!capu_info(capu_game_at(i))->open && other_deals[i] * 2 < redeals[i])
            fail_msg("%s: of %d redeals only %d differ", capu_info(capu_game_at(i))->name,
                     redeals[i], other_deals[i]);
}

/* ---------------------------------------------------- the space of actions */

/* Some number that may or may not be an action: its index, if it has one, leads back to it. */
static void check_any_action(const capu_game *game, capu_action action) {
    int index = capu_action_index(game, action);
    capu_action again = ~action;

    assert_true(index >= -1 && index < capu_action_space(game));
    assert_int_equal(index >= 0 && capu_action_at(game, index, &again), index >= 0);
    assert_true(index < 0 || again == action);
}

/* Every index is another action, whose text reads back. */
static void check_index(const capu_game *game, int index, capu_random *random) {
    char buffer[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    capu_action action, again;

    assert_true(capu_action_at(game, index, &action));
    assert_int_equal(capu_action_index(game, action), index);
    capu_action_write(game, action, false, &text);
    assert_true(text.length < sizeof buffer);
    if (!capu_action_read(game, buffer, &again) || again != action)
        fail_msg("%s: '%s', at %d, does not read back", capu_info(game)->name, buffer, index);
    check_any_action(game, action ^ (capu_action)1 << capu_random_below(random, 32));
    check_any_action(game, action + capu_random_below(random, 64) - 32);
    check_any_action(game, (capu_action)capu_random_next(random));
}

static void test_space(void **state) {
    capu_random random = capu_random_from(20);

    (void)state;
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        int space = capu_action_space(game);
        capu_action none = 12345;
        assert_true(space > 0 && capu_legal_most(game) <= CAPU_MAX_ACTIONS);
        assert_true(capu_mask_bytes(game) % 8 == 0 && capu_mask_bytes(game) * 8 >= space);
        for (int index = 0; index < space; index++)
            check_index(game, index, &random);
        assert_false(capu_action_at(game, -1, &none) || capu_action_at(game, space, &none));
        assert_int_equal(none, 12345);
    }
}

/* -------------------------------------------------------- the same deals */

static void deal_again(test_game *g) {
    capu_state again;
    uint8_t seed[CAPU_SEED_BYTES];

    capu_seed_from_number(seed, g->number);
    memset(&again, 0xAA, sizeof again);
    capu_new(&again, g->game, &g->options, g->players, seed);
    assert_same_state(g, &again, &g->state, "dealt twice from one seed");
    capu_seed_from_number(seed, g->number + 1000003);
    capu_new(&again, g->game, &g->options, g->players, seed);
    assert_here(g, capu_hash(&again) != capu_hash(&g->state));
}

static void test_deals(void **state) {
    (void)state;
    for_random_games(1000, deal_again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deals),
        cmocka_unit_test(test_space),
        cmocka_unit_test(test_redeals),
        cmocka_unit_test(test_battery),
    };

    return cmocka_run_group_tests_name("battery", tests, NULL, NULL);
}
