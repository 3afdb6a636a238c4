/* Text out and words in. */
#include <stdarg.h>

#include "engine/game.h"

capu_text capu_text_on(char *buffer, size_t size) {
    if (size > 0)
        buffer[0] = '\0';
    return (capu_text){buffer, size, 0};
}

void capu_text_char(capu_text *text, char c) {
    if (text->length + 1 < text->size) {
        text->at[text->length] = c;
        text->at[text->length + 1] = '\0';
    }
    text->length++;
}

/* Appends as much of a string as there is room for, at once where all of it fits. */
static void add_run(capu_text *text, const char *string, size_t length) {
    if (text->length + length >= text->size) {
        while (length--)
            capu_text_char(text, *string++);
        return;
    }
    engine_memcpy(text->at + text->length, string, length);
    text->length += length;
    text->at[text->length] = '\0';
}

void capu_text_add(capu_text *text, const char *string) {
    size_t length = 0;

    while (string[length])
        length++;
    add_run(text, string, length);
}

void capu_text_number(capu_text *text, int64_t number) {
    char digits[20];
    int count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    do
        digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        capu_text_char(text, '-');
    while (count > 0)
        capu_text_char(text, digits[--count]);
}

static void escape(capu_text *text, unsigned char c) {
    static const char hex[] = "0123456789abcdef";

    if (c == '"' || c == '\\') {
        capu_text_char(text, '\\');
        capu_text_char(text, (char)c);
    } else {
        capu_text_add(text, "\\u00");
        capu_text_char(text, hex[c >> 4]);
        capu_text_char(text, hex[c & 15]);
    }
}

/* How many characters of a JSON string stand for themselves. */
static size_t plain(const char *string) {
    size_t length = 0;

    while ((unsigned char)string[length] >= 0x20 && string[length] != '"' && string[length] != '\\')
        length++;
    return length;
}

void capu_text_json(capu_text *text, const char *string) {
    capu_text_char(text, '"');
    for (;; string++) {
        size_t length = plain(string);
        add_run(text, string, length);
        string += length;
        if (!*string)
            break;
        escape(text, (unsigned char)*string);
    }
    capu_text_char(text, '"');
}

bool engine_because(capu_text *why, ...) {
    va_list strings;
    const char *string;

    if (!why)
        return false;
    va_start(strings, why);
    while ((string = va_arg(strings, const char *)))
        capu_text_add(why, string);
    va_end(strings);
    return false;
}

void capu_refusal_text(const capu_refusal *why, capu_text *text) {
    for (const char *at = why->reason->sentence; *at; at++) {
        if (*at == '{') { /* a place is three characters */
            capu_text_add(text, why->words[at[1] - '1']);
            at += 2;
        } else {
            capu_text_char(text, *at);
        }
    }
}

bool engine_same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Steps over a word of that length, and over the one space behind it if more follows. A space
 * with nothing behind it stays, so that the text does not count as ended. */
static void step(engine_words *words, size_t length) {
    words->at += length;
    if (words->at[0] == ' ' && words->at[1] != '\0')
        words->at++;
}

static size_t match(const engine_words *words, const char *expected) {
    size_t i = 0;

    while (expected[i] && expected[i] == words->at[i])
        i++;
    return !expected[i] && (words->at[i] == ' ' || words->at[i] == '\0') ? i : 0;
}

bool engine_word_is(engine_words *words, const char *expected) {
    size_t length = match(words, expected);

    if (length)
        step(words, length);
    return length != 0;
}

int engine_word_in(engine_words *words, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (engine_word_is(words, names[i]))
            return i;
    return -1;
}

int engine_word_number(engine_words *words, int most) {
    const char *at = words->at;
    int number = 0;
    size_t length = 0;

    while (at[length] >= '0' && at[length] <= '9' && length < 6)
        number = number * 10 + (at[length++] - '0');
    if (length == 0 || (at[length] != ' ' && at[length] != '\0'))
        return -1;
    if ((at[0] == '0' && length > 1) || number > most)
        return -1;
    step(words, length);
    return number;
}

bool engine_words_end(const engine_words *words) {
    return *words->at == '\0';
}
