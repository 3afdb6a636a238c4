/* A grid of characters that screens and boards draw on, before it goes to the terminal.
 *
 * Everything is drawn in Unicode and colour; what the terminal lacks is replaced in one place when
 * the canvas is shown (screen.c). A cell also remembers its spot: a number that a board gives to
 * the things one can point at. */
#ifndef CAPU_TUI_CANVAS_H
#define CAPU_TUI_CANVAS_H

#include "capucine.h"

/* What a thing is drawn with; screen.c knows the colours. */
typedef enum capu_ink {
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
    /* joined to an ink */
    INK_COLOUR = 0xFF,
    INK_BOLD = 0x100,
    INK_REVERSE = 0x200,
    INK_UNDERLINE = 0x400,
} capu_ink;

typedef struct capu_cell {
    uint32_t character; /* 0: the right half of a wide one */
    uint16_t ink;
    uint8_t spot;
} capu_cell;

typedef struct capu_canvas {
    int rows, columns;
    capu_cell *cells;
} capu_canvas;

/* Makes it blank and of that size. */
void capu_canvas_clear(capu_canvas *canvas, int rows, int columns);
void capu_canvas_free(capu_canvas *canvas);

/* A part of a canvas, with its own origin; nothing is drawn outside it. */
typedef struct capu_area {
    capu_canvas *canvas;
    int top, left, rows, columns;
    uint8_t spot; /* of what is drawn next */
} capu_area;

capu_area capu_whole(capu_canvas *canvas);
capu_area capu_part(const capu_area *area, int top, int left, int rows, int columns);
/* Draws a text from a place on; returns the column behind it. */
int capu_put(const capu_area *area, int row, int column, int ink, const char *text);
int capu_putf(const capu_area *area, int row, int column, int ink, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Draws at most that many columns of it, with "…" for what is left out. */
int capu_put_cut(const capu_area *area, int row, int column, int width, int ink, const char *text);
/* The same character all along; returns the column behind. */
int capu_put_run(const capu_area *area, int row, int column, int count, int ink,
                 const char *character);
/* Adds to what cells are drawn with. */
void capu_mark(const capu_area *area, int row, int column, int width, int ink);
/* A frame around the area, with a title in its upper line. */
void capu_put_frame(const capu_area *area, int ink, const char *title);

/* How many columns a text takes. */
int capu_columns(const char *text);
/* The next line of a text that is wrapped to a width: its length in bytes; `*next` is where the
 * one after it begins, or NULL. */
int capu_wrap(const char *text, int width, const char **next);
/* One character of a text; moves on behind it. What is no UTF-8 gives '?'. */
uint32_t capu_read_character(const char **text);

#endif
