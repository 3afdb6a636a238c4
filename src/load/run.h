/* What the parts of the load test share: its tables and their connections. */
#ifndef CAPU_LOAD_RUN_H
#define CAPU_LOAD_RUN_H

#include <pthread.h>
#include <stdatomic.h>

#include "host/match.h"
#include "load/load.h"

enum { SEATERS = 16 };

typedef enum step { SEATING, WAITING, ACTING, ENDING, RECORD, STUCK } step;

typedef struct line { /* one connection of the event loop */
    struct table *table;
    int seat; /* -1: the one for requests; -2: only listens */
    int file;
    capu_text in;
    bool headed;
    int version;  /* of the last event */
    char *view;   /* its JSON */
    char *legal;  /* likewise, what the seat can do; NULL: it has nothing to decide */
    bool pending; /* has not heard of the last move yet */
    bool over;    /* has heard that the game is over */
} line;

typedef struct table {
    struct run *run;
    char id[32], cookies[CAPU_MAX_PLAYERS][64];
    _Atomic int step;
    line asks, streams[CAPU_MAX_PLAYERS];
    int actor;         /* who moved last, or -1 */
    int64_t due, sent; /* microseconds */
    capu_random random;
    char *record, *views[CAPU_MAX_PLAYERS]; /* of the last finished game, to be checked */
} table;

typedef struct run {
    const load_main *load;
    load_result *result;
    table *tables;
    line *listeners;
    int epoll;
    float *latencies;
    int latency_count;
    pthread_mutex_t lock;
    pthread_cond_t more;
    int *queue, queued; /* tables to be seated */
    bool ending;
    bool measuring;      /* true once all streams are open */
    _Atomic bool failed; /* the server is gone; the run ends */
} run;

/* Notes a problem. */
void load_problem(run *r, const char *what, const char *detail);
/* Notes a problem and ends the run. */
void load_give_up(run *r, const char *what, const char *detail);

/* Seats people at all tables, unless the run fails. After that, the threads `seaters` seat people
 * at queued tables until the end. */
void load_seat(run *r, pthread_t seaters[SEATERS]);
void load_queue(run *r, int index);
void load_end_seating(run *r, pthread_t seaters[SEATERS]);

#endif
