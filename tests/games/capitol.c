/* Capitol: what the battery cannot know. */
#include "games/capitol/capitol.h"
#include "support.h"

enum { SAMPLES = 60000 };

/* -------------------------------------------------------------- sets of cards */

static void check_set(uint64_t set, const int counts[64]) {
    int size = 0, sum = 0;

    for (int i = 0; i < CAPITOL_CARD_KINDS; i++) {
        int card = capitol_kinds[i];
        assert_int_equal(capitol_copies(set, card), counts[card]);
        assert_int_equal(capitol_kind_of(card), i);
        size += counts[card];
        sum += counts[card] * capitol_value(card);
    }
    assert_int_equal(capitol_size(set), size);
    assert_int_equal(capitol_sum(set), sum);
}

/* A set is the same as numbers of copies. */
static void test_sets(void **state) {
    capu_random random = capu_random_from(1);
    int counts[64] = {0};
    uint64_t set = 0;

    (void)state;
    for (int i = 0; i < 100000; i++) {
        int card = capitol_kinds[capu_random_below(&random, CAPITOL_CARD_KINDS)];
        int most = capitol_copies(UINT64_MAX, card);
        if (capu_random_below(&random, 2)) {
            set = capitol_with(set, card);
            counts[card] += counts[card] < most;
        } else {
            set = capitol_without(set, card);
            counts[card] -= counts[card] > 0;
        }
        check_set(set, counts);
    }
}

/* ------------------------------------------------------------------- samples */

static void deal(capu_state *state, uint64_t number) {
    uint8_t seed[CAPU_SEED_BYTES];
    capu_options options = {{0}};

    capu_seed_from_number(seed, number);
    assert_int_equal(capu_new(state, capu_find("capitol"), &options, 2, seed), CAPU_OK);
}

/* Roof cards of each value that seat 0 sees neither in its hand nor on the stack. */
static void unknown_roofs(const capitol *s, double left[8]) {
    int top = s->cards[CAPITOL_ROOF_DECK][s->stack[CAPITOL_ROOF_DECK] - 1];

    for (int value = 1; value <= 7; value++) {
        int card = (8 - value) * 8;
        left[value] = 2 - capitol_copies(s->hand[0], card) - (card == top);
    }
}

/* The values of the two roof cards in a hand. */
static void two_roofs(uint64_t hand, int *high, int *low) {
    uint64_t roofs = hand & capitol_deck_cards[CAPITOL_ROOF_DECK];

    *high = capitol_value(__builtin_ctzll(roofs));
    *low = capitol_value(__builtin_ctzll(roofs & (roofs - 1)));
}

/* Of eleven roof cards that seat 0 does not know, seat 1 holds any two with the same chance: the
 * sum of squares is far below what would come up once in a thousand times with 27 degrees. */
static void test_hands_are_uniform(void **unused) {
    capu_random random = capu_random_from(2);
    capu_state state, view, sample;
    int counts[8][8] = {{0}};
    double left[8] = {0}, sum = 0;

    (void)unused;
    deal(&state, 5);
    unknown_roofs((const capitol *)&state, left);
    capu_view(&state, 0, &view);
    for (int i = 0; i < SAMPLES; i++) {
        int high, low;
        capu_sample(&view, &random, &sample);
        two_roofs(((const capitol *)&sample)->hand[1], &high, &low);
        counts[high][low]++;
    }
    for (int high = 1; high <= 7; high++)
        for (int low = 1; low <= high; low++) {
            double ways = high == low ? left[high] * (left[high] - 1) / 2 : left[high] * left[low];
            double expected = SAMPLES * ways / 55, off = counts[high][low] - expected;
            if (expected > 0)
                sum += off * off / expected;
            else
                assert_int_equal(counts[high][low], 0);
        }
    assert_true(sum < 55.5);
}

/* A bid that is hidden may be any that the hand allows: here 3 × 2 × 2 of two cards alike, and two
 * more. */
static void test_bids_are_uniform(void **unused) {
    capu_random random = capu_random_from(3);
    capu_state state, view, sample;
    capitol *s = (capitol *)&state;
    int counts[12] = {0};
    double sum = 0;

    (void)unused;
    deal(&state, 5);
    s->phase = CAPITOL_BID;
    s->hand[1] = s->known[1] = UINT64_C(0x0C) | UINT64_C(0x21) << 8; /* f8 f8 r7 b7 */
    engine_memcpy(s->hand_size[1], (uint8_t[]){1, 2, 1}, CAPITOL_DECKS);
    capu_view(&state, 0, &view);
    for (int i = 0; i < SAMPLES; i++) {
        capu_copy(&sample, &view);
        capitol *at = (capitol *)&sample;
        engine_memset(at->unseen, 0, CAPITOL_DECKS); /* the decks are of no interest here */
        engine_memset(at->cards, 0, sizeof at->cards);
        capitol_fill(&sample, 0, &random);
        uint64_t bid = at->bid[1];
        counts[capitol_copies(bid, 2) * 4 + capitol_copies(bid, 8) * 2 + capitol_copies(bid, 13)]++;
    }
    for (int i = 0; i < 12; i++) {
        double expected = SAMPLES / 12.0, off = counts[i] - expected;
        sum += off * off / expected;
    }
    assert_true(sum < 31.3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_hands_are_uniform),
        cmocka_unit_test(test_bids_are_uniform),
    };

    return cmocka_run_group_tests_name("capitol", tests, NULL, NULL);
}
