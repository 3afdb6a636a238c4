/* Lists of things to do or to set: see menu.h. */
#include "tui/screen/menu.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/words.h"
#include "tui/screen/lines.h"

enum { WIDTH = 66, LABELS = 34 };

void tui_menu_begin(tui_menu *menu, const char *title) {
    snprintf(menu->title, sizeof menu->title, "%s", title);
    menu->count = 0;
}

void tui_menu_add(tui_menu *menu, const char *label, const char *value) {
    if (menu->count == MENU_MOST)
        return;
    tui_item *item = &menu->items[menu->count++];
    snprintf(item->label, sizeof item->label, "%s", label);
    snprintf(item->value, sizeof item->value, "%s", value ? value : "");
    item->ink = INK_PLAIN;
}

/* ------------------------------------------------------------------- drawing */

static void draw_item(const tui_area *area, int row, const tui_item *item, bool here) {
    int ink = here ? INK_ACCENT | INK_REVERSE | INK_BOLD : item->ink;
    int labels = *item->value ? LABELS : area->columns - 3;

    if (here)
        tui_put_run(area, row, 0, area->columns, ink, " ");
    tui_put_cut(area, row, 2, labels - 1, ink, item->label);
    if (*item->value) {
        char value[MENU_TEXT + 16];
        snprintf(value, sizeof value, here ? "‹ %s ›" : "  %s", item->value);
        tui_put_cut(area, row, LABELS + 1, area->columns - LABELS - 2, ink, value);
    }
}

/* The five petals of the house, beside its name. */
static void draw_house(const tui_area *area, const char *title) {
    tui_put_run(area, 0, 0, area->columns, INK_BAR, " ");
    tui_put(area, 0, 1, INK_BAR | INK_BOLD, "Capucine");
    tui_putf(area, 0, 9, INK_BAR, " · %s", title);
}

static tui_area draw_menu(tui_screen *screen, tui_menu *menu, int language) {
    tui_area area = tui_screen_begin(screen);
    int width = area.columns < WIDTH + 4 ? area.columns - 4 : WIDTH;
    int rows = area.rows - 6 < menu->count ? area.rows - 6 : menu->count;
    tui_area list = tui_part(&area, 2, (area.columns - width) / 2, rows, width);
    char keys[KEY_TEXT];

    draw_house(&area, menu->title);
    menu->cursor = menu->cursor >= menu->count ? menu->count - 1 : menu->cursor;
    menu->cursor = menu->cursor < 0 ? 0 : menu->cursor;
    if (menu->cursor < menu->first)
        menu->first = menu->cursor;
    if (menu->cursor >= menu->first + rows)
        menu->first = menu->cursor - rows + 1;
    for (int i = 0; i < rows; i++)
        if (menu->first + i < menu->count)
            draw_item(&list, i, &menu->items[menu->first + i], menu->first + i == menu->cursor);
    const char *at = menu->note, *next = at;
    for (int row = rows + 3; *at && at && row < area.rows - 1; row++, at = next ? next : "") {
        char line[256];
        snprintf(line, sizeof line, "%.*s", tui_wrap(at, width, &next), at);
        tui_put(&area, row, list.left + 2, menu->note_bad ? INK_BAD : INK_QUIET, line);
    }
    tui_put_run(&area, area.rows - 1, 0, area.columns, INK_BAR, " ");
    tui_put(&area, area.rows - 1, 1, INK_BAR,
            tui_key_text(screen, language, "terminal.menu.keys", keys));
    tui_screen_show(screen, -1, 0);
    return list;
}

/* ---------------------------------------------------------------------- keys */

static void move(tui_menu *menu, int by) {
    if (menu->count)
        menu->cursor = (menu->cursor + by + menu->count) % menu->count;
}

/* The item under the mouse becomes the one at the cursor; whether it was already. */
static bool point(tui_screen *screen, tui_menu *menu, const tui_area *list, bool *hit) {
    int row = screen->row - list->top, index = menu->first + row, before = menu->cursor;

    *hit = row >= 0 && row < list->rows && index < menu->count;
    if (*hit)
        menu->cursor = index;
    return before == index;
}

/* A wish, or -1 where the key was only a move. */
static int wish_of(tui_screen *screen, tui_menu *menu, const tui_area *list, int key) {
    bool hit = false;

    switch (key) {
    case KEY_IS_UP:
    case KEY_IS_WHEEL_UP:
    case 'k':
        move(menu, -1);
        return -1;
    case KEY_IS_DOWN:
    case KEY_IS_WHEEL_DOWN:
    case KEY_IS_TAB:
    case 'j':
        move(menu, 1);
        return -1;
    case KEY_IS_LEFT:
        return WISH_LESS;
    case KEY_IS_RIGHT:
    case ' ':
        return WISH_MORE;
    case KEY_IS_ENTER:
        return WISH_DO;
    case KEY_IS_ESCAPE:
    case 'q':
        return WISH_BACK;
    case KEY_IS_GONE:
        return WISH_GONE;
    case KEY_IS_CLICK:
    case KEY_IS_DOUBLE_CLICK:
        return point(screen, menu, list, &hit) && hit ? WISH_DO : -1;
    default:
        if (key >= '1' && key <= '9' && key - '1' < menu->count)
            menu->cursor = key - '1';
        return -1;
    }
}

/* ------------------------------------------------------------- line by line */

static void say_menu(tui_lines *lines, const tui_menu *menu, int language) {
    char line[2 * MENU_TEXT + 32];

    tui_lines_say(lines, "");
    tui_lines_say(lines, menu->title);
    for (int i = 0; i < menu->count; i++) {
        const tui_item *item = &menu->items[i];
        snprintf(line, sizeof line, "%4d %s%s%s", i + 1, item->label, *item->value ? ": " : "",
                 item->value);
        tui_lines_say(lines, line);
    }
    if (*menu->note)
        tui_lines_wrap(lines, menu->note);
    tui_lines_say(lines, host_wording(language, "terminal.lines.menu"));
}

/* An item is chosen by its number; a value is so changed to the next one. A menu that does not wait
 * for ever is read again with an empty line. */
static tui_wish ask_by_line(tui_lines *lines, tui_menu *menu, int language, int ms) {
    char line[LINES_LINE];

    say_menu(lines, menu, language);
    while (tui_lines_wait(lines, line)) {
        int number = tui_line_number(line);
        if (tui_line_is(line, "q"))
            return WISH_BACK;
        if (number >= 1 && number <= menu->count) {
            menu->cursor = number - 1;
            return WISH_DO;
        }
        if (ms >= 0)
            return WISH_TIME;
        say_menu(lines, menu, language);
    }
    return WISH_GONE;
}

/* An empty line leaves what stands there. */
static tui_wish ask_line_by_line(tui_lines *lines, const char *label, char *line, size_t size) {
    char typed[LINES_LINE], shown[LINES_LINE + MENU_TEXT];

    snprintf(shown, sizeof shown, *line ? "%s [%s]" : "%s", label, line);
    tui_lines_say(lines, shown);
    if (!tui_lines_wait(lines, typed))
        return WISH_GONE;
    if (*typed)
        snprintf(line, size, "%s", typed);
    return WISH_DO;
}

/* -------------------------------------------------------------------- asking */

tui_wish tui_menu_ask(tui_screen *screen, tui_menu *menu, int language, int ms) {
    if (screen->lines)
        return ask_by_line(screen->lines, menu, language, ms);
    for (;;) {
        tui_area list = draw_menu(screen, menu, language);
        int key = tui_screen_key(screen);
        if (key == KEY_IS_NONE) {
            tui_screen_wait(ms);
            key = tui_screen_key(screen);
            if (key == KEY_IS_NONE && ms >= 0)
                return WISH_TIME;
        }
        int wish = wish_of(screen, menu, &list, key);
        if (wish >= 0)
            return (tui_wish)wish;
    }
}

/* --------------------------------------------------------------------- lines */

bool tui_edit(char *line, size_t size, int key) {
    size_t length = strlen(line);
    char bytes[MB_LEN_MAX];

    if (key == KEY_IS_ERASE) {
        while (length && ((unsigned char)line[--length] & 0xC0) == 0x80)
            ;
        line[length] = '\0';
        return true;
    }
    if (key < ' ' || key >= KEY_IS_UP)
        return false;
    int count = wctomb(bytes, (wchar_t)key);
    if (count > 0 && length + (size_t)count < size) {
        memcpy(line + length, bytes, (size_t)count);
        line[length + (size_t)count] = '\0';
    }
    return true;
}

tui_wish tui_ask_line(tui_screen *screen, int language, const char *title, const char *label,
                      char *line, size_t size) {
    char keys[KEY_TEXT];

    if (screen->lines)
        return ask_line_by_line(screen->lines, label, line, size);
    for (;;) {
        tui_area area = tui_screen_begin(screen);
        draw_house(&area, title);
        tui_put(&area, 3, 4, INK_PLAIN, label);
        int column = tui_put(&area, 4, 4, INK_ACCENT | INK_BOLD, "> ");
        column = tui_put(&area, 4, column, INK_PLAIN, line);
        tui_put_run(&area, area.rows - 1, 0, area.columns, INK_BAR, " ");
        tui_put(&area, area.rows - 1, 1, INK_BAR,
                tui_key_text(screen, language, "terminal.line.keys", keys));
        tui_screen_show(screen, 4, column);
        int key = tui_screen_key(screen);
        if (key == KEY_IS_NONE)
            tui_screen_wait(-1);
        else if (key == KEY_IS_ENTER)
            return WISH_DO;
        else if (key == KEY_IS_ESCAPE)
            return WISH_BACK;
        else if (key == KEY_IS_GONE)
            return WISH_GONE;
        else
            tui_edit(line, size, key);
    }
}
