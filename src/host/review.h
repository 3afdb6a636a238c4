/* Reviews a whole record, with several threads. Everything found is the same with any number of
 * them. */
#ifndef CAPU_HOST_REVIEW_H
#define CAPU_HOST_REVIEW_H

#include <pthread.h>
#include <stdatomic.h>

#include "host/think.h"

enum { HOST_ALL_SEATS = -1 };

typedef struct host_review {
    const capu_record *record; /* stays the caller's, and as it is */
    int seat;                  /* whose decisions are judged, or HOST_ALL_SEATS */
    int iterations;            /* 0: as many as suit the game */
    capu_verdict *verdicts;    /* of each move; only those of `seat` mean anything */
    capu_chance *chances;      /* the deal, then each move; */
    bool *any_chance;          /* which of them mean anything */
    capu_summary summary;      /* after host_review_finish */
    atomic_int next, done;     /* parts of the work: verdicts, then chances */
    int all;
    pthread_t threads[HOST_MOST_THREADS];
    int started;
} host_review;

/* Begins to review a record, with that many threads (0: as many as can run in parallel). The review
 * must not be moved or copied. */
void host_review_start(host_review *review, const capu_record *record, int seat, int iterations,
                       int threads);
/* Whether it is ready; `done` (may be NULL) gets how much of it is, in 0 … 1. */
bool host_review_ready(host_review *review, double *done);
/* Leaves out what has not been begun. */
void host_review_stop(host_review *review);
/* Waits until it is ready, and sums up. */
void host_review_finish(host_review *review);
void host_review_free(host_review *review);

/* Whether the verdict of a move is one of those that were asked for. */
bool host_review_judges(const host_review *review, int at);

/* Appends everything as one JSON object, as docs/review.md says. The text grows. */
void host_review_json(const host_review *review, capu_text *text);

#endif
