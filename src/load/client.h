/* A small HTTP client for the load tool: requests one after the other on a blocking connection, and
 * the parsing that its event loop needs. Only what our own server sends is understood. */
#ifndef CAPU_LOAD_CLIENT_H
#define CAPU_LOAD_CLIENT_H

#include "host/memory.h"

/* Where the server is. Reading takes http://HOST:PORT; false: the text is something else. */
typedef struct load_target {
    char host[256], port[16];
} load_target;
bool load_target_read(load_target *target, const char *url);

/* Opens a connection; -1 after a failure, with the reason in `why`. */
int load_target_connect(const load_target *target, const char **why);

/* Writes a request. The path is below /api/v1 unless it begins with two slashes. `cookie` and
 * `body` may be NULL. */
void load_request_write(capu_text *text, const char *method, const char *path, const char *cookie,
                        const char *body);

/* An answer as it comes in. */
typedef struct load_reply {
    int status;
    size_t length;   /* of the whole answer in the buffer */
    char *body;      /* in the buffer; ends with NUL while the reply is being read */
    char cookie[64]; /* the session that the server set, or "" */
} load_reply;
/* Whether the buffer begins with a complete answer. */
bool load_reply_read(capu_text *buffer, load_reply *reply);
/* Removes the first `length` bytes of a buffer. */
void load_text_drop(capu_text *buffer, size_t length);

/* Sends a request and waits for its answer. Returns the status, 0 if no answer came in time. The
 * buffer then begins with the answer. */
int load_ask(int connection, capu_text *buffer, load_reply *reply, const char *method,
             const char *path, const char *cookie, const char *body);

#endif
