/* JSON out, member by member, into a text that grows. Commas are put where they belong. */
#ifndef CAPU_HOST_WRITE_H
#define CAPU_HOST_WRITE_H

#include "host/memory.h"

typedef struct capu_json {
    capu_text text; /* freed with free(text.at) */
    bool comma;     /* something stands before the next member */
} capu_json;

/* `key` is NULL in arrays and for the outermost value. */
void capu_json_open(capu_json *json, const char *key, char bracket);
void capu_json_close(capu_json *json, char bracket);
void capu_json_text(capu_json *json, const char *key, const char *text); /* NULL writes null */
/* How many bytes of a text are whole characters, `most` at most: where it can be cut, or was cut in
 * the middle of one. */
size_t capu_whole_text(const char *text, size_t most);
/* A text of any bytes: those that are not UTF-8, and control characters that JSON would let
 * through, become '?'. */
void capu_json_foreign(capu_json *json, const char *key, const char *text);
void capu_json_number(capu_json *json, const char *key, int64_t number);
void capu_json_flag(capu_json *json, const char *key, bool flag);
void capu_json_null(capu_json *json, const char *key);
/* What is JSON already. */
void capu_json_raw(capu_json *json, const char *key, const char *raw);
/* Begins a member whose value the caller appends to the text, of at most that length. */
capu_text *capu_json_begin(capu_json *json, const char *key, size_t longest);

#endif
