/* Practice: positions from games in which one action is clearly best. The program carries a file of
 * them for each game, src/games/<game>/practice.jsonl, with one position a line. docs/practice.md
 * has the format, and how positions are chosen. */
#ifndef CAPU_HOST_PRACTICE_H
#define CAPU_HOST_PRACTICE_H

#include "host/match.h"

enum { HOST_PRACTICE_ID = 48, HOST_THEME = 32, HOST_BEST_MOST = 8 };

typedef struct host_practice {
    char id[HOST_PRACTICE_ID]; /* "capitol-017" */
    char theme[HOST_THEME];    /* its text is <game>.theme.<theme> */
    host_match match;          /* up to the decision */
    int seat;                  /* who decides */
    int best_count;
    capu_action best[HOST_BEST_MOST]; /* the best action first, then those that are as good */
    double win;                       /* the seat's share of a win after the best action */
    double second;                    /* and after the best of all others */
} host_practice;

/* Reads a line. false, with a sentence in `why`: it is not a practice position, and there is
 * nothing to free. */
bool host_practice_read(host_practice *out, const char *line, size_t length, capu_text *why);
void host_practice_free(host_practice *practice);
/* Appends it as a line, without its end, to a text that grows. */
void host_practice_write(const host_practice *practice, capu_text *text);
/* Whether this is the best action, or as good. */
bool host_practice_is_best(const host_practice *practice, capu_action action);

/* The file of a game that the program carries; NULL: none. */
const void *host_shipped_practice(const char *game, size_t *size);
/* How many positions of a game there are, and the one at an index in 0 … count-1. false: it cannot
 * be read. */
int host_practice_count(const capu_game *game);
bool host_practice_at(const capu_game *game, int index, host_practice *out);
/* The position of a day: the games that have positions take turns, and so do their positions. Both
 * pointers may be NULL. false: there is none. */
bool host_practice_of_day(int64_t day, const capu_game **game, int *index);
/* Today, in days since 1970, by the clock on the wall. */
int64_t host_today(void);

/* ----------------------------------------------------------------- progress */

/* What somebody has done with a position. One that was missed comes back after 1, 3, 7 and 21 days,
 * if it is answered right each time. */
typedef struct host_done {
    char id[HOST_PRACTICE_ID];
    int64_t right; /* answers since it was last missed */
    int64_t wrong; /* how often it was missed */
    int64_t due;   /* the day when it comes back; 0: it does not */
} host_done;

/* The progress of one person: {"done":{"capitol-017":{"right":2,"wrong":1,"due":20412}}}. */
typedef struct host_progress {
    host_done *rows;
    int count;
} host_progress;
/* The most positions that are counted, and the most of each number. */
enum { HOST_DONE_MOST = 1000, HOST_DONE_NUMBER = 1000000 };

/* Reads progress. false, with a sentence in `why` (may be NULL): it is something else, and there is
 * nothing to free. */
bool host_progress_read(host_progress *out, const capu_node *object, capu_text *why);
void host_progress_free(host_progress *progress);
/* Appends the value of "done" as JSON to a text that grows. */
void host_progress_write(const host_progress *progress, capu_text *text);
/* The row of a position, or NULL. */
const host_done *host_progress_find(const host_progress *progress, const char *id);
/* Notes an answer. */
void host_progress_answer(host_progress *progress, const char *id, bool right, int64_t today);

#endif
