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

/* A match may be moved in memory, so the record's pointers are set when it is used. */
static capu_record record_of(const host_match *match) {
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
    capu_record record = record_of(match);

    capu_replay(&record, count, &match->state, NULL);
    match->record.count = count;
}

void host_match_beginning(const host_match *match, capu_state *state) {
    capu_record record = record_of(match);

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
    capu_record record = record_of(match);

    return host_told(&record, count, known);
}

/* --------------------------------------------------------------------- JSON */

static size_t moves_text(const host_match *match) {
    return FRAME_TEXT + (size_t)match->record.count * MOVE_TEXT;
}

void host_match_write(const host_match *match, capu_text *text) {
    capu_record record = record_of(match);

    host_text_reserve(text, STATE_TEXT + moves_text(match));
    capu_record_json(&record, text);
}

void host_match_history(const host_match *match, int seat, capu_text *text) {
    capu_record record = record_of(match);

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
    capu_record record = record_of(match);

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

/* Who wants to know what is wrong, and how. */
typedef struct reader {
    host_flaw flaw;
    capu_text *why;
} reader;

/* Appends a sentence of up to three parts and gives the status that goes with it. */
static capu_status refuse(reader *r, const char *flaw, const char *a, const char *b,
                          const char *c) {
    r->flaw.id = flaw;
    if (r->why) {
        capu_text_add(r->why, a);
        capu_text_add(r->why, b);
        capu_text_add(r->why, c);
    }
    return CAPU_BAD_RECORD;
}

static capu_status read_version(const capu_node *node, const char *key, int64_t *version,
                                reader *r) {
    if (!host_tree_number(host_tree_find(node, key), version) || *version < 1)
        return refuse(r, "record.none", "the record needs a number '", key, "'");
    return CAPU_OK;
}

static capu_status read_format(const capu_node *node, reader *r) {
    int64_t version;

    if (read_version(node, "capucine", &version, r))
        return CAPU_BAD_RECORD;
    if (version > 1)
        return refuse(r, "record.newer", "the record is of a newer version ('capucine'): ",
                      "a newer Capucine can read it", "");
    return CAPU_OK;
}

/* By other rules the same actions may lead elsewhere. */
static capu_status refuse_edition(reader *r, int64_t theirs, int64_t ours) {
    const char *flaw = theirs < ours ? "record.older" : "record.newer";
    char a[24], b[24];
    capu_text of_record = capu_text_on(a, sizeof a), of_game = capu_text_on(b, sizeof b);

    r->flaw.numbers[0] = theirs;
    r->flaw.numbers[1] = ours;
    capu_text_number(&of_record, theirs);
    capu_text_number(&of_game, ours);
    refuse(r, flaw, "the record was played by edition ", a, " of the rules; ");
    return refuse(r, flaw, "this Capucine plays by edition ", b, "");
}

static capu_status read_rules(const capu_node *node, const capu_game *game, reader *r) {
    int64_t rules;

    r->flaw.game = game;
    if (read_version(node, "rules", &rules, r))
        return CAPU_BAD_RECORD;
    return rules == capu_info(game)->rules ? CAPU_OK
                                           : refuse_edition(r, rules, capu_info(game)->rules);
}

static capu_status read_options(const capu_node *node, const capu_game *game, int players,
                                capu_options *options, reader *r) {
    const capu_node *object = host_tree_find(node, "options");

    if (!object)
        return CAPU_OK;
    if (object->type != CAPU_NODE_OBJECT)
        return refuse(r, "record.none", "the record's options must be an object", "", "");
    const capu_node *name = object + 1;
    for (uint32_t i = 0; i < object->count; i++) {
        const char *value = host_tree_string(name + 1);
        if (!value)
            return refuse(r, "record.none", "option '", name->text, "' must be a text");
        if (capu_set_option(game, players, options, name->text, value, r->why))
            return refuse(r, "record.beginning", "", "", "");
        name += 1 + name[1].size;
    }
    return CAPU_OK;
}

static bool same_beginning(const capu_record *record, const capu_state *from) {
    return capu_game_of(from) == record->game && from->head.players == record->players &&
           memcmp(from->head.options, record->options.value, sizeof from->head.options) == 0;
}

static capu_status begin_from(host_match *match, const capu_node *from, const capu_record *record,
                              reader *r) {
    if (host_match_set(match, from, record->seed, r->why))
        return refuse(r, "record.beginning", "", "", "");
    if (!same_beginning(record, &match->state))
        return refuse(r, "record.beginning",
                      "the record's position is of another game or has other options", "", "");
    return CAPU_OK;
}

static capu_status read_head(capu_record *record, const capu_node *node, reader *r) {
    const char *name = host_tree_string(host_tree_find(node, "game"));
    const char *seed = host_tree_string(host_tree_find(node, "seed"));
    int64_t players = 0;

    if (node->type != CAPU_NODE_OBJECT)
        return refuse(r, "record.none", "a record is an object", "", "");
    if (read_format(node, r))
        return CAPU_BAD_RECORD;
    if (!name || !(record->game = capu_find(name)))
        return refuse(r, "record.game", "there is no game '", name ? name : "", "'");
    if (read_rules(node, record->game, r))
        return CAPU_BAD_RECORD;
    if (!host_tree_number(host_tree_find(node, "players"), &players) || players < 0 ||
        players > CAPU_MAX_PLAYERS)
        return refuse(r, "record.none", "the record needs a number of players", "", "");
    record->players = (int)players;
    if (!seed || !capu_seed_read(record->seed, seed))
        return refuse(r, "record.none",
                      "the seed must be decimal digits or 64 hex digits, as a text", "", "");
    return read_options(node, record->game, record->players, &record->options, r);
}

static capu_status begin(host_match *match, const capu_node *node, reader *r) {
    capu_record record = {0};
    const capu_node *from = host_tree_find(node, "from");

    if (read_head(&record, node, r))
        return CAPU_BAD_RECORD;
    if (from)
        return begin_from(match, from, &record, r);
    if (host_match_new(match, record.game, &record.options, record.players, record.seed, r->why))
        return refuse(r, "record.beginning", "", "", "");
    return CAPU_OK;
}

static bool read_move(const capu_game *game, const capu_node *node, capu_move *move) {
    int64_t seat;

    if (node->type != CAPU_NODE_ARRAY || node->count != 2 || !host_tree_number(node + 1, &seat))
        return false;
    if (seat < 0 || seat >= CAPU_MAX_PLAYERS || node[2].type != CAPU_NODE_STRING)
        return false;
    move->seat = (uint32_t)seat;
    return capu_action_read(game, node[2].text, &move->action);
}

static capu_status refuse_action(reader *r, uint32_t index, const char *reason) {
    r->flaw.numbers[0] = index;
    refuse(r, "record.action", "action ", "", "");
    if (r->why)
        capu_text_number(r->why, index);
    return refuse(r, "record.action", " of the record: ", reason, "");
}

/* One action of the record; false with what the rules have against it. */
static bool play_action(host_match *match, capu_move move, reader *r) {
    if (capu_explain(&match->state, (int)move.seat, move.action, &r->flaw.why))
        return false;
    host_match_apply_legal(match, move);
    return true;
}

static capu_status play_actions(host_match *match, const capu_node *actions, reader *r) {
    if (!actions || actions->type != CAPU_NODE_ARRAY)
        return refuse(r, "record.none", "the record needs a list of actions", "", "");
    const capu_node *node = actions + 1;
    for (uint32_t i = 0; i < actions->count; i++, node += node->size) {
        char buffer[256];
        capu_text reason = capu_text_on(buffer, sizeof buffer);
        capu_move move;
        if (!read_move(match->record.game, node, &move))
            return refuse_action(r, i, "it must be [seat,\"action\"] with an action of the game");
        if (!play_action(match, move, r)) {
            capu_refusal_text(&r->flaw.why, &reason);
            return refuse_action(r, i, buffer);
        }
    }
    return CAPU_OK;
}

static bool numbers_are(const capu_node *list, int count, const int32_t *numbers) {
    if (!list || list->type != CAPU_NODE_ARRAY || (int)list->count != count)
        return false;
    for (int i = 0; i < count; i++)
        if (list[1 + i].type != CAPU_NODE_NUMBER || list[1 + i].number != numbers[i])
            return false;
    return true;
}

static capu_status check_result(const host_match *match, const capu_node *node, reader *r) {
    capu_result result;
    int32_t places[CAPU_MAX_PLAYERS];
    int players = match->record.players;

    if (!node)
        return CAPU_OK;
    if (!capu_get_result(&match->state, &result))
        return refuse(r, "record.end",
                      "the record has a result, but its actions do not end the game", "", "");
    for (int i = 0; i < players; i++)
        places[i] = result.places[i];
    if (!numbers_are(host_tree_find(node, "scores"), players, result.scores) ||
        !numbers_are(host_tree_find(node, "places"), players, places))
        return refuse(r, "record.end", "the record's result is not what its actions lead to", "",
                      "");
    return CAPU_OK;
}

static capu_status check_seal(host_match *match, const capu_node *record, reader *r) {
    match->seal = host_seal_check(record, match->record.players, match->record.seed);
    if (match->seal == HOST_BROKEN_SEAL)
        return refuse(r, "record.end",
                      "the deal or the order of the seats is not the one that was sealed", "", "");
    return CAPU_OK;
}

capu_status host_match_load(host_match *match, const capu_node *record, capu_text *why) {
    reader r = {.why = why};

    *match = (host_match){0};
    if (begin(match, record, &r) || play_actions(match, host_tree_find(record, "actions"), &r) ||
        check_result(match, host_tree_find(record, "result"), &r) ||
        check_seal(match, record, &r)) {
        host_match_free(match);
        match->flaw = r.flaw;
        return CAPU_BAD_RECORD;
    }
    return CAPU_OK;
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
