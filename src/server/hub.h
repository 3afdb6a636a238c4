/* The tables in memory, and the streams that listen to them. A table in memory is a cache of its
 * log.
 *
 * A thread uses a table between capu_hub_take and capu_hub_give; the table is "taken" then, and no
 * other thread uses it. A new entry is folded into the table, committed to the store, and only then
 * sent to those who listen. If the commit fails, the table is thrown away and read again. */
#ifndef CAPU_SERVER_HUB_H
#define CAPU_SERVER_HUB_H

#include <pthread.h>

#include "server/table.h"

typedef struct capu_hub capu_hub;
typedef struct capu_stream capu_stream;

typedef struct capu_live {
    capu_table table;
    bool loaded;
    pthread_mutex_t lock; /* of the table */

    pthread_mutex_t listening; /* of the streams */
    capu_stream *streams;
    int64_t heard; /* the last entry that they were told of */

    bool bot_busy;         /* a bot is thinking for it, or is about to */
    uint64_t from;         /* hash of the visitor who last did something at it; 0: unknown */
    char id[CAPU_ID_TEXT]; /* the hub finds it by this; the members below are the hub's too */
    int users;
    int64_t used;
    struct capu_live *next;
} capu_live;

/* `changed` is called after every entry committed here, and, with no news, when somebody new
 * listens. The table is taken then. */
capu_hub *capu_hub_new(capu_store *store, int64_t notice_after,
                       void (*changed)(void *to, capu_live *live, const capu_news *news), void *to);
void capu_hub_free(capu_hub *hub);

/* Finds a table, brings it up to date and takes it. *live is NULL unless FOUND. */
capu_found capu_hub_take(capu_hub *hub, const char *id, capu_live **live);
/* Likewise, but without waiting: NULL unless the table is in memory, up to date, and not taken. */
capu_live *capu_hub_try(capu_hub *hub, const char *id);
void capu_hub_give(capu_hub *hub, capu_live *live);
/* Keeps a table in memory without taking it, and lets it go again. */
void capu_hub_hold(capu_hub *hub, capu_live *live);
void capu_hub_drop(capu_hub *hub, capu_live *live);

/* Appends an entry. seq and time are filled in here; `member` is as in capu_append. After
 * CAPU_STORE_CONFLICT the table is up to date, and the caller must decide again. After
 * CAPU_STORE_FAILED the caller must give the table back at once. */
capu_stored capu_hub_append(capu_hub *hub, capu_live *live, capu_entry *entry, const char *member,
                            bool remove_member);

/* Notes that somebody new listens to the table, which is taken. */
void capu_hub_listened(capu_hub *hub, capu_live *live);
/* Sets after how many milliseconds notices are due; 0: there are none. */
void capu_hub_notice_after(capu_hub *hub, int64_t notice_after);
/* Notes that another node has changed a table (NULL: any table may have changed). */
void capu_hub_heard(capu_hub *hub, const char *id);
/* Whether a table is frozen because its log does not replay, although its rules are ours. And how
 * many such tables a person has made that are not closed. */
bool capu_hub_is_frozen(capu_hub *hub, const char *id);
int capu_hub_frozen_of(capu_hub *hub, const char *creator);
/* Makes the hub read the table again when it is next taken. */
void capu_hub_forget(capu_hub *hub, const char *id);
/* Notes that no bot is thinking for the table any more. */
void capu_hub_not_busy(capu_hub *hub, const char *id);
/* Lets go of tables that nobody has used for a while. */
void capu_hub_sweep(capu_hub *hub);
int capu_hub_count(capu_hub *hub);

/* Milliseconds since 1970 by a clock that never jumps while the program runs. */
int64_t capu_now(void);

#endif
