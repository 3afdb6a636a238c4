/* Reads and writes JSON with one description. A game lists its position's keys once, in the order
 * that its page in docs/games/ has:
 *
 *     s->turn = capu_io_seat(io, "turn", s->turn, CAPU_IO_OR_NONE);
 *
 * When writing, each call writes the value it is given and returns it. When reading, each call
 * returns what the JSON has under that key. If something is wrong there, it notes the first problem
 * and returns something harmless. In a list the key is NULL. Objects must have exactly the keys
 * that are asked for; when reading, in any order. */
#ifndef CAPU_ENGINE_IO_H
#define CAPU_ENGINE_IO_H

#include "capucine.h"

enum { CAPU_IO_DEPTH = 8 };

typedef struct capu_io_frame {
    const capu_node *node; /* reading: the open object or list */
    const capu_node *next; /* reading: the next element of a list */
    const char *key;       /* where we are, for messages */
    int index;             /* elements passed, or members found */
    char close;            /* writing: the bracket that closes it */
} capu_io_frame;

typedef struct capu_io {
    capu_text *out; /* where to write; NULL: reading */
    capu_text *why;
    bool failed;
    int players;
    int depth;
    capu_io_frame frames[CAPU_IO_DEPTH];
} capu_io;

/* A list of names. Values are indices in it. */
typedef struct capu_names {
    const char *what; /* "kind", for messages */
    const char *const *list;
    int count;
} capu_names;

/* What `null` may stand for when reading. Hidden values are always written as null. */
typedef enum capu_io_null { CAPU_IO_NEVER_NULL, CAPU_IO_OR_NONE } capu_io_null;

void capu_io_write_to(capu_io *io, capu_text *out);
void capu_io_read_from(capu_io *io, const capu_node *object, capu_text *why);

void capu_io_object(capu_io *io, const char *key);
/* Opens a list of `count` elements. When reading, returns how many there are, in least … most. */
int capu_io_list(capu_io *io, const char *key, int count, int least, int most);
void capu_io_close(capu_io *io);

/* An index in a list of names, or CAPU_NONE, or CAPU_HIDDEN. */
uint8_t capu_io_name(capu_io *io, const char *key, uint8_t value, const capu_names *names,
                     capu_io_null null);
/* A number in 0 … most (below CAPU_NONE), or CAPU_NONE, or CAPU_HIDDEN; a seat likewise. */
uint8_t capu_io_small(capu_io *io, const char *key, uint8_t value, int most, capu_io_null null);
uint8_t capu_io_seat(capu_io *io, const char *key, uint8_t value, capu_io_null null);
int capu_io_number(capu_io *io, const char *key, int value, int least, int most);
bool capu_io_flag(capu_io *io, const char *key, bool value);
/* A text that must be exactly this. */
void capu_io_fixed(capu_io *io, const char *key, const char *value);
/* A text that the caller makes and understands. Reading returns it, "" after a failure. */
const char *capu_io_string(capu_io *io, const char *key, const char *value);
/* Whether there is null here. When writing, writes null if `absent`. If false, continue with the
 * same key. */
bool capu_io_absent(capu_io *io, const char *key, bool absent);
/* A whole list of names in one call, such as a hand or a pile. Returns its length. */
int capu_io_names(capu_io *io, const char *key, uint8_t *values, int count, int least, int most,
                  const capu_names *names);

/* Notes, in words, that something is wrong at the current place. */
void capu_io_fail(capu_io *io, const char *key, const char *problem);

#endif
