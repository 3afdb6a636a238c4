/* Reads and writes JSON with one description. A game lists its position's keys once, in the order
 * that its page in docs/games/ has:
 *
 *     s->turn = engine_io_seat(io, "turn", s->turn, ENGINE_IO_OR_NONE);
 *
 * When writing, each call writes the value it is given and returns it. When reading, each call
 * returns what the JSON has under that key. If something is wrong there, it notes the first problem
 * and returns something harmless. In a list the key is NULL. Objects must have exactly the keys
 * that are asked for; when reading, in any order. */
#ifndef CAPU_ENGINE_IO_H
#define CAPU_ENGINE_IO_H

#include "capucine.h"

enum { ENGINE_IO_DEPTH = 8 };

typedef struct engine_io_frame {
    const capu_node *node; /* reading: the open object or list */
    const capu_node *next; /* reading: the next element of a list */
    const char *key;       /* where we are, for messages */
    int index;             /* elements passed, or members found */
    char close;            /* writing: the bracket that closes it */
} engine_io_frame;

typedef struct engine_io {
    capu_text *out; /* where to write; NULL: reading */
    capu_text *why;
    bool failed;
    int players;
    int depth;
    engine_io_frame frames[ENGINE_IO_DEPTH];
} engine_io;

/* A list of names. Values are indices in it. */
typedef struct engine_names {
    const char *what; /* "kind", for messages */
    const char *const *list;
    int count;
} engine_names;

/* What `null` may stand for when reading. Hidden values are always written as null. */
typedef enum engine_io_null { ENGINE_IO_NEVER_NULL, ENGINE_IO_OR_NONE } engine_io_null;

void engine_io_write_to(engine_io *io, capu_text *out);
void engine_io_read_from(engine_io *io, const capu_node *object, capu_text *why);

void engine_io_object(engine_io *io, const char *key);
/* Opens a list of `count` elements. When reading, returns how many there are, in least … most. */
int engine_io_list(engine_io *io, const char *key, int count, int least, int most);
void engine_io_close(engine_io *io);

/* An index in a list of names, or ENGINE_NONE, or ENGINE_HIDDEN. */
uint8_t engine_io_name(engine_io *io, const char *key, uint8_t value, const engine_names *names,
                       engine_io_null null);
/* A number in 0 … most (below ENGINE_NONE), or ENGINE_NONE, or ENGINE_HIDDEN; a seat likewise. */
uint8_t engine_io_small(engine_io *io, const char *key, uint8_t value, int most,
                        engine_io_null null);
uint8_t engine_io_seat(engine_io *io, const char *key, uint8_t value, engine_io_null null);
int engine_io_number(engine_io *io, const char *key, int value, int least, int most);
bool engine_io_flag(engine_io *io, const char *key, bool value);
/* A text that must be exactly this. */
void engine_io_fixed(engine_io *io, const char *key, const char *value);
/* A text that the caller makes and understands. Reading returns it, "" after a failure. */
const char *engine_io_string(engine_io *io, const char *key, const char *value);
/* Whether there is null here. When writing, writes null if `absent`. If false, continue with the
 * same key. */
bool engine_io_absent(engine_io *io, const char *key, bool absent);
/* A whole list of names in one call, such as a hand or a pile. Returns its length. */
int engine_io_names(engine_io *io, const char *key, uint8_t *values, int count, int least, int most,
                    const engine_names *names);

/* Notes, in words, that something is wrong at the current place. */
void engine_io_fail(engine_io *io, const char *key, const char *problem);

#endif
