/* The engine's own parts: generators, seeds, texts, JSON, options, replay. */
#include "support.h"

/* -------------------------------------------------------------- generators */

static void chacha_of(const uint8_t key[32], uint32_t counter, const uint32_t nonce[3],
                      uint8_t out[64]) {
    uint32_t words[16];

    engine_chacha_block(key, counter, nonce, words);
    for (int i = 0; i < 64; i++)
        out[i] = (uint8_t)(words[i / 4] >> 8 * (i % 4));
}

static void assert_hex(const uint8_t *bytes, const char *hex) {
    for (int i = 0; hex[2 * i]; i++) {
        char two[3] = {hex[2 * i], hex[2 * i + 1], 0};
        assert_int_equal(bytes[i], strtol(two, NULL, 16));
    }
}

/* RFC 8439, 2.3.2 and A.1. */
static void test_chacha_vectors(void **state) {
    const uint32_t zero_nonce[3] = {0, 0, 0};
    uint8_t key[32] = {0}, out[64];

    (void)state;
    chacha_of(key, 0, zero_nonce, out);
    assert_hex(out, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                    "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
    chacha_of(key, 1, zero_nonce, out);
    assert_hex(out, "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                    "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
    key[31] = 1;
    chacha_of(key, 1, zero_nonce, out);
    assert_hex(out, "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
                    "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0");
    for (int i = 0; i < 32; i++)
        key[i] = (uint8_t)i;
    const uint32_t nonce[3] = {0x09000000, 0x4a000000, 0};
    chacha_of(key, 1, nonce, out);
    assert_hex(out, "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
                    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
}

/* The word at an index depends on the index alone, not on how one got there. */
static void test_dice_are_indexed(void **state) {
    capu_head head = {.seed = {1, 2, 3}}, later;
    engine_dice dice, other;
    uint32_t words[40];

    (void)state;
    engine_dice_open(&dice, &head);
    for (int i = 0; i < 40; i++)
        words[i] = engine_dice_below(&dice, 1u << 31);
    assert_int_equal(head.draws, 40);
    for (uint32_t i = 0; i < 40; i++) {
        later = head;
        later.draws = i;
        engine_dice_open(&other, &later);
        assert_int_equal(engine_dice_below(&other, 1u << 31), words[i]);
    }
}

/* Chi-squared against an even spread. The bound is far out: about one in a million. */
static void assert_even(const uint32_t *counts, int kinds, double draws) {
    double expected = draws / kinds, sum = 0;

    for (int i = 0; i < kinds; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    double free = kinds - 1, bound = free + 5 * 1.4143 * __builtin_sqrt(free) + 12;
    if (sum > bound)
        fail_msg("chi-squared %.1f for %d kinds", sum, kinds);
}

static void test_draws_are_even(void **state) {
    capu_head head = {.seed = {9}};
    capu_random random = capu_random_from(3);
    engine_dice dice;

    (void)state;
    engine_dice_open(&dice, &head);
    for (uint32_t n = 2; n <= 24; n += 11) {
        uint32_t counts[24] = {0}, fast[24] = {0};
        for (int i = 0; i < 48000; i++) {
            counts[engine_dice_below(&dice, n)]++;
            fast[capu_random_below(&random, n)]++;
        }
        assert_even(counts, (int)n, 48000);
        assert_even(fast, (int)n, 48000);
    }
}

/* All 24 orders of four things, by both shuffles. */
static void test_shuffles_are_even(void **state) {
    capu_head head = {.seed = {5}};
    capu_random random = capu_random_from(5);
    uint32_t counts[256] = {0}, fast[256] = {0}, packed[2][24];
    engine_dice dice;
    int found = 0;

    (void)state;
    engine_dice_open(&dice, &head);
    for (int i = 0; i < 48000; i++) {
        uint8_t a[4] = {0, 1, 2, 3}, b[4] = {0, 1, 2, 3};
        engine_dice_shuffle(&dice, a, 4);
        engine_random_shuffle(&random, b, 4);
        counts[a[0] << 6 | a[1] << 4 | a[2] << 2 | a[3]]++;
        fast[b[0] << 6 | b[1] << 4 | b[2] << 2 | b[3]]++;
    }
    for (int i = 0; i < 256; i++) {
        if (counts[i] == 0)
            continue;
        assert_true(found < 24);
        packed[0][found] = counts[i];
        packed[1][found++] = fast[i];
    }
    assert_int_equal(found, 24);
    assert_even(packed[0], 24, 48000);
    assert_even(packed[1], 24, 48000);
}

/* A deck: where each of 52 cards comes to lie, and with six cards all 720 orders. */
static void test_decks_are_even(void **state) {
    static uint32_t places[52][52], orders[720];
    capu_head head = {.seed = {6}};
    engine_dice dice;

    (void)state;
    engine_dice_open(&dice, &head);
    for (int i = 0; i < 52000; i++) {
        uint8_t deck[52], few[6];
        int order = 0;
        for (int card = 0; card < 52; card++)
            deck[card] = (uint8_t)card;
        for (int card = 0; card < 6; card++)
            few[card] = (uint8_t)card;
        engine_dice_shuffle_deck(&dice, deck, 52);
        engine_dice_shuffle_deck(&dice, few, 6);
        for (int card = 0; card < 52; card++)
            places[card][deck[card]]++;
        for (int card = 0; card < 6; card++) {
            int lower = 0;
            for (int later = card + 1; later < 6; later++)
                lower += few[later] < few[card];
            order = order * (6 - card) + lower;
        }
        orders[order]++;
    }
    for (int card = 0; card < 52; card++)
        assert_even(places[card], 52, 52000);
    assert_even(orders, 720, 52000);
}

/* ------------------------------------------------------------------- seeds */

static void assert_seed(const char *text) {
    uint8_t seed[CAPU_SEED_BYTES];
    char buffer[CAPU_SEED_TEXT];
    capu_text again = capu_text_on(buffer, sizeof buffer);

    assert_true(capu_seed_read(seed, text));
    capu_seed_write(seed, &again);
    assert_string_equal(buffer, text);
}

static void test_seeds(void **state) {
    static const char *const good[] = {
        "0",
        "42",
        "18446744073709551615",
        "ddb9188f165bee3a668b04b67e8d5466a46b8c5ddd607da7aa217200b2f975dd",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "1111111111111111111111111111111111111111111111111111111111111111",
    };
    static const char *const bad[] = {
        "",
        "042",
        "00",
        "-1",
        "+1",
        " 1",
        "1 ",
        "1.0",
        "18446744073709551616",
        "0x2a",
        "abc",
        "ddb9188f165bee3a668b04b67e8d5466a46b8c5ddd607da7aa217200b2f975d",
        "ddb9188f165bee3a668b04b67e8d5466a46b8c5ddd607da7aa217200b2f975ddd",
        "DDB9188f165bee3a668b04b67e8d5466a46b8c5ddd607da7aa217200b2f975dd",
    };
    uint8_t seed[CAPU_SEED_BYTES];

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_seed(good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(capu_seed_read(seed, bad[i]));
    capu_seed_read(seed, "258");
    assert_memory_equal(seed, "\x02\x01\0\0\0\0\0\0Capucine, seed of 64 bit", CAPU_SEED_BYTES);
}

/* ------------------------------------------------------------------- texts */

static void test_texts(void **state) {
    char buffer[16];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    (void)state;
    capu_text_number(&text, -9223372036854775807 - 1);
    assert_int_equal(text.length, 20);
    assert_string_equal(buffer, "-92233720368547");
    text = capu_text_on(buffer, sizeof buffer);
    capu_text_json(&text, "a\"\\\n");
    assert_string_equal(buffer, "\"a\\\"\\\\\\u000a\"");
    text = capu_text_on(NULL, 0);
    capu_text_add(&text, "nowhere");
    assert_int_equal(text.length, 7);
}

static void test_words(void **state) {
    static const char *const names[] = {"a", "ab", "b"};
    engine_words words = {"ab 12 b"};

    (void)state;
    assert_int_equal(engine_word_in(&words, names, 3), 1);
    assert_int_equal(engine_word_number(&words, 11), -1);
    assert_int_equal(engine_word_number(&words, 12), 12);
    assert_false(engine_words_end(&words));
    assert_true(engine_word_is(&words, "b"));
    assert_true(engine_words_end(&words));
    words = (engine_words){"a  b"};
    assert_int_equal(engine_word_in(&words, names, 3), 0);
    assert_int_equal(engine_word_in(&words, names, 3), -1);
    words = (engine_words){"a "};
    assert_int_equal(engine_word_in(&words, names, 3), 0);
    assert_false(engine_words_end(&words));
    words = (engine_words){"01"};
    assert_int_equal(engine_word_number(&words, 9), -1);
}

/* -------------------------------------------------------------- helpers */

static void test_ranks(void **state) {
    const int64_t keys[4] = {5, 9, 9, 1};
    uint8_t places[4];

    (void)state;
    engine_rank(keys, 4, places);
    assert_memory_equal(places, "\x03\x01\x01\x04", 4); /* ALL-1 */
}

static void test_options(void **state) {
    const capu_game *game = capu_find("caprice");
    capu_options options = {0};
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);

    (void)state;
    assert_null(capu_find("chess"));
    assert_int_equal(capu_set_option(game, 2, &options, "first", "random", NULL), CAPU_OK);
    assert_int_equal(capu_set_option(game, 2, &options, "first", "2", &why), CAPU_BAD_OPTIONS);
    assert_int_equal(options.value[0], 0);
    assert_int_equal(capu_check_options(game, 5, &options, NULL), CAPU_BAD_PLAYERS);
    assert_int_equal(capu_check_options(game, 1, &options, NULL), CAPU_BAD_PLAYERS);
    assert_non_null(strstr(reason, "cannot be '2'"));
}

/* A first player that is drawn is each seat now and then. */
static void test_random_first_player(void **state) {
    capu_head head = {.players = 3, .seed = {7}};
    uint32_t counts[3] = {0};

    (void)state;
    for (int i = 0; i < 3000; i++)
        counts[engine_first_player(&head)]++;
    assert_even(counts, 3, 3000);
}

static void test_replay_names_what_fails(void **state) {
    const capu_game *game = capu_find("caprice");
    capu_move moves[2] = {{0, 0}, {1, 0}};
    capu_record record = {.game = game, .players = 2, .moves = moves, .count = 2};
    capu_state out;
    int failed;

    (void)state;
    capu_set_option(game, 2, &record.options, "first", "0", NULL);
    capu_set_option(game, 2, &record.options, "third", "redraw", NULL);
    capu_action_read(game, "place dr 0", &moves[0].action);
    capu_action_read(game, "stay", &moves[1].action);
    assert_int_equal(capu_replay(&record, 2, &out, &failed), CAPU_NOT_YOUR_TURN);
    assert_int_equal(failed, 1);
    record.players = 9;
    assert_int_equal(capu_replay(&record, 2, &out, &failed), CAPU_BAD_PLAYERS);
    assert_int_equal(failed, -1);
}

/* How far each seat may go back after actions of Caprice: seat 0 begins, then 1. */
static void assert_floors(const char *const *actions, const char *third, int zero, int one) {
    const capu_game *game = capu_find("caprice");
    capu_move moves[8];
    capu_record record = {.game = game, .players = 2, .moves = moves};
    capu_state state;

    capu_set_option(game, 2, &record.options, "first", "0", NULL);
    capu_set_option(game, 2, &record.options, "third", third, NULL);
    for (; actions[record.count]; record.count++) {
        capu_replay(&record, record.count, &state, NULL);
        moves[record.count].seat = (uint32_t)capu_first_actor(&state);
        if (!capu_action_read(game, actions[record.count], &moves[record.count].action))
            fail_msg("no action '%s'", actions[record.count]);
    }
    assert_int_equal(capu_replay(&record, record.count, &state, NULL), CAPU_OK);
    assert_int_equal(capu_undo_floor(&record, 0), zero);
    assert_int_equal(capu_undo_floor(&record, 1), one);
}

static void test_undo_floor(void **state) {
    (void)state;
    assert_floors((const char *[]){NULL}, "redraw", 0, 0);
    /* a block placed shows nothing and leaves the turn */
    assert_floors((const char *[]){"place dr 0", NULL}, "redraw", 0, 1);
    /* the move hands it over */
    assert_floors((const char *[]){"place dr 0", "stay", NULL}, "redraw", 2, 2);
    assert_floors((const char *[]){"place dr 0", "stay", "place lr 1", NULL}, "redraw", 3, 2);
    /* keeping a tile draws the next one */
    assert_floors((const char *[]){"keep", NULL}, "choose", 1, 1);
}

/* What may be taken back is the seat's own, and taken back it leaves a game that replays. */
static void check_undo(test_game *g) {
    capu_move moves[512], left[512];
    capu_record record = {
        .game = g->game, .players = g->players, .options = g->options, .moves = moves};
    capu_state end;

    memcpy(record.seed, g->state.head.seed, CAPU_SEED_BYTES);
    while (capu_actors(&g->state) && record.count < 512) {
        moves[record.count] = capu_random_move(&g->state, &g->random);
        capu_apply_legal(&g->state, (int)moves[record.count].seat, moves[record.count].action);
        record.count++;
        if (capu_random_below(&g->random, 8))
            continue;
        int seat = (int)moves[record.count - 1].seat, floor = capu_undo_floor(&record, seat);
        capu_record shorter = record;
        shorter.moves = left;
        shorter.count = 0;
        for (int i = 0; i < record.count; i++)
            if (i < floor || (int)moves[i].seat != seat)
                left[shorter.count++] = moves[i];
        assert_here(g, floor == record.count || (int)moves[floor].seat == seat);
        assert_here(g, capu_replay(&shorter, shorter.count, &end, NULL) == CAPU_OK);
    }
}

static void test_undo_replays(void **state) {
    (void)state;
    for_random_games(200, check_undo);
}

/* The signature of a game that cannot be played is 0. */
static void test_signatures(void **state) {
    (void)state;
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        const capu_game_info *info = capu_info(game);
        assert_true(capu_signature(game, info->least, 1) != 0);
        assert_true(capu_signature(game, info->least - 1, 1) == 0);
        assert_true(capu_signature(game, info->most + 1, 1) == 0);
        assert_true(capu_signature(game, -1, 1) == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chacha_vectors),
        cmocka_unit_test(test_dice_are_indexed),
        cmocka_unit_test(test_draws_are_even),
        cmocka_unit_test(test_shuffles_are_even),
        cmocka_unit_test(test_decks_are_even),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_random_first_player),
        cmocka_unit_test(test_replay_names_what_fails),
        cmocka_unit_test(test_undo_floor),
        cmocka_unit_test(test_undo_replays),
        cmocka_unit_test(test_signatures),
    };

    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
