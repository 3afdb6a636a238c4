/* Server-sent events: a stream tells one client what happens at a table.
 *
 * A stream no longer belongs to the HTTP library: we take over its socket. So a silent stream costs
 * only a few hundred bytes, and an event is one call to send, made by the thread that has the news.
 * What a client does not read at once waits in a queue of limited length. A client that does not
 * read is disconnected, and comes back with Last-Event-ID. */
#ifndef CAPU_SERVER_STREAM_H
#define CAPU_SERVER_STREAM_H

#include "server/hub.h"

/* Who listens. Person and session are "" for a visitor without a session. */
typedef struct capu_listener {
    char person[CAPU_ID_TEXT];
    char session[HASH_TEXT]; /* as the store knows it */
    uint64_t address;        /* a hash of it */
} capu_listener;

/* Starts the thread that looks after the streams. */
bool capu_streams_begin(void);
/* Ends all streams and the thread. After that there are no new streams. */
void capu_streams_stop(void);

/* A new stream on a table that is taken. It takes over `mutes`. NULL: the visitor's address already
 * has `most` streams (0: no limit). */
capu_stream *capu_stream_new(capu_hub *hub, capu_live *live, const capu_listener *who,
                             capu_mutes mutes, long most);
/* Whether something happened after `last` (an id that was sent before, or NULL) that the log can
 * still tell. The table is taken. */
bool capu_stream_has_missed(capu_stream *stream, const char *last);
/* Begins the stream now, after `last`; with a snapshot, unless nothing was missed. The table is
 * taken. */
void capu_stream_begin(capu_stream *stream, const char *last);
/* Begins the stream with everything that was missed, after capu_stream_has_missed. This folds the
 * log from its first entry, so it takes time. The table is not taken meanwhile. false: the store
 * failed. */
bool capu_stream_catch_up(capu_stream *stream, capu_store *store);
/* Starts sending on a copy of that socket, first these headers. From now on the stream looks after
 * itself. */
void capu_stream_send(capu_stream *stream, int socket, const char *headers);
/* Drops a stream that was never sent. */
void capu_stream_drop(capu_stream *stream);

/* Tells everyone who listens to a table about an entry. */
void capu_streams_tell(capu_live *live, const capu_entry *entry, const capu_news *news);
/* Sends a sign of life to streams that have been silent. */
void capu_streams_beat(void);
/* Ends the streams of a session. */
void capu_streams_end_session(const char *session);
/* Ends the person's streams (NULL: anybody's) whose session has ended. The other streams read the
 * mutes again. */
void capu_streams_review(capu_store *store, const char *person);
/* The people whom a person has muted; the caller frees the list. */
capu_mutes capu_mutes_of(capu_store *store, const char *person);
int capu_streams_count(void);
/* The people who listen on this node, to any table: each once, sorted. Returns how many. The caller
 * frees the list. */
int capu_streams_people(char (**people)[CAPU_ID_TEXT]);
/* Whether a person (NULL: anybody) listens to the table, on this node. */
bool capu_streams_has(capu_live *live, const char *person);

#endif
