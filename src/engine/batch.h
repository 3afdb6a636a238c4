/* A step of a batch in its parts. A processor does them one after the other for each game; a GPU
 * does each for all games, so that its lanes do the same. */
#ifndef CAPU_ENGINE_BATCH_H
#define CAPU_ENGINE_BATCH_H

#include "capucine.h"

typedef enum engine_acted {
    ENGINE_IDLE, /* nothing was to be done */
    ENGINE_REFUSED,
    ENGINE_ACTED,
    ENGINE_ENDED /* and the game is over: engine_batch_end comes next */
} engine_acted;

/* The position of a game is given besides the game: a GPU has it at hand in another place. */

/* The action with this index, by the seat to act. */
engine_acted engine_batch_act(const capu_batch *batch, int g, capu_state *state, int index);
/* A random action. `first` of a call: what was said of an earlier game is forgotten. */
engine_acted engine_batch_move(const capu_batch *batch, int g, capu_state *state, bool first);
/* Notes the result, and deals the next game unless the batch is `manual`. */
void engine_batch_end(const capu_batch *batch, int g);
/* Writes everything about the decision that a game stands at, but for the observation. */
void engine_batch_show(const capu_batch *batch, int g, const capu_state *state);
/* Whose observation it is: the seat to act, or the first one if the game is over. */
int engine_batch_viewer(const capu_state *state);

#endif
