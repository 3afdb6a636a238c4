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
typedef struct server_listener {
    char person[STORE_ID_TEXT];
    char session[HASH_TEXT]; /* as the store knows it */
    uint64_t address;        /* a hash of it */
} server_listener;

/* All streams of a server. */
typedef struct server_streams server_streams;

/* Starts the thread that looks after the streams. NULL: the system refuses. */
server_streams *server_streams_new(void);
/* Ends all streams and the thread. After that there are no new streams. */
void server_streams_stop(server_streams *all);
/* After it has stopped, when nobody opens streams any more; `all` may be NULL. */
void server_streams_free(server_streams *all);

/* A new stream on a table that is taken. It takes over `mutes`. NULL: the visitor's address already
 * has `most` streams (0: no limit). */
server_stream *server_stream_new(server_streams *all, server_hub *hub, server_live *live,
                                 const server_listener *who, server_mutes mutes, long most);
/* Has the stream tell who is at the table, if the listener has a seat there. */
void server_stream_wants_presence(server_stream *stream);
/* Whether something happened after `last` (an id that was sent before, or NULL) that the log can
 * still tell. The table is taken. */
bool server_stream_has_missed(server_stream *stream, const char *last);
/* Begins the stream now, after `last`; with a snapshot, unless nothing was missed. The table is
 * taken. */
void server_stream_begin(server_stream *stream, const char *last);
/* Begins the stream with everything that was missed, after server_stream_has_missed. This folds the
 * log from its first entry, so it takes time. The table is not taken meanwhile. false: the store
 * failed. */
bool server_stream_catch_up(server_stream *stream, store_main *store);
/* Starts sending on a copy of that socket, first these headers. From now on the stream looks after
 * itself. */
void server_stream_send(server_stream *stream, int socket, const char *headers);
/* Drops a stream that was never sent. */
void server_stream_drop(server_stream *stream);

/* Tells everyone who listens to a table about an entry. */
void server_streams_tell(server_live *live, const store_entry *entry, const server_news *news);
/* Whether any stream of the table tells who is there. Then tells those streams whose listener has a
 * seat, unless it is what they were told last: members of a JSON object. The table is taken. */
bool server_streams_want_presence(server_live *live);
void server_streams_tell_presence(server_live *live, const char *members);
/* Sends a sign of life to streams that have been silent. */
void server_streams_beat(server_streams *all);
/* Ends the streams of a session. */
void server_streams_end_session(server_streams *all, const char *session);
/* Ends the person's streams (NULL: anybody's) whose session has ended. The other streams read the
 * mutes again. */
void server_streams_review(server_streams *all, store_main *store, const char *person);
/* The people whom a person has muted; the caller frees the list. */
server_mutes server_mutes_of(store_main *store, const char *person);
int server_streams_count(server_streams *all);
/* The people who listen on this node, to any table: each once, sorted. Returns how many. The caller
 * frees the list. */
int server_streams_people(server_streams *all, char (**people)[STORE_ID_TEXT]);
/* Whether a person (NULL: anybody) listens to the table, on this node. */
bool server_streams_has(server_live *live, const char *person);

#endif
