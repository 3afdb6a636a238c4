/* Memory that is there or ends the program, and texts that grow. */
#ifndef CAPU_HOST_MEMORY_H
#define CAPU_HOST_MEMORY_H

#include "capucine.h"

/* As malloc and realloc, zeroed; out of memory ends the program with a sentence. */
void *capu_alloc(size_t bytes);
void *capu_grow(void *block, size_t bytes);

/* Makes room for `more` characters behind what a text has. The text's buffer is from here, and is
 * freed with free(text->at). An empty text is {0}. */
void capu_text_reserve(capu_text *text, size_t more);

#endif
