/* Counts results: wins, scores and places, with intervals. All sums are of whole numbers, so they
 * do not depend on the order of adding. */
#ifndef CAPU_CLI_TALLY_H
#define CAPU_CLI_TALLY_H

#include "cli/cli.h"

enum { WHOLE_WIN = 60 }; /* divisible by one to six, so a shared win is exact */

/* What is known about the scores of a seat or a bot. */
typedef struct tally {
    int64_t games, wins, score, score_squares, places;
    int64_t lowest, highest;
    int64_t forfeits; /* games that a program has forfeited */
} tally;

typedef struct spread {
    int64_t sum, squares, least, most;
} spread;

typedef struct share {
    double mean, low, high;
} share;

void tally_add(tally *t, int64_t score, int place, int64_t wins);
void tally_merge(tally *into, const tally *from);
/* What a seat has won, in parts of WHOLE_WIN. */
int64_t tally_wins(const capu_result *result, int players, int seat);
/* Share of wins with its 95 % interval. */
share tally_share(const tally *t);
/* What tally_print and spread_print print, in words: the head of their columns. */
void tally_print_head(void);
void tally_print(const char *label, const tally *t);
/* The members of a JSON object, without braces. */
void tally_print_json(const tally *t);

void spread_add(spread *s, int64_t value, bool first);
void spread_merge(spread *into, const spread *from, bool first);
void spread_print(const char *label, const spread *s, int64_t games);
void spread_print_json(const char *name, const spread *s, int64_t games);

double tally_mean(int64_t sum, int64_t count);

/* The options of a study as a line; the options and the seed as members of a JSON object, with a
 * comma behind them. */
void tally_print_options(const cli_setup *setup);
void tally_print_setup_json(const cli_setup *setup, uint64_t seed);
/* A name as a JSON text, which may have any bytes. */
void tally_print_name(const char *name);

/* Bots with the same name share a tally. For each bot, group[i] is the first one with its name. */
void tally_group(const capu_bot *const *bots, int count, int *group);

#endif
