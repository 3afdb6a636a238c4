/* What was promised at a server's table before the deal: our own part of the randomness, and the
 * server's commitment. After the game we compare the record's seal with it. */
#ifndef CAPU_TUI_PROMISE_H
#define CAPU_TUI_PROMISE_H

#include <jansson.h>

#include "host/seal.h"

enum { PROMISE_MIX = 33 /* 128 bits in hex, with the final NUL */ };

typedef struct capu_promise {
    char mix[PROMISE_MIX];           /* what we have sent, or "" */
    char commitment[CAPU_HASH_TEXT]; /* what the table showed, or "" */
} capu_promise;

/* Fresh randomness for a seat. */
void capu_promise_draw(capu_promise *promise);
/* Reads what the table shows from its JSON. */
void capu_promise_read(capu_promise *promise, json_t *table);

/* Promises are kept in the folder for games, since a game may last longer than the program runs. */
void capu_promise_keep(const char *server, const char *table, const capu_promise *promise);
/* Empty if there is none. */
capu_promise capu_promise_find(const char *server, const char *table);
void capu_promise_forget(const char *server, const char *table);

/* Whether the record of the game agrees with what was promised. */
bool capu_promise_holds(const capu_promise *promise, json_t *record);

#endif
