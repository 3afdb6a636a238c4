/* Capital Lux 2: what the battery cannot know. All 256 sets of powers, how samples are dealt,
 * what the engine tells. */
#include "games/capital-lux-2/lux.h"
#include "bots/search.h"
#include "support.h"

/* --------------------------------------------------------------- power sets */

static test_game game_with(int players, int combination) {
    test_game g = {.game = capu_find("capital-lux-2"), .players = players};

    g.options.value[LUX_POWERS_OPTION] = (uint16_t)(LUX_POWERS_NAMED + combination);
    g.number = (uint64_t)(players * LUX_COMBINATIONS + combination);
    g.random = capu_random_from(g.number);
    return g;
}

/* What a position keeps beside its cards follows from them. */
static void check_totals(const test_game *g, const lux *s) {
    int hands = 0;

    for (int d = 0; d < LUX_DISTRICTS; d++)
        assert_here(g, s->capital_total[d] == lux_total(s, lux_capital(d)));
    for (int owner = 0; owner < lux_owners(s); owner++)
        for (int d = 0; d < LUX_DISTRICTS; d++)
            assert_here(g, s->city_total[owner][d] == lux_total(s, lux_city(owner, d)));
    for (int seat = 0; seat < s->head.players; seat++) {
        assert_here(g, s->hand_count[seat] == lux_sum(s->hand[seat]));
        hands += s->hand_count[seat];
    }
    assert_here(g, s->start[LUX_LISTS] + s->pile_count <= LUX_CARDS && hands <= LUX_DECK);
}

static void play_set(test_game *g) {
    uint8_t seed[CAPU_SEED_BYTES];

    capu_seed_from_number(seed, g->number);
    assert_int_equal(capu_new(&g->state, g->game, &g->options, g->players, seed), CAPU_OK);
    for (int step = 0; capu_actors(&g->state); step++) {
        capu_move move = capu_random_move(&g->state, &g->random);
        assert_here(g, step < LONGEST_GAME);
        assert_here(g, capu_apply(&g->state, (int)move.seat, move.action) == CAPU_OK);
        check_totals(g, (const lux *)&g->state);
        assert_round_trip(g, &g->state);
    }
}

static void test_all_power_sets(void **state) {
    int refused = 0;

    (void)state;
    for (int players = 1; players <= LUX_PLAYERS; players++)
        for (int combination = 0; combination < LUX_COMBINATIONS; combination++) {
            test_game g = game_with(players, combination);
            if (capu_check_options(g.game, players, &g.options, NULL))
                refused++;
            else
                play_set(&g);
        }
    assert_int_equal(refused, LUX_COMBINATIONS - 3 * 3 * 4 * 3); /* CLX-40 */
}

static void test_values_read_back(void **state) {
    (void)state;
    for (int combination = 0; combination < LUX_COMBINATIONS; combination++) {
        test_game g = game_with(2, combination);
        capu_options read = {0};
        char buffer[128];
        capu_text text = capu_text_on(buffer, sizeof buffer);
        capu_option_value(g.game, LUX_POWERS_OPTION, g.options.value[LUX_POWERS_OPTION], &text);
        assert_int_equal(capu_set_option(g.game, 2, &read, "powers", buffer, NULL), CAPU_OK);
        assert_int_equal(read.value[LUX_POWERS_OPTION], g.options.value[LUX_POWERS_OPTION]);
    }
}

/* What is said about the game names just the tiles whose rows say so, and set A in its own way. */
static void test_reconstructed_powers_are_named(void **state) {
    const char *sentence = capu_info(capu_find("capital-lux-2"))->reconstructed;

    (void)state;
    for (int tile = 0; tile < LUX_TILES; tile++)
        assert_int_equal(strstr(sentence, lux_powers[tile].name) != NULL,
                         lux_powers[tile].reconstructed);
    assert_non_null(strstr(sentence, "set A is as in the first edition"));
}

/* ------------------------------------------------------------------ samples */

enum { SAMPLES = 40000 };

/* A position in the play phase of three players, some of it known. */
static void reach_play(test_game *g, int phase) {
    uint8_t seed[CAPU_SEED_BYTES];

    for (uint64_t number = 1;; number++) {
        capu_seed_from_number(seed, number);
        capu_new(&g->state, g->game, &g->options, g->players, seed);
        capu_playout(&g->state, &g->random, 40);
        if (((const lux *)&g->state)->phase == phase)
            return;
    }
}

/* How often each kind must be among `count` cards out of the unknown ones, within five standard
 * deviations of an even deal. */
static void assert_share(const int *seen, const int *unknown, int count) {
    int all = 0;

    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        all += unknown[kind];
    for (int kind = 0; kind < LUX_CITIZENS; kind++) {
        double share = (double)unknown[kind] / all;
        double expected = SAMPLES * count * share;
        double deviation = __builtin_sqrt(expected * (1 - share)) + 1;
        double off = seen[kind] - expected;
        if (off > 5 * deviation || off < -5 * deviation)
            fail_msg("%s: %d times, expected %.0f", lux_card_names[kind], seen[kind], expected);
    }
}

/* Unknown to seat 0: the pile, and of the others' hands what it is not certain of. */
static void count_unknown(const lux *s, int unknown[LUX_CITIZENS]) {
    memset(unknown, 0, LUX_CITIZENS * sizeof *unknown);
    for (int i = 0; i < s->pile_count; i++)
        unknown[s->cards[LUX_CARDS - s->pile_count + i]]++;
    for (int seat = 1; seat < s->head.players; seat++)
        for (int kind = 0; kind < LUX_CITIZENS; kind++)
            unknown[kind] +=
                lux_how_many(s->hand[seat], kind) - lux_how_many(s->known[seat][0], kind);
}

static void test_samples_are_even(void **state) {
    test_game g = {.game = capu_find("capital-lux-2"), .players = 3};
    int unknown[LUX_CITIZENS], top[LUX_CITIZENS] = {0}, hand[LUX_CITIZENS] = {0};
    capu_state view, sample;
    const lux *s = (const lux *)&g.state, *dealt = (const lux *)&sample;

    (void)state;
    g.options.value[LUX_POWERS_OPTION] = LUX_SET_A + 2; /* the Explorer makes cards known */
    reach_play(&g, LUX_PLAY);
    count_unknown(s, unknown);
    capu_view(&g.state, 0, &view);
    for (int i = 0; i < SAMPLES; i++) {
        capu_sample(&view, &g.random, &sample);
        assert_int_equal(dealt->hand_count[1], s->hand_count[1]);
        top[dealt->cards[LUX_CARDS - dealt->pile_count]]++;
        for (int kind = 0; kind < LUX_CITIZENS; kind++) {
            int certain = lux_how_many(s->known[1][0], kind);
            int held = lux_how_many(dealt->hand[1], kind);
            assert_true(held >= certain);
            hand[kind] += held - certain;
        }
    }
    assert_share(top, unknown, 1);
    assert_share(hand, unknown, s->hand_count[1] - lux_sum(s->known[1][0]));
}

/* ---------------------------------------------------------- facts and events */

/* The two positions of docs/games/capital-lux-2.md. */
static const char agent_at_work[] =
    "{\"game\":\"capital-lux-2\",\"players\":2,"
    "\"options\":{\"first\":\"0\",\"powers\":\"A\",\"gold_covers\":\"1\",\"rob\":\"usual\"},"
    "\"round\":2,\"phase\":\"power\","
    "\"step\":null,\"turn\":0,\"second\":false,\"last\":null,\"district\":\"blue\",\"drawn\":[\"+"
    "2\"],\"emperor\":1,"
    "\"powers\":{\"blue\":\"agent\",\"pink\":\"cleric\",\"yellow\":\"merchant\",\"green\":"
    "\"scholar\"},"
    "\"capital\":{\"blue\":[\"b6\",\"b6\",\"b5\"],\"pink\":[\"p4\",\"p6\"],\"yellow\":[],\"green\":"
    "[\"g2\",\"g6\",\"g5\",\"g3\"]},"
    "\"pile\":[\"p2\",\"b4\",\"b3\",\"y3\",\"g5\",\"y5\",\"y5\",\"y2\",\"g4\",\"b4\",\"b2\",\"y6\","
    "\"g5\",\"b6\",\"y4\",\"y6\",\"b3\",\"y4\","
    "\"b5\",\"b6\",\"g6\",\"g5\",\"y2\",\"b3\",\"y3\",\"g2\",\"y6\",\"g4\",\"g6\",\"y4\",\"p5\","
    "\"y5\",\"p2\",\"p3\",\"p5\",\"b4\",\"g6\","
    "\"g4\",\"g6\",\"g2\",\"g3\",\"g5\",\"y3\",\"y3\",\"b2\",\"b5\",\"g2\",\"p3\",\"g4\",\"b2\","
    "\"p4\",\"g2\",\"b5\",\"p5\",\"p4\",\"p4\","
    "\"b2\",\"p2\",\"g3\",\"p3\",\"p3\",\"g3\",\"y2\",\"b2\",\"y3\",\"p2\",\"y2\",\"p4\",\"y4\","
    "\"y4\",\"p6\"],"
    "\"discard\":[\"p2\",\"p5\",\"p6\"],\"modifiers\":[\"+4\",\"-3\"],"
    "\"laid\":[{\"district\":\"blue\",\"seat\":1,\"modifier\":\"-1\"}],\"infiltrator\":null,"
    "\"grey\":[],"
    "\"capital_gold\":{\"blue\":0,\"pink\":0,\"yellow\":0,\"green\":0},"
    "\"aristocrats\":{\"blue\":null,\"pink\":null,\"yellow\":null,\"green\":null},\"display\":[],"
    "\"seats\":[{\"hand\":[\"p6\",\"y2\",\"y6\"],\"known\":[[],[\"p6\",\"y2\",\"y6\"]],\"packet\":["
    "],\"choice\":[],"
    "\"city\":{\"blue\":[\"b4\",\"b3\",\"b4\"],\"pink\":[\"p3\"],\"yellow\":[],\"green\":[]},"
    "\"gold\":1,\"guards\":[],"
    "\"bonus\":[]},"
    "{\"hand\":[\"p5\",\"p6\",\"g3\"],\"known\":[[\"p5\",\"g3\"],[]],\"packet\":[],\"choice\":[],"
    "\"city\":{\"blue\":[\"b3\",\"b5\"],\"pink\":[],\"yellow\":[\"y5\",\"y5\"],\"green\":[\"g4\"]},"
    "\"gold\":0,\"guards\":[],"
    "\"bonus\":[\"b6\",\"y6\"]}],"
    "\"rob\":null}";

static const char against_rob[] =
    "{\"game\":\"capital-lux-2\",\"players\":1,"
    "\"options\":{\"first\":\"0\",\"powers\":\"C\",\"gold_covers\":\"1\",\"rob\":\"usual\"},"
    "\"round\":2,\"phase\":\"play\","
    "\"step\":null,\"turn\":0,\"second\":false,\"last\":null,\"district\":null,\"drawn\":[],"
    "\"emperor\":0,"
    "\"powers\":{\"blue\":\"recruiter\",\"pink\":\"missionary\",\"yellow\":\"aristocrat\","
    "\"green\":\"explorer\"},"
    "\"capital\":{\"blue\":[\"b2\",\"b6\",\"b2\"],\"pink\":[\"p3\",\"p3\",\"p5\",\"p2\"],"
    "\"yellow\":[\"y5\",\"x3\"],"
    "\"green\":[\"g3\",\"g3\",\"g2\",\"y3\",\"g2\"]},"
    "\"pile\":[\"b4\",\"g6\",\"p5\",\"p5\",\"p3\",\"b4\",\"y6\",\"b5\",\"g5\",\"y3\",\"b4\",\"y4\","
    "\"y6\",\"g6\",\"y4\",\"b2\",\"y5\",\"b5\","
    "\"y3\",\"b5\",\"b3\",\"g4\",\"p6\",\"b6\",\"p4\",\"y2\",\"p2\",\"b2\",\"g3\",\"y6\",\"b4\","
    "\"y5\",\"p6\",\"g4\",\"y4\",\"p6\",\"b4\","
    "\"b6\",\"b3\",\"g5\",\"p3\",\"y3\",\"b2\",\"y5\",\"g3\",\"g6\",\"g4\",\"p6\",\"g5\",\"p3\","
    "\"g2\"],"
    "\"discard\":[\"b3\",\"b6\",\"p2\",\"y4\",\"y6\",\"y6\",\"g3\",\"g5\"],\"modifiers\":[],"
    "\"laid\":[],\"infiltrator\":null,"
    "\"grey\":[\"x2\",\"x3\",\"x1\",\"x2\",\"x1\",\"x3\",\"x3\",\"x2\",\"x1\",\"x1\",\"x2\"],"
    "\"capital_gold\":{\"blue\":0,\"pink\":0,\"yellow\":0,\"green\":0},"
    "\"aristocrats\":{\"blue\":null,\"pink\":null,\"yellow\":null,\"green\":0},\"display\":[\"b3\","
    "\"b6\",\"y2\"],"
    "\"seats\":[{\"hand\":[\"y3\",\"g2\",\"g6\"],\"known\":[[]],\"packet\":[],\"choice\":[],"
    "\"city\":{\"blue\":[\"b3\"],\"pink\":[\"p6\",\"p2\"],\"yellow\":[],\"green\":[\"g2\"]},"
    "\"gold\":0,\"guards\":[],"
    "\"bonus\":[\"b5\",\"p5\"]}],"
    "\"rob\":{\"hand\":[\"b5\",\"p5\"],\"reserve\":[\"p4\",\"p4\",\"p4\",\"y4\",\"g4\"],"
    "\"city\":{\"blue\":[],\"pink\":[\"p2\",\"p4\"],\"yellow\":[\"y2\",\"y2\",\"y2\"],\"green\":["
    "\"g4\",\"g6\"]},\"gold\":0,"
    "\"bonus\":[\"y5\",\"g5\"],"
    "\"deck\":[\"red high city\",\"red low capital\",\"blue low capital\",\"red high "
    "capital\",\"red low city\","
    "\"red low capital\",\"blue high capital\",\"blue low capital\",\"blue high city\",\"red high "
    "city\"],"
    "\"turned\":[\"blue high city\",\"blue low city\",\"blue high capital\",\"blue low city\"]}}";

/* A bare table with two players in the last turn of a round, which is seat 0's. */
static lux *bare_table(capu_state *state, int set, int round) {
    const capu_game *game = capu_find("capital-lux-2");
    capu_options options = {.value = {[LUX_FIRST] = 1, [LUX_POWERS_OPTION] = (uint16_t)set}};
    uint8_t seed[CAPU_SEED_BYTES];
    lux *s = (lux *)state;

    capu_seed_from_number(seed, 5);
    assert_int_equal(capu_new(state, game, &options, 2, seed), CAPU_OK);
    memset(s->packet, 0, sizeof s->packet);
    memset(s->cards, 0, sizeof s->cards);
    memset(s->start, 0, sizeof s->start);
    memset(s->capital_total, 0, sizeof s->capital_total);
    s->pile_count = 60;
    s->phase = LUX_PLAY;
    s->step = ENGINE_NONE;
    s->turn = 0;
    s->last = 1;
    s->round = (uint8_t)round;
    s->packet_size = s->display_count = 0;
    lux_set_actors(s);
    return s;
}

static void lay_all(lux *s, int list, const char *const *cards) {
    for (; *cards; cards++) {
        int kind = 0;
        while (strcmp(lux_card_names[kind], *cards))
            kind++;
        lux_lay(s, list, (uint8_t)kind);
    }
}
#define LAY(s, list, ...) lay_all(s, list, (const char *const[]){__VA_ARGS__, NULL})

static void hold(lux *s, int seat, int colour, int value) {
    lux_take_to_hand(s, seat, lux_kind(colour, value));
}

/* What a viewer is told of an action, as JSON. */
static const char *told(const capu_state *from, const char *text, int viewer) {
    static char buffer[65536];
    capu_text out = capu_text_on(buffer, sizeof buffer);
    capu_lines events = {0};
    capu_action action;
    capu_state state;

    capu_copy(&state, from);
    assert_true(capu_action_read(capu_game_of(from), text, &action));
    assert_int_equal(capu_apply_telling(&state, 0, action, &events), CAPU_OK);
    capu_lines_json(&events, viewer, &out);
    return buffer;
}

static const char *facts_for(const capu_state *state, int viewer) {
    static char buffer[65536];
    capu_text out = capu_text_on(buffer, sizeof buffer);
    capu_lines facts;
    capu_state view;

    capu_view(state, viewer, &view);
    capu_facts(&view, &facts);
    capu_lines_json(&facts, viewer, &out);
    return buffer;
}

/* Fails unless the lines are there, in this order. */
static void assert_lines(const char *json, const char *const *lines) {
    const char *at = json;

    for (; *lines; lines++) {
        at = strstr(at, *lines);
        if (!at)
            fail_msg("%s\nis not in its place in\n%s", *lines, json);
    }
}
#define ASSERT_LINES(json, ...) assert_lines(json, (const char *const[]){__VA_ARGS__, NULL})

static void assert_silent(const char *json, const char *word) {
    if (strstr(json, word))
        fail_msg("%s\nis told in\n%s", word, json);
}

/* City pink 7, capital pink 6. */
static void test_a_city_over_the_limit(void **unused) {
    capu_state state;
    lux *s = bare_table(&state, LUX_SET_A, 1);

    (void)unused;
    LAY(s, lux_capital(LUX_PINK), "p6");
    LAY(s, lux_city(0, LUX_PINK), "p2");
    hold(s, 0, LUX_PINK, 5);
    hold(s, 1, LUX_BLUE, 3);
    ASSERT_LINES(
        facts_for(&state, 1), "{\"id\":\"last\",\"seat\":[0],\"n\":1}",
        "{\"id\":\"limit\",\"district\":\"pink\",\"n\":6,\"parts\":[6],\"hidden\":0}",
        "{\"id\":\"room\",\"seat\":0,\"district\":\"pink\",\"held\":2,\"limit\":6,\"n\":4}");
    ASSERT_LINES(told(&state, "city p5", 1),
                 "{\"id\":\"city_over\",\"seat\":0,\"card\":\"p5\",\"district\":\"pink\",\"n\":7,"
                 "\"limit\":6,\"over\":1,\"modifiers\":[]}",
                 "{\"id\":\"end\",\"n\":1}", "{\"id\":\"laid_down\",\"seat\":1,\"cards\":[\"b3\"]}",
                 "{\"id\":\"limit\",\"district\":\"blue\",\"n\":0,\"parts\":[]}",
                 "{\"id\":\"lost\",\"seat\":1,\"district\":\"blue\",\"held\":3,\"limit\":0,",
                 "{\"id\":\"limit\",\"district\":\"pink\",\"n\":6,\"parts\":[6]}",
                 "{\"id\":\"lost\",\"seat\":0,\"district\":\"pink\",\"held\":7,\"limit\":6,"
                 "\"cards\":[\"p2\",\"p5\"]}",
                 "{\"id\":\"no_bonus\",\"district\":\"pink\"}",
                 "{\"id\":\"round\",\"n\":2,\"seat\":1}");
}

/* City green 8 against 5, and two who tie for blue at 5. */
static void test_a_bonus_and_a_tie(void **unused) {
    capu_state state;
    lux *s = bare_table(&state, LUX_SET_A, 1);

    (void)unused;
    LAY(s, lux_capital(LUX_GREEN), "g6", "g3");
    LAY(s, lux_city(0, LUX_GREEN), "g4");
    LAY(s, lux_city(1, LUX_GREEN), "g5");
    LAY(s, lux_capital(LUX_BLUE), "b3", "b4");
    LAY(s, lux_city(0, LUX_BLUE), "b5");
    LAY(s, lux_city(1, LUX_BLUE), "b5");
    hold(s, 0, LUX_GREEN, 4);
    ASSERT_LINES(facts_for(&state, 0),
                 "{\"id\":\"tied\",\"district\":\"blue\",\"seat\":[0,1],\"n\":5}",
                 "{\"id\":\"lead\",\"district\":\"green\",\"seat\":[1],\"n\":5}");
    ASSERT_LINES(
        told(&state, "city g4", CAPU_SPECTATOR),
        "{\"id\":\"lead\",\"district\":\"green\",\"seat\":[0],\"n\":8}",
        "{\"id\":\"safe\",\"seat\":0,\"district\":\"green\",\"held\":8,\"limit\":9}",
        "{\"id\":\"bonus_tied\",\"district\":\"blue\",\"seat\":[0,1],\"n\":5,\"card\":\"b4\"}",
        "{\"id\":\"bonus\",\"district\":\"green\",\"seat\":[0],\"n\":8,\"card\":\"g6\"}");
}

/* City 42, bonus cards 20, 2 gold. The other one has as many points, but less gold. */
static void test_accounts_add_up(void **unused) {
    capu_state state;
    lux *s = bare_table(&state, LUX_SET_D, LUX_ROUNDS);

    (void)unused;
    for (int owner = 0; owner < 2; owner++) {
        LAY(s, lux_city(owner, LUX_BLUE), "b6", "b6", "b6", "b6");
        LAY(s, lux_city(owner, LUX_PINK), "p6", "p6", "p6");
        for (int i = 0; i < 4; i++)
            lux_lay_bonus(s, owner, lux_kind(LUX_GREEN, 5));
    }
    LAY(s, lux_capital(LUX_BLUE), "b6", "b6", "b6", "b6");
    LAY(s, lux_capital(LUX_PINK), "p6", "p6", "p6", "p4");
    lux_lay_bonus(s, 1, lux_kind(LUX_GREEN, 4));
    s->gold[0] = 2;
    hold(s, 0, LUX_YELLOW, 2);
    ASSERT_LINES(facts_for(&state, 0), "{\"id\":\"points\",\"seat\":0,\"n\":66},{\"id\":"
                                       "\"account\",\"seat\":0,\"n\":66,\"city\":42,"
                                       "\"bonus\":20,\"gold\":4}");
    ASSERT_LINES(told(&state, "city y2", 1), "{\"id\":\"lost\",\"seat\":0,\"district\":\"yellow\"",
                 "{\"id\":\"account\",\"seat\":0,\"n\":70,\"city\":42,\"bonus\":20,\"gold\":8}",
                 "{\"id\":\"account\",\"seat\":1,\"n\":70,\"city\":42,\"bonus\":24,\"gold\":4}",
                 "{\"id\":\"won_tie\",\"seat\":[1],\"n\":70}");
}

/* CLX-50: only who laid a modifier knows it before the round's end. */
static void test_who_knows_a_modifier(void **unused) {
    capu_state state;

    (void)unused;
    read_state(agent_at_work, &state);
    ASSERT_LINES(facts_for(&state, 1), "{\"id\":\"limit\",\"district\":\"blue\",\"n\":16,"
                                       "\"parts\":[6,6,5,-1],\"hidden\":0}");
    ASSERT_LINES(facts_for(&state, 0), "{\"id\":\"limit\",\"district\":\"blue\",\"n\":17,"
                                       "\"parts\":[6,6,5],\"hidden\":1}");
    ASSERT_LINES(told(&state, "agent pink", 0),
                 "{\"id\":\"modifier_laid\",\"seat\":0,\"district\":\"pink\",\"modifier\":\"+2\","
                 "\"n\":12,\"modifiers\":[\"counted\"]}");
    ASSERT_LINES(told(&state, "agent pink", 1),
                 "{\"id\":\"modifier_laid_hidden\",\"seat\":0,\"district\":\"pink\"}");
    assert_silent(told(&state, "agent pink", 1), "+2");
    assert_silent(told(&state, "agent pink", CAPU_SPECTATOR), "+2");
}

/* CLX-28, CLX-31: what gold covers, and what a guard saves. */
static void test_what_would_be_lost(void **unused) {
    capu_state state;
    lux *s = bare_table(&state, LUX_SET_A, 1);

    (void)unused;
    LAY(s, lux_capital(LUX_BLUE), "b4");
    LAY(s, lux_city(0, LUX_BLUE), "b3", "b4");
    s->head.options[LUX_GOLD_COVERS] = 1;
    s->gold[0] = 2;
    hold(s, 0, LUX_YELLOW, 2);
    LAY(s, lux_capital(LUX_YELLOW), "y2");
    ASSERT_LINES(facts_for(&state, 1), "{\"id\":\"over_payable\",\"seat\":0,\"district\":\"blue\","
                                       "\"held\":7,\"limit\":4,\"n\":3,\"cards\":[\"b3\",\"b4\"],"
                                       "\"gold\":2}");
    ASSERT_LINES(told(&state, "city y2", 1), "{\"id\":\"asked\",\"seat\":0,\"district\":\"blue\","
                                             "\"held\":7,\"limit\":4,\"n\":2}");
    s->gold[0] = 1;
    ASSERT_LINES(facts_for(&state, 1), "{\"id\":\"over\",\"seat\":0,\"district\":\"blue\"");
    s = bare_table(&state, LUX_SET_D, 1);
    LAY(s, lux_capital(LUX_BLUE), "b4");
    LAY(s, lux_city(0, LUX_BLUE), "b4", "b3", "b5");
    s->guards[0] = 1 << LUX_BLUE | 1 << LUX_PINK;
    hold(s, 0, LUX_PINK, 2);
    LAY(s, lux_capital(LUX_PINK), "p2");
    ASSERT_LINES(facts_for(&state, 1), "{\"id\":\"over_guarded\",\"seat\":0,\"district\":\"blue\","
                                       "\"held\":12,\"limit\":4,\"n\":8,\"cards\":[\"b4\",\"b5\"],"
                                       "\"gold\":0}");
    ASSERT_LINES(told(&state, "city p2", 1),
                 "{\"id\":\"guarded\",\"seat\":0,\"district\":\"blue\",\"held\":12,\"limit\":4}",
                 "{\"id\":\"highest\",\"seat\":0,\"district\":\"blue\",\"card\":\"b5\",\"n\":7}",
                 "{\"id\":\"highest\",\"seat\":0,\"district\":\"blue\",\"card\":\"b4\",\"n\":3}",
                 "{\"id\":\"guards_gold\",\"seat\":0,\"n\":1}");
}

static void test_rob_line_by_line(void **unused) {
    capu_state state;

    (void)unused;
    read_state(against_rob, &state);
    ASSERT_LINES(facts_for(&state, 0), "{\"id\":\"reds\",\"n\":0,\"most\":3}",
                 "{\"id\":\"room\",\"seat\":\"rob\",\"district\":\"blue\",\"held\":0,\"limit\":10,",
                 "{\"id\":\"city\",\"seat\":0,\"district\":\"green\",\"n\":2,\"worth\":2,"
                 "\"standing\":4}");
    ASSERT_LINES(told(&state, "capital y3", 0),
                 "{\"id\":\"capital\",\"card\":\"y3\",\"district\":\"yellow\",\"n\":11,"
                 "\"modifiers\":[]}",
                 "{\"id\":\"power\",\"seat\":0,\"tile\":\"aristocrat\"}");
    ASSERT_LINES(told(&state, "city g2", 0),
                 "{\"id\":\"city\",\"seat\":0,\"card\":\"g2\",\"district\":\"green\",\"n\":4,",
                 "{\"id\":\"rob_red\",\"rob_card\":\"red high city\",\"n\":1,\"most\":3}",
                 "{\"id\":\"city\",\"seat\":\"rob\",\"card\":\"b5\",\"district\":\"blue\",\"n\":5,"
                 "\"limit\":10,\"over\":0,\"modifiers\":[]}",
                 "{\"id\":\"rob_drawn\",\"card\":\"b4\"}");
}

/* ------------------------------------------------------------------ moments */

/* What was seen last of an action. */
typedef struct watch {
    const test_game *g;
    const capu_lines *events;
    lux was;
    int seen; /* moments */
} watch;

static int held_by(const lux *s) {
    int cards = s->start[LUX_LISTS] + s->pile_count + s->display_count + s->rob_hand_count;

    for (int kind = 0; kind < LUX_KINDS; kind++)
        cards += s->discard[kind];
    for (int seat = 0; seat < s->head.players; seat++)
        cards += s->hand_count[seat];
    return cards + s->grey_count + (lux_solo(s) ? lux_sum(s->hand[LUX_ROB]) : 0);
}

static int cards_in_game(const lux *s) {
    bool greys = lux_in_play(s, LUX_RECRUITER) || lux_in_play(s, LUX_FOREIGNER);

    return greys ? LUX_CARDS : LUX_DECK;
}

static int number_of(const capu_lines *lines, const capu_line *line, const char *name) {
    for (int i = line->first; i < line->first + line->count; i++)
        if (strcmp(lines->args[i].name, name) == 0)
            return lines->args[i].kind == CAPU_ARG_NUMBER ? lines->args[i].number : LUX_ROB;
    return -1;
}

static int district_of(const capu_lines *lines, const capu_line *line) {
    int district = 0;

    for (int i = line->first; i < line->first + line->count; i++)
        for (int d = 0; d < LUX_DISTRICTS; d++)
            if (lines->args[i].word && strcmp(lines->args[i].word, lux_district_names[d]) == 0)
                district = d;
    return district;
}

/* What an event says has happened between the moment before it and the one after it. */
static void check_event(const watch *w, const capu_line *line, const lux *is) {
    int seat = number_of(w->events, line, "seat"), n = number_of(w->events, line, "n");
    int district = district_of(w->events, line);
    const lux *was = &w->was;

    if (strcmp(line->id, "lost") == 0) {
        assert_here(w->g, was->city_total[seat][district] == number_of(w->events, line, "held"));
        assert_here(w->g, is->city_total[seat][district] == 0);
    } else if (strcmp(line->id, "highest") == 0) {
        assert_here(w->g, was->city_total[seat][district] > n);
        assert_here(w->g, is->city_total[seat][district] == n);
    } else if (strcmp(line->id, "bonus") == 0) {
        assert_here(w->g, lux_length(was, district) == lux_length(is, district) + 1);
        assert_here(w->g, lux_length(was, lux_bonus(seat)) + 1 == lux_length(is, lux_bonus(seat)));
    } else if (strcmp(line->id, "bonus_tied") == 0) {
        assert_here(w->g, is->gold[seat] == was->gold[seat] + 1);
    } else if (strcmp(line->id, "paid") == 0) {
        assert_here(w->g, is->gold[seat] == was->gold[seat] - n);
    } else if (strcmp(line->id, "guards_gold") == 0) {
        assert_here(w->g, is->gold[seat] == was->gold[seat] + n && was->guards[seat]);
        assert_here(w->g, !is->guards[seat]);
    } else if (strcmp(line->id, "laid_down") == 0) {
        assert_here(w->g, was->hand_count[seat] && !is->hand_count[seat]);
    } else if (strcmp(line->id, "round") == 0) {
        assert_here(w->g, is->round == was->round + 1 && is->emperor != was->emperor);
    }
}

/* The event that was told last. The first item of the story is the move. */
static const capu_line *last_of(const capu_lines *events, int items) {
    const capu_line *line = events->lines;

    for (;; line++)
        if (line->known & CAPU_KNOWN_TO_SPECTATORS && --items == 1)
            return line;
}

static void watch_moment(void *context, int items, const capu_state *view) {
    watch *w = context;
    const lux *s = (const lux *)view;

    assert_here(w->g, held_by(s) == cards_in_game(s));
    assert_here(w->g, s->turn == ENGINE_NONE && s->head.actors == 0);
    if (w->seen++)
        check_event(w, last_of(w->events, items), s);
    w->was = *s;
}

static int watch_move(test_game *g, capu_move move) {
    static capu_lines events;
    capu_state before;
    capu_record record = {
        .game = g->game, .players = g->players, .from = &before, .moves = &move, .count = 1};
    watch w = {.g = g, .events = &events};

    capu_copy(&before, &g->state);
    events.count = events.arg_count = 0;
    assert_here(g, !capu_apply_telling(&g->state, (int)move.seat, move.action, &events));
    capu_copy(&g->state, &before);
    capu_story_moments(&record, 0, CAPU_SPECTATOR, watch_moment, &w);
    assert_here(g, !capu_apply(&g->state, (int)move.seat, move.action));
    return w.seen;
}

static void test_moments(void **state) {
    int seen = 0;

    (void)state;
    for (int players = 1; players <= LUX_PLAYERS; players++)
        for (int combination = 0; combination < LUX_COMBINATIONS; combination += 5) {
            test_game g = game_with(players, combination);
            uint8_t seed[CAPU_SEED_BYTES];
            capu_seed_from_number(seed, g.number);
            if (capu_new(&g.state, g.game, &g.options, players, seed))
                continue;
            while (capu_actors(&g.state))
                seen += watch_move(&g, capu_random_move(&g.state, &g.random));
        }
    assert_true(seen > 1000);
}

static void test_tiles_have_one_name(void **state) {
    (void)state;
    for (int tile = 0; tile < LUX_TILES; tile++)
        assert_string_equal(lux_tile_names[tile], lux_powers[tile].name);
}

/* ------------------------------------------------- what was passed on in the draft */

/* What was seen of a round, kept apart from what the position remembers. */
typedef struct seen {
    uint64_t passed[LUX_PLAYERS];              /* at first, four cards */
    uint64_t last_two[LUX_PLAYERS];            /* what each passed on last */
    uint8_t played[LUX_PLAYERS][LUX_CITIZENS]; /* since the draft */
} seen;

static void begin_lux(capu_state *state, int players, uint64_t number) {
    capu_options options = {0};
    uint8_t seed[CAPU_SEED_BYTES];

    capu_seed_from_number(seed, number);
    assert_int_equal(capu_new(state, capu_find("capital-lux-2"), &options, players, seed), CAPU_OK);
}

/* A random action, and what it shows. */
static void play_and_see(capu_state *state, seen *e, capu_random *random) {
    const lux *s = (const lux *)state;
    capu_move move = capu_random_move(state, random);
    int verb = (int)(move.action >> 15), kind = move.action >> 10 & 31, step = s->step;
    int round = s->round;

    if ((verb == LUX_CITY || verb == LUX_CAPITAL) && kind < LUX_CITIZENS)
        e->played[move.seat][kind]++;
    capu_apply_legal(state, (int)move.seat, move.action);
    if (s->round != round)
        memset(e, 0, sizeof *e);
    for (int seat = 0; seat < s->head.players && s->step != step; seat++) {
        int next = engine_clockwise(seat, 1, s->head.players);
        if (s->phase == LUX_DRAFT && s->step == 2)
            e->passed[seat] = s->packet[next];
        else if (s->phase == LUX_PLAY)
            e->last_two[seat] = s->known[next][seat - (seat > next)];
    }
}

static bool has_had(const lux *s, const seen *e, int seat, uint64_t cards) {
    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        if (lux_how_many(s->hand[seat], kind) + e->played[seat][kind] < lux_how_many(cards, kind))
            return false;
    return true;
}

/* The ways to part the four cards that a seat passed on among the next two players, as bits, that
 * agree with their hands and what they have played. */
static uint32_t possible_parts(const lux *s, const seen *e, int viewer) {
    int players = s->head.players, count = 0;
    uint8_t cards[4] = {0};
    uint32_t possible = 0;

    for (int kind = 0; kind < LUX_CITIZENS; kind++)
        for (int n = lux_how_many(e->passed[viewer], kind); n > 0; n--)
            cards[count++] = (uint8_t)kind;
    assert_int_equal(count, 4);
    for (uint32_t part = 0; part < 16; part++) {
        uint64_t one = e->last_two[viewer], other = 0;
        for (int i = 0; i < 4; i++)
            *(part >> i & 1 ? &one : &other) += lux_one(cards[i]);
        if (engine_bits(part) == 2 && has_had(s, e, engine_clockwise(viewer, 1, players), one) &&
            has_had(s, e, engine_clockwise(viewer, 2, players), other))
            possible |= 1u << part;
    }
    return possible;
}

static bool guess(const capu_state *view, int seat, capu_random *random, capu_state *out) {
    const bots_knowledge *know = bots_knowledge_of(view);
    const int *w = bots_weights_for(know, view->head.players);
    bots_belief belief;

    if (!know->believe(view, seat, w, &belief))
        return false;
    know->guess(view, seat, &belief, random, out);
    return true;
}

/* Guesses give what was passed on to those who have taken it, and agree with the view. */
static void check_guesses(const capu_state *state, const seen *e, int viewer, capu_random *random) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    capu_state view, out, again;

    assert_true(possible_parts((const lux *)state, e, viewer));
    capu_view(state, viewer, &view);
    for (int i = 0; i < 8; i++) {
        if (!guess(&view, viewer, random, &out))
            fail_msg("seat %d remembers nothing", viewer);
        assert_true(possible_parts((const lux *)&out, e, viewer));
        if (!is_accepted(&out, &why))
            fail_msg("a guess of seat %d is impossible: %s", viewer, reason);
        capu_view(&out, viewer, &again);
        assert_memory_equal(&again, &view, sizeof(lux));
    }
}

static void test_what_was_passed_on_is_with_the_next_two(void **state) {
    (void)state;
    for (int players = 3; players <= LUX_PLAYERS; players++)
        for (uint64_t number = 1; number <= 40; number++) {
            capu_random random = capu_random_from(number);
            seen e = {0};
            capu_state position;
            begin_lux(&position, players, number);
            while (capu_actors(&position)) {
                play_and_see(&position, &e, &random);
                const lux *s = (const lux *)&position;
                for (int seat = 0; seat < players; seat++)
                    if ((s->phase == LUX_PLAY || s->phase == LUX_POWER) && e.passed[seat])
                        check_guesses(&position, &e, seat, &random);
            }
        }
}

/* The next player may have kept any two, each pair as likely as another. */
static void test_every_part_is_guessed(void **state) {
    enum { GUESSES = 600 };

    (void)state;
    for (int players = 3; players <= LUX_PLAYERS; players++) {
        static const uint8_t passed[LUX_PASSED] = {1, 2, 9, 10}; /* b2 b3 p5 p6 */
        capu_random random = capu_random_from(7);
        int times[16] = {0};
        seen e = {.passed = {lux_one(0) + lux_one(1) + lux_one(8) + lux_one(9)}};
        capu_state position, view, out;
        begin_lux(&position, players, 11);
        while (((lux *)&position)->phase == LUX_DRAFT)
            play_and_see(&position, &(seen){0}, &random);
        capu_view(&position, 0, &view);
        memcpy(((lux *)&view)->passed[0], passed, sizeof passed);
        for (int i = 0; i < GUESSES; i++) {
            assert_true(guess(&view, 0, &random, &out));
            uint32_t possible = possible_parts((lux *)&out, &e, 0);
            for (int part = 0; part < 16; part++)
                times[part] += (int)(possible >> part & 1);
        }
        for (int part = 0; part < 16; part++)
            if (engine_bits((uint32_t)part) == 2)
                assert_in_range(times[part], GUESSES / 12, GUESSES / 2);
    }
}

/* A view shows of this memory what its own seat did, and spectators nothing. A position that was
 * set up has none, nor has one with two players, where the hands' known cards say it all. */
static void test_a_view_remembers_what_its_seat_saw(void **state) {
    (void)state;
    for (int players = 2; players <= LUX_PLAYERS; players++) {
        static const uint8_t nothing[sizeof((lux *)0)->passed[0]];
        capu_random random = capu_random_from(3);
        seen e = {0};
        capu_state position, view, out;
        begin_lux(&position, players, 5);
        while (((lux *)&position)->phase == LUX_DRAFT)
            play_and_see(&position, &e, &random);
        for (int viewer = CAPU_SPECTATOR; viewer < players; viewer++) {
            capu_view(&position, viewer, &view);
            for (int seat = 0; seat < LUX_PLAYERS; seat++)
                if (seat == viewer && players > 2)
                    assert_memory_equal(((lux *)&view)->passed[seat],
                                        ((lux *)&position)->passed[seat], sizeof nothing);
                else
                    assert_memory_equal(((lux *)&view)->passed[seat], nothing, sizeof nothing);
            capu_forget(&view);
            assert_false(viewer != CAPU_SPECTATOR && guess(&view, viewer, &random, &out));
        }
    }
}

/* What a bot does with this memory, and without. */
static int decisions_that_differ(const char *name) {
    static uint64_t memory[1 << 20];
    capu_bot bot = *capu_find_bot(name);
    int differ = 0;

    bot.level = 0;
    bot.iterations = 200;
    bot.memory = sizeof memory;
    for (uint64_t number = 1; number <= 12; number++) {
        capu_random random = capu_random_from(number), a = random, b = random;
        capu_state position, view;
        begin_lux(&position, LUX_PLAYERS, number);
        while (((lux *)&position)->phase == LUX_DRAFT)
            play_and_see(&position, &(seen){0}, &random);
        int seat = capu_first_actor(&position);
        capu_view(&position, seat, &view);
        capu_action action = bot.choose(&bot, &view, seat, &a, memory);
        capu_forget(&view);
        differ += action != bot.choose(&bot, &view, seat, &b, memory);
    }
    return differ;
}

/* The yardstick must not change, nor the lower levels. */
static void test_only_the_master_keeps_in_mind(void **state) {
    (void)state;
    assert_true(decisions_that_differ("master") > 0);
    assert_int_equal(decisions_that_differ("master-1"), 0);
    assert_int_equal(decisions_that_differ("expert"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles_have_one_name),
        cmocka_unit_test(test_all_power_sets),
        cmocka_unit_test(test_values_read_back),
        cmocka_unit_test(test_reconstructed_powers_are_named),
        cmocka_unit_test(test_samples_are_even),
        cmocka_unit_test(test_a_city_over_the_limit),
        cmocka_unit_test(test_a_bonus_and_a_tie),
        cmocka_unit_test(test_accounts_add_up),
        cmocka_unit_test(test_who_knows_a_modifier),
        cmocka_unit_test(test_what_would_be_lost),
        cmocka_unit_test(test_rob_line_by_line),
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_what_was_passed_on_is_with_the_next_two),
        cmocka_unit_test(test_every_part_is_guessed),
        cmocka_unit_test(test_a_view_remembers_what_its_seat_saw),
        cmocka_unit_test(test_only_the_master_keeps_in_mind),
    };

    return cmocka_run_group_tests_name("capital_lux_2", tests, NULL, NULL);
}
