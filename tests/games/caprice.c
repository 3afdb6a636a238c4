/* Caprice: what the battery cannot know. */
#include <math.h>

#include "bots/bots.h"
#include "games/caprice/caprice.h"
#include "support.h"

/* All hands of four kinds with the number of ways to deal them from what a viewer cannot see. */
typedef struct hands {
    int count;
    char names[35][16];
    double ways[35];
    double all;
} hands;

static double choose(int n, int k) {
    double ways = 1;

    for (int i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

static void add_hand(hands *h, const int held[4], const int left[4]) {
    static const char *const kinds[] = {"dr", "lr", "dt", "lt"};
    double ways = 1;
    char *name = h->names[h->count];

    name[0] = '\0';
    for (int kind = 0; kind < 4; kind++) {
        ways *= choose(left[kind], held[kind]);
        for (int i = 0; i < held[kind]; i++)
            strcat(name, kinds[kind]);
    }
    h->ways[h->count++] = ways;
    h->all += ways;
}

/* Hands with at most `most` alike. */
static hands all_hands(const int left[4], int most) {
    hands h = {0};

    for (int a = 0; a <= most; a++)
        for (int b = 0; b <= most; b++)
            for (int c = 0; c <= most; c++) {
                int d = 4 - a - b - c;
                if (d >= 0 && d <= most)
                    add_hand(&h, (int[]){a, b, c, d}, left);
            }
    return h;
}

static void hand_name(const capu_state *state, char name[16]) {
    char json[LONGEST_STATE];
    capu_text text = capu_text_on(json, sizeof json);
    char *at;

    capu_state_json(state, &text);
    at = strstr(strstr(json, "\"tiles\":[[") + 10, "],["); /* seat 1's tiles follow */
    name[0] = '\0';
    for (at += 3; *at != ']'; at++)
        if (*at >= 'a' && *at <= 'z')
            strncat(name, at, 1);
}

/* With nothing set aside in the deal, all deals that agree with the own hand are equally likely. */
static void test_samples_are_uniform(void **state) {
    const char *json = "{\"game\":\"caprice\",\"players\":2,\"options\":{\"first\":\"0\","
                       "\"third\":\"redraw\",\"second_pair\":\"keep\",\"arrange\":\"auto\","
                       "\"contracts\":\"any\"},\"first\":0,\"phase\":\"place\",\"turn\":0,"
                       "\"towers\":[[],[],[],[],[],[]],"
                       "\"reserve\":{\"dr\":6,\"lr\":6,\"dt\":6,\"lt\":6},\"marker\":null,"
                       "\"placed\":null,\"tiles\":[[\"dr\",\"dr\",\"lr\",\"lt\"],"
                       "[\"dr\",\"lr\",\"dt\",\"lt\"]],\"drawn\":null,\"aside\":[],"
                       "\"shown\":[[],[]],\"bag\":[\"dr\",\"dr\",\"lr\",\"lr\",\"lr\",\"dt\","
                       "\"dt\",\"dt\",\"dt\",\"lt\",\"lt\",\"lt\"],\"orders\":[null,null],"
                       "\"ender\":null,\"scores\":null}";
    hands h = all_hands((int[]){3, 4, 5, 4}, 2);
    capu_random random = capu_random_from(1);
    capu_state view, sample;
    int counts[35] = {0};
    double sum = 0;
    enum { SAMPLES = 60000 };

    (void)state;
    assert_int_equal(h.count, 19);
    read_state(json, &view);
    capu_view(&view, 0, &view);
    for (int i = 0; i < SAMPLES; i++) {
        char name[16];
        int found = 0;
        capu_sample(&view, &random, &sample);
        hand_name(&sample, name);
        while (strcmp(h.names[found], name) != 0)
            assert_true(++found < h.count);
        counts[found]++;
    }
    for (int i = 0; i < h.count; i++) {
        double expected = SAMPLES * h.ways[i] / h.all;
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    if (sum > 60) /* 18 degrees of freedom: one in two million */
        fail_msg("chi-squared %.1f", sum);
}

/* A sample keeps to what was set aside: who showed a third tile holds two of it. */
static void test_samples_honour_what_was_shown(void **state) {
    const char *json = "{\"game\":\"caprice\",\"players\":2,\"options\":{\"first\":\"0\","
                       "\"third\":\"redraw\",\"second_pair\":\"keep\",\"arrange\":\"auto\","
                       "\"contracts\":\"any\"},\"first\":0,\"phase\":\"place\",\"turn\":0,"
                       "\"towers\":[[],[],[],[],[],[]],"
                       "\"reserve\":{\"dr\":6,\"lr\":6,\"dt\":6,\"lt\":6},\"marker\":null,"
                       "\"placed\":null,\"tiles\":[[\"dr\",\"dr\",\"lr\",\"lt\"],"
                       "[\"dr\",\"lr\",\"lt\",\"lt\"]],\"drawn\":null,\"aside\":[],"
                       "\"shown\":[[],[\"lt\"]],\"bag\":[\"dr\",\"dr\",\"lr\",\"lr\",\"lr\","
                       "\"dt\",\"dt\",\"dt\",\"dt\",\"dt\",\"lt\",\"lt\"],\"orders\":[null,null],"
                       "\"ender\":null,\"scores\":null}";
    capu_random random = capu_random_from(2);
    capu_state view, sample;

    (void)state;
    read_state(json, &view);
    capu_view(&view, 0, &view);
    for (int i = 0; i < 2000; i++) {
        char name[16];
        capu_sample(&view, &random, &sample);
        hand_name(&sample, name);
        assert_non_null(strstr(name, "ltlt"));
    }
}

/* ------------------------------------------------------------ what was played */

/* Seat 0 places the first block. */
static void begin(capu_state *state, int players, uint64_t number) {
    const capu_game *game = capu_find("caprice");
    capu_options options = {{0}};
    uint8_t seed[CAPU_SEED_BYTES];

    capu_set_option(game, players, &options, "first", "0", NULL);
    capu_set_option(game, players, &options, "third", "redraw", NULL);
    capu_seed_from_number(seed, number);
    assert_int_equal(capu_new(state, game, &options, players, seed), CAPU_OK);
}

static void play(capu_state *state, const char *notation) {
    capu_action action;

    assert_true(capu_action_read(capu_game_of(state), notation, &action));
    assert_int_equal(capu_apply(state, capu_first_actor(state), action), CAPU_OK);
}

/* Who did what is remembered, but it is no part of the position. */
static void test_positions_are_equal_however_they_came_about(void **state) {
    capu_state one, other;

    (void)state;
    begin(&one, 2, 4);
    capu_copy(&other, &one);
    play(&one, "place dr 0"), play(&one, "stay"), play(&one, "place lt 1"), play(&one, "stay");
    play(&other, "place lt 1"), play(&other, "stay"), play(&other, "place dr 0");
    assert_false(capu_equal(&one, &other));
    play(&other, "stay");
    assert_true(capu_equal(&one, &other));
    assert_true(capu_hash(&one) == capu_hash(&other));
}

/* The hand of a seat among all hands, which are in the order of their sorted tiles. */
static int hand_of(const capu_state *state, int seat) {
    const uint8_t *tiles = ((const caprice *)state)->tiles[seat];
    int hand = 0;

    for (int a = 0; a < CAPRICE_KINDS; a++)
        for (int b = a; b < CAPRICE_KINDS; b++)
            for (int c = b; c < CAPRICE_KINDS; c++)
                for (int d = c; d < CAPRICE_KINDS; d++, hand++)
                    if (tiles[0] == a && tiles[1] == b && tiles[2] == c && tiles[3] == d)
                        return hand;
    return -1;
}

/* The share of the others' true hands in what a viewer believes: the mean of logarithms. */
static double insight(const capu_state *state, int viewer, bool forgetful) {
    const bots_knowledge *know = bots_knowledge_of(state);
    double sum = 0;
    capu_state view;
    bots_belief belief;

    capu_view(state, viewer, &view);
    if (forgetful)
        ((caprice *)&view)->played_count = 0;
    assert_true(know->believe(&view, viewer, bots_weights_for(know, state->head.players), &belief));
    for (int seat = 0; seat < state->head.players; seat++) {
        double all = 0;
        for (int hand = 0; seat != viewer && hand < BOTS_BELIEVED; hand++)
            all += (double)belief.weight[seat][hand];
        if (seat != viewer)
            sum += log((double)belief.weight[seat][hand_of(state, seat)] / all);
    }
    return sum / (state->head.players - 1);
}

/* As one does who builds what is good for it. */
static void play_greedily(capu_state *state, capu_random *random) {
    const capu_bot *greedy = capu_find_bot("greedy");
    int seat = capu_first_actor(state);
    capu_state view;

    capu_view(state, seat, &view);
    capu_apply(state, seat, greedy->choose(greedy, &view, seat, random, NULL));
}

/* Simple opponents give themselves away. */
static void test_moves_tell_what_others_hold(void **state) {
    enum { GAMES = 24, BLOCKS = 16 };

    (void)state;
    for (int players = 2; players <= 4; players++) {
        double with = 0, without = 0;
        for (uint64_t number = 1; number <= GAMES; number++) {
            capu_random random = capu_random_from(number);
            capu_state position;
            begin(&position, players, number);
            while (((caprice *)&position)->blocks < BLOCKS)
                play_greedily(&position, &random);
            with += insight(&position, 0, false) / GAMES;
            without += insight(&position, 0, true) / GAMES;
        }
        if (with < without + log(2))
            fail_msg("%d players: hands are believed in by %.1f %%, by %.1f %% without the past",
                     players, 100 * exp(with), 100 * exp(without));
    }
}

/* ---------------------------------------------------------------------- events */

static int told(capu_state *position, const char *action, const char *id) {
    capu_lines events = {0};
    capu_action parsed;
    int found = 0;

    assert_true(capu_action_read(capu_game_of(position), action, &parsed));
    assert_int_equal(capu_apply_telling(position, capu_first_actor(position), parsed, &events),
                     CAPU_OK);
    for (int i = 0; i < events.count; i++)
        found += strcmp(events.lines[i].id, id) == 0;
    return found;
}

/* The marker goes with the block that is moved, which the action says. It is told when the marker
 * comes to the board and when it leaves it. */
static void test_marker_is_told_when_it_comes(void **state) {
    capu_state position;

    (void)state;
    begin(&position, 2, 1);
    told(&position, "place dr 0", "marker");
    told(&position, "stay", "marker");
    assert_int_equal(told(&position, "place lr 1", "marker"), 0);
    assert_int_equal(told(&position, "move 0 2", "marker"), 1);
    assert_int_equal(told(&position, "place dt 3", "marker"), 0);
    assert_int_equal(told(&position, "move 1 4", "marker"), 0);
    assert_int_equal(told(&position, "place dt 4", "marker_off"), 1);
    assert_int_equal(told(&position, "move 3 5", "marker"), 1);
}

/* ------------------------------------------------------- the end, counted out */

enum {
    SHORT_OF_IT = 1900,
    ENOUGH = 2100
}; /* iterations, to guess at endings or to count them out */

typedef struct opinions {
    int count;
    capu_advice advice[CAPU_MAX_ACTIONS];
} opinions;

static void think(const capu_state *view, int seat, int iterations, opinions *o) {
    static uint64_t memory[1 << 20];
    capu_search *search = capu_search_begin(memory, sizeof memory, view, seat, 7);

    capu_search_run(search, iterations);
    o->count = capu_search_advice(search, o->advice, CAPU_MAX_ACTIONS);
}

static const capu_advice *opinion_on(const opinions *o, capu_action action) {
    for (int i = 0; i < o->count; i++)
        if (o->advice[i].action == action)
            return &o->advice[i];
    return NULL;
}

static bool is_counted_out(const opinions *o) {
    for (int i = 0; i < o->count; i++)
        if (o->advice[i].visits != o->advice[0].visits || o->advice[i].error > 0.001f)
            return false;
    return true;
}

static bool ends_the_game(const capu_state *view, int seat, capu_action action) {
    capu_random random = capu_random_from(3);
    capu_state after;

    capu_sample(view, &random, &after);
    capu_apply(&after, seat, action);
    return capu_actors(&after) == 0;
}

/* What was counted out is near what the search finds by trying: where the game ends at once, by no
 * more than chance explains (samples follow one another, so it is more than the error says); where
 * the other still replies, the search is also a little unsure of the reply. */
static void check_ending(const capu_state *view, int seat, const opinions *exact, int *checked) {
    opinions tried;

    think(view, seat, SHORT_OF_IT, &tried);
    for (int i = 0; i < exact->count; i++) {
        const capu_advice *guess = opinion_on(&tried, exact->advice[i].action);
        if (!guess || guess->visits < 200)
            continue;
        bool at_once = ends_the_game(view, seat, guess->action);
        float slack = (at_once ? 0.03f : 0.06f) + 5 * guess->error;
        if (__builtin_fabsf(guess->win[seat] - exact->advice[i].win[seat]) > slack)
            fail_msg("counted out %.3f, tried %.3f in %u visits, %s",
                     (double)exact->advice[i].win[seat], (double)guess->win[seat], guess->visits,
                     at_once ? "at once" : "with a reply");
        checked[at_once]++;
    }
}

static void test_endings_are_counted_out(void **state) {
    int checked[2] = {0};

    (void)state;
    for (uint64_t number = 1; number <= 60; number++) {
        capu_random random = capu_random_from(number);
        capu_state position, view;
        opinions exact;

        begin(&position, 2, number);
        for (int moves = 0; capu_actors(&position); moves++) {
            int seat = capu_first_actor(&position);
            capu_view(&position, seat, &view);
            if (moves >= 38) { /* 19 turns */
                think(&view, seat, ENOUGH, &exact);
                if (exact.count > 1 && is_counted_out(&exact))
                    check_ending(&view, seat, &exact, checked);
            }
            play_greedily(&position, &random);
        }
    }
    assert_in_range(checked[false], 50, 100000);
    assert_in_range(checked[true], 50, 100000);
}

/* Of several searches one may have counted out the end and another not: the former is right. */
static void test_what_is_counted_out_is_not_mixed_with_guesses(void **state) {
    static uint64_t memory[2][1 << 20];
    int compared = 0;

    (void)state;
    for (uint64_t number = 1; number <= 20; number++) {
        capu_random random = capu_random_from(number);
        capu_state position, view;
        opinions exact, together;

        begin(&position, 2, number);
        for (int moves = 0; moves < 42 && capu_actors(&position); moves++)
            play_greedily(&position, &random);
        int seat = capu_first_actor(&position);
        if (seat < 0)
            continue;
        capu_view(&position, seat, &view);
        think(&view, seat, ENOUGH, &exact);
        if (exact.count < 2 || !is_counted_out(&exact))
            continue;
        for (int solver = 0; solver < 2; solver++) {
            capu_search *searches[2];
            for (int i = 0; i < 2; i++) {
                searches[i] =
                    capu_search_begin(memory[i], sizeof memory[i], &view, seat, (uint64_t)i);
                capu_search_run(searches[i], i == solver ? ENOUGH : SHORT_OF_IT);
            }
            capu_search_add(searches[0], searches[1]);
            together.count = capu_search_advice(searches[0], together.advice, CAPU_MAX_ACTIONS);
            assert_true(is_counted_out(&together));
            assert_int_equal(together.count, exact.count);
            assert_int_equal(together.advice[0].action, exact.advice[0].action);
            assert_true(together.advice[0].win[seat] == exact.advice[0].win[seat]);
            compared++;
        }
    }
    assert_in_range(compared, 10, 1000);
}

/* CPR-5: a draw without a choice is made by itself, one with a choice is not. A view tells the
 * viewer's own. */
static void test_draws_without_a_choice(void **unused) {
    capu_random random = capu_random_from(5);
    const capu_game *game = capu_find("caprice");
    int silent = 0, chosen = 0;

    (void)unused;
    for (uint64_t number = 0; number < 200; number++) {
        uint8_t seed[CAPU_SEED_BYTES];
        capu_state state, view;
        capu_move step = {0};
        capu_seed_from_number(seed, number);
        assert_int_equal(capu_new(&state, game, &(capu_options){{0}}, 3, seed), CAPU_OK);
        for (int i = 0; i < 8; i++) {
            int seat = capu_first_actor(&state);
            bool only = i < 6 && capu_legal_count(&state, seat) == 1; /* six draws */
            assert_true(capu_silent_step(&state, &step) == only);
            capu_view(&state, seat, &view);
            assert_true(capu_silent_step(&view, &step) == only);
            capu_view(&state, CAPU_SPECTATOR, &view);
            assert_false(capu_silent_step(&view, &step));
            capu_move move = only ? step : capu_random_move(&state, &random);
            assert_true((int)move.seat == seat);
            assert_int_equal(capu_apply(&state, seat, move.action), CAPU_OK);
            silent += only;
            chosen += i < 6 && !only;
        }
    }
    assert_true(silent > 0 && chosen > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples_are_uniform),
        cmocka_unit_test(test_draws_without_a_choice),
        cmocka_unit_test(test_samples_honour_what_was_shown),
        cmocka_unit_test(test_positions_are_equal_however_they_came_about),
        cmocka_unit_test(test_moves_tell_what_others_hold),
        cmocka_unit_test(test_marker_is_told_when_it_comes),
        cmocka_unit_test(test_endings_are_counted_out),
        cmocka_unit_test(test_what_is_counted_out_is_not_mixed_with_guesses),
    };

    return cmocka_run_group_tests_name("caprice", tests, NULL, NULL);
}
