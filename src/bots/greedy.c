/* The simple opponents, which a GPU plays too. One does anything. The other tries out its own turn
 * to the end in sampled positions, and takes the action whose best continuation evaluates highest
 * on average; of equals any. */
#include "bots/bots.h"

capu_action bots_choose_random(const capu_bot *bot, const capu_state *view, int seat,
                               capu_random *random, void *memory) {
    uint32_t count = (uint32_t)capu_legal_count(view, seat);

    (void)bot;
    (void)memory;
    return capu_legal_at(view, seat, (int)capu_random_below(random, count));
}

static int best_value(const capu_state *state, int seat, const bots_knowledge *know, int depth);

static const int *weights_of(const bots_knowledge *know) {
    return know->simple ? know->simple : know->weights;
}

static int value_of(const capu_state *state, int seat, capu_action action,
                    const bots_knowledge *know, int depth) {
    capu_state next;

    capu_copy(&next, state);
    capu_apply_legal(&next, seat, action);
    return best_value(&next, seat, know, depth - 1);
}

static bool goes_on(const capu_state *state, int seat, const bots_knowledge *know) {
    return (capu_actors(state) >> seat & 1) && (!know->same_turn || know->same_turn(state));
}

/* The seat's best by its own further actions, or the value now if it is no longer asked. */
static int best_value(const capu_state *state, int seat, const bots_knowledge *know, int depth) {
    if (depth <= 0 || !goes_on(state, seat, know))
        return know->evaluate(state, seat, weights_of(know));
    int count = capu_legal_count(state, seat), best = INT32_MIN;
    for (int i = 0; i < count; i++) {
        int value = value_of(state, seat, capu_legal_at(state, seat, i), know, depth);
        best = value > best ? value : best;
    }
    return best;
}

static void add_values(const capu_state *view, int seat, const bots_knowledge *know,
                       const capu_action *actions, int count, int64_t *values,
                       capu_random *random) {
    capu_state sample;

    capu_sample(view, random, &sample);
    for (int i = 0; i < count; i++)
        values[i] += value_of(&sample, seat, actions[i], know, know->depth);
}

capu_action bots_choose_greedy(const capu_bot *bot, const capu_state *view, int seat,
                               capu_random *random, void *memory) {
    const bots_knowledge *know = bots_knowledge_of(view);
    capu_action actions[CAPU_MAX_ACTIONS];
    int64_t values[CAPU_MAX_ACTIONS] = {0};
    int count = capu_legal(view, seat, actions), best = 0;
    uint32_t equal = 1;

    (void)bot;
    (void)memory;
    if (count == 1)
        return actions[0];
    if (know->choose && know->choose(view, seat, weights_of(know), random, &actions[0]))
        return actions[0];
    for (int i = 0; i < know->samples; i++)
        add_values(view, seat, know, actions, count, values, random);
    for (int i = 1; i < count; i++) {
        if (values[i] > values[best])
            equal = 1, best = i;
        else if (values[i] == values[best] && capu_random_below(random, ++equal) == 0)
            best = i;
    }
    return actions[best];
}
