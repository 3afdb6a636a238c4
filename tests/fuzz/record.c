/* Fuzzes records: any bytes are a record or are refused; what loads writes itself again. */
#include <stdlib.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char reason[512];
    capu_text why = capu_text_on(reason, sizeof reason), text = {0};
    host_tree tree;
    host_match match;

    if (!host_tree_parse(&tree, (const char *)data, size, &why))
        return 0;
    if (host_match_load(&match, tree.nodes, &why) == CAPU_OK) {
        host_match_write(&match, &text);
        must_load(text.at, &match.state);
        free(text.at);
        host_match_free(&match);
    } else {
        must(reason[0] != '\0');
    }
    host_tree_free(&tree);
    return 0;
}
