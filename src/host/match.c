/* A game with its record: see match.h. */
#include "host/match.h"

#include <stdlib.h>
#include <string.h>

#include "host/memory.h"
#include "host/system.h"

/* No JSON of a position, and no frame of a record around its actions, is longer. */
enum { STATE_TEXT = 16384, FRAME_TEXT = 2048, MOVE_TEXT = CAPU_ACTION_TEXT + 16 };

/* --------------------------------------------------------------- beginnings */

capu_status host_match_new(host_match *match, const capu_game *game, const capu_options *options,
                           int players, const uint8_t seed[CAPU_SEED_BYTES], capu_text *why) {
    capu_status status = capu_check_options(game, players, options, why);

    if (status)
        return status;
    *match = (host_match){.record = {.game = game, .players = players, .options = *options}};
    memcpy(match->record.seed, seed, CAPU_SEED_BYTES);
    return capu_new(&match->state, game, options, players, seed);
}

capu_status host_match_set(host_match *match, const capu_node *state,
                           const uint8_t seed[CAPU_SEED_BYTES], capu_text *why) {
    capu_state read;
    capu_status status = capu_state_read(&read, state, seed, why);

    if (status)
        return status;
    *match = (host_match){.record = {.game = capu_game_of(&read), .players = read.head.players}};
    memcpy(match->record.options.value, read.head.options, sizeof read.head.options);
    memcpy(match->record.seed, seed, CAPU_SEED_BYTES);
    capu_copy(&match->state, &read);
    capu_copy(&match->from, &read);
    return CAPU_OK;
}

void host_match_free(host_match *match) {
    free(match->moves);
    *match = (host_match){0};
}

void host_match_copy(host_match *to, const host_match *from) {
    *to = *from;
    to->capacity = from->record.count;
    to->moves = host_alloc((size_t)to->capacity * sizeof *to->moves);
    if (to->capacity)
        memcpy(to->moves, from->moves, (size_t)to->capacity * sizeof *to->moves);
}

capu_record host_match_record(const host_match *match) {
    capu_record record = match->record;

    record.moves = match->moves;
    record.from = match->from.head.players ? &match->from : NULL;
    return record;
}

/* -------------------------------------------------------------------- moves */

void host_match_apply_legal(host_match *match, capu_move move) {
    if (match->record.count == match->capacity) {
        match->capacity = match->capacity ? 2 * match->capacity : 64;
        match->moves = host_grow(match->moves, (size_t)match->capacity * sizeof *match->moves);
    }
    capu_apply_legal(&match->state, (int)move.seat, move.action);
    match->moves[match->record.count++] = move;
}

capu_status host_match_apply(host_match *match, int seat, capu_action action, capu_text *why) {
    capu_status status = capu_check(&match->state, seat, action, why);

    if (!status)
        host_match_apply_legal(match, (capu_move){(uint32_t)seat, action});
    return status;
}

void host_match_rewind(host_match *match, int count) {
    capu_record record = host_match_record(match);

    capu_replay(&record, count, &match->state, NULL);
    match->record.count = count;
}

void host_match_beginning(const host_match *match, capu_state *state) {
    capu_record record = host_match_record(match);

    capu_replay(&record, 0, state, NULL);
}

int host_told(const capu_record *record, int count, capu_state *known) {
    capu_state state;
    int told = 0;

    capu_replay(record, 0, &state, NULL);
    if (known)
        capu_copy(known, &state);
    for (int i = 0; i < count; i++) {
        int sealed = capu_sealed(&state);
        capu_apply_legal(&state, (int)record->moves[i].seat, record->moves[i].action);
        if (sealed && capu_sealed(&state) == sealed)
            continue;
        told = i + 1;
        if (known)
            capu_copy(known, &state);
    }
    return told;
}

int host_match_told(const host_match *match, int count, capu_state *known) {
    capu_record record = host_match_record(match);

    return host_told(&record, count, known);
}

/* --------------------------------------------------------------------- JSON */

static size_t moves_text(const host_match *match) {
    return FRAME_TEXT + (size_t)match->record.count * MOVE_TEXT;
}

void host_match_write(const host_match *match, capu_text *text) {
    capu_record record = host_match_record(match);

    host_text_reserve(text, STATE_TEXT + moves_text(match));
    capu_record_json(&record, text);
}

void host_match_history(const host_match *match, int seat, capu_text *text) {
    capu_record record = host_match_record(match);

    host_text_reserve(text, moves_text(match));
    capu_history_json(&record, seat, text);
}

/* Writes into a text that grows, with more room until all of it fits. */
static void write_whole(capu_text *text, size_t room, void (*write)(void *context, capu_text *text),
                        void *context) {
    size_t begin = text->length;

    for (;; room *= 2) {
        host_text_reserve(text, room);
        write(context, text);
        if (text->length < text->size)
            return;
        text->length = begin;
    }
}

/* A story is seldom longer than this for a move, and facts than that. */
enum { STORY_ROOM = 256, FACTS_ROOM = 4096 };

typedef struct story {
    const capu_record *record;
    int begin, seat;
} story;

static void write_story(void *context, capu_text *text) {
    const story *s = context;

    capu_story_json(s->record, s->begin, s->seat, text);
}

void host_story_json(const capu_record *record, int begin, int seat, capu_text *text) {
    story s = {record, begin, seat};

    write_whole(text, (size_t)(record->count - begin + 4) * STORY_ROOM, write_story, &s);
}

void host_match_story(const host_match *match, int begin, int seat, capu_text *text) {
    capu_record record = host_match_record(match);

    host_story_json(&record, begin, seat, text);
}

static void write_facts(void *context, capu_text *text) {
    capu_lines_json(context, CAPU_SPECTATOR, text);
}

void host_facts_json(const capu_state *view, capu_text *text) {
    capu_lines facts;

    capu_facts(view, &facts);
    write_whole(text, FACTS_ROOM, write_facts, &facts);
}

/* ------------------------------------------------------------------ loading */

static capu_status check_seal(host_match *match, const capu_node *record, capu_text *why) {
    match->seal = host_seal_check(record, match->record.players, match->record.seed);
    if (match->seal != HOST_BROKEN_SEAL)
        return CAPU_OK;
    capu_text_add(why, "the deal or the order of the seats is not the one that was sealed");
    match->flaw.id = "record.end";
    return CAPU_BAD_RECORD;
}

/* What was read, as a match. */
static void take_over(host_match *match, const capu_replayed *read, capu_move *moves, int room) {
    *match = (host_match){.record = read->record, .moves = moves, .capacity = room};
    if (read->record.from)
        capu_copy(&match->from, &read->from);
    capu_copy(&match->state, &read->end);
}

capu_status host_match_load(host_match *match, const capu_node *record, capu_text *why) {
    const capu_node *actions = capu_node_find(record, "actions");
    int room = actions ? (int)actions->count : 0;
    capu_move *moves = room ? host_alloc((size_t)room * sizeof *moves) : NULL;
    capu_replayed read;
    capu_status status = capu_record_read(&read, record, moves, room, why);

    take_over(match, &read, moves, room);
    match->flaw = read.flaw;
    if (!status)
        status = check_seal(match, record, why);
    if (status) {
        capu_flaw flaw = match->flaw;
        host_match_free(match);
        match->flaw = flaw;
    }
    return status;
}

static capu_status load_text(host_match *match, const char *text, size_t length, capu_text *why) {
    host_tree tree;

    if (!host_tree_parse(&tree, text, length, why)) {
        *match = (host_match){.flaw = {.id = "record.none"}};
        return CAPU_BAD_RECORD;
    }
    capu_status status = host_match_load(match, tree.nodes, why);
    host_tree_free(&tree);
    return status;
}

capu_status host_match_open(host_match *match, const char *path, capu_text *why) {
    size_t length;
    char *text = host_read_file(path, &length, why);

    if (!text) {
        *match = (host_match){.flaw = {.id = "record.unreadable"}};
        return CAPU_BAD_RECORD;
    }
    capu_text_add(why, path);
    capu_text_add(why, ": ");
    capu_status status = load_text(match, text, length, why);
    free(text);
    return status;
}
