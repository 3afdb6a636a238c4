/* Links and event streams, whatever the borders of their pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/canvas.h"
#include "tui/net.h"
#include "tui/screen.h"

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
    capu_link link;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(capu_link_read(&link, rows[i].text));
        assert_string_equal(link.server, rows[i].server);
        assert_string_equal(link.table, rows[i].table);
        assert_string_equal(link.invite, rows[i].invite);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(capu_link_read(&link, wrong[i]));
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
        capu_sse sse = {0};
        char heard[512] = "";
        for (size_t at = 0; at < length; at += piece)
            capu_sse_feed(&sse, stream + at, length - at < piece ? length - at : piece, note,
                          heard);
        assert_string_equal(heard, "3-0/snapshot/{\"a\":1};4-0/update/{\"b\":2};5/message/[];");
        capu_sse_free(&sse);
    }
}

/* Names and talk come from others: nothing of them may steer the terminal. */
static void test_harmless(void **state) {
    capu_canvas canvas = {0};

    (void)state;
    capu_canvas_clear(&canvas, 1, 8);
    capu_area area = capu_whole(&canvas);
    capu_put(&area, 0, 0, INK_PLAIN, "a\033[2J\xC2\x9B\xFF\xE2\x96");
    for (int i = 0; i < 8; i++) {
        uint32_t character = canvas.cells[i].character;
        assert_true(character >= 32 && (character < 0x7F || character > 0x9F));
    }
    capu_canvas_free(&canvas);
}

static void test_wrapping(void **state) {
    const char *text = "one two  threefour\nfive", *next;

    (void)state;
    assert_int_equal(capu_wrap(text, 8, &next), 8);
    assert_int_equal(capu_wrap(next, 6, &next), 6);
    assert_int_equal(capu_wrap(next, 6, &next), 3);
    assert_int_equal(capu_wrap(next, 6, &next), 4);
    assert_null(next);
    assert_int_equal(capu_wrap("été passé", 5, &next), 5);
    assert_string_equal(next, "passé");
}

static void test_ascii(void **state) {
    (void)state;
    assert_int_equal(capu_ascii('a'), 'a');
    assert_int_equal(capu_ascii(0xE9), 'e');
    assert_int_equal(capu_ascii(0xC7), 'C');
    assert_int_equal(capu_ascii(0x2502), '|');
    assert_int_equal(capu_ascii(0x4E00), '?');
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_links),    cmocka_unit_test(test_events),
        cmocka_unit_test(test_harmless), cmocka_unit_test(test_wrapping),
        cmocka_unit_test(test_ascii),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
