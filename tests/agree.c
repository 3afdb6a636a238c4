/* Two parsers of JSON, one text. They may differ in two things. A number that no double can hold is
 * none to jansson; the engine keeps it as it is written. And jansson reads over some bytes that are
 * NUL; the engine takes no text with such a byte. */
#include "agree.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "capucine.h"

enum { FLAGS = JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL };

static bool same(const capu_node *node, json_t *value);

static bool same_list(const capu_node *node, json_t *list) {
    const capu_node *child = node + 1;

    if (node->count != json_array_size(list))
        return false;
    for (size_t i = 0; i < node->count; i++, child += child->size)
        if (!same(child, json_array_get(list, i)))
            return false;
    return child == node + node->size;
}

static bool same_object(const capu_node *node, json_t *object) {
    const capu_node *name = node + 1;
    const char *key;
    json_t *value;

    if (node->count != json_object_size(object))
        return false;
    json_object_foreach(object, key, value) {
        if (name->type != CAPU_NODE_STRING || name->size != 1 || name->count || name->number ||
            strcmp(name->text, key) != 0 || !same(name + 1, value))
            return false;
        name += 1 + name[1].size;
    }
    return name == node + node->size;
}

static bool same_string(const capu_node *node, const json_t *string) {
    const char *text = json_string_value(string);

    return strcmp(node->text, strlen(text) == json_string_length(string) ? text : "\xEF\xBF\xBD") ==
           0;
}

static bool same(const capu_node *node, json_t *value) {
    static const json_type types[] = {
        [CAPU_NODE_NULL] = JSON_NULL,   [CAPU_NODE_FALSE] = JSON_FALSE,
        [CAPU_NODE_TRUE] = JSON_TRUE,   [CAPU_NODE_NUMBER] = JSON_INTEGER,
        [CAPU_NODE_REAL] = JSON_REAL,   [CAPU_NODE_STRING] = JSON_STRING,
        [CAPU_NODE_ARRAY] = JSON_ARRAY, [CAPU_NODE_OBJECT] = JSON_OBJECT,
    };

    if (types[node->type] != json_typeof(value))
        return false;
    switch (json_typeof(value)) {
    case JSON_ARRAY:
        return same_list(node, value);
    case JSON_OBJECT:
        return same_object(node, value);
    case JSON_STRING:
        return node->size == 1 && same_string(node, value);
    case JSON_INTEGER:
        return node->size == 1 && node->number == json_integer_value(value);
    case JSON_REAL:
        return node->size == 1 && strtod(node->text, NULL) == json_real_value(value);
    default:
        return node->size == 1;
    }
}

/* What the engine writes of a tree is read as the same tree. */
static bool writes_the_same(const capu_node *tree) {
    capu_text measure = {0};

    capu_node_json(tree, &measure);
    char *text = malloc(measure.length + 1);
    capu_text out = capu_text_on(text, measure.length + 1);
    capu_node_json(tree, &out);
    json_t *again = json_loadb(text, out.length, FLAGS, NULL);
    bool so = out.length == measure.length && again && same(tree, again);
    json_decref(again);
    free(text);
    return so;
}

static bool too_large_for_jansson(const json_error_t *error) {
    return json_error_code(error) == json_error_numeric_overflow && strstr(error->text, "real");
}

bool agrees_with_jansson(const char *text, size_t length) {
    size_t bytes = capu_json_bytes(text, length);
    char reason[256], *memory = malloc(bytes);
    capu_text why = capu_text_on(reason, sizeof reason);
    json_error_t error;
    const capu_node *tree = capu_json_parse(text, length, memory, bytes, &why);
    json_t *json = json_loadb(text, length, FLAGS, &error);
    bool so;

    if (memchr(text, '\0', length))
        so = !tree;
    else if (!json && too_large_for_jansson(&error))
        so = true;
    else if (!json || !tree)
        so = !json && !tree && why.length > 0;
    else
        so = same(tree, json) && writes_the_same(tree);
    json_decref(json);
    free(memory);
    return so;
}
