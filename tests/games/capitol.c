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

/* --------------------------------------------------------------------- facts */

enum { TOLD = 65536 };

/* A position of three in which nobody has anything on the board, seat 0 is consul, and the hands
 * are as dealt. */
static capitol *empty_board(capu_state *state) {
    uint8_t seed[CAPU_SEED_BYTES];
    capu_options options = {{[CAPITOL_FIRST] = 1}};

    capu_seed_from_number(seed, 7);
    assert_int_equal(capu_new(state, capu_find("capitol"), &options, 3, seed), CAPU_OK);
    return (capitol *)state;
}

static int area_of(const char *name) {
    int area = 0;

    while (strcmp(capitol_area_names[area], name) != 0)
        assert_true(++area < CAPITOL_AREAS);
    return area;
}

/* Puts buildings on an area, as digits of their heights: "12". */
static void stand(capitol *s, int area, int seat, int shape, const char *heights) {
    for (; *heights; heights++) {
        capitol_stand(s, seat, *heights - '0', area);
        s->free[area]--;
    }
    s->shape[area] = (uint8_t)shape;
    for (int other = 0; other < CAPITOL_AREAS; other++)
        capitol_set_takes(s, other);
}

/* Fails unless the lines that a spectator may know have these words. */
static void assert_told(const capu_lines *lines, const char *expected) {
    static char json[TOLD];
    capu_text text = capu_text_on(json, sizeof json);

    capu_lines_json(lines, CAPU_SPECTATOR, &text);
    assert_true(text.length < sizeof json);
    if (!strstr(json, expected))
        fail_msg("not told: %s\nbut: %s", expected, json);
}

static void assert_fact(const capu_state *state, const char *expected) {
    static capu_lines facts;
    capu_state view;

    capu_view(state, CAPU_SPECTATOR, &view);
    capu_facts(&view, &facts);
    assert_told(&facts, expected);
}

/* The worked examples of CTL-11. */
static void test_limits(void **unused) {
    capu_state state;
    capitol *s = empty_board(&state);

    (void)unused;
    assert_fact(&state, "{\"id\":\"limits\",\"area\":\"campus\",\"shapes\":[\"round\","
                        "\"triangular\"],\"heights\":[1]}");
    stand(s, area_of("viminal"), 0, CAPITOL_ROUND, "12");
    assert_fact(&state, "{\"id\":\"limits\",\"area\":\"viminal\",\"shapes\":[\"round\"],"
                        "\"heights\":[2,3]}");
    stand(s, area_of("palatine"), 0, CAPITOL_TRIANGULAR, "1");
    stand(s, area_of("caelian"), 1, CAPITOL_TRIANGULAR, "1");
    assert_fact(&state, "{\"id\":\"limits\",\"area\":\"aventine\",\"shapes\":[\"round\"],"
                        "\"heights\":[1]}");
    stand(s, area_of("campus"), 1, CAPITOL_ROUND, "11122");
    assert_fact(&state, "{\"id\":\"full\",\"area\":\"campus\"}");
}

/* The worked examples of CTL-19 to CTL-23, and CTL-25. */
static void test_ranks(void **unused) {
    capu_state state;
    capitol *s = empty_board(&state);
    int quirinal = area_of("quirinal"), tiber = area_of("tiber");

    (void)unused;
    assert_fact(&state, "{\"id\":\"nobody\",\"area\":\"quirinal\"}");
    stand(s, quirinal, 0, CAPITOL_ROUND, "2");
    stand(s, quirinal, 1, CAPITOL_ROUND, "2");
    stand(s, quirinal, 2, CAPITOL_ROUND, "11");
    assert_fact(&state, "{\"id\":\"first_fountains\",\"area\":\"quirinal\",\"seat\":1,\"place\":1,"
                        "\"n\":2,\"tallest\":2,\"parts\":[2,1],\"points\":3}");
    assert_fact(&state, "{\"id\":\"behind\",\"area\":\"quirinal\",\"seat\":2,\"place\":0,\"n\":2,"
                        "\"tallest\":1,\"points\":0}");
    assert_fact(&state, "{\"id\":\"tie_all\",\"area\":\"quirinal\",\"tied_seat\":[0,1,2],\"n\":2}");
    stand(s, tiber, 1, CAPITOL_ROUND, "111");
    stand(s, tiber, 2, CAPITOL_ROUND, "3");
    s->large[tiber] = CAPITOL_TEMPLE;
    s->fountains[tiber] = 1;
    assert_fact(&state, "{\"id\":\"first_temple\",\"area\":\"tiber\",\"seat\":2,\"place\":1,"
                        "\"n\":3,\"tallest\":3,\"parts\":[2,1],\"points\":6}");
    assert_fact(&state, "{\"id\":\"second_temple\",\"area\":\"tiber\",\"seat\":1,\"place\":2,"
                        "\"n\":3,\"tallest\":1,\"parts\":[1],\"points\":2}");
    assert_fact(&state, "{\"id\":\"tie_tall\",\"area\":\"tiber\",\"tied_seat\":[1,2],\"n\":3}");
    assert_fact(&state, "{\"id\":\"area\",\"area\":\"tiber\",\"colour\":\"blue\",\"for_first\":6,"
                        "\"for_second\":2,\"first_seat\":[2],\"second_seat\":[1]}");
    assert_fact(&state, "{\"id\":\"points\",\"seat\":1,\"n\":5}");
    s->large[tiber] = CAPITOL_AMPHITHEATRE;
    assert_fact(&state, "{\"id\":\"cards\",\"seat\":0,\"n\":0},");
    assert_fact(&state, "{\"id\":\"cards\",\"seat\":1,\"n\":1},");
    assert_fact(&state, "{\"id\":\"cards\",\"seat\":2,\"n\":2}");
}

/* -------------------------------------------------------------------- events */

static int card_of(const char *name) {
    int kind = 0;

    while (strcmp(capitol_card_names[kind], name) != 0)
        assert_true(++kind < CAPITOL_CARD_KINDS);
    return capitol_kinds[kind];
}

/* Gives a seat these cards and no others, and bids them all: "f5 r3". */
static void bid(capitol *s, int seat, const char *cards) {
    char name[4];
    int read;

    s->hand[seat] = s->known[seat] = 0;
    engine_memset(s->hand_size[seat], 0, CAPITOL_DECKS);
    for (; sscanf(cards, "%3s%n", name, &read) == 1; cards += read) {
        int card = card_of(name);
        s->hand[seat] = capitol_with(s->hand[seat], card);
        s->hand_size[seat][capitol_deck_of(card)]++;
    }
    s->bid[seat] = s->hand[seat];
}

/* What is told when all three bids are shown. */
static void assert_sold(int zero_bids, const char *const bids[3], const char *expected) {
    static capu_lines events;
    capu_state state;
    capitol *s = empty_board(&state);

    s->head.options[CAPITOL_ZERO_BIDS] = (uint16_t)zero_bids;
    s->consul = 1;
    capitol_begin_auction(s, 3);
    for (int seat = 0; seat < 3; seat++)
        bid(s, seat, bids[seat]);
    s->done = 3;
    capitol_set_actors(s);
    events.count = events.arg_count = 0;
    assert_int_equal(capu_apply_telling(&state, 2, CAPITOL_ACTION(CAPITOL_STOP, 0, 0, 0), &events),
                     CAPU_OK);
    assert_told(&events, expected);
}

/* CTL-16, CTL-17: seat 1 is consul. */
static void test_auctions(void **unused) {
    static const char *const highest[] = {"r7 m4", "f8", ""},
                             *const card[] = {"f8 b3", "r7 m4", ""},
                             *const order[] = {"m5", "b2", "p5"}, *const nothing[] = {"", "", ""};

    (void)unused;
    assert_sold(0, highest,
                "[{\"id\":\"bid\",\"seat\":1,\"n\":8,\"cards\":[\"f8\"]},"
                "{\"id\":\"bid_none\",\"seat\":2,\"n\":0,\"cards\":[]},"
                "{\"id\":\"bid\",\"seat\":0,\"n\":11,\"cards\":[\"r7\",\"m4\"]},"
                "{\"id\":\"sold\",\"seat\":0,\"tile\":\"amphitheatre\",\"n\":11,\"card\":\"r7\"}");
    assert_sold(0, card,
                "{\"id\":\"sold_card\",\"seat\":0,\"tile\":\"amphitheatre\",\"n\":11,"
                "\"card\":\"f8\"}");
    assert_sold(0, order,
                "{\"id\":\"sold_order\",\"seat\":2,\"tile\":\"amphitheatre\",\"n\":5,"
                "\"card\":\"p5\"}");
    assert_sold(CAPITOL_ZERO_BIDS_UNSOLD, nothing, "{\"id\":\"unsold\",\"tile\":\"amphitheatre\"}");
    assert_sold(CAPITOL_ZERO_BIDS_CONSUL, nothing,
                "{\"id\":\"sold_consul\",\"seat\":1,\"tile\":\"amphitheatre\",\"n\":0}");
}

/* CTL-18: the winner has nowhere to put the tile. */
static void test_nowhere(void **unused) {
    static capu_lines events;
    capu_state state;
    capitol *s = empty_board(&state);

    (void)unused;
    engine_memset(s->free, 0, CAPITOL_AREAS);
    capitol_begin_auction(s, 1);
    bid(s, 0, "r7");
    s->done = 6;
    capitol_set_actors(s);
    events.count = events.arg_count = 0;
    assert_int_equal(capu_apply_telling(&state, 0, CAPITOL_ACTION(CAPITOL_STOP, 0, 0, 0), &events),
                     CAPU_OK);
    assert_told(&events, "\"tile\":\"fountain\",\"n\":7,\"card\":\"r7\"},"
                         "{\"id\":\"nowhere\",\"tile\":\"fountain\"}");
}

/* CTL-11: the first building of an area decides about its roofs, and the second such area of a
 * colour about the third. */
static void test_shapes(void **unused) {
    static capu_lines events;
    capu_state state;
    capitol *s = empty_board(&state);

    (void)unused;
    stand(s, area_of("campus"), 1, CAPITOL_ROUND, "1");
    bid(s, 0, "b4");
    s->bid[0] = 0;
    events.count = events.arg_count = 0;
    assert_int_equal(capu_apply_telling(&state, 0,
                                        CAPITOL_ACTION(CAPITOL_PERMIT, card_of("b4"),
                                                       1 << 1 | CAPITOL_ROUND, area_of("tiber")),
                                        &events),
                     CAPU_OK);
    assert_told(&events, "[{\"id\":\"shape\",\"area\":\"tiber\",\"shape\":\"round\"},"
                         "{\"id\":\"only_shape\",\"area\":\"capitoline\","
                         "\"shape\":\"triangular\"}]");
}

/* The number that a line has under a name; lists and words do not count. */
static int number_in(const capu_lines *lines, const capu_line *line, const char *name) {
    for (int i = line->first; i < line->first + line->count; i++)
        if (strcmp(lines->args[i].name, name) == 0)
            return lines->args[i].number;
    fail_msg("%s has no %s", line->id, name);
    return 0;
}

/* What a scoring told: the lines of a seat add up to its gain, and gains to the score. */
static void check_scoring(const capitol *before, const capitol *after, const capu_lines *events) {
    int points[CAPITOL_PLAYERS] = {0}, gains = 0;

    for (int i = 0; i < events->count; i++) {
        const capu_line *line = &events->lines[i];
        bool gain = strcmp(line->id, "gain") == 0;
        if (strncmp(line->id, "first", 5) == 0 || strncmp(line->id, "second", 6) == 0)
            points[number_in(events, line, "seat")] += number_in(events, line, "points");
        if (!gain)
            continue;
        int seat = number_in(events, line, "seat");
        assert_int_equal(number_in(events, line, "n"), points[seat]);
        assert_int_equal(number_in(events, line, "n"), after->score[seat] - before->score[seat]);
        assert_int_equal(number_in(events, line, "total"), after->score[seat]);
        gains++;
    }
    assert_int_equal(gains, after->head.players);
}

static void check_drawn(const capitol *before, int seat, int deck, const capu_lines *events) {
    char expected[64];
    int top = before->cards[deck][before->stack[deck] - 1];

    snprintf(expected, sizeof expected, "[{\"id\":\"drawn\",\"seat\":%d,\"card\":\"%s\"}", seat,
             capitol_card_names[capitol_kind_of(top)]);
    assert_told(events, expected);
}

static void play_telling(int number, int players, int *scorings) {
    static capu_lines events;
    capu_random random = capu_random_from((uint64_t)number);
    capu_options options = capu_random_options(capu_find("capitol"), players, &random);
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state, before;

    capu_seed_from_number(seed, (uint64_t)number);
    assert_int_equal(capu_new(&state, capu_find("capitol"), &options, players, seed), CAPU_OK);
    while (capu_actors(&state)) {
        capu_move move = capu_random_move(&state, &random);
        capu_copy(&before, &state);
        events.count = events.arg_count = 0;
        capu_apply_telling(&state, (int)move.seat, move.action, &events);
        const capitol *was = (const capitol *)&before, *is = (const capitol *)&state;
        if (was->auction && !is->auction) {
            check_scoring(was, is, &events);
            ++*scorings;
        }
        if (capitol_verb(move.action) == CAPITOL_DRAW_CARD)
            check_drawn(was, (int)move.seat, capitol_place(move.action), &events);
    }
}

static void test_whole_games(void **unused) {
    int games = test_games(60), scorings = 0;

    (void)unused;
    for (int i = 0; i < games; i++)
        play_telling(i, 2 + i % 3, &scorings);
    assert_int_equal(scorings, games * CAPITOL_ROUNDS);
}

/* --------------------------------------------------------------------- legal */

static int by_number(const void *a, const void *b) {
    capu_action x = *(const capu_action *)a, y = *(const capu_action *)b;

    return (x > y) - (x < y);
}

/* Whether an action is allowed if and only if it is in the list. */
static void check_action(const capu_state *state, int seat, const capu_action *sorted, int count,
                         capu_action action) {
    bool listed = bsearch(&action, sorted, (size_t)count, sizeof action, by_number) != NULL;

    if (listed != (capu_check(state, seat, action, NULL) == CAPU_OK)) {
        char buffer[CAPU_ACTION_TEXT];
        capu_text text = capu_text_on(buffer, sizeof buffer);
        capu_action_write(capu_find("capitol"), action, false, &text);
        fail_msg("%s is %s", buffer, listed ? "listed and refused" : "allowed and not listed");
    }
}

/* Every action that can be written, with heights up to one more than any building has. */
static void check_every_action(const capu_state *state, int seat) {
    enum { MOST = 2 * (CAPITOL_SQUARES + 2) + 1, ALL_PLACES = 16 };
    capu_action sorted[CAPU_MAX_ACTIONS];
    int count = capu_legal(state, seat, sorted);

    qsort(sorted, (size_t)count, sizeof *sorted, by_number);
    for (int verb = 0; verb < CAPITOL_VERBS; verb++) {
        int words = capitol_verbs[verb].words;
        int cards = words & CAPITOL_A_CARD ? CAPITOL_CARD_KINDS : 1;
        int buildings = words & CAPITOL_A_HEIGHT ? MOST + 1 : 1;
        int places = words & (CAPITOL_AN_AREA | CAPITOL_A_DECK) ? ALL_PLACES : 1;
        for (int kind = 0; kind < cards; kind++)
            for (int building = 0; building < buildings; building++)
                for (int place = 0; place < places; place++)
                    check_action(
                        state, seat, sorted, count,
                        CAPITOL_ACTION(verb, cards > 1 ? capitol_kinds[kind] : 0, building, place));
    }
}

static void check_actions_of(test_game *g) {
    if (g->game != capu_find("capitol"))
        return;
    for (int step = 0; capu_actors(&g->state); step++) {
        capu_move move = capu_random_move(&g->state, &g->random);
        if (step % 8 == 0)
            check_every_action(&g->state, (int)move.seat);
        capu_apply_legal(&g->state, (int)move.seat, move.action);
    }
}

static void test_every_action(void **unused) {
    (void)unused;
    for_random_games(200, check_actions_of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_hands_are_uniform),
        cmocka_unit_test(test_bids_are_uniform),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_auctions),
        cmocka_unit_test(test_nowhere),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_every_action),
    };

    return cmocka_run_group_tests_name("capitol", tests, NULL, NULL);
}
