/* Requests in and answers out.
 *
 * The threads of the HTTP library never wait: a request that is complete suspends its connection
 * and goes to a pool of threads that may; its answer resumes the connection. */
#include "server/http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "host/system.h"
#include "server/clock.h"
#include "server/limits.h"
#include "server/log.h"
#include "server/session.h"
#include "server/stream.h"

/* --------------------------------------------------------------------- routing */

/* All ids are; a database may not even take what is no UTF-8. */
static bool is_ascii(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] <= 0x20 || text[i] >= 0x7f)
            return false;
    return true;
}

/* Whether a path fits a pattern; what stands at each '*' is kept. */
static bool fits(const char *pattern, const char *path, char parts[PATH_PARTS][64]) {
    int part = 0;

    while (*pattern) {
        if (*pattern != '*') {
            if (*pattern++ != *path++)
                return false;
            continue;
        }
        size_t length = strcspn(path, "/");
        if (length == 0 || length >= 64 || part == PATH_PARTS || !is_ascii(path, length))
            return false;
        memcpy(parts[part], path, length);
        parts[part++][length] = '\0';
        path += length;
        pattern++;
    }
    return *path == '\0';
}

/* The browser client has its own pages; /api is not among them. */
static bool is_page(const char *path) {
    return strncmp(path, "/api", 4) != 0 || (path[4] != '/' && path[4] != '\0');
}

/* The row for a request; NULL with `*known` if the path has other methods. */
static const server_route *find_route(server_request *r, bool *known) {
    const char *method = strcmp(r->method, "HEAD") == 0 ? "GET" : r->method;

    *known = false;
    for (const server_route *route = server_routes; route->method; route++) {
        if (!fits(route->path, r->path, r->parts))
            continue;
        *known = true;
        if (strcmp(route->method, method) == 0)
            return route;
    }
    return !*known && strcmp(method, "GET") == 0 && is_page(r->path) ? &server_page_route : NULL;
}

/* --------------------------------------------------------------------- checking */

static bool changes_something(const server_request *r) {
    return strcmp(r->method, "GET") != 0 && strcmp(r->method, "HEAD") != 0;
}

/* What a browser sends for a page of ours. Without a public address it is the host asked for. */
static bool is_own_origin(server_request *r, const char *origin) {
    const char *host = header(r, "Host");
    const char *rest = strstr(origin, "://");

    if (strcmp(origin, server_origin(r->server)) == 0)
        return true;
    return !*r->server->config->public_url && host && rest && strcmp(rest + 3, host) == 0;
}

static bool check_host(server_request *r) {
    const char *host = header(r, "Host");
    char message[256];

    if (!host || server_http_is_ours(r->server, host))
        return true;
    snprintf(message, sizeof message,
             "this server does not go by the name %.*s; whoever runs it can set public-url to the "
             "address that people open",
             (int)host_whole_text(host, 128), host);
    return refuse(r, 421, "bad_host", message);
}

static bool check_origin(server_request *r) {
    const char *origin = header(r, "Origin"), *site = header(r, "Sec-Fetch-Site");

    if (!changes_something(r))
        return true;
    if (origin && !is_own_origin(r, origin))
        return refuse(r, 403, "bad_origin", "requests from other sites are not taken");
    if (!origin && site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0)
        return refuse(r, 403, "bad_origin", "requests from other sites are not taken");
    return true;
}

static bool limited(server_request *r) {
    r->server->metrics.limited++;
    return refuse(r, 429, "too_many", "too many requests; please wait a little");
}

static bool check_address_rate(server_request *r) {
    double rate = (double)r->server->config->rate;

    return rate <= 0 || (r->route->flags & IS_PLAIN) ||
           server_limits_take(r->server->limits, "address", r->address, 4 * rate, 16 * rate) ||
           limited(r);
}

static bool check_session_rate(server_request *r) {
    double rate = (double)r->server->config->rate;

    return rate <= 0 || !r->known ||
           server_limits_take(r->server->limits, "person", r->who.id, rate, 4 * rate) || limited(r);
}

static enum MHD_Result count_length(void *to, enum MHD_ValueKind kind, const char *name,
                                    const char *value) {
    (void)kind;
    (void)value;
    *(int *)to +=
        strcasecmp(name, "Content-Length") == 0 || strcasecmp(name, "Transfer-Encoding") == 0;
    return MHD_YES;
}

/* A proxy may see another end of the body than we do, if there are two, and take for part of it
 * what is another request to us. */
static bool check_length(server_request *r) {
    int count = 0;

    MHD_get_connection_values(r->connection, MHD_HEADER_KIND, count_length, &count);
    r->closing = count > 1;
    return !r->closing || refuse(r, 400, "bad_request", "the length of the body is said twice");
}

/* What can be said without waiting for anything. */
static bool check_early(server_request *r) {
    bool known;

    if (!check_length(r))
        return false;
    r->route = find_route(r, &known);
    if (!r->route && known)
        return refuse(r, 405, "bad_method", "this cannot be asked in that way");
    if (!r->route)
        return refuse(r, 404, "not_found", "there is nothing here");
    if (r->too_large)
        return refuse(r, 413, "too_large", "the request is too large");
    return check_host(r) && check_origin(r) && check_address_rate(r);
}

/* ------------------------------------------------------------------- the session */

/* What the client holds; "" for nothing. */
static void read_token(server_request *r) {
    const char *bearer = header(r, "Authorization");
    bool is_bearer = bearer && strncmp(bearer, "Bearer ", 7) == 0;
    const char *token = is_bearer ? bearer + 7 : cookie(r, "capucine");

    if (token && strlen(token) < TOKEN_TEXT)
        snprintf(r->token, sizeof r->token, "%s", token);
}

static bool check_person(server_request *r) {
    read_token(r);
    store_found found = *r->token ? server_session_find(r->server, r->token, &r->who) : NOT_FOUND;

    r->known = found == FOUND;
    if (found == FIND_FAILED)
        return refuse_store(r);
    return r->known || !(r->route->flags & NEEDS_PERSON) ||
           refuse(r, 401, "no_session", "please say who you are: POST /api/v1/session");
}

/* ---------------------------------------------------------------------- the body */

static bool has_type(server_request *r, const char *type) {
    const char *given = header(r, "Content-Type");
    size_t length = strlen(type);

    return given && strncasecmp(given, type, length) == 0 &&
           (given[length] == '\0' || given[length] == ';' || given[length] == ' ');
}

static bool is_listed(const char *keys, const char *key) {
    size_t length = strlen(key);

    for (const char *at = keys; length && (at = strstr(at, key)); at += length)
        if ((at == keys || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static bool check_keys(server_request *r) {
    const char *key;
    json_t *value;

    json_object_foreach(r->json, key, value) {
        char message[128];
        if (is_listed(r->route->keys, key) && !strchr(key, ' '))
            continue;
        snprintf(message, sizeof message, "'%.*s' does not belong here",
                 (int)host_whole_text(key, 40), key);
        return refuse(r, 400, "bad_request", message);
    }
    return true;
}

/* The forms that there are have one plain field. */
static bool read_form(server_request *r) {
    const char *text = r->body.at ? r->body.at : "";

    if (strncmp(text, "token=", 6) != 0)
        return refuse(r, 400, "bad_request", "the form is not complete");
    r->json = json_pack("{s:s}", "token", text + 6);
    return r->json || refuse(r, 400, "bad_request", "the form is not text");
}

bool server_http_parse(server_request *r) {
    json_error_t error;
    char message[JSON_ERROR_TEXT_LENGTH + 64];

    if (!r->route->keys || r->body.length == 0)
        return true;
    r->json = json_loadb(r->body.at, r->body.length, JSON_REJECT_DUPLICATES, &error);
    if (!r->json) {
        snprintf(message, sizeof message, "not JSON, line %d, column %d: %s", error.line,
                 error.column, error.text);
        return refuse(r, 400, "bad_json", message);
    }
    if (!json_is_object(r->json))
        return refuse(r, 400, "bad_request", "the body must be an object");
    return check_keys(r);
}

static bool read_body(server_request *r) {
    if (!r->route->keys || r->body.length == 0)
        return true;
    if ((r->route->flags & TAKES_FORM) && has_type(r, "application/x-www-form-urlencoded"))
        return read_form(r);
    if (!has_type(r, "application/json"))
        return refuse(r, 415, "bad_request", "the body must be application/json");
    return server_http_parse(r);
}

/* --------------------------------------------------------------------- answering */

static const struct {
    const char *name, *value;
} always[] = {
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                                "base-uri 'none'; object-src 'none'; form-action 'self'; "
                                "frame-ancestors 'none'"},
};

static const char *caching(const server_request *r) {
    if (r->asset)
        return r->asset->lasting ? "public, max-age=31536000, immutable" : "no-cache";
    return *r->etag ? "private, no-cache" : "no-store";
}

static void add_asset_headers(server_request *r, struct MHD_Response *response) {
    MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (r->packed)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
}

static void add_headers(server_request *r, struct MHD_Response *response) {
    MHD_add_response_header(response, "X-Request-Id", r->id);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy",
                            r->has_form ? "same-origin" : "no-referrer");
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        MHD_add_response_header(response, always[i].name, always[i].value);
    if (server_secure(r->server))
        MHD_add_response_header(response, "Strict-Transport-Security", "max-age=31536000");
    if (*r->cookie)
        MHD_add_response_header(response, "Set-Cookie", r->cookie);
    if (*r->device)
        MHD_add_response_header(response, "Set-Cookie", r->device);
    MHD_add_response_header(response, "Content-Type", r->type ? r->type : "application/json");
    MHD_add_response_header(response, "Cache-Control", caching(r));
    if (r->asset)
        add_asset_headers(r, response);
    if (*r->etag)
        MHD_add_response_header(response, "ETag", r->etag);
    if (r->closing || r->server->metrics.connections > MOST_KEPT)
        MHD_add_response_header(response, "Connection", "close");
    if (r->status == 429 || r->status == 503)
        MHD_add_response_header(response, "Retry-After", "1");
    if (r->filename) {
        char line[96];
        snprintf(line, sizeof line, "attachment; filename=\"%s\"", r->filename);
        MHD_add_response_header(response, "Content-Disposition", line);
    }
}

static void log_request(server_request *r) {
    char status[8], time[24];

    r->server->metrics.requests++;
    r->server->metrics.refused += r->status >= 400;
    if (!r->server->config->verbose && r->status < 500)
        return;
    snprintf(status, sizeof status, "%d", r->status);
    snprintf(time, sizeof time, "%lld", (long long)(server_microseconds() - r->begun));
    server_log(r->status >= 500 ? LOG_ERROR_ : LOG_INFO_, "request", "id", r->id, "method",
               r->method, "path", r->path, "status", status, "microseconds", time, "address",
               r->address, "person", r->known ? r->who.id : "", NULL);
}

static struct MHD_Response *new_response(server_request *r) {
    struct MHD_Response *response;

    if (r->packed)
        return MHD_create_response_from_buffer(r->asset->gzip_bytes, (void *)r->asset->gzip,
                                               MHD_RESPMEM_PERSISTENT);
    response =
        MHD_create_response_from_buffer(r->out.text.length, r->out.text.at, MHD_RESPMEM_MUST_FREE);
    r->out.text.at = NULL; /* the response frees it */
    return response;
}

static enum MHD_Result send_answer(server_request *r) {
    struct MHD_Response *response = new_response(r);

    add_headers(r, response);
    log_request(r);
    enum MHD_Result result = MHD_queue_response(r->connection, (unsigned int)r->status, response);
    MHD_destroy_response(response);
    return result;
}

/* Takes the connection from the library, which is told to close it. */
static enum MHD_Result send_stream(server_request *r) {
    server_stream *stream = r->stream;
    char headers[512];

    snprintf(headers, sizeof headers,
             "HTTP/1.1 200 OK\r\n"
             "Content-Type: text/event-stream\r\n"
             "Cache-Control: no-store\r\n"
             "Connection: close\r\n"
             "X-Accel-Buffering: no\r\n"
             "X-Content-Type-Options: nosniff\r\n"
             "X-Request-Id: %s\r\n\r\n",
             r->id);
    log_request(r);
    r->stream = NULL;
    server_stream_send(
        stream,
        MHD_get_connection_info(r->connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
        headers);
    return MHD_NO;
}

/* ---------------------------------------------------------------------- handling */

static void handle(server_request *r) {
    if (check_person(r) && check_session_rate(r) && read_body(r))
        r->route->handle(r);
}

static void resume(server_request *r) {
    if (!r->status)
        refuse(r, 500, "bad_server", "the server made a mistake");
    if (r->status != 200)
        drop_stream(r);
    r->answered = true;
    MHD_resume_connection(r->connection);
}

static void handle_later(void *to) {
    server_request *r = to;

    r->later(r);
    resume(r);
}

static server_turn turn_of(const server_request *r) {
    return (server_turn){0, {server_hash_key(r->address), 0, 0}};
}

/* In a thread of a pool. What takes long goes on in another, where visitors take turns. */
static void handle_suspended(void *to) {
    server_request *r = to;
    server_turn turn = turn_of(r);

    handle(r);
    if (r->later && server_pool_add_for(r->server->past, &turn, handle_later, r))
        return;
    if (r->later)
        refuse_busy(r);
    resume(r);
}

/* Answers in this thread, if there is nothing to wait for. */
static bool handle_quickly(server_request *r) {
    read_token(r);
    r->known = *r->token && server_session_recall(r->server, r->token, &r->who);
    if (*r->token && !r->known)
        return false;
    r->live = server_hub_try(r->server->hub, r->parts[0]);
    if (!r->live)
        return false;
    if (check_session_rate(r))
        r->route->handle(r);
    else
        server_hub_give(r->server->hub, r->live);
    return true;
}

/* To the threads of its kind. Hashing takes long: visitors take turns at it, and none fills the
 * queue. false after refusing. */
static bool hand_over(server_request *r) {
    enum { HASHES_OF_ONE = 16 };
    server_turn turn = turn_of(r);
    server_main *server = r->server;

    if (!(r->route->flags & IS_SLOW))
        return server_pool_add(server->handlers, handle_suspended, r) || refuse_busy(r);
    if (server->config->rate &&
        server_pool_waiting_for(server->hashing, turn.keys[0]) >= HASHES_OF_ONE)
        return limited(r);
    return server_pool_add_for(server->hashing, &turn, handle_suspended, r) || refuse_busy(r);
}

static enum MHD_Result dispatch(server_request *r) {
    r->dispatched = true;
    server_http_arrived(r->connection, true);
    if (!check_early(r))
        return send_answer(r);
    if (r->route->flags & IS_PLAIN) {
        r->route->handle(r);
        return send_answer(r);
    }
    if ((r->route->flags & IS_QUICK) && handle_quickly(r))
        return send_answer(r);
    MHD_suspend_connection(r->connection);
    if (!hand_over(r))
        resume(r);
    return MHD_YES;
}

static size_t body_most(server_request *r) {
    bool known;

    if (!r->route)
        r->route = find_route(r, &known);
    return r->route && (r->route->flags & IS_LARGE) ? LARGE_BODY_MOST : BODY_MOST;
}

static void take_body(server_request *r, const char *upload, size_t size) {
    if (r->body.length + size > body_most(r)) {
        r->too_large = true;
        return;
    }
    host_text_reserve(&r->body, size);
    memcpy(r->body.at + r->body.length, upload, size);
    r->body.length += size;
    r->body.at[r->body.length] = '\0';
}

/* --------------------------------------------------------- from and to the library */

/* What the library keeps a header, a cookie or a part of the query in, about. */
static enum MHD_Result add_size(void *to, enum MHD_ValueKind kind, const char *name,
                                const char *value) {
    (void)kind;
    *(size_t *)to += strlen(name) + (value ? strlen(value) : 0) + 64;
    return MHD_YES;
}

/* Whether a request leaves too little of the connection's memory for the headers of an answer. */
static bool is_too_large(struct MHD_Connection *connection, const char *url) {
    enum { ANSWER = 5 * 1024 };
    size_t size = strlen(url);

    MHD_get_connection_values(connection, MHD_HEADER_KIND | MHD_COOKIE_KIND | MHD_GET_ARGUMENT_KIND,
                              add_size, &size);
    return size > CONNECTION_MEMORY - ANSWER;
}

/* The library has no memory left to do that. */
static enum MHD_Result refuse_headers(server_main *server, struct MHD_Connection *connection) {
    static const char answer[] =
        "HTTP/1.1 431 Request Header Fields Too Large\r\n"
        "Content-Type: application/json\r\n"
        "Connection: close\r\n\r\n"
        "{\"ok\":false,\"error\":{\"code\":\"too_large\",\"message\":"
        "\"the headers are too large; cookies of this site are part of them\"}}";
    int file = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;

    server->metrics.requests++;
    server->metrics.refused++;
    send(file, answer, sizeof answer - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    return MHD_NO;
}

/* The path of a request's target, which may be a whole address: proxies send it like that. */
static const char *path_of(const char *target) {
    const char *host = strncmp(target, "http://", 7) == 0    ? target + 7
                       : strncmp(target, "https://", 8) == 0 ? target + 8
                                                             : NULL;

    if (!host)
        return target;
    host += strcspn(host, "/");
    return *host ? host : "/";
}

static server_request *new_request(server_main *server, struct MHD_Connection *connection,
                                   const char *url, const char *method) {
    server_request *r = host_alloc(sizeof *r);

    r->server = server;
    r->connection = connection;
    r->begun = server_microseconds();
    r->path = strdup(path_of(url));
    snprintf(r->method, sizeof r->method, "%s", method);
    snprintf(r->id, sizeof r->id, "%016llx", (unsigned long long)host_system_number());
    server_http_visitor(r);
    return r;
}

enum MHD_Result server_http_access(void *server, struct MHD_Connection *connection, const char *url,
                                   const char *method, const char *version, const char *upload,
                                   size_t *upload_size, void **request) {
    server_request *r = *request;

    (void)version;
    if (!r && is_too_large(connection, url))
        return refuse_headers(server, connection);
    if (!r) {
        *request = new_request(server, connection, url, method);
        return MHD_YES;
    }
    if (*upload_size > 0) {
        take_body(r, upload, *upload_size);
        *upload_size = 0;
        return MHD_YES;
    }
    if (r->answered)
        return r->stream ? send_stream(r) : send_answer(r);
    return r->dispatched ? MHD_YES : dispatch(r);
}

void server_http_done(void *server, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode why) {
    server_request *r = *request;

    (void)server;
    (void)why;
    if (!r)
        return;
    server_http_arrived(connection, false);
    drop_stream(r);
    json_decref(r->json);
    free(r->out.text.at);
    free(r->body.at);
    free(r->path);
    free(r);
    *request = NULL;
}
