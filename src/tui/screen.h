/* The terminal, through ncurses: keys and mouse in, a canvas out. */
#ifndef CAPU_TUI_SCREEN_H
#define CAPU_TUI_SCREEN_H

#include "tui/canvas.h"

/* Special keys. Any other key is its Unicode number. */
typedef enum capu_key {
    KEY_IS_NONE = 0,
    KEY_IS_TAB = '\t',
    KEY_IS_ENTER = '\r',
    KEY_IS_ESCAPE = 27,
    KEY_IS_UP = 0x200000,
    KEY_IS_DOWN,
    KEY_IS_LEFT,
    KEY_IS_RIGHT,
    KEY_IS_PAGE_UP,
    KEY_IS_PAGE_DOWN,
    KEY_IS_FIRST,
    KEY_IS_LAST,
    KEY_IS_ERASE, /* backwards */
    KEY_IS_SIZE,  /* the size of the terminal has changed */
    KEY_IS_CLICK, /* at `row`, `column` */
    KEY_IS_DOUBLE_CLICK,
    KEY_IS_WHEEL_UP,
    KEY_IS_WHEEL_DOWN,
    KEY_IS_GONE, /* the terminal was closed, or the program was asked to end */
} capu_key;

typedef struct capu_lines capu_lines;

typedef struct capu_screen {
    capu_lines *lines; /* in line mode (lines.h), where nothing is drawn; else NULL */
    capu_canvas canvas;
    bool ascii, colour;
    int row, column; /* of the last click */
    void *terminal;  /* as ncurses knows it */
} capu_screen;

/* Whether there is a terminal that can be drawn on. */
bool capu_screen_possible(void);
/* Takes the terminal over; `ascii`: nothing but ASCII is shown. */
void capu_screen_open(capu_screen *screen, bool ascii);
/* Gives it back. */
void capu_screen_close(capu_screen *screen);
/* Returns an empty canvas of the terminal's size. */
capu_area capu_screen_begin(capu_screen *screen);
/* Shows the canvas, with a cursor at that place unless `row` is negative. */
void capu_screen_show(capu_screen *screen, int row, int column);
/* The next key that was pressed; KEY_IS_NONE, without waiting, if there is none. */
int capu_screen_key(capu_screen *screen);
/* Forgets keys that were pressed too early. */
void capu_screen_forget_keys(void);
/* Rings the terminal's bell. */
void capu_screen_ring(void);
/* Waits for a key, at most that long (-1: for ever). */
void capu_screen_wait(int ms);

/* A text about keys. If only ASCII is shown, it says Enter instead of drawing the key. */
enum { KEY_TEXT = 128 };
const char *capu_key_text(const capu_screen *screen, int language, const char *id,
                          char buffer[KEY_TEXT]);

/* The ASCII character that replaces a character. */
char capu_ascii(uint32_t character);

#endif
