/* What opponents know of each game. A bot decides from a view alone. */
#ifndef CAPU_BOTS_H
#define CAPU_BOTS_H

#include "engine/game.h"

/* Weights are whole numbers, one table for each game, and can be tuned by self-play. The first ones
 * belong to the search; the game's own follow. */
enum {
    BOTS_EXPLORATION, /* how much to try what is little known, in hundredths */
    BOTS_PATIENCE,    /* visits before a node gets children */
    BOTS_MARGIN,      /* the share of the margin in a payoff, in hundredths; the rest is the win */
    BOTS_MATCHING,    /* sealed choices made by regret, in hundredths; 0: none, and not mixed */
    BOTS_ACQUAINTED,  /* visits before a node keeps natures apart; 0: never */
    BOTS_OWN_WEIGHTS,
    BOTS_MOST_WEIGHTS = 64,
};

/* Levels, which have different numbers in different games. */
enum { BOTS_BEGINNER = 1, BOTS_CASUAL, BOTS_CLUB, BOTS_EXPERT, BOTS_MASTER, BOTS_LEVELS_AND_NONE };

/* How good a position is for a seat, in the game's own unit. The position is a sample. So it may
 * use everything that belongs to this seat, but not what others hide. `w` are weights, here and
 * below. */
typedef int (*bots_evaluate)(const capu_state *state, int seat, const int *w);

/* What a position promises each seat: a share of a win, a score, and how far it is
 * before the others, as a part of a large margin. (The search sets the latter, unless a net does.)
 */
typedef struct bots_outlook {
    float win[CAPU_MAX_PLAYERS], score[CAPU_MAX_PLAYERS], margin[CAPU_MAX_PLAYERS];
} bots_outlook;

/* How likely each of a seat's possible hands is, in any unit; 0: impossible. It leaves out how many
 * such hands can still be dealt. */
enum { BOTS_BELIEVED = 35 };
typedef struct bots_belief {
    float weight[CAPU_MAX_PLAYERS][BOTS_BELIEVED];
} bots_belief;

struct bots_describing; /* net.h */
struct bots_acting;     /* policy.h */
struct bots_policy;

/* What a decision is about, for practice: by the first words of its best action, and by an event
 * that the action leads to (NULL: any). */
typedef struct bots_theme {
    const char *words, *event, *name;
} bots_theme;

/* What bots know of a game. A member may be NULL. Then the default in brackets holds. */
typedef struct bots_knowledge {
    const char *game;
    const int *weights;       /* of the search */
    const int *many;          /* of the search with more than two players (the same) */
    const int *simple;        /* of the simple bot (the same) */
    const char *const *names; /* of the weights */
    int count;                /* how many weights there are */
    /* How often levels look ahead. (0: as often as in most games.) */
    int iterations[BOTS_LEVELS_AND_NONE];
    /* For reviews: how often one looks ahead for a decision (as in most games), what share of a
     * win each level loses with one on average, against itself (unknown), and how much of what
     * chance seems to bring lasts to the end (all of it). */
    int review;
    float losses[BOTS_LEVELS_AND_NONE];
    float lasting;

    /* For the simple bot. */
    bots_evaluate evaluate;
    int depth;   /* how many actions of its own in a row it tries out: a whole turn */
    int samples; /* in how many positions it tries each action */
    /* NULL, or a special way to decide what cannot be judged by trying it out, such as sealed bids.
     * false: try it out. */
    bool (*choose)(const capu_state *view, int seat, const int *w, capu_random *random,
                   capu_action *action);
    /* NULL, or whether this decision still belongs to the turn that the seat has begun. */
    bool (*same_turn)(const capu_state *state);

    /* For the search. */
    /* Judges a position where playing on stops before the end of the game. (It never does.) */
    void (*outlook)(const capu_state *state, const int *w, bots_outlook *out);
    /* How positions are described to a net, which then judges them instead. (Nothing is.) */
    const struct bots_describing *inputs;
    /* How actions are described to a policy. (They are not, and nothing is learned of them.) */
    const struct bots_acting *acting;
    float large_margin; /* a larger difference in score matters no more than this one */
    /* Plays on until the position can be judged or the game is over, by the policy if there is one.
     * (At random, to the end.) */
    void (*play_on)(capu_state *state, const int *w, const struct bots_policy *policy,
                    capu_random *random);
    /* A number that changes whenever playing on may stop: the round, or the year. (Only fitting
     * weights needs it.) */
    int (*stage)(const capu_state *state);
    /* The legal actions that are worth a thought, in the order of `legal`. (All.) */
    int (*choices)(const capu_state *state, int seat, capu_action *out);
    /* How promising each of these actions is before it is tried: numbers above 0, in the game's own
     * unit. (All alike.) */
    void (*prior)(const capu_state *state, int seat, const int *w, const capu_action *actions,
                  int count, float *out);
    /* What another seat does by habit, without a node. This is for decisions with hidden cards,
     * where statistics over all possible hands would say little. false: this is no such decision.
     * (None is.) */
    bool (*habit)(const capu_state *state, int seat, const int *w, const struct bots_policy *policy,
                  capu_random *random, capu_action *action);
    /* The nature of another seat: something hidden that decides how it plays, if there are only a
     * few possibilities. A number from 0; each nature has its own statistics. -1: it does not
     * matter here. (It never does.) */
    int (*nature)(const capu_state *state, int seat);
    /* Where each of the others hides one of a few hands: how likely each hand is, judging by what
     * was played. false: this is not such a position. (All samples are equally likely.) */
    bool (*believe)(const capu_state *view, int seat, const int *w, bots_belief *belief);
    /* Deals the hidden hands of a sample again by this belief, one after the other, while the rest
     * stays as it is (Gibbs sampling). In the long run all samples come as often as they should. */
    void (*redeal)(capu_state *sample, int seat, const bots_belief *belief, capu_random *random);
    /* A guess by this belief, drawn anew each time, where a seat remembers cards that the view does
     * not show. It takes the place of `redeal`. (There is nothing of that kind to remember.) */
    void (*guess)(const capu_state *view, int seat, const bots_belief *belief, capu_random *random,
                  capu_state *out);
    /* Near the end, where everything can be computed: what each of these actions brings the viewer.
     * false: the end is not near enough. (It never is.) */
    bool (*solve)(const capu_state *view, int seat, const int *w, const capu_action *actions,
                  int count, bots_outlook *out);

    /* For practice: the first row that fits names the theme. The last row has no name. (The verb of
     * the best action does.) */
    const bots_theme *themes;
} bots_knowledge;
/* What is known of the game of a position; of a game without an opponent.c, nothing but its rules.
 */
const bots_knowledge *bots_knowledge_of(const capu_state *state);
const bots_knowledge *bots_knowledge_by_name(const char *game);
/* Its weights for that many players. */
const int *bots_weights_for(const bots_knowledge *know, int players);
/* Nothing but the rules: what a plain search knows. */
extern const bots_knowledge bots_no_knowledge;

/* e to the power of -x, as exactly as needed here; the same on every machine. */
float bots_fading(float x);
/* Turns expected points into shares of a win. A seat that is `spread` points behind has about a
 * third of the leader's chances. */
void bots_share_wins(const float *points, int players, float spread, float *win);

capu_action bots_choose_random(const capu_bot *bot, const capu_state *view, int seat,
                               capu_random *random, void *memory);
capu_action bots_choose_greedy(const capu_bot *bot, const capu_state *view, int seat,
                               capu_random *random, void *memory);
capu_action bots_choose_by_search(const capu_bot *bot, const capu_state *view, int seat,
                                  capu_random *random, void *memory);

#endif
