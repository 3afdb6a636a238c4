/* Writes JSON, member by member, into a text that grows. Adds the commas. */
#ifndef CAPU_HOST_WRITE_H
#define CAPU_HOST_WRITE_H

#include "host/memory.h"

typedef struct host_json {
    capu_text text; /* freed with free(text.at) */
    bool comma;     /* the next member needs a comma before it */
} host_json;

/* `key` is NULL in arrays and for the outermost value. */
void host_json_open(host_json *json, const char *key, char bracket);
void host_json_close(host_json *json, char bracket);
void host_json_text(host_json *json, const char *key, const char *text); /* NULL writes null */
/* How many bytes, at most `most`, can be kept of a text without cutting a character in two. */
size_t host_whole_text(const char *text, size_t most);
/* A text that may have any bytes. Bytes that are not UTF-8 become '?', and so do control characters
 * that JSON allows. */
void host_json_foreign(host_json *json, const char *key, const char *text);
void host_json_number(host_json *json, const char *key, int64_t number);
void host_json_flag(host_json *json, const char *key, bool flag);
void host_json_null(host_json *json, const char *key);
/* Writes a value that is JSON already. */
void host_json_raw(host_json *json, const char *key, const char *raw);
/* Writes bytes as a text in base64 (RFC 4648, with padding). */
void host_json_base64(host_json *json, const char *key, const void *bytes, size_t count);
/* Begins a member whose value the caller appends to the text, of at most that length. */
capu_text *host_json_begin(host_json *json, const char *key, size_t longest);

#endif
