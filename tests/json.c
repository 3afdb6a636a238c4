/* The engine's parser of JSON: what it takes, what it refuses and where, and that another parser
 * agrees. */
#include "agree.h"
#include "support.h"

static const char *const good[] = {
    "0",
    " -0 ",
    "9223372036854775807",
    "-9223372036854775808",
    "1.5",
    "[1.0,1e3,-2.5E-7]",
    "true",
    "\t[ ]\r\n",
    "{}",
    "{\"\":{\"\":[[],{}]},\"a\":null}",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\"",
    "\"a\\u0000b\"",
    "\"\x7f\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"",
};

static void test_good(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!agrees_with_jansson(good[i], strlen(good[i])))
            fail_msg("read otherwise: %s", good[i]);
}

/* Why and where. */
static const struct {
    const char *text, *why;
} bad[] = {
    {"", "line 1, column 1: expected a value"},
    {"[1,]", "line 1, column 4: expected a value"},
    {"[,1]", "line 1, column 2: expected a value"},
    {"[1 2]", "line 1, column 4: expected ',' or ']'"},
    {"[1}", "line 1, column 3: expected ',' or ']'"},
    {"{\"a\" 1}", "line 1, column 6: expected ':'"},
    {"{\"a\":1,}", "line 1, column 8: expected a name"},
    {"{a:1}", "line 1, column 2: expected a name"},
    {"{\"a\":1,\"b\":2,\n\"a\":3}", "line 2, column 1: the object has this name twice"},
    {"{\"a\":{\"a\":1},\"\\u0061\":2}", "column 14: the object has this name twice"},
    {"[\"\xc3\xa9\", x]", "line 1, column 7: expected a value"},
    {"nul", "line 1, column 1: expected a value"},
    {"01", "line 1, column 2: something follows the value"},
    {"1 1", "line 1, column 3: something follows the value"},
    {"-", "a number needs digits"},
    {"1.", "a number needs digits"},
    {"1e+", "a number needs digits"},
    {"+1", "expected a value"},
    {"9223372036854775808", "the number is too large"},
    {"-9223372036854775809", "the number is too large"},
    {"\"a", "line 1, column 1: the string has no end"},
    {"\"a\nb\"", "line 1, column 3: a control character in a string"},
    {"\"\\x\"", "line 1, column 2: there is no such escape"},
    {"\"\\u12g4\"", "there is no such escape"},
    {"\"\\ud800\"", "there is no such escape"},
    {"\"\\ud800\\u0061\"", "there is no such escape"},
    {"\"\\udc00\\ud800\"", "there is no such escape"},
    {"{\"a\\u0000\":1}", "a NUL in a name"},
    {"\"\xc0\xaf\"", "not UTF-8"},
    {"\"\xe0\x80\xaf\"", "not UTF-8"},
    {"\"\xed\xa0\x80\"", "not UTF-8"},
    {"\"\xf4\x90\x80\x80\"", "not UTF-8"},
    {"\"\xff\"", "not UTF-8"},
    {"\"\xe2\x82", "not UTF-8"},
    {"\xef\xbb\xbf{}", "line 1, column 1: expected a value"},
};

static const capu_node *parse(const char *text, size_t length, void **memory, capu_text *why) {
    size_t bytes = capu_json_bytes(text, length);

    *memory = malloc(bytes);
    return capu_json_parse(text, length, *memory, bytes, why);
}

static void test_bad(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char reason[256];
        capu_text why = capu_text_on(reason, sizeof reason);
        void *memory;
        if (parse(bad[i].text, strlen(bad[i].text), &memory, &why))
            fail_msg("taken: %s", bad[i].text);
        if (strncmp(reason, "not JSON, line ", 15) != 0 || !strstr(reason, bad[i].why))
            fail_msg("%s: refused with: %s", bad[i].text, reason);
        free(memory);
        assert_true(agrees_with_jansson(bad[i].text, strlen(bad[i].text)));
        assert_null(parse(bad[i].text, strlen(bad[i].text), &memory, NULL));
        free(memory);
    }
}

/* A byte of a NUL is no end of the text. */
static void test_nul_bytes(void **state) {
    (void)state;
    assert_true(agrees_with_jansson("1\0", 2));
    assert_true(agrees_with_jansson("\"\0\"", 3));
    assert_true(agrees_with_jansson("\0", 1));
}

static void assert_depth(int depth, bool taken) {
    char *text = malloc((size_t)depth * 2);
    void *memory;

    memset(text, '[', (size_t)depth);
    memset(text + depth, ']', (size_t)depth);
    assert_true(agrees_with_jansson(text, (size_t)depth * 2));
    assert_true((parse(text, (size_t)depth * 2, &memory, NULL) != NULL) == taken);
    free(memory);
    free(text);
}

static void test_depth(void **state) {
    (void)state;
    assert_depth(2048, true);
    assert_depth(2049, false);
}

/* With a byte less than it says it needs, the parser refuses; with just that it touches no more. */
static void test_memory(void **state) {
    const char *texts[] = {"1.5", "\"abc\"", "[1,2,[3]]", "{\"a\":{\"b\":\"c\"}}"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        size_t length = strlen(texts[i]), bytes = capu_json_bytes(texts[i], length);
        char *memory = test_malloc(bytes); /* cmocka looks at what is behind it */
        char reason[128];
        capu_text why = capu_text_on(reason, sizeof reason);
        assert_null(capu_json_parse(texts[i], length, memory, bytes - 1, &why));
        assert_non_null(strstr(reason, "too little memory"));
        assert_non_null(capu_json_parse(texts[i], length, memory, bytes, NULL));
        test_free(memory);
    }
}

/* Names of a large object, each once, then one of them twice. */
static void test_many_names(void **state) {
    enum { NAMES = 200000, EACH = 16 };
    char *text = malloc(NAMES * EACH), *end = text;
    void *memory;

    (void)state;
    for (int i = 0; i < NAMES; i++)
        end += sprintf(end, "%c\"%d\":1", i ? ',' : '{', i * 7919 % NAMES);
    sprintf(end, "}");
    assert_non_null(parse(text, strlen(text), &memory, NULL));
    free(memory);
    sprintf(end, ",\"77\":1}");
    assert_null(parse(text, strlen(text), &memory, NULL));
    free(memory);
    free(text);
}

/* Records with a few bytes that are others, or missing, or there twice. */
static void mutate(char *text, size_t *length, capu_random *random) {
    static const char bytes[] = "[]{},:\"\\/0129-+.eEntfu \n\t\x80\xc3\xe2\xed\xf4";
    uint32_t at = capu_random_below(random, (uint32_t)*length);

    switch (capu_random_below(random, 4)) {
    case 0:
        text[at] = (char)capu_random_below(random, 256);
        break;
    case 1:
        text[at] = bytes[capu_random_below(random, sizeof bytes - 1)];
        break;
    case 2:
        memmove(text + at, text + at + 1, --*length - at);
        break;
    default:
        memmove(text + at + 1, text + at, (*length)++ - at);
    }
}

static void check_mutations(test_game *g) {
    char text[LONGEST_STATE + 16];

    capu_playout(&g->state, &g->random, (int)capu_random_below(&g->random, 60));
    for (int i = 0; i < 20; i++) {
        capu_text json = capu_text_on(text, LONGEST_STATE);
        capu_state_json(&g->state, &json);
        size_t length = json.length;
        for (int changes = i % 4; changes > 0; changes--)
            mutate(text, &length, &g->random);
        assert_here(g, agrees_with_jansson(text, length));
    }
}

static void test_mutations(void **state) {
    (void)state;
    for_random_games(1000, check_mutations);
}

/* A record as text, read by the engine alone. */
static void check_record(test_game *g) {
    char text[65536];
    capu_move moves[1024];
    capu_record record = {.game = g->game, .players = g->players, .options = g->options};
    capu_text json = capu_text_on(text, sizeof text);
    capu_replayed read;
    void *memory;

    memcpy(record.seed, g->state.head.seed, CAPU_SEED_BYTES);
    for (; record.count < 1000 && capu_actors(&g->state); record.count++) {
        moves[record.count] = capu_random_move(&g->state, &g->random);
        capu_apply_legal(&g->state, (int)moves[record.count].seat, moves[record.count].action);
    }
    record.moves = moves;
    capu_record_json(&record, &json);
    const capu_node *tree = parse(text, json.length, &memory, NULL);
    capu_move *again = malloc(sizeof moves);
    assert_int_equal(capu_record_read(&read, tree, again, record.count, NULL), CAPU_OK);
    assert_here(g, read.record.count == record.count && capu_equal(&read.end, &g->state));
    assert_int_equal(capu_record_read(&read, tree, again, record.count - 1, NULL), CAPU_BAD_RECORD);
    free(again);
    free(memory);
}

static void test_records(void **state) {
    (void)state;
    for_random_games(200, check_record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),      cmocka_unit_test(test_bad),
        cmocka_unit_test(test_nul_bytes), cmocka_unit_test(test_depth),
        cmocka_unit_test(test_memory),    cmocka_unit_test(test_many_names),
        cmocka_unit_test(test_mutations), cmocka_unit_test(test_records),
    };

    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
