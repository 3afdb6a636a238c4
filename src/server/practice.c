/* Progress in practice, which clients keep here for a person (docs/practice.md). */
#include "host/practice.h"

#include <stdlib.h>
#include <string.h>

#include "server/clock.h"
#include "server/handlers.h"

static void write_done(void *to, const char *done) {
    host_json_raw(to, "done", done);
}

bool write_practice(server_request *r) {
    size_t before = r->out.text.length;
    bool read = store_practice(r->server->store, r->who.id, write_done, &r->out);

    if (r->out.text.length == before)
        host_json_raw(&r->out, "done", "{}");
    return read;
}

static void answer(server_request *r) {
    open_answer(r, 200);
    bool read = write_practice(r);
    close_answer(r);
    if (!read)
        refuse_store(r);
}

void handle_practice(server_request *r) {
    answer(r);
}

/* The value of "done" in the body, as it is kept. The caller frees it; NULL after refusing. */
static char *read_done(server_request *r) {
    char *body = r->json ? json_dumps(r->json, JSON_COMPACT) : NULL, reason[256] = "";
    capu_text why = capu_text_on(reason, sizeof reason), done = {0};
    host_progress progress;
    host_tree tree;

    if (host_tree_parse(&tree, body ? body : "{}", body ? strlen(body) : 2, &why)) {
        if (host_progress_read(&progress, tree.nodes, &why)) {
            host_progress_write(&progress, &done);
            host_progress_free(&progress);
        }
        host_tree_free(&tree);
    }
    free(body);
    if (!done.at)
        refuse(r, 400, "bad_request", reason);
    return done.at;
}

/* Replaces all of it. */
void handle_put_practice(server_request *r) {
    char *done = read_done(r);

    if (done && store_put_practice(r->server->store, r->who.id, done, server_now()))
        answer(r);
    else if (done)
        refuse_store(r);
    free(done);
}
