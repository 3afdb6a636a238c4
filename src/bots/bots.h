/* What opponents know of each game. A bot decides from a view alone. */
#ifndef CAPU_BOTS_H
#define CAPU_BOTS_H

#include "engine/game.h"

/* How good a position is for a seat, in a unit of the game's own. It is asked about samples, so it
 * may look at everything of its own seat, and must not look at what others hide. */
typedef int (*capu_evaluate)(const capu_state *state, int seat);

/* What is expected of a position for every seat: its share of a win, and its score. */
typedef struct capu_outlook {
    float win[CAPU_MAX_PLAYERS], score[CAPU_MAX_PLAYERS];
} capu_outlook;

/* What opponents know of a game. A NULL has a plain substitute unless it says otherwise. */
typedef struct capu_knowledge {
    const char *game;

    /* For the simple opponent. */
    capu_evaluate evaluate;
    int depth;   /* own actions in a row that are tried out: a whole turn */
    int samples; /* positions that each action is tried in */
    /* NULL, or a way of its own for decisions that cannot be judged by trying them out, such as
     * sealed bids; false: try out. */
    bool (*choose)(const capu_state *view, int seat, capu_random *random, capu_action *action);
    /* NULL, or whether what a seat is asked now belongs to the turn that it has begun. */
    bool (*same_turn)(const capu_state *state);

    /* For the search. */
    void (*outlook)(const capu_state *state, capu_outlook *out); /* never NULL; not when over */
    float large_margin; /* a difference in score that could not matter more */
    /* Whether a position may be evaluated as it is; else one plays on. (Plays to the end.) */
    bool (*settled)(const capu_state *state);
    /* How one plays on. (At random.) */
    capu_action (*policy)(const capu_state *state, int seat, capu_random *random);
    /* The legal actions that are worth a thought, in the order of `legal`. (All.) */
    int (*choices)(const capu_state *state, int seat, capu_action *out);
    /* A sample by what is likely rather than merely possible. (capu_sample.) */
    void (*imagine)(const capu_state *view, int seat, capu_random *random, capu_state *out);
} capu_knowledge;
const capu_knowledge *capu_knowledge_of(const capu_state *state);

extern const capu_knowledge caprice_knowledge, clx_knowledge, capitol_knowledge, capone_knowledge;

/* Shares of a win by points that are expected: who is behind by `spread` has about a third of the
 * leader's chances. */
void capu_share_wins(const float *points, int players, float spread, float *win);

capu_action capu_choose_random(const capu_bot *bot, const capu_state *view, int seat,
                               capu_random *random, void *memory);
capu_action capu_choose_greedy(const capu_bot *bot, const capu_state *view, int seat,
                               capu_random *random, void *memory);
capu_action capu_choose_by_search(const capu_bot *bot, const capu_state *view, int seat,
                                  capu_random *random, void *memory);

#endif
