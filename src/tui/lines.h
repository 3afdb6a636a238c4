/* Line mode, for scripts, for screen readers, and where nothing can be drawn: lines in, lines out.
 * A screen that has a capu_lines is not drawn on. */
#ifndef CAPU_TUI_LINES_H
#define CAPU_TUI_LINES_H

#include "tui/screen.h"

enum { LINES_LINE = 512, LINES_WIDTH = 96 };

struct capu_lines {
    bool letters, signs; /* what may be printed besides ASCII: accented letters; symbols */
    bool prompted;       /* a prompt was printed and waits for its line */
    char input[4096];    /* not read yet */
    size_t length;
    bool ended; /* there is no more input */
};

/* Begins line mode on standard input and output, until it is closed. `ascii`: nothing but ASCII;
 * `plain`: no drawn symbols. */
void capu_lines_open(capu_screen *screen, bool ascii, bool plain);
void capu_lines_close(capu_screen *screen);

/* Prints a piece of text, and a whole line. */
void capu_lines_put(capu_lines *lines, const char *text);
void capu_lines_say(capu_lines *lines, const char *text);
/* Prints a text, wrapped into lines. */
void capu_lines_wrap(capu_lines *lines, const char *text);
/* Prints a row of a canvas. */
void capu_lines_row(capu_lines *lines, const capu_canvas *canvas, int row);

/* Reads the next line if there is one already; prints a prompt for it. Removes spaces at both ends.
 */
bool capu_lines_read(capu_lines *lines, char line[LINES_LINE]);
/* Whether the player has left: the input is over, or the program was asked to end. */
bool capu_lines_ended(const capu_lines *lines);
/* Waits for the next line; false: the player has left. */
bool capu_lines_wait(capu_lines *lines, char line[LINES_LINE]);

/* Whether a line is this word, in upper or lower case. */
bool capu_line_is(const char *line, const char *word);
/* The number that the line contains, or -1. */
int capu_line_number(const char *line);

#endif
