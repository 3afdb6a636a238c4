/* Tables of requests, and appending to their logs: see append.h. */
#include "server/append.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --------------------------------------------------------------------- tables */

server_live *need_table(server_request *r) {
    server_live *live = r->live;

    if (live)
        return live;
    store_found found = strlen(r->parts[0]) < STORE_ID_TEXT
                            ? server_hub_take(r->server->hub, r->parts[0], &live)
                            : NOT_FOUND;

    if (found == NOT_FOUND)
        refuse(r, 404, "not_found", "there is no such table");
    else if (found == FIND_FAILED)
        refuse_store(r);
    return found == FOUND ? live : NULL;
}

static bool refuse_more(server_request *r) {
    return refuse(r, 429, "too_many",
                  "you have used up your share of this table's log: no more of this from you");
}

/* A share is of what is free, so that many people together do not fill it either: the less there
 * is, the less there is for each. */
bool need_room(server_request *r, const server_table *table) {
    int64_t left = LONG_LOG - table->seq;

    if (left <= 0)
        return refuse(r, 429, "too_many", "too much has happened at this table");
    return (int64_t)SHARES * server_table_spent(table, r->who.id) < left || refuse_more(r);
}

bool need_reserve(server_request *r, const server_table *table) {
    return server_table_spent(table, r->who.id) < LONG_LOG / SHARES || refuse_more(r);
}

int need_seat(server_request *r, const server_table *table) {
    int seat = server_table_seat_of(table, r->who.id);

    if (seat < 0)
        refuse(r, 403, "bad_seat", "you have no seat at this table");
    return seat;
}

/* ------------------------------------------------------------------ appending */

enum { ATTEMPTS = 16 };

static bool is_ascii(const char *text) {
    for (; *text; text++)
        if (*text < 0x20 || *text >= 0x7f)
            return false;
    return true;
}

bool read_key(server_request *r, char key[KEY_TEXT]) {
    const char *given = header(r, "Idempotency-Key");

    key[0] = '\0';
    if (!given)
        return true;
    if (strlen(given) > 64 || !*given || !is_ascii(given))
        return refuse(r, 400, "bad_request",
                      "Idempotency-Key must have 1 to 64 characters, all printable ASCII");
    snprintf(key, KEY_TEXT, "%s:%s", r->who.id, given);
    return true;
}

static void answer_deed(server_request *r, const server_answer *answer) {
    open_answer(r, 200);
    host_json_number(&r->out, "version", answer->version);
    server_actors_json(answer->actors, &r->out);
    host_json_flag(&r->out, "over", answer->over);
    close_answer(r);
}

static store_stored append_once(server_request *r, server_live *live, server_deed *deed,
                                const char *idem) {
    server_answer answer;

    deed->person = r->who.id;
    deed->idem = *idem ? idem : NULL;
    live->from = server_hash_key(r->address);
    store_stored stored = server_hub_append(r->server->hub, live, deed, &answer);
    if (stored == STORE_STORED)
        answer_deed(r, &answer);
    else if (stored == STORE_FAILED)
        refuse_store(r);
    return stored;
}

static void refuse_frozen(server_request *r, const server_table *table) {
    const capu_game *game = capu_find(table->game_name);
    char message[128] = "this table was played by other rules than the server now has";

    if (game && !server_is_edition(table->game_name, table->rules))
        snprintf(message, sizeof message,
                 "this table was played by edition %" PRId64
                 " of the rules; the server plays by edition %d",
                 table->rules, capu_info(game)->rules);
    refuse(r, 409, "frozen", message);
}

/* One attempt; true: it is settled, with an answer or a refusal. */
static bool attempt(server_request *r, server_live *live, server_decide *decide, const char *idem,
                    bool *done) {
    const server_answer *before = *idem ? server_table_answered(&live->table, idem) : NULL;
    server_deed deed = {.seat = -1};

    if (before) {
        answer_deed(r, before);
        *done = true;
        return true;
    }
    if (live->table.status == TABLE_FROZEN && !(r->route->flags & FROZEN_TOO)) {
        refuse_frozen(r, &live->table);
        return true;
    }
    if (!decide(r, live, &deed)) {
        json_decref(deed.data);
        return true;
    }
    store_stored stored = append_once(r, live, &deed, idem);
    json_decref(deed.data);
    *done = stored == STORE_STORED;
    return stored != STORE_CONFLICT;
}

bool append_deed(server_request *r, server_decide *decide) {
    char idem[KEY_TEXT];
    bool settled = false, done = false;

    if (!read_key(r, idem))
        return false;
    server_live *live = need_table(r);
    if (!live)
        return false;
    for (int i = 0; i < ATTEMPTS && !settled; i++)
        settled = attempt(r, live, decide, idem, &done);
    server_hub_give(r->server->hub, live);
    if (!settled)
        refuse(r, 409, "conflict", "others were faster; please try again");
    return done;
}
