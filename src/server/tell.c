/* A table as JSON, for those who look at it. Whatever goes out to people about a game goes through
 * here, and through a view. */
#include <stdlib.h>
#include <string.h>

#include "server/table.h"

enum { STATE_TEXT = 16384, MOVE_TEXT = CAPU_ACTION_TEXT + 16 };

static void write_seats_of(uint32_t seats, const char *key, host_json *json) {
    host_json_open(json, key, '[');
    for (int i = 0; i < CAPU_MAX_PLAYERS; i++)
        if (seats >> i & 1)
            host_json_number(json, NULL, i);
    host_json_close(json, ']');
}

void server_actors_json(uint32_t actors, host_json *json) {
    write_seats_of(actors, "actors", json);
}

/* ------------------------------------------------------------------ the table */

static void write_pace(const server_pace *pace, host_json *json) {
    host_json_open(json, "pace", '{');
    host_json_text(json, "kind", server_pace_names[pace->kind]);
    if (pace->kind == PACE_LIVE) {
        host_json_number(json, "bank", pace->bank / 1000);
        host_json_number(json, "increment", pace->increment / 1000);
    }
    if (pace->kind == PACE_DAYS)
        host_json_number(json, "days", pace->bank / 86400000);
    host_json_close(json, '}');
}

/* Without its rules, what was asked for when the table was made. */
static void write_given_options(const server_table *table, host_json *json) {
    json_t *setup = json_loads(table->setup, 0, NULL);
    char *text = json_dumps(json_object_get(setup, "options"), JSON_COMPACT);

    host_json_raw(json, "options", text ? text : "{}");
    free(text);
    json_decref(setup);
}

static void write_options(const server_table *table, host_json *json) {
    const capu_game *game = table->match.record.game;

    if (!game) {
        write_given_options(table, json);
        return;
    }
    host_json_open(json, "options", '{');
    for (int i = 0; i < capu_info(game)->option_count; i++) {
        char value[128];
        capu_text text = capu_text_on(value, sizeof value);
        if (table->options.value[i] == 0)
            continue;
        capu_option_value(game, i, table->options.value[i], &text);
        host_json_text(json, capu_info(game)->options[i].name, value);
    }
    host_json_close(json, '}');
}

static void write_seat(const server_table *table, int index, host_json *json) {
    const server_seat *seat = &table->seats[index];

    host_json_open(json, NULL, '{');
    host_json_text(json, "kind", server_seat_names[seat->kind]);
    if (seat->kind == SEAT_BOT)
        host_json_text(json, "level", seat->bot->name);
    if (seat->kind == SEAT_PERSON) {
        host_json_text(json, "person", seat->person);
        host_json_text(json, "name", seat->name);
        host_json_flag(json, "away", seat->away);
        host_json_flag(json, "mixed", *seat->mix != '\0');
    }
    host_json_close(json, '}');
}

static void write_seats(const server_table *table, host_json *json) {
    host_json_open(json, "seats", '[');
    for (int i = 0; i < table->players; i++)
        write_seat(table, i, json);
    host_json_close(json, ']');
}

static void write_frame(const server_table *table, const char *status, host_json *json) {
    host_json_text(json, "id", table->id);
    host_json_text(json, "game", table->game_name);
    host_json_number(json, "rules", table->rules);
    host_json_number(json, "players", table->players);
    write_options(table, json);
    host_json_text(json, "status", status);
    host_json_flag(json, "public", table->listed);
    host_json_flag(json, "hints", server_table_hints(table));
    write_pace(&table->pace, json);
}

static void write_result(const server_table *table, host_json *json) {
    if (table->status == TABLE_FROZEN && table->result)
        host_json_raw(json, "result", table->result);
    if (table->status != TABLE_OVER)
        return;
    host_json_open(json, "result", '{');
    host_text_reserve(&json->text, 1024);
    capu_result_json(&table->match.state, true, &json->text);
    host_json_close(json, '}');
}

/* What a frozen table was is kept, for the version that knows its rules. */
void server_table_summary(const server_table *table, host_json *json) {
    bool frozen = table->status == TABLE_FROZEN;

    host_json_open(json, NULL, '{');
    write_frame(table, frozen ? table->was : server_status_names[table->status], json);
    write_seats(table, json);
    write_result(table, json);
    host_json_close(json, '}');
}

static void write_ask(const server_table *table, host_json *json) {
    if (table->asker < 0) {
        host_json_null(json, "asked");
        return;
    }
    host_json_open(json, "asked", '{');
    host_json_number(json, "seat", table->asker);
    if (!table->ask_own) /* what goes is in the history */
        host_json_number(json, "to", table->ask_to);
    write_seats_of(server_table_asked(table), "of", json);
    write_seats_of(table->agreed, "agreed", json);
    host_json_close(json, '}');
}

static void write_ending(const server_table *table, host_json *json) {
    if (!table->end_agreed) {
        host_json_null(json, "ending");
        return;
    }
    host_json_open(json, "ending", '{');
    host_json_number(json, "seat", table->ender);
    write_seats_of(table->end_of, "of", json);
    write_seats_of(table->end_agreed, "agreed", json);
    host_json_close(json, '}');
}

/* The places before the start of those who sit here now, as the secret has drawn them. */
static void write_order(const server_table *table, host_json *json) {
    int order[CAPU_MAX_PLAYERS];

    if (!table->sealed_order)
        return;
    host_seal_order(table->secret, table->players, order);
    host_json_open(json, "order", '[');
    for (int i = 0; i < table->players; i++)
        host_json_number(json, NULL, order[i]);
    host_json_close(json, ']');
}

/* What proves that the deal was fixed: nothing but the hash until the game is over. */
static void write_seal(const server_table *table, host_json *json) {
    host_json_open(json, "seal", '{');
    host_json_text(json, "commitment", table->commitment);
    if (table->status == TABLE_OVER) {
        host_json_text(json, "secret", table->secret);
        host_json_open(json, "mixes", '[');
        for (int i = 0; i < table->players; i++)
            host_json_text(json, NULL, table->seats[i].mix);
        host_json_close(json, ']');
        write_order(table, json);
    }
    host_json_close(json, '}');
}

void server_table_json(const server_table *table, host_json *json) {
    host_json_open(json, "table", '{');
    write_frame(table, server_status_names[table->status], json);
    if (table->status == TABLE_FROZEN)
        host_json_text(json, "was", table->was);
    host_json_text(json, "creator", table->creator);
    host_json_number(json, "created", table->created);
    host_json_text(json, "order", table->fixed_order ? "fixed" : "random");
    host_json_text(json, "level", table->level->name);
    write_seats(table, json);
    write_ask(table, json);
    write_ending(table, json);
    write_seal(table, json);
    write_result(table, json);
    host_json_text(json, "next", *table->next ? table->next : NULL);
    host_json_close(json, '}');
}

/* ------------------------------------------------------------------- the game */

static bool has_begun(const server_table *table) {
    return table->match.state.head.players != 0;
}

static void write_view(const capu_state *view, host_json *json, const char *key) {
    capu_state_json(view, host_json_begin(json, key, STATE_TEXT));
}

void server_table_view_json(const server_table *table, int seat, host_json *json, const char *key) {
    capu_state view;

    if (!has_begun(table)) {
        host_json_null(json, key);
        return;
    }
    capu_view(&table->match.state, seat, &view);
    write_view(&view, json, key);
}

static void write_bytes(const capu_state *view, host_json *json) {
    host_json_base64(json, "bytes", view, (size_t)capu_info(capu_game_of(view))->state_bytes);
}

void server_table_bytes_json(const server_table *table, int seat, host_json *json) {
    capu_state view;

    capu_view(&table->match.state, seat, &view);
    write_bytes(&view, json);
}

void server_table_legal_json(const server_table *table, int seat, host_json *json,
                             const char *key) {
    capu_action actions[CAPU_MAX_ACTIONS];
    int count = table->status == TABLE_RUNNING && seat >= 0
                    ? capu_legal(&table->match.state, seat, actions)
                    : 0;

    host_json_open(json, key, '[');
    for (int i = 0; i < count; i++) {
        capu_text *text = host_json_begin(json, NULL, CAPU_ACTION_TEXT + 2);
        capu_text_char(text, '"');
        capu_action_write(table->match.record.game, actions[i], false, text);
        capu_text_char(text, '"');
    }
    host_json_close(json, ']');
}

/* Whether a person has to decide for the seat now. What is made by itself is no decision: whoever
 * made it too might decide what comes after it. */
static bool must_decide(const server_table *table, const capu_state *view, int seat) {
    capu_move step;

    return seat >= 0 && server_table_actors(table) >> seat & 1 &&
           !server_seat_is_played(&table->seats[seat]) && !capu_silent_step(view, &step);
}

/* All that a client needs to draw the game, and to play it. */
static void write_seen(const server_table *table, const capu_state *view, int seat,
                       host_json *json) {
    write_view(view, json, "view");
    host_facts_json(view, host_json_begin(json, "facts", 2));
    write_bytes(view, json);
    if (must_decide(table, view, seat))
        server_table_legal_json(table, seat, json, "legal");
}

void server_table_history_json(const server_table *table, int seat, host_json *json,
                               const char *key) {
    if (!has_begun(table)) {
        host_json_raw(json, key, "[]");
        return;
    }
    host_match_history(&table->match, seat, host_json_begin(json, key, 2));
}

static void write_game(const server_table *table, int seat, host_json *json) {
    capu_state view;

    if (!has_begun(table)) {
        host_json_null(json, "view");
        host_json_null(json, "facts");
        host_json_raw(json, "history", "[]");
        host_json_raw(json, "story", "[]");
        return;
    }
    capu_view(&table->match.state, seat, &view);
    write_seen(table, &view, seat, json);
    server_table_history_json(table, seat, json, "history");
    host_match_story(&table->match, 0, seat, host_json_begin(json, "story", 2));
}

/* Milliseconds left for each seat, and since when those who are waited for have been. */
static void write_clocks(const server_table *table, host_json *json) {
    if (!server_table_has_clocks(table) || table->status != TABLE_RUNNING) {
        host_json_null(json, "clocks");
        return;
    }
    host_json_open(json, "clocks", '[');
    for (int i = 0; i < table->players; i++) {
        const server_seat *seat = &table->seats[i];
        host_json_open(json, NULL, '{');
        host_json_number(json, "left", seat->bank);
        if (seat->since)
            host_json_number(json, "since", seat->since);
        host_json_close(json, '}');
    }
    host_json_close(json, ']');
}

static void write_chat_line(const server_chat_line *line, host_json *json) {
    host_json_open(json, NULL, '{');
    host_json_number(json, "at", line->at);
    host_json_text(json, "person", line->person);
    host_json_text(json, "name", line->name);
    host_json_text(json, "text", line->text);
    host_json_close(json, '}');
}

static void write_happening(const server_happening *happening, host_json *json) {
    host_json_open(json, NULL, '{');
    host_json_text(json, "kind", happening->back ? "back" : "away");
    host_json_number(json, "seat", happening->seat);
    if (*happening->why)
        host_json_text(json, "why", happening->why);
    host_json_number(json, "at", happening->at);
    host_json_number(json, "count", happening->count);
    host_json_close(json, '}');
}

static void write_situation(const server_table *table, int seat, int64_t at, host_json *json) {
    host_json_number(json, "version", table->version[server_viewer(seat)]);
    if (seat >= 0)
        host_json_number(json, "you", seat);
    else
        host_json_null(json, "you");
    host_json_number(json, "at", at);
    server_actors_json(server_table_actors(table), json);
    host_json_number(json, "count", table->told);
    write_clocks(table, json);
}

bool server_is_muted(const server_mutes *mutes, const char *person) {
    for (int i = 0; mutes && i < mutes->count; i++)
        if (strcmp(mutes->people[i], person) == 0)
            return true;
    return false;
}

void server_table_snapshot(const server_table *table, int seat, int64_t now,
                           const server_mutes *mutes, host_json *json) {
    host_json_text(json, "server", capu_version());
    write_situation(table, seat, now, json);
    server_table_json(table, json);
    write_game(table, seat, json);
    host_json_open(json, "chat", '[');
    for (int i = 0; i < table->chat_count; i++)
        if (!server_is_muted(mutes, table->chat[i].person))
            write_chat_line(&table->chat[i], json);
    host_json_close(json, ']');
    host_json_open(json, "happenings", '[');
    for (int i = 0; i < table->happening_count; i++)
        write_happening(&table->happenings[i], json);
    host_json_close(json, ']');
}

/* ------------------------------------------------------------------ one entry */

/* The only move that becomes known, or none. */
static void write_one(const capu_record *record, int seat, host_json *json) {
    host_json_open(json, "actions", '[');
    host_text_reserve(&json->text, MOVE_TEXT);
    capu_news_json(record, 0, record->count, false, seat, &json->text);
    host_json_close(json, ']');
}

typedef struct moments {
    host_json *json;
    bool any;
} moments;

static void write_moment(void *context, int items, const capu_state *view) {
    moments *m = context;

    if (!m->any)
        host_json_open(m->json, "moments", '[');
    m->any = true;
    host_json_open(m->json, NULL, '{');
    host_json_number(m->json, "items", items);
    write_bytes(view, m->json);
    host_json_close(m->json, '}');
}

/* Few moves have any. */
static void write_moments(const capu_record *record, int seat, host_json *json) {
    moments m = {json, false};

    capu_story_moments(record, 0, seat, write_moment, &m);
    if (m.any)
        host_json_close(json, ']');
}

/* The moves that become known, and what they led to. Only these are made again for it. */
static void write_news(const server_table *table, const server_news *news, int seat,
                       host_json *json) {
    capu_record record = server_table_record(table);
    int count = news->end - news->begin;

    record.from = &news->from;
    if (record.moves) /* none before the first */
        record.moves += news->begin;
    record.count = count;
    if (count > 1) /* some of them may have been sealed, and are told by seat */
        capu_history_json(&record, seat,
                          host_json_begin(json, "actions", (size_t)count * MOVE_TEXT + 2));
    else
        write_one(&record, seat, json);
    if (count == 0) {
        host_json_raw(json, "story", "[]");
        return;
    }
    host_story_json(&record, 0, seat, host_json_begin(json, "story", 2));
    write_moments(&record, seat, json);
}

/* Who of an action that is not told yet has acted is told only as far as the view shows it. */
static void write_actor(const store_entry *entry, const server_news *news, int seat, bool act,
                        host_json *json) {
    bool known = !act || news->end > news->begin || entry->seat == seat;

    if (known && entry->seat >= 0)
        host_json_number(json, "seat", entry->seat);
    else
        host_json_null(json, "seat");
}

static void write_said(const server_chat_line *line, bool muted, host_json *json) {
    host_json_text(json, "person", line->person);
    host_json_text(json, "name", line->name);
    host_json_text(json, "text", muted ? NULL : line->text);
}

/* Why a bot plays for somebody: they left, their time was up, or they had vanished. */
static void write_why(const store_entry *entry, host_json *json) {
    json_t *data = json_loads(entry->data, 0, NULL);

    host_json_text(json, "why", json_string_value(json_object_get(data, "why")));
    json_decref(data);
}

void server_table_update(const server_table *table, const store_entry *entry,
                         const server_news *news, int seat, bool muted, host_json *json) {
    bool act = strcmp(entry->kind, "act") == 0, chat = strcmp(entry->kind, "chat") == 0;

    host_json_open(json, NULL, '{');
    host_json_text(json, "kind", entry->kind);
    write_actor(entry, news, seat, act, json);
    write_situation(table, seat, entry->at, json);
    if (strcmp(entry->kind, "away") == 0)
        write_why(entry, json);
    if (chat) {
        write_said(&table->chat[table->chat_count - 1], muted, json);
    } else {
        write_news(table, news, seat, json);
        if (!act || table->status != TABLE_RUNNING || news->asked)
            server_table_json(table, json);
        if (has_begun(table))
            write_seen(table, &news->views[server_viewer(seat)], seat, json);
    }
    host_json_close(json, '}');
}

/* -------------------------------------------------------------------- records */

void server_table_record_json(const server_table *table, host_json *json) {
    host_match_write(&table->match, host_json_begin(json, NULL, 16));
    json->text.length--; /* the seal goes before the last brace */
    write_seal(table, json);
    host_json_close(json, '}');
}
