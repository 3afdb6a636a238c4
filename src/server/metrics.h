/* Figures about the server, for Prometheus. */
#ifndef CAPU_SERVER_METRICS_H
#define CAPU_SERVER_METRICS_H

#include <stdatomic.h>

#include "server/table.h"

typedef struct server_main server_main;

/* Counters for /metrics. */
typedef struct server_metrics {
    _Atomic uint64_t requests, refused, failed, notices, limited, catch_ups, hashes;
    _Atomic uint64_t moves, bot_moves; /* only moves that everybody has been told of */
    _Atomic uint64_t act_microseconds; /* from the request to its answer, in total */
    _Atomic uint64_t act_buckets[12];
    _Atomic int connections;
} server_metrics;

/* The server's figures for Prometheus. Unless `whole`, it leaves out every figure that a hidden
 * move would change. */
void server_metrics_text(server_main *server, bool whole, capu_text *text);
/* Counts the moves that an entry made public. */
void server_metrics_told(server_main *server, const server_table *table, const server_news *news);
void server_metrics_act(server_main *server, int64_t microseconds);

#endif
