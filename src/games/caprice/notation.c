/* Caprice in text and JSON. */
#include "games/caprice/caprice.h"

const char *const caprice_kinds[CAPRICE_KINDS] = {"dr", "lr", "dt", "lt"};
const caprice_verb caprice_verbs[CAPRICE_VERBS] = {
    [CAPRICE_KEEP] = {"keep", "", CAPRICE_DRAW},
    [CAPRICE_EXCHANGE] = {"exchange", "", CAPRICE_DRAW},
    [CAPRICE_PLACE_BLOCK] = {"place", "kp", CAPRICE_PLACE},
    [CAPRICE_MOVE_BLOCK] = {"move", "pp", CAPRICE_MOVE},
    [CAPRICE_STAY] = {"stay", "", CAPRICE_MOVE},
    [CAPRICE_ORDER] = {"order", "kkkk", CAPRICE_ARRANGE},
};
const char *const caprice_phases[] = {"draw", "place", "move", "arrange", "over"};

static const engine_names kind_names = {"kind (dr, lr, dt, lt)", caprice_kinds, CAPRICE_KINDS};
static const engine_names phase_names = {"phase (draw, place, move, arrange, over)", caprice_phases,
                                         5};

/* ----------------------------------------------------------------- actions */

/* How an action packs its words: an order has two bits a kind, the others three bits a word. */
static int bits_of(int verb) {
    return verb == CAPRICE_ORDER ? 2 : 3;
}

static int count_words(int verb) {
    int count = 0;

    while (caprice_verbs[verb].words[count])
        count++;
    return count;
}

void caprice_write_action(capu_action action, bool hidden, capu_text *text) {
    int verb = action >> 8, count = count_words(verb), bits = bits_of(verb);

    (void)hidden; /* every word of every action is open */
    capu_text_add(text, caprice_verbs[verb].name);
    for (int i = 0; i < count; i++) {
        int word = action >> bits * (count - 1 - i) & ((1 << bits) - 1);
        capu_text_char(text, ' ');
        if (caprice_verbs[verb].words[i] == 'k')
            capu_text_add(text, caprice_kinds[word]);
        else
            capu_text_number(text, word);
    }
}

static int read_verb(engine_words *words) {
    for (int verb = 0; verb < CAPRICE_VERBS; verb++)
        if (engine_word_is(words, caprice_verbs[verb].name))
            return verb;
    return -1;
}

bool caprice_read_action(const char *text, capu_action *action) {
    engine_words words = {text};
    int verb = read_verb(&words);
    capu_action packed = 0;

    if (verb < 0)
        return false;
    for (const char *kind = caprice_verbs[verb].words; *kind; kind++) {
        int word = *kind == 'k' ? engine_word_in(&words, caprice_kinds, CAPRICE_KINDS)
                                : engine_word_number(&words, CAPRICE_PLACES - 1);
        if (word < 0)
            return false;
        packed = packed << bits_of(verb) | (capu_action)word;
    }
    *action = CAPRICE_ACTION(verb, 0, packed);
    return engine_words_end(&words);
}

/* -------------------------------------------------------------------- JSON */

static void io_towers(caprice *s, engine_io *io) {
    engine_io_list(io, "towers", CAPRICE_PLACES, CAPRICE_PLACES, CAPRICE_PLACES);
    for (int place = 0; place < CAPRICE_PLACES; place++) {
        int height = engine_io_list(io, NULL, s->height[place], 0, CAPRICE_LEVELS);
        int tower = 0;
        for (int level = 0; level < height; level++)
            tower |= engine_io_name(io, NULL, (uint8_t)caprice_block(s, place, level), &kind_names,
                                    ENGINE_IO_NEVER_NULL)
                     << 2 * level;
        s->tower[place] = (uint8_t)tower;
        s->height[place] = (uint8_t)height;
        engine_io_close(io);
    }
    engine_io_close(io);
}

static void io_reserve(caprice *s, engine_io *io) {
    engine_io_object(io, "reserve");
    for (int kind = 0; kind < CAPRICE_KINDS; kind++)
        s->reserve[kind] = (uint8_t)engine_io_number(io, caprice_kinds[kind], s->reserve[kind], 0,
                                                     CAPRICE_BLOCKS_EACH);
    engine_io_close(io);
}

static void io_tiles(caprice *s, engine_io *io) {
    engine_io_list(io, "tiles", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++)
        s->tile_count[seat] = (uint8_t)engine_io_names(
            io, NULL, s->tiles[seat], s->tile_count[seat], 2, CAPRICE_TILES, &kind_names);
    engine_io_close(io);
}

static void io_shown(caprice *s, engine_io *io) {
    engine_io_list(io, "shown", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++)
        s->shown_count[seat] = (uint8_t)engine_io_names(
            io, NULL, s->shown[seat], s->shown_count[seat], 0, CAPRICE_MOST_SHOWN, &kind_names);
    engine_io_close(io);
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

static void io_aside_and_shown(caprice *s, engine_io *io) {
    uint8_t kinds[CAPRICE_SHOWN];

    if (io->out)
        engine_memcpy(kinds, end_of_shown(s), s->aside);
    s->aside =
        (uint8_t)engine_io_names(io, "aside", kinds, s->aside, 0, CAPRICE_MOST_SHOWN, &kind_names);
    io_shown(s, io);
    if (!io->failed && !is_end_of_shown(s, kinds))
        engine_io_fail(io, "aside", "these must be the last tiles that the seat in turn has shown");
}

/* In JSON the next tile comes first. */
static void io_bag(caprice *s, engine_io *io) {
    uint8_t kinds[CAPRICE_BAG];

    for (int i = 0; i < s->bag_count; i++)
        kinds[i] = s->bag[s->bag_count - 1 - i];
    s->bag_count =
        (uint8_t)engine_io_names(io, "bag", kinds, s->bag_count, 0, CAPRICE_BAG, &kind_names);
    for (int i = 0; i < s->bag_count && !io->failed; i++)
        s->bag[i] = kinds[s->bag_count - 1 - i];
}

static void io_orders(caprice *s, engine_io *io) {
    engine_io_list(io, "orders", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++) {
        if (engine_io_absent(io, NULL, !(s->given >> seat & 1)))
            continue;
        s->given |= (uint8_t)(1u << seat);
        engine_io_names(io, NULL, s->orders[seat], CAPRICE_LEVELS, CAPRICE_LEVELS, CAPRICE_LEVELS,
                        &kind_names);
    }
    engine_io_close(io);
}

static void io_scores(caprice *s, engine_io *io) {
    bool absent = engine_io_absent(io, "scores", s->phase != CAPRICE_OVER);

    if (absent && s->phase == CAPRICE_OVER)
        engine_io_fail(io, "scores", "a game that is over has scores");
    if (!absent && s->phase != CAPRICE_OVER)
        engine_io_fail(io, "scores", "there are none before the game is over");
    if (absent)
        return;
    engine_io_list(io, "scores", s->head.players, s->head.players, s->head.players);
    for (int seat = 0; seat < s->head.players; seat++)
        s->scores[seat] = (uint8_t)engine_io_number(io, NULL, s->scores[seat], 0, 30);
    engine_io_close(io);
}

void caprice_io(capu_state *state, engine_io *io) {
    caprice *s = (caprice *)state;

    s->first = engine_io_seat(io, "first", s->first, ENGINE_IO_NEVER_NULL);
    s->phase = engine_io_name(io, "phase", s->phase, &phase_names, ENGINE_IO_NEVER_NULL);
    s->turn = engine_io_seat(io, "turn", s->turn, ENGINE_IO_OR_NONE);
    io_towers(s, io);
    io_reserve(s, io);
    s->marker = engine_io_small(io, "marker", s->marker, CAPRICE_PLACES - 1, ENGINE_IO_OR_NONE);
    s->placed = engine_io_small(io, "placed", s->placed, CAPRICE_PLACES - 1, ENGINE_IO_OR_NONE);
    io_tiles(s, io);
    s->drawn = engine_io_name(io, "drawn", s->drawn, &kind_names, ENGINE_IO_OR_NONE);
    io_aside_and_shown(s, io);
    io_bag(s, io);
    io_orders(s, io);
    s->ender = engine_io_seat(io, "ender", s->ender, ENGINE_IO_OR_NONE);
    io_scores(s, io);
}
