/* Caprice in text and JSON. */
#include "games/caprice/caprice.h"

const char *const caprice_kinds[KINDS] = {"dr", "lr", "dt", "lt"};
static const char *const verbs[] = {"keep", "exchange", "place", "move", "stay", "order"};
static const char *const phases[] = {"draw", "place", "move", "arrange", "over"};

static const capu_names kind_names = {"kind (dr, lr, dt, lt)", caprice_kinds, KINDS};
static const capu_names phase_names = {"phase (draw, place, move, arrange, over)", phases, 5};

/* ----------------------------------------------------------------- actions */

static void write_kind(int kind, capu_text *text) {
    capu_text_char(text, ' ');
    capu_text_add(text, caprice_kinds[kind]);
}

static void write_place(int place, capu_text *text) {
    capu_text_char(text, ' ');
    capu_text_number(text, place);
}

void caprice_write_action(capu_action action, bool hidden, capu_text *text) {
    int verb = action >> 8, a = action >> 3 & 31, b = action & 7;

    (void)hidden; /* every word of every action is open */
    capu_text_add(text, verbs[verb]);
    if (verb == PLACE_BLOCK)
        write_kind(a, text);
    if (verb == MOVE_BLOCK)
        write_place(a, text);
    if (verb == PLACE_BLOCK || verb == MOVE_BLOCK)
        write_place(b, text);
    if (verb == ORDER)
        for (int level = 0; level < LEVELS; level++)
            write_kind(action >> 2 * (LEVELS - 1 - level) & 3, text);
}

static int read_kind(capu_words *words) {
    return capu_word_in(words, caprice_kinds, KINDS);
}

static bool read_order(capu_words *words, capu_action *action) {
    int kinds[LEVELS];

    for (int level = 0; level < LEVELS; level++)
        if ((kinds[level] = read_kind(words)) < 0)
            return false;
    *action = CAPRICE_ACTION(ORDER, 0, caprice_order_code(kinds[0], kinds[1], kinds[2], kinds[3]));
    return capu_words_end(words);
}

bool caprice_read_action(const char *text, capu_action *action) {
    capu_words words = {text};
    int verb = capu_word_in(&words, verbs, sizeof verbs / sizeof verbs[0]);
    int a = 0, b = 0;

    if (verb < 0)
        return false;
    if (verb == ORDER)
        return read_order(&words, action);
    if (verb == PLACE_BLOCK)
        a = read_kind(&words);
    if (verb == MOVE_BLOCK)
        a = capu_word_number(&words, PLACES - 1);
    if (verb == PLACE_BLOCK || verb == MOVE_BLOCK)
        b = capu_word_number(&words, PLACES - 1);
    if (a < 0 || b < 0 || !capu_words_end(&words))
        return false;
    *action = CAPRICE_ACTION(verb, a, b);
    return true;
}

/* -------------------------------------------------------------------- JSON */

static void io_towers(caprice *s, capu_io *io) {
    capu_io_list(io, "towers", PLACES, PLACES, PLACES);
    for (int place = 0; place < PLACES; place++) {
        int height = capu_io_list(io, NULL, s->height[place], 0, LEVELS);
        int tower = 0;
        for (int level = 0; level < height; level++)
            tower |= capu_io_name(io, NULL, (uint8_t)caprice_block(s, place, level), &kind_names,
                                  CAPU_IO_NEVER_NULL)
                     << 2 * level;
        s->tower[place] = (uint8_t)tower;
        s->height[place] = (uint8_t)height;
        capu_io_close(io);
    }
    capu_io_close(io);
}

static void io_reserve(caprice *s, capu_io *io) {
    capu_io_object(io, "reserve");
    for (int kind = 0; kind < KINDS; kind++)
        s->reserve[kind] =
            (uint8_t)capu_io_number(io, caprice_kinds[kind], s->reserve[kind], 0, BLOCKS_EACH);
    capu_io_close(io);
}

static void io_tiles(caprice *s, capu_io *io) {
    capu_io_list(io, "tiles", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++)
        s->tile_count[seat] = (uint8_t)capu_io_names(io, NULL, s->tiles[seat], s->tile_count[seat],
                                                     2, TILES, &kind_names);
    capu_io_close(io);
}

static void io_shown(caprice *s, capu_io *io) {
    capu_io_list(io, "shown", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++)
        s->shown_count[seat] = (uint8_t)capu_io_names(
            io, NULL, s->shown[seat], s->shown_count[seat], 0, MOST_SHOWN, &kind_names);
    capu_io_close(io);
}

/* The tiles set aside now are the end of what the seat in turn has shown. */
static const uint8_t *end_of_shown(const caprice *s) {
    int seat = s->turn < s->head.players ? s->turn : 0;

    return s->shown[seat] + s->shown_count[seat] - s->aside;
}

static bool is_end_of_shown(const caprice *s, const uint8_t *kinds) {
    int seat = s->turn < s->head.players ? s->turn : 0;

    if (s->aside > s->shown_count[seat])
        return false;
    for (int i = 0; i < s->aside; i++)
        if (end_of_shown(s)[i] != kinds[i])
            return false;
    return true;
}

static void io_aside_and_shown(caprice *s, capu_io *io) {
    uint8_t kinds[SHOWN];

    if (io->out)
        capu_memcpy(kinds, end_of_shown(s), s->aside);
    s->aside = (uint8_t)capu_io_names(io, "aside", kinds, s->aside, 0, MOST_SHOWN, &kind_names);
    io_shown(s, io);
    if (!io->failed && !is_end_of_shown(s, kinds))
        capu_io_fail(io, "aside", "these must be the last tiles that the seat in turn has shown");
}

/* In JSON the next tile comes first. */
static void io_bag(caprice *s, capu_io *io) {
    uint8_t kinds[BAG];

    for (int i = 0; i < s->bag_count; i++)
        kinds[i] = s->bag[s->bag_count - 1 - i];
    s->bag_count = (uint8_t)capu_io_names(io, "bag", kinds, s->bag_count, 0, BAG, &kind_names);
    for (int i = 0; i < s->bag_count && !io->failed; i++)
        s->bag[i] = kinds[s->bag_count - 1 - i];
}

static void io_orders(caprice *s, capu_io *io) {
    capu_io_list(io, "orders", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++) {
        if (capu_io_absent(io, NULL, !(s->given >> seat & 1)))
            continue;
        s->given |= (uint8_t)(1u << seat);
        capu_io_names(io, NULL, s->orders[seat], LEVELS, LEVELS, LEVELS, &kind_names);
    }
    capu_io_close(io);
}

static void io_scores(caprice *s, capu_io *io) {
    bool absent = capu_io_absent(io, "scores", s->phase != OVER);

    if (absent && s->phase == OVER)
        capu_io_fail(io, "scores", "a game that is over has scores");
    if (!absent && s->phase != OVER)
        capu_io_fail(io, "scores", "there are none before the game is over");
    if (absent)
        return;
    capu_io_list(io, "scores", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++)
        s->scores[seat] = (uint8_t)capu_io_number(io, NULL, s->scores[seat], 0, 30);
    capu_io_close(io);
}

void caprice_io(capu_state *state, capu_io *io) {
    caprice *s = (caprice *)state;

    s->first = capu_io_seat(io, "first", s->first, CAPU_IO_NEVER_NULL);
    s->phase = capu_io_name(io, "phase", s->phase, &phase_names, CAPU_IO_NEVER_NULL);
    s->turn = capu_io_seat(io, "turn", s->turn, CAPU_IO_OR_NONE);
    io_towers(s, io);
    io_reserve(s, io);
    s->marker = capu_io_small(io, "marker", s->marker, PLACES - 1, CAPU_IO_OR_NONE);
    s->placed = capu_io_small(io, "placed", s->placed, PLACES - 1, CAPU_IO_OR_NONE);
    io_tiles(s, io);
    s->drawn = capu_io_name(io, "drawn", s->drawn, &kind_names, CAPU_IO_OR_NONE);
    io_aside_and_shown(s, io);
    io_bag(s, io);
    io_orders(s, io);
    s->ender = capu_io_seat(io, "ender", s->ender, CAPU_IO_OR_NONE);
    io_scores(s, io);
}
