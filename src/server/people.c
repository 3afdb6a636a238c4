/* People: guests, accounts, bots; what they own and what they leave behind. */
#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/clock.h"
#include "server/handlers.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/marks.h"
#include "server/session.h"

enum {
    NAME_MOST = 60,
    PASSWORD_LEAST = 8,
    PASSWORD_MOST = 256,
    PREFERENCES_MOST = 4096, /* bytes */
};

typedef struct id_list {
    char (*ids)[STORE_ID_TEXT];
    int count;
} id_list;

static void add_id(id_list *list, const char *id) {
    list->ids = host_grow(list->ids, (size_t)(list->count + 1) * sizeof *list->ids);
    snprintf(list->ids[list->count++], STORE_ID_TEXT, "%s", id);
}

static void add_person_id(void *to, const store_person *person) {
    add_id(to, person->id);
}

/* A name as it will be shown. false after refusing. */
static bool read_name(server_request *r, const char *given, char name[STORE_NAME_TEXT]) {
    snprintf(name, STORE_NAME_TEXT, "%s", given);
    return server_clean_name(name) ||
           refuse(r, 400, "bad_request", "'name' must begin with something that can be seen");
}

/* -------------------------------------------------------------------- sessions */

static void set_cookie(server_request *r, const char *token) {
    snprintf(r->cookie, sizeof r->cookie, "capucine=%s; Path=/; HttpOnly; SameSite=Lax%s; %s",
             token, server_secure(r->server) ? "; Secure" : "",
             *token ? "Max-Age=34560000" : "Max-Age=0");
}

static void write_person(const store_person *person, host_json *out) {
    host_json_text(out, "id", person->id);
    host_json_text(out, "kind", person->kind);
    host_json_text(out, "name", person->name);
}

static void write_preferences(void *to, const char *preferences) {
    host_json_raw(to, "preferences", preferences);
}

static bool write_me(server_request *r) {
    const store_person *me = &r->who;
    size_t before;

    host_json_open(&r->out, "me", '{');
    write_person(me, &r->out);
    host_json_text(&r->out, "login", *me->login ? me->login : NULL);
    host_json_flag(&r->out, "host", me->host);
    host_json_text(&r->out, "language", *me->language ? me->language : NULL);
    host_json_text(&r->out, "contact", *me->contact ? me->contact : NULL);
    host_json_flag(&r->out, "contact_confirmed", *server_contact(r->server, me));
    host_json_number(&r->out, "created", me->created);
    before = r->out.text.length;
    bool read = store_preferences(r->server->store, me->id, write_preferences, &r->out);
    if (r->out.text.length == before)
        host_json_raw(&r->out, "preferences", "{}");
    host_json_close(&r->out, '}');
    return read;
}

static void answer_me(server_request *r, int status) {
    open_answer(r, status);
    bool read = write_me(r);
    close_answer(r);
    if (!read)
        refuse_store(r);
}

static bool begin_session(server_request *r) {
    char token[TOKEN_TEXT];

    if (!server_session_begin(r->server, r->who.id, token))
        return refuse_store(r);
    set_cookie(r, token);
    return true;
}

/* Keeps somebody new. */
static bool keep(server_request *r, const store_person *person) {
    store_stored stored = store_put_person(r->server->store, person);

    if (stored == STORE_FULL)
        return refuse(r, 429, "too_many", "you have as many bots as one may");
    return stored == STORE_STORED || refuse_store(r);
}

/* After a change: who asks, as the store has them now. */
static bool read_again(server_request *r) {
    server_person_changed(r->server, r->who.id);
    store_found found = store_find_person(r->server->store, r->who.id, &r->who);

    if (found == NOT_FOUND || strcmp(r->who.kind, "deleted") == 0)
        return refuse(r, 401, "no_session", "this person is not there any more");
    return found == FOUND || refuse_store(r);
}

static bool begin_guest(server_request *r, const char *name) {
    store_person *me = &r->who;

    *me = (store_person){.kind = "guest", .created = server_now()};
    me->seen = me->created;
    server_new_id(me->id);
    if (*name)
        snprintf(me->name, sizeof me->name, "%s", name);
    else
        snprintf(me->name, sizeof me->name, "Guest %u", 1000 + randombytes_uniform(9000));
    return keep(r, me) && begin_session(r);
}

/* A visitor becomes a guest; who is known already stays who they are. */
void handle_session(server_request *r) {
    const char *given = may_text(r, "name", NAME_MOST, "");
    char name[STORE_NAME_TEXT] = "";

    if (!given || (*given && !read_name(r, given, name)))
        return;
    if (r->known) {
        answer_me(r, 200);
        return;
    }
    if (r->server->config->rate &&
        !server_limits_take(r->server->limits, "guest", r->address, 1, 60)) {
        refuse(r, 429, "too_many", "too many new guests from this address; please wait a little");
        return;
    }
    if (begin_guest(r, name))
        answer_me(r, 201);
}

void handle_logout(server_request *r) {
    if (!server_session_end(r->server, r->token, r->who.id)) {
        refuse_store(r);
        return;
    }
    set_cookie(r, "");
    open_answer(r, 200);
    close_answer(r);
}

/* ------------------------------------------------------------------- passwords */

/* Names to log in with are the same in any case of their ASCII letters. */
static void fold_login(const char *name, char login[STORE_NAME_TEXT]) {
    size_t i = 0;

    for (; name[i] && i + 1 < STORE_NAME_TEXT; i++)
        login[i] = (char)tolower((unsigned char)name[i]);
    login[i] = '\0';
}

/* Hashes even if there is nobody, so that the time does not tell. */
static bool verify(server_request *r, const char *hash, const char *password) {
    static const char nobody[] = "$argon2id$v=19$m=65536,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$"
                                 "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    char text[crypto_pwhash_STRBYTES] = {0};

    r->server->metrics.hashes++;
    snprintf(text, sizeof text, "%s", *hash ? hash : nobody);
    return crypto_pwhash_str_verify(text, password, strlen(password)) == 0 && *hash;
}

static bool refuse_attempts(server_request *r) {
    return refuse(r, 429, "too_many", "too many attempts; please wait a little");
}

/* One more attempt of this address to be somebody by a secret, or to have one. */
static bool may_try(server_request *r) {
    return !r->server->config->rate ||
           server_limits_take(r->server->limits, "login", r->address, 0.2, 20) ||
           refuse_attempts(r);
}

/* Guesses of one address do not lock an owner out elsewhere. Those of many together would: but a
 * device that the owner has logged in with is counted by itself. */
static bool may_log_in(server_request *r, const char *login, const char *device) {
    struct server_limits *limits = r->server->limits;
    char here[sizeof r->address + STORE_NAME_TEXT];

    if (!r->server->config->rate)
        return true;
    if (device)
        return server_limits_take(limits, "login by", device, 0.2, 10) || refuse_attempts(r);
    snprintf(here, sizeof here, "%s %s", r->address, login);
    return may_try(r) && ((server_limits_take(limits, "login from", here, 0.05, 10) &&
                           server_limits_take(limits, "login of", login, 0.2, 30)) ||
                          refuse_attempts(r));
}

/* The cookie of a device that this person has logged in with; NULL: it is a stranger's. */
static const char *known_device(server_request *r, const store_person *person) {
    const char *device = cookie(r, "capucine_device");

    return device && server_is_device_of(r->server, person->id, device) ? device : NULL;
}

static void set_device(server_request *r) {
    char device[DEVICE_TEXT];

    server_new_device(r->server, r->who.id, device);
    snprintf(r->device, sizeof r->device,
             "capucine_device=%s; Path=/api/v1/login; HttpOnly; SameSite=Lax%s; Max-Age=34560000",
             device, server_secure(r->server) ? "; Secure" : "");
}

/* Who logs in with a name. It is looked for as it is given, too: there may be names from before
 * anything was taken out of them. */
static bool find_login(server_request *r, const char *name, char login[STORE_NAME_TEXT],
                       store_person *person) {
    char clean[STORE_NAME_TEXT];

    fold_login(name, login);
    store_found found = store_person_by_login(r->server->store, login, person);
    snprintf(clean, sizeof clean, "%s", login);
    if (found == NOT_FOUND && server_clean_name(clean)) {
        memcpy(login, clean, sizeof clean);
        found = store_person_by_login(r->server->store, login, person);
    }
    return found != FIND_FAILED || refuse_store(r);
}

void handle_login(server_request *r) {
    const char *name = need_text(r, "name", 1, NAME_MOST);
    const char *password = name ? need_text(r, "password", 1, PASSWORD_MOST) : NULL;
    char login[STORE_NAME_TEXT];
    store_person person = {0};

    if (!password || !find_login(r, name, login, &person))
        return;
    const char *device = known_device(r, &person);
    if (!may_log_in(r, login, device))
        return;
    if (!verify(r, person.password, password)) {
        refuse(r, 403, "bad_login", "the name or the password is not right");
        return;
    }
    r->who = person;
    if (!device)
        set_device(r);
    if (begin_session(r))
        answer_me(r, 200);
}

/* Each session is counted by itself: whoever has one of them does not keep the owner out. */
static bool check_old(server_request *r, const char *old) {
    if (r->server->config->rate &&
        !server_limits_take(r->server->limits, "old password", r->token, 0.2, 10))
        return refuse_attempts(r);
    return verify(r, r->who.password, old) ||
           refuse(r, 403, "bad_login", "the old password is not right");
}

static bool refuse_name_taken(server_request *r) {
    return refuse(r, 409, "name_taken", "somebody else logs in with this name");
}

/* Before anything is hashed for a name that cannot be had. */
static bool check_login_free(server_request *r, const char *login) {
    store_person other;
    store_found found = store_person_by_login(r->server->store, login, &other);

    if (found == FIND_FAILED)
        return refuse_store(r);
    return found == NOT_FOUND || strcmp(other.id, r->who.id) == 0 || refuse_name_taken(r);
}

static bool may_have_password(server_request *r, const char *login) {
    const char *old = may_text(r, "old", PASSWORD_MOST, "");

    if (!old)
        return false;
    if (strcmp(r->who.kind, "bot") == 0)
        return refuse(r, 403, "forbidden", "bots have tokens, not passwords");
    return *r->who.password ? check_old(r, old) : may_try(r) && check_login_free(r, login);
}

static bool end_sessions(server_main *server, const char *person) {
    bool done = store_end_sessions(server->store, person);

    server_person_changed(server, person);
    return done;
}

/* Whoever knew the old password is sent away, with the bots that they may have made or whose tokens
 * they may have; this client stays. */
static bool renew_sessions(server_request *r) {
    id_list bots = {0};
    bool done = store_bots_of(r->server->store, r->who.id, add_person_id, &bots);

    for (int i = 0; i < bots.count; i++)
        done = end_sessions(r->server, bots.ids[i]) && done;
    free(bots.ids);
    done = end_sessions(r->server, r->who.id) && done;
    return done ? begin_session(r) : refuse_store(r);
}

static bool hash_password(server_request *r, const char *password,
                          char hash[crypto_pwhash_STRBYTES]) {
    r->server->metrics.hashes++;
    return crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0 ||
           refuse_busy(r);
}

static bool keep_password(server_request *r, const char *login, const char *hash) {
    store_stored stored = store_set_password(r->server->store, r->who.id, login, hash);

    if (stored == STORE_CONFLICT)
        return refuse_name_taken(r);
    return stored == STORE_STORED || refuse_store(r);
}

/* A password makes a guest an account, which works from other devices. */
void handle_password(server_request *r) {
    const char *password = need_text(r, "password", PASSWORD_LEAST, PASSWORD_MOST);
    char hash[crypto_pwhash_STRBYTES], login[STORE_NAME_TEXT];

    if (!password)
        return;
    fold_login(r->who.name, login);
    if (!may_have_password(r, login) || !hash_password(r, password, hash) ||
        !keep_password(r, login, hash))
        return;
    set_device(r);
    if ((!*r->who.password || renew_sessions(r)) && read_again(r))
        answer_me(r, 200);
}

/* -------------------------------------------------------------------- profiles */

void handle_me(server_request *r) {
    answer_me(r, 200);
}

/* The text of an object that clients keep here, NULL without one; false after refusing. */
static bool read_preferences(server_request *r, char **text) {
    json_t *object = json_object_get(r->json, "preferences");

    *text = NULL;
    if (!object)
        return true;
    if (json_is_object(object))
        *text = json_dumps(object, JSON_COMPACT);
    if (*text && strlen(*text) <= PREFERENCES_MOST)
        return true;
    return refuse(r, 400, "bad_request", "'preferences' must be an object of at most 4096 bytes");
}

/* What is not confirmed, or is another address, is asked for by a letter there. */
static bool settle_contact(server_request *r, const store_profile *change) {
    const char *contact = change->contact;

    if (!contact || !check_contact(r, contact))
        return !contact;
    return strcmp(server_contact(r->server, &r->who), contact) == 0 ||
           ask_contact(r, contact, change->language ? change->language : r->who.language);
}

void handle_change_me(server_request *r) {
    store_profile change = {0};
    char *preferences = NULL, name[STORE_NAME_TEXT];

    change.name = may_text(r, "name", NAME_MOST, NULL);
    if (change.name && read_name(r, change.name, name))
        change.name = name;
    if (!r->status)
        change.language = may_text(r, "language", 15, NULL);
    if (!r->status)
        change.contact = may_text(r, "contact", 255, NULL);
    if (!r->status && read_preferences(r, &preferences) && settle_contact(r, &change)) {
        change.preferences = preferences;
        if (!store_change_person(r->server->store, r->who.id, &change))
            refuse_store(r);
        else if (read_again(r))
            answer_me(r, 200);
    }
    free(preferences);
}

void handle_person(server_request *r) {
    store_person person;
    store_found found = store_find_person(r->server->store, r->parts[0], &person);

    if (found != FOUND) {
        if (found == NOT_FOUND)
            refuse(r, 404, "not_found", "there is no such person");
        else
            refuse_store(r);
        return;
    }
    open_answer(r, 200);
    host_json_open(&r->out, "person", '{');
    write_person(&person, &r->out);
    host_json_number(&r->out, "created", person.created);
    host_json_close(&r->out, '}');
    close_answer(r);
}

static bool refuse_host_token(server_request *r) {
    return refuse(r, 403, "bad_token", "this link is not, or no longer, good");
}

/* Whether a token is good, which it stays. */
static bool check_host_token(server_request *r, const char *token) {
    char hash[HASH_TEXT], kept[HASH_TEXT];
    capu_text value = capu_text_on(kept, sizeof kept);

    if (!may_try(r))
        return false;
    if (!store_setting(r->server->store, "host_token", &value))
        return refuse_store(r);
    host_sha256_text(token, hash);
    return strcmp(hash, kept) == 0 || refuse_host_token(r);
}

/* The one-time link of the first start makes its user the host. */
static bool become_host(server_request *r, const char *token) {
    char hash[HASH_TEXT];

    host_sha256_text(token, hash);
    if (!store_take_setting(r->server->store, "host_token", hash))
        return refuse_host_token(r);
    if (!store_make_host(r->server->store, r->who.id))
        return refuse_store(r);
    server_log(LOG_INFO_, "there is a host now", "person", r->who.id, NULL);
    return read_again(r);
}

void handle_host(server_request *r) {
    const char *token = need_text(r, "token", 1, 64);

    if (token && check_host_token(r, token) && become_host(r, token))
        answer_me(r, 200);
}

/* The form of the page behind the host link. Only who has a good token becomes a guest by it. */
void handle_host_form(server_request *r) {
    const char *token = need_text(r, "token", 1, 64);

    if (token && check_host_token(r, token) && (r->known || begin_guest(r, "Host")) &&
        become_host(r, token))
        answer_text(
            r, "text/html; charset=utf-8",
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Capucine</title>"
            "<h1>You are the host now</h1><p><a href=\"/\">To the games</a></p></html>");
}

/* ----------------------------------------------------------------------- mutes */

static void add_text(void *to, const char *text) {
    host_json_text(to, NULL, text);
}

void handle_mutes(server_request *r) {
    host_json list = {0};

    if (!store_mutes(r->server->store, r->who.id, add_text, &list)) {
        refuse_store(r);
    } else {
        open_answer(r, 200);
        host_json_open(&r->out, "mutes", '[');
        host_json_raw(&r->out, NULL, list.text.at ? list.text.at : "");
        host_json_close(&r->out, ']');
        close_answer(r);
    }
    free(list.text.at);
}

void handle_mute(server_request *r) {
    const char *person = need_text(r, "person", 1, STORE_ID_TEXT - 1);
    bool muted;

    if (!person || !may_flag(r, "muted", true, &muted))
        return;
    store_stored stored = store_mute(r->server->store, r->who.id, person, muted);
    if (stored == STORE_FULL)
        refuse(r, 429, "too_many", "you mute as many as one may");
    if (stored == STORE_FAILED)
        refuse_store(r);
    if (stored != STORE_STORED)
        return;
    server_person_changed(r->server, r->who.id);
    open_answer(r, 200);
    close_answer(r);
}

/* ------------------------------------------------------------------------ bots */

static void add_bot(void *to, const store_person *bot) {
    host_json_open(to, NULL, '{');
    write_person(bot, to);
    host_json_number(to, "created", bot->created);
    host_json_number(to, "seen", bot->seen);
    host_json_close(to, '}');
}

void handle_my_bots(server_request *r) {
    host_json list = {0};

    if (!store_bots_of(r->server->store, r->who.id, add_bot, &list)) {
        refuse_store(r);
    } else {
        open_answer(r, 200);
        host_json_open(&r->out, "bots", '[');
        host_json_raw(&r->out, NULL, list.text.at ? list.text.at : "");
        host_json_close(&r->out, ']');
        close_answer(r);
    }
    free(list.text.at);
}

static bool may_have_bot(server_request *r) {
    return strcmp(r->who.kind, "bot") != 0 || refuse(r, 403, "forbidden", "bots cannot make bots");
}

/* Answers with a bot and a token for it, which is shown this once. */
static void answer_token(server_request *r, const store_person *bot, int status) {
    char token[TOKEN_TEXT];

    if (!server_session_begin(r->server, bot->id, token)) {
        refuse_store(r);
        return;
    }
    open_answer(r, status);
    host_json_open(&r->out, "bot", '{');
    write_person(bot, &r->out);
    host_json_close(&r->out, '}');
    host_json_text(&r->out, "token", token);
    close_answer(r);
}

/* An account for a program. */
void handle_new_bot(server_request *r) {
    const char *name = need_text(r, "name", 1, NAME_MOST);
    store_person bot = {.kind = "bot", .created = server_now()};

    if (!name || !read_name(r, name, bot.name) || !may_have_bot(r))
        return;
    server_new_id(bot.id);
    bot.seen = bot.created;
    snprintf(bot.owner, sizeof bot.owner, "%s", r->who.id);
    if (keep(r, &bot))
        answer_token(r, &bot, 201);
}

/* One's own bot that the path names. */
static bool need_bot(server_request *r, store_person *bot) {
    store_found found = store_find_person(r->server->store, r->parts[0], bot);

    if (found == FIND_FAILED)
        return refuse_store(r);
    return (found == FOUND && strcmp(bot->kind, "bot") == 0 &&
            strcmp(bot->owner, r->who.id) == 0) ||
           refuse(r, 404, "not_found", "you have no such bot");
}

/* Another token, in the place of those that were. */
void handle_bot_token(server_request *r) {
    store_person bot;

    if (!need_bot(r, &bot))
        return;
    if (end_sessions(r->server, bot.id))
        answer_token(r, &bot, 200);
    else
        refuse_store(r);
}

/* --------------------------------------------------------- taking along, leaving */

static void add_note(void *to, const char *table, const char *note) {
    host_json_open(to, NULL, '{');
    host_json_text(to, "table", table);
    host_json_text(to, "note", note);
    host_json_close(to, '}');
}

static void add_said(void *to, const char *table, const char *data) {
    host_json_open(to, NULL, '{');
    host_json_text(to, "table", table);
    host_json_raw(to, "said", data);
    host_json_close(to, '}');
}

static void add_summary(void *to, const store_table_row *row) {
    host_json_raw(to, NULL, row->summary);
}

void handle_export(server_request *r) {
    store_main *store = r->server->store;
    const char *me = r->who.id;
    host_json *out = &r->out;

    open_answer(r, 200);
    bool read = write_me(r);
    host_json_open(out, "tables", '[');
    read = read && store_tables_of(store, me, "", 1000000, add_summary, out);
    host_json_close(out, ']');
    host_json_open(out, "notes", '[');
    read = read && store_notes(store, me, add_note, out);
    host_json_close(out, ']');
    host_json_open(out, "chat", '[');
    read = read && store_said(store, me, add_said, out);
    host_json_close(out, ']');
    host_json_open(out, "mutes", '[');
    read = read && store_mutes(store, me, add_text, out);
    host_json_close(out, ']');
    host_json_open(out, "bots", '[');
    read = read && store_bots_of(store, me, add_bot, out);
    host_json_close(out, ']');
    read = read && write_practice(r);
    close_answer(r);
    r->filename = "capucine.json";
    if (!read)
        refuse_store(r);
}

static void add_table_id(void *to, const store_table_row *row) {
    add_id(to, row->id);
}

/* The tables where somebody talked, each once. */
static void add_said_at(void *to, const char *table, const char *text) {
    const id_list *list = to;

    (void)text;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->ids[i], table) == 0)
            return;
    add_id(to, table);
}

/* Leaves a table as far as it has not ended: an open seat is free again, a bot plays on. */
static bool leave(server_main *server, const char *person, const char *id) {
    server_live *live;
    store_stored stored = STORE_CONFLICT;

    if (server_hub_take(server->hub, id, &live) != FOUND)
        return false;
    while (stored == STORE_CONFLICT) { /* another node was faster: look again */
        int seat = server_table_seat_of(&live->table, person);
        bool open = live->table.status == TABLE_OPEN;
        server_deed deed = {.kind = open ? "stand" : "away", .person = person, .seat = seat};
        bool there =
            seat >= 0 &&
            (open || (live->table.status == TABLE_RUNNING && !live->table.seats[seat].away));
        stored = there ? server_hub_append(server->hub, live, &deed, NULL) : STORE_STORED;
    }
    server_hub_give(server->hub, live);
    return stored == STORE_STORED;
}

/* The table and its line in lists are shown without name and words from now on. */
static void renew_summary(server_main *server, const char *id) {
    host_json summary = {0};
    server_live *live;

    server_hub_forget(server->hub, id);
    if (server_hub_take(server->hub, id, &live) != FOUND)
        return;
    server_table_summary(&live->table, &summary);
    store_set_summary(server->store, id, summary.text.at);
    free(summary.text.at);
    server_hub_give(server->hub, live);
}

/* Records stay, with a seat of nobody; everything else of the person goes. */
static bool delete_person(server_main *server, const char *id) {
    store_person gone = {.kind = "deleted", .name = "", .created = server_now()};
    id_list tables = {0}; /* of the person, or where they only talked */
    bool done = store_tables_of(server->store, id, "", 1000000, add_table_id, &tables) &&
                store_said(server->store, id, add_said_at, &tables);

    snprintf(gone.id, sizeof gone.id, "%s", id);
    for (int i = 0; i < tables.count; i++)
        done = leave(server, id, tables.ids[i]) && done;
    done = done && store_wipe(server->store, id) && store_forget(server->store, id) &&
           store_end_sessions(server->store, id) &&
           store_put_person(server->store, &gone) == STORE_STORED;
    for (int i = 0; i < tables.count; i++)
        renew_summary(server, tables.ids[i]);
    server_person_changed(server, id);
    free(tables.ids);
    return done;
}

void handle_delete_bot(server_request *r) {
    store_person bot;

    if (!need_bot(r, &bot))
        return;
    if (!delete_person(r->server, bot.id)) {
        refuse_store(r);
        return;
    }
    open_answer(r, 200);
    close_answer(r);
}

void handle_delete_me(server_request *r) {
    id_list bots = {0};
    bool done = store_bots_of(r->server->store, r->who.id, add_person_id, &bots);

    for (int i = 0; i < bots.count; i++)
        done = delete_person(r->server, bots.ids[i]) && done;
    free(bots.ids);
    done = done && delete_person(r->server, r->who.id);
    if (!done) {
        refuse_store(r);
        return;
    }
    set_cookie(r, "");
    open_answer(r, 200);
    close_answer(r);
}
