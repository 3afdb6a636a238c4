/* How often something may be done. */
#ifndef CAPU_SERVER_LIMITS_H
#define CAPU_SERVER_LIMITS_H

#include <stdbool.h>

typedef struct server_limits server_limits;

server_limits *server_limits_new(void);
/* A token bucket for each key. It holds `burst` tokens and gains `rate` a second. Takes one token;
 * false: the bucket is empty. */
bool server_limits_take(server_limits *limits, const char *kind, const char *key, double rate,
                        double burst);

#endif
