/* Who asks too often waits, whatever others ask meanwhile. The rates are so low that nothing comes
 * back while a test runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "server/clock.h"
#include "server/limits.h"
#include "server/server.h"

static const double NEVER = 1e-6; /* a second */

static int begin(void **state) {
    *state = server_limits_new();
    return 0;
}

static int end(void **state) {
    free(*state);
    return 0;
}

/* As many keys as somebody can think of, one attempt each. */
static void ask_for_others(struct server_limits *limits, int count) {
    for (int i = 0; i < count; i++) {
        char key[32];
        snprintf(key, sizeof key, "other %d", i);
        assert_true(server_limits_take(limits, "login of", key, NEVER, 3));
    }
}

static void test_a_bucket_gives_what_it_holds(void **state) {
    for (int i = 0; i < 3; i++)
        assert_true(server_limits_take(*state, "login of", "ann", NEVER, 3));
    assert_false(server_limits_take(*state, "login of", "ann", NEVER, 3));
    assert_false(server_limits_take(*state, "login of", "ann", NEVER, 3));
    assert_true(server_limits_take(*state, "login", "ann", NEVER, 3));
    assert_true(server_limits_take(*state, "login of", "bob", NEVER, 3));
}

static void test_a_bucket_fills_again(void **state) {
    const double at_once = 1e9;

    for (int i = 0; i < 100; i++) {
        int64_t now = server_microseconds();
        assert_true(server_limits_take(*state, "login of", "ann", at_once, 1));
        while (server_microseconds() == now)
            continue;
    }
}

static void test_other_keys_do_not_fill_an_empty_bucket(void **state) {
    for (int i = 0; i < 3; i++)
        assert_true(server_limits_take(*state, "login of", "ann", NEVER, 3));
    ask_for_others(*state, 200000);
    assert_false(server_limits_take(*state, "login of", "ann", NEVER, 3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_bucket_gives_what_it_holds, begin, end),
        cmocka_unit_test_setup_teardown(test_a_bucket_fills_again, begin, end),
        cmocka_unit_test_setup_teardown(test_other_keys_do_not_fill_an_empty_bucket, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
