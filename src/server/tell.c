/* A table as JSON, for those who look at it. Whatever goes out to people about a game goes through
 * here, and through a view. */
#include <stdlib.h>
#include <string.h>

#include "server/table.h"

enum { STATE_TEXT = 16384, MOVE_TEXT = CAPU_ACTION_TEXT + 16 };

static void write_seats_of(uint32_t seats, const char *key, capu_json *json) {
    capu_json_open(json, key, '[');
    for (int i = 0; i < CAPU_MAX_PLAYERS; i++)
        if (seats >> i & 1)
            capu_json_number(json, NULL, i);
    capu_json_close(json, ']');
}

void capu_actors_json(uint32_t actors, capu_json *json) {
    write_seats_of(actors, "actors", json);
}

/* ------------------------------------------------------------------ the table */

static void write_pace(const capu_pace *pace, capu_json *json) {
    capu_json_open(json, "pace", '{');
    capu_json_text(json, "kind", capu_pace_names[pace->kind]);
    if (pace->kind == PACE_LIVE) {
        capu_json_number(json, "bank", pace->bank / 1000);
        capu_json_number(json, "increment", pace->increment / 1000);
    }
    if (pace->kind == PACE_DAYS)
        capu_json_number(json, "days", pace->bank / 86400000);
    capu_json_close(json, '}');
}

/* Without its rules, what was asked for when the table was made. */
static void write_given_options(const capu_table *table, capu_json *json) {
    json_t *setup = json_loads(table->setup, 0, NULL);
    char *text = json_dumps(json_object_get(setup, "options"), JSON_COMPACT);

    capu_json_raw(json, "options", text ? text : "{}");
    free(text);
    json_decref(setup);
}

static void write_options(const capu_table *table, capu_json *json) {
    const capu_game *game = table->match.record.game;

    if (!game) {
        write_given_options(table, json);
        return;
    }
    capu_json_open(json, "options", '{');
    for (int i = 0; i < capu_info(game)->option_count; i++) {
        char value[128];
        capu_text text = capu_text_on(value, sizeof value);
        if (table->options.value[i] == 0)
            continue;
        capu_option_value(game, i, table->options.value[i], &text);
        capu_json_text(json, capu_info(game)->options[i].name, value);
    }
    capu_json_close(json, '}');
}

static void write_seat(const capu_table *table, int index, capu_json *json) {
    const capu_seat *seat = &table->seats[index];

    capu_json_open(json, NULL, '{');
    capu_json_text(json, "kind", capu_seat_names[seat->kind]);
    if (seat->kind == SEAT_BOT)
        capu_json_text(json, "level", seat->bot->name);
    if (seat->kind == SEAT_PERSON) {
        capu_json_text(json, "person", seat->person);
        capu_json_text(json, "name", seat->name);
        capu_json_flag(json, "away", seat->away);
        capu_json_flag(json, "mixed", *seat->mix != '\0');
    }
    capu_json_close(json, '}');
}

static void write_seats(const capu_table *table, capu_json *json) {
    capu_json_open(json, "seats", '[');
    for (int i = 0; i < table->players; i++)
        write_seat(table, i, json);
    capu_json_close(json, ']');
}

static void write_frame(const capu_table *table, const char *status, capu_json *json) {
    capu_json_text(json, "id", table->id);
    capu_json_text(json, "game", table->game_name);
    capu_json_number(json, "rules", table->rules);
    capu_json_number(json, "players", table->players);
    write_options(table, json);
    capu_json_text(json, "status", status);
    capu_json_flag(json, "public", table->listed);
    capu_json_flag(json, "hints", capu_table_hints(table));
    write_pace(&table->pace, json);
}

static void write_result(const capu_table *table, capu_json *json) {
    if (table->status == TABLE_FROZEN && table->result)
        capu_json_raw(json, "result", table->result);
    if (table->status != TABLE_OVER)
        return;
    capu_json_open(json, "result", '{');
    capu_text_reserve(&json->text, 1024);
    capu_result_json(&table->match.state, true, &json->text);
    capu_json_close(json, '}');
}

/* What a frozen table was is kept, for the version that knows its rules. */
void capu_table_summary(const capu_table *table, capu_json *json) {
    bool frozen = table->status == TABLE_FROZEN;

    capu_json_open(json, NULL, '{');
    write_frame(table, frozen ? table->was : capu_status_names[table->status], json);
    write_seats(table, json);
    write_result(table, json);
    capu_json_close(json, '}');
}

static void write_ask(const capu_table *table, capu_json *json) {
    if (table->asker < 0) {
        capu_json_null(json, "asked");
        return;
    }
    capu_json_open(json, "asked", '{');
    capu_json_number(json, "seat", table->asker);
    write_seats_of(capu_table_asked(table), "of", json);
    write_seats_of(table->agreed, "agreed", json);
    capu_json_close(json, '}');
}

/* The places before the start of those who sit here now, as the secret has drawn them. */
static void write_order(const capu_table *table, capu_json *json) {
    int order[CAPU_MAX_PLAYERS];

    if (!table->sealed_order)
        return;
    capu_seal_order(table->secret, table->players, order);
    capu_json_open(json, "order", '[');
    for (int i = 0; i < table->players; i++)
        capu_json_number(json, NULL, order[i]);
    capu_json_close(json, ']');
}

/* What proves that the deal was fixed: nothing but the hash until the game is over. */
static void write_seal(const capu_table *table, capu_json *json) {
    capu_json_open(json, "seal", '{');
    capu_json_text(json, "commitment", table->commitment);
    if (table->status == TABLE_OVER) {
        capu_json_text(json, "secret", table->secret);
        capu_json_open(json, "mixes", '[');
        for (int i = 0; i < table->players; i++)
            capu_json_text(json, NULL, table->seats[i].mix);
        capu_json_close(json, ']');
        write_order(table, json);
    }
    capu_json_close(json, '}');
}

void capu_table_json(const capu_table *table, capu_json *json) {
    capu_json_open(json, "table", '{');
    write_frame(table, capu_status_names[table->status], json);
    if (table->status == TABLE_FROZEN)
        capu_json_text(json, "was", table->was);
    capu_json_text(json, "creator", table->creator);
    capu_json_number(json, "created", table->created);
    capu_json_text(json, "order", table->fixed_order ? "fixed" : "random");
    capu_json_text(json, "level", table->level->name);
    write_seats(table, json);
    write_ask(table, json);
    write_seal(table, json);
    write_result(table, json);
    capu_json_text(json, "next", *table->next ? table->next : NULL);
    capu_json_close(json, '}');
}

/* ------------------------------------------------------------------- the game */

void capu_table_view_json(const capu_table *table, int seat, capu_json *json, const char *key) {
    capu_state view;

    if (!table->match.state.head.players) {
        capu_json_null(json, key);
        return;
    }
    capu_view(&table->match.state, seat, &view);
    capu_state_json(&view, capu_json_begin(json, key, STATE_TEXT));
}

void capu_table_history_json(const capu_table *table, int seat, capu_json *json, const char *key) {
    if (!table->match.state.head.players) {
        capu_json_raw(json, key, "[]");
        return;
    }
    capu_match_history(&table->match, seat, capu_json_begin(json, key, 2));
}

/* Milliseconds left for each seat, and since when those who are waited for have been. */
static void write_clocks(const capu_table *table, capu_json *json) {
    if (!capu_table_has_clocks(table) || table->status != TABLE_RUNNING) {
        capu_json_null(json, "clocks");
        return;
    }
    capu_json_open(json, "clocks", '[');
    for (int i = 0; i < table->players; i++) {
        const capu_seat *seat = &table->seats[i];
        capu_json_open(json, NULL, '{');
        capu_json_number(json, "left", seat->bank);
        if (seat->since)
            capu_json_number(json, "since", seat->since);
        capu_json_close(json, '}');
    }
    capu_json_close(json, ']');
}

static void write_chat_line(const capu_chat_line *line, capu_json *json) {
    capu_json_open(json, NULL, '{');
    capu_json_number(json, "at", line->at);
    capu_json_text(json, "person", line->person);
    capu_json_text(json, "name", line->name);
    capu_json_text(json, "text", line->text);
    capu_json_close(json, '}');
}

static void write_situation(const capu_table *table, int seat, int64_t at, capu_json *json) {
    capu_json_number(json, "version", table->version[capu_viewer(seat)]);
    if (seat >= 0)
        capu_json_number(json, "you", seat);
    else
        capu_json_null(json, "you");
    capu_json_number(json, "at", at);
    capu_actors_json(capu_table_actors(table), json);
    capu_json_number(json, "count", table->told);
    write_clocks(table, json);
}

bool capu_is_muted(const capu_mutes *mutes, const char *person) {
    for (int i = 0; mutes && i < mutes->count; i++)
        if (strcmp(mutes->people[i], person) == 0)
            return true;
    return false;
}

void capu_table_snapshot(const capu_table *table, int seat, int64_t now, const capu_mutes *mutes,
                         capu_json *json) {
    capu_json_open(json, NULL, '{');
    capu_json_text(json, "server", capu_version());
    write_situation(table, seat, now, json);
    capu_table_json(table, json);
    capu_table_view_json(table, seat, json, "view");
    capu_table_history_json(table, seat, json, "history");
    capu_json_open(json, "chat", '[');
    for (int i = 0; i < table->chat_count; i++)
        if (!capu_is_muted(mutes, table->chat[i].person))
            write_chat_line(&table->chat[i], json);
    capu_json_close(json, ']');
    capu_json_close(json, '}');
}

/* ------------------------------------------------------------------ one entry */

static void write_news(const capu_table *table, const capu_news *news, int seat, capu_json *json) {
    capu_record record = capu_table_record(table);

    capu_json_open(json, "actions", '[');
    capu_text_reserve(&json->text, (size_t)(news->end - news->begin) * MOVE_TEXT);
    capu_news_json(&record, news->begin, news->end, news->sealed, seat, &json->text);
    capu_json_close(json, ']');
}

/* Who of an action that is not told yet has acted is told only as far as the view shows it. */
static void write_actor(const capu_entry *entry, const capu_news *news, int seat, bool act,
                        capu_json *json) {
    bool known = !act || news->end > news->begin || entry->seat == seat;

    if (known && entry->seat >= 0)
        capu_json_number(json, "seat", entry->seat);
    else
        capu_json_null(json, "seat");
}

static void write_said(const capu_entry *entry, bool muted, capu_json *json) {
    json_t *data = json_loads(entry->data, 0, NULL);

    capu_json_text(json, "person", entry->person);
    capu_json_text(json, "name", json_string_value(json_object_get(data, "name")));
    capu_json_text(json, "text", muted ? NULL : json_string_value(json_object_get(data, "text")));
    json_decref(data);
}

void capu_table_update(const capu_table *table, const capu_entry *entry, const capu_news *news,
                       int seat, bool muted, capu_json *json) {
    bool act = strcmp(entry->kind, "act") == 0, chat = strcmp(entry->kind, "chat") == 0;

    capu_json_open(json, NULL, '{');
    capu_json_text(json, "kind", entry->kind);
    write_actor(entry, news, seat, act, json);
    write_situation(table, seat, entry->at, json);
    if (chat) {
        write_said(entry, muted, json);
    } else {
        write_news(table, news, seat, json);
        if (!act || table->status != TABLE_RUNNING || news->asked)
            capu_table_json(table, json);
        if (table->match.state.head.players)
            capu_table_view_json(table, seat, json, "view");
    }
    capu_json_close(json, '}');
}

/* -------------------------------------------------------------------- records */

void capu_table_record_json(const capu_table *table, capu_json *json) {
    capu_match_write(&table->match, capu_json_begin(json, NULL, 16));
    json->text.length--; /* the seal goes before the last brace */
    write_seal(table, json);
    capu_json_close(json, '}');
}
