/* The part of the registry that only the engine uses. */
#ifndef CAPU_ENGINE_REGISTRY_H
#define CAPU_ENGINE_REGISTRY_H

#include "engine/game.h"

/* Option `first` is the first option of every game: "random", then the seats. */
enum { ENGINE_FIRST = 0, ENGINE_FIRST_RANDOM = 0 };

int engine_game_index(const capu_game *game);

/* The reasons that all games share. */
enum {
    WHY_NO_SEAT,
    WHY_OVER,
    WHY_NOT_NOW,
    WHY_IS_VIEW,
    WHY_NO_ACTION,
    WHY_PLAYERS,
    WHY_FIRST,
    WHY_NO_OPTION,
    WHY_NO_VALUE,
    ENGINE_SHARED_REASONS
};
extern const capu_reason engine_shared_reasons[];

/* Writes the lines that a seat may know, with commas between, and before the first unless `first`.
 */
void engine_write_lines(const capu_lines *lines, int seat, bool first, capu_text *text);

/* How many these are. */
int engine_known_lines(const capu_lines *lines, int seat);
/* Applies a legal move, tells what happens, and lets `hear` (may be NULL) have every moment. */
void engine_apply_telling(capu_state *state, capu_move move, capu_lines *events,
                          void (*hear)(void *context, const capu_state *state), void *context);

/* An observation into a row of zeros. */
void engine_observe(const capu_state *state, int seat, int16_t *out);

#endif
