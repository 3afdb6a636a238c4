/* What the fuzzers share: see fuzz.h. */
#include "fuzz.h"

#include <string.h>

void must_load(const char *record, const capu_state *end) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    host_tree tree;
    host_match match;

    must(host_tree_parse(&tree, record, strlen(record), &why));
    must(host_match_load(&match, tree.nodes, &why) == CAPU_OK);
    must(capu_equal(&match.state, end));
    host_match_free(&match);
    host_tree_free(&tree);
}

void must_set(const char *json, const capu_state *state) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason);
    host_tree tree;
    capu_state again;

    must(host_tree_parse(&tree, json, strlen(json), &why));
    must(capu_state_read(&again, tree.nodes, state->head.seed, &why) == CAPU_OK);
    again.head.draws = state->head.draws;
    must(capu_equal(&again, state));
    host_tree_free(&tree);
}
