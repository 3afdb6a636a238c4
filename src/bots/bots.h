/* What opponents know of each game. A bot decides from a view alone. */
#ifndef CAPU_BOTS_H
#define CAPU_BOTS_H

#include "engine/game.h"

/* How good a position is for a seat, in a unit of the game's own. It is asked about samples, so it
 * may look at everything of its own seat, and must not look at what others hide. */
typedef int (*capu_evaluate)(const capu_state *state, int seat);

/* What the simple opponent needs for a game. */
typedef struct capu_knowledge {
    const char *game;
    capu_evaluate evaluate;
    int depth;   /* own actions in a row that are tried out: a whole turn */
    int samples; /* positions that each action is tried in */
    /* NULL, or a way of its own for decisions that cannot be judged by trying them out, such as
     * sealed bids; false: try out. */
    bool (*choose)(const capu_state *view, int seat, capu_random *random, capu_action *action);
    /* NULL, or whether what a seat is asked now belongs to the turn that it has begun. */
    bool (*same_turn)(const capu_state *state);
} capu_knowledge;
const capu_knowledge *capu_knowledge_of(const capu_state *state);

int clx_evaluate(const capu_state *state, int seat);
bool clx_same_turn(const capu_state *state);
int caprice_evaluate(const capu_state *state, int seat);
int capitol_evaluate(const capu_state *state, int seat);
bool capitol_choose_bid(const capu_state *view, int seat, capu_random *random, capu_action *action);
bool capone_choose(const capu_state *view, int seat, capu_random *random, capu_action *action);

capu_action capu_choose_random(const capu_state *view, int seat, capu_random *random);
capu_action capu_choose_greedy(const capu_state *view, int seat, capu_random *random);

#endif
