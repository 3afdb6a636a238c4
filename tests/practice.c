/* Practice: every position that is shipped is whole, and a few of them are looked at again;
 * progress is kept as docs/practice.md says. */
#include "bots/search.h"
#include "host/practice.h"
#include "host/words.h"
#include "support.h"

enum { LEAST = 100 /* positions of a game */, LOOKED_AT = 4, ITERATIONS = 3000, NODES = 100000 };

static int games_with_positions(void) {
    int games = 0;

    for (int g = 0; capu_game_at(g); g++)
        games += host_practice_count(capu_game_at(g)) > 0;
    return games;
}

static void assert_theme_has_texts(const host_practice *p) {
    char id[HOST_ID];

    snprintf(id, sizeof id, "%s.theme.%s", capu_info(p->match.record.game)->name, p->theme);
    for (int language = 0; language < HOST_LANGUAGES; language++)
        if (!host_wording_find(language, id))
            fail_msg("%s: there is no text %s in %s", p->id, id, host_languages[language]);
}

/* Its name, its decision, and that the answer is clear. host_practice_read has replayed it. */
static void assert_whole(const host_practice *p, const capu_game *game, int index) {
    char id[HOST_PRACTICE_ID];
    capu_action legal[CAPU_MAX_ACTIONS];
    int count = capu_legal(&p->match.state, p->seat, legal);

    snprintf(id, sizeof id, "%s-%03d", capu_info(game)->name, index + 1);
    assert_string_equal(p->id, id);
    assert_ptr_equal(p->match.record.game, game);
    assert_true(count > 2 && p->best_count < count);
    for (int i = 0; i < p->best_count; i++)
        for (int j = 0; j < i; j++)
            assert_int_not_equal(p->best[i], p->best[j]);
    assert_true(p->win - p->second > 0.0999);
    assert_theme_has_texts(p);
}

static bool same_position(const host_practice *a, const host_practice *b) {
    return a->seat == b->seat && capu_equal(&a->match.state, &b->match.state);
}

static void assert_all_whole(const capu_game *game) {
    int count = host_practice_count(game);
    host_practice *all = host_alloc((size_t)count * sizeof *all), none;

    assert_true(count >= LEAST);
    for (int i = 0; i < count; i++) {
        assert_true(host_practice_at(game, i, &all[i]));
        assert_whole(&all[i], game, i);
        for (int j = 0; j < i; j++)
            assert_false(same_position(&all[i], &all[j]));
    }
    assert_false(host_practice_at(game, count, &none));
    for (int i = 0; i < count; i++)
        host_practice_free(&all[i]);
    free(all);
}

static void test_shipped_positions_are_whole(void **state) {
    (void)state;
    assert_true(games_with_positions() >= 4); /* a new one may have none */
    for (int g = 0; capu_game_at(g); g++)
        if (host_practice_count(capu_game_at(g)))
            assert_all_whole(capu_game_at(g));
}

/* A line that is read and written again is the same. */
static void test_lines_are_written_as_they_were(void **state) {
    (void)state;
    for (int g = 0; capu_game_at(g); g++) {
        size_t size;
        const char *line = host_shipped_practice(capu_info(capu_game_at(g))->name, &size);
        capu_text text = {0};
        host_practice p;
        if (!line)
            continue;
        assert_true(host_practice_at(capu_game_at(g), 0, &p));
        host_practice_write(&p, &text);
        assert_memory_equal(text.at, line, text.length);
        assert_int_equal(line[text.length], '\n');
        host_practice_free(&p);
        free(text.at);
    }
}

/* A short search, much shorter than the one that has found the position, comes to the same: what it
 * prefers is right, or worth less once both are tried. */
static bool is_found_again(const host_practice *p, void *memory, size_t bytes) {
    capu_advice first, best;
    capu_state view;

    capu_view(&p->match.state, p->seat, &view);
    capu_search *search = capu_search_begin(memory, bytes, &view, p->seat, 1);
    capu_search_run(search, ITERATIONS);
    assert_int_equal(capu_search_advice(search, &first, 1), 1);
    if (host_practice_is_best(p, first.action))
        return true;
    assert_true(capu_search_try(search, first.action, ITERATIONS, &first));
    assert_true(capu_search_try(search, p->best[0], ITERATIONS, &best));
    return first.win[p->seat] < best.win[p->seat];
}

static void test_answers_hold(void **state) {
    size_t bytes = capu_search_bytes(NODES);
    void *memory = host_alloc(bytes);

    (void)state;
    for (int g = 0; capu_game_at(g); g++) {
        const capu_game *game = capu_game_at(g);
        int count = host_practice_count(game);
        for (int i = 0; i < LOOKED_AT && count; i++) {
            host_practice p;
            assert_true(host_practice_at(game, i * count / LOOKED_AT, &p));
            if (!is_found_again(&p, memory, bytes))
                fail_msg("%s: a short search finds something else", p.id);
            host_practice_free(&p);
        }
    }
    free(memory);
}

static void test_every_theme_of_a_game_has_texts(void **state) {
    (void)state;
    for (int g = 0; capu_game_at(g); g++) {
        const char *name = capu_info(capu_game_at(g))->name;
        host_practice p = {.id = "a theme", .match.record.game = capu_game_at(g)};
        const bots_theme *row = bots_knowledge_by_name(name)->themes;
        for (; row && row->name; row++) {
            snprintf(p.theme, sizeof p.theme, "%s", row->name);
            assert_theme_has_texts(&p);
        }
    }
}

/* The games take turns, and each goes through its positions. */
static void test_every_day_has_its_position(void **state) {
    const capu_game *game, *next;
    int index, other, games = games_with_positions();

    (void)state;
    assert_true(host_practice_of_day(20000, &game, &index));
    assert_true(host_practice_of_day(20001, &next, &other));
    assert_ptr_not_equal(game, next);
    assert_true(host_practice_of_day(20000 + games, &next, &other));
    assert_ptr_equal(game, next);
    assert_int_equal(other, (index + 1) % host_practice_count(game));
}

/* -------------------------------------------------------------------- nonsense */

static const char good[] = "{\"id\":\"a-1\",\"theme\":\"t\",\"players\":2,\"seat\":0,"
                           "\"best\":[\"place dr 0\"],\"win\":0.600,\"second\":0.400,\"record\":"
                           "{\"capucine\":1,\"game\":\"caprice\",\"rules\":2,\"players\":2,"
                           "\"options\":{\"first\":\"0\",\"third\":\"redraw\"},\"seed\":\"42\","
                           "\"actions\":[]}}";

/* The good line with something in it replaced. */
static bool reads(const char *from, const char *to) {
    char line[1024];
    const char *at = strstr(good, from);
    host_practice p;

    assert_non_null(at);
    snprintf(line, sizeof line, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
    bool read = host_practice_read(&p, line, strlen(line), NULL);
    if (read)
        host_practice_free(&p);
    return read;
}

static void test_nonsense_is_refused(void **state) {
    (void)state;
    assert_true(reads("place dr 0", "place dr 0"));
    assert_true(reads("0.400", "0"));
    assert_false(reads("place dr 0", "place dr 9"));
    assert_false(reads("place dr 0", "stay"));
    assert_false(reads("[\"place dr 0\"]", "[]"));
    assert_false(reads("[\"place dr 0\"]", "[7]"));
    assert_false(reads("[\"place dr 0\"]", "\"place dr 0\""));
    assert_false(reads("\"seat\":0", "\"seat\":1"));
    assert_false(reads("\"seat\":0", "\"seat\":-1"));
    assert_false(reads("\"seat\":0", "\"seat\":2"));
    assert_false(reads("0.600", "1.2"));
    assert_false(reads("0.600", "\"0.6\""));
    assert_false(reads("\"a-1\"", "\"\""));
    assert_false(reads("\"a-1\"", "1"));
    assert_false(reads("\"theme\":\"t\",", ""));
    assert_false(reads("\"caprice\"", "\"chess\""));
    assert_false(reads("\"actions\":[]", "\"actions\":[[1,\"stay\"]]"));
    assert_false(reads("\"record\":", "\"recorded\":"));
    assert_false(reads("\"id\"", "id"));
}

/* ------------------------------------------------------------------- progress */

static void assert_row(const host_progress *p, const char *id, int right, int wrong, int due) {
    const host_done *row = host_progress_find(p, id);

    assert_non_null(row);
    assert_int_equal(row->right, right);
    assert_int_equal(row->wrong, wrong);
    assert_int_equal(row->due, due);
}

static void test_what_was_missed_comes_back(void **state) {
    static const int due[] = {103, 107, 121, 0, 0};
    host_progress p = {0};

    (void)state;
    host_progress_answer(&p, "a-1", true, 100);
    assert_row(&p, "a-1", 1, 0, 0);
    host_progress_answer(&p, "b-1", false, 100);
    assert_row(&p, "b-1", 0, 1, 101);
    for (int i = 0; i < 5; i++) {
        host_progress_answer(&p, "b-1", true, 100);
        assert_row(&p, "b-1", i + 1, 1, due[i]);
    }
    host_progress_answer(&p, "b-1", false, 200);
    assert_row(&p, "b-1", 0, 2, 201);
    assert_null(host_progress_find(&p, "c-1"));
    assert_int_equal(p.count, 2);
    host_progress_free(&p);
}

static void test_progress_is_read_as_it_was_written(void **state) {
    static const char text[] = "{\"done\":{\"a-1\":{\"right\":1,\"wrong\":0,\"due\":0},"
                               "\"b-2\":{\"right\":0,\"wrong\":2,\"due\":20412}}}";
    host_progress p;
    host_tree tree;
    capu_text again = {0};

    (void)state;
    assert_true(host_tree_parse(&tree, text, strlen(text), NULL));
    assert_true(host_progress_read(&p, tree.nodes, NULL));
    assert_row(&p, "b-2", 0, 2, 20412);
    host_progress_write(&p, &again);
    assert_memory_equal(again.at, text + strlen("{\"done\":"), again.length);
    assert_int_equal(again.length, strlen(text) - strlen("{\"done\":}"));
    free(again.at);
    host_progress_free(&p);
    host_tree_free(&tree);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped_positions_are_whole),
        cmocka_unit_test(test_lines_are_written_as_they_were),
        cmocka_unit_test(test_answers_hold),
        cmocka_unit_test(test_every_theme_of_a_game_has_texts),
        cmocka_unit_test(test_every_day_has_its_position),
        cmocka_unit_test(test_nonsense_is_refused),
        cmocka_unit_test(test_what_was_missed_comes_back),
        cmocka_unit_test(test_progress_is_read_as_it_was_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
