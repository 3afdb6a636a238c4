/* Links and event streams, whatever the borders of their pieces; what is said and typed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/screen/canvas.h"
#include "tui/net/net.h"
#include "tui/screen/screen.h"
#include "tui/table/tell.h"

static void test_links(void **state) {
    static const struct {
        const char *text, *server, *table, *invite;
    } rows[] = {
        {"https://games.example", "https://games.example", "", ""},
        {"games.example/", "https://games.example", "", ""},
        {"http://127.0.0.1:8080", "http://127.0.0.1:8080", "", ""},
        {"https://h/t/abc", "https://h", "abc", ""},
        {"https://h/t/abc?invite=x-_1", "https://h", "abc", "x-_1"},
        {"https://h/t/abc?a=b&invite=x#y", "https://h", "abc", "x"},
        {"https://h/host", "https://h", "", ""},
    };
    static const char *const wrong[] = {
        "", "https://", "ftp://h", "file:///etc", "https://a b", "https://me@h/", "https:///t/a"};
    tui_link link;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(tui_link_read(&link, rows[i].text));
        assert_string_equal(link.server, rows[i].server);
        assert_string_equal(link.table, rows[i].table);
        assert_string_equal(link.invite, rows[i].invite);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(tui_link_read(&link, wrong[i]));
}

static void note(void *context, const char *id, const char *name, json_t *data) {
    char *text = json_dumps(data, JSON_COMPACT | JSON_ENCODE_ANY);
    size_t length = strlen(context);

    snprintf((char *)context + length, 512 - length, "%s/%s/%s;", id, name, text);
    free(text);
}

static void test_events(void **state) {
    static const char stream[] =
        "retry: 1000\n\nid: 3-0\nevent: snapshot\ndata: {\"a\":1}\n\n"
        ":\n\nid: 4-0\r\nevent: update\r\ndata: {\"b\":\r\ndata: 2}\r\n\r\n"
        "data: not json\n\nid:5\ndata:[]\n\nevent: cut\ndata: {}";
    size_t length = strlen(stream);

    (void)state;
    for (size_t piece = 1; piece <= length; piece++) {
        tui_sse sse = {0};
        char heard[512] = "";
        for (size_t at = 0; at < length; at += piece)
            tui_sse_feed(&sse, stream + at, length - at < piece ? length - at : piece, note, heard);
        assert_string_equal(heard, "3-0/snapshot/{\"a\":1};4-0/update/{\"b\":2};5/message/[];");
        tui_sse_free(&sse);
    }
}

/* Names and talk come from others: nothing of them may steer the terminal. */
static void test_harmless(void **state) {
    tui_canvas canvas = {0};

    (void)state;
    tui_canvas_clear(&canvas, 1, 8);
    tui_area area = tui_whole(&canvas);
    tui_put(&area, 0, 0, INK_PLAIN, "a\033[2J\xC2\x9B\xFF\xE2\x96");
    for (int i = 0; i < 8; i++) {
        uint32_t character = canvas.cells[i].character;
        assert_true(character >= 32 && (character < 0x7F || character > 0x9F));
    }
    tui_canvas_free(&canvas);
}

static void test_wrapping(void **state) {
    const char *text = "one two  threefour\nfive", *next;

    (void)state;
    assert_int_equal(tui_wrap(text, 8, &next), 8);
    assert_int_equal(tui_wrap(next, 6, &next), 6);
    assert_int_equal(tui_wrap(next, 6, &next), 3);
    assert_int_equal(tui_wrap(next, 6, &next), 4);
    assert_null(next);
    assert_int_equal(tui_wrap("été passé", 5, &next), 5);
    assert_string_equal(next, "passé");
}

static void test_ascii(void **state) {
    (void)state;
    assert_int_equal(tui_ascii('a'), 'a');
    assert_int_equal(tui_ascii(0xE9), 'e');
    assert_int_equal(tui_ascii(0xC7), 'C');
    assert_int_equal(tui_ascii(0x2502), '|');
    assert_int_equal(tui_ascii(0x4E00), '?');
}

/* Whoever has as many points as another is told why their places are what they are. */
static void test_ties(void **state) {
    static const char *const names[] = {"Ann", "Bob", "Cem"};
    static const capu_result different = {.scores = {3, 2, 1}, .places = {1, 2, 3}},
                             shared = {.scores = {3, 3, 1}, .places = {1, 1, 3}},
                             broken = {.scores = {3, 3, 1}, .places = {2, 1, 3}};
    host_telling telling = {.names = names, .players = 3};
    char said[512];

    (void)state;
    for (int i = 0; (telling.game = capu_game_at(i)); i++)
        for (telling.language = 0; telling.language < HOST_LANGUAGES; telling.language++) {
            capu_text text = capu_text_on(said, sizeof said);
            assert_false(tui_tell_tie(&text, &telling, &different));
            assert_true(tui_tell_tie(&text, &telling, &shared));
            assert_string_equal(said, host_wording(telling.language, "terminal.tie"));
            text = capu_text_on(said, sizeof said);
            assert_true(tui_tell_tie(&text, &telling, &broken));
            if (strcmp(capu_info(telling.game)->name, "capitol") != 0) /* CTL-28: always shared */
                assert_non_null(strchr(said, ' '));
        }
}

static const char *typed(const char *game, const char *action) {
    static char buffer[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    host_say_typed(&text, capu_find(game), action);
    return buffer;
}

/* People see seats by letter and towers from one, and type what they see. */
static void test_typing(void **state) {
    static const struct {
        const char *game, *action, *typed;
    } rows[] = {
        {"caprice", "place dr 0", "place dr 1"},
        {"caprice", "move 3 5", "move 4 6"},
        {"caprice", "order dr dr lr lt", "order dr dr lr lt"},
        {"caprice", "stay", "stay"},
        {"capitol", "put 2", "put 2"},
        {"capone", "use protection 2", "use protection C"},
        {"capone", "use casino 1", "use casino 1"},
        {"capital-lux-2", "foreigner 0 pink", "foreigner A pink"},
        {"capital-lux-2", "prophet pink p3 1", "prophet pink p3 B"},
        {"capital-lux-2", "proselytiser b5 3", "proselytiser b5 D"},
    };
    static const char *const wrong[] = {"", " ", "place dr 0", "move 1 x", "use protection 2"};
    char action[CAPU_ACTION_TEXT];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(typed(rows[i].game, rows[i].action), rows[i].typed);
        assert_true(host_read_typed(capu_find(rows[i].game), rows[i].typed, action));
        assert_string_equal(action, rows[i].action);
    }
    assert_true(host_read_typed(capu_find("caprice"), "  PLACE  dr\t4 ", action));
    assert_string_equal(action, "place dr 3");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(host_read_typed(capu_find(i < 4 ? "caprice" : "capone"), wrong[i], action));
}

/* Whatever is legal in games played at random is typed in one way, and read back. */
static void test_typing_everywhere(void **state) {
    (void)state;
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        capu_options options = {0};
        capu_random random = capu_random_from(7);
        uint8_t seed[CAPU_SEED_BYTES];
        capu_state position;
        int seat;
        capu_seed_from_number(seed, 7);
        assert_int_equal(capu_new(&position, game, &options, capu_info(game)->most, seed), CAPU_OK);
        while ((seat = capu_first_actor(&position)) >= 0) {
            int count = capu_legal_count(&position, seat);
            int chosen = (int)capu_random_below(&random, (uint32_t)count);
            char action[CAPU_ACTION_TEXT], again[CAPU_ACTION_TEXT];
            capu_text notation = capu_text_on(action, sizeof action);
            capu_action move = capu_legal_at(&position, seat, chosen);
            capu_action_write(game, move, false, &notation);
            assert_true(host_read_typed(game, typed(capu_info(game)->name, action), again));
            assert_string_equal(again, action);
            capu_apply_legal(&position, seat, move);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_links),    cmocka_unit_test(test_events),
        cmocka_unit_test(test_harmless), cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_ascii),    cmocka_unit_test(test_ties),
        cmocka_unit_test(test_typing),   cmocka_unit_test(test_typing_everywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
