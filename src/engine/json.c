/* Positions, results, records and histories as JSON. */
#include "engine/registry.h"

/* --------------------------------------------------------------- positions */

static void write_options(const capu_state *state, engine_io *io) {
    const capu_game *game = capu_game_of(state);

    engine_io_object(io, "options");
    for (int i = 0; i < game->info.option_count; i++) {
        char buffer[128];
        capu_text value = capu_text_on(buffer, sizeof buffer);
        capu_option_value(game, i, state->head.options[i], &value);
        engine_io_string(io, game->info.options[i].name, buffer);
    }
    engine_io_close(io);
}

void capu_state_json(const capu_state *state, capu_text *text) {
    const capu_game *game = capu_game_of(state);
    capu_state copy; /* the game's io takes positions that it may write to */
    engine_io io;

    capu_copy(&copy, state);
    engine_io_write_to(&io, text);
    io.players = state->head.players;
    capu_text_char(text, '{');
    engine_io_fixed(&io, "game", game->info.name);
    engine_io_number(&io, "players", state->head.players, 0, 0);
    write_options(state, &io);
    game->io(&copy, &io);
    capu_text_char(text, '}');
}

static void read_options(const capu_game *game, int players, capu_options *options, engine_io *io) {
    engine_io_object(io, "options");
    for (int i = 0; i < game->info.option_count && !io->failed; i++) {
        char buffer[256];
        capu_text why = capu_text_on(buffer, sizeof buffer);
        const char *name = game->info.options[i].name;
        const char *value = engine_io_string(io, name, NULL);
        if (!io->failed && capu_set_option(game, players, options, name, value, &why))
            engine_io_fail(io, name, buffer);
    }
    engine_io_close(io);
}

static const capu_game *read_game(engine_io *io) {
    const char *name = engine_io_string(io, "game", NULL);
    const capu_game *game = capu_find(name);

    if (!game)
        engine_io_fail(io, "game", "there is no such game");
    return game;
}

static bool read_head(capu_state *state, engine_io *io, capu_text *why) {
    capu_options options = {0};
    const capu_game *game = read_game(io);

    if (!game)
        return false;
    int players = engine_io_number(io, "players", 0, game->info.least, game->info.most);
    io->players = players;
    read_options(game, players, &options, io);
    if (io->failed || capu_check_options(game, players, &options, why))
        return false;
    engine_memset(state, 0, (size_t)game->info.state_bytes);
    state->head.game = (uint8_t)engine_game_index(game);
    state->head.players = (uint8_t)players;
    engine_memcpy(state->head.options, options.value, sizeof options.value);
    return true;
}

static bool read_all(capu_state *state, const capu_node *object, capu_text *why) {
    engine_io io;

    if (object->type != CAPU_NODE_OBJECT)
        return engine_because(why, "a position is an object", NULL);
    engine_io_read_from(&io, object, why);
    if (!read_head(state, &io, why))
        return false;
    capu_game_of(state)->io(state, &io);
    if (!io.failed && (int)object->count != io.frames[0].index)
        return engine_because(why, "the position has keys that do not belong there", NULL);
    return !io.failed && capu_game_of(state)->accept(state, why);
}

capu_status capu_state_read(capu_state *state, const capu_node *object,
                            const uint8_t seed[CAPU_SEED_BYTES], capu_text *why) {
    capu_state read;

    if (!read_all(&read, object, why))
        return CAPU_BAD_STATE;
    engine_memcpy(read.head.seed, seed, CAPU_SEED_BYTES);
    capu_copy(state, &read);
    return CAPU_OK;
}

/* ----------------------------------------------------------------- results */

void capu_result_json(const capu_state *state, bool more, capu_text *text) {
    const capu_game *game = capu_game_of(state);
    capu_result result;
    int players = state->head.players;

    if (!capu_get_result(state, &result))
        return;
    capu_text_add(text, "\"scores\":[");
    for (int i = 0; i < players; i++) {
        if (i)
            capu_text_char(text, ',');
        capu_text_number(text, result.scores[i]);
    }
    capu_text_add(text, "],\"places\":[");
    for (int i = 0; i < players; i++) {
        if (i)
            capu_text_char(text, ',');
        capu_text_number(text, result.places[i]);
    }
    capu_text_char(text, ']');
    if (more && game->more_result)
        game->more_result(state, text);
}

/* ------------------------------------------------------------------ actions */

void capu_action_write(const capu_game *game, capu_action action, bool hidden, capu_text *text) {
    game->write_action(action, hidden, text);
}

bool capu_action_read(const capu_game *game, const char *text, capu_action *action) {
    return game->read_action(text, action);
}

static bool is_secret(const capu_game *game, const uint16_t *options, capu_action action) {
    return game->secret && game->secret(options, action);
}

bool capu_is_secret(const capu_state *state, capu_action action) {
    return is_secret(capu_game_of(state), state->head.options, action);
}

static void write_move(const capu_game *game, capu_move move, bool hidden, bool first,
                       capu_text *text) {
    capu_text_add(text, first ? "[" : ",[");
    capu_text_number(text, (int64_t)move.seat);
    capu_text_add(text, ",\"");
    game->write_action(move.action, hidden, text);
    capu_text_add(text, "\"]");
}

/* ----------------------------------------------------------------- records */

static capu_status begin_record(const capu_record *record, capu_state *out) {
    if (!record->from)
        return capu_new(out, record->game, &record->options, record->players, record->seed);
    capu_copy(out, record->from);
    return CAPU_OK;
}

capu_status capu_replay(const capu_record *record, int count, capu_state *out, int *failed) {
    capu_status status = begin_record(record, out);
    int i = 0;

    for (; !status && i < count; i++)
        status = capu_apply(out, (int)record->moves[i].seat, record->moves[i].action);
    if (failed)
        *failed = status ? i - 1 : count;
    return status;
}

/* Options that differ from their defaults. */
static void write_changed_options(const capu_record *record, capu_text *text) {
    const capu_game *game = record->game;
    bool first = true;

    for (int i = 0; i < game->info.option_count; i++) {
        if (record->options.value[i] == 0)
            continue;
        if (!first)
            capu_text_char(text, ',');
        first = false;
        capu_text_json(text, game->info.options[i].name);
        capu_text_add(text, ":\"");
        capu_option_value(game, i, record->options.value[i], text);
        capu_text_char(text, '"');
    }
}

static void write_beginning(const capu_record *record, capu_text *text) {
    capu_text_add(text, "{\"capucine\":1,\"game\":");
    capu_text_json(text, record->game->info.name);
    capu_text_add(text, ",\"rules\":");
    capu_text_number(text, record->game->info.rules);
    capu_text_add(text, ",\"players\":");
    capu_text_number(text, record->players);
    capu_text_add(text, ",\"options\":{");
    write_changed_options(record, text);
    capu_text_char(text, '}');
    if (record->from) {
        capu_text_add(text, ",\"from\":");
        capu_state_json(record->from, text);
    }
    capu_text_add(text, ",\"seed\":\"");
    capu_seed_write(record->seed, text);
    capu_text_char(text, '"');
}

void capu_record_json(const capu_record *record, capu_text *text) {
    capu_state end;

    write_beginning(record, text);
    capu_text_add(text, ",\"actions\":[");
    for (int i = 0; i < record->count; i++)
        write_move(record->game, record->moves[i], false, i == 0, text);
    capu_text_char(text, ']');
    if (!capu_replay(record, record->count, &end, NULL) && !capu_actors(&end)) {
        capu_text_add(text, ",\"result\":{");
        capu_result_json(&end, false, text);
        capu_text_char(text, '}');
    }
    capu_text_char(text, '}');
}

/* --------------------------------------------------------------- histories */

static void tell(const capu_record *record, int index, int seat, bool first, capu_text *text) {
    const uint16_t *options = record->from ? record->from->head.options : record->options.value;
    capu_move move = record->moves[index];
    bool hidden = (int)move.seat != seat && is_secret(record->game, options, move.action);

    write_move(record->game, move, hidden, first, text);
}

void capu_news_json(const capu_record *record, int begin, int end, bool sealed, int seat,
                    capu_text *text) {
    bool first = true;

    for (int of = 0; of < (sealed ? record->players : 1); of++)
        for (int i = begin; i < end; i++)
            if (!sealed || (int)record->moves[i].seat == of) {
                tell(record, i, seat, first, text);
                first = false;
            }
}

int capu_sealed(const capu_state *state) {
    return capu_game_of(state)->sealed(state);
}

/* What is written of a history: the moves, and with `events` what they led to. */
typedef struct story {
    const capu_record *record;
    int begin; /* the first move to be written */
    int seat;
    capu_lines *events;
    capu_text *text;
} story;

/* Writes the moves from `told` on, which become known together, and what they led to. */
static void tell_group(const story *s, int told, int end, bool sealed) {
    if (told >= s->begin) {
        if (told > s->begin)
            capu_text_char(s->text, ',');
        capu_news_json(s->record, told, end, sealed, s->seat, s->text);
        if (s->events)
            engine_write_lines(s->events, s->seat, false, s->text);
    }
    if (s->events)
        s->events->count = s->events->arg_count = 0;
}

static capu_status step(const story *s, capu_state *state, capu_move move) {
    return s->events ? capu_apply_telling(state, (int)move.seat, move.action, s->events)
                     : capu_apply(state, (int)move.seat, move.action);
}

static void write_story(const story *s) {
    capu_state state;
    int told = 0; /* moves that have been */
    capu_status status = begin_record(s->record, &state);

    capu_text_char(s->text, '[');
    for (int i = 0; i < s->record->count && !status; i++) {
        int sealed = capu_sealed(&state);
        status = step(s, &state, s->record->moves[i]);
        if (status || (sealed && capu_sealed(&state) == sealed))
            continue;
        tell_group(s, told, i + 1, sealed != 0);
        told = i + 1;
    }
    capu_text_char(s->text, ']');
}

void capu_history_json(const capu_record *record, int seat, capu_text *text) {
    write_story(&(story){record, 0, seat, NULL, text});
}

void capu_story_json(const capu_record *record, int begin, int seat, capu_text *text) {
    capu_lines events;

    events.count = events.arg_count = 0;
    write_story(&(story){record, begin, seat, &events, text});
}
