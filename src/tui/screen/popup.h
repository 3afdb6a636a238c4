/* Pages of text over the screen, and questions. */
#ifndef CAPU_TUI_POPUP_H
#define CAPU_TUI_POPUP_H

#include "tui/screen/screen.h"

/* Paragraphs, each with an ink. Drawing wraps them. */
typedef struct tui_page {
    struct {
        int ink;
        char *text;
    } * lines;
    int count;
    int top;      /* the first row that is shown */
    int most_top; /* as the last drawing computed it */
} tui_page;

void tui_page_add(tui_page *page, int ink, const char *text);
void tui_page_free(tui_page *page);
/* Draws it in a frame in the middle of the area. */
void tui_page_draw(const tui_area *area, tui_page *page, const char *title, const char *foot);
/* Scrolls; false: the key means nothing here. */
bool tui_page_key(tui_page *page, int key);
/* The row where a paragraph begins when wrapped to the area's width. */
int tui_page_row(const tui_page *page, const tui_area *area, int line);

#endif
