/* Memory: see memory.h. */
#include "host/memory.h"

#include <stdio.h>
#include <stdlib.h>

static void *checked(void *block) {
    if (block)
        return block;
    fputs("capucine: out of memory\n", stderr);
    exit(1);
}

void *host_alloc(size_t bytes) {
    return checked(calloc(1, bytes ? bytes : 1));
}

void *host_grow(void *block, size_t bytes) {
    return checked(realloc(block, bytes ? bytes : 1));
}

void host_text_reserve(capu_text *text, size_t more) {
    size_t needed = text->length + more + 1;

    if (needed <= text->size)
        return;
    size_t size = text->size * 2 > needed ? text->size * 2 : needed;
    text->at = host_grow(text->at, size);
    text->size = size;
    text->at[text->length] = '\0';
}
