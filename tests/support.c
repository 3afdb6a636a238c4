/* What the C tests share: see support.h. */
#include "support.h"

int test_games(int wanted) {
    const char *text = getenv("CAPU_TEST_GAMES");
    int most = text ? atoi(text) : wanted;

    assert_true(most > 0); /* of no game everything is true */
    return most < wanted ? most : wanted;
}

/* ----------------------------------------------------------- configurations */

/* The next combination of option values; false after the last. */
static bool next_options(const capu_game *game, capu_options *options) {
    const capu_game_info *info = capu_info(game);

    for (int i = 0; i < info->option_count; i++) {
        if (++options->value[i] < info->options[i].count + game->more_values[i])
            return true;
        options->value[i] = 0;
    }
    return false;
}

/* Steps to the next combination that a game can begin with, round and round. */
static void step_options(const capu_game *game, int players, capu_options *options) {
    do
        next_options(game, options);
    while (capu_check_options(game, players, options, NULL));
}

static int combinations(const capu_game *game, int players) {
    capu_options options = {0};
    int count = 0;

    do
        count += capu_check_options(game, players, &options, NULL) == CAPU_OK;
    while (next_options(game, &options));
    return count;
}

static void play_number(test_game *g, void (*play)(test_game *)) {
    uint8_t seed[CAPU_SEED_BYTES];

    g->random = capu_random_from(g->number);
    capu_seed_from_number(seed, g->number);
    assert_int_equal(capu_new(&g->state, g->game, &g->options, g->players, seed), CAPU_OK);
    play(g);
}

static void play_players(const capu_game *game, int players, int games, void (*play)(test_game *)) {
    test_game g = {.game = game, .players = players};
    bool all = combinations(game, players) <= games;

    for (int i = 0; i < games; i++) {
        g.number = (uint64_t)i * CAPU_MAX_PLAYERS + (uint64_t)players;
        if (all && i > 0) {
            step_options(game, players, &g.options);
        } else if (!all) {
            capu_random random = capu_random_from(g.number ^ 0x5eed);
            g.options = capu_random_options(game, players, &random);
        }
        play_number(&g, play);
    }
}

/* How many actions a random game has, about. */
static int usual_length(const capu_game *game) {
    capu_options options = {0};
    capu_random random = capu_random_from(1);
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state;
    int actions = 0, some = 16;

    for (int i = 0; i < some; i++) {
        capu_seed_from_number(seed, (uint64_t)i);
        capu_new(&state, game, &options, capu_info(game)->most, seed);
        actions += capu_playout(&state, &random, LONGEST_GAME);
    }
    return actions / some;
}

/* The longer a game, the fewer of them: `wanted` are played of one as long as Caprice. */
static int games_of(const capu_game *game, int wanted) {
    enum { CAPRICE_LENGTH = 45 };
    int games = (int)((int64_t)wanted * CAPRICE_LENGTH / usual_length(game));

    return games > wanted ? wanted : games > 0 ? games : 1;
}

void for_random_games(int wanted, void (*play)(test_game *g)) {
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        const capu_game_info *info = capu_info(game);
        int games = games_of(game, test_games(wanted));
        int counts = info->most - info->least + 1;
        for (int players = info->least; players <= info->most; players++)
            play_players(game, players, (games + counts - 1) / counts, play);
    }
}

const char *describe(const test_game *g) {
    static char buffer[512];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    const capu_game_info *info = capu_info(g->game);

    capu_text_add(&text, info->name);
    capu_text_add(&text, ", players ");
    capu_text_number(&text, g->players);
    for (int i = 0; i < info->option_count; i++) {
        capu_text_char(&text, ' ');
        capu_text_add(&text, info->options[i].name);
        capu_text_char(&text, '=');
        capu_option_value(g->game, i, g->options.value[i], &text);
    }
    capu_text_add(&text, ", number ");
    capu_text_number(&text, (int64_t)g->number);
    return buffer;
}

/* ------------------------------------------------------------------- JSON */

static capu_status parse_state(const char *json, capu_state *state, capu_text *why) {
    uint8_t seed[CAPU_SEED_BYTES];
    host_tree tree;

    if (!host_tree_parse(&tree, json, strlen(json), why))
        return CAPU_BAD_STATE;
    capu_seed_from_number(seed, 0);
    capu_status status = capu_state_read(state, tree.nodes, seed, why);
    host_tree_free(&tree);
    return status;
}

void read_state(const char *json, capu_state *state) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);

    if (parse_state(json, state, &why))
        fail_msg("refused: %s\n%s", reason, json);
}

bool is_accepted(const capu_state *state, capu_text *why) {
    char json[LONGEST_STATE];
    capu_text text = capu_text_on(json, sizeof json);
    capu_state again;

    capu_state_json(state, &text);
    return parse_state(json, &again, why) == CAPU_OK;
}

void assert_same_state(const test_game *g, const capu_state *a, const capu_state *b,
                       const char *what) {
    char json_a[LONGEST_STATE], json_b[LONGEST_STATE];
    capu_text text_a = capu_text_on(json_a, sizeof json_a);
    capu_text text_b = capu_text_on(json_b, sizeof json_b);

    if (capu_equal(a, b))
        return;
    capu_state_json(a, &text_a);
    capu_state_json(b, &text_b);
    int byte = 0;
    while (((const uint8_t *)a)[byte] == ((const uint8_t *)b)[byte])
        byte++;
    fail_msg("%s: %s: byte %d differs\n%s\n%s", describe(g), what, byte, json_a, json_b);
}

void assert_round_trip(const test_game *g, const capu_state *state) {
    char json[LONGEST_STATE], reason[512];
    capu_text text = capu_text_on(json, sizeof json), why = capu_text_on(reason, sizeof reason);
    capu_state again, expected;

    capu_state_json(state, &text);
    assert_here(g, text.length < sizeof json);
    if (parse_state(json, &again, &why))
        fail_msg("%s: refused: %s\n%s", describe(g), reason, json);
    capu_copy(&expected, state);
    expected.head.draws = again.head.draws;
    memcpy(expected.head.seed, again.head.seed, CAPU_SEED_BYTES);
    assert_same_state(g, &again, &expected, "read again from its JSON");
}
