/* Records in: what capu_record_json writes is read, replayed and checked. */
#include "engine/registry.h"

/* What has been read so far, and who wants to know what is wrong. */
typedef struct reader {
    capu_replayed *out;
    capu_move *moves;
    int room;
    capu_text *why;
} reader;

/* Appends a sentence of up to three parts and gives the status that goes with it. */
static capu_status refuse(reader *r, const char *flaw, const char *a, const char *b,
                          const char *c) {
    r->out->flaw.id = flaw;
    engine_because(r->why, a, b, c, NULL);
    return CAPU_BAD_RECORD;
}

static capu_status read_version(const capu_node *node, const char *key, int64_t *version,
                                reader *r) {
    if (!capu_node_number(capu_node_find(node, key), version) || *version < 1)
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

    r->out->flaw.count = 2;
    r->out->flaw.numbers[0] = theirs;
    r->out->flaw.numbers[1] = ours;
    capu_text_number(&of_record, theirs);
    capu_text_number(&of_game, ours);
    refuse(r, flaw, "the record was played by edition ", a, " of the rules; ");
    return refuse(r, flaw, "this Capucine plays by edition ", b, "");
}

static capu_status read_rules(const capu_node *node, const capu_game *game, reader *r) {
    int64_t rules;

    r->out->flaw.game = game;
    if (read_version(node, "rules", &rules, r))
        return CAPU_BAD_RECORD;
    return rules == capu_info(game)->rules ? CAPU_OK
                                           : refuse_edition(r, rules, capu_info(game)->rules);
}

static capu_status read_options(const capu_node *node, const capu_game *game, int players,
                                capu_options *options, reader *r) {
    const capu_node *object = capu_node_find(node, "options");

    if (!object)
        return CAPU_OK;
    if (object->type != CAPU_NODE_OBJECT)
        return refuse(r, "record.none", "the record's options must be an object", "", "");
    const capu_node *name = object + 1;
    for (uint32_t i = 0; i < object->count; i++) {
        const char *value = capu_node_text(name + 1);
        if (!value)
            return refuse(r, "record.none", "option '", name->text, "' must be a text");
        if (capu_set_option(game, players, options, name->text, value, r->why))
            return refuse(r, "record.beginning", "", "", "");
        name += 1 + name[1].size;
    }
    return CAPU_OK;
}

static bool same_beginning(const capu_record *record, const capu_state *from) {
    bool same = capu_game_of(from) == record->game && from->head.players == record->players;

    for (int i = 0; i < CAPU_MAX_OPTIONS; i++)
        same = same && from->head.options[i] == record->options.value[i];
    return same;
}

static capu_status begin_from(const capu_node *from, reader *r) {
    capu_record *record = &r->out->record;

    if (capu_state_read(&r->out->from, from, record->seed, r->why))
        return refuse(r, "record.beginning", "", "", "");
    if (!same_beginning(record, &r->out->from))
        return refuse(r, "record.beginning",
                      "the record's position is of another game or has other options", "", "");
    record->from = &r->out->from;
    capu_copy(&r->out->end, &r->out->from);
    return CAPU_OK;
}

static capu_status read_head(capu_record *record, const capu_node *node, reader *r) {
    const char *name = capu_node_text(capu_node_find(node, "game"));
    const char *seed = capu_node_text(capu_node_find(node, "seed"));
    int64_t players = 0;

    if (node->type != CAPU_NODE_OBJECT)
        return refuse(r, "record.none", "a record is an object", "", "");
    if (read_format(node, r))
        return CAPU_BAD_RECORD;
    if (!name || !(record->game = capu_find(name)))
        return refuse(r, "record.game", "there is no game '", name ? name : "", "'");
    if (read_rules(node, record->game, r))
        return CAPU_BAD_RECORD;
    if (!capu_node_number(capu_node_find(node, "players"), &players) || players < 0 ||
        players > CAPU_MAX_PLAYERS)
        return refuse(r, "record.none", "the record needs a number of players", "", "");
    record->players = (int)players;
    if (!seed || !capu_seed_read(record->seed, seed))
        return refuse(r, "record.none",
                      "the seed must be decimal digits or 64 hex digits, as a text", "", "");
    return read_options(node, record->game, record->players, &record->options, r);
}

static capu_status begin(const capu_node *node, reader *r) {
    capu_record *record = &r->out->record;
    const capu_node *from = capu_node_find(node, "from");

    if (read_head(record, node, r))
        return CAPU_BAD_RECORD;
    if (from)
        return begin_from(from, r);
    if (capu_explain_options(record->game, record->players, &record->options, &r->out->flaw.why)) {
        if (r->why)
            capu_refusal_text(&r->out->flaw.why, r->why);
        return refuse(r, "record.beginning", "", "", "");
    }
    return capu_new(&r->out->end, record->game, &record->options, record->players, record->seed);
}

/* The text of a move; NULL: it is none. */
static const char *read_move(const capu_node *node, capu_move *move) {
    int64_t seat;

    if (node->type != CAPU_NODE_ARRAY || node->count != 2 || !capu_node_number(node + 1, &seat))
        return NULL;
    if (seat < 0 || seat >= CAPU_MAX_PLAYERS)
        return NULL;
    move->seat = (uint32_t)seat;
    return capu_node_text(node + 2);
}

static capu_status refuse_action(reader *r, int index, const char *reason) {
    r->out->flaw.count = 1;
    r->out->flaw.numbers[0] = index;
    refuse(r, "record.action", "action ", "", "");
    if (r->why)
        capu_text_number(r->why, index);
    return refuse(r, "record.action", " of the record: ", reason, "");
}

/* Plays one action. After a refusal the flaw has what the rules have against it. */
static capu_status play_action(const capu_node *node, int index, reader *r) {
    capu_replayed *out = r->out;
    char buffer[256];
    capu_text reason = capu_text_on(buffer, sizeof buffer);
    capu_move *move = &r->moves[index];

    const char *said = read_move(node, move);
    if (!said)
        return refuse_action(r, index, "it must be [seat,\"action\"]");
    if (capu_explain_text(&out->end, (int)move->seat, said, &move->action, &out->flaw.why)) {
        capu_refusal_text(&out->flaw.why, &reason);
        return refuse_action(r, index, buffer);
    }
    capu_apply_legal(&out->end, (int)move->seat, move->action);
    out->record.count++;
    return CAPU_OK;
}

static capu_status play_actions(const capu_node *actions, reader *r) {
    capu_status status = CAPU_OK;

    if (!actions || actions->type != CAPU_NODE_ARRAY)
        return refuse(r, "record.none", "the record needs a list of actions", "", "");
    if (actions->count > (uint32_t)r->room)
        return refuse(r, "record.none", "the record has more actions than there is room for", "",
                      "");
    const capu_node *node = actions + 1;
    for (int i = 0; i < (int)actions->count && !status; i++, node += node->size)
        status = play_action(node, i, r);
    return status;
}

static bool numbers_are(const capu_node *list, int count, const int32_t *numbers) {
    if (!list || list->type != CAPU_NODE_ARRAY || (int)list->count != count)
        return false;
    for (int i = 0; i < count; i++)
        if (list[1 + i].type != CAPU_NODE_NUMBER || list[1 + i].number != numbers[i])
            return false;
    return true;
}

static capu_status check_result(const capu_node *node, reader *r) {
    capu_result result;
    int32_t places[CAPU_MAX_PLAYERS];
    int players = r->out->record.players;

    if (!node)
        return CAPU_OK;
    if (!capu_get_result(&r->out->end, &result))
        return refuse(r, "record.end",
                      "the record has a result, but its actions do not end the game", "", "");
    for (int i = 0; i < players; i++)
        places[i] = result.places[i];
    if (!numbers_are(capu_node_find(node, "scores"), players, result.scores) ||
        !numbers_are(capu_node_find(node, "places"), players, places))
        return refuse(r, "record.end", "the record's result is not what its actions lead to", "",
                      "");
    return CAPU_OK;
}

capu_status capu_record_read(capu_replayed *out, const capu_node *object, capu_move *moves,
                             int room, capu_text *why) {
    reader r = {out, moves, room, why};

    engine_memset(out, 0, sizeof *out);
    out->record.moves = moves;
    if (begin(object, &r) || play_actions(capu_node_find(object, "actions"), &r) ||
        check_result(capu_node_find(object, "result"), &r))
        return CAPU_BAD_RECORD;
    return CAPU_OK;
}
