/* @TITLE@: a heap of stones, from which everyone takes in turn. A game to begin from: it is whole,
 * and small. docs/adding-a-game.md says what each function is for, and what else there can be. */
#include "engine/game.h"

enum { PLAYERS = 4, MOST_TAKEN = 3, LAST_COSTS = 5 };
enum { FIRST, HEAP }; /* options, in the order of the table */
enum { TAKE, OVER };  /* phases */

typedef struct @ID@ {
    capu_head head;
    uint8_t phase;
    uint8_t turn; /* ENGINE_NONE when the game is over */
    uint8_t heap;
    uint8_t last;           /* who took the last stone, or ENGINE_NONE */
    uint8_t taken[PLAYERS];
} @ID@;

static const uint8_t heaps[] = {15, 21, 31};

static const @ID@ *of(const capu_state *state) {
    return (const @ID@ *)state;
}

static int largest(const @ID@ *s) {
    return heaps[s->head.options[HEAP]];
}

static int score(const @ID@ *s, int seat) {
    return s->taken[seat] - (seat == s->last ? LAST_COSTS : 0);
}

/* ------------------------------------------------------------------- rules */

static void set_actors(@ID@ *s) {
    s->head.actors = (uint8_t)(s->phase == TAKE ? 1u << s->turn : 0);
}

static void deal(capu_state *state) {
    @ID@ *s = (@ID@ *)state;

    s->turn = (uint8_t)engine_first_player(&s->head);
    s->last = ENGINE_NONE;
    s->heap = (uint8_t)largest(s);
    set_actors(s);
}

/* An action is how many stones are taken. */
static int most(const @ID@ *s) {
    return s->heap < MOST_TAKEN ? s->heap : MOST_TAKEN;
}

static int legal(const capu_state *state, int seat, capu_action *out) {
    (void)seat;
    for (int i = 0; i < most(of(state)); i++)
        out[i] = (capu_action)(i + 1);
    return most(of(state));
}

static const capu_reason reasons[] = {
    {"@NAME@.why.count", "one to three stones are taken, and no more than there are"}, {0}};

static bool allows(const capu_state *state, int seat, capu_action action, capu_refusal *why) {
    (void)seat;
    if (action >= 1 && action <= (capu_action)most(of(state)))
        return true;
    return engine_refuse(why, &reasons[0], NULL, NULL);
}

static void apply(capu_state *state, int seat, capu_action action) {
    @ID@ *s = (@ID@ *)state;

    s->heap = (uint8_t)(s->heap - action);
    s->taken[seat] = (uint8_t)(s->taken[seat] + action);
    s->turn = (uint8_t)engine_clockwise(seat, 1, s->head.players);
    if (s->heap == 0) {
        s->phase = OVER;
        s->last = (uint8_t)seat;
        s->turn = ENGINE_NONE;
    }
    set_actors(s);
}

static int sealed(const capu_state *state) {
    (void)state; /* nothing is decided at the same time */
    return 0;
}

static void result(const capu_state *state, capu_result *out) {
    int64_t keys[PLAYERS];

    for (int seat = 0; seat < state->head.players; seat++)
        keys[seat] = out->scores[seat] = score(of(state), seat);
    engine_rank(keys, state->head.players, out->places);
}

/* ------------------------------------------------------------- who knows what */

/* Nothing is hidden, so there is nothing to wipe and nothing to deal again. */
static void hide(capu_state *state, int seat) {
    (void)state;
    (void)seat;
}

static void fill(capu_state *state, int seat, capu_random *random) {
    (void)state;
    (void)seat;
    (void)random;
}

/* ----------------------------------------------------------------- telling */

static void facts(const capu_state *view, capu_lines *out) {
    engine_line(out, "heap", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "n", of(view)->heap);
    for (int seat = 0; seat < view->head.players; seat++) {
        engine_line(out, "points", CAPU_KNOWN_TO_ALL);
        engine_add_number(out, "seat", seat);
        engine_add_number(out, "n", score(of(view), seat));
    }
}

static void tell(const capu_state *was, const capu_state *is, capu_lines *out) {
    (void)was;
    if (of(is)->phase != OVER)
        return;
    engine_line(out, "last", CAPU_KNOWN_TO_ALL);
    engine_add_number(out, "seat", of(is)->last);
    engine_add_number(out, "n", LAST_COSTS);
}

static int features(const capu_state *view, int seat, capu_feature *out) {
    int16_t values[1 + PLAYERS] = {of(view)->heap};
    int players = view->head.players;

    for (int i = 0; seat >= 0 && i < players; i++)
        values[1 + i] = of(view)->taken[engine_clockwise(seat, i, players)];
    return engine_list_features(values, 1 + PLAYERS, out);
}

/* -------------------------------------------------------- notation and JSON */

static void write_action(capu_action action, bool hidden, capu_text *text) {
    (void)hidden;
    capu_text_add(text, "take ");
    capu_text_number(text, action);
}

static bool read_action(const char *text, capu_action *action) {
    engine_words words = {text};
    int count = engine_word_is(&words, "take") ? engine_word_number(&words, MOST_TAKEN) : -1;

    *action = (capu_action)count;
    return count > 0 && engine_words_end(&words);
}

static const char *const phases[] = {"take", "over"};
static const engine_names phase_names = {"phase (take, over)", phases, 2};

static void io(capu_state *state, engine_io *io) {
    @ID@ *s = (@ID@ *)state;

    s->phase = engine_io_name(io, "phase", s->phase, &phase_names, ENGINE_IO_NEVER_NULL);
    s->turn = engine_io_seat(io, "turn", s->turn, ENGINE_IO_OR_NONE);
    s->heap = engine_io_small(io, "heap", s->heap, largest(s), ENGINE_IO_NEVER_NULL);
    s->last = engine_io_seat(io, "last", s->last, ENGINE_IO_OR_NONE);
    engine_io_list(io, "taken", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++)
        s->taken[seat] =
            engine_io_small(io, NULL, s->taken[seat], largest(s), ENGINE_IO_NEVER_NULL);
    engine_io_close(io);
}

static bool accept(capu_state *state, capu_text *why) {
    @ID@ *s = (@ID@ *)state;
    int stones = s->heap;

    for (int seat = 0; seat < s->head.players; seat++)
        stones += s->taken[seat];
    if (stones != largest(s))
        return engine_because(why, "stones are missing, or there are too many", NULL);
    if ((s->phase == OVER) != (s->heap == 0))
        return engine_because(why, "the game is over when the heap is empty", NULL);
    if ((s->turn == ENGINE_NONE) != (s->phase == OVER) ||
        (s->last == ENGINE_NONE) != (s->phase == TAKE))
        return engine_because(why, "somebody is in turn, or has taken the last stone", NULL);
    if (s->phase == OVER && s->taken[s->last] == 0)
        return engine_because(why, "who took the last stone has one", NULL);
    set_actors(s);
    return true;
}

static bool fits(const capu_state *state) {
    (void)state; /* there is no list */
    return true;
}

/* --------------------------------------------------------------------- game */

static const char *const first_values[] = {"random", "0", "1", "2", "3"};
static const char *const heap_values[] = {"15", "21", "31"};
static const capu_option options[] = {
    [FIRST] = {"first", first_values, 1 + PLAYERS, NULL},
    [HEAP] = {"heap", heap_values, sizeof heaps, NULL},
};

_Static_assert(sizeof(@ID@) % 8 == 0, "a position is made of whole words");

const capu_game game_@ID@ = {
    .info = {.name = "@NAME@",
             .title = "@TITLE@",
             .least = 2,
             .most = PLAYERS,
             .rules = 1,
             .state_bytes = sizeof(@ID@),
             .position_bytes = sizeof(@ID@),
             .options = options,
             .option_count = sizeof options / sizeof options[0],
             .open = true},
    .deal = deal,
    .legal = legal,
    .allows = allows,
    .reasons = reasons,
    .apply = apply,
    .sealed = sealed,
    .hide = hide,
    .fill = fill,
    .fits = fits,
    .result = result,
    .tell = tell,
    .facts = facts,
    .features = features,
    .feature_space = 1 + PLAYERS,
    .write_action = write_action,
    .read_action = read_action,
    .io = io,
    .accept = accept,
};
