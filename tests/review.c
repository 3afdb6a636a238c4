/* Reviews: what they may know, what they find, and how they count. */
#include <math.h>

#include "host/review.h"
#include "review/review.h"
#include "support.h"

enum { LITTLE = 200, TEXT = 2048 };

static void *memory;

static int prepare(void **state) {
    (void)state;
    memory = host_alloc(capu_review_bytes());
    return 0;
}

static int clean_up(void **state) {
    (void)state;
    free(memory);
    return 0;
}

/* A record of one move from a position. */
typedef struct one_move {
    capu_record record;
    capu_review review;
    capu_move move;
} one_move;

static void set_move(one_move *m, const capu_state *from, capu_move move, int iterations) {
    *m = (one_move){.record = {.game = capu_game_of(from),
                               .players = from->head.players,
                               .from = from,
                               .count = 1},
                    .move = move};
    m->record.moves = &m->move;
    m->review = (capu_review){.record = &m->record,
                              .memory = memory,
                              .bytes = capu_review_bytes(),
                              .iterations = iterations};
}

static capu_verdict verdict_on(const capu_state *from, capu_move move, int iterations) {
    one_move m;
    capu_verdict verdict;

    set_move(&m, from, move, iterations);
    assert_int_equal(capu_review_move(&m.review, 0, &verdict), CAPU_OK);
    return verdict;
}

static const char *written(const capu_game *game, const capu_verdict *verdict, char buffer[TEXT]) {
    capu_text text = capu_text_on(buffer, TEXT);

    capu_verdict_json(game, verdict, &text);
    assert_true(text.length < TEXT);
    return buffer;
}

/* ------------------------------------------------------------------ honesty */

/* What the seat cannot know changes nothing, except what would be best with open hands. The same
 * question twice has the same answer. */
static void check_honesty(test_game *g) {
    capu_move move = capu_random_move(&g->state, &g->random);
    capu_state other;
    char one[TEXT], two[TEXT];

    capu_view(&g->state, (int)move.seat, &other);
    capu_sample(&other, &g->random, &other);
    capu_verdict a = verdict_on(&g->state, move, LITTLE),
                 again = verdict_on(&g->state, move, LITTLE);
    capu_verdict b = verdict_on(&other, move, LITTLE);
    assert_string_equal(written(g->game, &a, one), written(g->game, &again, two));
    a.open = b.open = false;
    assert_string_equal(written(g->game, &a, one), written(g->game, &b, two));
}

static void play_honestly(test_game *g) {
    capu_playout(&g->state, &g->random, (int)capu_random_below(&g->random, 60));
    if (capu_actors(&g->state))
        check_honesty(g);
}

static void test_verdicts_are_honest(void **state) {
    (void)state;
    for_random_games(60, play_honestly);
}

/* --------------------------------------------------------- records as a whole */

/* A game of a bot against itself. */
static void play(host_match *match, const capu_game *game, const char *name, uint64_t number) {
    const capu_bot *bot = capu_find_bot(name);
    capu_random random = capu_random_from(number);
    capu_options options = {{0}};
    uint8_t seed[CAPU_SEED_BYTES];
    void *thoughts = host_alloc(bot->memory);
    capu_state view;

    capu_seed_from_number(seed, number);
    assert_int_equal(host_match_new(match, game, &options,
                                    capu_info(game)->least < 2 ? 2 : capu_info(game)->least, seed,
                                    NULL),
                     CAPU_OK);
    while (capu_actors(&match->state)) {
        int seat = capu_first_actor(&match->state);
        capu_view(&match->state, seat, &view);
        capu_action action = bot->choose(bot, &view, seat, &random, thoughts);
        host_match_apply_legal(match, (capu_move){(uint32_t)seat, action});
    }
    free(thoughts);
}

static void review_all(host_review *review, const capu_record *record, int threads,
                       capu_text *text) {
    host_review_start(review, record, HOST_ALL_SEATS, LITTLE, threads);
    host_review_finish(review);
    host_review_json(review, text);
}

/* The summary is the same if it is read from JSON, and with any number of threads. */
static void test_summaries(void **state) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);

    (void)state;
    for (int i = 0; capu_game_at(i); i++) {
        host_match match;
        host_review one, three;
        capu_text first = {0}, second = {0}, third = {0};
        host_tree tree;
        capu_summary summary;
        play(&match, capu_game_at(i), "beginner", 3);
        capu_record record = host_match_record(&match);
        review_all(&one, &record, 1, &first);
        review_all(&three, &record, 3, &second);
        assert_string_equal(first.at, second.at);
        assert_true(host_tree_parse(&tree, first.at, first.length, &why));
        capu_summary_begin(&summary, &record);
        assert_true(capu_summary_read(&summary, capu_node_find(tree.nodes, "verdicts")));
        assert_true(capu_summary_read(&summary, capu_node_find(tree.nodes, "chances")));
        capu_summary_finish(&summary);
        host_text_reserve(&third, 4096);
        capu_summary_json(&summary, &third);
        assert_non_null(strstr(first.at, third.at));
        host_tree_free(&tree);
        host_review_free(&one);
        host_review_free(&three);
        host_match_free(&match);
        free(first.at);
        free(second.at);
        free(third.at);
    }
}

/* Whether a summary takes this list. */
static bool is_read(const char *json) {
    capu_record record = {.game = capu_game_at(0), .players = 3};
    capu_summary summary;
    host_tree tree;

    assert_true(host_tree_parse(&tree, json, strlen(json), NULL));
    capu_summary_begin(&summary, &record);
    bool read = capu_summary_read(&summary, tree.nodes);
    host_tree_free(&tree);
    return read;
}

static void test_what_summaries_refuse(void **state) {
    (void)state;
    assert_true(is_read("[]"));
    assert_true(is_read(
        "[null,{\"seat\":2,\"kind\":\"good\",\"loss\":0.0123,\"gap\":-0.01,\"best_win\":0.5}]"));
    assert_true(is_read("[{\"luck\":[0.1,-0.1,0],\"error\":[0.01,0.01,0.01]}]"));
    assert_false(is_read("{}"));
    assert_false(is_read("[1]"));
    assert_false(is_read("[{\"seat\":3,\"kind\":\"good\",\"loss\":0,\"gap\":0,\"best_win\":0.5}]"));
    assert_false(
        is_read("[{\"seat\":-1,\"kind\":\"good\",\"loss\":0,\"gap\":0,\"best_win\":0.5}]"));
    assert_false(
        is_read("[{\"seat\":0,\"kind\":\"better\",\"loss\":0,\"gap\":0,\"best_win\":0.5}]"));
    assert_false(
        is_read("[{\"seat\":0,\"kind\":\"good\",\"loss\":\"0\",\"gap\":0,\"best_win\":0.5}]"));
    assert_false(
        is_read("[{\"seat\":0,\"kind\":\"good\",\"loss\":1e3,\"gap\":0,\"best_win\":0.5}]"));
    assert_false(
        is_read("[{\"seat\":0,\"kind\":\"good\",\"loss\":0.12345,\"gap\":0,\"best_win\":0.5}]"));
    assert_false(is_read("[{\"seat\":0,\"kind\":\"good\",\"loss\":0,\"gap\":0}]"));
    assert_false(is_read("[{\"luck\":[0.1,-0.1],\"error\":[0.01,0.01]}]"));
    assert_false(is_read("[{\"luck\":[0.1,-0.1,null],\"error\":[0.01,0.01,0]}]"));
}

/* ------------------------------------------------------------------ counting */

static void test_accuracy(void **state) {
    (void)state;
    assert_true(capu_accuracy(0) == 100);
    for (float loss = 0.01f; loss < 1; loss += 0.01f) {
        double expected = 103.17 * exp(-4.35 * (double)loss) - 3.17;
        assert_true(fabs((double)capu_accuracy(loss) - (expected < 0 ? 0 : expected)) < 1e-4);
    }
    assert_true(capu_accuracy(1) == 0);
    assert_true(capu_accuracy(-0.5f) == 100);
}

static void test_what_counts(void **state) {
    capu_record record = {.game = capu_find("caprice"), .players = 3};
    capu_verdict verdict = {.seat = 1, .kind = CAPU_FORCED, .loss = 0.5f, .gap = 0.5f};
    capu_chance chance = {
        .players = 3, .luck = {0.3f, -0.1f, -0.2f}, .error = {0.03f, 0.04f, 0.2f}};
    capu_summary summary;

    (void)state;
    capu_summary_begin(&summary, &record);
    capu_summary_verdict(&summary, &verdict);
    verdict.kind = CAPU_OBVIOUS;
    capu_summary_verdict(&summary, &verdict);
    verdict = (capu_verdict){.seat = 1, .kind = CAPU_GOOD, .gap = 0.02f, .best_win = 0.04f};
    capu_summary_verdict(&summary, &verdict);
    verdict.best_win = 0.96f; /* won as well as lost */
    capu_summary_verdict(&summary, &verdict);
    assert_int_equal(summary.seats[1].decisions, 0);
    verdict = (capu_verdict){.seat = 1, .kind = CAPU_GOOD, .gap = -0.05f, .best_win = 0.5f};
    capu_summary_verdict(&summary, &verdict);
    verdict = (capu_verdict){
        .seat = 1, .kind = CAPU_MISTAKE, .loss = 0.12f, .gap = 0.12f, .best_win = 0.97f};
    capu_summary_verdict(&summary, &verdict); /* and is 0.1 in the mean */
    capu_summary_chance(&summary, &chance);
    capu_summary_chance(&summary, &chance);
    capu_summary_finish(&summary);
    assert_int_equal(summary.seats[1].decisions, 2);
    assert_int_equal(summary.seats[1].mistakes, 1);
    assert_true(fabsf(summary.seats[1].loss - 0.025f) < 1e-6f);
    assert_true(fabsf(summary.seats[1].accuracy - (100 + capu_accuracy(0.12f)) / 2) < 1e-3f);
    assert_true(fabsf(summary.seats[0].luck - 0.6f) < 1e-6f);
    assert_true(fabsf(summary.seats[0].luck_error - 0.03f * sqrtf(2)) < 1e-6f);
    assert_true(summary.seats[0].certain && !summary.seats[2].certain);
    assert_false(summary.over);
    assert_string_equal(summary.seats[1].weaker, "club");
    assert_string_equal(summary.seats[1].stronger, "expert");
    assert_int_equal(summary.seats[0].decisions, 0);
    assert_null(summary.seats[0].weaker);
    assert_null(summary.seats[0].stronger);
}

static void check_forced(test_game *g) {
    for (; capu_actors(&g->state); capu_playout(&g->state, &g->random, 1)) {
        int seat = capu_first_actor(&g->state);
        if (capu_legal_count(&g->state, seat) > 1)
            continue;
        capu_move move = {(uint32_t)seat, capu_legal_at(&g->state, seat, 0)};
        capu_verdict verdict = verdict_on(&g->state, move, LITTLE);
        assert_here(g, verdict.kind == CAPU_FORCED && verdict.loss == 0);
        return;
    }
}

static void test_forced_decisions(void **state) {
    (void)state;
    for_random_games(20, check_forced);
}

/* On an empty board all places are alike: whichever is taken, nothing is lost. */
static void test_alike_is_equal(void **state) {
    const capu_game *game = capu_find("caprice");
    capu_options options = {{0}};
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state position;
    capu_action actions[CAPU_MAX_ACTIONS];

    (void)state;
    capu_set_option(game, 2, &options, "third", "redraw", NULL);
    capu_seed_from_number(seed, 5);
    assert_int_equal(capu_new(&position, game, &options, 2, seed), CAPU_OK);
    int seat = capu_first_actor(&position), count = capu_legal(&position, seat, actions), seen = 0;
    capu_verdict first = {0};
    for (int i = 0; i < count && seen < 3; i++) {
        char text[CAPU_ACTION_TEXT];
        capu_text out = capu_text_on(text, sizeof text);
        capu_action_write(game, actions[i], false, &out);
        if (strncmp(text, "place dr ", 9) != 0)
            continue;
        capu_verdict verdict = verdict_on(&position, (capu_move){(uint32_t)seat, actions[i]}, 8000);
        if (seen++ == 0)
            first = verdict;
        assert_true(fabsf(verdict.win - first.win) < 0.05f);
        assert_true(fabsf(verdict.loss - first.loss) < 0.05f);
    }
    assert_true(seen > 1);
}

/* ----------------------------------------------------------- planted blunders */

enum { LONG = 6000, JUDGED = 3000 };
static const float CLEAR = 0.22f;

/* The worst of a seat's actions by a long search, if it is a clear blunder. */
static bool find_blunder(const capu_state *state, int seat, capu_action *blunder) {
    capu_action actions[CAPU_MAX_ACTIONS];
    capu_state view;
    capu_advice best, found;
    float worst = CLEAR;

    capu_view(state, seat, &view);
    capu_search *search = capu_search_begin(memory, capu_review_bytes(), &view, seat, 99);
    int count = capu_legal(&view, seat, actions);
    capu_search_run(search, LONG);
    assert_true(capu_search_advice(search, &best, 1));
    for (int i = 0; i < count; i += 1 + count / 8) {
        /* what is tried first is not counted: as little is known yet of how to go on from there */
        assert_true(capu_search_try(search, actions[i], 1000, &found));
        if (best.win[seat] - found.win[seat] > worst)
            assert_true(capu_search_try(search, actions[i], 500, &found));
        if (best.win[seat] - found.win[seat] < worst)
            continue;
        worst = best.win[seat] - found.win[seat];
        *blunder = actions[i];
    }
    return worst > CLEAR;
}

static void test_planted_blunders(void **state) {
    (void)state;
    for (int i = 0; capu_game_at(i); i++) {
        host_match match;
        int planted = 0, found = 0;
        play(&match, capu_game_at(i), "casual", 8);
        capu_record record = host_match_record(&match);
        for (int at = match.record.count - 2; at > 0 && planted < 4; at -= 2) {
            capu_state before;
            capu_move move = match.moves[at];
            capu_replay(&record, at, &before, NULL);
            if (!find_blunder(&before, (int)move.seat, &move.action))
                continue;
            planted++;
            found += verdict_on(&before, move, JUDGED).kind >= CAPU_MISTAKE;
        }
        host_match_free(&match);
        if (planted == 0 || found * 10 < planted * 8)
            fail_msg("%s: of %d blunders %d were found", capu_info(capu_game_at(i))->name, planted,
                     found);
    }
}

/* --------------------------------------------------------------------- trials */

/* A trial counts only what it finds itself, also of an action that the search leaves out. */
static void check_trials(test_game *g) {
    capu_playout(&g->state, &g->random, (int)capu_random_below(&g->random, 30));
    int seat = capu_first_actor(&g->state);
    capu_action actions[CAPU_MAX_ACTIONS];
    capu_state view;
    capu_advice found;

    if (seat < 0)
        return;
    capu_view(&g->state, seat, &view);
    capu_search *search = capu_search_begin(memory, capu_review_bytes(), &view, seat, g->number);
    int count = capu_legal(&view, seat, actions);
    capu_search_run(search, 50);
    for (int i = 0; i < count; i += 1 + count / 5) {
        assert_here(g, capu_search_try(search, actions[i], 30, &found));
        assert_here(g, found.action == actions[i] && found.visits == 30);
        assert_here(g, found.win[seat] >= 0 && found.win[seat] <= 1 && found.error <= 0.2f);
    }
    capu_search_run(search, 50);
}

static void test_trials(void **state) {
    (void)state;
    for_random_games(40, check_trials);
}

/* Near the end of Caprice everything is counted out: so are trials, without an error. */
static void test_trials_that_are_counted_out(void **state) {
    host_match match;
    capu_state view;
    capu_action actions[CAPU_MAX_ACTIONS];
    int solved = 0;

    (void)state;
    play(&match, capu_find("caprice"), "beginner", 4);
    for (int at = match.record.count - 1; at > 0 && !solved; at--) {
        capu_move move = match.moves[at];
        host_match_rewind(&match, at);
        capu_view(&match.state, (int)move.seat, &view);
        int count = capu_legal(&view, (int)move.seat, actions);
        capu_search *search =
            capu_search_begin(memory, capu_review_bytes(), &view, (int)move.seat, 1);
        capu_search_run(search, 2000);
        solved = search->solved && count > 2;
        for (int i = 0; solved && i < count; i++) {
            capu_advice found;
            assert_true(capu_search_try(search, actions[i], 100, &found));
            assert_true(found.error == 0);
        }
    }
    assert_true(solved);
    host_match_free(&match);
}

/* ----------------------------------------------------------------------- luck */

/* Over all that can come, luck is 0 on average. */
static void check_luck(test_game *g, int *chances) {
    capu_move move = capu_random_move(&g->state, &g->random);
    double sum = 0, squares = 0, expected = 0;
    enum { DEALS = 40 };

    for (int i = 0; i < DEALS; i++) {
        capu_state other;
        one_move m;
        capu_chance chance;
        bool any;
        capu_redeal(&g->state, &g->random, &other);
        set_move(&m, &other, move, 400);
        assert_int_equal(capu_review_luck(&m.review, 0, &any, &chance), CAPU_OK);
        if (!any)
            return;
        sum += (double)chance.luck[0];
        squares += (double)chance.luck[0] * (double)chance.luck[0];
        expected = fmax(expected, (double)chance.error[0]);
    }
    /* what was expected before is the same in all of them, with the same error */
    double mean = sum / DEALS, variance = (squares / DEALS - mean * mean) / DEALS;
    double error = sqrt(variance + expected * expected);
    if (fabs(mean) > 4 * error)
        fail_msg("%s: luck is %f ± %f on average", describe(g), mean, error);
    ++*chances;
}

static int chances_seen[16];

static void play_for_luck(test_game *g) {
    int seen = 0;

    for (; capu_actors(&g->state) && seen < 2; capu_playout(&g->state, &g->random, 5))
        check_luck(g, &seen);
    chances_seen[g->state.head.game] += seen;
}

static void test_luck_is_fair(void **state) {
    (void)state;
    for_random_games(6, play_for_luck);
    for (int i = 0; capu_game_at(i); i++)
        assert_true(chances_seen[i] > 0);
}

/* The deal is luck, unless the game began from a position. */
static void test_luck_of_the_deal(void **state) {
    host_match match;
    capu_chance chance;
    bool any;

    (void)state;
    play(&match, capu_find("capitol"), "beginner", 1);
    capu_record record = host_match_record(&match);
    capu_review review = {&record, memory, capu_review_bytes(), LITTLE, NULL, 0, true};
    assert_int_equal(capu_review_luck(&review, -1, &any, &chance), CAPU_OK);
    assert_true(any && chance.at == -1 && chance.error[0] > 0);
    capu_state from;
    capu_replay(&record, 0, &from, NULL);
    record.from = &from;
    assert_int_equal(capu_review_luck(&review, -1, &any, &chance), CAPU_OK);
    assert_false(any);
    assert_int_equal(capu_review_luck(&review, -2, &any, &chance), CAPU_BAD_RECORD);
    assert_int_equal(capu_review_luck(&review, record.count, &any, &chance), CAPU_BAD_RECORD);
    host_match_free(&match);
}

/* --------------------------------------------------------------------- misuse */

static void test_misuse(void **state) {
    host_match match;
    capu_verdict verdict;

    (void)state;
    play(&match, capu_find("caprice"), "beginner", 2);
    capu_record record = host_match_record(&match);
    capu_review review = {&record, memory, capu_review_bytes(), LITTLE, NULL, 0, true};
    assert_int_equal(capu_review_move(&review, -1, &verdict), CAPU_BAD_RECORD);
    assert_int_equal(capu_review_move(&review, record.count, &verdict), CAPU_BAD_RECORD);
    assert_int_equal(capu_review_action(&review, 3, ~record.moves[3].action, &verdict),
                     CAPU_ILLEGAL);
    review.bytes = 1000;
    assert_int_equal(capu_review_move(&review, 3, &verdict), CAPU_BAD_STATE);
    host_match_free(&match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts_are_honest),
        cmocka_unit_test(test_summaries),
        cmocka_unit_test(test_what_summaries_refuse),
        cmocka_unit_test(test_accuracy),
        cmocka_unit_test(test_what_counts),
        cmocka_unit_test(test_forced_decisions),
        cmocka_unit_test(test_alike_is_equal),
        cmocka_unit_test(test_planted_blunders),
        cmocka_unit_test(test_trials),
        cmocka_unit_test(test_trials_that_are_counted_out),
        cmocka_unit_test(test_luck_is_fair),
        cmocka_unit_test(test_luck_of_the_deal),
        cmocka_unit_test(test_misuse),
    };

    return cmocka_run_group_tests_name("review", tests, prepare, clean_up);
}
