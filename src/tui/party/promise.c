/* Promises: see promise.h. One JSON object, with a member for each table. */
#include "tui/party/promise.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/match.h"
#include "host/system.h"
#include "tui/party/keep.h"

enum { MOST = 200, KEY = 512 }; /* tables that are never finished are forgotten some day */

void tui_promise_draw(tui_promise *promise) {
    snprintf(promise->mix, sizeof promise->mix, "%016" PRIx64 "%016" PRIx64, host_system_number(),
             host_system_number());
}

static void copy_text(char *to, size_t size, json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));

    snprintf(to, size, "%s", text ? text : "");
}

void tui_promise_read(tui_promise *promise, json_t *table) {
    copy_text(promise->commitment, sizeof promise->commitment, json_object_get(table, "seal"),
              "commitment");
}

/* ------------------------------------------------------------------- keeping */

static json_t *read_all(char path[KEEP_PATH]) {
    json_t *all = tui_keep_path("promises", path) ? json_load_file(path, 0, NULL) : NULL;

    return json_is_object(all) ? all : json_object();
}

/* Who cannot keep them cannot check them later: no more is lost. */
static void write_all(const char *path, json_t *all) {
    char reason[KEEP_PATH + 128];
    capu_text why = capu_text_on(reason, sizeof reason);
    char *text = json_dumps(all, JSON_INDENT(1));

    host_write_file(path, text, strlen(text), &why);
    free(text);
    json_decref(all);
}

static void key_of(const char *server, const char *table, char key[KEY]) {
    snprintf(key, KEY, "%s/t/%s", server, table);
}

void tui_promise_keep(const char *server, const char *table, const tui_promise *promise) {
    char path[KEEP_PATH] = "", key[KEY];
    json_t *all = read_all(path);

    key_of(server, table, key);
    while (json_object_size(all) >= MOST)
        json_object_del(all, json_object_iter_key(json_object_iter(all)));
    json_object_set_new(
        all, key, json_pack("{s:s,s:s}", "mix", promise->mix, "commitment", promise->commitment));
    write_all(path, all);
}

tui_promise tui_promise_find(const char *server, const char *table) {
    char path[KEEP_PATH] = "", key[KEY];
    json_t *all = read_all(path);
    tui_promise promise;

    key_of(server, table, key);
    copy_text(promise.mix, sizeof promise.mix, json_object_get(all, key), "mix");
    copy_text(promise.commitment, sizeof promise.commitment, json_object_get(all, key),
              "commitment");
    json_decref(all);
    return promise;
}

void tui_promise_forget(const char *server, const char *table) {
    char path[KEEP_PATH] = "", key[KEY];
    json_t *all = read_all(path);

    key_of(server, table, key);
    if (json_object_del(all, key) == 0)
        write_all(path, all);
    else
        json_decref(all);
}

/* ------------------------------------------------------------------ checking */

static bool has_mix(json_t *mixes, const char *mix) {
    json_t *each;
    size_t i;

    json_array_foreach(mixes, i, each) {
        const char *text = json_string_value(each);
        if (text && strcmp(text, mix) == 0)
            return true;
    }
    return *mix == '\0';
}

bool tui_promise_match(json_t *record, host_match *match) {
    char *text = json_dumps(record, JSON_COMPACT), reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    host_tree tree;
    bool good = false;

    if (text && host_tree_parse(&tree, text, strlen(text), &why)) {
        good = host_match_load(match, tree.nodes, &why) == CAPU_OK;
        host_tree_free(&tree);
    }
    free(text);
    return good;
}

/* Whether the record is that of a game whose deal follows from its seal. */
static bool is_sealed(json_t *record) {
    host_match match;

    if (!tui_promise_match(record, &match))
        return false;
    bool good = match.seal == HOST_GOOD_SEAL || match.seal == HOST_WHOLE_SEAL;
    host_match_free(&match);
    return good;
}

bool tui_promise_holds(const tui_promise *promise, json_t *record) {
    json_t *seal = json_object_get(record, "seal");
    const char *commitment = json_string_value(json_object_get(seal, "commitment"));

    return commitment && is_sealed(record) &&
           (!*promise->commitment || strcmp(commitment, promise->commitment) == 0) &&
           has_mix(json_object_get(seal, "mixes"), promise->mix);
}
