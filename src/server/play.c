/* Playing: acting, seeing, taking back, leaving, talking. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/clock.h"
#include "server/handlers.h"
#include "server/limits.h"
#include "server/marks.h"
#include "server/session.h"
#include "server/stream.h"

bool need_running(server_request *r, const server_table *table) {
    if (table->status == TABLE_RUNNING)
        return true;
    if (table->status == TABLE_OVER)
        return refuse(r, 409, "game_over", "the game is over");
    if (table->status == TABLE_CLOSED)
        return refuse(r, 409, "closed", "this table is closed");
    return refuse(r, 409, "no_game", "the game has not begun");
}

static bool need_own_hand(server_request *r, const server_table *table, int seat) {
    return !table->seats[seat].away ||
           refuse(r, 409, "away", "a bot plays for you: take your seat back first");
}

/* ---------------------------------------------------------------------- acting */

static bool check_version(server_request *r, const server_table *table, int seat) {
    int64_t version;

    if (!may_number(r, r->json, "version", 0, INT32_MAX, table->version[seat], &version))
        return false;
    return version == table->version[seat] ||
           refuse(r, 409, "conflict", "the table has changed since that version");
}

/* The actions that a request asks for: one, or a list. */
static bool read_actions(server_request *r, const char *texts[AT_ONCE_MOST], int *count) {
    json_t *list = json_object_get(r->json, "actions");
    bool good = json_is_array(list) && !json_object_get(r->json, "action");

    *count = list ? (int)json_array_size(list) : 1;
    if (!list)
        return (texts[0] = need_text(r, "action", 1, CAPU_ACTION_TEXT - 1)) != NULL;
    good = good && *count >= 1 && *count <= AT_ONCE_MOST;
    for (int i = 0; good && i < *count; i++) {
        texts[i] = json_string_value(json_array_get(list, (size_t)i));
        good = texts[i] && strlen(texts[i]) < CAPU_ACTION_TEXT;
    }
    return good || refuse(r, 400, "bad_request",
                          "'actions' must be a list of 1 to 32 texts, without an 'action'");
}

/* The table's record with the actions of a list behind it. */
typedef struct trial {
    capu_record record;
    capu_move *moves;
    capu_state state;
    int seat;
} trial;

static void begin_trial(trial *t, const server_table *table, int more) {
    size_t bytes = (size_t)t->record.count * sizeof *t->moves;

    capu_copy(&t->state, &table->match.state);
    if (more == 0)
        return;
    t->moves = host_alloc(bytes + (size_t)more * sizeof *t->moves);
    if (bytes)
        memcpy(t->moves, t->record.moves, bytes);
    t->record.moves = t->moves;
}

/* Does an action. Another may follow only if this one shows nothing and could be taken back: the
 * answer to a list must not tell anybody what an action that is not done would have shown. */
static bool try_action(server_request *r, trial *t, capu_action action, bool last) {
    int before = t->record.count;

    if (last)
        return true;
    capu_apply_legal(&t->state, t->seat, action);
    t->moves[t->record.count++] = (capu_move){(uint32_t)t->seat, action};
    r->item++; /* what is refused now is the next one */
    return capu_undo_floor(&t->record, t->seat) <= before ||
           refuse(r, 409, "reveals",
                  "the action before this one shows something, or ends the turn: send the rest "
                  "after it");
}

/* Checks one action after the other; the first that cannot be done refuses all of them. */
static bool check_actions(server_request *r, trial *t, const char *texts[], server_deed *deed,
                          int count) {
    capu_refusal why;

    r->item = count > 1;
    for (int i = 0; i < count; i++) {
        capu_action *action = &deed->actions[i];
        capu_status status = capu_explain_text(&t->state, t->seat, texts[i], action, &why);
        if (status)
            return refuse_by_rules(r, status, &why);
        if (!try_action(r, t, *action, i == count - 1))
            return false;
    }
    deed->count = count;
    r->item = 0;
    return true;
}

static bool decide_act(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    const char *texts[AT_ONCE_MOST];
    int count, seat = need_seat(r, table);

    if (seat < 0 || !read_actions(r, texts, &count) || !need_running(r, table) ||
        !check_version(r, table, seat) || !need_own_hand(r, table, seat))
        return false;
    *deed = (server_deed){.kind = "act", .seat = seat};
    trial t = {.record = server_table_record(table), .seat = seat};
    begin_trial(&t, table, count - 1);
    bool legal = check_actions(r, &t, texts, deed, count);
    free(t.moves);
    return legal;
}

void handle_act(server_request *r) {
    if (!append_deed(r, decide_act))
        return;
    server_metrics_act(r->server, server_microseconds() - r->begun);
}

/* ---------------------------------------------------------------------- seeing */

/* Sets the ETag; true, with the answer made, if the client has this version already. `more` is what
 * else the answer depends on, or "". */
static bool is_same(server_request *r, const server_table *table, int seat, const char *more) {
    const char *have = header(r, "If-None-Match");

    snprintf(r->etag, sizeof r->etag, "\"%d-%d-%s%s\"", table->version[server_viewer(seat)],
             server_viewer(seat), server_status_names[table->status], more);
    if (!have || strcmp(have, r->etag) != 0)
        return false;
    r->status = 304;
    return true;
}

static server_mutes mutes_of(server_request *r) {
    return r->known ? server_mutes_of(r->server->store, r->who.id) : (server_mutes){0};
}

/* Without a public address, links begin with the one that was asked: others may reach us there. */
static void write_invites(server_request *r, const server_table *table, host_json *out) {
    const char *host = header(r, "Host");
    bool asked = !*r->server->config->public_url && host && server_is_host(host);

    if (strcmp(table->creator, r->who.id) != 0 || table->status != TABLE_OPEN)
        return;
    host_json_open(out, "invites", '[');
    for (int i = 0; i < table->players; i++) {
        char link[512];
        if (table->seats[i].kind != SEAT_INVITED)
            continue;
        snprintf(link, sizeof link, "%s%s/t/%s?invite=%s", asked ? "http://" : "",
                 asked ? host : server_origin(r->server), table->id, table->seats[i].invite);
        host_json_open(out, NULL, '{');
        host_json_number(out, "seat", i);
        host_json_text(out, "invite", table->seats[i].invite);
        host_json_text(out, "link", link);
        host_json_close(out, '}');
    }
    host_json_close(out, ']');
}

static void write_for(server_request *r, const server_live *live, const server_mutes *mutes) {
    const server_table *table = &live->table;

    host_json_text(&r->out, "id", table->id);
    write_invites(r, table, &r->out);
    server_table_snapshot(table, server_table_seat_of(table, r->who.id), server_now(), mutes,
                          &r->out);
    close_answer(r);
}

void write_table(server_request *r, const server_live *live, int status) {
    server_mutes mutes = mutes_of(r);

    open_answer(r, status);
    write_for(r, live, &mutes);
    free(mutes.people);
}

/* The chat has no lines of people who are muted, so the answer depends on them too. */
static void name_mutes(const server_mutes *mutes, char text[24]) {
    uint64_t hash = 0;

    for (int i = 0; i < mutes->count; i++)
        hash += server_hash_text(mutes->people[i]);
    text[0] = '\0';
    if (mutes->count)
        snprintf(text, 24, "-%016" PRIx64, hash);
}

void handle_table(server_request *r) {
    server_live *live = need_table(r);

    if (!live)
        return;
    server_mutes mutes = mutes_of(r);
    char muted[24];
    name_mutes(&mutes, muted);
    if (!is_same(r, &live->table, server_table_seat_of(&live->table, r->who.id), muted)) {
        open_answer(r, 200);
        write_for(r, live, &mutes);
    }
    free(mutes.people);
    server_hub_give(r->server->hub, live);
}

void handle_view(server_request *r) {
    server_live *live = need_table(r);

    if (!live)
        return;
    const server_table *table = &live->table;
    int seat = server_table_seat_of(table, r->who.id);
    if (!is_same(r, table, seat, "")) {
        open_answer(r, 200);
        host_json_number(&r->out, "version", table->version[server_viewer(seat)]);
        server_actors_json(server_table_actors(table), &r->out);
        server_table_view_json(table, seat, &r->out, "state");
        close_answer(r);
    }
    server_hub_give(r->server->hub, live);
}

/* For clients that have the engine: they draw, check and search with these bytes. */
void handle_position(server_request *r) {
    server_live *live = need_table(r);

    if (!live)
        return;
    const server_table *table = &live->table;
    int seat = server_table_seat_of(table, r->who.id);
    if (!table->match.state.head.players) {
        refuse(r, 409, "no_game", "the game has not begun");
    } else if (!is_same(r, table, seat, "")) {
        open_answer(r, 200);
        server_table_bytes_json(table, seat, &r->out);
        host_json_number(&r->out, "version", table->version[server_viewer(seat)]);
        close_answer(r);
    }
    server_hub_give(r->server->hub, live);
}

void handle_history(server_request *r) {
    server_live *live = need_table(r);

    if (!live)
        return;
    int seat = server_table_seat_of(&live->table, r->who.id);
    open_answer(r, 200);
    host_json_number(&r->out, "version", live->table.version[server_viewer(seat)]);
    server_table_history_json(&live->table, seat, &r->out, "actions");
    close_answer(r);
    server_hub_give(r->server->hub, live);
}

void handle_legal(server_request *r) {
    server_live *live = need_table(r);

    if (!live)
        return;
    int seat = server_table_seat_of(&live->table, r->who.id);
    open_answer(r, 200);
    host_json_number(&r->out, "version", live->table.version[server_viewer(seat)]);
    server_table_legal_json(&live->table, seat, &r->out, "actions");
    close_answer(r);
    server_hub_give(r->server->hub, live);
}

/* When the game is over everything is open. */
void handle_record(server_request *r) {
    server_live *live = need_table(r);

    if (!live)
        return;
    if (live->table.status != TABLE_OVER) {
        refuse(r, 409, "not_over", "the record is open when the game is over");
    } else {
        r->status = 200;
        r->filename = "record.json";
        server_table_record_json(&live->table, &r->out);
    }
    server_hub_give(r->server->hub, live);
}

typedef struct logging {
    host_json *out;
    const char *person; /* who reads */
    bool open;          /* everything may be known */
} logging;

/* What says who did something, but not what cards he has. */
static bool is_harmless(const store_entry *entry) {
    static const char *const kinds[] = {"act", "undo", "ask", "sit", "mix"};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(entry->kind, kinds[i]) == 0)
            return false;
    return true;
}

/* Without the rules nobody can tell which moves are hidden, so that of others' not even the number
 * is told. */
static bool is_hidden(const store_entry *entry) {
    return strcmp(entry->kind, "act") == 0 || strcmp(entry->kind, "undo") == 0;
}

static void write_entry(void *to, const store_entry *entry) {
    const logging *log = to;
    host_json *out = log->out;
    bool shown = log->open || is_harmless(entry) ||
                 (*log->person && strcmp(entry->person, log->person) == 0);

    if (!shown && is_hidden(entry))
        return;
    host_json_open(out, NULL, '{');
    host_json_number(out, "at", entry->at);
    host_json_text(out, "kind", entry->kind);
    if (entry->seat >= 0)
        host_json_number(out, "seat", entry->seat);
    host_json_raw(out, "data", shown ? entry->data : "null");
    host_json_close(out, '}');
}

/* Everything that happened, for a game that is over. Of one whose rules the server no longer has,
 * what everybody did themselves: it may be played on when the host goes back to the old version. */
void handle_log(server_request *r) {
    server_live *live = need_table(r);

    if (!live)
        return;
    server_table_status status = live->table.status;
    bool over =
        status == TABLE_OVER ||
        (status == TABLE_FROZEN && strcmp(live->table.was, server_status_names[TABLE_OVER]) == 0);
    server_hub_give(r->server->hub, live);
    if (status != TABLE_OVER && status != TABLE_FROZEN) {
        refuse(r, 409, "not_over", "the log is open when the game is over");
        return;
    }
    open_answer(r, 200);
    host_json_open(&r->out, "log", '[');
    bool read = store_entries(r->server->store, r->parts[0], 0, write_entry,
                              &(logging){&r->out, r->who.id, over});
    host_json_close(&r->out, ']');
    close_answer(r);
    if (!read)
        refuse_store(r);
}

static server_listener listener_of(const server_request *r) {
    server_listener who = {0};

    if (r->known) {
        snprintf(who.person, sizeof who.person, "%s", r->who.id);
        host_sha256_text(r->token, who.session);
    }
    who.address = server_hash_text(r->address);
    return who;
}

/* As many streams as connections. */
static bool check_room(server_request *r) {
    return server_streams_count(r->server->streams) < r->server->config->connections ||
           refuse(r, 503, "busy", "too many are listening now; please try again");
}

/* A session may have ended while its stream was being opened, which then nobody has told. */
static void check_again(server_request *r) {
    server_listener who = listener_of(r);
    store_person person;

    if (r->known && server_session_find(r->server, r->token, &person) == NOT_FOUND)
        server_streams_end_session(r->server->streams, who.session);
}

static void answer_stream(server_request *r) {
    check_again(r);
    r->status = 200;
    r->type = "text/event-stream";
    if (strcmp(r->method, "HEAD") == 0)
        drop_stream(r);
}

/* Whether a log is told once more: not a very long one, nor to somebody who asks for that all the
 * time. They get a snapshot. */
static bool may_look_back(server_request *r, const server_table *table) {
    enum { LONGEST = 4000 };

    return table->seq <= LONGEST && strcmp(r->method, "GET") == 0 &&
           (!r->server->config->rate ||
            server_limits_take(r->server->limits, "past", r->address, 1, 60));
}

static void catch_up(server_request *r) {
    r->server->metrics.catch_ups++;
    if (r->server->stopping)
        refuse(r, 503, "busy", "the server stops now; please try again");
    else if (server_stream_catch_up(r->stream, r->server->store))
        answer_stream(r);
    else
        refuse_store(r);
}

static void begin_stream(server_request *r, server_live *live) {
    const char *header_id = header(r, "Last-Event-ID");
    const char *last = header_id ? header_id : query(r, "last-event-id");

    if (!live->from && server_table_seat_of(&live->table, r->who.id) >= 0)
        live->from = server_hash_key(r->address);
    if (server_stream_has_missed(r->stream, last) && may_look_back(r, &live->table)) {
        r->later = catch_up;
        return;
    }
    server_stream_begin(r->stream, last);
    answer_stream(r);
}

void handle_events(server_request *r) {
    server_listener who = listener_of(r);
    server_mutes mutes = mutes_of(r);
    server_live *live = check_room(r) ? need_table(r) : NULL;

    if (!live) {
        free(mutes.people);
        return;
    }
    r->stream = server_stream_new(r->server->streams, r->server->hub, live, &who, mutes,
                                  r->server->config->per_address);
    const char *presence = query(r, "presence");
    if (r->stream && presence && strcmp(presence, "1") == 0)
        server_stream_wants_presence(r->stream);
    if (r->stream)
        begin_stream(r, live);
    else
        refuse(r, 429, "too_many", "too many streams from this address");
    server_hub_give(r->server->hub, live);
}

/* ---------------------------------------------------------------- taking back */

/* Whether what the seat does now is made by itself. */
static bool is_silent(const capu_state *state, int seat) {
    capu_move step;

    return capu_silent_step(state, &step) && (int)step.seat == seat;
}

/* The seat's last move with a choice, since clients make those without one by themselves; else its
 * first that the server did not make; -1: it has made none. */
static int last_decision(const server_table *table, int seat) {
    capu_record record = server_table_record(table);
    capu_state state;
    int last = -1;

    if (capu_replay(&record, 0, &state, NULL))
        return -1;
    for (int i = 0; i < record.count; i++) {
        capu_move move = record.moves[i];
        if ((int)move.seat == seat && (last < 0 || capu_legal_count(&state, seat) > 1) &&
            !is_silent(&state, seat))
            last = i;
        capu_apply_legal(&state, (int)move.seat, move.action);
    }
    return last;
}

/* Who must agree: all other people, also one for whom a bot plays meanwhile. */
static json_t *people_besides(const server_table *table, int seat) {
    json_t *seats = json_array();

    for (int i = 0; i < table->players; i++)
        if (i != seat && table->seats[i].kind == SEAT_PERSON)
            json_array_append_new(seats, json_integer(i));
    return seats;
}

/* What is asked for. A choice that nobody has been told of goes alone. Else all who decided at the
 * same time decide again: nobody does so knowing what the others must keep to. */
static json_t *pack_ask(const server_table *table, int seat, int last) {
    bool own = last >= table->told;
    int to = own ? last : host_match_told(&table->match, last, NULL);

    return json_pack("{s:i,s:b,s:o}", "to", to, "own", own, "of", people_besides(table, seat));
}

static bool decide_undo(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    int seat = need_seat(r, table), last;
    bool all, ask;

    if (seat < 0 || !need_running(r, table) || !need_own_hand(r, table, seat) ||
        !need_room(r, table) || !may_flag(r, "all", false, &all) ||
        !may_flag(r, "ask", false, &ask))
        return false;
    if ((last = last_decision(table, seat)) < 0)
        return refuse(r, 409, "nothing_to_undo", "you have not done anything yet");
    capu_record record = server_table_record(table);
    int floor = capu_undo_floor(&record, seat);
    bool own = last >= floor;
    if (!own && !ask)
        return refuse(r, 409, "undo_barrier",
                      "something was shown or somebody else has acted since: ask the others");
    *deed = (server_deed){.kind = own ? "undo" : "ask", .seat = seat};
    deed->data = own ? json_pack("{s:i}", "to", all ? floor : last) : pack_ask(table, seat, last);
    return true;
}

void handle_undo(server_request *r) {
    append_deed(r, decide_undo);
}

static bool decide_answer(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    int seat = need_seat(r, table);
    bool agree;

    if (seat < 0 || !need_running(r, table) || !may_flag(r, "agree", false, &agree))
        return false;
    if (!json_object_get(r->json, "agree"))
        return refuse(r, 400, "bad_request", "'agree' must be true or false");
    if (table->asker < 0)
        return refuse(r, 409, "nobody_asked", "nobody asks to take back");
    if (seat == table->asker && agree)
        return refuse(r, 409, "not_your_turn", "the others must agree");
    if (agree && (table->agreed >> seat & 1))
        return refuse(r, 409, "agreed", "you have agreed already");
    *deed = (server_deed){.kind = agree ? "agree" : "refuse", .seat = seat};
    return true;
}

void handle_undo_answer(server_request *r) {
    append_deed(r, decide_answer);
}

/* ---------------------------------------------------------- leaving and coming */

static bool decide_leave(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    int seat = need_seat(r, table);

    if (seat < 0 || !need_running(r, table))
        return false;
    if (table->seats[seat].away)
        return refuse(r, 409, "away", "a bot plays for you already");
    *deed = (server_deed){.kind = "away", .seat = seat, .data = json_pack("{s:s}", "why", "left")};
    return true;
}

void handle_leave(server_request *r) {
    append_deed(r, decide_leave);
}

static bool decide_back(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    int seat = need_seat(r, table);

    if (seat < 0 || !need_running(r, table) || !need_reserve(r, table))
        return false;
    if (!table->seats[seat].away)
        return refuse(r, 409, "not_away", "you have your seat");
    if (server_seat_is_late(table, seat))
        return refuse(r, 409, "out_of_time", "your time is up, and was renewed once already");
    *deed = (server_deed){.kind = "back", .seat = seat};
    return true;
}

void handle_back(server_request *r) {
    append_deed(r, decide_back);
}

/* --------------------------------------------------------------------- talking */

/* While a game goes on only those who play talk: others might know what they should not say. */
static bool decide_chat(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    const char *given = need_text(r, "text", 1, CHAT_TEXT);
    int seat = server_table_seat_of(table, r->who.id);
    char text[CHAT_TEXT + 1];

    if (!given || !need_room(r, table))
        return false;
    snprintf(text, sizeof text, "%s", given);
    server_clean_talk(text);
    if (!*text)
        return refuse(r, 400, "bad_request", "'text' has nothing that can be seen");
    if (seat < 0 && table->status == TABLE_RUNNING)
        return refuse(r, 403, "bad_seat", "only those who play can talk while the game goes on");
    if (!server_limits_take(r->server->limits, "chat", r->who.id, 1, 10))
        return refuse(r, 429, "too_many", "that is a lot of talk; please wait a little");
    *deed = (server_deed){.kind = "chat", .seat = seat};
    deed->data = json_pack("{s:s,s:s}", "name", r->who.name, "text", text);
    return true;
}

void handle_chat(server_request *r) {
    append_deed(r, decide_chat);
}

static void write_note(void *to, const char *note) {
    host_json_text(to, "note", note);
}

void handle_note(server_request *r) {
    host_json note = {.comma = true};

    if (!store_note(r->server->store, r->who.id, r->parts[0], write_note, &note)) {
        refuse_store(r);
        return;
    }
    open_answer(r, 200);
    if (note.text.at)
        host_json_raw(&r->out, NULL, note.text.at + 1);
    else
        host_json_text(&r->out, "note", "");
    close_answer(r);
    free(note.text.at);
}

void handle_put_note(server_request *r) {
    json_t *member = json_object_get(r->json, "note");
    const char *note = json_string_value(member);

    if (!note || strlen(note) > 8000) {
        refuse(r, 400, "bad_request", "'note' must be a text of at most 8000 bytes");
        return;
    }
    server_live *live = need_table(r);
    if (!live)
        return;
    server_hub_give(r->server->hub, live);
    if (!store_put_note(r->server->store, r->who.id, r->parts[0], note, server_now())) {
        refuse_store(r);
        return;
    }
    open_answer(r, 200);
    close_answer(r);
}
