/* Server-sent events: what happens at a table, to one client each.
 *
 * A stream is no connection of the HTTP library's any more: we take its socket over, so that it
 * costs a few hundred bytes while it is silent, and an event is one call to send, made by whoever
 * tells it. What a client does not take at once waits in a queue of bounded length: one that does
 * not read is sent away, and comes back with Last-Event-ID. */
#ifndef CAPU_SERVER_STREAM_H
#define CAPU_SERVER_STREAM_H

#include "server/hub.h"

/* Who listens: both are "" for a visitor. */
typedef struct capu_listener {
    char person[CAPU_ID_TEXT];
    char session[HASH_TEXT]; /* as the store knows it */
    uint64_t address;        /* a hash of it */
} capu_listener;

/* The thread that looks after them. */
bool capu_streams_begin(void);
/* Ends all streams, and it; after that there are no new ones. */
void capu_streams_stop(void);

/* A stream on a table that is taken, which takes over `mutes`; NULL: its address has `most` of them
 * already (0: there is no limit). */
capu_stream *capu_stream_new(capu_hub *hub, capu_live *live, const capu_listener *who,
                             capu_mutes mutes, long most);
/* Whether something happened behind `last` (an id as sent before, or NULL) that the log could
 * tell. The table is taken. */
bool capu_stream_has_missed(capu_stream *stream, const char *last);
/* Begins it now, behind `last`, with a snapshot unless nothing was missed. The table is taken. */
void capu_stream_begin(capu_stream *stream, const char *last);
/* Begins it with everything that was missed, after capu_stream_has_missed. That folds the log from
 * its first entry, and so takes its time; the table is not taken meanwhile. false if the store
 * failed. */
bool capu_stream_catch_up(capu_stream *stream, capu_store *store);
/* Sends it, after these headers, on a copy of that socket; from now on it looks after itself. */
void capu_stream_send(capu_stream *stream, int socket, const char *headers);
/* Drops one that was not sent. */
void capu_stream_drop(capu_stream *stream);

/* Tells all who listen to a table about an entry. */
void capu_streams_tell(capu_live *live, const capu_entry *entry, const capu_news *news);
/* Sends a sign of life to streams that have been silent. */
void capu_streams_beat(void);
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
/* Whether a person (NULL: anybody) listens to the table, on this node. */
bool capu_streams_has(capu_live *live, const char *person);

#endif
