/* Requests to a server and its event stream, in the same loop as the keyboard. docs/http.md
 * describes the interface. */
#ifndef CAPU_TUI_NET_H
#define CAPU_TUI_NET_H

#include <jansson.h>

#include "capucine.h"

enum { NET_ADDRESS = 256, NET_ID = 64 };

typedef struct tui_net tui_net;

/* The parts of a link: the server, and perhaps a table and an invitation. */
typedef struct tui_link {
    char server[NET_ADDRESS]; /* "https://host:port" */
    char table[NET_ID], invite[NET_ID];
} tui_link;
/* Reads a link; false: it is not an address. Without a scheme it is https. */
bool tui_link_read(tui_link *link, const char *text);

/* A connection to a server, with the session that we keep for it. NULL: out of memory. */
tui_net *tui_net_open(const char *server);
void tui_net_close(tui_net *net);
const char *tui_net_server(const tui_net *net);
/* The id of a text that says why the last failed request got no answer. */
const char *tui_net_trouble(const tui_net *net);

/* Gets the answer to a request: its status, 0 if no answer came, and its JSON, which may be NULL.
 */
typedef void tui_net_answer(void *context, int status, json_t *json);
/* Sends a request to /api/v1<path>. With a `body` (taken over) it is a POST. `key` (may be NULL) is
 * the Idempotency-Key. The answer comes during tui_net_run. */
void tui_net_ask(tui_net *net, const char *path, json_t *body, const char *key,
                 tui_net_answer *answer, void *context);
/* From now on, answers for this context are dropped. */
void tui_net_forget(tui_net *net, const void *context);

/* Appends why a request was refused, in that language. This is the reason from the rules of `game`
 * (may be NULL) if there is one, else the text for the error's code, else its English message. */
void tui_net_complaint(json_t *answer, int language, const capu_game *game, capu_text *out);

/* Gets one event. The first one is "open"; when the stream ends, `name` is NULL. No request can be
 * sent from here. */
typedef void tui_net_event(void *context, const char *id, const char *name, json_t *data);
/* Listens to events after `last` ("": from now on). There is only one stream at a time. */
void tui_net_listen(tui_net *net, const char *path, const char *last, tui_net_event *event,
                    void *context);

/* Sends and receives. Waits at most that long for something to happen, or for a key. */
void tui_net_run(tui_net *net, int ms);

/* ---------------------------------------------- the parts that are tested alone */

/* Parses server-sent events from pieces of text, which may end anywhere. */
typedef struct tui_sse {
    capu_text line, data; /* so far */
    char id[NET_ID], name[32];
} tui_sse;
void tui_sse_feed(tui_sse *sse, const char *piece, size_t length, tui_net_event *event,
                  void *context);
void tui_sse_free(tui_sse *sse);

#endif
