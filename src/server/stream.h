/* Server-sent events: what happens at a table, to one client each.
 *
 * A stream with nothing to send suspends its connection; an event resumes it. Events wait in a
 * queue of bounded length: a client that does not read is sent away, and comes back with
 * Last-Event-ID. */
#ifndef CAPU_SERVER_STREAM_H
#define CAPU_SERVER_STREAM_H

#include <microhttpd.h>

#include "server/hub.h"

/* Who listens: both are "" for a visitor. */
typedef struct capu_listener {
    char person[CAPU_ID_TEXT];
    char session[HASH_TEXT]; /* as the store knows it */
} capu_listener;

/* Opens a stream on a table that is taken. What happened since `last` (an id as sent before, or
 * NULL) is sent first; without it, or if it cannot be understood, a snapshot. The stream takes over
 * `mutes`. NULL if the store failed. */
capu_stream *capu_stream_open(capu_hub *hub, capu_store *store, capu_live *live,
                              struct MHD_Connection *connection, const capu_listener *who,
                              const char *last, capu_mutes mutes);
/* The response that sends it, which owns it from then on. */
struct MHD_Response *capu_stream_response(capu_stream *stream);

/* Tells all who listen to a table about an entry. */
void capu_streams_tell(capu_live *live, const capu_entry *entry, const capu_news *news);
/* Sends a sign of life to streams that have been silent. */
void capu_streams_beat(void);
/* Ends all streams; new ones end at once. */
void capu_streams_end(void);
/* Ends the streams of a session. */
void capu_streams_end_session(const char *session);
/* Ends streams of the person (NULL: of anybody) whose session has ended, and has the others read
 * the mutes again. */
void capu_streams_review(capu_store *store, const char *person);
/* Those whom a person does not want to read; the caller frees them. */
capu_mutes capu_mutes_of(capu_store *store, const char *person);
int capu_streams_count(void);
/* Who listens here, to any table, each once in order; how many. The caller frees it. */
int capu_streams_people(char (**people)[CAPU_ID_TEXT]);
/* Whether a person listens to the table, on this node. */
bool capu_streams_has(capu_live *live, const char *person);

#endif
