/* What was promised at a server's table before the deal: our own part of the randomness, and the
 * server's commitment. After the game we compare the record's seal with it. */
#ifndef CAPU_TUI_PROMISE_H
#define CAPU_TUI_PROMISE_H

#include <jansson.h>

#include "host/match.h"

enum { PROMISE_MIX = 33 /* 128 bits in hex, with the final NUL */ };

typedef struct tui_promise {
    char mix[PROMISE_MIX];           /* what we have sent, or "" */
    char commitment[HOST_HASH_TEXT]; /* what the table showed, or "" */
} tui_promise;

/* Fresh randomness for a seat. */
void tui_promise_draw(tui_promise *promise);
/* Reads what the table shows from its JSON. */
void tui_promise_read(tui_promise *promise, json_t *table);

/* Promises are kept in the folder for games, since a game may last longer than the program runs. */
void tui_promise_keep(const char *server, const char *table, const tui_promise *promise);
/* Empty if there is none. */
tui_promise tui_promise_find(const char *server, const char *table);
void tui_promise_forget(const char *server, const char *table);

/* Whether the record of the game agrees with what was promised. */
bool tui_promise_holds(const tui_promise *promise, json_t *record);
/* The game of a record. false: it is none, or its deal is not the one that its seal proves. */
bool tui_promise_match(json_t *record, host_match *match);

#endif
