/* Clocks: see clock.h. */
#include "server/clock.h"

#include <stdatomic.h>
#include <time.h>

static int64_t clock_ms(clockid_t clock) {
    struct timespec now;

    clock_gettime(clock, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t server_now(void) {
    static _Atomic int64_t offset;

    if (!offset) {
        int64_t none = 0, first = clock_ms(CLOCK_REALTIME) - clock_ms(CLOCK_MONOTONIC);
        atomic_compare_exchange_strong(&offset, &none, first);
    }
    return offset + clock_ms(CLOCK_MONOTONIC);
}

int64_t server_microseconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
