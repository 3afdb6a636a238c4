/* Where notices go: one address, which its owner has confirmed.
 *
 * Whoever names an address is sent a link by the way that notices go. Until the button behind it is
 * pressed the store has a setting "contact PERSON", the hash of the link's token, and nothing else
 * is sent there. Where notices go nowhere, no address is ever confirmed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/words.h"
#include "server/clock.h"
#include "server/handlers.h"
#include "server/limits.h"
#include "server/session.h"

#define DIGITS  "0123456789"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

enum { LOCAL_MOST = 64, LABEL_MOST = 63, CONFIRMATION = STORE_ID_TEXT + TOKEN_TEXT };

/* ------------------------------------------------------------------- addresses */

/* Labels with dots between them, none of which begins or ends with a hyphen. How many; 0: it is
 * something else. */
static int count_labels(const char *text, size_t length, const char *characters, size_t most) {
    int count = 0;

    for (const char *at = text, *end = text + length; at <= end; count++) {
        size_t label = strspn(at, characters);
        if (label == 0 || label > most || at + label > end || *at == '-' || at[label - 1] == '-')
            return 0;
        at += label;
        if (at < end && *at != '.')
            return 0;
        at++;
    }
    return count;
}

/* One address of the usual shape: there is more in the world, but also commands that would take it
 * for several recipients, or for an option. */
static bool is_address(const char *text) {
    const char *at = strchr(text, '@');
    size_t local = at ? (size_t)(at - text) : 0;

    return local > 0 && local <= LOCAL_MOST && strlen(text) <= 254 &&
           count_labels(text, local, LETTERS DIGITS "_+-", LOCAL_MOST) > 0 &&
           count_labels(at + 1, strlen(at + 1), LETTERS DIGITS "-", LABEL_MOST) > 1;
}

bool check_contact(server_request *r, const char *contact) {
    return !*contact || is_address(contact) ||
           refuse(r, 400, "bad_request", "'contact' must be one address such as ann@example.org");
}

/* ------------------------------------------------------------------- confirming */

static void name_setting(const char *person, char name[SERVER_SETTING_TEXT]) {
    snprintf(name, SERVER_SETTING_TEXT, "contact %s", person);
}

store_found server_contact_waits(server_main *server, const char *person) {
    char name[SERVER_SETTING_TEXT], hash[HASH_TEXT];
    capu_text value = capu_text_on(hash, sizeof hash);

    name_setting(person, name);
    if (!store_setting(server->store, name, &value))
        return FIND_FAILED;
    return value.length ? FOUND : NOT_FOUND;
}

const char *server_contact(server_main *server, const store_person *person) {
    return is_address(person->contact) && server_contact_waits(server, person->id) == NOT_FOUND
               ? person->contact
               : "";
}

/* Nobody is to get many letters that they did not ask for, nor from many people. */
static bool may_ask(server_request *r, const char *contact) {
    struct server_limits *limits = r->server->limits;

    return !r->server->config->rate || !server_notice_after(r->server->config) ||
           (server_limits_take(limits, "contact from", r->address, 1.0 / 60, 10) &&
            server_limits_take(limits, "contact to", contact, 1.0 / 3600, 3)) ||
           refuse(r, 429, "too_many", "too many letters to confirm addresses; please wait");
}

static int language_of(const char *name) {
    int language = host_language_named(name ? name : "");

    return language < 0 ? 0 : language;
}

static void write_confirmation(server_request *r, const char *contact, const char *language,
                               const char *token, host_json *body) {
    char link[768];

    snprintf(link, sizeof link, "%s/contact?token=%s.%s&language=%s", server_origin(r->server),
             r->who.id, token, host_languages[language_of(language)]);
    host_json_open(body, NULL, '{');
    host_json_text(body, "kind", "confirm");
    host_json_text(body, "to", contact);
    host_json_text(body, "language", language);
    host_json_text(body, "subject", host_wording(language_of(language), "server.notice.confirm"));
    host_json_text(body, "link", link);
    host_json_close(body, '}');
}

/* Not the name: it would be a way to write to strangers. */
static bool post_confirmation(server_request *r, const char *contact, const char *language,
                              const char *token) {
    host_json body = {0};

    if (!*contact || !server_notice_after(r->server->config))
        return true;
    write_confirmation(r, contact, language, token, &body);
    bool posted =
        store_post(r->server->store, "", server_now(), r->who.id, server_now(), body.text.at);
    free(body.text.at);
    return posted || refuse_store(r);
}

/* The mark of what is not confirmed is there before the address is: see handle_change_me. */
bool ask_contact(server_request *r, const char *contact, const char *language) {
    char token[TOKEN_TEXT], hash[HASH_TEXT], name[SERVER_SETTING_TEXT];

    if (*contact && !may_ask(r, contact))
        return false;
    server_new_token(token);
    host_sha256_text(token, hash);
    name_setting(r->who.id, name);
    if (!store_set(r->server->store, name, hash))
        return refuse_store(r);
    return post_confirmation(r, contact, language, token);
}

/* ------------------------------------------------------------------------ pages */

static void answer_page(server_request *r, int status, const char *title, const char *rest) {
    int language = language_of(query(r, "language"));
    char page[1536];

    snprintf(page, sizeof page,
             "<!doctype html><html lang=\"%s\"><meta charset=\"utf-8\">"
             "<meta name=\"viewport\" content=\"width=device-width\"><title>Capucine</title>"
             "<h1>%s</h1>%s</html>",
             host_languages[language], host_wording(language, title), rest);
    answer_text(r, "text/html; charset=utf-8", page);
    r->status = status;
}

/* A link must not change anything by being opened: programs that look after letters open them. */
void handle_contact_page(server_request *r) {
    const char *token = query(r, "token");
    int language = language_of(query(r, "language"));
    char form[768];

    if (!token || strlen(token) >= CONFIRMATION ||
        strspn(token, LETTERS DIGITS "-_.") != strlen(token)) {
        refuse(r, 400, "bad_token", "this link is not complete");
        return;
    }
    snprintf(form, sizeof form,
             "<form method=\"post\" action=\"/contact?language=%s\">"
             "<input type=\"hidden\" name=\"token\" value=\"%s\"><button>%s</button></form>",
             host_languages[language], token, host_wording(language, "server.contact.confirm"));
    r->has_form = true;
    answer_page(r, 200, "server.contact.ask", form);
}

void handle_contact_form(server_request *r) {
    const char *given = need_text(r, "token", 1, CONFIRMATION - 1);
    const char *dot = given ? strchr(given, '.') : NULL;
    char person[STORE_ID_TEXT], hash[HASH_TEXT], name[SERVER_SETTING_TEXT];

    if (!given)
        return;
    snprintf(person, sizeof person, "%.*s", dot ? (int)(dot - given) : 0, given);
    host_sha256_text(dot ? dot + 1 : "", hash);
    name_setting(person, name);
    if (store_take_setting(r->server->store, name, hash))
        answer_page(r, 200, "server.contact.done", "");
    else
        answer_page(r, 403, "server.contact.bad", "");
}
