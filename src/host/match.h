/* A game in progress, with its record. The referee, the terminal, replay and the server use it. The
 * record is the truth; the position follows from it. */
#ifndef CAPU_HOST_MATCH_H
#define CAPU_HOST_MATCH_H

#include "host/seal.h"
#include "host/tree.h"

typedef struct host_match {
    capu_record record; /* its moves are `moves` below; no game: NULL */
    capu_state state;
    capu_state from; /* where it began, if not with the deal */
    capu_move *moves;
    int capacity;
    host_sealed_state seal; /* of the record that it was loaded from */
    capu_flaw flaw;         /* of a record that could not be loaded */
} host_match;

/* A new game from the deal. Unless the result is CAPU_OK there is no match, and nothing to free. */
capu_status host_match_new(host_match *match, const capu_game *game, const capu_options *options,
                           int players, const uint8_t seed[CAPU_SEED_BYTES], capu_text *why);
/* A game from a position in JSON. */
capu_status host_match_set(host_match *match, const capu_node *state,
                           const uint8_t seed[CAPU_SEED_BYTES], capu_text *why);
/* A game from a record in JSON; CAPU_BAD_RECORD with a sentence if it does not replay, if its
 * result is not what it says, if its deal is not the one that its seal proves, or if it is of a
 * newer version or another edition of the rules. */
capu_status host_match_load(host_match *match, const capu_node *record, capu_text *why);
/* A game from a file with a record; "-" is standard input. */
capu_status host_match_open(host_match *match, const char *path, capu_text *why);
void host_match_free(host_match *match);
/* Another match like this one. */
void host_match_copy(host_match *to, const host_match *from);

/* Its record, as long as the match stays where it is. A match may be moved in memory, so the
 * pointers of its own record are not set. */
capu_record host_match_record(const host_match *match);

/* Applies an action and records it; `why` may be NULL. */
capu_status host_match_apply(host_match *match, int seat, capu_action action, capu_text *why);
/* Applies a move that is known to be legal. */
void host_match_apply_legal(host_match *match, capu_move move);
/* Goes back to the position after the first `count` moves and forgets the others. */
void host_match_rewind(host_match *match, int count);
/* If only the first `count` moves were made, how many of them everybody would know. Simultaneous
 * choices become known when all have been made. `known` (may be NULL) gets the position after
 * these. */
int host_match_told(const host_match *match, int count, capu_state *known);
/* The same for any record. */
int host_told(const capu_record *record, int count, capu_state *known);
/* The position that it began from. */
void host_match_beginning(const host_match *match, capu_state *state);

/* The record as JSON, in a text that grows. */
void host_match_write(const host_match *match, capu_text *text);
/* The history for a seat, likewise. */
void host_match_history(const host_match *match, int seat, capu_text *text);
/* The history with its events from the move `begin` on, of a match or of any record, and the facts
 * of a view, likewise. */
void host_match_story(const host_match *match, int begin, int seat, capu_text *text);
void host_story_json(const capu_record *record, int begin, int seat, capu_text *text);
void host_facts_json(const capu_state *view, capu_text *text);

#endif
