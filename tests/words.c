/* Texts by id: forms, arguments, actions in words. The table here is the test's own, so that it
 * does not change when a translator has a better word. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host/words.h"

enum { EN, FR, IT, DE };

#define SAME(text)                                                                                 \
    {                                                                                              \
        {text}, {text}, {text}, {                                                                  \
            text                                                                                   \
        }                                                                                          \
    }
const host_message host_messages[] = {
    {"caprice.did.move", SAME("{who} moves {1:next} to {2:next}.")},
    {"caprice.did.order", SAME("{who}: {1-}.")},
    {"caprice.did.order.hidden", SAME("{who} has an order.")},
    {"caprice.did.place", SAME("{who} places {1} on {2:next}, {3}.")},
    {"caprice.did.place.lt", SAME("{who} places the light one.")},
    {"caprice.did.stay", SAME("{who} stays with {n}.")},
    {"caprice.did.stay.none", SAME("{who} stays.")},
    {"caprice.do.give", {{"Give {n}: {1-}", "Give {n} of them"}, {"x"}, {"x"}, {"x"}}},
    {"caprice.do.pay", SAME("Pay {1:seat} {2:money} {2:other}")},
    {"caprice.event.sum", SAME("{parts:sum} = {n}")},
    {"caprice.why.full", {{"Full: {1:next} {2}"}, {"Plein : {1:next}, {2}"}, {"x"}, {"x"}}},
    {"caprice.word.dr", {{"dark round"}, {"rond foncé"}, {"x"}, {"x"}}},
    {"cards", {{"{n} card", "{n} cards"}, {"{n} carte", "{n} cartes"}, {"a", "b"}, {"c", "d"}}},
    {"list.and", {{"{a} and {b}"}, {"{a} et {b}"}, {"x"}, {"x"}}},
    {"money", {{"${n},000"}, {"{n} 000 $"}, {"{n}.000 $"}, {"{n}.000 $"}}},
    {"money.none", {{"$0"}, {"0 $"}, {"0 $"}, {"0 $"}}},
    {"odd", SAME("{who} and {what} of {an open one")},
};
const int host_message_count = sizeof host_messages / sizeof host_messages[0];
const uint16_t host_message_order[sizeof host_messages / sizeof host_messages[0]];

static char buffer[512];
static capu_text text;

static capu_text *fresh(void) {
    text = capu_text_on(buffer, sizeof buffer);
    return &text;
}

static void test_languages(void **state) {
    (void)state;
    assert_int_equal(host_language_named("fr"), FR);
    assert_int_equal(host_language_named("de_CH.UTF-8"), DE);
    assert_int_equal(host_language_named("it@euro"), IT);
    assert_int_equal(host_language_named("italian"), -1);
    assert_int_equal(host_language_named("C"), -1);
    assert_int_equal(host_language_named(""), -1);
    assert_int_equal(host_language_named(NULL), -1);
    unsetenv("LC_ALL");
    setenv("LC_MESSAGES", "it_IT.UTF-8", 1);
    setenv("LANG", "de_DE.UTF-8", 1);
    assert_int_equal(host_language_of_environment(), IT);
    setenv("LC_ALL", "C.UTF-8", 1);
    assert_int_equal(host_language_of_environment(), EN);
    unsetenv("LC_ALL");
    setenv("LC_MESSAGES", "", 1);
    assert_int_equal(host_language_of_environment(), DE);
}

static void test_finding(void **state) {
    (void)state;
    for (int i = 0; i < host_message_count; i++)
        assert_string_equal(host_wording(EN, host_messages[i].id), host_messages[i].text[EN][0]);
    assert_null(host_wording_find(EN, "nothing"));
    assert_string_equal(host_wording(FR, "nothing"), "nothing");
}

static void test_forms(void **state) {
    static const struct {
        int language, number;
        const char *text;
    } rows[] = {{EN, 0, "0 cards"},   {EN, 1, "1 card"},     {EN, 2, "2 cards"},
                {FR, 0, "0 carte"},   {FR, 1, "1 carte"},    {FR, 2, "2 cartes"},
                {IT, 0, "b"},         {IT, 1, "a"},          {DE, 1, "c"},
                {DE, 7, "d"},         {EN, -1, "-1 card"},   {EN, -2, "-2 cards"},
                {FR, -1, "-1 carte"}, {FR, -2, "-2 cartes"}, {DE, -1, "c"}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        host_say_for(fresh(), rows[i].language, "cards", rows[i].number, NULL);
        assert_string_equal(buffer, rows[i].text);
    }
}

static void test_arguments(void **state) {
    (void)state;
    host_say(fresh(), EN, "odd", "who", "{what}", NULL);
    assert_string_equal(buffer, "{what} and {what} of {an open one");
    host_say(fresh(), EN, "list.and", "a", "1", "b", "2", NULL);
    assert_string_equal(buffer, "1 and 2");
    host_say(fresh(), EN, "missing", NULL);
    assert_string_equal(buffer, "missing");
}

static const char *summed(int count, const int parts[]) {
    const host_telling telling = {EN, capu_find("caprice"), NULL, 0};
    capu_lines lines = {.count = 1, .arg_count = count + 1};

    lines.lines[0] = (capu_line){.id = "sum", .count = (uint16_t)(count + 1)};
    lines.args[count] = (capu_arg){.name = "n", .kind = CAPU_ARG_NUMBER};
    for (int i = 0; i < count; i++) {
        lines.args[i] =
            (capu_arg){.name = "parts", .kind = CAPU_ARG_NUMBER, .number = parts[i], .list = true};
        lines.args[count].number += parts[i];
    }
    assert_true(host_say_line(fresh(), &telling, "event", &lines, lines.lines));
    return buffer;
}

/* web/tests/model.test.mjs has the same sums. */
static void test_sums(void **state) {
    (void)state;
    assert_string_equal(summed(1, (int[]){5}), "5 = 5");
    assert_string_equal(summed(3, (int[]){5, 2, 1}), "5 + 2 + 1 = 8");
    assert_string_equal(summed(2, (int[]){5, -3}), "5 - 3 = 2");
    assert_string_equal(summed(3, (int[]){-5, 0, -3}), "-5 + 0 - 3 = -8");
}

static void test_money(void **state) {
    (void)state;
    host_say_money(fresh(), EN, 30);
    assert_string_equal(buffer, "$30,000");
    host_say_money(fresh(), EN, 1250);
    assert_string_equal(buffer, "$1,250,000");
    host_say_money(fresh(), FR, 1250);
    assert_string_equal(buffer, "1\u00a0250 000 $");
    host_say_money(fresh(), DE, 1250);
    assert_string_equal(buffer, "1.250.000 $");
    host_say_money(fresh(), EN, 0);
    assert_string_equal(buffer, "$0");
    host_say_number(fresh(), EN, -1234567);
    assert_string_equal(buffer, "-1,234,567");
}

static const char *told(int language, const char *kind, const char *action) {
    static const char *const names[] = {"Ann", "Bob"};
    const host_telling telling = {language, capu_find("caprice"), names, 2};

    return host_say_action(fresh(), &telling, kind, 1, action) ? buffer : NULL;
}

static void test_actions(void **state) {
    (void)state;
    assert_string_equal(told(EN, "did", "move 0 5"), "Bob moves 1 to 6.");
    assert_string_equal(told(EN, "did", "place dr 3"), "Bob places dark round on 4, .");
    assert_string_equal(told(FR, "did", "place dr 3"), "Bob places rond foncé on 4, .");
    assert_string_equal(told(EN, "did", "place xy here"), "Bob places xy on here, .");
    assert_string_equal(told(EN, "did", "place lt 3"), "Bob places the light one.");
    assert_string_equal(told(EN, "did", "stay"), "Bob stays.");
    assert_string_equal(told(EN, "did", "stay a b"), "Bob stays with 2.");
    assert_string_equal(told(EN, "did", "order dr"), "Bob: dark round.");
    assert_string_equal(told(EN, "did", "order dr lt x"), "Bob: dark round, lt and x.");
    assert_string_equal(told(FR, "did", "order dr lt"), "Bob: rond foncé et lt.");
    assert_string_equal(told(EN, "did", "order dr ?"), "Bob has an order.");
    assert_string_equal(told(EN, "do", "give a"), "Give 1: a");
    assert_string_equal(told(EN, "do", "give a b"), "Give 2 of them");
    assert_string_equal(told(EN, "do", "pay 0 30"), "Pay Ann $30,000 30");
    assert_string_equal(told(EN, "do", "pay 7 0"), "Pay 7 $0 0");
    assert_null(told(EN, "do", "castle"));
    assert_null(told(EN, "do", ""));
}

static void test_reasons(void **state) {
    static const capu_reason known = {"caprice.why.full", "{1} is full of {2}"};
    static const capu_reason unknown = {"caprice.why.else", "{1} is full of {2}"};
    const capu_refusal full = {&known, {"3", "dr"}}, other = {&unknown, {"3", "dr"}};
    const capu_game *game = capu_find("caprice");

    (void)state;
    host_say_refusal(fresh(), FR, game, &full);
    assert_string_equal(buffer, "Plein : 4, rond foncé");
    host_say_refusal(fresh(), FR, game, &other);
    assert_string_equal(buffer, "3 is full of dr");
    assert_true(host_say_reason(fresh(), EN, game, "caprice.why.full", full.words, 1));
    assert_string_equal(buffer, "Full: 4 ");
    assert_false(host_say_reason(fresh(), EN, game, "caprice.why.else", NULL, 0));
    assert_string_equal(buffer, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_languages), cmocka_unit_test(test_finding),
        cmocka_unit_test(test_sums),      cmocka_unit_test(test_forms),
        cmocka_unit_test(test_arguments), cmocka_unit_test(test_money),
        cmocka_unit_test(test_actions),   cmocka_unit_test(test_reasons),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
