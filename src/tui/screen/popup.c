/* Pages of text: see popup.h. */
#include "tui/screen/popup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/memory.h"

enum { WIDEST = 96, LEAST = 40, BORDER = 6 };

void tui_page_add(tui_page *page, int ink, const char *text) {
    page->lines = host_grow(page->lines, (size_t)(page->count + 1) * sizeof *page->lines);
    page->lines[page->count].ink = ink;
    page->lines[page->count++].text = strdup(text);
}

void tui_page_free(tui_page *page) {
    for (int i = 0; i < page->count; i++)
        free(page->lines[i].text);
    free(page->lines);
    *page = (tui_page){0};
}

/* As wide as the longest line of the page, if that is possible. */
static int width_in(const tui_page *page, const tui_area *area) {
    int most = area->columns - BORDER, width = LEAST;

    most = most > WIDEST ? WIDEST : most < 1 ? 1 : most;
    for (int i = 0; i < page->count; i++) {
        int columns = tui_columns(page->lines[i].text);
        width = columns > width ? columns : width;
    }
    return width > most ? most : width;
}

/* Draws the paragraphs from a row on, if `area` is not NULL; returns how many rows they take. */
static int flow(const tui_page *page, int count, int width, const tui_area *area, int top) {
    int row = 0;

    for (int i = 0; i < count; i++) {
        const char *at = page->lines[i].text, *next;
        do {
            int length = tui_wrap(at, width, &next);
            char line[512];
            snprintf(line, sizeof line, "%.*s", length, at);
            if (area)
                tui_put(area, row - top, 0, page->lines[i].ink, line);
            row++;
        } while ((at = next));
    }
    return row;
}

int tui_page_row(const tui_page *page, const tui_area *area, int line) {
    return flow(page, line, width_in(page, area), NULL, 0);
}

void tui_page_draw(const tui_area *area, tui_page *page, const char *title, const char *foot) {
    int width = width_in(page, area), all = flow(page, page->count, width, NULL, 0);
    int most = area->rows - 4, rows = all < most ? all : most;

    rows = rows < 1 ? 1 : rows;
    page->most_top = all - rows > 0 ? all - rows : 0;
    if (page->top > page->most_top)
        page->top = page->most_top;
    tui_area frame = tui_part(area, (area->rows - rows - 2) / 2, (area->columns - width - 4) / 2,
                              rows + 2, width + 4);
    tui_put_frame(&frame, INK_ACCENT, title);
    tui_area text = tui_part(&frame, 1, 2, rows, width);
    flow(page, page->count, width, &text, page->top);
    if (page->top < page->most_top)
        tui_put(&frame, rows, width + 3, INK_ACCENT | INK_BOLD, "↓");
    if (page->top > 0)
        tui_put(&frame, 1, width + 3, INK_ACCENT | INK_BOLD, "↑");
    int end = tui_columns(foot);
    if (end && end < width - 2)
        tui_putf(&frame, rows + 1, width + 1 - end, INK_ACCENT, " %s ", foot);
}

bool tui_page_key(tui_page *page, int key) {
    static const struct {
        int key, by;
    } moves[] = {{KEY_IS_UP, -1},
                 {KEY_IS_DOWN, 1},
                 {'k', -1},
                 {'j', 1},
                 {KEY_IS_PAGE_UP, -12},
                 {KEY_IS_PAGE_DOWN, 12},
                 {KEY_IS_WHEEL_UP, -3},
                 {KEY_IS_WHEEL_DOWN, 3},
                 {' ', 12},
                 {KEY_IS_FIRST, -(1 << 20)},
                 {KEY_IS_LAST, 1 << 20}};

    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        if (moves[i].key != key)
            continue;
        int to = page->top + moves[i].by;
        page->top = to < 0 ? 0 : to > page->most_top ? page->most_top : to;
        return true;
    }
    return false;
}
