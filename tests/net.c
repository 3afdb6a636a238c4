/* Nets: what they say, which files are read, and who judges by them. */
#include "bots/search.h"
#include "made_net.h"
#include "support.h"

static _Alignas(8) uint8_t bytes[MADE_NET_BYTES], changed[MADE_NET_BYTES];

static const bots_knowledge *know_at(int index) {
    const capu_game *game = capu_game_at(index);

    return game ? bots_knowledge_by_name(capu_info(game)->name) : NULL;
}

/* ------------------------------------------------------------------- what it says */

static int cut(int value) {
    return value < 0 ? 0 : value > 127 ? 127 : value;
}

/* The same as in net.c, by the definition: one seat, all inputs, one weight after the other. */
static void judge_plainly(const bots_net *net, const bots_inputs *in, int seat, int *out) {
    int width = net->hidden + NET_STRAIGHT, hidden[NET_MOST_HIDDEN], second[NET_MOST_SECOND];
    int16_t sums[NET_MOST_HIDDEN + NET_STRAIGHT];

    for (int unit = 0; unit < width; unit++) {
        const int16_t *column = net->rows + unit;
        int sum = column[0], row = 1;
        for (int i = 0; i < net->table; i++)
            sum += in->table[i] * column[row++ * width];
        for (int i = 0; i < net->seat; i++)
            sum += in->seats[seat][i] * column[row++ * width];
        for (int i = 0; i < net->seat; i++, row++)
            for (int other = 0; other < in->count; other++)
                sum += other == seat ? 0 : in->seats[other][i] * column[row * width];
        sums[unit] = (int16_t)sum;
    }
    for (int unit = 0; unit < net->hidden; unit++)
        hidden[unit] = cut(sums[unit] >> 4);
    for (int unit = 0; unit < net->second; unit++) {
        int sum = net->middle_bias[unit];
        for (int i = 0; i < net->hidden; i++)
            sum += hidden[i] * net->middle[unit * net->hidden + i];
        second[unit] = cut(sum >> 8);
    }
    for (int result = 0; result < NET_RESULTS; result++) {
        out[result] = net->last_bias[result] + sums[net->hidden + result] * 16;
        for (int i = 0; i < net->second; i++)
            out[result] += second[i] * net->last[result * net->second + i];
    }
}

static void check_inputs(const test_game *g, const bots_knowledge *know, const bots_inputs *in) {
    assert_here(g, in->count >= g->players && in->count <= CAPU_MAX_PLAYERS);
    for (int i = know->inputs->table; i < NET_MOST_TABLE; i++)
        assert_here(g, in->table[i] == 0);
    for (int seat = 0; seat < CAPU_MAX_PLAYERS; seat++)
        for (int i = seat < in->count ? know->inputs->seat : 0; i < NET_MOST_SEAT; i++)
            assert_here(g, in->seats[seat][i] == 0);
}

static void check_judgement(const test_game *g, const bots_knowledge *know, const bots_net *net) {
    bots_inputs in = {0};
    int32_t found[CAPU_MAX_PLAYERS][NET_RESULTS];
    int expected[NET_RESULTS];

    know->inputs->describe(&g->state, bots_weights_for(know, g->players), &in);
    check_inputs(g, know, &in);
    bots_net_judge(net, &in, found);
    for (int seat = 0; seat < in.count; seat++) {
        judge_plainly(net, &in, seat, expected);
        for (int i = 0; i < NET_RESULTS; i++)
            assert_here(g, found[seat][i] == expected[i]);
    }
}

static void play_and_judge(test_game *g) {
    const bots_knowledge *know = bots_knowledge_of(&g->state);
    bots_net net;

    if (!know->inputs)
        return;
    int size = make_net(know, g->number, bytes);
    assert_here(g, size > 0 && bots_net_read(&net, know, bytes, (size_t)size));
    while (capu_actors(&g->state)) {
        check_judgement(g, know, &net);
        capu_playout(&g->state, &g->random, 1 + (int)capu_random_below(&g->random, 12));
    }
    check_judgement(g, know, &net);
}

static void test_it_says_what_its_weights_say(void **state) {
    (void)state;
    for_random_games(test_games(1000), play_and_judge);
}

static void test_shares_of_a_win_add_up(void **state) {
    capu_state position;
    capu_options options = {0};
    uint8_t seed[CAPU_SEED_BYTES] = {0};

    (void)state;
    for (int g = 0; know_at(g); g++) {
        const bots_knowledge *know = know_at(g);
        int players = capu_info(capu_game_at(g))->most;
        bots_outlook outlook;
        bots_net net;
        float all = 0;
        if (!know->inputs)
            continue;
        assert_true(bots_net_read(&net, know, bytes, (size_t)make_net(know, 3, bytes)));
        capu_new(&position, capu_game_at(g), &options, players, seed);
        bots_net_outlook(&net, know, bots_weights_for(know, players), &position, &outlook);
        for (int seat = 0; seat < players; seat++) {
            assert_true(outlook.win[seat] > 0 && outlook.win[seat] < 1);
            all += outlook.win[seat];
        }
        assert_float_equal(all, 1, 1e-5);
    }
}

/* ------------------------------------------------------------------------ files */

static void refuse(const bots_knowledge *know, int at, int number, int size) {
    bots_net net;
    int before = changed[at] | changed[at + 1] << 8;

    made_put16(changed, at, number);
    assert_false(bots_net_read(&net, know, changed, (size_t)size));
    made_put16(changed, at, before);
}

static void test_only_nets_for_the_game_are_read(void **state) {
    enum { AT_FORMAT = 8, AT_VERSION = 10, AT_TABLE = 12, AT_SEAT = 14, AT_HIDDEN = 16 };
    enum { AT_SECOND = 18, AT_AT_ONCE = 20, AT_GAME = 32, AT_TRAITS_VERSION = 48, AT_TRAITS = 50 };
    const bots_knowledge *know = know_at(0), *other = know_at(1);
    int size = make_net(know, 1, changed);
    bots_net net;

    (void)state;
    assert_true(bots_net_read(&net, know, changed, (size_t)size));
    assert_false(bots_net_read(&net, other, changed, (size_t)size));
    assert_false(bots_net_read(&net, &bots_no_knowledge, changed, (size_t)size));
    for (int less = 1; less < 200; less++)
        assert_false(bots_net_read(&net, know, changed, (size_t)(size - less)));
    assert_false(bots_net_read(&net, know, changed, (size_t)size + 2));
    assert_false(bots_net_read(&net, know, changed, 0));
    refuse(know, 0, 'X', size);
    refuse(know, AT_FORMAT, NET_FORMAT + 1, size);
    refuse(know, AT_VERSION, know->inputs->version + 1, size);
    refuse(know, AT_TABLE, know->inputs->table + 1, size);
    refuse(know, AT_SEAT, 0, size);
    refuse(know, AT_HIDDEN, 0, size);
    refuse(know, AT_HIDDEN, MADE_HIDDEN + 1, size);
    refuse(know, AT_HIDDEN, NET_MOST_HIDDEN + 8, size);
    refuse(know, AT_SECOND, 0xFFF8, size);
    refuse(know, AT_AT_ONCE, 101, size);
    refuse(know, AT_GAME, 'x', size);
    refuse(know, AT_TRAITS_VERSION, know->acting->version + 1, size);
    refuse(know, AT_TRAITS, know->acting->count - 1, size);
    refuse(know, AT_TRAITS, 0, size);
}

static void test_a_hash_tells_any_change(void **state) {
    int size = make_net(know_at(0), 1, changed);

    (void)state;
    assert_true(bots_net_is_whole(changed, (size_t)size));
    for (int at = 0; at < size; at += at < NET_HEAD ? 1 : 101) {
        changed[at] ^= 4;
        assert_false(bots_net_is_whole(changed, (size_t)size));
        changed[at] ^= 4;
    }
    assert_false(bots_net_is_whole(changed, (size_t)size - 1));
    assert_false(bots_net_is_whole(changed, NET_HEAD - 1));
}

static void test_the_nets_of_the_program_are_whole_and_small(void **state) {
    size_t all = 0;

    (void)state;
    for (int g = 0; know_at(g); g++) {
        size_t size = 0;
        const void *shipped = bots_shipped_net(know_at(g)->game, &size);
        bots_net net;
        if (!shipped)
            continue;
        assert_true(bots_net_is_whole(shipped, size));
        assert_true(bots_net_read(&net, know_at(g), shipped, size));
        all += size;
    }
    assert_true(all <= 1 << 20);
}

/* ---------------------------------------------------------------------- policies */

/* A file with a policy alone, made of one with both. */
static int drop_layers(const bots_knowledge *know, const uint8_t *both, int size, uint8_t *out) {
    int weights = 2 * know->acting->count;

    engine_memcpy(out, both, NET_HEAD);
    engine_memcpy(out + NET_HEAD, both + size - weights, (size_t)weights);
    made_put16(out, 16, 0);
    made_put16(out, 18, 0);
    made_put_hash(out, NET_HEAD + weights);
    return NET_HEAD + weights;
}

static void test_a_file_may_have_a_policy_alone(void **state) {
    (void)state;
    for (int g = 0; know_at(g); g++) {
        const bots_knowledge *know = know_at(g);
        bots_net net, alone;
        if (!know->acting)
            continue;
        int size = make_net(know, 4, bytes), less = drop_layers(know, bytes, size, changed);
        assert_true(bots_net_read(&net, know, bytes, (size_t)size));
        assert_true(net.judges && net.acts);
        assert_true(bots_net_read(&alone, know, changed, (size_t)less));
        assert_true(!alone.judges && alone.acts);
        assert_memory_equal(net.policy.weights, alone.policy.weights,
                            (size_t)know->acting->count * sizeof(int16_t));
        made_put16(changed, 50, 0); /* nothing at all */
        assert_false(bots_net_read(&alone, know, changed, NET_HEAD));
    }
}

static int traits_of(const capu_state *state, int seat, capu_action action, bots_traits *out) {
    const bots_knowledge *know = bots_knowledge_of(state);
    bots_facts facts;

    *out = (bots_traits){.weights = NULL};
    know->acting->look(state, seat, bots_weights_for(know, state->head.players), &facts);
    know->acting->describe(&facts, action, out);
    return out->count;
}

/* What others hide may be anything: an action is described alike. */
static void check_traits(test_game *g) {
    const bots_acting *acting = bots_knowledge_of(&g->state)->acting;
    int seat = capu_first_actor(&g->state), count = capu_legal_count(&g->state, seat);
    capu_state view, guess;

    capu_view(&g->state, seat, &view);
    capu_sample(&view, &g->random, &guess);
    for (int i = 0; i < count; i++) {
        capu_action action = capu_legal_at(&g->state, seat, i);
        bots_traits truly, guessed;
        assert_here(g, traits_of(&g->state, seat, action, &truly) <= POLICY_MOST_TRAITS);
        assert_here(g, traits_of(&guess, seat, action, &guessed) == truly.count);
        for (int j = 0; j < truly.count; j++)
            assert_here(g, truly.list[j] == guessed.list[j] && truly.list[j] < acting->count);
    }
}

static void play_and_check_traits(test_game *g) {
    if (!bots_knowledge_of(&g->state)->acting)
        return;
    while (capu_actors(&g->state)) {
        check_traits(g);
        capu_playout(&g->state, &g->random, 1 + (int)capu_random_below(&g->random, 6));
    }
}

static void test_traits_tell_nothing_hidden(void **state) {
    (void)state;
    for_random_games(test_games(600), play_and_check_traits);
}

/* A game of three actions with a trait each. */
static void look_at_nothing(const capu_state *state, int seat, const int *w, bots_facts *facts) {
    (void)state, (void)seat, (void)w, (void)facts;
}

static void describe_by_number(const bots_facts *facts, capu_action action, bots_traits *out) {
    (void)facts;
    bots_add_trait(out, (int)action);
}

static void test_a_policy_chooses_as_often_as_it_says(void **state) {
    enum { TIMES = 100000 };
    static const int16_t weights[] = {0, 256, 512}; /* each e times as likely as the one before */
    static const double expected[] = {0.090, 0.245, 0.665};
    const bots_acting acting = {1, 3, true, look_at_nothing, describe_by_number};
    const capu_action actions[] = {0, 1, 2};
    bots_policy policy = {1, 3, 100, 100, weights};
    capu_random random = capu_random_from(1);
    capu_state position = {0};
    int chosen[3] = {0};
    float priors[3];

    (void)state;
    for (int i = 0; i < TIMES; i++)
        chosen[bots_policy_choice(&policy, &acting, &position, 0, NULL, actions, 3, &random)]++;
    for (int i = 0; i < 3; i++)
        assert_float_equal((double)chosen[i] / TIMES, expected[i], 0.02);
    policy.warmth = 1;
    for (int i = 0; i < 100; i++)
        assert_int_equal(
            bots_policy_choice(&policy, &acting, &position, 0, NULL, actions, 3, &random), 2);
    bots_policy_prior(&policy, &acting, &position, 0, NULL, actions, 3, priors);
    assert_true(priors[2] == 1 && priors[1] < 0.4f && priors[1] > 0.35f && priors[0] < priors[1]);
}

/* ------------------------------------------------------------------ who uses it */

static bool judges_by_net(const char *bot, const capu_state *position) {
    static uint64_t memory[1 << 18];
    capu_bot quick = *capu_find_bot(bot);
    capu_state view;

    quick.memory = sizeof memory;
    capu_view(position, capu_first_actor(position), &view);
    return capu_search_as(&quick, memory, &view, capu_first_actor(position), 1)->learned;
}

static void test_only_the_master_judges_by_a_net(void **state) {
    capu_options options = {0};
    uint8_t seed[CAPU_SEED_BYTES] = {0};
    capu_state position;
    bots_net net;
    int learned = 0;

    (void)state;
    for (int g = 0; know_at(g); g++) {
        const capu_game_info *info = capu_info(capu_game_at(g));
        for (int players = info->least; players <= info->most; players++) {
            bool has = bots_net_of(know_at(g), players, &net);
            learned += has;
            capu_new(&position, capu_game_at(g), &options, players, seed);
            assert_int_equal(judges_by_net("master", &position), has);
            assert_false(judges_by_net("master-1", &position));
            assert_false(judges_by_net("plain", &position));
            assert_false(judges_by_net("expert", &position));
        }
    }
    assert_true(learned > 0);
    assert_null(capu_find_opponent("master-1"));
}

static void test_a_search_takes_a_net_that_is_for_it(void **state) {
    static uint64_t memory[1 << 18];
    capu_options options = {0};
    uint8_t seed[CAPU_SEED_BYTES] = {0};
    capu_state position, view;
    int size = make_net(know_at(0), 1, bytes);

    (void)state;
    capu_new(&position, capu_game_at(0), &options, 2, seed);
    capu_view(&position, capu_first_actor(&position), &view);
    capu_search *search =
        capu_search_begin(memory, sizeof memory, &view, capu_first_actor(&position), 1);
    assert_true(capu_check_net(capu_game_at(0), bytes, (size_t)size));
    assert_false(capu_check_net(capu_game_at(1), bytes, (size_t)size));
    assert_true(capu_search_with_net(search, bytes, (size_t)size));
    assert_true(search->learned);
    assert_false(capu_search_with_net(search, NULL, 0));
    assert_false(search->learned);
    made_put16(bytes, 62, 1 << 3); /* for three players, */
    made_put16(bytes, 56, 1 << 3); /* the policy too */
    assert_false(capu_check_net(capu_game_at(0), bytes, (size_t)size));
    made_put_hash(bytes, size);
    assert_true(capu_check_net(capu_game_at(0), bytes, (size_t)size));
    assert_false(capu_search_with_net(search, bytes, (size_t)size));
    assert_false(search->learned);
    made_put16(bytes, 62, 1 << 3 | 1 << 2);
    assert_true(capu_search_with_net(search, bytes, (size_t)size));
    assert_true(search->net.judges && !search->net.acts);
    made_put16(bytes, 62, 1 << 3);
    made_put16(bytes, 56, 1 << 2);
    assert_true(capu_search_with_net(search, bytes, (size_t)size));
    assert_true(!search->net.judges && search->net.acts);
}

/* A net changes what a search thinks, and so does its policy alone, by what is tried first and by
 * playing on; else nothing here would tell anything. */
static void test_a_net_changes_thoughts(void **state) {
    enum { WITHOUT, WITH, FIRST_TRIES, PLAYING_ON, WAYS };
    static uint64_t memory[1 << 18];
    capu_options options = {0};
    uint8_t seed[CAPU_SEED_BYTES] = {0};

    (void)state;
    for (int g = 0; know_at(g); g++) {
        const bots_knowledge *know = know_at(g);
        bool plays_on = know->acting && know->acting->plays_on;
        capu_advice advice[WAYS];
        capu_state position, view;
        bots_net net;
        if (!know->inputs)
            continue;
        assert_true(bots_net_read(&net, know, bytes, (size_t)make_net(know, 3, bytes)));
        capu_new(&position, capu_game_at(g), &options, 3, seed);
        capu_playout(&position, &(capu_random){1}, 30);
        int seat = capu_first_actor(&position);
        capu_view(&position, seat, &view);
        for (int way = 0; way < WAYS; way++) {
            capu_search *search = capu_search_begin(memory, sizeof memory, &view, seat, 1);
            bots_net one = net;
            one.judges = way == WITH;
            one.policy.sharp = way == FIRST_TRIES ? 100 : 0;
            one.policy.warmth = way == PLAYING_ON ? 100 : 0;
            bots_search_by(search, way == WITHOUT ? NULL : &one);
            capu_search_run(search, 400);
            assert_int_equal(capu_search_advice(search, &advice[way], 1), 1);
        }
        assert_true(advice[WITHOUT].win[seat] != advice[WITH].win[seat]);
        if (know->acting)
            assert_true(advice[WITHOUT].win[seat] != advice[FIRST_TRIES].win[seat]);
        if (plays_on)
            assert_true(advice[WITHOUT].win[seat] != advice[PLAYING_ON].win[seat]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_says_what_its_weights_say),
        cmocka_unit_test(test_shares_of_a_win_add_up),
        cmocka_unit_test(test_only_nets_for_the_game_are_read),
        cmocka_unit_test(test_a_hash_tells_any_change),
        cmocka_unit_test(test_the_nets_of_the_program_are_whole_and_small),
        cmocka_unit_test(test_a_file_may_have_a_policy_alone),
        cmocka_unit_test(test_traits_tell_nothing_hidden),
        cmocka_unit_test(test_a_policy_chooses_as_often_as_it_says),
        cmocka_unit_test(test_only_the_master_judges_by_a_net),
        cmocka_unit_test(test_a_search_takes_a_net_that_is_for_it),
        cmocka_unit_test(test_a_net_changes_thoughts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
