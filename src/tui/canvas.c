/* A grid of characters: see canvas.h. */
#include "tui/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "host/memory.h"

void capu_canvas_clear(capu_canvas *canvas, int rows, int columns) {
    size_t count = (size_t)rows * (size_t)columns;

    canvas->cells = capu_grow(canvas->cells, (count ? count : 1) * sizeof *canvas->cells);
    canvas->rows = rows;
    canvas->columns = columns;
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = (capu_cell){.character = ' '};
}

void capu_canvas_free(capu_canvas *canvas) {
    free(canvas->cells);
    *canvas = (capu_canvas){0};
}

capu_area capu_whole(capu_canvas *canvas) {
    return (capu_area){.canvas = canvas, .rows = canvas->rows, .columns = canvas->columns};
}

static int least(int a, int b) {
    return a < b ? a : b;
}

capu_area capu_part(const capu_area *area, int top, int left, int rows, int columns) {
    capu_area part = {area->canvas, area->top + top, area->left + left, 0, 0, 0};

    part.rows = least(rows, area->rows - top);
    part.columns = least(columns, area->columns - left);
    return part;
}

/* --------------------------------------------------------------- characters */

uint32_t capu_read_character(const char **text) {
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

int capu_columns(const char *text) {
    int columns = 0;

    while (*text)
        columns += width_of(capu_read_character(&text));
    return columns;
}

/* ------------------------------------------------------------------ drawing */

static capu_cell *cell_at(const capu_area *area, int row, int column) {
    int y = area->top + row, x = area->left + column;

    if (row < 0 || column < 0 || row >= area->rows || column >= area->columns)
        return NULL;
    if (y < 0 || x < 0 || y >= area->canvas->rows || x >= area->canvas->columns)
        return NULL;
    return &area->canvas->cells[y * area->canvas->columns + x];
}

static void set(const capu_area *area, int row, int column, int ink, uint32_t character) {
    capu_cell *cell = cell_at(area, row, column);

    if (cell)
        *cell = (capu_cell){character, (uint16_t)ink, area->spot};
}

/* Control characters in names or chat must not reach the terminal. */
static uint32_t harmless(uint32_t character) {
    bool control = character < 32 || (character >= 0x7F && character < 0xA0);

    return control ? '?' : character;
}

int capu_put(const capu_area *area, int row, int column, int ink, const char *text) {
    while (*text) {
        uint32_t character = harmless(capu_read_character(&text));
        int width = width_of(character);
        if (width > 0)
            set(area, row, column, ink, character);
        if (width == 2)
            set(area, row, column + 1, ink, 0);
        column += width;
    }
    return column;
}

int capu_putf(const capu_area *area, int row, int column, int ink, const char *format, ...) {
    char text[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return capu_put(area, row, column, ink, text);
}

int capu_put_cut(const capu_area *area, int row, int column, int width, int ink, const char *text) {
    capu_area part = capu_part(area, row, column, 1, width);
    int columns = capu_columns(text);

    part.spot = area->spot;
    if (width <= 0)
        return column;
    capu_put(&part, 0, 0, ink, text);
    if (columns > width)
        capu_put(&part, 0, width - 1, ink, "…");
    return column + least(columns, width);
}

int capu_put_run(const capu_area *area, int row, int column, int count, int ink,
                 const char *character) {
    while (count-- > 0)
        column = capu_put(area, row, column, ink, character);
    return column;
}

void capu_mark(const capu_area *area, int row, int column, int width, int ink) {
    for (int i = 0; i < width; i++) {
        capu_cell *cell = cell_at(area, row, column + i);
        if (cell && (ink & INK_COLOUR))
            cell->ink = (uint16_t)((cell->ink & ~INK_COLOUR) | ink);
        else if (cell)
            cell->ink = (uint16_t)(cell->ink | ink);
    }
}

void capu_put_frame(const capu_area *area, int ink, const char *title) {
    int last = area->rows - 1, right = area->columns - 1;

    capu_put(area, 0, 0, ink, "╭");
    capu_put_run(area, 0, 1, right - 1, ink, "─");
    capu_put(area, 0, right, ink, "╮");
    for (int row = 1; row < last; row++) {
        capu_put(area, row, 0, ink, "│");
        capu_put_run(area, row, 1, right - 1, INK_PLAIN, " ");
        capu_put(area, row, right, ink, "│");
    }
    capu_put(area, last, 0, ink, "╰");
    capu_put_run(area, last, 1, right - 1, ink, "─");
    capu_put(area, last, right, ink, "╯");
    if (*title) {
        int end = capu_put_cut(area, 0, 3, area->columns - 6, ink | INK_BOLD, title);
        capu_put(area, 0, 2, ink, " ");
        capu_put(area, 0, end, ink, " ");
    }
}

/* ------------------------------------------------------------------ wrapping */

int capu_wrap(const char *text, int width, const char **next) {
    const char *at = text, *space = NULL;
    int columns = 0;

    while (*at && *at != '\n') {
        const char *here = at;
        columns += width_of(capu_read_character(&at));
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
