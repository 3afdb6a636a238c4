/* What the engine tells: facts and events as lines, and their JSON. */
#include "engine/registry.h"

/* ------------------------------------------------------------------- lines */

/* CAPU_MAX_LINES is more than any game needs; the test `telling` sees to that. */
void engine_line(capu_lines *lines, const char *id, uint32_t known) {
    if (lines->count == CAPU_MAX_LINES)
        return;
    lines->lines[lines->count++] = (capu_line){id, (uint16_t)lines->arg_count, 0, (uint16_t)known};
}

static void add(capu_lines *lines, capu_arg arg) {
    if (lines->arg_count == CAPU_MAX_ARGS)
        return;
    lines->args[lines->arg_count++] = arg;
    lines->lines[lines->count - 1].count++;
}

void engine_add_number(capu_lines *lines, const char *name, int number) {
    add(lines, (capu_arg){name, NULL, number, CAPU_ARG_NUMBER, false});
}

void engine_add_word(capu_lines *lines, const char *name, const char *word) {
    add(lines, (capu_arg){name, word, 0, CAPU_ARG_WORD, false});
}

void engine_list_number(capu_lines *lines, const char *name, int number) {
    add(lines, (capu_arg){name, NULL, number, CAPU_ARG_NUMBER, true});
}

void engine_list_word(capu_lines *lines, const char *name, const char *word) {
    add(lines, (capu_arg){name, word, 0, CAPU_ARG_WORD, true});
}

void engine_list_none(capu_lines *lines, const char *name) {
    add(lines, (capu_arg){name, NULL, 0, CAPU_ARG_NONE, true});
}

void engine_list_seats(capu_lines *lines, const char *name, uint32_t bits) {
    if (!bits)
        engine_list_none(lines, name);
    for (; bits; bits &= bits - 1)
        engine_list_number(lines, name, __builtin_ctz(bits));
}

/* --------------------------------------------------------- facts and events */

void capu_facts(const capu_state *view, capu_lines *out) {
    const capu_game *game = capu_game_of(view);

    out->count = out->arg_count = 0;
    if (game->facts)
        game->facts(view, out);
}

void engine_moment(const capu_head *head) {
    const engine_teller *teller = (const engine_teller *)(const void *)head;

    if (teller->hear)
        teller->hear(teller->context, &teller->state);
}

void engine_apply_telling(capu_state *state, capu_move move, capu_lines *events,
                          void (*hear)(void *context, const capu_state *state), void *context) {
    const capu_game *game = capu_game_of(state);
    engine_teller teller;

    capu_copy(&teller.state, state);
    teller.lines = events;
    teller.hear = hear;
    teller.context = context;
    teller.state.head.viewer = ENGINE_TELLING;
    game->apply(&teller.state, (int)move.seat, move.action);
    teller.state.head.viewer = 0;
    if (game->tell)
        game->tell(state, &teller.state, events);
    capu_copy(state, &teller.state);
}

capu_status capu_apply_telling(capu_state *state, int seat, capu_action action,
                               capu_lines *events) {
    capu_status status =
        state->head.viewer ? CAPU_IS_VIEW : capu_explain(state, seat, action, NULL);

    if (!status)
        engine_apply_telling(state, (capu_move){(uint32_t)seat, action}, events, NULL, NULL);
    return status;
}

/* -------------------------------------------------------------------- JSON */

static void write_value(const capu_arg *arg, capu_text *text) {
    if (arg->kind == CAPU_ARG_NUMBER)
        capu_text_number(text, arg->number);
    else if (arg->kind == CAPU_ARG_WORD)
        capu_text_json(text, arg->word);
}

/* Writes an argument, or the list that begins with it. Returns how many arguments that were. */
static int write_arg(const capu_arg *args, int count, capu_text *text) {
    int end = 0;

    capu_text_char(text, ',');
    capu_text_json(text, args[0].name);
    capu_text_char(text, ':');
    if (!args[0].list) {
        write_value(&args[0], text);
        return 1;
    }
    capu_text_char(text, '[');
    for (; end < count && args[end].list && engine_same(args[end].name, args[0].name); end++) {
        if (end)
            capu_text_char(text, ',');
        write_value(&args[end], text);
    }
    capu_text_char(text, ']');
    return end;
}

static void write_line(const capu_lines *lines, const capu_line *line, capu_text *text) {
    const capu_arg *args = lines->args + line->first;

    capu_text_add(text, "{\"id\":");
    capu_text_json(text, line->id);
    for (int i = 0; i < line->count;)
        i += write_arg(args + i, line->count - i, text);
    capu_text_char(text, '}');
}

static bool may_know(const capu_line *line, int seat) {
    return line->known & (seat == CAPU_SPECTATOR ? CAPU_KNOWN_TO_SPECTATORS : 1 << seat);
}

int engine_known_lines(const capu_lines *lines, int seat) {
    int known = 0;

    for (int i = 0; i < lines->count; i++)
        known += may_know(&lines->lines[i], seat);
    return known;
}

/* Writes what the seat may know, with commas between; with one before the first unless `first`. */
void engine_write_lines(const capu_lines *lines, int seat, bool first, capu_text *text) {
    for (int i = 0; i < lines->count; i++) {
        if (!may_know(&lines->lines[i], seat))
            continue;
        if (!first)
            capu_text_char(text, ',');
        first = false;
        write_line(lines, &lines->lines[i], text);
    }
}

void capu_lines_json(const capu_lines *lines, int seat, capu_text *text) {
    capu_text_char(text, '[');
    engine_write_lines(lines, seat, true, text);
    capu_text_char(text, ']');
}
