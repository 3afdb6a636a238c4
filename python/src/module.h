/* The engine for Python: what the files of the extension share.
 *
 * It is built for the stable ABI of Python 3.9, so that one file serves every later Python. Python
 * objects are touched only with the interpreter's lock (the GIL) held. Thinking and batches give it
 * up, and work on copies or under a mark (`busy`) that keeps other threads out. */
#ifndef CAPU_PYTHON_MODULE_H
#define CAPU_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "capucine.h"

/* --------------------------------------------------------------- exceptions */

/* All of these set a Python exception and give NULL. */
PyObject *python_refuse(capu_status status, const capu_refusal *why);
PyObject *python_refuse_text(const char *status, const char *sentence);
PyObject *python_refuse_record(const capu_flaw *flaw, const char *sentence);
/* A value out of its range. */
PyObject *python_bad_value(const char *sentence);

/* -------------------------------------------------------------------- values */

/* What the package makes of the engine's figures: named tuples that are defined in Python. */
extern PyObject *python_class_advice, *python_class_result;
/* What C finds in the package's own modules; false with an exception. */
bool python_find_helpers(void);

/* Text or JSON that the engine writes, as a str or as what json.loads makes of it. `write` is
 * called again if there was too little room. */
typedef void python_writer(const void *context, capu_text *text);
PyObject *python_text(python_writer *write, const void *context, size_t room);
PyObject *python_json(python_writer *write, const void *context, size_t room);
PyObject *python_action_text(const capu_game *game, capu_action action);

/* The game, or an exception. */
const capu_game *python_game(const char *name);
/* A seed from None (drawn by the system), a number, a text or 32 bytes. */
bool python_seed(PyObject *value, uint8_t seed[CAPU_SEED_BYTES]);
/* A number for choices outside the rules: any int, of which the lowest 64 bits count. */
bool python_choice_seed(PyObject *value, uint64_t *seed);
/* Options from None or a dict of texts. */
bool python_options(PyObject *value, const capu_game *game, int players, capu_options *options);
/* A number of players that can be one; others become 0, which no game is for. */
int python_players(long number);

/* A flat tree of a Python object, as the engine reads it. */
typedef struct python_tree {
    capu_node *nodes;
    uint32_t used, room;
    PyObject *kept; /* the bytes that its texts point to */
} python_tree;
bool python_tree_of(PyObject *value, python_tree *tree);
/* The same of JSON text, as bytes; false with a BadRecord. */
bool python_tree_parse(PyObject *bytes, python_tree *tree);
void python_tree_free(python_tree *tree);

/* ----------------------------------------------------------------- positions */

/* A position with its record, or a view or a guess without one. */
typedef struct python_state {
    PyObject base;
    capu_state state;
    capu_state *from; /* where it began, if not with the deal */
    uint8_t seed[CAPU_SEED_BYTES];
    capu_move *moves;
    int count, room;
} python_state;
extern PyTypeObject *python_state_type, *python_search_type, *python_batch_type;

/* A new object without a position; NULL with an exception. */
python_state *python_state_new(void);
/* A State that begins with this position, without a past; NULL with an exception. */
PyObject *python_state_at(const capu_state *state);
/* The State in an argument; NULL with an exception. */
python_state *python_state_in(PyObject *value);
/* A seat: a number, or None for the first that has to decide, in a view the viewer. Whether there
 * is such a seat is for others to say. false with an exception: it is neither. */
bool python_seat(const capu_state *state, PyObject *value, int *seat);
/* A seat of this position or CAPU_SPECTATOR. */
bool python_viewer(const capu_state *state, PyObject *value, int *seat);
/* What a seat that has to decide may see. In a view it must be the viewer. */
bool python_view_to_decide(const capu_state *state, PyObject *value, int *seat, capu_state *view);

/* Adds types and functions to the module; false with an exception. */
bool python_add_type(PyObject *module, PyTypeObject **type, PyType_Spec *spec, const char *name);
bool python_state_ready(PyObject *module);
bool python_search_ready(PyObject *module);
bool python_batch_ready(PyObject *module);
bool python_gpu_ready(PyObject *module);

/* The functions of the module. */
PyObject *python_games(PyObject *module, PyObject *unused);
PyObject *python_check_options(PyObject *module, PyObject *args);
PyObject *python_action_index(PyObject *module, PyObject *args);
PyObject *python_action_at(PyObject *module, PyObject *args);
PyObject *python_columns(PyObject *module, PyObject *args);
PyObject *python_gpu(PyObject *module, PyObject *unused);
PyObject *python_bots(PyObject *module, PyObject *unused);
PyObject *python_choose(PyObject *module, PyObject *args, PyObject *kwargs);

#endif
