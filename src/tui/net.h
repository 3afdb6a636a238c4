/* Requests to a server and its event stream, in the same loop as the keyboard. docs/http.md
 * describes the interface. */
#ifndef CAPU_TUI_NET_H
#define CAPU_TUI_NET_H

#include <jansson.h>

#include "capucine.h"

enum { NET_ADDRESS = 256, NET_ID = 64 };

typedef struct capu_net capu_net;

/* The parts of a link: the server, and perhaps a table and an invitation. */
typedef struct capu_link {
    char server[NET_ADDRESS]; /* "https://host:port" */
    char table[NET_ID], invite[NET_ID];
} capu_link;
/* Reads a link; false: it is not an address. Without a scheme it is https. */
bool capu_link_read(capu_link *link, const char *text);

/* A connection to a server, with the session that we keep for it. NULL: out of memory. */
capu_net *capu_net_open(const char *server);
void capu_net_close(capu_net *net);
const char *capu_net_server(const capu_net *net);
/* The id of a text that says why the last failed request got no answer. */
const char *capu_net_trouble(const capu_net *net);

/* Gets the answer to a request: its status, 0 if no answer came, and its JSON, which may be NULL.
 */
typedef void capu_net_answer(void *context, int status, json_t *json);
/* Sends a request to /api/v1<path>. With a `body` (taken over) it is a POST. `key` (may be NULL) is
 * the Idempotency-Key. The answer comes during capu_net_run. */
void capu_net_ask(capu_net *net, const char *path, json_t *body, const char *key,
                  capu_net_answer *answer, void *context);
/* From now on, answers for this context are dropped. */
void capu_net_forget(capu_net *net, const void *context);

/* Appends why a request was refused, in that language. This is the reason from the rules of `game`
 * (may be NULL) if there is one, else the text for the error's code, else its English message. */
void capu_net_complaint(json_t *answer, int language, const capu_game *game, capu_text *out);

/* Gets one event. The first one is "open"; when the stream ends, `name` is NULL. No request can be
 * sent from here. */
typedef void capu_net_event(void *context, const char *id, const char *name, json_t *data);
/* Listens to events after `last` ("": from now on). There is only one stream at a time. */
void capu_net_listen(capu_net *net, const char *path, const char *last, capu_net_event *event,
                     void *context);

/* Sends and receives. Waits at most that long for something to happen, or for a key. */
void capu_net_run(capu_net *net, int ms);

/* ---------------------------------------------- the parts that are tested alone */

/* Parses server-sent events from pieces of text, which may end anywhere. */
typedef struct capu_sse {
    capu_text line, data; /* so far */
    char id[NET_ID], name[32];
} capu_sse;
void capu_sse_feed(capu_sse *sse, const char *piece, size_t length, capu_net_event *event,
                   void *context);
void capu_sse_free(capu_sse *sse);

#endif
