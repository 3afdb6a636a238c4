/* The tables in memory, as caches of their logs, and who listens to them.
 *
 * A table is used between capu_hub_take and capu_hub_give, by one thread at a time. An entry is
 * folded, committed, and only then told to those who listen; if it is not committed the table is
 * thrown away and read again. */
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

    bool bot_busy;         /* a bot thinks for it, or is about to */
    uint64_t from;         /* the visitor who last did something at it, as a hash; 0: not known */
    char id[CAPU_ID_TEXT]; /* what it is found by: the hub's own, like the rest */
    int users;
    int64_t used;
    struct capu_live *next;
} capu_live;

/* `changed` is called after every entry that was committed here, and, without news, when somebody
 * more listens; the table is taken. */
capu_hub *capu_hub_new(capu_store *store, int64_t notice_after,
                       void (*changed)(void *to, capu_live *live, const capu_news *news), void *to);
void capu_hub_free(capu_hub *hub);

/* Finds a table, up to date, and holds it; *live is NULL unless FOUND. */
capu_found capu_hub_take(capu_hub *hub, const char *id, capu_live **live);
/* Likewise, but without waiting: NULL unless it is in memory, up to date, and nobody has it. */
capu_live *capu_hub_try(capu_hub *hub, const char *id);
void capu_hub_give(capu_hub *hub, capu_live *live);
/* Keeps a table in memory without holding it, and lets it go. */
void capu_hub_hold(capu_hub *hub, capu_live *live);
void capu_hub_drop(capu_hub *hub, capu_live *live);

/* Appends an entry: seq and time are filled in here. `member` as in capu_append. After
 * CAPU_STORE_CONFLICT the table is up to date and the caller decides anew; after
 * CAPU_STORE_FAILED the table must be given back at once. */
capu_stored capu_hub_append(capu_hub *hub, capu_live *live, capu_entry *entry, const char *member,
                            bool remove_member);

/* Somebody listens to the table, which is taken. */
void capu_hub_listened(capu_hub *hub, capu_live *live);
/* From now on notices are due after so long; 0: there are none. */
void capu_hub_notice_after(capu_hub *hub, int64_t notice_after);
/* Another node has changed a table (NULL: perhaps any). */
void capu_hub_heard(capu_hub *hub, const char *id);
/* Whether a table was found not to follow from its log, though its edition is ours: it is frozen.
 * How many of those a person has made that are not closed. */
bool capu_hub_is_frozen(capu_hub *hub, const char *id);
int capu_hub_frozen_of(capu_hub *hub, const char *creator);
/* Has the table read again when it is next taken. */
void capu_hub_forget(capu_hub *hub, const char *id);
/* No bot thinks for the table any more. */
void capu_hub_not_busy(capu_hub *hub, const char *id);
/* Lets go of tables that nobody has used for a while. */
void capu_hub_sweep(capu_hub *hub);
int capu_hub_count(capu_hub *hub);

/* Milliseconds since 1970 by a clock that never jumps while the program runs. */
int64_t capu_now(void);

#endif
