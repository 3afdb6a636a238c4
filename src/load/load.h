/* A load test: many clients play random legal moves on a server and check what they see. */
#ifndef CAPU_LOAD_H
#define CAPU_LOAD_H

#include "load/client.h"

typedef struct load_main {
    load_target target;
    const char *game;
    int tables, players;
    int warm_up, seconds; /* seconds before measuring, and seconds of measuring */
    int rate;             /* moves a second in total; 0: as fast as answers come */
    int streams;          /* additional streams that only listen */
} load_main;

typedef struct load_result {
    int64_t moves, events, games; /* games played to the end and checked */
    int64_t problems;             /* gaps, repetitions, refusals, views that do not replay */
    char first_problem[256];
    double seconds, setup_seconds;
    double p50, p99, p999, worst; /* milliseconds from POST to the other seats' event */
    double server_cpu, own_cpu;   /* microseconds of processor time for a move */
    double server_memory;         /* megabytes at the end */
} load_result;

/* false, with a sentence: it could not begin, or the server went away. */
bool load_run(const load_main *load, load_result *result, capu_text *why);

#endif
