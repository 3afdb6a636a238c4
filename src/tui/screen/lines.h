/* Line mode, for scripts, for screen readers, and where nothing can be drawn: lines in, lines out.
 * A screen that has a tui_lines is not drawn on. */
#ifndef CAPU_TUI_LINES_H
#define CAPU_TUI_LINES_H

#include "tui/screen/screen.h"

enum { LINES_LINE = 512, LINES_WIDTH = 96 };

struct tui_lines {
    bool letters, signs; /* what may be printed besides ASCII: accented letters; symbols */
    bool prompted;       /* a prompt was printed and waits for its line */
    char input[4096];    /* not read yet */
    size_t length;
    bool ended; /* there is no more input */
};

/* Begins line mode on standard input and output, until it is closed. `ascii`: nothing but ASCII;
 * `plain`: no drawn symbols. */
void tui_lines_open(tui_screen *screen, bool ascii, bool plain);
void tui_lines_close(tui_screen *screen);

/* Prints a piece of text, and a whole line. */
void tui_lines_put(tui_lines *lines, const char *text);
void tui_lines_say(tui_lines *lines, const char *text);
/* Prints a text, wrapped into lines. */
void tui_lines_wrap(tui_lines *lines, const char *text);
/* Prints a row of a canvas. */
void tui_lines_row(tui_lines *lines, const tui_canvas *canvas, int row);

/* Reads the next line if there is one already; prints a prompt for it. Removes spaces at both ends.
 */
bool tui_lines_read(tui_lines *lines, char line[LINES_LINE]);
/* Whether the player has left: the input is over, or the program was asked to end. */
bool tui_lines_ended(const tui_lines *lines);
/* Waits for the next line; false: the player has left. */
bool tui_lines_wait(tui_lines *lines, char line[LINES_LINE]);

/* Whether a line is this word, in upper or lower case. */
bool tui_line_is(const char *line, const char *word);
/* The number that the line contains, or -1. */
int tui_line_number(const char *line);

#endif
