/* The list of games of a module for the GPU: one game, GAME, whose place in the whole list is
 * INDEX. So every call of its functions is a direct one. */
#include "bots/bots.h"
#include "engine/registry.h"

extern const capu_game GAME;

const capu_game *capu_game_at(int index) {
    (void)index;
    return &GAME;
}

int engine_game_index(const capu_game *game) {
    (void)game;
    return INDEX;
}

/* What the simple opponents know of it, in the module that has them. */
extern const bots_knowledge OPPONENT;

const bots_knowledge *bots_knowledge_of(const capu_state *state) {
    (void)state;
    return &OPPONENT;
}
