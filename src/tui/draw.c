/* Boards as text: finds the game's row. */
#include "tui/draw.h"

#include <stddef.h>
#include <string.h>

static const capu_drawing *const drawings[] = {
    &capu_draw_capone,
    &capu_draw_caprice,
    &capu_draw_capital_lux_2,
    &capu_draw_capitol,
};

static const capu_drawing *of(const capu_game *game) {
    for (size_t i = 0; i < sizeof drawings / sizeof drawings[0]; i++)
        if (strcmp(drawings[i]->game, capu_info(game)->name) == 0)
            return drawings[i];
    return NULL;
}

void capu_draw(const capu_state *view, int seat, capu_style style, FILE *out) {
    of(capu_game_of(view))->draw(view, seat, style, out);
}
