/* A grid of characters that screens and boards draw on, before it goes to the terminal.
 *
 * Everything is drawn in Unicode and colour. screen.c replaces what the terminal lacks when it
 * shows the canvas. A cell also remembers its spot: a number that a board gives to each thing a
 * player can point at. */
#ifndef CAPU_TUI_CANVAS_H
#define CAPU_TUI_CANVAS_H

#include "capucine.h"

/* How a thing is drawn; screen.c has the colours. */
typedef enum tui_ink {
    INK_PLAIN,
    INK_QUIET,
    INK_BAR, /* title and status lines */
    INK_ACCENT,
    INK_GOOD,
    INK_WARN,
    INK_BAD,
    INK_SEAT, /* six of them */
    INK_BLUE = INK_SEAT + CAPU_MAX_PLAYERS,
    INK_PINK,
    INK_YELLOW,
    INK_GREEN,
    INK_MAUVE,
    INK_ORANGE,
    INK_RED,
    INK_DARK_WOOD,
    INK_LIGHT_WOOD,
    INKS,
    /* combined with an ink */
    INK_COLOUR = 0xFF,
    INK_BOLD = 0x100,
    INK_REVERSE = 0x200,
    INK_UNDERLINE = 0x400,
} tui_ink;

typedef struct tui_cell {
    uint32_t character; /* 0: the right half of a wide character */
    uint16_t ink;
    uint8_t spot;
} tui_cell;

typedef struct tui_canvas {
    int rows, columns;
    tui_cell *cells;
} tui_canvas;

/* Makes the canvas blank, with that size. */
void tui_canvas_clear(tui_canvas *canvas, int rows, int columns);
void tui_canvas_free(tui_canvas *canvas);

/* A part of a canvas, with its own origin; nothing is drawn outside it. */
typedef struct tui_area {
    tui_canvas *canvas;
    int top, left, rows, columns;
    uint8_t spot; /* the spot of what is drawn next */
} tui_area;

tui_area tui_whole(tui_canvas *canvas);
tui_area tui_part(const tui_area *area, int top, int left, int rows, int columns);
/* Draws a text. Returns the column after it. */
int tui_put(const tui_area *area, int row, int column, int ink, const char *text);
int tui_putf(const tui_area *area, int row, int column, int ink, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Draws at most that many columns of a text, with "…" for the rest. */
int tui_put_cut(const tui_area *area, int row, int column, int width, int ink, const char *text);
/* Draws the same character `count` times. Returns the column after it. */
int tui_put_run(const tui_area *area, int row, int column, int count, int ink,
                const char *character);
/* Adds an ink to cells that were drawn. */
void tui_mark(const tui_area *area, int row, int column, int width, int ink);
/* A frame around the area, with a title in its upper line. */
void tui_put_frame(const tui_area *area, int ink, const char *title);

/* How many columns a text takes. */
int tui_columns(const char *text);
/* Wraps a text. Returns the length in bytes of its first line. `*next` is where the next line
 * begins, or NULL. */
int tui_wrap(const char *text, int width, const char **next);
/* Reads one character of a text and moves past it. '?' for what is not UTF-8. */
uint32_t tui_read_character(const char **text);

#endif
