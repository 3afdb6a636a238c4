/* capucine.Search, and the bots by name. Thinking gives up the interpreter's lock. */
#include "module.h"

#include <limits.h>

#include "host/think.h"

PyTypeObject *python_search_type;

enum { LEAST_NODES = 1024, MOST_NODES = 1 << 26, USUAL_NODES = 200000, MOST_ADVICE = 1024 };
/* Between slices of that length it looks whether somebody pressed Ctrl-C. */
static const double SLICE_MS = 50;

typedef struct python_search {
    PyObject base;
    capu_search *search;
    void *memory;
    const capu_bot *bot; /* NULL: none */
    capu_state view;
    int seat;
    long long iterations;
    bool busy; /* a thread is thinking without the lock */
} python_search;

static const capu_bot *bot_named(const char *name) {
    const capu_bot *bot = capu_find_bot(name);

    if (!bot)
        python_refuse_text("unknown_bot", "there is no such bot: capucine.bots() lists them");
    return bot;
}

/* ---------------------------------------------------------------------- bots */

static PyObject *bot_at(const capu_bot *bot) {
    return Py_BuildValue("{sssssisN}", "name", bot->name, "about", bot->about, "level", bot->level,
                         "opponent", PyBool_FromLong(!bot->measure));
}

PyObject *python_bots(PyObject *module, PyObject *unused) {
    PyObject *list = PyList_New(0);

    (void)module;
    (void)unused;
    for (int i = 0; list && capu_bot_at(i); i++) {
        PyObject *bot = bot_at(capu_bot_at(i));
        if (!bot || PyList_Append(list, bot))
            Py_CLEAR(list);
        Py_XDECREF(bot);
    }
    return list;
}

/* What one choice needs while it thinks. */
typedef struct question {
    const capu_bot *bot;
    capu_state view;
    int seat;
    host_thinking how;
    capu_random random;
} question;

static PyObject *answer(question *q) {
    void *memory = q->bot->memory ? PyMem_Malloc((size_t)q->how.threads * q->bot->memory) : NULL;
    capu_action action;

    if (q->bot->memory && !memory)
        return PyErr_NoMemory();
    PyThreadState *thread = PyEval_SaveThread();
    action = host_think_by(q->how, q->bot, &q->view, q->seat, &q->random, memory);
    PyEval_RestoreThread(thread);
    PyMem_Free(memory);
    return python_action_text(capu_game_of(&q->view), action);
}

/* Without a seed the choice follows from the view alone, as in `capucine referee`. */
static bool seed_choice(question *q, PyObject *seed) {
    uint64_t number;

    if (!seed || seed == Py_None) {
        capu_forget(&q->view);
        number = capu_hash(&q->view);
    } else if (!python_choice_seed(seed, &number)) {
        return false;
    }
    q->random = capu_random_from(number);
    return true;
}

/* No time, the usual, is as much as the bot's iterations take: then the choice is the same on every
 * machine. */
static bool limit_choice(question *q, int ms, int threads) {
    if (ms < 0)
        return python_bad_value("a time limit is a number of milliseconds, at least 0");
    if (threads < 1 || threads > HOST_MOST_THREADS)
        return python_bad_value("a bot thinks with 1 to 16 threads");
    q->how = (host_thinking){HOST_WALL, ms ? ms : HOST_NO_LIMIT, threads};
    return true;
}

PyObject *python_choose(PyObject *module, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"bot", "state", "seat", "seed", "ms", "threads", NULL};
    PyObject *state, *seat = NULL, *seed = NULL;
    const char *name;
    int ms = 0, threads = 1;
    question q;

    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sO|OOii:choose", names, &name, &state, &seat,
                                     &seed, &ms, &threads))
        return NULL;
    const python_state *s = python_state_in(state);
    if (!s || !(q.bot = bot_named(name)) ||
        !python_view_to_decide(&s->state, seat, &q.seat, &q.view) || !seed_choice(&q, seed) ||
        !limit_choice(&q, ms, threads))
        return NULL;
    return answer(&q);
}

/* -------------------------------------------------------------------- searches */

static void search_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

    PyMem_Free(((python_search *)self)->memory);
    release(self);
    Py_DECREF(type);
}

static bool begin(python_search *s, long nodes, uint64_t seed) {
    if (nodes < LEAST_NODES || nodes > MOST_NODES)
        return python_bad_value("a search has 1024 to 2**26 nodes");
    bool as_bot = s->bot && s->bot->iterations;
    size_t bytes = as_bot ? s->bot->memory : capu_search_bytes((uint32_t)nodes);
    s->memory = PyMem_Malloc(bytes);
    if (!s->memory)
        return PyErr_NoMemory();
    s->search = as_bot ? capu_search_as(s->bot, s->memory, &s->view, s->seat, seed)
                       : capu_search_begin(s->memory, bytes, &s->view, s->seat, seed);
    return true;
}

static bool begin_as(python_search *s, const char *bot, long nodes, PyObject *seed) {
    uint64_t number = 0;

    if (bot && !(s->bot = bot_named(bot)))
        return false;
    if (s->bot && !s->bot->iterations)
        return python_bad_value("this bot does not search");
    return (!seed || python_choice_seed(seed, &number)) && begin(s, nodes, number);
}

static PyObject *search_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"state", "seat", "seed", "bot", "nodes", NULL};
    PyObject *state, *seat = NULL, *seed = NULL;
    const char *bot = NULL;
    long nodes = USUAL_NODES;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOzl:Search", names, &state, &seat, &seed,
                                     &bot, &nodes))
        return NULL;
    const python_state *from = python_state_in(state);
    python_search *s = from ? (python_search *)PyType_GenericAlloc(type, 0) : NULL;
    if (s && python_view_to_decide(&from->state, seat, &s->seat, &s->view) &&
        begin_as(s, bot, nodes, seed))
        return (PyObject *)s;
    Py_XDECREF((PyObject *)s);
    return NULL;
}

/* Whether nobody is thinking with it; else an exception. */
static bool is_idle(const python_search *s) {
    if (s->busy)
        PyErr_SetString(PyExc_RuntimeError, "another thread is using this search");
    return !s->busy;
}

/* Thinks in slices; false with an exception that came between them. */
static bool think(python_search *s, int ms, int iterations) {
    host_effort effort = host_effort_on(s->search, HOST_WALL, ms, iterations, false);
    bool more;

    do {
        s->busy = true;
        PyThreadState *thread = PyEval_SaveThread();
        more = host_go_on(&effort, SLICE_MS);
        PyEval_RestoreThread(thread);
        s->busy = false;
    } while (more && !PyErr_CheckSignals());
    s->iterations += effort.done;
    return !PyErr_Occurred();
}

static PyObject *search_run(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"iterations", "ms", NULL};
    python_search *s = (python_search *)self;
    int iterations = 0, ms = 0;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|ii:run", names, &iterations, &ms))
        return NULL;
    if (iterations < 0 || ms < 0 || (!iterations && !ms))
        return python_bad_value("a search needs a budget: iterations, ms (milliseconds) or both");
    if (!is_idle(s) || !think(s, ms ? ms : INT_MAX, iterations ? iterations : INT_MAX))
        return NULL;
    Py_INCREF(self);
    return self;
}

/* -------------------------------------------------------------------- advice */

static PyObject *shares_of(const float *shares, int players) {
    PyObject *tuple = PyTuple_New(players);

    for (int i = 0; tuple && i < players; i++) {
        PyObject *number = PyFloat_FromDouble(shares[i]);
        if (!number)
            Py_CLEAR(tuple);
        else
            PyTuple_SetItem(tuple, i, number);
    }
    return tuple;
}

/* (seat, action), or None */
static PyObject *reply_of(const capu_game *game, const capu_advice *advice) {
    if (!advice->replied)
        Py_RETURN_NONE;
    PyObject *action = python_action_text(game, advice->reply.action);
    return action ? Py_BuildValue("(iN)", (int)advice->reply.seat, action) : NULL;
}

/* The named tuple of one action. */
static PyObject *advice_of(const python_search *s, const capu_advice *advice) {
    const capu_game *game = capu_game_of(&s->view);
    int players = s->view.head.players;
    PyObject *action = python_action_text(game, advice->action);
    PyObject *win = shares_of(advice->win, players), *score = shares_of(advice->score, players);
    PyObject *reply = reply_of(game, advice), *made = NULL;

    if (action && win && score && reply)
        made = PyObject_CallFunction(python_class_advice, "OIOOdO", action, advice->visits, win,
                                     score, (double)advice->error, reply);
    Py_XDECREF(action);
    Py_XDECREF(win);
    Py_XDECREF(score);
    Py_XDECREF(reply);
    return made;
}

static PyObject *search_advice(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"most", NULL};
    python_search *s = (python_search *)self;
    capu_advice advice[MOST_ADVICE];
    int most = MOST_ADVICE;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|i:advice", names, &most) || !is_idle(s))
        return NULL;
    if (most < 0)
        return python_bad_value("there cannot be less than no advice");
    int count = capu_search_advice(s->search, advice, most < MOST_ADVICE ? most : MOST_ADVICE);
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        PyObject *one = advice_of(s, &advice[i]);
        if (!one)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, one);
    }
    return list;
}

static PyObject *search_choice(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"seed", NULL};
    python_search *s = (python_search *)self;
    PyObject *seed = NULL;
    uint64_t number = 0;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:choice", names, &seed) || !is_idle(s) ||
        (seed && !python_choice_seed(seed, &number)))
        return NULL;
    if (!s->iterations)
        return python_bad_value("the search has not run yet");
    capu_random random = capu_random_from(number);
    return python_action_text(
        capu_game_of(&s->view),
        capu_search_choice(s->search, s->bot ? s->bot->sharpness : 0, &random));
}

static PyObject *get_iterations(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLongLong(((python_search *)self)->iterations);
}

static PyObject *get_seat(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(((python_search *)self)->seat);
}

#define METHOD(name, doc)                                                                          \
    { #name, (PyCFunction)(void (*)(void))search_##name, METH_VARARGS | METH_KEYWORDS, doc }

static PyMethodDef methods[] = {
    METHOD(run, "run($self, iterations=0, ms=0)\n--\n\n"
                "Thinks for that many iterations, or milliseconds, or what ends first.\n\n"
                "Other Python threads go on meanwhile. Returns the search itself."),
    METHOD(advice, "advice($self, most=1024)\n--\n\n"
                   "What it thinks of its most visited actions, the best first: Advice objects."),
    METHOD(choice, "choice($self, seed=0)\n--\n\n"
                   "The action to take: the most visited one, or what its bot would make of it."),
    {0},
};

static PyGetSetDef attributes[] = {
    {"iterations", get_iterations, NULL, "How often it has looked ahead.", NULL},
    {"seat", get_seat, NULL, "The seat that it thinks for.", NULL},
    {0},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Search(state, seat=None, seed=0, bot=None, nodes=200000)\n--\n\n"
                "A search that knows a seat's view of a position and nothing else.\n\n"
                "The same seed and iterations give the same result on every machine. With the\n"
                "name of a bot it thinks as that bot does."},
    {Py_tp_new, search_new},
    {Py_tp_dealloc, search_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0},
};

static PyType_Spec spec = {
    .name = "capucine.Search",
    .basicsize = sizeof(python_search),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

bool python_search_ready(PyObject *module) {
    return python_add_type(module, &python_search_type, &spec, "Search");
}
