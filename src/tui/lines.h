/* The terminal line by line, for scripts, screen readers, and where nothing can be drawn: lines in,
 * lines out. A screen that has one of these is not drawn on. */
#ifndef CAPU_TUI_LINES_H
#define CAPU_TUI_LINES_H

#include "tui/screen.h"

enum { LINES_LINE = 512, LINES_WIDTH = 96 };

struct capu_lines {
    bool letters, signs; /* what may be printed beside ASCII: letters with accents; all else */
    bool prompted;       /* a prompt stands, and waits for its line */
    char input[4096];    /* that nobody has read yet */
    size_t length;
    bool ended; /* there is no more input */
};

/* Begins on standard input and output. The screen has it until it is closed. `ascii`: nothing but
 * ASCII; `plain`: no drawn signs. */
void capu_lines_open(capu_screen *screen, bool ascii, bool plain);
void capu_lines_close(capu_screen *screen);

/* A piece of text, and a whole line. */
void capu_lines_put(capu_lines *lines, const char *text);
void capu_lines_say(capu_lines *lines, const char *text);
/* A text that is broken into lines. */
void capu_lines_wrap(capu_lines *lines, const char *text);
/* A row of a canvas. */
void capu_lines_row(capu_lines *lines, const capu_canvas *canvas, int row);

/* The next line, if it is there already; a prompt is shown for it. Spaces around it are taken off.
 */
bool capu_lines_read(capu_lines *lines, char line[LINES_LINE]);
/* Whether the person has left: the input is over, or the program is asked to end. */
bool capu_lines_ended(const capu_lines *lines);
/* Waits for the next line; false: the person has left. */
bool capu_lines_wait(capu_lines *lines, char line[LINES_LINE]);

/* Whether a line is such a word, whatever its capitals. */
bool capu_line_is(const char *line, const char *word);
/* The number that a line is, or -1. */
int capu_line_number(const char *line);

#endif
