/* Pages of text over the screen, and questions. */
#ifndef CAPU_TUI_POPUP_H
#define CAPU_TUI_POPUP_H

#include "tui/screen.h"

/* Paragraphs, each with an ink. Drawing wraps them. */
typedef struct capu_page {
    struct {
        int ink;
        char *text;
    } * lines;
    int count;
    int top;      /* the first row that is shown */
    int most_top; /* as the last drawing computed it */
} capu_page;

void capu_page_add(capu_page *page, int ink, const char *text);
void capu_page_free(capu_page *page);
/* Draws it in a frame in the middle of the area. */
void capu_page_draw(const capu_area *area, capu_page *page, const char *title, const char *foot);
/* Scrolls; false: the key means nothing here. */
bool capu_page_key(capu_page *page, int key);
/* The row where a paragraph begins when wrapped to the area's width. */
int capu_page_row(const capu_page *page, const capu_area *area, int line);

#endif
