/* What is not about people or tables: pages, health, figures, the list of games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "host/games.h"
#include "server/handlers.h"
#include "server/opponents.h"
#include "server/stream.h"

void answer_text(server_request *r, const char *type, const char *text) {
    r->status = 200;
    r->type = type;
    host_json_raw(&r->out, NULL, text);
}

/* ------------------------------------------------------------ the browser client */

static const server_asset *find_asset(const char *path) {
    for (const server_asset *asset = capu_assets; asset->path; asset++)
        if (strcmp(asset->path, path) == 0)
            return asset;
    return NULL;
}

/* Who wants it little or not at all ("gzip;q=0") gets it plain. */
static bool accepts_gzip(const char *codings) {
    const char *at = codings ? strstr(codings, "gzip") : NULL;

    return at && strncmp(at + 4, ";q=0", 4) != 0;
}

/* For clients that do not take it compressed. */
static bool unpack(const server_asset *asset, capu_text *out) {
    z_stream stream = {.next_in = (Bytef *)asset->gzip, .avail_in = (uInt)asset->gzip_bytes};

    host_text_reserve(out, asset->bytes);
    stream.next_out = (Bytef *)out->at;
    stream.avail_out = (uInt)asset->bytes;
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
        return false;
    bool whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == asset->bytes;
    inflateEnd(&stream);
    out->length = asset->bytes;
    return whole;
}

static void answer_asset(server_request *r, const server_asset *asset) {
    const char *have = header(r, "If-None-Match");

    r->asset = asset;
    r->type = asset->type;
    snprintf(r->etag, sizeof r->etag, "%s", asset->etag);
    r->status = have && strcmp(have, asset->etag) == 0 ? 304 : 200;
    if (r->status == 304)
        return;
    r->packed = accepts_gzip(header(r, "Accept-Encoding"));
    if (!r->packed && !unpack(asset, &r->out.text))
        refuse(r, 500, "bad_server", "the server made a mistake");
}

/* A file of the client; every other path is one of its pages, unless it asks for a file. */
void handle_page(server_request *r) {
    const char *name = strrchr(r->path, '/');
    const server_asset *asset = find_asset(r->path);

    if (!asset && !(name && strchr(name, '.')))
        asset = find_asset("/index.html");
    if (asset)
        answer_asset(r, asset);
    else if (capu_assets->path)
        refuse(r, 404, "not_found", "there is no such file");
    else
        answer_text(
            r, "text/html; charset=utf-8",
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
            "<meta name=\"viewport\" content=\"width=device-width\">"
            "<title>Capucine</title><h1>Capucine</h1>"
            "<p>This server was built without the browser client (<code>-Dweb=false</code>). "
            "It is played through its HTTP interface: see "
            "<a href=\"/api/v1\">what it offers</a>.</p></html>");
}

/* ---------------------------------------------------------------------- others */

/* A link must not change anything by being opened: the page has a button. Browsers that are to send
 * no referrer send "Origin: null" with a form, which could come from any site. */
void handle_host_page(server_request *r) {
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
    r->has_form = true;
    answer_text(r, "text/html; charset=utf-8", page);
}

void handle_health(server_request *r) {
    bool good = store_good(r->server->store);

    open_answer(r, good ? 200 : 503);
    host_json_text(&r->out, "store", good ? "good" : "failing");
    host_json_text(&r->out, "version", capu_version());
    close_answer(r);
}

/* The host, or somebody on this machine, may read all of it. */
void handle_metrics(server_request *r) {
    bool whole = (r->known && r->who.host) || is_local(r);

    if (!whole && !r->server->config->public_metrics) {
        refuse(r, 403, "forbidden", "this is for the host, and for the machine of the server");
        return;
    }
    host_text_reserve(&r->out.text, 8192);
    r->status = 200;
    r->type = "text/plain; version=0.0.4";
    server_metrics_text(r->server, whole, &r->out.text);
}

/* Every row of the routing table, with the members that its body may have. */
static void write_route(const server_route *route, host_json *out) {
    const char *at = route->keys ? route->keys : "";

    host_json_open(out, NULL, '{');
    host_json_text(out, "method", route->method);
    host_json_text(out, "path", route->path);
    host_json_open(out, "members", '[');
    while (*at) {
        char key[32];
        size_t length = strcspn(at, " ");
        snprintf(key, sizeof key, "%.*s", (int)length, at);
        host_json_text(out, NULL, key);
        at += length + (at[length] == ' ');
    }
    host_json_close(out, ']');
    host_json_close(out, '}');
}

void handle_api(server_request *r) {
    open_answer(r, 200);
    host_json_text(&r->out, "name", "capucine");
    host_json_text(&r->out, "version", capu_version());
    host_json_open(&r->out, "routes", '[');
    for (const server_route *route = server_routes; route->method; route++)
        write_route(route, &r->out);
    host_json_close(&r->out, ']');
    close_answer(r);
}

void handle_games(server_request *r) {
    open_answer(r, 200);
    host_games_json(host_json_begin(&r->out, "games", 16), true);
    close_answer(r);
}

void handle_bots(server_request *r) {
    open_answer(r, 200);
    host_json_open(&r->out, "bots", '[');
    for (int i = 0; server_opponent_at(i); i++) {
        host_json_open(&r->out, NULL, '{');
        host_json_text(&r->out, "level", server_opponent_at(i)->name);
        host_json_text(&r->out, "about", server_opponent_at(i)->about);
        host_json_close(&r->out, '}');
    }
    host_json_close(&r->out, ']');
    close_answer(r);
}
