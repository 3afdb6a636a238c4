/* Tables before and after the game: making them, sitting down, starting, playing again. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/system.h"
#include "server/clock.h"
#include "server/handlers.h"
#include "server/session.h"

enum { LIST_MOST = 100 };

/* --------------------------------------------------------------------- making */

/* As many tables as somebody may have under way; those that are frozen do not count. */
static int64_t most_tables(const server_request *r) {
    return r->server->config->tables + server_hub_frozen_of(r->server->hub, r->who.id);
}

/* Keeps a new table; `id` is its own, or that of the one that was made with this key before, and
 * then `*again` is true. */
static bool keep_table(server_request *r, const capu_game *game, json_t *setup, bool listed,
                       const char *key, char id[STORE_ID_TEXT], bool *again) {
    char *text = json_dumps(setup, JSON_COMPACT), secret[HASH_TEXT], existing[STORE_ID_TEXT];
    uint8_t seed[CAPU_SEED_BYTES];
    host_json summary = {0};
    server_table table;

    server_new_id(id);
    host_system_seed(seed);
    sodium_bin2hex(secret, sizeof secret, seed, sizeof seed);
    store_table_row row = {
        .id = id,
        .game = capu_info(game)->name,
        .rules = capu_info(game)->rules,
        .creator = r->who.id,
        .setup = text,
        .secret = secret,
        .listed = listed,
        .create_key = key,
        .status = "open",
        .created = server_now(),
    };
    row.changed = row.told = row.created;
    server_table_begin(&table, &row);
    server_table_summary(&table, &summary);
    row.summary = summary.text.at;
    row.due = server_table_due(&table, row.created, 0);
    store_stored stored = store_create(r->server->store, &row, most_tables(r), existing);
    *again = stored == STORE_CONFLICT;
    if (*again)
        snprintf(id, STORE_ID_TEXT, "%s", existing);
    server_table_free(&table);
    free(summary.text.at);
    free(text);
    if (stored == STORE_FULL)
        return refuse(r, 429, "too_many", "you have made as many tables as one may at a time");
    return stored != STORE_FAILED || refuse_store(r);
}

/* Appends a deed and frees its data. */
static store_stored append(server_main *server, server_live *live, const server_deed *deed) {
    store_stored stored = server_hub_append(server->hub, live, deed, NULL);

    json_decref(deed->data);
    return stored;
}

static bool may_sit_on(const server_request *r, const server_table *table, int seat) {
    return table->status == TABLE_OPEN && server_table_seat_of(table, r->who.id) < 0 &&
           (table->seats[seat].kind == SEAT_OPEN || table->seats[seat].kind == SEAT_INVITED);
}

/* Invitations are drawn anew for every table. */
static json_t *without_invites(json_t *setup) {
    json_t *copy = json_deep_copy(setup), *seat;
    size_t i;

    json_array_foreach(json_object_get(copy, "seats"), i, seat) json_object_del(seat, "invite");
    return copy;
}

/* Whether the table is what a request asks for that was made with its key. */
static bool is_wanted(const server_table *table, const capu_game *game, json_t *setup,
                      bool listed) {
    json_t *kept = json_loads(table->setup, 0, NULL);
    json_t *a = without_invites(kept), *b = without_invites(setup);
    bool same = json_equal(a, b) && table->listed == listed &&
                strcmp(table->game_name, capu_info(game)->name) == 0;

    json_decref(kept);
    json_decref(a);
    json_decref(b);
    return same;
}

/* Sits down at a table that is taken, if it still waits for people. false after refusing. */
static bool sit_down(server_request *r, server_live *live, int seat, const char *mix) {
    server_deed deed = {.kind = "sit", .person = r->who.id, .seat = seat, .member = r->who.id};
    store_stored stored = STORE_STORED;

    if (may_sit_on(r, &live->table, seat)) {
        if (!need_room(r, &live->table))
            return false;
        deed.data = json_pack("{s:s,s:s}", "name", r->who.name, "mix", mix);
        stored = append(r->server, live, &deed);
    }
    if (stored == STORE_STORED)
        stored = server_start_table(r->server, live);
    return stored != STORE_FAILED || refuse_store(r);
}

static bool check_again(server_request *r, const char *id, const capu_game *game, json_t *setup,
                        bool listed) {
    server_live *live;

    if (server_hub_take(r->server->hub, id, &live) != FOUND)
        return refuse_store(r);
    bool same = is_wanted(&live->table, game, setup, listed);
    server_hub_give(r->server->hub, live);
    return same || refuse(r, 409, "conflict", "another table was made with this Idempotency-Key");
}

static void answer_table(server_request *r, const char *id, int mine, const char *mix) {
    server_live *live;

    if (server_hub_take(r->server->hub, id, &live) != FOUND) {
        refuse_store(r);
        return;
    }
    live->from = server_hash_key(r->address);
    bool done = mine >= 0 ? sit_down(r, live, mine, mix)
                          : server_start_table(r->server, live) != STORE_FAILED || refuse_store(r);
    if (done)
        write_table(r, live, 201);
    server_hub_give(r->server->hub, live);
}

void handle_create(server_request *r) {
    const capu_game *game = need_game(r);
    const char *mix = game ? may_text(r, "mix", HASH_TEXT - 1, "") : NULL;
    char id[STORE_ID_TEXT], key[KEY_TEXT];
    bool listed, again;
    int mine;

    if (!mix || !may_flag(r, "public", false, &listed) || !read_key(r, key))
        return;
    json_t *setup = read_setup(r, game, &mine);
    if (!setup)
        return;
    json_object_set_new(setup, "mine", json_integer(mine));
    if (keep_table(r, game, setup, listed, *key ? key : NULL, id, &again) &&
        (!again || check_again(r, id, game, setup, listed)))
        answer_table(r, id, mine, mix);
    json_decref(setup);
}

/* -------------------------------------------------------------------- starting */

/* Who sits where: drawn by the secret, unless it is fixed. Drawn only now, knowing what everybody
 * has added to the seed, it could be drawn until the deal suits. */
static json_t *pack_start(const server_table *table) {
    int order[CAPU_MAX_PLAYERS];
    json_t *list = json_array();

    host_seal_order(table->secret, table->players, order);
    for (int i = 0; i < table->players; i++)
        json_array_append_new(list, json_integer(table->fixed_order ? i : order[i]));
    return json_pack("{s:o,s:b}", "order", list, "sealed", !table->fixed_order);
}

store_stored server_start_table(server_main *server, server_live *live) {
    if (live->table.status != TABLE_OPEN || !server_table_full(&live->table))
        return STORE_STORED;
    return append(server, live,
                  &(server_deed){
                      .kind = "start", .person = "", .seat = -1, .data = pack_start(&live->table)});
}

/* -------------------------------------------------------------------- sitting */

static bool need_open(server_request *r, server_table_status status) {
    if (status == TABLE_CLOSED)
        return refuse(r, 409, "closed", "this table is closed");
    return status == TABLE_OPEN ||
           refuse(r, 409, "has_begun", "this table no longer waits for people");
}

static int invited_to(const server_table *table, const char *invite) {
    for (int i = 0; i < table->players; i++) {
        const server_seat *seat = &table->seats[i];
        if (seat->kind == SEAT_INVITED && strlen(seat->invite) == strlen(invite) &&
            sodium_memcmp(seat->invite, invite, strlen(invite)) == 0)
            return i;
    }
    return -1;
}

static int kept_for(const server_table *table, const char *person) {
    for (int i = 0; i < table->players; i++)
        if (table->seats[i].kind == SEAT_INVITED && strcmp(table->seats[i].kept, person) == 0)
            return i;
    return -1;
}

static int first_open(const server_table *table) {
    for (int i = 0; i < table->players; i++)
        if (table->seats[i].kind == SEAT_OPEN)
            return i;
    return -1;
}

/* The seat that who asks may take; -1 after refusing. */
static int choose_seat(server_request *r, const server_table *table) {
    const char *invite = may_text(r, "invite", STORE_ID_TEXT, "");
    int64_t wanted;
    int seat;

    if (!invite || !may_number(r, r->json, "seat", 0, table->players - 1, -1, &wanted))
        return -1;
    if (*invite) {
        if ((seat = invited_to(table, invite)) < 0)
            refuse(r, 403, "bad_invite", "this invitation is not, or no longer, good");
        return seat;
    }
    if ((seat = kept_for(table, r->who.id)) >= 0)
        return seat;
    seat = first_open(table);
    if (seat < 0)
        refuse(r, 409, "full", "there is no free seat at this table");
    if (seat < 0 || wanted < 0)
        return seat;
    if (table->seats[wanted].kind == SEAT_OPEN)
        return (int)wanted;
    refuse(r, 409, "seat_taken", "this seat is not free");
    return -1;
}

static bool decide_sit(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    const char *mix = may_text(r, "mix", HASH_TEXT - 1, "");

    if (!mix || !need_open(r, table->status) || !need_room(r, table))
        return false;
    if (server_table_seat_of(table, r->who.id) >= 0)
        return refuse(r, 409, "seated", "you have a seat at this table");
    int seat = choose_seat(r, table);
    if (seat < 0)
        return false;
    *deed = (server_deed){.kind = "sit", .seat = seat, .member = r->who.id};
    deed->data = json_pack("{s:s,s:s}", "name", r->who.name, "mix", mix);
    return true;
}

static void start_if_full(server_request *r) {
    server_live *live;

    if (server_hub_take(r->server->hub, r->parts[0], &live) != FOUND)
        return; /* it will start all the same: it is due */
    server_start_table(r->server, live);
    server_hub_give(r->server->hub, live);
}

void handle_sit(server_request *r) {
    if (append_deed(r, decide_sit))
        start_if_full(r);
}

static bool decide_stand(server_request *r, server_live *live, server_deed *deed) {
    int seat = need_seat(r, &live->table);

    if (seat < 0 || !need_open(r, live->table.status))
        return false;
    *deed =
        (server_deed){.kind = "stand", .seat = seat, .member = r->who.id, .remove_member = true};
    return true;
}

void handle_stand(server_request *r) {
    append_deed(r, decide_stand);
}

/* ----------------------------------------------------------------- with bots */

static bool is_free(const server_seat *seat) {
    return seat->kind == SEAT_OPEN || seat->kind == SEAT_INVITED;
}

/* The seats that bots are to take: one, or all that are free. */
static json_t *seats_to_fill(const server_table *table, int64_t wanted) {
    json_t *seats = json_array();

    for (int i = 0; i < table->players; i++)
        if (is_free(&table->seats[i]) && (wanted < 0 || wanted == i))
            json_array_append_new(seats, json_integer(i));
    return seats;
}

static bool decide_fill(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    const char *level = read_level(r);
    int64_t wanted;

    if (!level || r->status || !may_number(r, r->json, "seat", 0, table->players - 1, -1, &wanted))
        return false;
    if (strcmp(table->creator, r->who.id) != 0)
        return refuse(r, 403, "forbidden", "only who made the table can fill it with bots");
    if (!need_open(r, table->status))
        return false;
    json_t *seats = seats_to_fill(table, wanted);
    bool any = json_array_size(seats) > 0;
    *deed = (server_deed){.kind = "fill", .seat = -1};
    deed->data = json_pack("{s:o,s:s}", "seats", seats, "level", level);
    return any || refuse(r, 409, wanted < 0 ? "full" : "seat_taken", "no such seat is free");
}

void handle_fill(server_request *r) {
    if (append_deed(r, decide_fill))
        start_if_full(r);
}

static bool decide_mix(server_request *r, server_live *live, server_deed *deed) {
    const char *mix = need_text(r, "mix", 0, HASH_TEXT - 1);
    int seat = mix ? need_seat(r, &live->table) : -1;

    if (seat < 0 || !need_open(r, live->table.status) || !need_room(r, &live->table))
        return false;
    *deed = (server_deed){.kind = "mix", .seat = seat, .data = json_pack("{s:s}", "mix", mix)};
    return true;
}

void handle_mix(server_request *r) {
    append_deed(r, decide_mix);
}

static bool decide_close(server_request *r, server_live *live, server_deed *deed) {
    const server_table *table = &live->table;
    bool mine = strcmp(table->creator, r->who.id) == 0;
    server_table_status status = server_table_was(table);

    if (!r->who.host && !mine)
        return refuse(r, 403, "forbidden", "only who made the table, or the host, can close it");
    if (!r->who.host && !need_open(r, status))
        return false;
    *deed = (server_deed){.kind = "close", .seat = -1};
    return status != TABLE_OVER || refuse(r, 409, "game_over", "the game is over");
}

void handle_close(server_request *r) {
    append_deed(r, decide_close);
}

/* ---------------------------------------------------------------- playing again */

/* The same table once more: seats are kept for the people who had them. */
static json_t *setup_again(const server_table *table) {
    json_t *setup = json_loads(table->setup, 0, NULL), *seats = json_array();

    for (int i = 0; i < table->players; i++) {
        const server_seat *seat = &table->seats[i];
        json_t *again = seat->kind == SEAT_BOT
                            ? json_pack("{s:s,s:s}", "kind", "bot", "level", seat->bot->name)
                            : invited_seat();
        if (seat->kind == SEAT_PERSON)
            json_object_set_new(again, "for", json_string(seat->person));
        json_array_append_new(seats, again);
    }
    json_object_set_new(setup, "seats", seats);
    return setup;
}

/* The table that follows, made now if there is none; false after refusing. */
static bool find_next(server_request *r, server_live *live, char id[STORE_ID_TEXT]) {
    const server_table *table = &live->table;
    char key[64];
    bool again;

    if (table->status != TABLE_OVER)
        return refuse(r, 409, "not_over", "the game is not over");
    if (need_seat(r, table) < 0)
        return false;
    snprintf(id, STORE_ID_TEXT, "%s", table->next);
    if (*id)
        return true;
    snprintf(key, sizeof key, "again:%s", table->id);
    json_t *setup = setup_again(table);
    bool kept = keep_table(r, table->match.record.game, setup, table->listed, key, id, &again);
    json_decref(setup);
    if (!kept)
        return false;
    server_deed deed = {.kind = "next", .person = r->who.id, .seat = -1};
    deed.data = json_pack("{s:s}", "table", id);
    return append(r->server, live, &deed) != STORE_FAILED || refuse_store(r);
}

void handle_rematch(server_request *r) {
    const char *mix = may_text(r, "mix", HASH_TEXT - 1, "");
    char id[STORE_ID_TEXT];
    server_live *live = mix ? need_table(r) : NULL;

    if (!live)
        return;
    bool found = find_next(r, live, id);
    server_hub_give(r->server->hub, live);
    if (!found)
        return;
    if (server_hub_take(r->server->hub, id, &live) != FOUND) {
        refuse_store(r);
        return;
    }
    int seat = kept_for(&live->table, r->who.id);
    if (seat < 0 || sit_down(r, live, seat, mix))
        write_table(r, live, 201);
    server_hub_give(r->server->hub, live);
}

/* --------------------------------------------------------------------- listing */

/* What a list is wanted of. */
typedef struct filter {
    const char *status, *game, *pace; /* "": any */
    int64_t players, limit;           /* 0: any number of players */
    server_hub *hub;
    bool own;
    json_t *list;
} filter;

/* One of the words in a query, or any of them; false after refusing. */
static bool query_word(server_request *r, const char *name, const char *const words[], int count,
                       const char **word) {
    const char *given = query(r, name);

    if (!given)
        return true;
    *word = given;
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], given) == 0)
            return true;
    return refuse(r, 400, "bad_request", "the query has a word that means nothing here");
}

static bool query_number(server_request *r, const char *name, int64_t most, int64_t *number) {
    const char *given = query(r, name);
    char *end;

    if (!given)
        return true;
    *number = strtoll(given, &end, 10);
    if (*given && !*end && *number >= 1 && *number <= most)
        return true;
    return refuse(r, 400, "bad_request", "the query has a number that is too small or too large");
}

static bool query_game(server_request *r, const char **game) {
    const char *given = query(r, "game");

    if (given)
        *game = given;
    return !given || capu_find(given) ||
           refuse(r, 400, "unknown_game", "there is no such game: see /api/v1/games");
}

/* What the summary of a table is LIKE that is wanted: its members as server_table_summary writes
 * them, which no name in it can pass for, since its quotes are escaped. */
static void write_pattern(const filter *f, char *pattern, size_t size) {
    capu_text text = capu_text_on(pattern, size);

    capu_text_char(&text, '%');
    if (f->players) {
        capu_text_add(&text, "\"players\":");
        capu_text_number(&text, f->players);
        capu_text_add(&text, ",%");
    }
    if (*f->pace) {
        capu_text_add(&text, "\"pace\":{\"kind\":\"");
        capu_text_add(&text, f->pace);
        capu_text_add(&text, "\"%");
    }
}

static bool is_frozen(const filter *f, const store_table_row *row) {
    return (strcmp(row->status, "open") == 0 || strcmp(row->status, "running") == 0) &&
           (!server_is_edition(row->game, row->rules) || server_hub_is_frozen(f->hub, row->id));
}

/* The line of the list, with what changes too often to be kept in it; not when it last changed,
 * which may tell of a choice that is hidden. Only at one's own tables does one see what is frozen,
 * and only among all of them. */
static void add_table(void *to, const store_table_row *row) {
    filter *f = to;
    bool frozen = is_frozen(f, row);
    json_t *table = frozen && (!f->own || *f->status) ? NULL : json_loads(row->summary, 0, NULL);

    if (!table)
        return;
    if (frozen)
        json_object_set_new(table, "status", json_string(server_status_names[TABLE_FROZEN]));
    json_object_set_new(table, "actors", json_integer(frozen ? 0 : row->actors));
    json_object_set_new(table, "created", json_integer(row->created));
    json_array_append_new(f->list, table);
}

static int64_t look_for_actors(server_main *server, const char *id) {
    int64_t actors = 0;
    server_live *live;

    if (id && server_hub_take(server->hub, id, &live) == FOUND) {
        actors = server_table_actors(&live->table);
        server_hub_give(server->hub, live);
    }
    return actors;
}

/* The actors as a list; and for a person at the table, which seat is theirs and whether it is their
 * turn. */
static void finish_table(server_request *r, json_t *table, bool own) {
    int64_t bits = json_integer_value(json_object_get(table, "actors"));
    json_t *actors = json_array(), *seats = json_object_get(table, "seats"), *seat;
    size_t i;
    int you = -1;

    if (bits < 0) /* kept by a version that did not note them */
        bits = look_for_actors(r->server, json_string_value(json_object_get(table, "id")));
    json_array_foreach(seats, i, seat) {
        const char *person = json_string_value(json_object_get(seat, "person"));
        if (bits >> i & 1)
            json_array_append_new(actors, json_integer((json_int_t)i));
        if (person && strcmp(person, r->who.id) == 0)
            you = (int)i;
    }
    json_object_set_new(table, "actors", actors);
    if (!own)
        return;
    json_object_set_new(table, "you", you < 0 ? json_null() : json_integer(you));
    json_object_set_new(table, "turn", json_boolean(you >= 0 && (bits >> you & 1)));
}

/* Answers with the list, or refuses. */
static void answer_list(server_request *r, bool read, json_t *list, bool own) {
    json_t *table;
    size_t i;

    if (read) {
        json_array_foreach(list, i, table) finish_table(r, table, own);
        char *text = json_dumps(list, JSON_COMPACT);
        open_answer(r, 200);
        host_json_raw(&r->out, "tables", text);
        close_answer(r);
        free(text);
    } else {
        refuse_store(r);
    }
}

static bool read_filter(server_request *r, filter *f) {
    static const char *const statuses[] = {"open", "running", "over"};

    return query_word(r, "status", statuses, 3, &f->status) && query_game(r, &f->game) &&
           query_word(r, "pace", server_pace_names, PACE_DAYS + 1, &f->pace) &&
           query_number(r, "players", CAPU_MAX_PLAYERS, &f->players) &&
           query_number(r, "limit", LIST_MOST, &f->limit);
}

void handle_tables(server_request *r) {
    filter f = {.status = "open", .game = "", .pace = "", .limit = LIST_MOST};
    char pattern[128];

    if (!read_filter(r, &f))
        return;
    write_pattern(&f, pattern, sizeof pattern);
    f.hub = r->server->hub;
    f.list = json_array();
    bool read = store_listed(r->server->store, &(store_listing){f.status, f.game, pattern, f.limit},
                             add_table, &f);
    answer_list(r, read, f.list, false);
    json_decref(f.list);
}

void handle_my_tables(server_request *r) {
    static const char *const statuses[] = {"open", "running", "over", "closed"};
    filter f = {.status = "", .game = "", .pace = "", .limit = LIST_MOST, .own = true};

    if (!query_word(r, "status", statuses, 4, &f.status) ||
        !query_number(r, "limit", LIST_MOST, &f.limit))
        return;
    f.hub = r->server->hub;
    f.list = json_array();
    bool read = store_tables_of(r->server->store, r->who.id, f.status, f.limit, add_table, &f);
    answer_list(r, read, f.list, true);
    json_decref(f.list);
}
