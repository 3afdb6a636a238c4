/* Capone: what the battery cannot know. */
#include "games/capone/capone.h"
#include "support.h"

enum { SAMPLES = 60000 };

static void deal(capu_state *state, int players, uint64_t number) {
    uint8_t seed[CAPU_SEED_BYTES];
    capu_options options = {{0}};

    capu_set_option(capu_find("capone"), players, &options, "first", "0", NULL);
    capu_seed_from_number(seed, number);
    assert_int_equal(capu_new(state, capu_find("capone"), &options, players, seed), CAPU_OK);
}

static void play(capu_state *state, const char *notation, capu_lines *events) {
    capu_action action;

    events->count = events->arg_count = 0;
    assert_true(capu_action_read(capu_game_of(state), notation, &action));
    if (capu_apply_telling(state, capu_first_actor(state), action, events) != CAPU_OK)
        fail_msg("not legal: %s", notation);
}

/* ------------------------------------------------------------------- samples */

/* Cards of each kind that seat 0 does not know. */
static int unknown(const capone *s, double left[CAPONE_KINDS]) {
    int all = 0;

    for (int card = 0; card < CAPONE_KINDS; card++)
        left[card] = capone_copies(card, s->head.players);
    for (int i = 0; i < s->seats[0].hand.count; i++)
        left[s->seats[0].hand.list[i]]--;
    for (int i = 0; i < s->seats[0].swapped.count; i++)
        left[s->seats[0].swapped.list[i]]--;
    for (int card = 0; card < CAPONE_KINDS; card++)
        all += (int)left[card];
    return all;
}

static double squares(const int counts[CAPONE_KINDS], const double left[CAPONE_KINDS], int all,
                      double drawn) {
    double sum = 0;

    for (int card = 0; card < CAPONE_KINDS; card++) {
        double expected = SAMPLES * drawn * left[card] / all;
        if (left[card] == 0)
            assert_int_equal(counts[card], 0);
        else
            sum += (counts[card] - expected) * (counts[card] - expected) / expected;
    }
    return sum;
}

static void count_cards(const capone_cards *cards, int counts[CAPONE_KINDS]) {
    for (int i = 0; i < cards->count; i++)
        counts[cards->list[i]]++;
}

/* Every card that seat 0 does not know is as likely in a hand as among the cards given back or in
 * the deck. With 24 degrees of freedom a sum above 75 comes up less than once in a million times;
 * cards of one hand exclude each other, which makes it smaller still. */
static void test_samples_are_uniform(void **unused) {
    int hands[CAPONE_KINDS] = {0}, swapped[CAPONE_KINDS] = {0}, next[CAPONE_KINDS] = {0};
    capu_random random = capu_random_from(3);
    double left[CAPONE_KINDS];
    capu_state state, view, sample;
    capu_lines events;

    (void)unused;
    deal(&state, 3, 11);
    play(&state, "swap", &events);
    capu_apply_legal(&state, 1, capone_legal_at(&state, 1, 6)); /* two cards */
    assert_int_equal(((capone *)&state)->seats[1].swapped.count, 2);
    capu_view(&state, 0, &view);
    int all = unknown((const capone *)&view, left);
    for (int i = 0; i < SAMPLES; i++) {
        const capone *s = (const capone *)&sample;
        capu_sample(&view, &random, &sample);
        count_cards(&s->seats[2].hand, hands);
        count_cards(&s->seats[1].swapped, swapped);
        next[s->deck[s->deck_count - 1]]++;
    }
    assert_true(squares(hands, left, all, 5) < 75);
    assert_true(squares(swapped, left, all, 2) < 75);
    assert_true(squares(next, left, all, 1) < 75);
}

/* A seat's own cards stay as they are, and so do those that all see. */
static void test_samples_keep_what_is_known(void **unused) {
    capu_random random = capu_random_from(4), moves = capu_random_from(5);
    capu_state state, view, sample, again;

    (void)unused;
    deal(&state, 6, 12);
    for (int i = 0; i < 200 && capu_actors(&state); i++) {
        capu_move move = capu_random_move(&state, &moves);
        capu_apply_legal(&state, (int)move.seat, move.action);
        for (int seat = CAPU_SPECTATOR; seat < 6; seat++) {
            capu_view(&state, seat, &view);
            capu_sample(&view, &random, &sample);
            capu_view(&sample, seat, &again);
            assert_true(capu_equal(&view, &again));
        }
    }
}

/* --------------------------------------------------------- facts and events */

static char json[65536];

static const char *in_json(const capu_lines *lines) {
    capu_text text = capu_text_on(json, sizeof json);

    capu_lines_json(lines, 0, &text);
    return json;
}

static void expect(const capu_lines *lines, const char *line) {
    if (!strstr(in_json(lines), line))
        fail_msg("no %s in %s", line, json);
}

static void expect_fact(const capu_state *state, int seat, const char *line) {
    capu_state view;
    capu_lines facts;

    capu_view(state, seat, &view);
    capu_facts(&view, &facts);
    expect(&facts, line);
}

static void expect_no_fact(const capu_state *state, int seat, const char *id) {
    capu_state view;
    capu_lines facts;

    capu_view(state, seat, &view);
    capu_facts(&view, &facts);
    for (int i = 0; i < facts.count; i++)
        assert_string_not_equal(facts.lines[i].id, id);
}

/* Puts pieces of a family from home on a space. */
static void put(capu_state *state, int seat, int space, const char *force) {
    capone *s = (capone *)state;
    capu_action action;
    char text[32];

    snprintf(text, sizeof text, "force %s", force);
    assert_true(capone_read_action(text, &action));
    capone_force put = {(uint8_t)(action >> 8), (uint8_t)action};
    s->seats[seat].home.members = capone_without(s->seats[seat].home.members, put.members);
    s->seats[seat].home.guards = (uint8_t)(s->seats[seat].home.guards - put.guards);
    s->space[space] = put;
    s->owner[space] = (uint8_t)seat;
    s->taken |= 1u << space;
    s->held[seat] |= 1u << space;
    capone_set_needed(s, space);
}

/* Gives a seat a hand; the cards are no longer those of the box, which apply does not mind. */
static void give(capu_state *state, int seat, int count, const uint8_t *cards) {
    capone_cards *hand = &((capone *)state)->seats[seat].hand;

    *hand = (capone_cards){.count = (uint8_t)count};
    memcpy(hand->list, cards, (size_t)count);
}

static void begin_play(capu_state *state) {
    capu_lines events;

    deal(state, 3, 13);
    for (int i = 0; i < 3; i++)
        play(state, "swap", &events);
}

enum { WEAPON, BANK, CASINO, CLUB, PRINT, JEWEL, LOAN, STILL, PAWN, BAR, PASTA };

/* Secretary 30 and four bodyguards on a casino; Right hand 50 and one bodyguard attack. */
static void test_an_attack(void **unused) {
    capu_state state;
    capu_lines events;

    (void)unused;
    begin_play(&state);
    put(&state, 1, 2 * CASINO, "30 g4");
    give(&state, 0, 2, (uint8_t[]){CASINO, PASTA});
    expect_fact(&state, 2,
                "{\"id\":\"held\",\"place\":\"casino 1\",\"n\":50,\"seat\":1,\"pays\":50,"
                "\"beat\":55,\"more\":5}");
    expect_fact(&state, 2, "{\"id\":\"free\",\"place\":\"casino 2\",\"n\":20}");
    expect_fact(&state, 2, "{\"id\":\"income\",\"seat\":1,\"n\":50}");
    expect_fact(&state, 0, "{\"id\":\"usable\",\"seat\":0,\"cards\":[\"casino\"]}");
    expect_fact(&state, 0, "{\"id\":\"useless\",\"seat\":0,\"cards\":[\"pasta\"]}");
    expect_no_fact(&state, 1, "usable");
    play(&state, "use casino 1", &events);
    assert_int_equal(events.count, 0);
    expect_fact(&state, 2,
                "{\"id\":\"beat\",\"place\":\"casino 1\",\"seat\":0,\"n\":55,\"from_seat\":1}");
    expect_no_fact(&state, 0, "fixed");
    play(&state, "force 50 g1", &events);
    assert_string_equal(
        in_json(&events),
        "[{\"id\":\"harbour\",\"seat\":1,\"place\":\"casino 1\",\"members\":[\"30\"]},"
        "{\"id\":\"park\",\"seat\":1,\"place\":\"casino 1\",\"n\":4},"
        "{\"id\":\"holds\",\"seat\":0,\"place\":\"casino 1\",\"pieces\":[\"50\",\"g1\"],"
        "\"n\":55}]");
    expect_fact(&state, 0, "{\"id\":\"alive\",\"seat\":1,\"n\":340}");
}

/* Marker at 4, legal card: 30. Victim at 5, protection: pays 30, with a step if need be. */
static void test_legal_money_and_protection(void **unused) {
    capu_state state;
    capu_lines events;

    (void)unused;
    begin_play(&state);
    ((capone *)&state)->seats[0].steps = 4;
    ((capone *)&state)->seats[1].steps = 5;
    ((capone *)&state)->seats[1].cash = 4;
    give(&state, 0, 2, (uint8_t[]){PASTA, CAPONE_PROTECTION});
    expect_fact(&state, 1, "{\"id\":\"legal\",\"seat\":0,\"n\":30}");
    expect_fact(&state, 1, "{\"id\":\"protection\",\"seat\":1,\"n\":30}");
    expect_fact(&state, 1, "{\"id\":\"ahead\",\"seat\":[1],\"steps\":5,\"cash\":20,\"alive\":370}");
    play(&state, "use pasta", &events);
    assert_string_equal(in_json(&events),
                        "[{\"id\":\"legal\",\"seat\":0,\"place\":\"pasta\",\"n\":30}]");
    ((capone *)&state)->turn = 0;
    capone_set_actors((capone *)&state);
    play(&state, "use protection 1", &events);
    assert_string_equal(in_json(&events),
                        "[{\"id\":\"sold\",\"seat\":1,\"steps\":1,\"n\":50},"
                        "{\"id\":\"protection\",\"seat\":0,\"from_seat\":1,\"n\":30}]");
    expect_fact(&state, 1, "{\"id\":\"cash\",\"seat\":1,\"n\":40}");
    expect_fact(&state, 1, "{\"id\":\"steps\",\"seat\":1,\"n\":4}");
}

/* Bank held by 30 + 20 + four bodyguards (70), takeover with Mamma and two bodyguards. */
static void test_a_takeover(void **unused) {
    capu_state state;
    capu_lines events;

    (void)unused;
    begin_play(&state);
    put(&state, 2, 2 * BANK, "30 20 g4");
    give(&state, 0, 2, (uint8_t[]){BANK, CAPONE_TAKEOVER});
    play(&state, "use takeover bank 1", &events);
    expect_fact(&state, 1,
                "{\"id\":\"exact\",\"place\":\"bank 1\",\"seat\":0,\"n\":70,\"from_seat\":2}");
    play(&state, "force 60 g2", &events);
    assert_string_equal(
        in_json(&events),
        "[{\"id\":\"home\",\"seat\":2,\"place\":\"bank 1\",\"pieces\":[\"30\",\"20\",\"g4\"],"
        "\"n\":70},{\"id\":\"holds\",\"seat\":0,\"place\":\"bank 1\",\"pieces\":[\"60\",\"g2\"],"
        "\"n\":70}]");
}

/* Last card of value 30, one bodyguard at home, Secretary and Bookkeeper used: a 40 must go. */
static void test_the_last_card(void **unused) {
    capu_state state;
    capu_lines events;
    capone *s = (capone *)&state;

    (void)unused;
    begin_play(&state);
    put(&state, 0, 2 * BAR, "30 30 g7");
    give(&state, 0, 1, (uint8_t[]){BANK});
    expect_fact(&state, 0,
                "{\"id\":\"last\",\"seat\":0,\"card\":\"bank\",\"pieces\":[\"40\"],"
                "\"places\":[\"bank 1\",\"bank 2\"]}");
    expect_no_fact(&state, 1, "last");
    play(&state, "use bank 1", &events);
    expect_fact(&state, 1,
                "{\"id\":\"least\",\"place\":\"bank 1\",\"seat\":0,\"n\":30,\"there\":0}");
    expect_fact(&state, 1,
                "{\"id\":\"fixed\",\"place\":\"bank 1\",\"seat\":0,\"pieces\":[\"40\"]}");
    play(&state, "force 40", &events);
    expect(&events, "\"pieces\":[\"40\"],\"n\":40}");
    assert_int_equal(s->turn, 1);
}

/* Nobody but the seat that throws a card away learns that it could not be used. */
static void test_useless_cards(void **unused) {
    capu_state state;
    capu_lines events;

    (void)unused;
    begin_play(&state);
    give(&state, 0, 2, (uint8_t[]){PASTA, CAPONE_FBI});
    play(&state, "discard pasta", &events);
    assert_int_equal(events.count, 1);
    assert_string_equal(events.lines[0].id, "useless");
    assert_int_equal(events.lines[0].known, 1);
}

/* Bookkeeper 30 + two bodyguards, three bodyguards, Novice 20 on three illegal spaces; Don in
 * prison, Right hand at the Penthouse, a bodyguard on a legal space: `pieces` pays 75. */
static void test_a_payout(void **unused) {
    capu_state state;
    capu_lines events;
    capone *s = (capone *)&state;

    (void)unused;
    begin_play(&state);
    put(&state, 0, 2 * BAR, "30 g2");
    put(&state, 0, 2 * LOAN + 1, "g3");
    put(&state, 0, 2 * CASINO, "20");
    s->seats[0].home.members = capone_without(s->seats[0].home.members, 0xA0);
    s->prison[0] = (capone_guest){0, 0};
    s->rest[0] = (capone_guest){0, 2};
    s->legal[0] = 0;
    s->seats[0].home.guards--;
    s->seats[1].park = 2;
    for (int seat = 0; seat < 3; seat++)
        give(&state, seat, seat == 0, (uint8_t[]){PAWN});
    expect_fact(&state, 1, "{\"id\":\"income\",\"seat\":0,\"n\":75}");
    expect_fact(&state, 1, "{\"id\":\"bail\",\"seat\":0,\"member\":\"100\",\"n\":100}");
    play(&state, "discard pawn", &events);
    assert_string_equal(in_json(&events),
                        "[{\"id\":\"year_end\",\"n\":1},"
                        "{\"id\":\"payout\",\"seat\":0,\"places\":[\"casino 1\",\"loan 2\","
                        "\"bar 1\"],\"parts\":[20,15,40],\"n\":75},"
                        "{\"id\":\"payout_none\",\"seat\":1,\"n\":0},"
                        "{\"id\":\"payout_none\",\"seat\":2,\"n\":0}]");
    play(&state, "rehire 1", &events);
    assert_string_equal(in_json(&events), "[{\"id\":\"rehired\",\"seat\":1,\"guards\":1,\"n\":5},"
                                          "{\"id\":\"lost\",\"seat\":1,\"n\":1},"
                                          "{\"id\":\"free\",\"seat\":0,\"member\":\"100\"}]");
    play(&state, "invest 1", &events);
    assert_string_equal(in_json(&events),
                        "[{\"id\":\"invested\",\"seat\":0,\"steps\":1,\"n\":100}]");
    play(&state, "invest 0", &events);
    assert_int_equal(events.count, 0);
    play(&state, "invest 0", &events);
    assert_string_equal(in_json(&events), "[{\"id\":\"year\",\"seat\":1,\"n\":2}]");
}

/* CPN-28: cash decides between two at ten steps, then living members. */
static void test_who_wins(void **unused) {
    static const struct {
        int cash, harbour;
        const char *told;
    } cases[] = {{8, 0, "\"won_cash\",\"seat\":[2]"},
                 {4, 0x01, "\"won_alive\",\"seat\":[1]"},
                 {4, 0, "\"won_shared\",\"seat\":[1,2]"}};
    capu_state state;
    capu_lines events;
    capone *s = (capone *)&state;

    (void)unused;
    for (int i = 0; i < 3; i++) {
        begin_play(&state);
        s->phase = CAPONE_INVEST;
        s->turn = 2;
        capone_set_actors(s);
        s->seats[1].steps = CAPONE_GOAL;
        s->seats[1].cash = 4;
        s->seats[2].steps = CAPONE_GOAL;
        s->seats[2].cash = (uint16_t)cases[i].cash;
        s->seats[2].harbour = (uint8_t)cases[i].harbour;
        play(&state, "invest 0", &events);
        expect(&events, "{\"id\":\"end_million\",\"seat\":[1,2]}");
        expect(&events, cases[i].told);
    }
}

/* All money is told: from deal to end, cash is what the lines say. */
static void add_to(int cash[CAPONE_PLAYERS], const capu_lines *events) {
    static const char *const gains[] = {"legal", "protection", "sold", "sold_back", "payout"};
    static const char *const costs[] = {"bail", "rehired", "invested"};

    for (int i = 0; i < events->count; i++) {
        const capu_line *line = &events->lines[i];
        const capu_arg *args = events->args + line->first;
        if (!line->count || strcmp(args[0].name, "seat") != 0)
            continue;
        int n = args[line->count - 1].number;
        for (int k = 0; k < 5; k++)
            cash[args[0].number] += strcmp(line->id, gains[k]) == 0 ? n : 0;
        for (int k = 0; k < 3; k++)
            cash[args[0].number] -= strcmp(line->id, costs[k]) == 0 ? n : 0;
        if (strcmp(line->id, "protection") == 0)
            cash[args[1].number] -= n;
    }
}

static void test_all_money_is_told(void **unused) {
    (void)unused;
    for (int number = 0; number < test_games(60); number++) {
        capu_random random = capu_random_from((uint64_t)number);
        int players = 3 + number % 4, cash[CAPONE_PLAYERS] = {100, 100, 100, 100, 100, 100};
        capu_state state;
        capu_lines events;

        deal(&state, players, (uint64_t)number);
        while (capu_actors(&state)) {
            capu_move move = capu_random_move(&state, &random);
            events.count = events.arg_count = 0;
            capu_apply_telling(&state, (int)move.seat, move.action, &events);
            add_to(cash, &events);
            for (int seat = 0; seat < players; seat++)
                assert_int_equal(cash[seat], CAPONE_FIVE * ((capone *)&state)->seats[seat].cash);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_are_uniform),
        cmocka_unit_test(test_samples_keep_what_is_known),
        cmocka_unit_test(test_an_attack),
        cmocka_unit_test(test_legal_money_and_protection),
        cmocka_unit_test(test_a_takeover),
        cmocka_unit_test(test_the_last_card),
        cmocka_unit_test(test_useless_cards),
        cmocka_unit_test(test_a_payout),
        cmocka_unit_test(test_who_wins),
        cmocka_unit_test(test_all_money_is_told),
    };

    return cmocka_run_group_tests_name("capone", tests, NULL, NULL);
}
