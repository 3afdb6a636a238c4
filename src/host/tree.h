/* JSON text in, as the engine's flat tree. The parser is jansson's. */
#ifndef CAPU_HOST_TREE_H
#define CAPU_HOST_TREE_H

#include <jansson.h>

#include "capucine.h"

typedef struct host_tree {
    capu_node *nodes; /* the first is the whole value */
    json_t *json;     /* owns the strings */
} host_tree;

/* Parses one JSON value. false: `why` says where and what, and there is nothing to free. */
bool host_tree_parse(host_tree *tree, const char *text, size_t length, capu_text *why);
void host_tree_free(host_tree *tree);

/* The value of an object's key, or NULL; also NULL if `object` is none. */
const capu_node *host_tree_find(const capu_node *object, const char *key);
/* The text of a string node; NULL for anything else, and for NULL. */
const char *host_tree_string(const capu_node *node);
/* Whether it is a whole number. */
bool host_tree_number(const capu_node *node, int64_t *number);

#endif
