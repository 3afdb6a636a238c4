/* A policy that was learned: how likely a good player does each of some actions, in whole numbers.
 *
 * A game describes an action by a few traits, such as "a permit, in round 3, that gains a little".
 * A trait is the number of a weight, and an action's score is the sum of its weights. An action
 * whose score is POLICY_UNIT higher is e times as likely. Traits depend only on what the seat that
 * acts may know. So a policy may be asked about samples for every seat. */
#ifndef CAPU_BOTS_POLICY_H
#define CAPU_BOTS_POLICY_H

#include "engine/game.h"

enum {
    POLICY_UNIT = 256,
    POLICY_MOST_TRAITS = 24, /* of an action */
    POLICY_MOST_WEIGHTS = 1 << 15,
    POLICY_FACTS = 512, /* bytes */
};

/* As it lies in a net's file: see net.h. */
typedef struct bots_policy {
    int version; /* of the game's traits */
    int count;   /* of weights */
    int sharp;   /* how strongly it decides what is tried first, in percent; 0: not at all */
    int warmth;  /* how much is chance when it plays on, in percent of its own doubt; 0: it does not
                  * play on */
    const int16_t *weights;
} bots_policy;

/* The traits of an action: with weights their sum alone, which is quicker, else a list. */
typedef struct bots_traits {
    const int16_t *weights;
    int sum;
    int count;
    uint16_t list[POLICY_MOST_TRAITS];
} bots_traits;

/* What is the same for all actions of a decision: the game's own struct. */
typedef struct bots_facts {
    _Alignas(8) uint8_t room[POLICY_FACTS];
} bots_facts;

/* How a game describes its actions. */
typedef struct bots_acting {
    int version;   /* another one after any change */
    int count;     /* of traits */
    bool plays_on; /* whether the game plays on by a policy; else that would take too long */
    /* Once for a decision, then for each action. */
    void (*look)(const capu_state *state, int seat, const int *w, bots_facts *facts);
    void (*describe)(const bots_facts *facts, capu_action action, bots_traits *out);
} bots_acting;

static inline void bots_add_trait(bots_traits *to, int trait) {
    if (to->weights)
        to->sum += to->weights[trait];
    else
        to->list[to->count++] = (uint16_t)trait;
}

/* The score of an action, after `look`. */
int bots_policy_score(const bots_policy *policy, const bots_acting *acting, const bots_facts *facts,
                      capu_action action);
/* How promising each action is before it is tried; 1 for the likeliest. */
void bots_policy_prior(const bots_policy *policy, const bots_acting *acting,
                       const capu_state *state, int seat, const int *w, const capu_action *actions,
                       int count, float *out);
/* One of these actions, each as often as it is likely if the warmth is 100; after `look`. */
capu_action bots_policy_pick(const bots_policy *policy, const bots_acting *acting,
                             const bots_facts *facts, const capu_action *actions, int count,
                             capu_random *random);
/* The same for a decision of its own. */
capu_action bots_policy_choice(const bots_policy *policy, const bots_acting *acting,
                               const capu_state *state, int seat, const int *w,
                               const capu_action *actions, int count, capu_random *random);

#endif
