/* The kinds of entries a table's log has, and what each does to the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/opponents.h"
#include "server/table.h"

typedef struct folding {
    server_table *table;
    const store_entry *entry;
    const server_deed *deed; /* or NULL */
    json_t *data;
    server_news *news;
} folding;

/* Returns false if the entry does not follow from the log so far. */
typedef bool fold_kind(folding *f);

static const char *text_of(const folding *f, const char *key) {
    const char *text = json_string_value(json_object_get(f->data, key));

    return text ? text : "";
}

static server_seat *seat_of(const folding *f) {
    int seat = f->entry->seat;

    return seat >= 0 && seat < f->table->players ? &f->table->seats[seat] : NULL;
}

static uint32_t seats_of(const folding *f, const char *key) {
    uint32_t seats = 0;
    json_t *seat;
    size_t i;

    json_array_foreach(json_object_get(f->data, key), i, seat) {
        json_int_t number = json_integer_value(seat);
        if (number >= 0 && number < f->table->players)
            seats |= 1u << number;
    }
    return seats;
}

/* ---------------------------------------------------------- before the start */

static bool fold_sit(folding *f) {
    server_seat *seat = seat_of(f);

    if (!seat || f->table->status != TABLE_OPEN || seat->kind == SEAT_PERSON)
        return false; /* old logs have people on bots' seats */
    seat->kind = SEAT_PERSON;
    snprintf(seat->person, sizeof seat->person, "%s", f->entry->person);
    snprintf(seat->name, sizeof seat->name, "%s", text_of(f, "name"));
    snprintf(seat->mix, sizeof seat->mix, "%s", text_of(f, "mix"));
    return true;
}

static bool fold_stand(folding *f) {
    server_seat *seat = seat_of(f);

    if (!seat || f->table->status != TABLE_OPEN || seat->kind != SEAT_PERSON)
        return false;
    seat->kind = *seat->invite ? SEAT_INVITED : SEAT_OPEN;
    seat->person[0] = seat->name[0] = seat->mix[0] = '\0';
    return true;
}

/* Bots take seats that nobody has taken. */
static bool fold_fill(folding *f) {
    server_table *table = f->table;
    const capu_bot *bot = server_find_bot(text_of(f, "level"));
    uint32_t seats = seats_of(f, "seats");

    if (table->status != TABLE_OPEN || !seats)
        return false;
    for (int i = 0; i < table->players; i++) {
        server_seat *seat = &table->seats[i];
        if (!(seats >> i & 1))
            continue;
        if (seat->kind != SEAT_OPEN && seat->kind != SEAT_INVITED)
            return false;
        seat->kind = SEAT_BOT;
        seat->bot = bot ? bot : capu_usual_opponent();
    }
    return true;
}

static bool fold_mix(folding *f) {
    server_seat *seat = seat_of(f);

    if (!seat || f->table->status != TABLE_OPEN || seat->kind != SEAT_PERSON)
        return false;
    snprintf(seat->mix, sizeof seat->mix, "%s", text_of(f, "mix"));
    return true;
}

/* Whether the order is the one that the secret draws. */
static bool is_sealed(const server_table *table, json_t *order) {
    int sealed[CAPU_MAX_PLAYERS];

    host_seal_order(table->secret, table->players, sealed);
    for (int i = 0; i < table->players; i++)
        if (json_integer_value(json_array_get(order, (size_t)i)) != sealed[i])
            return false;
    return true;
}

/* Puts the seats in the order that was drawn: order[i] is who comes to sit on i. */
static bool reorder(server_table *table, json_t *order) {
    server_seat before[CAPU_MAX_PLAYERS];
    uint32_t used = 0;

    memcpy(before, table->seats, sizeof before);
    for (int i = 0; i < table->players; i++) {
        json_int_t from = json_integer_value(json_array_get(order, (size_t)i));
        if (from < 0 || from >= table->players || used >> from & 1)
            return false;
        used |= 1u << from;
        table->seats[i] = before[from];
    }
    return true;
}

static bool fold_start(folding *f) {
    server_table *table = f->table;
    const capu_game *game = table->match.record.game;
    json_t *order = json_object_get(f->data, "order");
    uint8_t seed[CAPU_SEED_BYTES];

    table->sealed_order = json_is_true(json_object_get(f->data, "sealed"));
    if (table->status != TABLE_OPEN || !server_table_full(table) ||
        (table->sealed_order && !is_sealed(table, order)) || !reorder(table, order))
        return false;
    if (!game)
        return true; /* frozen: who sits where is all that can be known */
    server_table_seed(table, seed);
    if (host_match_new(&table->match, game, &table->options, table->players, seed, NULL))
        return false;
    capu_copy(&table->known, &table->match.state);
    table->status = TABLE_RUNNING;
    for (int i = 0; i < table->players; i++)
        table->seats[i].bank = table->pace.bank;
    return true;
}

static bool fold_close(folding *f) {
    f->table->status = TABLE_CLOSED;
    return true;
}

/* -------------------------------------------------------------------- playing */

static void drop_ask(server_table *table) {
    table->asker = -1;
    table->ask_of = table->agreed = 0;
}

/* How many actions the entry has: one has a text, several a list. */
static int action_count(const folding *f) {
    json_t *list = json_object_get(f->data, "actions");

    if (f->deed)
        return f->deed->count;
    return list ? (int)json_array_size(list) : 1;
}

/* What the log says is checked; what was decided here has been. */
static bool read_action(const folding *f, int index, capu_action *action) {
    const host_match *match = &f->table->match;
    json_t *listed = json_array_get(json_object_get(f->data, "actions"), (size_t)index);
    const char *text = listed ? json_string_value(listed) : text_of(f, "action");

    if (f->deed) {
        *action = f->deed->actions[index];
        return true;
    }
    return text && capu_action_read(match->record.game, text, action) &&
           capu_check(&match->state, f->entry->seat, *action, NULL) == CAPU_OK;
}

/* Everybody knows of all moves now. */
static void tell(server_table *table, server_news *news) {
    if (news->begin == news->end) {
        capu_copy(&news->from, &table->known);
        news->begin = table->told;
    }
    capu_copy(&table->known, &table->match.state);
    news->end = table->told = table->match.record.count;
}

static bool act_once(folding *f, int index) {
    server_table *table = f->table;
    const capu_state *state = &table->match.state;
    capu_move move = {.seat = (uint32_t)f->entry->seat};
    int sealed = capu_sealed(state);

    if (!read_action(f, index, &move.action))
        return false;
    host_match_apply_legal(&table->match, move);
    if (!sealed || capu_sealed(state) != sealed) {
        tell(table, f->news);
        drop_ask(table);
    }
    return true;
}

static bool fold_act(folding *f) {
    int count = action_count(f);

    if (f->table->status != TABLE_RUNNING || count < 1)
        return false;
    for (int i = 0; i < count; i++)
        if (!act_once(f, i))
            return false;
    return true;
}

/* Takes the seat's own moves out from the index on; the others' stay. */
static bool remove_own(server_table *table, int seat, int from) {
    host_match *match = &table->match;
    int count = from, ask_to = table->ask_to;

    for (int i = from; i < match->record.count; i++) {
        if ((int)match->moves[i].seat != seat)
            match->moves[count++] = match->moves[i];
        else if (i < ask_to)
            table->ask_to--;
    }
    match->record.count = count;
    capu_record record = match->record;
    record.moves = match->moves;
    return capu_replay(&record, count, &match->state, NULL) == CAPU_OK;
}

static void count_told(server_table *table) {
    table->told = host_match_told(&table->match, table->match.record.count, &table->known);
}

static bool fold_undo(folding *f) {
    server_table *table = f->table;
    int to = (int)json_integer_value(json_object_get(f->data, "to")), told = table->told;

    if (table->status != TABLE_RUNNING || to < 0 || to > table->match.record.count)
        return false;
    if (!remove_own(table, f->entry->seat, to))
        return false;
    count_told(table);
    if (table->told != told || !table->ask_of) /* what nobody is told of ends no new request */
        drop_ask(table);
    return true;
}

/* By correspondence everybody's turn begins anew then: who agrees must not lose by it. On other
 * clocks nothing is earned for what is done once more. */
static void begin_turns(server_table *table, int64_t at) {
    for (int i = 0; i < table->players; i++) {
        server_seat *seat = &table->seats[i];
        seat->bank = table->pace.bank;
        seat->reached = table->match.record.count;
        if (seat->since)
            seat->since = at;
    }
}

static bool take_back(server_table *table, int64_t at) {
    if (!table->ask_own)
        host_match_rewind(&table->match, table->ask_to);
    else if (!remove_own(table, table->asker, table->ask_to))
        return false;
    count_told(table);
    drop_ask(table);
    if (table->pace.kind == PACE_DAYS)
        begin_turns(table, at);
    return true;
}

static bool take_back_if_agreed(const folding *f) {
    server_table *table = f->table;

    return table->asker < 0 || server_table_asked(table) & ~table->agreed ||
           take_back(table, f->entry->at);
}

static bool fold_ask(folding *f) {
    server_table *table = f->table;
    int to = (int)json_integer_value(json_object_get(f->data, "to"));

    if (table->status != TABLE_RUNNING || to < 0 || to >= table->match.record.count)
        return false;
    table->asker = f->entry->seat;
    table->ask_to = to;
    table->ask_own = json_is_true(json_object_get(f->data, "own"));
    table->ask_of = seats_of(f, "of");
    table->agreed = 0;
    return take_back_if_agreed(f);
}

static bool fold_agree(folding *f) {
    if (!seat_of(f))
        return false;
    f->table->agreed |= 1u << f->entry->seat;
    return take_back_if_agreed(f);
}

static bool fold_refuse(folding *f) {
    drop_ask(f->table);
    return true;
}

static void note_happening(const folding *f, bool back) {
    server_table *table = f->table;
    server_happening happening = {f->entry->at, table->told, f->entry->seat, back, ""};

    snprintf(happening.why, sizeof happening.why, "%.7s", text_of(f, "why"));
    if (table->happening_count == HAPPENINGS_KEPT)
        memmove(table->happenings, table->happenings + 1,
                --table->happening_count * sizeof happening);
    table->happenings[table->happening_count++] = happening;
}

static bool fold_away(folding *f) {
    server_seat *seat = seat_of(f);

    if (!seat)
        return false;
    seat->away = true;
    note_happening(f, false);
    return take_back_if_agreed(f);
}

/* Who comes back has what was left. If that is next to nothing, the clock would send them off again
 * at once: so it is raised a little, but only once, else it could be filled at will. */
static bool fold_back(folding *f) {
    server_seat *seat = seat_of(f);
    int64_t least = f->table->pace.bank < GRACE ? f->table->pace.bank : GRACE;

    if (!seat)
        return false;
    seat->away = false;
    note_happening(f, true);
    if (seat->bank < least && !seat->spared) {
        seat->bank = least;
        seat->spared = true;
    }
    return true;
}

/* A game that all agree to end has no result: the table is closed. */
static bool fold_end(folding *f) {
    server_table *table = f->table;

    if (table->status != TABLE_RUNNING || !seat_of(f))
        return false;
    if (!json_is_true(json_object_get(f->data, "agree"))) {
        table->end_of = table->end_agreed = 0;
        return true;
    }
    if (!table->end_agreed) {
        table->ender = f->entry->seat;
        table->end_of = seats_of(f, "of");
    }
    table->end_agreed |= 1u << f->entry->seat;
    if (!(table->end_of & ~table->end_agreed))
        table->status = TABLE_CLOSED;
    return true;
}

/* ------------------------------------------------------------------- the rest */

static bool fold_chat(folding *f) {
    server_table *table = f->table;

    if (table->chat_count == CHAT_KEPT) {
        free(table->chat[0].text);
        memmove(table->chat, table->chat + 1, (CHAT_KEPT - 1) * sizeof *table->chat);
        table->chat_count--;
    }
    table->chat = host_grow(table->chat, (size_t)(table->chat_count + 1) * sizeof *table->chat);
    server_chat_line *line = &table->chat[table->chat_count++];
    line->at = f->entry->at;
    snprintf(line->person, sizeof line->person, "%s", f->entry->person);
    snprintf(line->name, sizeof line->name, "%s", text_of(f, "name"));
    line->text = strdup(text_of(f, "text"));
    return true;
}

static bool fold_next(folding *f) {
    snprintf(f->table->next, sizeof f->table->next, "%s", text_of(f, "table"));
    return true;
}

/* HIDDEN: it may be that some viewers see nothing of it. RULES: it means nothing without them.
 * SPARE: a game can do without it, and people may repeat it, so that it counts for their share. */
enum { HIDDEN = 1, RULES = 2, SPARE = 4 };

static const struct {
    const char *name;
    fold_kind *fold;
    int flags;
} kinds[] = {
    {"act", fold_act, HIDDEN | RULES}, {"chat", fold_chat, SPARE},
    {"sit", fold_sit, SPARE},          {"stand", fold_stand, SPARE},
    {"mix", fold_mix, SPARE},          {"fill", fold_fill, 0},
    {"start", fold_start, 0},          {"undo", fold_undo, HIDDEN | RULES | SPARE},
    {"ask", fold_ask, RULES | SPARE},  {"agree", fold_agree, RULES},
    {"refuse", fold_refuse, RULES},    {"away", fold_away, SPARE},
    {"back", fold_back, SPARE},        {"end", fold_end, RULES | SPARE},
    {"close", fold_close, 0},          {"next", fold_next, 0},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* ---------------------------------------------------------------------- after */

/* A clock runs from when a seat comes to decide until it has nothing to decide: not by moves, whose
 * number others may not know. */
static void start_clock(server_seat *seat, const store_entry *entry) {
    if (seat->since)
        return;
    seat->since = entry->at;
    seat->turn = entry->seq;
}

/* Whether it ran. */
static bool stop_clock(server_seat *seat, int64_t at) {
    if (!seat->since)
        return false;
    seat->bank -= at - seat->since;
    seat->since = 0;
    return true;
}

/* Whether a turn of the seat has ended that it has not had before: time is not earned by leaving,
 * nor by taking back and deciding again. What was laid and taken back within a turn does not
 * matter; others may not know of it, and they see the clock. */
static bool ends_turn(const server_table *table, server_seat *seat, bool decides,
                      const store_entry *entry) {
    int count = table->match.record.count;
    bool ends = seat->decides && !decides && strcmp(entry->kind, "act") == 0;

    seat->decides = decides;
    if (!ends || count <= seat->reached)
        return false;
    seat->reached = count;
    return true;
}

static void step_clock(const server_table *table, server_seat *seat, bool decides,
                       const store_entry *entry) {
    bool ended = ends_turn(table, seat, decides, entry);

    if (decides && !server_seat_is_played(seat)) {
        start_clock(seat, entry);
        return;
    }
    if (stop_clock(seat, entry->at) && ended)
        seat->bank += table->pace.increment;
    if (ended && table->pace.kind == PACE_DAYS)
        seat->bank = table->pace.bank;
    if (seat->bank < 0)
        seat->bank = 0;
}

static void step_clocks(server_table *table, const store_entry *entry) {
    uint32_t actors = server_table_actors(table);

    for (int i = 0; i < table->players; i++)
        step_clock(table, &table->seats[i], actors >> i & 1, entry);
}

/* Makes the view, and a number for what a viewer sees of the game. */
static uint64_t seen_by(const server_table *table, int viewer, capu_state *view) {
    if (!table->match.state.head.players)
        return 0;
    capu_view(&table->match.state, viewer == VIEWERS - 1 ? CAPU_SPECTATOR : viewer, view);
    return capu_hash(view) ^ (uint64_t)table->told * 0x9e3779b97f4a7c15u;
}

static void count_versions(server_table *table, bool hidden, server_news *news) {
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (viewer >= table->players && viewer != VIEWERS - 1)
            continue;
        uint64_t seen = seen_by(table, viewer, &news->views[viewer]);
        if (!hidden || seen != table->seen[viewer]) {
            table->version[viewer]++;
            news->seen |= 1u << viewer;
        }
        table->seen[viewer] = seen;
    }
}

static void keep_answer(server_table *table, const store_entry *entry) {
    if (!entry->idem)
        return;
    if (table->answer_count == table->answer_room) {
        table->answer_room = table->answer_room ? 2 * table->answer_room : 16;
        table->answers =
            host_grow(table->answers, (size_t)table->answer_room * sizeof *table->answers);
    }
    server_answer *answer = &table->answers[table->answer_count++];
    *answer = server_table_answer(table, entry->person);
    answer->idem = server_hash_key(entry->idem);
}

static void count_share(server_table *table, const char *person) {
    uint64_t hash = server_hash_text(person);
    int i = 0;

    if (!*person)
        return;
    while (i < table->share_count && table->shares[i].person != hash)
        i++;
    if (i == table->share_count) {
        table->shares = host_grow(table->shares, (size_t)(i + 1) * sizeof *table->shares);
        table->shares[table->share_count++] = (server_share){.person = hash};
    }
    table->shares[i].spent++;
}

static bool fold_as(folding *f, fold_kind *fold) {
    server_table *table = f->table;

    if (!fold(f))
        return false;
    if (table->status == TABLE_RUNNING && !capu_actors(&table->match.state))
        table->status = TABLE_OVER;
    return true;
}

static bool fold_frozen(folding *f, fold_kind *fold) {
    server_table *table = f->table;

    table->status = table->start_version ? TABLE_RUNNING : TABLE_OPEN;
    fold(f);
    if (table->status != TABLE_CLOSED)
        table->status = TABLE_FROZEN;
    return true;
}

/* What a frozen table cannot fold, it passes over. */
static bool fold_one(folding *f, int kind) {
    bool frozen = f->table->status == TABLE_FROZEN;

    if (kind == KINDS || (frozen && kinds[kind].flags & RULES))
        return frozen;
    if (!f->deed && !(f->data = json_loads(f->entry->data, 0, NULL)))
        return frozen;
    bool folded = (frozen ? fold_frozen : fold_as)(f, kinds[kind].fold);
    if (!f->deed)
        json_decref(f->data);
    return folded;
}

bool server_table_fold(server_table *table, const store_entry *entry, const server_deed *deed,
                       server_news *news) {
    folding f = {table, entry, deed, deed ? deed->data : NULL, news};
    int kind = 0, asker = table->asker;

    news->begin = news->end = 0;
    news->seen = 0;
    if (entry->seq != table->seq + 1)
        return false;
    while (kind < KINDS && strcmp(kinds[kind].name, entry->kind) != 0)
        kind++;
    if (!fold_one(&f, kind))
        return false;
    table->seq = entry->seq;
    table->at = entry->at;
    step_clocks(table, entry);
    if (kind < KINDS && (kinds[kind].flags & SPARE))
        count_share(table, entry->person);
    news->asked = table->asker != asker;
    count_versions(table, kind < KINDS && (kinds[kind].flags & HIDDEN) && !news->asked, news);
    if (strcmp(entry->kind, "start") == 0)
        table->start_version = table->version[VIEWERS - 1];
    keep_answer(table, entry);
    return true;
}
