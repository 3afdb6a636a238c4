/* capucine._engine.GpuMemory and GpuBatch: games on a GPU, and memory there that other packages can
 * use without a copy. capucine/_gpu.py makes arrays of it. */
#include "gpu/batch.h"
#include "module.h"

#include <string.h>

static PyTypeObject *memory_type, *gpu_batch_type;

/* --------------------------------------------------------------------- the GPU */

/* One for all; it stays open, since other packages have memory of ours. */
static gpu_device the_gpu;
static bool is_open;

static PyObject *fail(const char *sentence) {
    return python_refuse_text("no_gpu", sentence);
}

static gpu_device *gpu(void) {
    char reason[1024] = "";
    capu_text why = capu_text_on(reason, sizeof reason);

    if (!is_open)
        is_open = gpu_open(&the_gpu, &why);
    if (!is_open)
        fail(reason);
    return is_open ? &the_gpu : NULL;
}

/* Whether a call of the driver went well, from whatever thread it comes; else an exception. */
static bool went_well(gpu_device *device, gpu_code code, const char *doing) {
    char reason[1024] = "";
    capu_text why = capu_text_on(reason, sizeof reason);

    return gpu_went_well(&device->driver, code, doing, &why) || fail(reason);
}

static bool enter(gpu_device *device) {
    return went_well(device, device->driver.current(device->context), "taking the GPU");
}

PyObject *python_gpu(PyObject *module, PyObject *unused) {
    gpu_device *device = gpu();

    (void)module;
    (void)unused;
    return device ? PyUnicode_FromString(device->name) : NULL;
}

/* ---------------------------------------------------------------------- memory */

typedef struct gpu_memory {
    PyObject base;
    gpu_address address;
    Py_ssize_t bytes;
} gpu_memory;

static PyObject *memory_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    gpu_device *device = gpu();
    Py_ssize_t bytes;

    (void)kwargs;
    if (!device || !PyArg_ParseTuple(args, "n:GpuMemory", &bytes) || !enter(device))
        return NULL;
    gpu_memory *memory = (gpu_memory *)PyType_GenericAlloc(type, 0);
    if (!memory)
        return NULL;
    memory->bytes = bytes;
    if (went_well(device, device->driver.take(&memory->address, (size_t)bytes),
                  "taking memory on the GPU") &&
        went_well(device, device->driver.fill(memory->address, 0, (size_t)bytes),
                  "clearing memory"))
        return (PyObject *)memory;
    Py_DECREF((PyObject *)memory);
    return NULL;
}

static void memory_free(PyObject *self) {
    gpu_memory *memory = (gpu_memory *)self;
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

    if (memory->address) {
        the_gpu.driver.current(the_gpu.context);
        the_gpu.driver.give(memory->address);
    }
    release(self);
    Py_DECREF(type);
}

static PyObject *memory_address(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLongLong(((gpu_memory *)self)->address);
}

static PyObject *memory_read(PyObject *self, PyObject *unused) {
    gpu_memory *memory = (gpu_memory *)self;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, memory->bytes);

    (void)unused;
    if (!bytes)
        return NULL;
    if (enter(&the_gpu) &&
        went_well(&the_gpu, the_gpu.driver.synchronize(), "playing on the GPU") &&
        went_well(
            &the_gpu,
            the_gpu.driver.get(PyBytes_AsString(bytes), memory->address, (size_t)memory->bytes),
            "fetching results"))
        return bytes;
    Py_DECREF(bytes);
    return NULL;
}

static PyObject *memory_write(PyObject *self, PyObject *given) {
    gpu_memory *memory = (gpu_memory *)self;
    char *from;
    Py_ssize_t bytes;

    if (PyBytes_AsStringAndSize(given, &from, &bytes))
        return NULL;
    if (bytes != memory->bytes)
        return python_bad_value("the memory has another size");
    if (!enter(&the_gpu) ||
        !went_well(&the_gpu, the_gpu.driver.put(memory->address, from, (size_t)bytes),
                   "sending data"))
        return NULL;
    Py_RETURN_NONE;
}

/* ---------------------------------------------------------------------- DLPack */

/* The structure by which packages hand each other arrays, version 0 (no flags). */
enum { ON_CUDA = 2, MOST_AXES = 2 };

typedef struct dl_tensor {
    void *data;
    int32_t device_type, device_id, axes;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t offset;
} dl_tensor;

typedef struct dl_managed {
    dl_tensor tensor;
    void *owner;
    void (*deleter)(struct dl_managed *managed);
} dl_managed;

/* What we hand out: the tensor, and its shape. */
typedef struct handed_out {
    dl_managed managed;
    int64_t shape[MOST_AXES];
} handed_out;

/* Other packages call it from any thread. */
static void take_back(dl_managed *managed) {
    PyGILState_STATE lock = PyGILState_Ensure();

    Py_DECREF((PyObject *)managed->owner);
    PyMem_Free(managed);
    PyGILState_Release(lock);
}

/* A capsule that was used has another name, and its user deletes the tensor. */
static void capsule_free(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, "dltensor"))
        take_back(PyCapsule_GetPointer(capsule, "dltensor"));
}

static PyObject *memory_dlpack(PyObject *self, PyObject *args) {
    gpu_memory *memory = (gpu_memory *)self;
    int code, bits, axes;
    long long rows, columns = 1;

    if (!PyArg_ParseTuple(args, "iiiL|L:dlpack", &code, &bits, &axes, &rows, &columns))
        return NULL;
    if (axes < 1 || axes > MOST_AXES || rows * columns * bits / 8 != memory->bytes)
        return python_bad_value("the memory has another size");
    handed_out *out = PyMem_Calloc(1, sizeof *out);
    if (!out)
        return PyErr_NoMemory();
    out->shape[0] = rows;
    out->shape[1] = columns;
    out->managed = (dl_managed){.tensor = {.data = (void *)(uintptr_t)memory->address,
                                           .device_type = ON_CUDA,
                                           .device_id = the_gpu.id,
                                           .axes = axes,
                                           .code = (uint8_t)code,
                                           .bits = (uint8_t)bits,
                                           .lanes = 1,
                                           .shape = out->shape},
                                .owner = self,
                                .deleter = take_back};
    Py_INCREF(self);
    PyObject *capsule = PyCapsule_New(&out->managed, "dltensor", capsule_free);
    if (!capsule)
        take_back(&out->managed);
    return capsule;
}

static PyGetSetDef memory_values[] = {
    {"address", memory_address, NULL, "where it is on the GPU", NULL},
    {0},
};
static PyMethodDef memory_methods[] = {
    {"read", memory_read, METH_NOARGS, "read($self)\n--\n\nA copy, when the GPU is ready."},
    {"write", memory_write, METH_O, "write($self, data, /)\n--\n\nReplaces everything."},
    {"dlpack", memory_dlpack, METH_VARARGS,
     "dlpack($self, code, bits, axes, rows, columns=1, /)\n--\n\nA capsule of DLPack."},
    {0},
};
static PyType_Slot memory_slots[] = {
    {Py_tp_doc, "Memory on the GPU, all zeros at first."},
    {Py_tp_new, memory_new},
    {Py_tp_dealloc, memory_free},
    {Py_tp_methods, memory_methods},
    {Py_tp_getset, memory_values},
    {0},
};
static PyType_Spec memory_spec = {
    .name = "capucine._engine.GpuMemory",
    .basicsize = sizeof(gpu_memory),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = memory_slots,
};

/* --------------------------------------------------------------------- batches */

typedef struct python_gpu_batch {
    PyObject base;
    gpu_batch batch;
    bool begun;
} python_gpu_batch;

/* Sets the arrays from a dict of names and addresses. */
static bool set_arrays(capu_batch *shape, PyObject *addresses) {
    gpu_array arrays[GPU_ARRAYS];

    gpu_batch_arrays(shape, arrays);
    for (int i = 0; i < GPU_ARRAYS; i++) {
        PyObject *value = PyDict_GetItemString(addresses, arrays[i].name);
        unsigned long long address = value ? PyLong_AsUnsignedLongLong(value) : 0;
        if (PyErr_Occurred())
            return false;
        *gpu_batch_member(shape, &arrays[i]) = (void *)(uintptr_t)address;
    }
    return true;
}

/* What it makes itself is there when this is asked. */
static bool is_complete(const capu_batch *shape) {
    char reason[256];
    capu_text why = capu_text_on(reason, sizeof reason);
    capu_batch whole = *shape;
    uint32_t resets;

    whole.states = whole.resets = &resets;
    return !capu_batch_check(&whole, &why) || python_bad_value(reason);
}

static bool begin(python_gpu_batch *b, const capu_batch *shape) {
    char reason[1024] = "";
    capu_text why = capu_text_on(reason, sizeof reason);
    gpu_device *device = gpu();

    b->begun = device && gpu_batch_open(&b->batch, device, shape, &why);
    return b->begun || !device || fail(reason);
}

static PyObject *gpu_batch_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    capu_batch shape = {0};
    PyObject *options, *seed, *addresses;
    const char *name;
    long players;
    int count, manual;

    (void)kwargs;
    if (!PyArg_ParseTuple(args, "sliOOpO!:GpuBatch", &name, &players, &count, &options, &seed,
                          &manual, &PyDict_Type, &addresses))
        return NULL;
    shape.game = python_game(name);
    shape.players = python_players(players);
    shape.count = count;
    shape.manual = manual;
    python_gpu_batch *b = (python_gpu_batch *)PyType_GenericAlloc(type, 0);
    if (b && shape.game && python_options(options, shape.game, shape.players, &shape.options) &&
        python_choice_seed(seed, &shape.seed) && set_arrays(&shape, addresses) &&
        is_complete(&shape) && begin(b, &shape) && b->begun)
        return (PyObject *)b;
    Py_XDECREF((PyObject *)b);
    return NULL;
}

static void gpu_batch_free(PyObject *self) {
    python_gpu_batch *b = (python_gpu_batch *)self;
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);

    if (b->begun)
        gpu_batch_close(&b->batch);
    release(self);
    Py_DECREF(type);
}

/* None, or an exception with the reason. */
static PyObject *none_if(bool done, const char *reason) {
    if (!done)
        return fail(reason);
    Py_RETURN_NONE;
}

static PyObject *gpu_batch_act(PyObject *self, PyObject *args) {
    char reason[1024] = "";
    capu_text why = capu_text_on(reason, sizeof reason);
    unsigned long long address;
    int bytes;

    if (!PyArg_ParseTuple(args, "Ki:step", &address, &bytes))
        return NULL;
    return none_if(gpu_batch_step(&((python_gpu_batch *)self)->batch, address, bytes, &why),
                   reason);
}

static PyObject *gpu_batch_deal(PyObject *self, PyObject *args) {
    char reason[1024] = "";
    capu_text why = capu_text_on(reason, sizeof reason);
    unsigned long long which;

    if (!PyArg_ParseTuple(args, "K:reset", &which))
        return NULL;
    return none_if(gpu_batch_reset(&((python_gpu_batch *)self)->batch, which, &why), reason);
}

static PyObject *gpu_batch_play(PyObject *self, PyObject *args) {
    char reason[1024] = "";
    capu_text why = capu_text_on(reason, sizeof reason);
    int steps;

    if (!PyArg_ParseTuple(args, "i:random", &steps))
        return NULL;
    return none_if(gpu_batch_random(&((python_gpu_batch *)self)->batch, steps, &why), reason);
}

static PyObject *gpu_batch_refused(PyObject *self, PyObject *unused) {
    char reason[1024] = "";
    capu_text why = capu_text_on(reason, sizeof reason);
    gpu_marks marks;

    (void)unused;
    if (!gpu_batch_marks(&((python_gpu_batch *)self)->batch, &marks, &why))
        return fail(reason);
    return PyLong_FromUnsignedLongLong(marks.refused);
}

/* A game's position, and the seed that it was dealt from. */
static PyObject *gpu_batch_look(PyObject *self, PyObject *args) {
    char reason[1024] = "", seed_text[CAPU_SEED_TEXT];
    capu_text why = capu_text_on(reason, sizeof reason),
              text = capu_text_on(seed_text, sizeof seed_text);
    python_gpu_batch *b = (python_gpu_batch *)self;
    uint8_t seed[CAPU_SEED_BYTES];
    capu_state state;
    uint32_t resets;
    int index;

    if (!PyArg_ParseTuple(args, "i:look", &index))
        return NULL;
    if (!gpu_batch_state(&b->batch, index, &state, &resets, &why))
        return fail(reason);
    capu_batch_seed(b->batch.shape.batch.seed, index, resets, seed);
    capu_seed_write(seed, &text);
    return Py_BuildValue("Ns", python_state_at(&state), seed_text);
}

static PyMethodDef batch_methods[] = {
    {"step", gpu_batch_act, METH_VARARGS,
     "step($self, actions, bytes, /)\n--\n\nOne step in each game; the address of the indices."},
    {"random", gpu_batch_play, METH_VARARGS, "random($self, steps, /)\n--\n\nRandom steps."},
    {"reset", gpu_batch_deal, METH_VARARGS,
     "reset($self, which, /)\n--\n\nDeals anew; the address of the marks, or 0 for all."},
    {"refused", gpu_batch_refused, METH_NOARGS,
     "refused($self)\n--\n\nHow many actions were refused since the games began."},
    {"look", gpu_batch_look, METH_VARARGS,
     "look($self, index, /)\n--\n\nThe position of one game, and the seed of its deal."},
    {0},
};
static PyType_Slot batch_slots[] = {
    {Py_tp_doc, "Many games stepped together on a GPU. Use capucine.GpuBatch."},
    {Py_tp_new, gpu_batch_new},
    {Py_tp_dealloc, gpu_batch_free},
    {Py_tp_methods, batch_methods},
    {0},
};
static PyType_Spec batch_spec = {
    .name = "capucine._engine.GpuBatch",
    .basicsize = sizeof(python_gpu_batch),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = batch_slots,
};

bool python_gpu_ready(PyObject *module) {
    return python_add_type(module, &memory_type, &memory_spec, "GpuMemory") &&
           python_add_type(module, &gpu_batch_type, &batch_spec, "GpuBatch");
}
