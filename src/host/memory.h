/* Memory that never runs out, since the program ends if it does; and texts that grow. */
#ifndef CAPU_HOST_MEMORY_H
#define CAPU_HOST_MEMORY_H

#include "capucine.h"

/* Like calloc and realloc. Without memory they end the program, with a sentence. */
void *host_alloc(size_t bytes);
void *host_grow(void *block, size_t bytes);

/* Makes room for `more` characters at the end of a text. The buffer is allocated here; free it with
 * free(text->at). An empty text is {0}. */
void host_text_reserve(capu_text *text, size_t more);

#endif
