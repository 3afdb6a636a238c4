/* Requests to a server and its event stream, all in one loop with the keys. The interface is that
 * of docs/http.md. */
#ifndef CAPU_TUI_NET_H
#define CAPU_TUI_NET_H

#include <jansson.h>

#include "capucine.h"

enum { NET_ADDRESS = 256, NET_ID = 64 };

typedef struct capu_net capu_net;

/* What a link names: the server, and perhaps a table there and an invitation to it. */
typedef struct capu_link {
    char server[NET_ADDRESS]; /* "https://host:port" */
    char table[NET_ID], invite[NET_ID];
} capu_link;
/* Reads one; false: it is no address. Without a scheme it is https. */
bool capu_link_read(capu_link *link, const char *text);

/* A connection to a server, with the session that was kept for it. NULL: there is no memory. */
capu_net *capu_net_open(const char *server);
void capu_net_close(capu_net *net);
const char *capu_net_server(const capu_net *net);
/* The id of a text about why the last request that was not answered was not. */
const char *capu_net_trouble(const capu_net *net);

/* The answer to a request: its status, 0 if none came, and its JSON, which may be NULL. */
typedef void capu_net_answer(void *context, int status, json_t *json);
/* Asks for /api/v1<path>. `body` (taken over) makes it a POST. `key` (may be NULL) is the
 * Idempotency-Key. The answer comes while capu_net_run runs. */
void capu_net_ask(capu_net *net, const char *path, json_t *body, const char *key,
                  capu_net_answer *answer, void *context);
/* No answer to this context is to be told any more. */
void capu_net_forget(capu_net *net, const void *context);

/* Appends what an answer that is no success says, in that language: the reason that the rules
 * give (`game` is whose; NULL: none can), else what its code means, else its English message. */
void capu_net_complaint(json_t *answer, int language, const capu_game *game, capu_text *out);

/* One event. The stream itself begins with "open", and ends with `name` NULL. Nothing can be asked
 * from here. */
typedef void capu_net_event(void *context, const char *id, const char *name, json_t *data);
/* Listens to events behind `last` ("": from now on); there is one stream at a time. */
void capu_net_listen(capu_net *net, const char *path, const char *last, capu_net_event *event,
                     void *context);

/* Sends and receives; waits at most so long for something to happen, or a key. */
void capu_net_run(capu_net *net, int ms);

/* ---------------------------------------------- the parts that are tested alone */

/* Server-sent events from pieces of text, whatever their borders. */
typedef struct capu_sse {
    capu_text line, data; /* so far */
    char id[NET_ID], name[32];
} capu_sse;
void capu_sse_feed(capu_sse *sse, const char *piece, size_t length, capu_net_event *event,
                   void *context);
void capu_sse_free(capu_sse *sse);

#endif
