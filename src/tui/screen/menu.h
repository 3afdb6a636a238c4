/* Menus: lists of things to do or to set, and lines to fill in. */
#ifndef CAPU_TUI_MENU_H
#define CAPU_TUI_MENU_H

#include "tui/screen/screen.h"

enum { MENU_MOST = 80, MENU_TEXT = 128 };

typedef struct tui_item {
    char label[MENU_TEXT], value[MENU_TEXT]; /* an item without a value is something to do */
    int ink;
} tui_item;

typedef struct tui_menu {
    char title[MENU_TEXT], note[256]; /* the note is printed below: an error or an explanation */
    bool note_bad;
    tui_item items[MENU_MOST];
    int count, cursor;
    int first; /* of those shown */
} tui_menu;

/* What the player wants to do with the item at the cursor. */
typedef enum tui_wish {
    WISH_DO,
    WISH_LESS, /* the value before */
    WISH_MORE, /* the value after */
    WISH_BACK,
    WISH_GONE, /* the terminal is closed */
    WISH_TIME, /* the time is up and nothing was pressed */
} tui_wish;

/* Empties the menu. The cursor stays. */
void tui_menu_begin(tui_menu *menu, const char *title);
/* Adds an item; `value` may be NULL. */
void tui_menu_add(tui_menu *menu, const char *label, const char *value);
/* Shows the menu until the player wants something, at most that long (-1: for ever). */
tui_wish tui_menu_ask(tui_screen *screen, tui_menu *menu, int language, int ms);
/* Asks for a line of text; WISH_DO, WISH_BACK or WISH_GONE. */
tui_wish tui_ask_line(tui_screen *screen, int language, const char *title, const char *label,
                      char *line, size_t size);
/* Adds a character to a line, or removes one; false: the key does neither. */
bool tui_edit(char *line, size_t size, int key);

#endif
