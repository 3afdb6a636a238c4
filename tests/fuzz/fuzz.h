/* What the fuzzers share. */
#ifndef CAPU_FUZZ_H
#define CAPU_FUZZ_H

#include "host/match.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A claim about any input: ends the fuzzer if it does not hold. */
#define must(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            __builtin_trap();                                                                      \
    } while (0)

/* A record that was written loads again and leads to the same position. */
void must_load(const char *record, const capu_state *end);
/* A position that was written is accepted again and is the same, the generator apart. */
void must_set(const char *json, const capu_state *state);

#endif
