/* JSON text in, as the engine's flat tree, in memory of its own. */
#ifndef CAPU_HOST_TREE_H
#define CAPU_HOST_TREE_H

#include "capucine.h"

typedef struct host_tree {
    const capu_node *nodes; /* the first is the whole value */
} host_tree;

/* Parses one JSON value. false: `why` says where and what, and there is nothing to free. */
bool host_tree_parse(host_tree *tree, const char *text, size_t length, capu_text *why);
void host_tree_free(host_tree *tree);

#endif
