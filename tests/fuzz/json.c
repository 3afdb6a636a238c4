/* Fuzzes the parser: any bytes are JSON or are refused, as another parser says too. */
#include "../agree.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    must(agrees_with_jansson((const char *)data, size));
    return 0;
}
