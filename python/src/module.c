/* capucine._engine: the module, and what it says about games. */
#include "module.h"

bool python_add_type(PyObject *module, PyTypeObject **type, PyType_Spec *spec, const char *name) {
    *type = (PyTypeObject *)PyType_FromSpec(spec);
    if (!*type)
        return false;
    Py_INCREF((PyObject *)*type); /* one for the module, one for us */
    return PyModule_AddObject(module, name, (PyObject *)*type) == 0;
}

/* --------------------------------------------------------------------- games */

static PyObject *values_of(const capu_option *option) {
    PyObject *values = PyTuple_New(option->count);

    for (int i = 0; values && i < option->count; i++) {
        PyObject *value = PyUnicode_FromString(option->values[i]);
        if (!value)
            Py_CLEAR(values);
        else
            PyTuple_SetItem(values, i, value);
    }
    return values;
}

/* (name, values, pattern) */
static PyObject *option_of(const capu_option *option) {
    PyObject *values = values_of(option);

    return values ? Py_BuildValue("(sNz)", option->name, values, option->pattern) : NULL;
}

/* Puts what `make` makes of 0 … into a tuple; it gives NULL without an exception at the end. */
static PyObject *collect(PyObject *(*make)(const void *, int), const void *context) {
    PyObject *list = PyList_New(0), *item;

    for (int i = 0; list && (item = make(context, i)); i++) {
        if (PyList_Append(list, item))
            Py_CLEAR(list);
        Py_DECREF(item);
    }
    if (PyErr_Occurred())
        Py_CLEAR(list);
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

static PyObject *option_at(const void *info, int index) {
    const capu_game_info *game = info;

    return index < game->option_count ? option_of(&game->options[index]) : NULL;
}

static PyObject *reason_at(const void *game, int index) {
    const capu_reason *reason = capu_reason_at(game, index);

    return reason ? Py_BuildValue("(ss)", reason->id, reason->sentence) : NULL;
}

static PyObject *game_at(const void *unused, int index) {
    const capu_game *game = capu_game_at(index);

    (void)unused;
    if (!game)
        return NULL;
    const capu_game_info *info = capu_info(game);
    PyObject *options = collect(option_at, info), *reasons = collect(reason_at, game);
    if (options && reasons)
        return Py_BuildValue("{sssssisisisNszszsNsNsisisisisi}", "name", info->name, "title",
                             info->title, "least", info->least, "most", info->most, "rules",
                             info->rules, "options", options, "reconstructed", info->reconstructed,
                             "silent", info->silent, "reasons", reasons, "open",
                             PyBool_FromLong(info->open), "action_space", capu_action_space(game),
                             "legal_most", capu_legal_most(game), "mask_bytes",
                             capu_mask_bytes(game), "observation_size", capu_observation_size(game),
                             "observation_version", capu_observation_version(game));
    Py_XDECREF(options);
    Py_XDECREF(reasons);
    return NULL;
}

PyObject *python_games(PyObject *module, PyObject *unused) {
    (void)module;
    (void)unused;
    return collect(game_at, NULL);
}

PyObject *python_check_options(PyObject *module, PyObject *args) {
    const char *name;
    long players;
    PyObject *given;
    capu_options options;

    (void)module;
    if (!PyArg_ParseTuple(args, "slO:check_options", &name, &players, &given))
        return NULL;
    const capu_game *game = python_game(name);
    if (!game || !python_options(given, game, python_players(players), &options))
        return NULL;
    Py_RETURN_NONE;
}

/* ------------------------------------------------------- actions and columns */

PyObject *python_action_index(PyObject *module, PyObject *args) {
    const char *name, *text;
    capu_action action;

    (void)module;
    if (!PyArg_ParseTuple(args, "ss:action_index", &name, &text))
        return NULL;
    const capu_game *game = python_game(name);
    if (!game)
        return NULL;
    int index = capu_action_read(game, text, &action) ? capu_action_index(game, action) : -1;
    return index < 0 ? python_refuse_text(capu_status_name(CAPU_ILLEGAL),
                                          "the game has no action with this text")
                     : PyLong_FromLong(index);
}

PyObject *python_action_at(PyObject *module, PyObject *args) {
    const char *name;
    int index;
    capu_action action;

    (void)module;
    if (!PyArg_ParseTuple(args, "si:action_at", &name, &index))
        return NULL;
    const capu_game *game = python_game(name);
    if (!game)
        return NULL;
    if (capu_action_at(game, index, &action))
        return python_action_text(game, action);
    PyErr_SetString(PyExc_IndexError, "the game has no action with this index");
    return NULL;
}

static PyObject *column_at(const void *game, int column) {
    char buffer[128];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    if (column >= capu_observation_size(game))
        return NULL;
    capu_observation_name(game, column, &text);
    return PyUnicode_FromString(buffer);
}

PyObject *python_columns(PyObject *module, PyObject *args) {
    const char *name;

    (void)module;
    if (!PyArg_ParseTuple(args, "s:columns", &name))
        return NULL;
    const capu_game *game = python_game(name);
    return game ? collect(column_at, game) : NULL;
}

/* ----------------------------------------------------------------- the module */

static PyMethodDef functions[] = {
    {"games", python_games, METH_NOARGS,
     "games()\n--\n\nWhat there is to know about each game: dicts."},
    {"check_options", python_check_options, METH_VARARGS,
     "check_options(game, players, options, /)\n--\n\n"
     "Raises what State would raise about the players and options."},
    {"action_index", python_action_index, METH_VARARGS,
     "action_index(game, text, /)\n--\n\nThe index of an action in the game's space."},
    {"action_at", python_action_at, METH_VARARGS,
     "action_at(game, index, /)\n--\n\nThe text of the action with this index."},
    {"columns", python_columns, METH_VARARGS,
     "columns(game, /)\n--\n\nThe names of the columns of an observation."},
    {"gpu", python_gpu, METH_NOARGS, "gpu()\n--\n\nThe name of the GPU, or an exception."},
    {"bots", python_bots, METH_NOARGS, "bots()\n--\n\nThe bots: dicts."},
    {"choose", (PyCFunction)(void (*)(void))python_choose, METH_VARARGS | METH_KEYWORDS,
     "choose(bot, state, seat=None, seed=None, ms=0, threads=1)\n--\n\n"
     "The text of the action that a bot chooses, from the seat's view alone."},
    {0},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "capucine._engine",
    .m_doc = "The rules engine. Use it through the package capucine.",
    .m_size = -1,
    .m_methods = functions,
};

static bool fill(PyObject *module) {
    return python_find_helpers() && python_state_ready(module) && python_search_ready(module) &&
           python_batch_ready(module) && python_gpu_ready(module) &&
           !PyModule_AddIntConstant(module, "SPECTATOR", CAPU_SPECTATOR) &&
           !PyModule_AddStringConstant(module, "__version__", capu_version());
}

PyMODINIT_FUNC PyInit__engine(void);
PyMODINIT_FUNC PyInit__engine(void) {
    PyObject *module = PyModule_Create(&definition);

    if (module && !fill(module))
        Py_CLEAR(module);
    return module;
}
