/* Fuzzes the files of nets: the first byte names the game. Whatever is read can be asked about any
 * position of the game. */
#include <string.h>

#include "bots/net.h"
#include "fuzz.h"

enum { MOST = 1 << 18 };

static void ask(const bots_net *net, const bots_knowledge *know, const capu_game *game) {
    uint8_t seed[CAPU_SEED_BYTES] = {0};
    capu_options options = {0};
    capu_random random = capu_random_from(1);
    static capu_action actions[CAPU_MAX_ACTIONS];
    static float priors[CAPU_MAX_ACTIONS];
    const int *w = bots_weights_for(know, capu_info(game)->most);
    capu_state state;
    bots_outlook outlook;

    capu_new(&state, game, &options, capu_info(game)->most, seed);
    for (; capu_actors(&state); capu_playout(&state, &random, 20)) {
        int seat = capu_first_actor(&state), count = capu_legal(&state, seat, actions);
        if (net->judges)
            bots_net_outlook(net, know, w, &state, &outlook);
        if (!net->acts)
            continue;
        bots_policy_prior(&net->policy, know->acting, &state, seat, w, actions, count, priors);
        bots_policy_choice(&net->policy, know->acting, &state, seat, w, actions, count, &random);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(8) uint8_t bytes[MOST];
    bots_net net;
    int games = 0;

    while (capu_game_at(games))
        games++;
    if (size < 1 || size > MOST)
        return 0;
    memcpy(bytes, data + 1, size - 1);
    const capu_game *game = capu_game_at(data[0] % games);
    const bots_knowledge *know = bots_knowledge_by_name(capu_info(game)->name);
    bots_net_is_whole(bytes, size - 1);
    if (bots_net_read(&net, know, bytes, size - 1))
        ask(&net, know, game);
    return 0;
}
