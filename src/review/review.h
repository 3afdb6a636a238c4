/* Reviewing a game: what its decisions were worth (verdict.c), what chance brought (luck.c), and
 * the game as a whole (summary.c). Everything follows from the record: searches begin with the hash
 * of what a seat sees, so the same decision gets the same verdict everywhere. */
#ifndef CAPU_REVIEW_H
#define CAPU_REVIEW_H

#include "bots/search.h"

/* Numbers as JSON has them: in ten-thousandths. Sums are made of these, so that they are the same
 * before and after JSON. */
enum { REVIEW_ONE = 10000 };
int64_t review_rounded(double number);

/* Names of kinds, in their order. */
extern const char *const review_kinds[CAPU_BLUNDER + 1];

/* The position before a move; `after` (may be NULL) gets the one behind it. */
capu_status review_replay(const capu_review *review, int at, capu_state *before, capu_state *after);

/* A search for a review, or NULL: too little memory. */
capu_search *review_search(const capu_review *review, const capu_state *view, int seat,
                           uint64_t seed);

/* How often it looks ahead for a decision, and how often it plays on to know what luck is worth. */
int review_effort(const capu_review *review);
int review_samples(const capu_review *review);

#endif
