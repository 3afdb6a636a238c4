/* JSON out: see write.h. */
#include "host/write.h"

#include <string.h>

capu_text *capu_json_begin(capu_json *json, const char *key, size_t longest) {
    capu_text_reserve(&json->text, longest + (key ? 6 * strlen(key) : 0) + 8);
    if (json->comma)
        capu_text_char(&json->text, ',');
    json->comma = true;
    if (key) {
        capu_text_json(&json->text, key);
        capu_text_char(&json->text, ':');
    }
    return &json->text;
}

void capu_json_open(capu_json *json, const char *key, char bracket) {
    capu_text_char(capu_json_begin(json, key, 1), bracket);
    json->comma = false;
}

void capu_json_close(capu_json *json, char bracket) {
    capu_text_reserve(&json->text, 1);
    capu_text_char(&json->text, bracket);
    json->comma = true;
}

void capu_json_raw(capu_json *json, const char *key, const char *raw) {
    capu_text_add(capu_json_begin(json, key, strlen(raw)), raw);
}

void capu_json_null(capu_json *json, const char *key) {
    capu_json_raw(json, key, "null");
}

void capu_json_flag(capu_json *json, const char *key, bool flag) {
    capu_json_raw(json, key, flag ? "true" : "false");
}

/* No character of a string takes more than six in JSON. */
void capu_json_text(capu_json *json, const char *key, const char *text) {
    if (!text)
        capu_json_null(json, key);
    else
        capu_text_json(capu_json_begin(json, key, 6 * strlen(text) + 2), text);
}

void capu_json_number(capu_json *json, const char *key, int64_t number) {
    capu_text_number(capu_json_begin(json, key, 24), number);
}
