/* Finds practice positions in games between bots: see docs/practice.md. */
#ifndef CAPU_CLI_MINE_H
#define CAPU_CLI_MINE_H

#include "cli/cli.h"

enum { CLI_MINERS = 64 }; /* threads at the most */

typedef struct cli_mining {
    cli_setup setup;
    bool all_players; /* numbers of players take turns; else as in `setup` */
    int count;        /* how many positions there are to be in the end */
    int threads;
    const char *path; /* the file to append to; NULL: standard output */
} cli_mining;

/* Looks for positions until there are enough, or until it is interrupted. Returns the exit status.
 */
int cli_mine(const cli_command *self, const cli_mining *mining);

#endif
