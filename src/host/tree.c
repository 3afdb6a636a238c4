/* JSON text in: see tree.h. */
#include "host/tree.h"

#include <stdlib.h>
#include <string.h>

#include "host/memory.h"

enum { FLAGS = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL };

static size_t count_nodes(const json_t *value) {
    size_t count = 1, i;
    const char *key;
    json_t *child;

    if (json_is_array(value)) {
        json_array_foreach(value, i, child) count += count_nodes(child);
    } else if (json_is_object(value)) {
        json_object_foreach((json_t *)value, key, child) count += 1 + count_nodes(child);
    }
    return count;
}

static capu_node *flatten(const json_t *value, capu_node *node);

static capu_node *flatten_array(const json_t *value, capu_node *next) {
    size_t i;
    json_t *child;

    json_array_foreach(value, i, child) next = flatten(child, next);
    return next;
}

static capu_node *flatten_object(const json_t *value, capu_node *next) {
    const char *key;
    json_t *child;

    json_object_foreach((json_t *)value, key, child) {
        *next = (capu_node){.type = CAPU_NODE_STRING, .size = 1, .text = key};
        next = flatten(child, next + 1);
    }
    return next;
}

/* A text with a NUL in it is none that anything here is called, and must not pass for its
 * beginning: it becomes one replacement character. */
static const char *whole_text(const json_t *value) {
    const char *text = json_string_value(value);

    return strlen(text) == json_string_length(value) ? text : "\xEF\xBF\xBD";
}

/* Writes the nodes of a value; returns where the next one goes. */
static capu_node *flatten(const json_t *value, capu_node *node) {
    static const uint8_t types[] = {
        [JSON_OBJECT] = CAPU_NODE_OBJECT, [JSON_ARRAY] = CAPU_NODE_ARRAY,
        [JSON_STRING] = CAPU_NODE_STRING, [JSON_INTEGER] = CAPU_NODE_NUMBER,
        [JSON_REAL] = CAPU_NODE_REAL,     [JSON_TRUE] = CAPU_NODE_TRUE,
        [JSON_FALSE] = CAPU_NODE_FALSE,   [JSON_NULL] = CAPU_NODE_NULL,
    };
    capu_node *next = node + 1;

    *node = (capu_node){.type = types[json_typeof(value)]};
    if (json_is_object(value)) {
        node->count = (uint32_t)json_object_size(value);
        next = flatten_object(value, next);
    } else if (json_is_array(value)) {
        node->count = (uint32_t)json_array_size(value);
        next = flatten_array(value, next);
    } else if (json_is_string(value)) {
        node->text = whole_text(value);
    } else if (json_is_integer(value)) {
        node->number = json_integer_value(value);
    }
    node->size = (uint32_t)(next - node);
    return next;
}

bool host_tree_parse(host_tree *tree, const char *text, size_t length, capu_text *why) {
    json_error_t error;

    tree->json = json_loadb(text, length, FLAGS, &error);
    if (!tree->json) {
        capu_text_add(why, "not JSON, line ");
        capu_text_number(why, error.line);
        capu_text_add(why, ", column ");
        capu_text_number(why, error.column);
        capu_text_add(why, ": ");
        capu_text_add(why, error.text);
        return false;
    }
    tree->nodes = host_alloc(count_nodes(tree->json) * sizeof *tree->nodes);
    flatten(tree->json, tree->nodes);
    return true;
}

void host_tree_free(host_tree *tree) {
    free(tree->nodes);
    json_decref(tree->json);
    *tree = (host_tree){0};
}

const capu_node *host_tree_find(const capu_node *object, const char *key) {
    if (!object || object->type != CAPU_NODE_OBJECT)
        return NULL;
    const capu_node *child = object + 1;
    for (uint32_t i = 0; i < object->count; i++) {
        if (strcmp(child->text, key) == 0)
            return child + 1;
        child += 1 + child[1].size;
    }
    return NULL;
}

const char *host_tree_string(const capu_node *node) {
    return node && node->type == CAPU_NODE_STRING ? node->text : NULL;
}

bool host_tree_number(const capu_node *node, int64_t *number) {
    if (!node || node->type != CAPU_NODE_NUMBER)
        return false;
    *number = node->number;
    return true;
}
