/* A grid of characters: see canvas.h. */
#include "tui/screen/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "host/memory.h"

void tui_canvas_clear(tui_canvas *canvas, int rows, int columns) {
    size_t count = (size_t)rows * (size_t)columns;

    canvas->cells = host_grow(canvas->cells, (count ? count : 1) * sizeof *canvas->cells);
    canvas->rows = rows;
    canvas->columns = columns;
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = (tui_cell){.character = ' '};
}

void tui_canvas_free(tui_canvas *canvas) {
    free(canvas->cells);
    *canvas = (tui_canvas){0};
}

tui_area tui_whole(tui_canvas *canvas) {
    return (tui_area){.canvas = canvas, .rows = canvas->rows, .columns = canvas->columns};
}

static int least(int a, int b) {
    return a < b ? a : b;
}

tui_area tui_part(const tui_area *area, int top, int left, int rows, int columns) {
    tui_area part = {area->canvas, area->top + top, area->left + left, 0, 0, 0};

    part.rows = least(rows, area->rows - top);
    part.columns = least(columns, area->columns - left);
    return part;
}

/* --------------------------------------------------------------- characters */

uint32_t tui_read_character(const char **text) {
    static const uint8_t masks[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    const unsigned char *at = (const unsigned char *)*text;
    int length = *at < 0x80 ? 1 : *at >= 0xF0 ? 4 : *at >= 0xE0 ? 3 : *at >= 0xC0 ? 2 : 0;
    uint32_t character = length ? *at & masks[length] : '?';

    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            *text += i;
            return '?';
        }
        character = character << 6 | (at[i] & 0x3F);
    }
    *text += length ? length : 1;
    return character;
}

/* Columns of one character. What the C library does not know, outside its locale, takes one. */
static int width_of(uint32_t character) {
    int width = character < 0x300 ? 1 : wcwidth((wchar_t)character);

    return width < 0 ? 1 : width;
}

int tui_columns(const char *text) {
    int columns = 0;

    while (*text)
        columns += width_of(tui_read_character(&text));
    return columns;
}

/* ------------------------------------------------------------------ drawing */

static tui_cell *cell_at(const tui_area *area, int row, int column) {
    int y = area->top + row, x = area->left + column;

    if (row < 0 || column < 0 || row >= area->rows || column >= area->columns)
        return NULL;
    if (y < 0 || x < 0 || y >= area->canvas->rows || x >= area->canvas->columns)
        return NULL;
    return &area->canvas->cells[y * area->canvas->columns + x];
}

static void set(const tui_area *area, int row, int column, int ink, uint32_t character) {
    tui_cell *cell = cell_at(area, row, column);

    if (cell)
        *cell = (tui_cell){character, (uint16_t)ink, area->spot};
}

/* Control characters in names or chat must not reach the terminal. */
static uint32_t harmless(uint32_t character) {
    bool control = character < 32 || (character >= 0x7F && character < 0xA0);

    return control ? '?' : character;
}

int tui_put(const tui_area *area, int row, int column, int ink, const char *text) {
    while (*text) {
        uint32_t character = harmless(tui_read_character(&text));
        int width = width_of(character);
        if (width > 0)
            set(area, row, column, ink, character);
        if (width == 2)
            set(area, row, column + 1, ink, 0);
        column += width;
    }
    return column;
}

int tui_putf(const tui_area *area, int row, int column, int ink, const char *format, ...) {
    char text[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return tui_put(area, row, column, ink, text);
}

int tui_put_cut(const tui_area *area, int row, int column, int width, int ink, const char *text) {
    tui_area part = tui_part(area, row, column, 1, width);
    int columns = tui_columns(text);

    part.spot = area->spot;
    if (width <= 0)
        return column;
    tui_put(&part, 0, 0, ink, text);
    if (columns > width)
        tui_put(&part, 0, width - 1, ink, "…");
    return column + least(columns, width);
}

int tui_put_run(const tui_area *area, int row, int column, int count, int ink,
                const char *character) {
    while (count-- > 0)
        column = tui_put(area, row, column, ink, character);
    return column;
}

void tui_mark(const tui_area *area, int row, int column, int width, int ink) {
    for (int i = 0; i < width; i++) {
        tui_cell *cell = cell_at(area, row, column + i);
        if (cell && (ink & INK_COLOUR))
            cell->ink = (uint16_t)((cell->ink & ~INK_COLOUR) | ink);
        else if (cell)
            cell->ink = (uint16_t)(cell->ink | ink);
    }
}

void tui_put_frame(const tui_area *area, int ink, const char *title) {
    int last = area->rows - 1, right = area->columns - 1;

    tui_put(area, 0, 0, ink, "╭");
    tui_put_run(area, 0, 1, right - 1, ink, "─");
    tui_put(area, 0, right, ink, "╮");
    for (int row = 1; row < last; row++) {
        tui_put(area, row, 0, ink, "│");
        tui_put_run(area, row, 1, right - 1, INK_PLAIN, " ");
        tui_put(area, row, right, ink, "│");
    }
    tui_put(area, last, 0, ink, "╰");
    tui_put_run(area, last, 1, right - 1, ink, "─");
    tui_put(area, last, right, ink, "╯");
    if (*title) {
        int end = tui_put_cut(area, 0, 3, area->columns - 6, ink | INK_BOLD, title);
        tui_put(area, 0, 2, ink, " ");
        tui_put(area, 0, end, ink, " ");
    }
}

/* ------------------------------------------------------------------ wrapping */

int tui_wrap(const char *text, int width, const char **next) {
    const char *at = text, *space = NULL;
    int columns = 0;

    while (*at && *at != '\n') {
        const char *here = at;
        columns += width_of(tui_read_character(&at));
        if (*here == ' ')
            space = here;
        if (columns > width) {
            *next = space ? space + 1 : here > text ? here : at;
            return (int)((space ? space : *next) - text);
        }
    }
    *next = *at ? at + 1 : NULL;
    return (int)(at - text);
}
