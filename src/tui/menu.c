/* Lists of things to do or to set: see menu.h. */
#include "tui/menu.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/words.h"
#include "tui/lines.h"

enum { WIDTH = 66, LABELS = 34 };

void capu_menu_begin(capu_menu *menu, const char *title) {
    snprintf(menu->title, sizeof menu->title, "%s", title);
    menu->count = 0;
}

void capu_menu_add(capu_menu *menu, const char *label, const char *value) {
    if (menu->count == MENU_MOST)
        return;
    capu_item *item = &menu->items[menu->count++];
    snprintf(item->label, sizeof item->label, "%s", label);
    snprintf(item->value, sizeof item->value, "%s", value ? value : "");
    item->ink = INK_PLAIN;
}

/* ------------------------------------------------------------------- drawing */

static void draw_item(const capu_area *area, int row, const capu_item *item, bool here) {
    int ink = here ? INK_ACCENT | INK_REVERSE | INK_BOLD : item->ink;
    int labels = *item->value ? LABELS : area->columns - 3;

    if (here)
        capu_put_run(area, row, 0, area->columns, ink, " ");
    capu_put_cut(area, row, 2, labels - 1, ink, item->label);
    if (*item->value) {
        char value[MENU_TEXT + 16];
        snprintf(value, sizeof value, here ? "‹ %s ›" : "  %s", item->value);
        capu_put_cut(area, row, LABELS + 1, area->columns - LABELS - 2, ink, value);
    }
}

/* The five petals of the house, beside its name. */
static void draw_house(const capu_area *area, const char *title) {
    capu_put_run(area, 0, 0, area->columns, INK_BAR, " ");
    capu_put(area, 0, 1, INK_BAR | INK_BOLD, "Capucine");
    capu_putf(area, 0, 9, INK_BAR, " · %s", title);
}

static capu_area draw_menu(capu_screen *screen, capu_menu *menu, int language) {
    capu_area area = capu_screen_begin(screen);
    int width = area.columns < WIDTH + 4 ? area.columns - 4 : WIDTH;
    int rows = area.rows - 6 < menu->count ? area.rows - 6 : menu->count;
    capu_area list = capu_part(&area, 2, (area.columns - width) / 2, rows, width);
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
        snprintf(line, sizeof line, "%.*s", capu_wrap(at, width, &next), at);
        capu_put(&area, row, list.left + 2, menu->note_bad ? INK_BAD : INK_QUIET, line);
    }
    capu_put_run(&area, area.rows - 1, 0, area.columns, INK_BAR, " ");
    capu_put(&area, area.rows - 1, 1, INK_BAR,
             capu_key_text(screen, language, "terminal.menu.keys", keys));
    capu_screen_show(screen, -1, 0);
    return list;
}

/* ---------------------------------------------------------------------- keys */

static void move(capu_menu *menu, int by) {
    if (menu->count)
        menu->cursor = (menu->cursor + by + menu->count) % menu->count;
}

/* The item under the mouse becomes the one at the cursor; whether it was already. */
static bool point(capu_screen *screen, capu_menu *menu, const capu_area *list, bool *hit) {
    int row = screen->row - list->top, index = menu->first + row, before = menu->cursor;

    *hit = row >= 0 && row < list->rows && index < menu->count;
    if (*hit)
        menu->cursor = index;
    return before == index;
}

/* A wish, or -1 where the key was only a move. */
static int wish_of(capu_screen *screen, capu_menu *menu, const capu_area *list, int key) {
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

static void say_menu(capu_lines *lines, const capu_menu *menu, int language) {
    char line[2 * MENU_TEXT + 32];

    capu_lines_say(lines, "");
    capu_lines_say(lines, menu->title);
    for (int i = 0; i < menu->count; i++) {
        const capu_item *item = &menu->items[i];
        snprintf(line, sizeof line, "%4d %s%s%s", i + 1, item->label, *item->value ? ": " : "",
                 item->value);
        capu_lines_say(lines, line);
    }
    if (*menu->note)
        capu_lines_wrap(lines, menu->note);
    capu_lines_say(lines, capu_wording(language, "terminal.lines.menu"));
}

/* An item is chosen by its number; a value is so changed to the next one. A menu that does not wait
 * for ever is read again with an empty line. */
static capu_wish ask_by_line(capu_lines *lines, capu_menu *menu, int language, int ms) {
    char line[LINES_LINE];

    say_menu(lines, menu, language);
    while (capu_lines_wait(lines, line)) {
        int number = capu_line_number(line);
        if (capu_line_is(line, "q"))
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
static capu_wish ask_line_by_line(capu_lines *lines, const char *label, char *line, size_t size) {
    char typed[LINES_LINE], shown[LINES_LINE + MENU_TEXT];

    snprintf(shown, sizeof shown, *line ? "%s [%s]" : "%s", label, line);
    capu_lines_say(lines, shown);
    if (!capu_lines_wait(lines, typed))
        return WISH_GONE;
    if (*typed)
        snprintf(line, size, "%s", typed);
    return WISH_DO;
}

/* -------------------------------------------------------------------- asking */

capu_wish capu_menu_ask(capu_screen *screen, capu_menu *menu, int language, int ms) {
    if (screen->lines)
        return ask_by_line(screen->lines, menu, language, ms);
    for (;;) {
        capu_area list = draw_menu(screen, menu, language);
        int key = capu_screen_key(screen);
        if (key == KEY_IS_NONE) {
            capu_screen_wait(ms);
            key = capu_screen_key(screen);
            if (key == KEY_IS_NONE && ms >= 0)
                return WISH_TIME;
        }
        int wish = wish_of(screen, menu, &list, key);
        if (wish >= 0)
            return (capu_wish)wish;
    }
}

/* --------------------------------------------------------------------- lines */

bool capu_edit(char *line, size_t size, int key) {
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

capu_wish capu_ask_line(capu_screen *screen, int language, const char *title, const char *label,
                        char *line, size_t size) {
    char keys[KEY_TEXT];

    if (screen->lines)
        return ask_line_by_line(screen->lines, label, line, size);
    for (;;) {
        capu_area area = capu_screen_begin(screen);
        draw_house(&area, title);
        capu_put(&area, 3, 4, INK_PLAIN, label);
        int column = capu_put(&area, 4, 4, INK_ACCENT | INK_BOLD, "> ");
        column = capu_put(&area, 4, column, INK_PLAIN, line);
        capu_put_run(&area, area.rows - 1, 0, area.columns, INK_BAR, " ");
        capu_put(&area, area.rows - 1, 1, INK_BAR,
                 capu_key_text(screen, language, "terminal.line.keys", keys));
        capu_screen_show(screen, 4, column);
        int key = capu_screen_key(screen);
        if (key == KEY_IS_NONE)
            capu_screen_wait(-1);
        else if (key == KEY_IS_ENTER)
            return WISH_DO;
        else if (key == KEY_IS_ESCAPE)
            return WISH_BACK;
        else if (key == KEY_IS_GONE)
            return WISH_GONE;
        else
            capu_edit(line, size, key);
    }
}
