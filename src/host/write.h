/* Writes JSON, member by member, into a text that grows. Adds the commas. */
#ifndef CAPU_HOST_WRITE_H
#define CAPU_HOST_WRITE_H

#include "host/memory.h"

typedef struct capu_json {
    capu_text text; /* freed with free(text.at) */
    bool comma;     /* the next member needs a comma before it */
} capu_json;

/* `key` is NULL in arrays and for the outermost value. */
void capu_json_open(capu_json *json, const char *key, char bracket);
void capu_json_close(capu_json *json, char bracket);
void capu_json_text(capu_json *json, const char *key, const char *text); /* NULL writes null */
/* How many bytes, at most `most`, can be kept of a text without cutting a character in two. */
size_t capu_whole_text(const char *text, size_t most);
/* A text that may have any bytes. Bytes that are not UTF-8 become '?', and so do control characters
 * that JSON allows. */
void capu_json_foreign(capu_json *json, const char *key, const char *text);
void capu_json_number(capu_json *json, const char *key, int64_t number);
void capu_json_flag(capu_json *json, const char *key, bool flag);
void capu_json_null(capu_json *json, const char *key);
/* Writes a value that is JSON already. */
void capu_json_raw(capu_json *json, const char *key, const char *raw);
/* Begins a member whose value the caller appends to the text, of at most that length. */
capu_text *capu_json_begin(capu_json *json, const char *key, size_t longest);

#endif
