/* What studies need: one row for each game, and the records. docs/studies.md has the columns. */
#ifndef CAPU_CLI_ROWS_H
#define CAPU_CLI_ROWS_H

#include <pthread.h>

#include "cli/cli.h"

typedef struct cli_rows {
    const char *path, *folder; /* as on the command line; NULL: none */
    const cli_setup *setup;
    FILE *file;
    bool csv;
    pthread_mutex_t lock; /* for what follows */
    int64_t next;         /* the game whose row is written next */
    struct cli_waiting_row *first, *last;
    double flushed;
    char problem[256]; /* why something could not be written, or "" */
} cli_rows;

/* A game that is over. */
typedef struct cli_row {
    int64_t number; /* of the game, from 0 */
    int64_t deal;
    const char *bots[CAPU_MAX_PLAYERS]; /* by seat */
    const host_match *match;
    const capu_result *result; /* as it counts */
    uint32_t forfeits;         /* seats, as bits */
} cli_row;

/* Opens the file and the folder, before any game is played. Returns -1 to continue, otherwise the
 * exit status. */
int cli_rows_open(const cli_command *command, cli_rows *rows, const cli_setup *setup);
/* Any thread may call it. The rows are written in the order of the games. */
void cli_rows_add(cli_rows *rows, const cli_row *row);
/* Writes the rest. If the games were interrupted, rows may be missing between others. Returns
 * `status`, or FAILED after saying what could not be written. */
int cli_rows_close(const cli_command *command, cli_rows *rows, int status);

#endif
