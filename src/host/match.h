/* A game that is being played, with its record: what the referee, the terminal, replay and the
 * server hold. The record is the truth; the position is where it leads. */
#ifndef CAPU_HOST_MATCH_H
#define CAPU_HOST_MATCH_H

#include "host/seal.h"
#include "host/tree.h"

/* What is wrong with a record, for people: the text with that id, and, where it is an action, what
 * the rules of the game have against it. */
typedef struct capu_flaw {
    const char *id;     /* "record.newer" */
    int64_t numbers[2]; /* of that text: an action, from 0, or the record's edition and ours */
    const capu_game *game;
    capu_refusal why;
} capu_flaw;

typedef struct capu_match {
    capu_record record; /* its moves are this match's own; no game: NULL */
    capu_state state;
    capu_state from; /* where it began, if not with the deal */
    capu_move *moves;
    int capacity;
    capu_sealed_state seal; /* of the record that it was loaded from */
    capu_flaw flaw;         /* of one that could not be loaded */
} capu_match;

/* A new game from the deal. Anything but CAPU_OK: no match, nothing to free. */
capu_status capu_match_new(capu_match *match, const capu_game *game, const capu_options *options,
                           int players, const uint8_t seed[CAPU_SEED_BYTES], capu_text *why);
/* A game from a position in JSON. */
capu_status capu_match_set(capu_match *match, const capu_node *state,
                           const uint8_t seed[CAPU_SEED_BYTES], capu_text *why);
/* A game from a record in JSON; CAPU_BAD_RECORD with a sentence if it does not replay, if its
 * result is not what it says, if its deal is not the one that its seal proves, or if it is of a
 * newer version or another edition of the rules. */
capu_status capu_match_load(capu_match *match, const capu_node *record, capu_text *why);
/* A game from a file with a record; "-" is standard input. */
capu_status capu_match_open(capu_match *match, const char *path, capu_text *why);
void capu_match_free(capu_match *match);

/* Applies an action and records it; `why` may be NULL. */
capu_status capu_match_apply(capu_match *match, int seat, capu_action action, capu_text *why);
/* Applies what is known to be legal. */
void capu_match_apply_legal(capu_match *match, capu_move move);
/* Goes back to the position after the first `count` moves and forgets the others. */
void capu_match_rewind(capu_match *match, int count);
/* How many of the first `count` moves are in everybody's history when there are no more: what is
 * decided at the same time is told when all have. */
int capu_match_told(const capu_match *match, int count);

/* The record as JSON, in a text that grows. */
void capu_match_write(const capu_match *match, capu_text *text);
/* The history for a seat, likewise. */
void capu_match_history(const capu_match *match, int seat, capu_text *text);

/* A seed from the system's randomness. */
void capu_system_seed(uint8_t seed[CAPU_SEED_BYTES]);
/* 64 bits of it. */
uint64_t capu_system_number(void);
/* A number that no other call gives, nor, but for a stroke of luck, another process. Not secret. */
uint64_t capu_unique_number(void);

/* Reads a whole file; NULL with a sentence. The caller frees it. */
char *capu_read_file(const char *path, size_t *length, capu_text *why);
/* Appends "reason: path": where there is little room, the end of the path is what can be missed. */
void capu_say_path(capu_text *why, const char *reason, const char *path);
/* Replaces a file as a whole or not at all; false with the reason and the path. */
bool capu_write_file(const char *path, const char *text, size_t length, capu_text *why);

#endif
