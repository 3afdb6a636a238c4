/* Python's buffers, under our own names.
 *
 * The stable ABI has them since Python 3.11. Python 3.9 and 3.10 have the same functions and the
 * same structure, but do not show them to those who keep to the stable ABI. */
#ifndef CAPU_PYTHON_BUFFER_H
#define CAPU_PYTHON_BUFFER_H

#include "module.h"

typedef struct python_buffer {
    void *buf;
    PyObject *obj; /* NULL: nothing is held */
    Py_ssize_t len, itemsize;
    int readonly, ndim;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
} python_buffer;

enum {
    PYTHON_WRITABLE = 0x1,
    PYTHON_FORMAT = 0x4,
    PYTHON_STRIDED = 0x18,
    PYTHON_CONTIGUOUS = 0x38, /* in the order of C, with shape and strides */
};

#if !defined(Py_LIMITED_API) || Py_LIMITED_API + 0 >= 0x030b0000
#error "Python's own declarations can take the place of these"
#endif
int PyObject_GetBuffer(PyObject *object, python_buffer *buffer, int flags);
void PyBuffer_Release(python_buffer *buffer);

/* What an array must be: kinds are letters of Python's module struct that will do. */
typedef struct python_array {
    const char *name, *kinds;
    size_t item; /* bytes of a number */
    size_t count;
    bool written;
} python_array;
/* Takes hold of an array; false with an exception. PyBuffer_Release lets it go. */
bool python_hold(PyObject *object, const python_array *wanted, python_buffer *buffer);

#endif
