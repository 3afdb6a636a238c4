/* The engine's JSON parser beside jansson's: see agree.c. */
#ifndef CAPU_TESTS_AGREE_H
#define CAPU_TESTS_AGREE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether both parsers refuse a text, or both read the same from it, and the engine writes what it
 * read so that jansson reads the same again. */
bool agrees_with_jansson(const char *text, size_t length);

#endif
