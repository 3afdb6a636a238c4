/* What texts of people may have in them: nothing that cannot be seen and makes one name look like
 * another, or a line read in another order than it has. It is taken out rather than refused: it
 * comes along with what is copied, and with emoji. Texts are UTF-8 without a flaw, as they come out
 * of JSON. */
#include "server/marks.h"

#include <string.h>

typedef struct range {
    uint32_t first, last;
} range;

/* That turn the direction of what follows; not the marks that only are of a direction. */
static const range turns[] = {{0x202a, 0x202e}, {0x2066, 0x2069}, {0}};

/* Unicode's default ignorable code points, separators of lines, and annotations. */
static const range invisible[] = {{0x00ad, 0x00ad},   {0x034f, 0x034f},   {0x061c, 0x061c},
                                  {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},
                                  {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
                                  {0x3164, 0x3164},   {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
                                  {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x1bca0, 0x1bca3},
                                  {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}, {0}};

/* Also the pattern of Braille without a dot. */
static const range spaces[] = {{0x0020, 0x0020}, {0x00a0, 0x00a0}, {0x1680, 0x1680},
                               {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f},
                               {0x2800, 0x2800}, {0x3000, 0x3000}, {0}};

/* That are drawn over what is before them: the blocks that have nothing else, and the marks of the
 * scripts around us. */
static const range combining[] = {{0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd},
                                  {0x0610, 0x061a}, {0x064b, 0x065f}, {0x1ab0, 0x1aff},
                                  {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0x302a, 0x302f},
                                  {0x3099, 0x309a}, {0xfe20, 0xfe2f}, {0}};

static bool is_among(const range *ranges, uint32_t code) {
    for (; ranges->last; ranges++)
        if (code >= ranges->first && code <= ranges->last)
            return true;
    return false;
}

static size_t bytes_of(const char *at) {
    unsigned char head = (unsigned char)*at;

    return head < 0x80 ? 1 : head < 0xe0 ? 2 : head < 0xf0 ? 3 : 4;
}

static uint32_t code_at(const char *at) {
    size_t bytes = bytes_of(at);
    uint32_t code = (unsigned char)*at;

    if (bytes > 1)
        code &= 0x7fu >> bytes;
    for (size_t i = 1; i < bytes; i++)
        code = code << 6 | ((unsigned char)at[i] & 0x3f);
    return code;
}

static void strip(char *text, const range *ranges) {
    char *to = text;

    for (const char *at = text; *at;) {
        size_t bytes = bytes_of(at);
        if (!is_among(ranges, code_at(at))) {
            memmove(to, at, bytes);
            to += bytes;
        }
        at += bytes;
    }
    *to = '\0';
}

static void trim(char *text) {
    char *begin = text, *end = text;

    while (*begin && is_among(spaces, code_at(begin)))
        begin += bytes_of(begin);
    memmove(text, begin, strlen(begin) + 1);
    for (char *at = text; *at; at += bytes_of(at))
        if (!is_among(spaces, code_at(at)))
            end = at + bytes_of(at);
    *end = '\0';
}

void server_clean_talk(char *text) {
    strip(text, turns);
}

bool server_clean_name(char *name) {
    strip(name, invisible);
    trim(name);
    return *name && !is_among(combining, code_at(name));
}
