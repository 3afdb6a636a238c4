/* What handlers need of a request: see request.h. */
#include "server/request.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/log.h"
#include "server/stream.h"

/* ------------------------------------------------------------------- the body */

static bool refuse_member(server_request *r, const char *key, const char *problem) {
    char message[160];

    snprintf(message, sizeof message, "'%s' %s", key, problem);
    return refuse(r, 400, "bad_request", message);
}

/* Without control characters, since it will be shown in a line: those of ASCII, and U+0080 to
 * U+009F, which some terminals obey too. */
static bool is_clean(const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if (*at < 0x20 || *at == 0x7f || (at[0] == 0xc2 && at[1] < 0xa0))
            return false;
    return true;
}

const char *need_text(server_request *r, const char *key, size_t least, size_t most) {
    const char *text = json_string_value(json_object_get(r->json, key));

    if (!text)
        refuse_member(r, key, "must be a text");
    else if (strlen(text) < least)
        refuse_member(r, key, "is too short");
    else if (strlen(text) > most)
        refuse_member(r, key, "is too long");
    else if (!is_clean(text))
        refuse_member(r, key, "has characters that cannot be shown");
    return r->status ? NULL : text;
}

const char *may_text(server_request *r, const char *key, size_t most, const char *fallback) {
    json_t *member = json_object_get(r->json, key);

    return member && !json_is_null(member) ? need_text(r, key, 0, most) : fallback;
}

bool may_flag(server_request *r, const char *key, bool fallback, bool *flag) {
    json_t *member = json_object_get(r->json, key);

    *flag = member ? json_is_true(member) : fallback;
    return !member || json_is_boolean(member) || refuse_member(r, key, "must be true or false");
}

bool may_number(server_request *r, json_t *object, const char *key, int64_t least, int64_t most,
                int64_t fallback, int64_t *number) {
    json_t *member = json_object_get(object, key);
    char problem[96];

    *number = member ? json_integer_value(member) : fallback;
    if (!member || (json_is_integer(member) && *number >= least && *number <= most))
        return true;
    snprintf(problem, sizeof problem, "must be a whole number from %lld to %lld", (long long)least,
             (long long)most);
    return refuse_member(r, key, problem);
}

const char *query(server_request *r, const char *name) {
    return r->connection ? MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name)
                         : NULL;
}

const char *header(server_request *r, const char *name) {
    return r->connection ? MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, name) : NULL;
}

const char *cookie(server_request *r, const char *name) {
    return r->connection ? MHD_lookup_connection_value(r->connection, MHD_COOKIE_KIND, name) : NULL;
}

static bool is_loopback(const struct sockaddr *from) {
    if (from->sa_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)from)->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
    const struct in6_addr *address = &((const struct sockaddr_in6 *)from)->sin6_addr;
    return from->sa_family == AF_INET6 &&
           (IN6_IS_ADDR_LOOPBACK(address) ||
            (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == IN_LOOPBACKNET));
}

/* Whatever it is trusted for, who sends one of these asks for somebody else. */
bool is_local(server_request *r) {
    static const char *const proxies[] = {"X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"};
    const union MHD_ConnectionInfo *info =
        r->connection ? MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
                      : NULL;

    for (size_t i = 0; i < sizeof proxies / sizeof proxies[0]; i++)
        if (header(r, proxies[i]))
            return false;
    return info && info->client_addr && is_loopback(info->client_addr);
}

/* ---------------------------------------------------------------- the answer */

static void open_refusal(server_request *r, int status, const char *code, const char *message) {
    free(r->out.text.at);
    r->out = (host_json){0};
    r->status = status;
    r->etag[0] = '\0';
    host_json_open(&r->out, NULL, '{');
    host_json_flag(&r->out, "ok", false);
    host_json_open(&r->out, "error", '{');
    host_json_text(&r->out, "code", code);
    host_json_foreign(&r->out, "message", message);
    if (r->item > 0)
        host_json_number(&r->out, "index", r->item - 1);
}

static bool close_refusal(server_request *r) {
    host_json_close(&r->out, '}');
    host_json_close(&r->out, '}');
    return false;
}

bool refuse(server_request *r, int status, const char *code, const char *message) {
    open_refusal(r, status, code, message);
    return close_refusal(r);
}

static int http_status(capu_status status) {
    static const int known[] = {
        [CAPU_BAD_PLAYERS] = 400, [CAPU_BAD_OPTIONS] = 400, [CAPU_ILLEGAL] = 422};
    int count = sizeof known / sizeof known[0];

    return (int)status < count && known[status] ? known[status] : 409;
}

bool refuse_in_words(server_request *r, capu_status status, const char *message,
                     const capu_refusal *why) {
    open_refusal(r, http_status(status), capu_status_name(status), message);
    host_json_open(&r->out, "reason", '{');
    host_json_text(&r->out, "id", why->reason->id);
    host_json_open(&r->out, "words", '[');
    for (int i = 0; i < CAPU_REASON_WORDS && why->words[i]; i++)
        host_json_text(&r->out, NULL, why->words[i]);
    host_json_close(&r->out, ']');
    host_json_close(&r->out, '}');
    return close_refusal(r);
}

bool refuse_by_rules(server_request *r, capu_status status, const capu_refusal *why) {
    char message[256];
    capu_text text = capu_text_on(message, sizeof message);

    capu_refusal_text(why, &text);
    message[host_whole_text(message, sizeof message)] = '\0';
    return refuse_in_words(r, status, message, why);
}

/* What the database says goes to the log, not to whoever asked. */
bool refuse_store(server_request *r) {
    char problem[512];
    capu_text why = capu_text_on(problem, sizeof problem);

    store_problem(r->server->store, &why);
    server_log(LOG_ERROR_, "the store failed", "request", r->id, "path", r->path, "problem",
               problem, NULL);
    r->server->metrics.failed++;
    return refuse(r, 503, "store_failed",
                  "the server cannot keep this now; nothing was changed; please try again");
}

bool refuse_busy(server_request *r) {
    return refuse(r, 503, "busy", "too much to do now; please try again");
}

void open_answer(server_request *r, int status) {
    r->status = status;
    host_json_open(&r->out, NULL, '{');
    host_json_flag(&r->out, "ok", true);
}

void close_answer(server_request *r) {
    host_json_close(&r->out, '}');
}

void drop_stream(server_request *r) {
    if (r->stream)
        server_stream_drop(r->stream);
    r->stream = NULL;
}
