/* The opponents there are, and what they know of each game: one line each. */
#include "bots/bots.h"

static const capu_bot bots[] = {
    {"random", "Does anything that is legal.", capu_choose_random},
    {"greedy", "Looks one turn ahead and takes what looks best then.", capu_choose_greedy},
};

static const capu_knowledge knowledge[] = {
    {"caprice", caprice_evaluate, 2, 1, NULL, NULL},
    {"capital-lux-2", clx_evaluate, 4, 6, NULL, clx_same_turn},
    {"capitol", capitol_evaluate, 1, 1, capitol_choose_bid, NULL},
    {"capone", NULL, 0, 0, capone_choose, NULL},
};

enum { BOTS = sizeof bots / sizeof bots[0], KNOWN = sizeof knowledge / sizeof knowledge[0] };

const capu_bot *capu_bot_at(int index) {
    return index >= 0 && index < BOTS ? &bots[index] : NULL;
}

const capu_bot *capu_find_bot(const char *name) {
    for (int i = 0; i < BOTS; i++)
        if (capu_same(bots[i].name, name))
            return &bots[i];
    return NULL;
}

const capu_knowledge *capu_knowledge_of(const capu_state *state) {
    const char *game = capu_game_of(state)->info.name;

    for (int i = 0; i < KNOWN; i++)
        if (capu_same(knowledge[i].game, game))
            return &knowledge[i];
    return NULL;
}

capu_action capu_choose_random(const capu_state *view, int seat, capu_random *random) {
    uint32_t count = (uint32_t)capu_legal_count(view, seat);

    return capu_legal_at(view, seat, (int)capu_random_below(random, count));
}
