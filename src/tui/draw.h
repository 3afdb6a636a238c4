/* Boards as text: whole positions and views, for anyone who looks into a record. */
#ifndef CAPU_TUI_DRAW_H
#define CAPU_TUI_DRAW_H

#include <stdio.h>

#include "capucine.h"

/* How to draw: with Unicode symbols, or in plain ASCII. */
typedef struct capu_style {
    bool plain;
} capu_style;

/* Draws a view (or a whole position) for a seat, or for CAPU_SPECTATOR. */
void capu_draw(const capu_state *view, int seat, capu_style style, FILE *out);

/* What each game provides: one row in draw.c. */
typedef struct capu_drawing {
    const char *game;
    void (*draw)(const capu_state *view, int seat, capu_style style, FILE *out);
} capu_drawing;
extern const capu_drawing capu_draw_capital_lux_2;
extern const capu_drawing capu_draw_capone;
extern const capu_drawing capu_draw_caprice;
extern const capu_drawing capu_draw_capitol;

#endif
