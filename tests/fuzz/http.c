/* Fuzzes the request handlers. An input is lines "RP{…}": a route, a person, a body; they are done
 * one after the other at the table made last. Whatever comes is answered in JSON, never with 500.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/server.h"
#include "server/session.h"
#include "server/stream.h"

enum { PEOPLE = 3 };

static server_main *server;
static store_person people[PEOPLE];

/* Nothing plays by itself here, so that an input does the same each time. */
static void nothing(void *to, server_live *live, const server_news *news) {
    (void)to;
    (void)live;
    (void)news;
}

static char folder[] = "/dev/shm/capucine-fuzz-XXXXXX";

static void clean_up(void) {
    static const char *const names[] = {"store.db", "store.db-wal", "store.db-shm"};
    char path[64];

    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static void begin(void) {
    static const char *const flags[SERVER_SETTINGS] = {0};
    char address[64], reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);

    must(sodium_init() >= 0 && mkdtemp(folder));
    atexit(clean_up);
    snprintf(address, sizeof address, "sqlite:%s/store.db", folder);
    server = host_alloc(sizeof *server);
    server->config = server_config_read(flags, NULL, &why);
    server->config->rate = 0;
    server->config->tables = 1000000000;
    server->store = store_open(address, true, &why);
    must(server->store != NULL);
    server->hub = server_hub_new(server->store, 0, nothing, server);
    server->limits = server_limits_new();
    server->sessions = server_sessions_new(server->store);
    server->streams = server_streams_new();
    must(server->streams != NULL);
    for (int i = 0; i < PEOPLE; i++) {
        snprintf(people[i].id, sizeof people[i].id, "person%d", i);
        snprintf(people[i].kind, sizeof people[i].kind, "guest");
        snprintf(people[i].name, sizeof people[i].name, "P%d", i);
        must(store_put_person(server->store, &people[i]) == STORE_STORED);
    }
}

/* Streams need a connection, passwords take long, and who deletes themselves is no use later. */
static bool is_fit(const server_route *route) {
    return !strstr(route->path, "/events") && !(route->flags & IS_SLOW) &&
           strcmp(route->path, "/api/v1/me") != 0 && strcmp(route->path, "/metrics") != 0 &&
           strcmp(route->path, "/healthz") != 0;
}

static const server_route *route_at(uint8_t number) {
    int count = 0;

    while (server_routes[count].method)
        count++;
    return &server_routes[number % count];
}

static void check(server_request *r, char table[STORE_ID_TEXT]) {
    const char *text = r->out.text.at;

    must(r->status >= 200 && r->status != 500 && r->status < 504);
    if (r->type)
        return;
    json_t *answer = json_loads(text, 0, NULL);
    must(answer != NULL);
    const char *id = json_string_value(json_object_get(answer, "id"));
    if (id && r->status == 201)
        snprintf(table, STORE_ID_TEXT, "%s", id);
    json_decref(answer);
}

static void ask(const uint8_t *line, size_t length, char table[STORE_ID_TEXT]) {
    server_request r = {.server = server, .route = route_at(line[0]), .path = "/", .address = "x"};

    if (!is_fit(r.route))
        return;
    snprintf(r.parts[0], sizeof r.parts[0], "%s", table);
    r.known = true;
    r.who = people[line[1] % PEOPLE];
    r.body = (capu_text){(char *)line + 2, length - 2, length - 2};
    if (server_http_parse(&r))
        r.route->handle(&r);
    check(&r, table);
    json_decref(r.json);
    free(r.out.text.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char table[STORE_ID_TEXT] = "none";

    if (!server)
        begin();
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end ? (size_t)(end - data) : size;
        if (length >= 2)
            ask(data, length, table);
        size -= length + (end != NULL);
        data += length + (end != NULL);
    }
    return 0;
}
