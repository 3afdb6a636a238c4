/* What the parts of the load tool share: its tables and their connections. */
#ifndef CAPU_LOAD_RUN_H
#define CAPU_LOAD_RUN_H

#include <pthread.h>
#include <stdatomic.h>

#include "host/match.h"
#include "load/load.h"

enum { SEATERS = 16 };

typedef enum step { SEATING, WAITING, ASKING, ACTING, ENDING, RECORD, STUCK } step;

typedef struct line { /* one connection of the event loop */
    struct table *table;
    int seat; /* -1: the one for requests; -2: only listens */
    int file;
    capu_text in;
    bool headed;
    int version, count; /* of the last event */
    char *view;         /* its JSON */
    bool pending;       /* has yet to hear of the last move */
    bool over;          /* has heard that the game is over */
} line;

typedef struct table {
    struct run *run;
    char id[32], cookies[CAPU_MAX_PLAYERS][64];
    _Atomic int step;
    line asks, streams[CAPU_MAX_PLAYERS];
    uint32_t actors;
    int actor;
    int64_t due, sent; /* microseconds */
    capu_random random;
    char *record, *views[CAPU_MAX_PLAYERS]; /* of the game before, to be checked */
} table;

typedef struct run {
    const capu_load *load;
    capu_load_result *result;
    table *tables;
    line *listeners;
    int epoll;
    float *latencies;
    int latency_count;
    pthread_mutex_t lock;
    pthread_cond_t more;
    int *queue, queued; /* tables to be seated */
    bool ending;
    bool measuring;      /* not before all streams are open */
    _Atomic bool failed; /* the server is lost: no use in going on */
} run;

/* Notes that something is not as it should be. */
void capu_load_problem(run *r, const char *what, const char *detail);
/* The same, and ends the run: it cannot go on. */
void capu_load_give_up(run *r, const char *what, const char *detail);

/* Seats people at all tables, unless the run fails. `seaters` go on with tables that are queued
 * until the end. */
void capu_load_seat(run *r, pthread_t seaters[SEATERS]);
void capu_load_queue(run *r, int index);
void capu_load_end_seating(run *r, pthread_t seaters[SEATERS]);

#endif
