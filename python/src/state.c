/* capucine.State: a position, a view or a guess. */
#include "buffer.h"

#include <string.h>

PyTypeObject *python_state_type;

/* Room for text at first; more is taken where it is not enough. */
enum { STATE_ROOM = 8192, LINES_ROOM = 4096, MOVE_ROOM = 48, STORY_ROOM = 128, FIRST_MOVES = 32 };

/* ------------------------------------------------------------------- objects */

python_state *python_state_new(void) {
    return (python_state *)PyType_GenericAlloc(python_state_type, 0);
}

python_state *python_state_in(PyObject *value) {
    if (PyObject_TypeCheck(value, python_state_type))
        return (python_state *)value;
    PyErr_SetString(PyExc_TypeError, "this must be a capucine.State");
    return NULL;
}

static void state_free(PyObject *self) {
    python_state *s = (python_state *)self;
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

    PyMem_Free(s->from);
    PyMem_Free(s->moves);
    release(self);
    Py_DECREF(type);
}

/* The game begins with a position, rather than with the deal. */
static bool begin_at(python_state *s, const capu_state *from) {
    s->from = PyMem_Malloc(sizeof *s->from);
    if (!s->from)
        return PyErr_NoMemory();
    capu_copy(s->from, from);
    return true;
}

/* Forgets the past: the game begins here. */
static bool begin_here(python_state *s) {
    memcpy(s->seed, s->state.head.seed, sizeof s->seed);
    return begin_at(s, &s->state);
}

PyObject *python_state_at(const capu_state *state) {
    python_state *s = python_state_new();

    if (!s)
        return NULL;
    capu_copy(&s->state, state);
    if (begin_here(s))
        return (PyObject *)s;
    Py_DECREF((PyObject *)s);
    return NULL;
}

static bool room_for_moves(python_state *s, int count) {
    if (count <= s->room)
        return true;
    int room = s->room ? s->room : FIRST_MOVES;
    while (room < count)
        room *= 2;
    capu_move *moves = PyMem_Realloc(s->moves, (size_t)room * sizeof *moves);
    if (!moves)
        return PyErr_NoMemory();
    s->moves = moves;
    s->room = room;
    return true;
}

static capu_record record_of(const python_state *s) {
    capu_record record = {.game = capu_game_of(&s->state),
                          .players = s->state.head.players,
                          .from = s->from,
                          .moves = s->moves,
                          .count = s->count};

    memcpy(record.options.value, s->state.head.options, sizeof record.options.value);
    memcpy(record.seed, s->seed, sizeof record.seed);
    return record;
}

/* Whether it is a whole position; else an exception. */
static bool is_whole(const python_state *s) {
    return s->state.head.viewer == 0 ||
           python_refuse_text(capu_status_name(CAPU_IS_VIEW),
                              "this is a view: ask the position that it was taken from");
}

/* -------------------------------------------------------------------- seats */

static bool number_of(PyObject *value, const char *otherwise, long *number) {
    int overflow = 0;

    if (!PyLong_Check(value)) {
        PyErr_SetString(PyExc_TypeError, otherwise);
        return false;
    }
    *number = PyLong_AsLongAndOverflow(value, &overflow);
    if (overflow)
        *number = CAPU_MAX_PLAYERS; /* no game has such a seat */
    return true;
}

static int seat_to_decide(const capu_state *state) {
    uint8_t viewer = state->head.viewer;

    return viewer && viewer != CAPU_VIEW_OF_NOBODY ? viewer - 1 : capu_first_actor(state);
}

bool python_seat(const capu_state *state, PyObject *value, int *seat) {
    long number;

    if (!value || value == Py_None) {
        *seat = seat_to_decide(state);
        if (*seat < 0)
            *seat = 0; /* the game is over, and every seat is told so */
        return true;
    }
    if (!number_of(value, "a seat is a number or None", &number))
        return false;
    *seat = number < 0 || number >= state->head.players ? CAPU_MAX_PLAYERS : (int)number;
    return true;
}

bool python_viewer(const capu_state *state, PyObject *value, int *seat) {
    long number = CAPU_SPECTATOR;

    if (value && !number_of(value, "a viewer is a seat or capucine.SPECTATOR", &number))
        return false;
    if (number != CAPU_SPECTATOR && (number < 0 || number >= state->head.players))
        return python_refuse_text(capu_status_name(CAPU_BAD_SEAT),
                                  "there is no such seat in this game");
    *seat = (int)number;
    return true;
}

/* No action is UINT32_MAX: so anything but "illegal" speaks against the seat. */
bool python_view_to_decide(const capu_state *state, PyObject *value, int *seat, capu_state *view) {
    capu_refusal why;

    if (!python_seat(state, value, seat))
        return false;
    capu_status status = capu_explain(state, *seat, UINT32_MAX, &why);
    if (status != CAPU_ILLEGAL)
        return python_refuse(status, &why);
    if (state->head.viewer)
        capu_copy(view, state);
    else
        capu_view(state, *seat, view);
    return true;
}

/* ---------------------------------------------------------------- beginnings */

static PyObject *deal(const capu_game *game, long number, PyObject *given, PyObject *seed) {
    int players = python_players(number);
    capu_options options;
    python_state *s = python_state_new();

    if (s && python_options(given, game, players, &options) && python_seed(seed, s->seed) &&
        capu_new(&s->state, game, &options, players, s->seed) == CAPU_OK)
        return (PyObject *)s;
    Py_XDECREF((PyObject *)s);
    return NULL;
}

static PyObject *state_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"game", "players", "options", "seed", NULL};
    const char *name;
    long players;
    PyObject *options = NULL, *seed = NULL;

    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sl|OO:State", names, &name, &players, &options,
                                     &seed))
        return NULL;
    const capu_game *game = python_game(name);
    return game ? deal(game, players, options, seed) : NULL;
}

static bool read_tree(python_state *s, const python_tree *tree, PyObject *seed) {
    char buffer[512];
    capu_text why = capu_text_on(buffer, sizeof buffer);
    uint8_t bytes[CAPU_SEED_BYTES];

    if (seed && !python_seed(seed, bytes))
        return false;
    if (!seed)
        capu_seed_from_number(bytes, 0);
    capu_status status = capu_state_read(&s->state, tree->nodes, bytes, &why);
    if (status)
        return python_refuse_text(capu_status_name(status), buffer);
    return begin_here(s);
}

static PyObject *state_read(PyObject *class, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"position", "seed", NULL};
    PyObject *position, *seed = NULL;
    python_tree tree;

    (void)class;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O:read", names, &position, &seed) ||
        !python_tree_of(position, &tree))
        return NULL;
    python_state *s = python_state_new();
    if (s && !read_tree(s, &tree, seed)) {
        Py_DECREF((PyObject *)s);
        s = NULL;
    }
    python_tree_free(&tree);
    return (PyObject *)s;
}

static bool replay_tree(python_state *s, const python_tree *tree) {
    const capu_node *actions = capu_node_find(tree->nodes, "actions");
    char buffer[512];
    capu_text why = capu_text_on(buffer, sizeof buffer);
    capu_replayed replayed;

    if (!room_for_moves(s, actions ? (int)actions->count : 0))
        return false;
    if (capu_record_read(&replayed, tree->nodes, s->moves, s->room, &why))
        return python_refuse_record(&replayed.flaw, buffer);
    capu_copy(&s->state, &replayed.end);
    memcpy(s->seed, replayed.record.seed, sizeof s->seed);
    s->count = replayed.record.count;
    return !replayed.record.from || begin_at(s, &replayed.from);
}

static PyObject *state_replay(PyObject *class, PyObject *record) {
    python_tree tree;
    bool read =
        PyBytes_Check(record) ? python_tree_parse(record, &tree) : python_tree_of(record, &tree);
    python_state *s = read ? python_state_new() : NULL;

    (void)class;
    if (s && !replay_tree(s, &tree))
        Py_CLEAR(s);
    if (read)
        python_tree_free(&tree);
    return (PyObject *)s;
}

/* What pickle needs of a view. */
static PyObject *state_view_of(PyObject *class, PyObject *args) {
    char buffer[256];
    capu_text why = capu_text_on(buffer, sizeof buffer);
    const char *name, *bytes;
    Py_ssize_t size;
    int seat;

    (void)class;
    if (!PyArg_ParseTuple(args, "siy#:_view_of", &name, &seat, &bytes, &size))
        return NULL;
    const capu_game *game = python_game(name);
    python_state *s = game ? python_state_new() : NULL;
    if (!s)
        return NULL;
    capu_status status = capu_view_read(&s->state, bytes, (size_t)size, game, seat, &why);
    if (!status)
        return (PyObject *)s;
    Py_DECREF((PyObject *)s);
    return python_refuse_text(capu_status_name(status), buffer);
}

static PyObject *state_bytes(PyObject *self, PyObject *unused) {
    const capu_state *state = &((python_state *)self)->state;

    (void)unused;
    return PyBytes_FromStringAndSize((const char *)state,
                                     capu_info(capu_game_of(state))->state_bytes);
}

static PyObject *state_copy(PyObject *self, PyObject *unused) {
    const python_state *s = (python_state *)self;
    python_state *copy = python_state_new();

    (void)unused;
    if (!copy)
        return NULL;
    capu_copy(&copy->state, &s->state);
    memcpy(copy->seed, s->seed, sizeof copy->seed);
    if ((s->from && !begin_at(copy, s->from)) || !room_for_moves(copy, s->count)) {
        Py_DECREF((PyObject *)copy);
        return NULL;
    }
    if (s->count)
        memcpy(copy->moves, s->moves, (size_t)s->count * sizeof *s->moves);
    copy->count = s->count;
    return (PyObject *)copy;
}

/* ---------------------------------------------------------------- decisions */

static PyObject *seats_of(uint32_t bits) {
    PyObject *list = PyList_New(0);

    for (int seat = 0; list && seat < CAPU_MAX_PLAYERS; seat++) {
        PyObject *number = bits >> seat & 1 ? PyLong_FromLong(seat) : NULL;
        if (bits >> seat & 1 && (!number || PyList_Append(list, number)))
            Py_CLEAR(list);
        Py_XDECREF(number);
    }
    PyObject *tuple = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return tuple;
}

static PyObject *texts_of(const capu_game *game, const capu_action *actions, int count) {
    PyObject *list = PyList_New(count);

    for (int i = 0; list && i < count; i++) {
        PyObject *text = python_action_text(game, actions[i]);
        if (!text)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, text);
    }
    return list;
}

/* A seat that there is, to be asked for what it may do. */
static bool seat_to_ask(const capu_state *state, PyObject *args, PyObject *kwargs,
                        const char *format, int *seat) {
    static char *names[] = {"seat", NULL};
    PyObject *value = NULL;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, format, names, &value) ||
        !python_seat(state, value, seat))
        return false;
    return *seat < state->head.players || python_refuse_text(capu_status_name(CAPU_BAD_SEAT),
                                                             "there is no such seat in this game");
}

static PyObject *state_legal(PyObject *self, PyObject *args, PyObject *kwargs) {
    const capu_state *state = &((python_state *)self)->state;
    capu_action actions[CAPU_MAX_ACTIONS];
    int seat;

    if (!seat_to_ask(state, args, kwargs, "|O:legal", &seat))
        return NULL;
    return texts_of(capu_game_of(state), actions, capu_legal(state, seat, actions));
}

static PyObject *state_legal_indices(PyObject *self, PyObject *args, PyObject *kwargs) {
    const capu_state *state = &((python_state *)self)->state;
    int32_t indices[CAPU_MAX_ACTIONS];
    int seat;

    if (!seat_to_ask(state, args, kwargs, "|O:legal_indices", &seat))
        return NULL;
    int count = capu_legal_indices(state, seat, indices);
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromLong(indices[i]);
        if (!number)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, number);
    }
    return list;
}

/* An action by its index. What is no index becomes no action, and is refused as one. */
static bool read_index(const capu_state *state, int seat, PyObject *value, capu_action *action) {
    int overflow = 0;
    long number = PyLong_AsLongAndOverflow(value, &overflow);
    capu_refusal why;

    if (overflow || number < 0 || number > INT32_MAX ||
        !capu_action_at(capu_game_of(state), (int)number, action))
        *action = UINT32_MAX;
    capu_status status = *action == UINT32_MAX ? capu_explain_text(state, seat, "", action, &why)
                                               : capu_explain(state, seat, *action, &why);
    return !status || python_refuse(status, &why);
}

/* An action by its text or index, or an exception that says why it cannot be. */
static bool read_action(const capu_state *state, int seat, PyObject *value, capu_action *action) {
    capu_refusal why;

    if (PyLong_Check(value) && !PyBool_Check(value))
        return read_index(state, seat, value, action);
    if (!PyUnicode_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "an action is a text or an index");
        return false;
    }
    PyObject *bytes = PyUnicode_AsUTF8String(value);
    if (!bytes)
        return false;
    const char *text = PyBytes_AsString(bytes);
    bool whole = strlen(text) == (size_t)PyBytes_Size(bytes); /* no action has a NUL in it */
    capu_status status = capu_explain_text(state, seat, whole ? text : "", action, &why);
    Py_DECREF(bytes);
    return !status || python_refuse(status, &why);
}

/* What apply, check and apply_telling take. */
static bool decision(python_state *s, PyObject *args, PyObject *kwargs, const char *format,
                     char **names, capu_move *move, PyObject **more) {
    PyObject *value, *seat = NULL;
    int number;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, format, names, &value, &seat, more) ||
        !python_seat(&s->state, seat, &number))
        return false;
    move->seat = (uint32_t)number;
    return read_action(&s->state, number, value, &move->action);
}

/* Applies a legal action and remembers it. */
static bool apply_move(python_state *s, capu_move move, capu_lines *events) {
    if (!is_whole(s) || !room_for_moves(s, s->count + 1))
        return false;
    if (events)
        capu_apply_telling(&s->state, (int)move.seat, move.action, events);
    else
        capu_apply_legal(&s->state, (int)move.seat, move.action);
    s->moves[s->count++] = move;
    return true;
}

static char *decision_names[] = {"action", "seat", NULL};

static PyObject *state_apply(PyObject *self, PyObject *args, PyObject *kwargs) {
    python_state *s = (python_state *)self;
    capu_move move;

    if (!decision(s, args, kwargs, "O|O:apply", decision_names, &move, NULL) ||
        !apply_move(s, move, NULL))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *state_check(PyObject *self, PyObject *args, PyObject *kwargs) {
    capu_move move;

    if (!decision((python_state *)self, args, kwargs, "O|O:check", decision_names, &move, NULL))
        return NULL;
    Py_RETURN_NONE;
}

/* Lines as a viewer may know them. */
typedef struct told {
    const capu_lines *lines;
    int seat;
} told;

static void write_lines(const void *context, capu_text *text) {
    const told *t = context;

    capu_lines_json(t->lines, t->seat, text);
}

static PyObject *lines_of(const capu_lines *lines, int seat) {
    return python_json(write_lines, &(told){lines, seat}, LINES_ROOM);
}

static PyObject *state_apply_telling(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"action", "seat", "viewer", NULL};
    python_state *s = (python_state *)self;
    PyObject *viewer = NULL;
    capu_lines events;
    capu_move move;
    int seat;

    events.count = events.arg_count = 0;
    if (!decision(s, args, kwargs, "O|OO:apply_telling", names, &move, &viewer) ||
        !python_viewer(&s->state, viewer, &seat) || !apply_move(s, move, &events))
        return NULL;
    return lines_of(&events, seat);
}

/* ----------------------------------------------------------------- knowledge */

static PyObject *state_view(PyObject *self, PyObject *value) {
    python_state *s = (python_state *)self, *view;
    int seat;

    if (!is_whole(s) || !python_viewer(&s->state, value, &seat) || !(view = python_state_new()))
        return NULL;
    capu_view(&s->state, seat, &view->state);
    return (PyObject *)view;
}

static PyObject *state_sample(PyObject *self, PyObject *value) {
    python_state *s = (python_state *)self, *guess;
    uint64_t seed;

    if (!python_choice_seed(value, &seed))
        return NULL;
    if (!s->state.head.viewer)
        return state_copy(self, NULL);
    capu_random random = capu_random_from(seed);
    if (!(guess = python_state_new()))
        return NULL;
    capu_sample(&s->state, &random, &guess->state);
    if (begin_here(guess))
        return (PyObject *)guess;
    Py_DECREF((PyObject *)guess);
    return NULL;
}

static PyObject *numbers_list(const int16_t *row, int count) {
    PyObject *list = PyList_New(count);

    for (int i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromLong(row[i]);
        if (!number)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, number);
    }
    return list;
}

/* Into the caller's array. */
static PyObject *observe_into(const capu_state *state, int seat, PyObject *out) {
    size_t columns = (size_t)capu_observation_size(capu_game_of(state));
    python_array wanted = {"out", "h", sizeof(int16_t), columns, true};
    python_buffer buffer;

    if (!python_hold(out, &wanted, &buffer))
        return NULL;
    capu_observe(state, seat, buffer.buf);
    PyBuffer_Release(&buffer);
    Py_INCREF(out);
    return out;
}

static PyObject *observe(const capu_state *state, int seat) {
    int columns = capu_observation_size(capu_game_of(state));
    int16_t *row = PyMem_Malloc((size_t)columns * sizeof *row);

    if (!row)
        return PyErr_NoMemory();
    capu_observe(state, seat, row);
    PyObject *list = numbers_list(row, columns);
    PyMem_Free(row);
    return list;
}

/* Whose eyes: of a view always the viewer's. */
static bool observer(const capu_state *state, PyObject *value, int *seat) {
    uint8_t viewer = state->head.viewer;
    int own = viewer == CAPU_VIEW_OF_NOBODY ? CAPU_SPECTATOR : viewer - 1;

    if (!value || value == Py_None)
        return viewer ? (*seat = own, true) : python_seat(state, NULL, seat);
    if (!python_viewer(state, value, seat))
        return false;
    return !viewer || *seat == own ||
           python_refuse_text(capu_status_name(CAPU_IS_VIEW), "this is another seat's view");
}

static PyObject *state_observe(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"viewer", "out", NULL};
    const capu_state *state = &((python_state *)self)->state;
    PyObject *viewer = NULL, *out = Py_None;
    int seat;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO:observe", names, &viewer, &out) ||
        !observer(state, viewer, &seat))
        return NULL;
    return out == Py_None ? observe(state, seat) : observe_into(state, seat, out);
}

static PyObject *state_facts(PyObject *self, PyObject *unused) {
    capu_lines facts;

    (void)unused;
    capu_facts(&((python_state *)self)->state, &facts);
    return lines_of(&facts, CAPU_SPECTATOR);
}

static void write_state(const void *context, capu_text *text) {
    capu_state_json(context, text);
}

static PyObject *state_json(PyObject *self, PyObject *unused) {
    (void)unused;
    return python_json(write_state, &((python_state *)self)->state, STATE_ROOM);
}

static PyObject *state_hash(PyObject *self, PyObject *unused) {
    (void)unused;
    return PyLong_FromUnsignedLongLong(capu_hash(&((python_state *)self)->state));
}

/* What is written of a record, and for whom. */
typedef struct past {
    capu_record record;
    int seat;
} past;

static void write_history(const void *context, capu_text *text) {
    capu_history_json(&((const past *)context)->record, ((const past *)context)->seat, text);
}

static void write_story(const void *context, capu_text *text) {
    capu_story_json(&((const past *)context)->record, 0, ((const past *)context)->seat, text);
}

static void write_record(const void *context, capu_text *text) {
    capu_record_json(&((const past *)context)->record, text);
}

static PyObject *tell_past(PyObject *self, PyObject *args, PyObject *kwargs, const char *format,
                           python_writer *write, size_t room) {
    static char *names[] = {"viewer", NULL};
    python_state *s = (python_state *)self;
    PyObject *viewer = NULL;
    past p;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, format, names, &viewer) || !is_whole(s) ||
        !python_viewer(&s->state, viewer, &p.seat))
        return NULL;
    p.record = record_of(s);
    return python_json(write, &p, ((size_t)s->count + 4) * room);
}

static PyObject *state_history(PyObject *self, PyObject *args, PyObject *kwargs) {
    return tell_past(self, args, kwargs, "|O:history", write_history, MOVE_ROOM);
}

static PyObject *state_story(PyObject *self, PyObject *args, PyObject *kwargs) {
    return tell_past(self, args, kwargs, "|O:story", write_story, STORY_ROOM);
}

static PyObject *state_record(PyObject *self, PyObject *unused) {
    python_state *s = (python_state *)self;

    (void)unused;
    if (!is_whole(s))
        return NULL;
    past p = {record_of(s), CAPU_SPECTATOR};
    return python_json(write_record, &p, STATE_ROOM + (size_t)s->count * MOVE_ROOM);
}

/* ------------------------------------------------------------------- results */

static PyObject *numbers_of(const capu_result *result, int players, bool places) {
    PyObject *tuple = PyTuple_New(players);

    for (int i = 0; tuple && i < players; i++) {
        PyObject *number = PyLong_FromLong(places ? result->places[i] : result->scores[i]);
        if (!number)
            Py_CLEAR(tuple);
        else
            PyTuple_SetItem(tuple, i, number);
    }
    return tuple;
}

static PyObject *state_result(PyObject *self, void *unused) {
    const capu_state *state = &((python_state *)self)->state;
    capu_result result;

    (void)unused;
    if (!capu_get_result(state, &result))
        Py_RETURN_NONE;
    PyObject *scores = numbers_of(&result, state->head.players, false);
    PyObject *places = numbers_of(&result, state->head.players, true);
    PyObject *both = scores && places
                         ? PyObject_CallFunctionObjArgs(python_class_result, scores, places, NULL)
                         : NULL;
    Py_XDECREF(scores);
    Py_XDECREF(places);
    return both;
}

static PyObject *state_measures(PyObject *self, PyObject *unused) {
    const capu_state *state = &((python_state *)self)->state;
    capu_measure measures[CAPU_MAX_MEASURES];
    int count = capu_actors(state) ? 0 : capu_measures(state, measures);
    PyObject *dict = PyDict_New();

    (void)unused;
    for (int i = 0; dict && i < count; i++) {
        PyObject *value = PyLong_FromLongLong(measures[i].value);
        if (!value || PyDict_SetItemString(dict, measures[i].name, value))
            Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

/* ---------------------------------------------------------------- attributes */

static PyObject *get_game(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(capu_info(capu_game_of(&((python_state *)self)->state))->name);
}

static PyObject *get_players(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(((python_state *)self)->state.head.players);
}

static PyObject *get_actors(PyObject *self, void *unused) {
    (void)unused;
    return seats_of(capu_actors(&((python_state *)self)->state));
}

static PyObject *get_seat(PyObject *self, void *unused) {
    const capu_state *state = &((python_state *)self)->state;
    int seat = capu_first_actor(state);

    (void)unused;
    if (seat < 0)
        Py_RETURN_NONE;
    return PyLong_FromLong(seat);
}

static PyObject *get_over(PyObject *self, void *unused) {
    (void)unused;
    return PyBool_FromLong(!capu_actors(&((python_state *)self)->state));
}

static PyObject *get_viewer(PyObject *self, void *unused) {
    uint8_t viewer = ((python_state *)self)->state.head.viewer;

    (void)unused;
    if (!viewer)
        Py_RETURN_NONE;
    return PyLong_FromLong(viewer == CAPU_VIEW_OF_NOBODY ? CAPU_SPECTATOR : viewer - 1);
}

static PyObject *get_seed(PyObject *self, void *unused) {
    const python_state *s = (python_state *)self;
    char buffer[CAPU_SEED_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    (void)unused;
    if (s->state.head.viewer)
        Py_RETURN_NONE;
    capu_seed_write(s->seed, &text);
    return PyUnicode_FromString(buffer);
}

static PyObject *get_length(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(((python_state *)self)->count);
}

static bool put_option(PyObject *dict, const capu_state *state, int option) {
    const capu_game *game = capu_game_of(state);
    char buffer[128];
    capu_text text = capu_text_on(buffer, sizeof buffer);

    capu_option_value(game, option, state->head.options[option], &text);
    PyObject *value = PyUnicode_FromString(buffer);
    bool put = value && !PyDict_SetItemString(dict, capu_info(game)->options[option].name, value);
    Py_XDECREF(value);
    return put;
}

static PyObject *get_options(PyObject *self, void *unused) {
    const capu_state *state = &((python_state *)self)->state;
    PyObject *dict = PyDict_New();

    (void)unused;
    for (int i = 0; dict && i < capu_info(capu_game_of(state))->option_count; i++)
        if (!put_option(dict, state, i))
            Py_CLEAR(dict);
    return dict;
}

/* ------------------------------------------------------------------ the type */

static PyObject *state_compare(PyObject *a, PyObject *b, int how) {
    if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(b, python_state_type)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    bool equal = capu_equal(&((python_state *)a)->state, &((python_state *)b)->state);
    return PyBool_FromLong(equal == (how == Py_EQ));
}

static PyObject *state_repr(PyObject *self) {
    const capu_state *state = &((python_state *)self)->state;
    uint8_t viewer = state->head.viewer;
    const char *kind = !viewer                         ? "position"
                       : viewer == CAPU_VIEW_OF_NOBODY ? "view of a spectator"
                                                       : "view of seat";
    PyObject *whose = viewer && viewer != CAPU_VIEW_OF_NOBODY
                          ? PyUnicode_FromFormat(" %d", viewer - 1)
                          : PyUnicode_FromString("");
    PyObject *text =
        whose ? PyUnicode_FromFormat("<capucine.State: %s, %d players, %s%U%s>",
                                     capu_info(capu_game_of(state))->name, state->head.players,
                                     kind, whose, capu_actors(state) ? "" : ", over")
              : NULL;

    Py_XDECREF(whose);
    return text;
}

#define KEYWORDS (METH_VARARGS | METH_KEYWORDS)
#define METHOD(name, flags, doc)                                                                   \
    { #name, (PyCFunction)(void (*)(void))state_##name, flags, doc }

static PyMethodDef methods[] = {
    METHOD(legal, KEYWORDS,
           "legal($self, seat=None)\n--\n\n"
           "The texts of all legal actions of a seat, in the order of the notation.\n\n"
           "Without a seat: of the first seat that has to decide, in a view of the viewer.\n"
           "An empty list for a seat that has nothing to decide."),
    METHOD(legal_indices, KEYWORDS,
           "legal_indices($self, seat=None)\n--\n\n"
           "The indices of these actions in the game's fixed space of actions, in the same order."),
    METHOD(apply, KEYWORDS,
           "apply($self, action, seat=None)\n--\n\n"
           "Makes a move. A refusal raises an Error and leaves the position as it was.\n\n"
           "The action is a text or an index. Without a seat: for the first that has to decide."),
    METHOD(check, KEYWORDS,
           "check($self, action, seat=None)\n--\n\n"
           "Raises what apply would raise, and does nothing otherwise."),
    METHOD(
        apply_telling, KEYWORDS,
        "apply_telling($self, action, seat=None, viewer=-1)\n--\n\n"
        "Makes a move and returns what happens: a list of events, as the viewer may know them.\n\n"
        "The viewer is a seat or SPECTATOR. docs/games/ lists the events of each game."),
    METHOD(view, METH_O,
           "view($self, viewer, /)\n--\n\n"
           "What a seat, or SPECTATOR, may know. Give bots nothing else."),
    METHOD(sample, METH_O,
           "sample($self, seed, /)\n--\n\n"
           "A whole position that agrees with this view: a guess at what is hidden."),
    METHOD(
        observe, KEYWORDS,
        "observe($self, viewer=None, out=None)\n--\n\n"
        "What a seat knows as a row of whole numbers; Game.columns has their names.\n\n"
        "Seats are counted from the viewer. Without a viewer: the seat that has to decide, in a\n"
        "view the viewer. `out` is an array of int16 that is written and returned; without one\n"
        "you get a list."),
    METHOD(copy, METH_NOARGS,
           "copy($self)\n--\n\n"
           "The same position again, with its history."),
    METHOD(facts, METH_NOARGS,
           "facts($self)\n--\n\n"
           "What follows from this view: points if it were scored now, limits, prices.\n\n"
           "Ask a view. The facts of a whole position tell secrets."),
    METHOD(json, METH_NOARGS,
           "json($self)\n--\n\n"
           "The position or view as docs/games/ describes it: a dict. State.read reads it."),
    METHOD(hash, METH_NOARGS,
           "hash($self)\n--\n\n"
           "A hash of 64 bits, the same on every platform."),
    METHOD(history, KEYWORDS,
           "history($self, viewer=-1)\n--\n\n"
           "The moves so far as a viewer may know them: a list of [seat, action]."),
    METHOD(story, KEYWORDS,
           "story($self, viewer=-1)\n--\n\n"
           "The history with events, as dicts, behind the moves that led to them."),
    METHOD(record, METH_NOARGS,
           "record($self)\n--\n\n"
           "The record of the game so far, with its secrets: a dict. See capucine.Record."),
    METHOD(measures, METH_NOARGS,
           "measures($self)\n--\n\n"
           "Further figures about a game that is over, for statistics: a dict of numbers."),
    METHOD(read, KEYWORDS | METH_CLASS,
           "read($type, position, seed=0)\n--\n\n"
           "Sets up the position that a dict describes. An impossible one raises BadState."),
    {"_replay", state_replay, METH_O | METH_CLASS,
     "_replay($type, record, /)\n--\n\nThe end of a record: a dict or the bytes of its JSON."},
    {"_view_of", state_view_of, METH_VARARGS | METH_CLASS,
     "_view_of($type, game, viewer, data, /)\n--\n\nA view from its bytes, for pickle."},
    {"__bytes__", state_bytes, METH_NOARGS,
     "__bytes__($self)\n--\n\nThe position as the engine has it in memory."},
    {"__copy__", state_copy, METH_NOARGS, "__copy__($self)\n--\n\nLike copy."},
    {"__deepcopy__", state_copy, METH_O, "__deepcopy__($self, memo, /)\n--\n\nLike copy."},
    {0},
};

static PyGetSetDef attributes[] = {
    {"game", get_game, NULL, "The name of the game.", NULL},
    {"players", get_players, NULL, "How many seats there are.", NULL},
    {"options", get_options, NULL, "Every option with its value.", NULL},
    {"seed", get_seed, NULL, "The text of the seed; None in a view.", NULL},
    {"viewer", get_viewer, NULL, "None: a whole position. Else whose view it is.", NULL},
    {"actors", get_actors, NULL, "The seats that have to decide; () when the game is over.", NULL},
    {"seat", get_seat, NULL, "The first of the actors, or None.", NULL},
    {"over", get_over, NULL, "Whether the game is over.", NULL},
    {"result", state_result, NULL, "The Result of a game that is over, else None.", NULL},
    {"moves", get_length, NULL, "How many moves have been made since the beginning.", NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "State(game, players, options=None, seed=None)\n--\n\n"
     "A position, or a view of one.\n\n"
     "State('caprice', 2, {'third': 'redraw'}, seed=42) deals a game. A seed is a number\n"
     "below 2**64, its text, 64 hex digits or 32 bytes. Without one, the deal is random."},
    {Py_tp_new, state_new},
    {Py_tp_dealloc, state_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {Py_tp_richcompare, state_compare},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_tp_repr, state_repr},
    {0},
};

static PyType_Spec spec = {
    .name = "capucine.State",
    .basicsize = sizeof(python_state),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

bool python_state_ready(PyObject *module) {
    return python_add_type(module, &python_state_type, &spec, "State");
}
