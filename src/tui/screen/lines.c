/* Line by line: see lines.h. */
#include "tui/screen/lines.h"

#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wctype.h>

enum { WAIT_MS = 1000 }; /* a signal that comes just before the wait is seen so late at most */

/* ------------------------------------------------------------- begin and end */

static volatile sig_atomic_t asked_to_end;

static void note_end(int number) {
    (void)number;
    asked_to_end = 1;
}

void tui_lines_open(tui_screen *screen, bool ascii, bool plain) {
    static tui_lines lines; /* there is one standard input */
    struct sigaction action = {.sa_handler = note_end};

    lines = (tui_lines){.letters = !ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
    lines.signs = lines.letters && !plain;
    *screen = (tui_screen){.lines = &lines};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void tui_lines_close(tui_screen *screen) {
    if (screen->lines->prompted)
        putchar('\n');
    fflush(stdout);
    tui_canvas_free(&screen->canvas);
}

/* ----------------------------------------------------------------------- out */

static void put_character(const tui_lines *lines, uint32_t character) {
    bool stays = lines->signs || (lines->letters && iswalpha((wint_t)character));
    char bytes[MB_LEN_MAX];
    int length = stays ? wctomb(bytes, (wchar_t)character) : -1;

    if (length > 0)
        fwrite(bytes, 1, (size_t)length, stdout);
    else
        putchar(tui_ascii(character));
}

/* What is told while a prompt stands begins below it. Others may have had a hand in the text:
 * nothing of it may steer the terminal. */
void tui_lines_put(tui_lines *lines, const char *text) {
    if (lines->prompted)
        putchar('\n');
    lines->prompted = false;
    while (*text) {
        uint32_t character = tui_read_character(&text);
        bool control =
            (character < ' ' && character != '\n') || (character >= 0x7F && character < 0xA0);
        put_character(lines, control ? '?' : character);
    }
}

void tui_lines_say(tui_lines *lines, const char *text) {
    tui_lines_put(lines, text);
    putchar('\n');
}

void tui_lines_wrap(tui_lines *lines, const char *text) {
    for (const char *next; text; text = next) {
        char line[LINES_LINE];
        snprintf(line, sizeof line, "%.*s", tui_wrap(text, LINES_WIDTH, &next), text);
        tui_lines_say(lines, line);
    }
}

void tui_lines_row(tui_lines *lines, const tui_canvas *canvas, int row) {
    const tui_cell *cells = canvas->cells + (ptrdiff_t)row * canvas->columns;
    int end = canvas->columns;

    while (end > 0 && (cells[end - 1].character == ' ' || cells[end - 1].character == 0))
        end--;
    for (int i = 0; i < end; i++)
        if (cells[i].character)
            put_character(lines, cells[i].character);
    putchar('\n');
}

/* ------------------------------------------------------------------------ in */

static void show_prompt(tui_lines *lines) {
    if (!lines->prompted)
        fputs("> ", stdout);
    lines->prompted = true;
    fflush(stdout);
}

/* Takes the first line out of what was read; the last one may lack its end. */
static bool take_line(tui_lines *lines, char line[LINES_LINE]) {
    char *end = memchr(lines->input, '\n', lines->length);
    bool whole = end || lines->ended || lines->length == sizeof lines->input;
    size_t length = end ? (size_t)(end - lines->input) : lines->length, from = 0, to;

    if (!whole || lines->length == 0)
        return false;
    for (to = length; to > from && isspace((unsigned char)lines->input[to - 1]);)
        to--;
    while (from < to && isspace((unsigned char)lines->input[from]))
        from++;
    snprintf(line, LINES_LINE, "%.*s", (int)(to - from), lines->input + from);
    lines->length -= length + (end != NULL);
    memmove(lines->input, lines->input + length + (end != NULL), lines->length);
    lines->prompted = false; /* Enter has ended its row */
    return true;
}

static void read_more(tui_lines *lines) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    if (lines->ended || poll(&input, 1, 0) <= 0)
        return;
    ssize_t got =
        read(STDIN_FILENO, lines->input + lines->length, sizeof lines->input - lines->length);
    if (got > 0)
        lines->length += (size_t)got;
    else if (got == 0 || (errno != EINTR && errno != EAGAIN))
        lines->ended = true;
}

bool tui_lines_read(tui_lines *lines, char line[LINES_LINE]) {
    show_prompt(lines);
    if (take_line(lines, line))
        return true;
    read_more(lines);
    return take_line(lines, line);
}

bool tui_lines_ended(const tui_lines *lines) {
    return asked_to_end || (lines->ended && lines->length == 0);
}

bool tui_lines_wait(tui_lines *lines, char line[LINES_LINE]) {
    while (!tui_lines_ended(lines)) {
        if (tui_lines_read(lines, line))
            return true;
        if (!tui_lines_ended(lines))
            tui_screen_wait(WAIT_MS);
    }
    return false;
}

bool tui_line_is(const char *line, const char *word) {
    return strcasecmp(line, word) == 0;
}

int tui_line_number(const char *line) {
    bool number = *line && strspn(line, "0123456789") == strlen(line);

    return number && strlen(line) < 9 ? atoi(line) : -1;
}
