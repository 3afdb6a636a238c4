/* What time it is. */
#ifndef CAPU_SERVER_CLOCK_H
#define CAPU_SERVER_CLOCK_H

#include <stdint.h>

/* Milliseconds since 1970 by a clock that never jumps while the program runs. */
int64_t server_now(void);
/* Microseconds by a clock that only runs forward, for measuring. */
int64_t server_microseconds(void);

#endif
