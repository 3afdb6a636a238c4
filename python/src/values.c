/* Python values in, the engine's values out: see module.h. */
#include "module.h"

#include <string.h>

PyObject *python_class_advice, *python_class_result;
static PyObject *refusal, *loads, *urandom;

enum { SENTENCE = 1024, DEEPEST = 64, MOST_NODES = 1 << 20 };

static PyObject *find(const char *module, const char *name) {
    PyObject *found = PyImport_ImportModule(module);

    if (!found)
        return NULL;
    PyObject *value = PyObject_GetAttrString(found, name);
    Py_DECREF(found);
    return value;
}

bool python_find_helpers(void) {
    return (refusal = find("capucine._errors", "refusal")) != NULL &&
           (python_class_advice = find("capucine._figures", "Advice")) != NULL &&
           (python_class_result = find("capucine._figures", "Result")) != NULL &&
           (loads = find("json", "loads")) != NULL && (urandom = find("os", "urandom")) != NULL;
}

/* --------------------------------------------------------------- exceptions */

/* Raises what `refusal` makes of a status, a sentence, a reason and its words. */
static PyObject *raise(const char *status, const char *sentence, const char *reason,
                       PyObject *words) {
    PyObject *error =
        words ? PyObject_CallFunction(refusal, "sszO", status, sentence, reason, words) : NULL;

    if (error)
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    return NULL;
}

static PyObject *words_of(const capu_refusal *why) {
    int count = 0;

    while (count < CAPU_REASON_WORDS && why->words[count])
        count++;
    PyObject *words = PyTuple_New(count);
    for (int i = 0; words && i < count; i++) {
        PyObject *word = PyUnicode_FromString(why->words[i]);
        if (!word)
            Py_CLEAR(words);
        else
            PyTuple_SetItem(words, i, word);
    }
    return words;
}

/* A refusal in a sentence that says more than the reason's own. */
static PyObject *refuse_saying(capu_status status, const capu_refusal *why, const char *sentence) {
    PyObject *words = words_of(why);

    raise(capu_status_name(status), sentence, why->reason->id, words);
    Py_XDECREF(words);
    return NULL;
}

PyObject *python_refuse(capu_status status, const capu_refusal *why) {
    char buffer[SENTENCE];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_refusal_text(why, &text);
    return refuse_saying(status, why, buffer);
}

PyObject *python_refuse_text(const char *status, const char *sentence) {
    PyObject *words = PyTuple_New(0);

    raise(status, sentence, NULL, words);
    Py_XDECREF(words);
    return NULL;
}

PyObject *python_refuse_record(const capu_flaw *flaw, const char *sentence) {
    return flaw->why.reason ? refuse_saying(CAPU_BAD_RECORD, &flaw->why, sentence)
                            : python_refuse_text(capu_status_name(CAPU_BAD_RECORD), sentence);
}

PyObject *python_bad_value(const char *sentence) {
    PyErr_SetString(PyExc_ValueError, sentence);
    return NULL;
}

/* ---------------------------------------------------------------------- text */

PyObject *python_text(python_writer *write, const void *context, size_t room) {
    char *buffer = PyMem_Malloc(room);
    capu_text text = capu_text_on(buffer, buffer ? room : 0);

    if (!buffer)
        return PyErr_NoMemory();
    write(context, &text);
    if (text.length >= room) {
        PyMem_Free(buffer);
        return python_text(write, context, text.length + 1);
    }
    PyObject *result = PyUnicode_FromStringAndSize(buffer, (Py_ssize_t)text.length);
    PyMem_Free(buffer);
    return result;
}

PyObject *python_json(python_writer *write, const void *context, size_t room) {
    PyObject *text = python_text(write, context, room);

    if (!text)
        return NULL;
    PyObject *value = PyObject_CallFunctionObjArgs(loads, text, NULL);
    Py_DECREF(text);
    return value;
}

PyObject *python_action_text(const capu_game *game, capu_action action) {
    char buffer[CAPU_ACTION_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_action_write(game, action, false, &text);
    return PyUnicode_FromStringAndSize(buffer, (Py_ssize_t)text.length);
}

/* --------------------------------------------------------------------- values */

const capu_game *python_game(const char *name) {
    const capu_game *game = capu_find(name);

    if (!game)
        python_refuse_text("unknown_game", "there is no such game: capucine.games() lists them");
    return game;
}

int python_players(long number) {
    return number < 0 || number > CAPU_MAX_PLAYERS ? 0 : (int)number;
}

static bool seed_of_bytes(PyObject *bytes, uint8_t seed[CAPU_SEED_BYTES]) {
    if (PyBytes_Size(bytes) != CAPU_SEED_BYTES)
        return python_bad_value("a seed of bytes has 32 of them");
    memcpy(seed, PyBytes_AsString(bytes), CAPU_SEED_BYTES);
    return true;
}

static bool seed_of_system(uint8_t seed[CAPU_SEED_BYTES]) {
    PyObject *bytes = PyObject_CallFunction(urandom, "i", (int)CAPU_SEED_BYTES);
    bool good = bytes && seed_of_bytes(bytes, seed);

    Py_XDECREF(bytes);
    return good;
}

static bool seed_of_text(PyObject *value, uint8_t seed[CAPU_SEED_BYTES]) {
    PyObject *bytes = PyUnicode_AsUTF8String(value);

    if (!bytes)
        return false;
    bool good = (size_t)PyBytes_Size(bytes) == strlen(PyBytes_AsString(bytes)) &&
                capu_seed_read(seed, PyBytes_AsString(bytes));
    Py_DECREF(bytes);
    return good || python_bad_value("a seed is a number below 2**64, also as text, or 64 "
                                    "lower-case hex digits");
}

static bool seed_of_number(PyObject *value, uint8_t seed[CAPU_SEED_BYTES]) {
    unsigned long long number = PyLong_AsUnsignedLongLong(value);

    if (number == (unsigned long long)-1 && PyErr_Occurred()) {
        PyErr_Clear();
        return python_bad_value("a seed that is a number is at least 0 and below 2**64");
    }
    capu_seed_from_number(seed, number);
    return true;
}

bool python_seed(PyObject *value, uint8_t seed[CAPU_SEED_BYTES]) {
    if (!value || value == Py_None)
        return seed_of_system(seed);
    if (PyUnicode_Check(value))
        return seed_of_text(value, seed);
    if (PyBytes_Check(value))
        return seed_of_bytes(value, seed);
    if (PyLong_Check(value))
        return seed_of_number(value, seed);
    PyErr_SetString(PyExc_TypeError, "a seed is a number, a text, 32 bytes or None");
    return false;
}

bool python_choice_seed(PyObject *value, uint64_t *seed) {
    *seed = PyLong_AsUnsignedLongLongMask(value);
    return !PyErr_Occurred();
}

/* ------------------------------------------------------------------- options */

/* Text of an option's value; a number will do, since many values are written with digits. */
static PyObject *option_bytes(PyObject *value) {
    if (PyUnicode_Check(value))
        return PyUnicode_AsUTF8String(value);
    if (PyLong_Check(value) && !PyBool_Check(value)) {
        PyObject *text = PyObject_Str(value);
        PyObject *bytes = text ? PyUnicode_AsUTF8String(text) : NULL;
        Py_XDECREF(text);
        return bytes;
    }
    PyErr_SetString(PyExc_TypeError, "the name and the value of an option are texts");
    return NULL;
}

/* Sets one option; the sentence of a refusal lists what is possible. */
static bool set_text(const capu_game *game, int players, capu_options *options, const char *name,
                     const char *value) {
    char buffer[SENTENCE];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    capu_refusal why;
    capu_status status = capu_explain_option(game, players, options, name, value, &why);

    if (!status)
        return true;
    capu_set_option(game, players, options, name, value, &text);
    return refuse_saying(status, &why, buffer);
}

static bool set_option(const capu_game *game, int players, capu_options *options, PyObject *name,
                       PyObject *value) {
    PyObject *a = PyUnicode_Check(name) ? PyUnicode_AsUTF8String(name) : option_bytes(Py_None);
    PyObject *b = a ? option_bytes(value) : NULL;
    char *text_a, *text_b;
    /* without a length to write to, a text with a NUL in it is refused */
    bool set = b && !PyBytes_AsStringAndSize(a, &text_a, NULL) &&
               !PyBytes_AsStringAndSize(b, &text_b, NULL) &&
               set_text(game, players, options, text_a, text_b);

    Py_XDECREF(a);
    Py_XDECREF(b);
    return set;
}

static bool options_agree(const capu_game *game, int players, const capu_options *options) {
    capu_refusal why;
    capu_status status = capu_explain_options(game, players, options, &why);

    return !status || python_refuse(status, &why);
}

bool python_options(PyObject *value, const capu_game *game, int players, capu_options *options) {
    const capu_options defaults = {0};
    capu_refusal why;
    PyObject *name, *of_name;
    Py_ssize_t position = 0;

    *options = defaults;
    if (capu_explain_options(game, players, &defaults, &why) == CAPU_BAD_PLAYERS)
        return python_refuse(CAPU_BAD_PLAYERS, &why);
    if (!value || value == Py_None)
        return options_agree(game, players, options);
    if (!PyDict_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "options are a dict of texts");
        return false;
    }
    while (PyDict_Next(value, &position, &name, &of_name))
        if (!set_option(game, players, options, name, of_name))
            return false;
    return options_agree(game, players, options);
}

/* ---------------------------------------------------------------------- trees */

/* The index of a new node; -1 with an exception. */
static int64_t add_node(python_tree *tree, capu_node node) {
    if (tree->used == MOST_NODES) {
        python_refuse_text("bad_state", "it has more values than any position");
        return -1;
    }
    if (tree->used == tree->room) {
        uint32_t room = tree->room ? 2 * tree->room : 256;
        capu_node *nodes = PyMem_Realloc(tree->nodes, room * sizeof *nodes);
        if (!nodes) {
            PyErr_NoMemory();
            return -1;
        }
        tree->nodes = nodes;
        tree->room = room;
    }
    tree->nodes[tree->used] = node;
    return tree->used++;
}

/* A text with a NUL in it must not pass for its beginning: it becomes a replacement character. */
static bool add_text(python_tree *tree, PyObject *value) {
    PyObject *bytes = PyUnicode_AsUTF8String(value);

    if (!bytes)
        return false;
    const char *text = PyBytes_AsString(bytes);
    bool whole = strlen(text) == (size_t)PyBytes_Size(bytes),
         kept = !PyList_Append(tree->kept, bytes);
    Py_DECREF(bytes);
    return kept && add_node(tree, (capu_node){.type = CAPU_NODE_STRING,
                                              .size = 1,
                                              .text = whole ? text : "\xEF\xBF\xBD"}) >= 0;
}

/* A number that is too large is like one that is not whole: nothing accepts it. */
static bool add_number(python_tree *tree, PyObject *value) {
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    uint8_t type = overflow ? CAPU_NODE_REAL : CAPU_NODE_NUMBER;

    if (number == -1 && PyErr_Occurred())
        return false;
    return add_node(tree, (capu_node){.type = type, .size = 1, .number = number}) >= 0;
}

static bool add_value(python_tree *tree, PyObject *value, int depth);

/* Both say how many there were; -1 with an exception. They count what they add, so that nothing
 * that a list does to itself meanwhile can make the tree lie about its size. */
static int64_t add_members(python_tree *tree, PyObject *value, int depth) {
    PyObject *name, *member;
    Py_ssize_t position = 0;
    int64_t count = 0;

    for (; PyDict_Next(value, &position, &name, &member); count++) {
        if (!PyUnicode_Check(name)) {
            PyErr_SetString(PyExc_TypeError, "the names in a JSON object are texts");
            return -1;
        }
        if (!add_text(tree, name) || !add_value(tree, member, depth))
            return -1;
    }
    return count;
}

static int64_t add_elements(python_tree *tree, PyObject *value, int depth) {
    bool list = PyList_Check(value);
    int64_t count = 0;

    for (; count < (list ? PyList_Size(value) : PyTuple_Size(value)); count++) {
        PyObject *element = list ? PyList_GetItem(value, count) : PyTuple_GetItem(value, count);
        if (!element || !add_value(tree, element, depth))
            return -1;
    }
    return count;
}

static bool add_group(python_tree *tree, PyObject *value, int depth) {
    bool object = PyDict_Check(value);
    uint8_t type = object ? CAPU_NODE_OBJECT : CAPU_NODE_ARRAY;
    int64_t at = add_node(tree, (capu_node){.type = type});
    int64_t count = at < 0 ? -1 : (object ? add_members : add_elements)(tree, value, depth);

    if (count < 0)
        return false;
    tree->nodes[at].count = (uint32_t)count;
    tree->nodes[at].size = tree->used - (uint32_t)at;
    return true;
}

static bool add_value(python_tree *tree, PyObject *value, int depth) {
    if (depth == DEEPEST)
        return python_refuse_text("bad_state", "it is deeper than any position");
    if (PyDict_Check(value) || PyList_Check(value) || PyTuple_Check(value))
        return add_group(tree, value, depth + 1);
    if (PyUnicode_Check(value))
        return add_text(tree, value);
    if (PyBool_Check(value) || value == Py_None) {
        uint8_t type = value == Py_None   ? CAPU_NODE_NULL
                       : value == Py_True ? CAPU_NODE_TRUE
                                          : CAPU_NODE_FALSE;
        return add_node(tree, (capu_node){.type = type, .size = 1}) >= 0;
    }
    if (PyLong_Check(value))
        return add_number(tree, value);
    if (PyFloat_Check(value))
        return add_node(tree, (capu_node){.type = CAPU_NODE_REAL, .size = 1}) >= 0;
    PyErr_SetString(PyExc_TypeError, "a position has dicts, lists, texts, numbers and None");
    return false;
}

bool python_tree_of(PyObject *value, python_tree *tree) {
    *tree = (python_tree){.kept = PyList_New(0)};
    if (tree->kept && add_value(tree, value, 0))
        return true;
    python_tree_free(tree);
    return false;
}

bool python_tree_parse(PyObject *bytes, python_tree *tree) {
    char buffer[SENTENCE], *text;
    capu_text why = capu_text_on(buffer, sizeof buffer);
    Py_ssize_t length;

    *tree = (python_tree){0};
    if (PyBytes_AsStringAndSize(bytes, &text, &length))
        return false;
    size_t room = capu_json_bytes(text, (size_t)length);
    if (!(tree->nodes = PyMem_Malloc(room)))
        return PyErr_NoMemory();
    if (capu_json_parse(text, (size_t)length, tree->nodes, room, &why))
        return true;
    python_tree_free(tree);
    return python_refuse_text(capu_status_name(CAPU_BAD_RECORD), buffer);
}

void python_tree_free(python_tree *tree) {
    PyMem_Free(tree->nodes);
    Py_CLEAR(tree->kept);
    tree->nodes = NULL;
}
