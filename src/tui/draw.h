/* Boards as text, for line mode. */
#ifndef CAPU_TUI_DRAW_H
#define CAPU_TUI_DRAW_H

#include <stdio.h>

#include "capucine.h"

/* How to draw: with Unicode's shapes or in ASCII alone. */
typedef struct capu_style {
    bool plain;
} capu_style;

/* Draws a view (or a whole position) for a seat, or for CAPU_SPECTATOR. */
void capu_draw(const capu_state *view, int seat, capu_style style, FILE *out);
/* One sentence: what is asked of the seat now. */
const char *capu_question(const capu_state *view, int seat);
/* What the words of the game's actions mean, in a few lines. */
const char *capu_notation_help(const capu_game *game);

/* What a game brings: one row in draw.c. */
typedef struct capu_drawing {
    const char *game;
    void (*draw)(const capu_state *view, int seat, capu_style style, FILE *out);
    const char *(*question)(const capu_state *view, int seat);
    const char *help;
} capu_drawing;
extern const capu_drawing capu_draw_capital_lux_2;
extern const capu_drawing capu_draw_capone;
extern const capu_drawing capu_draw_caprice;
extern const capu_drawing capu_draw_capitol;

#endif
