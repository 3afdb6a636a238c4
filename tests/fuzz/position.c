/* Fuzzes positions: any bytes are a position or are refused; on what is accepted everything that
 * a player could do next works, and it is written as it was read. */
#include "fuzz.h"

static void look_around(const capu_state *state) {
    char json[16384];
    capu_text text = capu_text_on(json, sizeof json);
    capu_random random = capu_random_from(1);
    capu_state copy;

    capu_state_json(state, &text);
    must(text.length < sizeof json);
    must_set(json, state);
    for (int seat = CAPU_SPECTATOR; seat < state->head.players; seat++) {
        capu_state again;
        capu_view(state, seat, &copy);
        capu_sample(&copy, &random, &again);
        capu_view(&again, seat, &again);
        must(capu_equal(&copy, &again));
    }
    capu_copy(&copy, state);
    capu_playout(&copy, &random, 10000);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    uint8_t seed[CAPU_SEED_BYTES] = {0};
    host_tree tree;
    capu_state state;

    if (!host_tree_parse(&tree, (const char *)data, size, &why))
        return 0;
    if (capu_state_read(&state, tree.nodes, seed, &why) == CAPU_OK)
        look_around(&state);
    else
        must(reason[0] != '\0');
    host_tree_free(&tree);
    return 0;
}
