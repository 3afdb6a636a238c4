/* capucine._engine.Batch: many games stepped together, on several threads, without the
 * interpreter's lock, into arrays of the caller. */
#include "buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

PyTypeObject *python_batch_type;

enum { MOST_GAMES = 1 << 24, MOST_THREADS = 64, MOST_STEPS = 1 << 24 };

/* The arrays that a caller may bring. */
enum { SEATS, DONE, REWARDS, OBSERVATIONS, LEGAL, COUNTS, MASKS, SCORES, PLACES, ERRORS, ARRAYS };

typedef struct python_batch {
    PyObject base;
    capu_batch batch;
    python_buffer arrays[ARRAYS];
    void *own[4];     /* what it always needs: positions, resets, generators, actions */
    int32_t *actions; /* the last of these */
    int threads;
    bool busy; /* threads are at work without the lock */
} python_batch;

/* ---------------------------------------------------------------------- arrays */

static bool refuse_array(const python_array *wanted, const char *what) {
    PyErr_Format(PyExc_ValueError, "%s: %s", wanted->name, what);
    return false;
}

static bool is_kind(const python_buffer *buffer, const python_array *wanted) {
    const char *format = buffer->format ? buffer->format : "B";

    format += *format == '@' || *format == '=' || *format == '<';
    return *format && format[1] == '\0' && strchr(wanted->kinds, *format) &&
           (size_t)buffer->itemsize == wanted->item;
}

static bool fits(const python_buffer *buffer, const python_array *wanted) {
    if (!is_kind(buffer, wanted))
        return refuse_array(wanted, "the array has numbers of another type");
    if ((size_t)buffer->len != wanted->count * wanted->item)
        return refuse_array(wanted, "the array has another size");
    return (uintptr_t)buffer->buf % wanted->item == 0 ||
           refuse_array(wanted, "the array is not aligned");
}

bool python_hold(PyObject *object, const python_array *wanted, python_buffer *buffer) {
    int flags = PYTHON_CONTIGUOUS | PYTHON_FORMAT | (wanted->written ? PYTHON_WRITABLE : 0);

    if (PyObject_GetBuffer(object, buffer, flags))
        return false;
    if (fits(buffer, wanted))
        return true;
    PyBuffer_Release(buffer);
    return false;
}

/* What each array must be in a batch. */
static python_array wanted_array(const capu_batch *batch, int array) {
    size_t games = (size_t)batch->count, players = (size_t)batch->players;
    size_t columns = (size_t)capu_observation_size(batch->game);
    size_t most = (size_t)capu_legal_most(batch->game);
    size_t bytes = (size_t)capu_mask_bytes(batch->game);
    const python_array all[ARRAYS] = {
        [SEATS] = {"seats", "b", 1, games, true},
        [DONE] = {"done", "?bB", 1, games, true},
        [REWARDS] = {"rewards", "f", 4, games * players, true},
        [OBSERVATIONS] = {"observations", "h", 2, games * columns, true},
        [LEGAL] = {"legal", "il", 4, games * most, true},
        [COUNTS] = {"counts", "il", 4, games, true},
        [MASKS] = {"masks", "B", 1, games * bytes, true},
        [SCORES] = {"scores", "il", 4, games * players, true},
        [PLACES] = {"places", "B", 1, games * players, true},
        [ERRORS] = {"errors", "IL", 4, games, true},
    };

    return all[array];
}

static void let_go(python_batch *b) {
    for (int i = 0; i < ARRAYS; i++)
        if (b->arrays[i].obj)
            PyBuffer_Release(&b->arrays[i]);
    for (size_t i = 0; i < sizeof b->own / sizeof *b->own; i++)
        PyMem_Free(b->own[i]);
}

static bool hold_arrays(python_batch *b, PyObject *const objects[ARRAYS]) {
    for (int i = 0; i < ARRAYS; i++) {
        python_array wanted = wanted_array(&b->batch, i);
        if (objects[i] && objects[i] != Py_None && !python_hold(objects[i], &wanted, &b->arrays[i]))
            return false;
    }
    capu_batch *batch = &b->batch;
    batch->seats = b->arrays[SEATS].buf;
    batch->done = b->arrays[DONE].buf;
    batch->rewards = b->arrays[REWARDS].buf;
    batch->observations = b->arrays[OBSERVATIONS].buf;
    batch->legal = b->arrays[LEGAL].buf;
    batch->counts = b->arrays[COUNTS].buf;
    batch->masks = b->arrays[MASKS].buf;
    batch->scores = b->arrays[SCORES].buf;
    batch->places = b->arrays[PLACES].buf;
    batch->errors = b->arrays[ERRORS].buf;
    return true;
}

/* Zeroed memory that the batch keeps to itself. */
static void *own(python_batch *b, int index, size_t bytes) {
    return b->own[index] = PyMem_Calloc((size_t)b->batch.count, bytes);
}

static bool take_memory(python_batch *b) {
    capu_batch *batch = &b->batch;

    batch->states = own(b, 0, (size_t)capu_info(batch->game)->state_bytes);
    batch->resets = own(b, 1, sizeof *batch->resets);
    batch->random = own(b, 2, sizeof *batch->random);
    b->actions = own(b, 3, sizeof *b->actions);
    return (batch->states && batch->resets && batch->random && b->actions) || PyErr_NoMemory();
}

/* --------------------------------------------------------------------- threads */

/* A slice of the games, and what to do with it. */
typedef struct job {
    void (*work)(struct job *job);
    const capu_batch *batch;
    int begin, end, steps;
    const int32_t *actions;
    const uint8_t *which;
    int64_t result;
    pthread_t thread;
    bool started;
} job;

static void work_begin(job *j) {
    capu_batch_begin(j->batch, j->begin, j->end);
}

static void work_reset(job *j) {
    capu_batch_reset(j->batch, j->begin, j->end, j->which);
}

static void work_step(job *j) {
    j->result = capu_batch_step(j->batch, j->begin, j->end, j->actions);
}

static void work_random(job *j) {
    j->result = capu_batch_random(j->batch, j->begin, j->end, j->steps);
}

static void *run_job(void *pointer) {
    job *j = pointer;

    j->work(j);
    return NULL;
}

/* Cuts the games into slices, one a thread. A slice whose thread cannot be started is done here. */
static int64_t share(job what, int threads) {
    job jobs[MOST_THREADS];
    int count = what.batch->count;
    int64_t sum = 0;

    for (int i = 0; i < threads; i++) {
        jobs[i] = what;
        jobs[i].begin = (int)((int64_t)count * i / threads);
        jobs[i].end = (int)((int64_t)count * (i + 1) / threads);
        jobs[i].started = i && !pthread_create(&jobs[i].thread, NULL, run_job, &jobs[i]);
    }
    for (int i = 0; i < threads; i++) {
        if (jobs[i].started)
            pthread_join(jobs[i].thread, NULL);
        else
            run_job(&jobs[i]);
        sum += jobs[i].result;
    }
    return sum;
}

/* Whether no other thread is stepping it; else an exception. */
static bool is_idle(const python_batch *b) {
    if (b->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread is using this batch");
    return !b->busy;
}

/* Does something in all games, without the lock. */
static int64_t do_all(python_batch *b, job what) {
    what.batch = &b->batch;
    b->busy = true;
    PyThreadState *thread = PyEval_SaveThread();
    int64_t result = share(what, b->threads);
    PyEval_RestoreThread(thread);
    b->busy = false;
    return result;
}

/* ------------------------------------------------------------------- beginning */

static void batch_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

    let_go((python_batch *)self);
    release(self);
    Py_DECREF(type);
}

/* The options and sizes; false with an exception. */
static bool describe(python_batch *b, const char *name, long players, long count, int threads) {
    b->batch.game = python_game(name);
    b->batch.players = python_players(players);
    b->batch.count = (int32_t)count;
    b->threads = threads;
    if (!b->batch.game)
        return false;
    if (count < 1 || count > MOST_GAMES)
        return python_bad_value("a batch has 1 to 2**24 games");
    return (threads >= 1 && threads <= MOST_THREADS) ||
           python_bad_value("a batch has 1 to 64 threads");
}

static bool is_complete(const python_batch *b) {
    char buffer[256];
    capu_text why = capu_text_on(buffer, sizeof buffer);

    return !capu_batch_check(&b->batch, &why) || python_bad_value(buffer);
}

static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"game",    "players", "count",  "options", "seed",         "manual",
                            "threads", "seats",   "done",   "rewards", "observations", "legal",
                            "counts",  "masks",   "scores", "places",  "errors",       NULL};
    PyObject *options, *seed, *o[ARRAYS] = {0};
    const char *name;
    long players, count;
    int manual, threads;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sllOOpi|OOOOOOOOOO:Batch", names, &name,
                                     &players, &count, &options, &seed, &manual, &threads, &o[0],
                                     &o[1], &o[2], &o[3], &o[4], &o[5], &o[6], &o[7], &o[8], &o[9]))
        return NULL;
    python_batch *b = (python_batch *)PyType_GenericAlloc(type, 0);
    if (b && describe(b, name, players, count, threads) &&
        python_options(options, b->batch.game, b->batch.players, &b->batch.options) &&
        python_choice_seed(seed, &b->batch.seed) && hold_arrays(b, o) && take_memory(b) &&
        is_complete(b)) {
        b->batch.manual = manual;
        do_all(b, (job){.work = work_begin});
        return (PyObject *)b;
    }
    Py_XDECREF((PyObject *)b);
    return NULL;
}

/* ------------------------------------------------------------------------ steps */

/* An index of 64 bits; what does not fit is no action, and refused as such. */
static int32_t narrow(int64_t index) {
    return index < CAPU_NO_ACTION || index > INT32_MAX ? INT32_MAX : (int32_t)index;
}

/* Copies the actions, which may lie apart, as a column of a table does. */
static void copy_actions(python_batch *b, const python_buffer *buffer) {
    const char *from = buffer->buf;

    for (int i = 0; i < b->batch.count; i++, from += buffer->strides[0]) {
        int64_t wide;
        if (buffer->itemsize == 4) {
            memcpy(&b->actions[i], from, 4);
            continue;
        }
        memcpy(&wide, from, 8);
        b->actions[i] = narrow(wide);
    }
}

/* Actions are an array of whole numbers of 32 or 64 bits. */
static bool read_actions(python_batch *b, PyObject *object) {
    python_array wanted = {"actions", "ilq", 4, (size_t)b->batch.count, false};
    python_buffer buffer;

    if (PyObject_GetBuffer(object, &buffer, PYTHON_STRIDED | PYTHON_FORMAT))
        return false;
    wanted.item = buffer.itemsize == 8 ? 8 : 4;
    bool good =
        buffer.ndim == 1 ? fits(&buffer, &wanted) : refuse_array(&wanted, "they are one row");
    if (good)
        copy_actions(b, &buffer);
    PyBuffer_Release(&buffer);
    return good;
}

static PyObject *batch_step(PyObject *self, PyObject *actions) {
    python_batch *b = (python_batch *)self;

    if (!is_idle(b) || !read_actions(b, actions))
        return NULL;
    return PyLong_FromLongLong(do_all(b, (job){.work = work_step, .actions = b->actions}));
}

static PyObject *batch_random(PyObject *self, PyObject *args) {
    python_batch *b = (python_batch *)self;
    int steps = 1;

    if (!PyArg_ParseTuple(args, "|i:random", &steps) || !is_idle(b))
        return NULL;
    if (steps < 1 || steps > MOST_STEPS)
        return python_bad_value("random makes 1 to 2**24 steps");
    return PyLong_FromLongLong(do_all(b, (job){.work = work_random, .steps = steps}));
}

static PyObject *batch_reset(PyObject *self, PyObject *args) {
    python_batch *b = (python_batch *)self;
    python_array wanted = {"which", "?bB", 1, (size_t)b->batch.count, false};
    PyObject *which = Py_None;
    python_buffer buffer = {0};

    if (!PyArg_ParseTuple(args, "|O:reset", &which) || !is_idle(b) ||
        (which != Py_None && !python_hold(which, &wanted, &buffer)))
        return NULL;
    do_all(b, (job){.work = work_reset, .which = buffer.buf});
    if (buffer.obj)
        PyBuffer_Release(&buffer);
    Py_RETURN_NONE;
}

/* ------------------------------------------------------------------- positions */

static bool game_index(python_batch *b, PyObject *value, int *index) {
    long number = PyLong_AsLong(value);

    if ((number == -1 && PyErr_Occurred()) || !is_idle(b))
        return false;
    if (number < 0 || number >= b->batch.count) {
        PyErr_SetString(PyExc_IndexError, "the batch has no such game");
        return false;
    }
    *index = (int)number;
    return true;
}

static PyObject *batch_state(PyObject *self, PyObject *value) {
    python_batch *b = (python_batch *)self;
    int index;

    if (!game_index(b, value, &index))
        return NULL;
    return python_state_at(capu_batch_state(&b->batch, index));
}

static PyObject *batch_seed(PyObject *self, PyObject *value) {
    python_batch *b = (python_batch *)self;
    uint8_t seed[CAPU_SEED_BYTES];
    char buffer[CAPU_SEED_TEXT];
    capu_text text = capu_text_on(buffer, sizeof buffer);
    int index;

    if (!game_index(b, value, &index))
        return NULL;
    capu_batch_seed(b->batch.seed, index, b->batch.resets[index], seed);
    capu_seed_write(seed, &text);
    return PyUnicode_FromString(buffer);
}

static PyMethodDef methods[] = {
    {"step", batch_step, METH_O,
     "step($self, actions, /)\n--\n\n"
     "One step in each game: the seat to act does the action with this index.\n\n"
     "The actions are an array of whole numbers of 32 or 64 bits; -1 does nothing. Returns how\n"
     "many were refused because they are not legal; those games stay as they were."},
    {"random", batch_random, METH_VARARGS,
     "random($self, steps=1, /)\n--\n\n"
     "Random steps in each game. Returns how many were made. The arrays are written once."},
    {"reset", batch_reset, METH_VARARGS,
     "reset($self, which=None, /)\n--\n\n"
     "Deals anew the games whose number in `which` is not 0, such as `done`; None: all."},
    {"state", batch_state, METH_O,
     "state($self, index, /)\n--\n\nThe whole position of one game, as a State."},
    {"deal", batch_seed, METH_O,
     "deal($self, index, /)\n--\n\nThe seed that one game was dealt from, for State."},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Many games stepped together. Use capucine.Batch, which brings the arrays."},
    {Py_tp_new, batch_new},
    {Py_tp_dealloc, batch_free},
    {Py_tp_methods, methods},
    {0},
};

static PyType_Spec spec = {
    .name = "capucine._engine.Batch",
    .basicsize = sizeof(python_batch),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

bool python_batch_ready(PyObject *module) {
    return python_add_type(module, &python_batch_type, &spec, "Batch");
}
