/* JSON out: see write.h. */
#include "host/write.h"

#include <stdlib.h>
#include <string.h>

capu_text *host_json_begin(host_json *json, const char *key, size_t longest) {
    host_text_reserve(&json->text, longest + (key ? 6 * strlen(key) : 0) + 8);
    if (json->comma)
        capu_text_char(&json->text, ',');
    json->comma = true;
    if (key) {
        capu_text_json(&json->text, key);
        capu_text_char(&json->text, ':');
    }
    return &json->text;
}

void host_json_open(host_json *json, const char *key, char bracket) {
    capu_text_char(host_json_begin(json, key, 1), bracket);
    json->comma = false;
}

void host_json_close(host_json *json, char bracket) {
    host_text_reserve(&json->text, 1);
    capu_text_char(&json->text, bracket);
    json->comma = true;
}

void host_json_raw(host_json *json, const char *key, const char *raw) {
    capu_text_add(host_json_begin(json, key, strlen(raw)), raw);
}

void host_json_null(host_json *json, const char *key) {
    host_json_raw(json, key, "null");
}

void host_json_flag(host_json *json, const char *key, bool flag) {
    host_json_raw(json, key, flag ? "true" : "false");
}

/* No character of a string takes more than six in JSON. */
void host_json_text(host_json *json, const char *key, const char *text) {
    if (!text)
        host_json_null(json, key);
    else
        capu_text_json(host_json_begin(json, key, 6 * strlen(text) + 2), text);
}

/* Bytes of the character that a text begins with; 0: it is none, or a control character that JSON
 * does not escape. */
static int shown(const unsigned char *text) {
    unsigned char first = text[0];
    int length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    unsigned least = first == 0xc2 || first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;

    if (first == 0x7f || first > 0xf4 || (length > 1 && (text[1] < least || text[1] > most)))
        return 0;
    for (int i = 2; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

size_t host_whole_text(const char *text, size_t most) {
    size_t length = strnlen(text, most), last = length;

    while (last > 0 && (text[last - 1] & 0xc0) == 0x80)
        last--;
    if (last == 0)
        return 0;
    last--;
    size_t needed = (size_t)shown((const unsigned char *)text + last);
    return needed && last + needed <= length ? length : last;
}

void host_json_foreign(host_json *json, const char *key, const char *text) {
    char *copy = text ? strdup(text) : NULL;

    for (char *at = copy; at && *at;) {
        int length = shown((const unsigned char *)at);
        if (length == 0)
            *at = '?';
        at += length ? length : 1;
    }
    host_json_text(json, key, copy);
    free(copy);
}

void host_json_number(host_json *json, const char *key, int64_t number) {
    capu_text_number(host_json_begin(json, key, 24), number);
}

static uint32_t byte_at(const uint8_t *bytes, size_t count, size_t index) {
    return index < count ? bytes[index] : 0;
}

/* Three bytes, or what is left of them, as four characters. */
static void write_base64(const uint8_t *bytes, size_t left, char out[4]) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits =
        byte_at(bytes, left, 0) << 16 | byte_at(bytes, left, 1) << 8 | byte_at(bytes, left, 2);

    out[0] = digits[bits >> 18];
    out[1] = digits[bits >> 12 & 63];
    out[2] = left > 1 ? digits[bits >> 6 & 63] : '=';
    out[3] = left > 2 ? digits[bits & 63] : '=';
}

void host_json_base64(host_json *json, const char *key, const void *bytes, size_t count) {
    capu_text *text = host_json_begin(json, key, (count + 2) / 3 * 4 + 2);

    capu_text_char(text, '"');
    for (size_t i = 0; i < count; i += 3, text->length += 4)
        write_base64((const uint8_t *)bytes + i, count - i, text->at + text->length);
    capu_text_char(text, '"');
}
