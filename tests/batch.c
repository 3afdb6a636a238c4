/* Observations and batches: what programs that learn get to see, and many games at once. */
#include "support.h"

enum { LONGEST_NAME = 64, MOST_COLUMNS = 2048 };

/* ------------------------------------------------------------------- columns */

typedef char column_name[LONGEST_NAME];

/* The names of all columns, sorted. */
static column_name *names_of(const capu_game *game) {
    int size = capu_observation_size(game);
    column_name *names = host_alloc((size_t)size * sizeof *names);

    for (int column = 0; column < size; column++) {
        capu_text text = capu_text_on(names[column], LONGEST_NAME);
        capu_observation_name(game, column, &text);
        assert_in_range(text.length, 1, LONGEST_NAME - 1);
        assert_null(strchr(names[column], ' '));
    }
    return names;
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static void test_every_column_has_its_own_name(void **state) {
    (void)state;
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game *game = capu_game_at(i);
        int size = capu_observation_size(game);
        column_name *names = names_of(game);
        assert_in_range(size, 1, MOST_COLUMNS);
        assert_in_range(capu_observation_version(game), 1, INT32_MAX);
        qsort(names, (size_t)size, sizeof *names, by_text);
        for (int column = 1; column < size; column++)
            if (strcmp(names[column - 1], names[column]) == 0)
                fail_msg("%s: two columns are called %s", capu_info(game)->name, names[column]);
        free(names);
    }
}

/* The names and the numbers come from two tables, which must be of the same length. */
static void check_group(const capu_game *game, const engine_columns *groups, int columns) {
    int count = 0;

    for (; groups->name; groups++) {
        int size = 1;
        for (int i = 0; i < ENGINE_AXES; i++)
            size *= groups->axes[i].count ? groups->axes[i].count : 1;
        count += size;
    }
    if (count != columns)
        fail_msg("%s: %d names for %d columns", capu_info(game)->name, count, columns);
}

static void test_there_are_as_many_names_as_columns(void **state) {
    (void)state;
    for (int i = 0; capu_game_at(i); i++) {
        const engine_observation *own = capu_game_at(i)->observation;
        check_group(capu_game_at(i), own->seat, own->seat_columns);
        check_group(capu_game_at(i), own->table, own->table_columns);
    }
}

/* ---------------------------------------------------------------- observations */

static void observe_with_margin(const capu_state *state, int seat, int16_t *row) {
    int size = capu_observation_size(capu_game_of(state));

    for (int i = 0; i < MOST_COLUMNS + 1; i++)
        row[i] = 12345;
    capu_observe(state, seat, row);
    assert_int_equal(row[size], 12345);
}

static void assert_same_row(const test_game *g, const int16_t *a, const int16_t *b, int seat,
                            const char *what) {
    int size = capu_observation_size(g->game);

    for (int column = 0; column < size; column++)
        if (a[column] != b[column]) {
            column_name name;
            capu_text text = capu_text_on(name, sizeof name);
            capu_observation_name(g->game, column, &text);
            fail_msg("%s: %s: seat %d: %s is %d and %d", describe(g), what, seat, name, a[column],
                     b[column]);
        }
}

/* Of a whole position a seat is told what its view tells, and nothing that it may not know: with
 * all that is hidden dealt anew it is told the same. */
static void check_secrets(test_game *g) {
    int16_t whole[MOST_COLUMNS + 1], seen[MOST_COLUMNS + 1], other[MOST_COLUMNS + 1];

    for (int seat = CAPU_SPECTATOR; seat < g->players; seat++) {
        capu_state view, sample;
        capu_view(&g->state, seat, &view);
        capu_sample(&view, &g->random, &sample);
        observe_with_margin(&g->state, seat, whole);
        observe_with_margin(&view, seat, seen);
        observe_with_margin(&sample, seat, other);
        assert_same_row(g, whole, seen, seat, "a position and its view");
        assert_same_row(g, whole, other, seat, "a position and a sample of its view");
    }
}

/* Of a view only its viewer can be told. */
static void check_views_of_others(test_game *g) {
    int16_t row[MOST_COLUMNS + 1], none[MOST_COLUMNS + 1] = {0};
    int seat = (int)capu_random_below(&g->random, (uint32_t)g->players);
    capu_state view;

    capu_view(&g->state, seat, &view);
    for (int other = CAPU_SPECTATOR; other < g->players; other++) {
        observe_with_margin(&view, other, row);
        if (other != seat)
            assert_same_row(g, row, none, other, "of another's view");
    }
}

static int find_column(const capu_game *game, const char *wanted) {
    int size = capu_observation_size(game);

    for (int column = 0; column < size; column++) {
        column_name name;
        capu_text text = capu_text_on(name, sizeof name);
        capu_observation_name(game, column, &text);
        if (strcmp(name, wanted) == 0)
            return column;
    }
    fail_msg("%s: there is no column %s", capu_info(game)->name, wanted);
    return -1;
}

/* Who decides, counted from each seat; and the shared columns. */
static void check_rotation(test_game *g) {
    int decides = find_column(g->game, "seat0.decides"), most = capu_info(g->game)->most;
    int16_t row[MOST_COLUMNS + 1];

    for (int seat = 0; seat < g->players; seat++) {
        observe_with_margin(&g->state, seat, row);
        assert_here(g, row[find_column(g->game, "players")] == g->players);
        for (int place = 0; place < most; place++) {
            int other = (seat + place) % g->players;
            int expected = place < g->players && (capu_actors(&g->state) >> other & 1);
            assert_here(g, row[decides + place] == expected);
        }
    }
}

static void observe_a_game(test_game *g) {
    for (int step = 0; capu_actors(&g->state); step++) {
        if (step % 4 == 0)
            check_secrets(g);
        if (step % 16 == 0)
            check_views_of_others(g);
        if (step % 64 == 0)
            check_rotation(g);
        capu_move move = capu_random_move(&g->state, &g->random);
        capu_apply_legal(&g->state, (int)move.seat, move.action);
    }
    check_secrets(g);
    check_rotation(g);
}

static void test_observations_are_of_views(void **state) {
    (void)state;
    for_random_games(400, observe_a_game);
}

/* Columns in which a seat sees more than a spectator. */
static bool is_private(const char *name) {
    static const char *const parts[] = {".tiles.", ".order.", ".discarded.", ".hand.", ".knows."};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(name, parts[i]))
            return true;
    return false;
}

/* The column that means for a spectator, who counts from seat 0, what this one means for a viewer;
 * -1: it is about no seat, or about one that does not play. */
static int same_for_spectators(const test_game *g, column_name *names, int column, int viewer) {
    int size = capu_observation_size(g->game);
    column_name wanted;

    strcpy(wanted, names[column]);
    char *digit = strstr(wanted, "seat");
    if (!digit || digit[4] - '0' >= g->players)
        return -1;
    digit[4] = (char)('0' + (digit[4] - '0' + viewer) % g->players);
    for (int other = 0; other < size; other++)
        if (strcmp(names[other], wanted) == 0)
            return other;
    return -1;
}

/* What is public of a seat is the same for all, counted from each of them. */
static void check_counting(test_game *g) {
    int16_t watching[MOST_COLUMNS + 1], row[MOST_COLUMNS + 1];
    int size = capu_observation_size(g->game), viewer = g->players - 1, compared = 0;
    column_name *names = names_of(g->game);

    observe_with_margin(&g->state, CAPU_SPECTATOR, watching);
    observe_with_margin(&g->state, viewer, row);
    for (int column = 0; column < size; column++) {
        int same = is_private(names[column]) ? -1 : same_for_spectators(g, names, column, viewer);
        if (same < 0)
            continue;
        compared++;
        if (row[column] != watching[same])
            fail_msg("%s: %s is %d for seat %d, but %d for others", describe(g), names[column],
                     row[column], viewer, watching[same]);
    }
    assert_here(g, compared > 0);
    free(names);
}

static void count_from_seats(test_game *g) {
    for (int i = 0; i < 8; i++) {
        check_counting(g);
        capu_playout(&g->state, &g->random, 11);
    }
    capu_playout(&g->state, &g->random, LONGEST_GAME);
    check_counting(g);
}

static void test_seats_are_counted_from_the_viewer(void **state) {
    (void)state;
    for_random_games(100, count_from_seats);
}

/* ------------------------------------------------------------- every column */

typedef struct reached {
    uint8_t columns[MOST_COLUMNS];
} reached;
static reached seen_of[16];

static void note_columns(test_game *g) {
    int16_t row[MOST_COLUMNS + 1];
    uint8_t *columns = seen_of[g->state.head.game].columns;
    int size = capu_observation_size(g->game);
    bool over;

    do {
        over = !capu_actors(&g->state);
        for (int seat = 0; seat < g->players; seat++) {
            observe_with_margin(&g->state, seat, row);
            for (int column = 0; column < size; column++)
                columns[column] |= row[column] != 0;
        }
        if (!over) {
            capu_move move = capu_random_move(&g->state, &g->random);
            capu_apply_legal(&g->state, (int)move.seat, move.action);
        }
    } while (!over);
}

/* What random players hardly ever build, win or lay; docs/games/ has these columns too. */
static bool is_rare(const char *name) {
    static const char *const rare[] = {".buildings.6.", ".buildings.7.", ".buildings.more.",
                                       ".works.more",   ".bonus.x",      "capital."};

    for (size_t i = 0; i < sizeof rare / sizeof rare[0]; i++)
        if (strstr(name, rare[i]))
            return true;
    return false;
}

static void check_reached(const capu_game *game, const uint8_t *columns) {
    column_name *names = names_of(game);
    int size = capu_observation_size(game);

    for (int column = 0; column < size; column++)
        if (!columns[column] && !is_rare(names[column]))
            fail_msg("%s: %s is always 0", capu_info(game)->name, names[column]);
    free(names);
}

static void test_every_column_is_reached(void **state) {
    enum { GAMES = 3000 };

    (void)state;
    if (test_games(GAMES) < GAMES)
        skip();
    for_random_games(GAMES, note_columns);
    for (int i = 0; capu_game_at(i); i++)
        check_reached(capu_game_at(i), seen_of[i].columns);
}

/* -------------------------------------------------------------------- batches */

enum { GAMES = 24 };

/* A batch with all arrays, filled with anything. */
static void *some_room(size_t count, size_t size) {
    void *room = host_alloc(count * size);

    memset(room, 0xA5, count * size);
    return room;
}

static capu_batch new_batch(const capu_game *game, int players, uint64_t seed) {
    size_t seats = (size_t)GAMES * (size_t)players;

    return (capu_batch){
        .game = game,
        .players = players,
        .count = GAMES,
        .seed = seed,
        .states = some_room(GAMES, (size_t)capu_info(game)->state_bytes),
        .seats = some_room(GAMES, sizeof(int8_t)),
        .done = some_room(GAMES, sizeof(uint8_t)),
        .resets = some_room(GAMES, sizeof(uint32_t)),
        .random = some_room(GAMES, sizeof(capu_random)),
        .observations = some_room(GAMES, (size_t)capu_observation_size(game) * sizeof(int16_t)),
        .legal = some_room(GAMES, (size_t)capu_legal_most(game) * sizeof(int32_t)),
        .counts = some_room(GAMES, sizeof(int32_t)),
        .masks = some_room(GAMES, (size_t)capu_mask_bytes(game)),
        .rewards = some_room(seats, sizeof(float)),
        .scores = some_room(seats, sizeof(int32_t)),
        .places = some_room(seats, sizeof(uint8_t)),
        .errors = some_room(GAMES, sizeof(uint32_t)),
    };
}

static void free_batch(capu_batch *b) {
    void *arrays[] = {b->states,       b->seats,  b->done,   b->resets, b->random,
                      b->observations, b->legal,  b->counts, b->masks,  b->rewards,
                      b->scores,       b->places, b->errors};

    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        free(arrays[i]);
}

static void assert_same_batch(const capu_batch *a, const capu_batch *b) {
    const capu_game *game = a->game;
    size_t seats = (size_t)GAMES * (size_t)a->players;

    assert_memory_equal(a->states, b->states, GAMES * (size_t)capu_info(game)->state_bytes);
    assert_memory_equal(a->seats, b->seats, GAMES);
    assert_memory_equal(a->done, b->done, GAMES);
    assert_memory_equal(a->resets, b->resets, GAMES * sizeof *a->resets);
    assert_memory_equal(a->random, b->random, GAMES * sizeof *a->random);
    assert_memory_equal(a->observations, b->observations,
                        GAMES * (size_t)capu_observation_size(game) * sizeof(int16_t));
    assert_memory_equal(a->counts, b->counts, GAMES * sizeof *a->counts);
    assert_memory_equal(a->masks, b->masks, GAMES * (size_t)capu_mask_bytes(game));
    assert_memory_equal(a->rewards, b->rewards, seats * sizeof *a->rewards);
    assert_memory_equal(a->scores, b->scores, seats * sizeof *a->scores);
    assert_memory_equal(a->places, b->places, seats);
    assert_memory_equal(a->errors, b->errors, GAMES * sizeof *a->errors);
}

/* A random legal action of every game, from its list. */
static void choose(const capu_batch *b, capu_random *random, int32_t actions[GAMES]) {
    for (int g = 0; g < GAMES; g++)
        actions[g] = b->counts[g] == 0
                         ? CAPU_NO_ACTION
                         : b->legal[g * capu_legal_most(b->game) +
                                    (int)capu_random_below(random, (uint32_t)b->counts[g])];
}

/* Calls it for every game with every number of players. */
static void for_batches(void (*check)(capu_batch *b, capu_random *random)) {
    for (int i = 0; capu_game_at(i); i++) {
        const capu_game_info *info = capu_info(capu_game_at(i));
        for (int players = info->least; players <= info->most; players++) {
            capu_random random = capu_random_from((uint64_t)players);
            capu_batch b = new_batch(capu_game_at(i), players, 1000 + (uint64_t)players);
            b.options = capu_random_options(b.game, players, &random);
            assert_int_equal(capu_batch_check(&b, NULL), CAPU_OK);
            check(&b, &random);
            free_batch(&b);
        }
    }
}

/* ------------------------------------------------- the same as games one by one */

static void deal_one(const capu_batch *b, int g, uint32_t reset, capu_state *state) {
    uint8_t seed[CAPU_SEED_BYTES];

    capu_batch_seed(b->seed, g, reset, seed);
    memset(state, 0, sizeof *state);
    assert_int_equal(capu_new(state, b->game, &b->options, b->players, seed), CAPU_OK);
}

/* What the batch says of a decision is what the engine says of the seat's view. */
static void check_decision(const capu_batch *b, int g, const capu_state *state) {
    int seat = capu_first_actor(state), size = capu_observation_size(b->game);
    int bytes = capu_mask_bytes(b->game), most = capu_legal_most(b->game);
    int32_t indices[CAPU_MAX_ACTIONS];
    int16_t row[MOST_COLUMNS + 1];
    uint8_t *mask = host_alloc((size_t)bytes);
    capu_state view;

    assert_memory_equal(capu_batch_state(b, g), state, (size_t)capu_info(b->game)->state_bytes);
    assert_int_equal(b->seats[g], seat);
    capu_view(state, seat < 0 ? 0 : seat, &view);
    observe_with_margin(&view, seat < 0 ? 0 : seat, row);
    assert_memory_equal(b->observations + g * size, row, (size_t)size * sizeof *row);
    int count = capu_legal_indices(&view, seat, indices);
    assert_int_equal(b->counts[g], count);
    assert_memory_equal(b->legal + g * most, indices, (size_t)count * sizeof *indices);
    memset(mask, 0, (size_t)bytes);
    for (int i = 0; i < count; i++) /* as capucine.h says, not as capu_mask_set does it */
        mask[indices[i] / 8] = (uint8_t)(mask[indices[i] / 8] | 1 << indices[i] % 8);
    assert_memory_equal(b->masks + (size_t)g * (size_t)bytes, mask, (size_t)bytes);
    free(mask);
}

static void check_end(const capu_batch *b, int g, const capu_state *state) {
    capu_result result;
    float sum = 0;

    assert_int_equal(b->done[g], !capu_actors(state));
    bool over = capu_get_result(state, &result);
    for (int seat = 0; seat < b->players; seat++) {
        int at = g * b->players + seat;
        sum += b->rewards[at];
        assert_true((b->rewards[at] > 0) == (over && result.places[seat] == 1));
        if (over)
            assert_true(b->scores[at] == result.scores[seat] &&
                        b->places[at] == result.places[seat]);
    }
    assert_true(b->players == 1 || (sum > 0.99f) == over);
}

static void check_singly(capu_batch *b, capu_random *random) {
    int32_t actions[GAMES];
    capu_state states[GAMES];
    uint32_t resets[GAMES];

    capu_batch_begin(b, 0, GAMES);
    for (int g = 0; g < GAMES; g++)
        deal_one(b, g, resets[g] = 1, &states[g]);
    for (int step = 0; step < 400; step++) {
        choose(b, random, actions);
        assert_int_equal(capu_batch_step(b, 0, GAMES, actions), 0);
        for (int g = 0; g < GAMES; g++) {
            capu_action action;
            assert_true(capu_action_at(b->game, actions[g], &action));
            int seat = capu_first_actor(&states[g]);
            assert_int_equal(capu_apply(&states[g], seat, action), CAPU_OK);
            check_end(b, g, &states[g]);
            if (b->done[g])
                deal_one(b, g, ++resets[g], &states[g]);
            assert_int_equal(b->resets[g], resets[g]);
            check_decision(b, g, &states[g]);
        }
    }
}

static void test_a_batch_is_games_one_by_one(void **state) {
    (void)state;
    for_batches(check_singly);
}

/* --------------------------------------------------------------------- slices */

/* The same in three slices, the last one first. */
static void check_slices(capu_batch *b, capu_random *random) {
    capu_batch c = new_batch(b->game, b->players, b->seed);
    int32_t actions[GAMES];

    c.options = b->options;
    capu_batch_begin(b, 0, GAMES);
    for (int begin = GAMES - GAMES / 3; begin >= 0; begin -= GAMES / 3)
        capu_batch_begin(&c, begin, begin + GAMES / 3);
    for (int step = 0; step < 300; step++) {
        choose(b, random, actions);
        actions[step % GAMES] = step % 5 == 0 ? -2 : actions[step % GAMES];
        capu_batch_step(b, 0, GAMES, actions);
        capu_batch_random(b, 0, GAMES, step % 3);
        for (int begin = GAMES - GAMES / 3; begin >= 0; begin -= GAMES / 3) {
            capu_batch_step(&c, begin, begin + GAMES / 3, actions);
            capu_batch_random(&c, begin, begin + GAMES / 3, step % 3);
        }
        assert_same_batch(b, &c);
    }
    free_batch(&c);
}

static void test_slices_do_not_matter(void **state) {
    (void)state;
    for_batches(check_slices);
}

/* -------------------------------------------------------------- random actions */

/* Many random steps in one call are as many calls of one step, and need no other arrays. */
static void check_random(capu_batch *b, capu_random *random) {
    capu_batch all = new_batch(b->game, b->players, b->seed), bare = *b;
    int ended = 0;

    (void)random;
    all.options = b->options;
    bare.observations = NULL;
    bare.legal = bare.counts = NULL;
    bare.masks = bare.places = NULL;
    bare.rewards = NULL;
    bare.scores = NULL;
    bare.errors = NULL;
    assert_int_equal(capu_batch_check(&bare, NULL), CAPU_OK);
    capu_batch_begin(&bare, 0, GAMES);
    capu_batch_begin(&all, 0, GAMES);
    for (int turn = 0; turn < 100; turn++) {
        uint8_t done[GAMES] = {0};
        assert_true(capu_batch_random(&all, 0, GAMES, 17) == 17 * GAMES);
        for (int step = 0; step < 17; step++) {
            assert_true(capu_batch_random(&bare, 0, GAMES, 1) == GAMES);
            for (int g = 0; g < GAMES; g++)
                done[g] |= bare.done[g];
        }
        assert_memory_equal(all.states, bare.states,
                            GAMES * (size_t)capu_info(b->game)->state_bytes);
        assert_memory_equal(all.done, done, GAMES);
        for (int g = 0; g < GAMES; g++) {
            check_decision(&all, g, capu_batch_state(&bare, g));
            ended += done[g];
        }
    }
    assert_true(ended > 0);
    free_batch(&all);
}

static void test_random_steps(void **state) {
    (void)state;
    for_batches(check_random);
}

/* ------------------------------------------------------------- resets by hand */

static void check_manual(capu_batch *b, capu_random *random) {
    int32_t actions[GAMES];
    uint8_t which[GAMES] = {0};
    int steps = 0;

    b->manual = true;
    capu_batch_begin(b, 0, GAMES);
    for (int over = 0; over < GAMES; steps++) {
        assert_in_range(steps, 0, LONGEST_GAME);
        choose(b, random, actions);
        capu_batch_step(b, 0, GAMES, actions);
        over = 0;
        for (int g = 0; g < GAMES; g++)
            over += b->done[g];
    }
    for (int g = 0; g < GAMES; g++) {
        assert_true(b->seats[g] == -1 && b->counts[g] == 0 && b->resets[g] == 1);
        check_decision(b, g, capu_batch_state(b, g));
        check_end(b, g, capu_batch_state(b, g));
        actions[g] = 0;
    }
    assert_int_equal(capu_batch_step(b, 0, GAMES, actions), 0);
    assert_true(capu_batch_random(b, 0, GAMES, 3) == 0);
    check_end(b, 0, capu_batch_state(b, 0));
    which[1] = 1;
    capu_batch_reset(b, 0, GAMES, which);
    for (int g = 0; g < GAMES; g++)
        assert_true(b->done[g] == !which[g] && b->resets[g] == 1u + which[g]);
    assert_true(b->rewards[b->players] == 0 && b->seats[1] >= 0);
    capu_batch_reset(b, 0, GAMES, b->done);
    for (int g = 0; g < GAMES; g++) {
        capu_state state;
        deal_one(b, g, 2, &state);
        assert_true(!b->done[g] && b->resets[g] == 2);
        check_decision(b, g, &state);
    }
}

static void test_manual_resets(void **state) {
    (void)state;
    for_batches(check_manual);
}

/* ------------------------------------------------------------- illegal actions */

static bool is_listed(const capu_batch *b, int g, int32_t index) {
    for (int i = 0; i < b->counts[g]; i++)
        if (b->legal[g * capu_legal_most(b->game) + i] == index)
            return true;
    return false;
}

static int32_t wild_index(const capu_batch *b, capu_random *random) {
    static const int32_t wild[] = {-2, INT32_MIN, INT32_MAX, 0};
    int space = capu_action_space(b->game);

    switch (capu_random_below(random, 3)) {
    case 0:
        return wild[capu_random_below(random, 4)];
    case 1:
        return space + (int32_t)capu_random_below(random, 8);
    default:
        return (int32_t)capu_random_below(random, (uint32_t)space);
    }
}

/* Half of the games get nonsense, one gets nothing; only the others go on. */
static void check_illegal(capu_batch *b, capu_random *random) {
    int32_t actions[GAMES];
    uint32_t errors[GAMES] = {0};
    capu_state before[GAMES];

    capu_batch_begin(b, 0, GAMES);
    for (int step = 0; step < 100; step++) {
        bool stays[GAMES] = {true};
        int refused = 0;
        choose(b, random, actions);
        for (int g = 0; g < GAMES; g++) {
            capu_copy(&before[g], capu_batch_state(b, g));
            actions[g] = g % 2 ? wild_index(b, random) : actions[g];
            bool is_wrong = g % 2 && !is_listed(b, g, actions[g]);
            refused += is_wrong;
            errors[g] += is_wrong;
            stays[g] |= is_wrong;
        }
        actions[0] = CAPU_NO_ACTION;
        assert_int_equal(capu_batch_step(b, 0, GAMES, actions), refused);
        assert_memory_equal(b->errors, errors, sizeof errors);
        for (int g = 0; g < GAMES; g++)
            if (stays[g])
                check_decision(b, g, &before[g]);
    }
}

static void test_illegal_actions_change_nothing(void **state) {
    (void)state;
    for_batches(check_illegal);
}

static void test_a_batch_that_cannot_begin(void **state) {
    const capu_game *game = capu_game_at(0);
    capu_batch good = new_batch(game, capu_info(game)->most, 1), b = good;
    char reason[128];
    capu_text why = capu_text_on(reason, sizeof reason);

    (void)state;
    b.players = capu_info(game)->most + 1;
    assert_int_equal(capu_batch_check(&b, &why), CAPU_BAD_PLAYERS);
    assert_true(why.length > 0);
    b = good;
    b.options.value[0] = 100;
    assert_int_equal(capu_batch_check(&b, NULL), CAPU_BAD_OPTIONS);
    b = good;
    b.seats = NULL;
    assert_int_equal(capu_batch_check(&b, NULL), CAPU_BAD_STATE);
    b = good;
    b.legal = NULL;
    why = capu_text_on(reason, sizeof reason);
    assert_int_equal(capu_batch_check(&b, &why), CAPU_BAD_STATE);
    assert_true(why.length > 0);
    free_batch(&good);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_column_has_its_own_name),
        cmocka_unit_test(test_there_are_as_many_names_as_columns),
        cmocka_unit_test(test_observations_are_of_views),
        cmocka_unit_test(test_seats_are_counted_from_the_viewer),
        cmocka_unit_test(test_every_column_is_reached),
        cmocka_unit_test(test_a_batch_is_games_one_by_one),
        cmocka_unit_test(test_slices_do_not_matter),
        cmocka_unit_test(test_random_steps),
        cmocka_unit_test(test_manual_resets),
        cmocka_unit_test(test_illegal_actions_change_nothing),
        cmocka_unit_test(test_a_batch_that_cannot_begin),
    };

    return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
