/* What opponents know of each game. A bot decides from a view alone. */
#ifndef CAPU_BOTS_H
#define CAPU_BOTS_H

#include "engine/game.h"

/* Weights are whole numbers, one table a game, and can be tuned by self-play. The first are those
 * of the search; a game's own follow. */
enum {
    EXPLORATION, /* of what is not known yet, in hundredths */
    PATIENCE,    /* visits before a node gets children */
    MARGIN,      /* what the margin counts in a payoff, in hundredths; the rest is the win */
    MATCHING,    /* sealed choices that are made by regret, in hundredths; 0: and not mixed */
    ACQUAINTED,  /* visits before a node tells natures apart; 0: never */
    OWN_WEIGHTS,
    MOST_WEIGHTS = 64,
};

/* Levels, for numbers that differ between games. */
enum { BEGINNER = 1, CASUAL, CLUB, EXPERT, MASTER, LEVELS_AND_NONE };

/* How good a position is for a seat, in a unit of the game's own. It is asked about samples, so it
 * may look at everything of its own seat, and must not look at what others hide. `w` are weights,
 * here and below. */
typedef int (*capu_evaluate)(const capu_state *state, int seat, const int *w);

/* What is expected of a position for every seat: its share of a win, and its score. */
typedef struct capu_outlook {
    float win[CAPU_MAX_PLAYERS], score[CAPU_MAX_PLAYERS];
} capu_outlook;

/* How likely each of a seat's possible hands is, in any unit, apart from what is left to be dealt;
 * 0: impossible. */
enum { BELIEVED = 35 };
typedef struct capu_belief {
    float weight[CAPU_MAX_PLAYERS][BELIEVED];
} capu_belief;

/* What opponents know of a game. A NULL has a plain substitute unless it says otherwise. */
typedef struct capu_knowledge {
    const char *game;
    const int *weights;       /* of the search, */
    const int *many;          /* with more than two players, */
    const int *simple;        /* and of the simple opponent; (the same) */
    const char *const *names; /* of weights */
    int count;                /* of them */
    /* How often levels look ahead. (As often as in most games.) */
    int iterations[LEVELS_AND_NONE];

    /* For the simple opponent. */
    capu_evaluate evaluate;
    int depth;   /* own actions in a row that are tried out: a whole turn */
    int samples; /* positions that each action is tried in */
    /* NULL, or a way of its own for decisions that cannot be judged by trying them out, such as
     * sealed bids; false: try out. */
    bool (*choose)(const capu_state *view, int seat, const int *w, capu_random *random,
                   capu_action *action);
    /* NULL, or whether what a seat is asked now belongs to the turn that it has begun. */
    bool (*same_turn)(const capu_state *state);

    /* For the search. */
    /* Asked where playing on ends before the game does. (It does not.) */
    void (*outlook)(const capu_state *state, const int *w, capu_outlook *out);
    float large_margin; /* a difference in score that could not matter more */
    /* Plays on until a position may be evaluated or the game is over. (At random, to the end.) */
    void (*play_on)(capu_state *state, const int *w, capu_random *random);
    /* What is another each time that playing on may end: the round, or the year. (Needed only
     * for fitting weights.) */
    int (*stage)(const capu_state *state);
    /* The legal actions that are worth a thought, in the order of `legal`. (All.) */
    int (*choices)(const capu_state *state, int seat, capu_action *out);
    /* How likely each of these actions is to be good, before it was tried: shares, in a unit of
     * the game's own, above 0. (All alike.) */
    void (*prior)(const capu_state *state, int seat, const int *w, const capu_action *actions,
                  int count, float *out);
    /* What another seat does with hidden cards where its statistics, over all that it may hold,
     * would say little: it is done by habit, without a node; false: it is not such a decision.
     * (None is.) */
    bool (*habit)(const capu_state *state, int seat, const int *w, capu_random *random,
                  capu_action *action);
    /* What decides how another seat plays and is hidden, where there are few such natures: a number
     * from 0; its statistics are kept apart for each. -1: it does not matter here. (Never does.) */
    int (*nature)(const capu_state *state, int seat);
    /* Where others hide one of a few hands each: how likely each of them has each, by what was
     * played; false: that is not so now. (All samples are alike.) */
    bool (*believe)(const capu_state *view, int seat, const int *w, capu_belief *belief);
    /* Deals the hidden hands of a sample anew by this belief, one after the other while the rest
     * stays as it is (Gibbs): in the long run all samples come as often as they should. */
    void (*redeal)(capu_state *sample, int seat, const capu_belief *belief, capu_random *random);
    /* Where the end is so near that all can be counted out, what each of these actions of the
     * viewer's brings; false: it is not. (It never is.) */
    bool (*solve)(const capu_state *view, int seat, const int *w, const capu_action *actions,
                  int count, capu_outlook *out);
} capu_knowledge;
const capu_knowledge *capu_knowledge_of(const capu_state *state);
/* Its weights for so many. */
const int *capu_weights_for(const capu_knowledge *know, int players);
/* Nothing but the rules: what a plain search knows. */
extern const capu_knowledge capu_no_knowledge;

extern const capu_knowledge caprice_knowledge, clx_knowledge, capitol_knowledge, capone_knowledge;

/* e to the -x, as far as it matters here; the same everywhere. */
float capu_fading(float x);
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
