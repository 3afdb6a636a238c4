/* The tables in memory, and the streams that listen to them. A table in memory is a cache of its
 * log.
 *
 * A thread uses a table between server_hub_take and server_hub_give; the table is "taken" then, and
 * no other thread uses it. A new entry is folded into the table, committed to the store, and only
 * then sent to those who listen. If the commit fails, the table is thrown away and read again. */
#ifndef CAPU_SERVER_HUB_H
#define CAPU_SERVER_HUB_H

#include <pthread.h>

#include "server/table.h"

typedef struct server_hub server_hub;
typedef struct server_stream server_stream;

/* Since when the person of a seat has not listened; 0: they do. */
typedef struct server_absence {
    uint64_t person; /* as a hash */
    int64_t left;
} server_absence;

typedef struct server_live {
    server_table table;
    bool loaded;
    pthread_mutex_t lock; /* of the table */

    pthread_mutex_t listening; /* of the streams */
    server_stream *streams;
    int64_t heard; /* the last entry that they were told of */

    server_absence absences[CAPU_MAX_PLAYERS]; /* as last looked for */
    bool bot_busy;                             /* a bot is thinking for it, or is about to */
    uint64_t from;          /* hash of the visitor who last did something at it; 0: unknown */
    char id[STORE_ID_TEXT]; /* the hub finds it by this; the members below are the hub's too */
    int users;
    int64_t used;
    struct server_live *next;
} server_live;

/* `changed` is called after every entry committed here, and, with no news, when somebody new
 * listens. The table is taken then. */
server_hub *server_hub_new(store_main *store, int64_t notice_after,
                           void (*changed)(void *to, server_live *live, const server_news *news),
                           void *to);
void server_hub_free(server_hub *hub);

/* Finds a table, brings it up to date and takes it. *live is NULL unless FOUND. */
store_found server_hub_take(server_hub *hub, const char *id, server_live **live);
/* Likewise, but without waiting: NULL unless the table is in memory, up to date, and not taken. */
server_live *server_hub_try(server_hub *hub, const char *id);
/* Likewise, as it was last seen here, even if another node may have changed it. */
server_live *server_hub_peek(server_hub *hub, const char *id);
void server_hub_give(server_hub *hub, server_live *live);
/* Keeps a table in memory without taking it, and lets it go again. */
void server_hub_hold(server_hub *hub, server_live *live);
void server_hub_drop(server_hub *hub, server_live *live);

/* Makes a deed the table's next entry. `answer` (may be NULL) gets what the person is answered.
 * After STORE_CONFLICT the table is up to date, and the caller must decide again. After
 * STORE_FAILED the caller must give the table back at once. */
store_stored server_hub_append(server_hub *hub, server_live *live, const server_deed *deed,
                               server_answer *answer);

/* Notes that somebody new listens to the table, which is taken. */
void server_hub_listened(server_hub *hub, server_live *live);
/* Sets after how many milliseconds notices are due; 0: there are none. */
void server_hub_notice_after(server_hub *hub, int64_t notice_after);
/* The ids of tables that somebody listens to here. Returns how many. The caller frees the list. */
int server_hub_listened_to(server_hub *hub, char (**ids)[STORE_ID_TEXT]);
/* Notes that another node has changed a table (NULL: any table may have changed). */
void server_hub_heard(server_hub *hub, const char *id);
/* Whether a table is frozen because its log does not replay, although its rules are ours. And how
 * many such tables a person has made that are not closed. */
bool server_hub_is_frozen(server_hub *hub, const char *id);
int server_hub_frozen_of(server_hub *hub, const char *creator);
/* Makes the hub read the table again when it is next taken. */
void server_hub_forget(server_hub *hub, const char *id);
/* Notes that no bot is thinking for the table any more. */
void server_hub_not_busy(server_hub *hub, const char *id);
/* Lets go of tables that nobody has used for a while. */
void server_hub_sweep(server_hub *hub);
int server_hub_count(server_hub *hub);

#endif
