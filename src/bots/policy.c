/* A policy that was learned: see policy.h. */
#include "bots/policy.h"
#include "bots/bots.h"

int bots_policy_score(const bots_policy *policy, const bots_acting *acting, const bots_facts *facts,
                      capu_action action) {
    bots_traits traits;

    traits.weights = policy->weights;
    traits.sum = 0;
    acting->describe(facts, action, &traits);
    return traits.sum;
}

void bots_policy_prior(const bots_policy *policy, const bots_acting *acting,
                       const capu_state *state, int seat, const int *w, const capu_action *actions,
                       int count, float *out) {
    int scores[CAPU_MAX_ACTIONS], best = INT32_MIN;
    float unit = 0.01f / POLICY_UNIT * (float)policy->sharp;
    bots_facts facts;

    acting->look(state, seat, w, &facts);
    for (int i = 0; i < count; i++) {
        scores[i] = bots_policy_score(policy, acting, &facts, actions[i]);
        best = scores[i] > best ? scores[i] : best;
    }
    for (int i = 0; i < count; i++)
        out[i] = bots_fading((float)(best - scores[i]) * unit);
}

/* A number of Gumbel's distribution, in units of the score: minus the logarithm of minus the
 * logarithm of a chance, for 64 chances. Whoever takes the action with the highest sum of score and
 * such a number takes each as often as it is likely. */
enum { CHANCES = 64, CHANCE_BITS = 6 };
static const int16_t luck[CHANCES] = {
    -404, -339, -301, -273, -250, -230, -212, -195, -180, -165, -152, -138, -126, -113, -101, -89,
    -78,  -67,  -55,  -44,  -33,  -22,  -11,  0,    10,   21,   32,   43,   54,   65,   77,   88,
    100,  111,  123,  135,  148,  160,  173,  187,  200,  214,  229,  244,  259,  275,  292,  310,
    328,  348,  369,  391,  414,  440,  468,  499,  533,  572,  617,  670,  737,  825,  958,  1241,
};

capu_action bots_policy_pick(const bots_policy *policy, const bots_acting *acting,
                             const bots_facts *facts, const capu_action *actions, int count,
                             capu_random *random) {
    int best = INT32_MIN;
    capu_action picked = actions[0];
    uint64_t chances = 0;

    for (int i = 0; i < count; i++, chances >>= CHANCE_BITS) {
        if (i % (64 / CHANCE_BITS) == 0)
            chances = engine_fast_next(random);
        int score = 100 * bots_policy_score(policy, acting, facts, actions[i]) +
                    policy->warmth * luck[chances % CHANCES];
        if (score > best)
            best = score, picked = actions[i];
    }
    return picked;
}

capu_action bots_policy_choice(const bots_policy *policy, const bots_acting *acting,
                               const capu_state *state, int seat, const int *w,
                               const capu_action *actions, int count, capu_random *random) {
    bots_facts facts;

    if (count == 1)
        return actions[0];
    acting->look(state, seat, w, &facts);
    return bots_policy_pick(policy, acting, &facts, actions, count, random);
}
