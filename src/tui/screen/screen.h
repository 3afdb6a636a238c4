/* The terminal, through ncurses: keys and mouse in, a canvas out. */
#ifndef CAPU_TUI_SCREEN_H
#define CAPU_TUI_SCREEN_H

#include "tui/screen/canvas.h"

/* Special keys. Any other key is its Unicode number. */
typedef enum tui_key {
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
} tui_key;

typedef struct tui_lines tui_lines;

typedef struct tui_screen {
    tui_lines *lines; /* in line mode (lines.h), where nothing is drawn; else NULL */
    tui_canvas canvas;
    bool ascii, colour;
    int row, column; /* of the last click */
    void *terminal;  /* as ncurses knows it */
} tui_screen;

/* Whether there is a terminal that can be drawn on. */
bool tui_screen_possible(void);
/* Takes the terminal over; `ascii`: nothing but ASCII is shown. */
void tui_screen_open(tui_screen *screen, bool ascii);
/* Gives it back. */
void tui_screen_close(tui_screen *screen);
/* Returns an empty canvas of the terminal's size. */
tui_area tui_screen_begin(tui_screen *screen);
/* Shows the canvas, with a cursor at that place unless `row` is negative. */
void tui_screen_show(tui_screen *screen, int row, int column);
/* The next key that was pressed; KEY_IS_NONE, without waiting, if there is none. */
int tui_screen_key(tui_screen *screen);
/* Forgets keys that were pressed too early. */
void tui_screen_forget_keys(void);
/* Rings the terminal's bell. */
void tui_screen_ring(void);
/* Waits for a key, at most that long (-1: for ever). */
void tui_screen_wait(int ms);

/* A text about keys. If only ASCII is shown, it says Enter instead of drawing the key. */
enum { KEY_TEXT = 128 };
const char *tui_key_text(const tui_screen *screen, int language, const char *id,
                         char buffer[KEY_TEXT]);

/* The ASCII character that replaces a character. */
char tui_ascii(uint32_t character);

#endif
