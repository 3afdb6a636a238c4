/* What is not about people or tables: pages, health, figures, the list of games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/games.h"
#include "server/handlers.h"
#include "server/stream.h"

static void answer_text(capu_request *r, const char *type, const char *text) {
    r->status = 200;
    r->type = type;
    capu_json_raw(&r->out, NULL, text);
}

void handle_home(capu_request *r) {
    answer_text(r, "text/html; charset=utf-8",
                "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
                "<meta name=\"viewport\" content=\"width=device-width\">"
                "<title>Capucine</title><h1>Capucine</h1>"
                "<p>This is a server for board games whose names begin with <em>Cap</em>. "
                "It is played through its HTTP interface, <code>/api/v1</code>: "
                "see <a href=\"/api/v1\">what it offers</a>, "
                "<a href=\"/api/v1/games\">the games</a>, "
                "<a href=\"/api/v1/tables\">the open tables</a>, and docs/http.md in the source "
                "for examples.</p></html>");
}

/* A link must not change anything by being opened: the page has a button. */
void handle_host_page(capu_request *r) {
    const char *token = query(r, "token");
    char page[1024];

    if (!token || strlen(token) > 64 ||
        strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                      "abcdefghijklmnopqrstuvwxyz"
                      "0123456789-_") != strlen(token)) {
        refuse(r, 400, "bad_token", "this link is not complete");
        return;
    }
    snprintf(page, sizeof page,
             "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Capucine</title>"
             "<h1>Become the host</h1><form method=\"post\" action=\"/host\">"
             "<input type=\"hidden\" name=\"token\" value=\"%s\">"
             "<button>I am the host of this server</button></form></html>",
             token);
    answer_text(r, "text/html; charset=utf-8", page);
}

void handle_health(capu_request *r) {
    bool failing = capu_store_failing(r->server->store);

    open_answer(r, failing ? 503 : 200);
    capu_json_text(&r->out, "store", failing ? "failing" : "good");
    capu_json_text(&r->out, "version", capu_version());
    close_answer(r);
}

void handle_metrics(capu_request *r) {
    capu_text_reserve(&r->out.text, 8192);
    r->status = 200;
    r->type = "text/plain; version=0.0.4";
    capu_metrics_text(r->server, &r->out.text);
}

/* Every row of the routing table, with the members that its body may have. */
static void write_route(const capu_route *route, capu_json *out) {
    const char *at = route->keys ? route->keys : "";

    capu_json_open(out, NULL, '{');
    capu_json_text(out, "method", route->method);
    capu_json_text(out, "path", route->path);
    capu_json_open(out, "members", '[');
    while (*at) {
        char key[32];
        size_t length = strcspn(at, " ");
        snprintf(key, sizeof key, "%.*s", (int)length, at);
        capu_json_text(out, NULL, key);
        at += length + (at[length] == ' ');
    }
    capu_json_close(out, ']');
    capu_json_close(out, '}');
}

void handle_api(capu_request *r) {
    open_answer(r, 200);
    capu_json_text(&r->out, "name", "capucine");
    capu_json_text(&r->out, "version", capu_version());
    capu_json_open(&r->out, "routes", '[');
    for (const capu_route *route = capu_routes; route->method; route++)
        write_route(route, &r->out);
    capu_json_close(&r->out, ']');
    close_answer(r);
}

void handle_games(capu_request *r) {
    open_answer(r, 200);
    capu_games_json(capu_json_begin(&r->out, "games", 16), true);
    close_answer(r);
}

void handle_bots(capu_request *r) {
    open_answer(r, 200);
    capu_json_open(&r->out, "bots", '[');
    for (int i = 0; capu_bot_at(i); i++) {
        if (capu_bot_at(i)->measure)
            continue;
        capu_json_open(&r->out, NULL, '{');
        capu_json_text(&r->out, "level", capu_bot_at(i)->name);
        capu_json_text(&r->out, "about", capu_bot_at(i)->about);
        capu_json_close(&r->out, '}');
    }
    capu_json_close(&r->out, ']');
    close_answer(r);
}
