/* JSON text in: see tree.h. */
#include "host/tree.h"

#include <stdlib.h>

#include "host/memory.h"

bool host_tree_parse(host_tree *tree, const char *text, size_t length, capu_text *why) {
    size_t bytes = capu_json_bytes(text, length);
    void *memory = host_alloc(bytes);

    tree->nodes = capu_json_parse(text, length, memory, bytes, why);
    if (!tree->nodes)
        free(memory);
    return tree->nodes != NULL;
}

void host_tree_free(host_tree *tree) {
    free((void *)tree->nodes);
    *tree = (host_tree){0};
}
