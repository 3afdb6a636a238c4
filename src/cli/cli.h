/* The command line: one file and one row for each subcommand.
 *
 * A subcommand gets its own arguments, its name first. It returns the exit status: 0 done, 1
 * failed, 2 bad usage. Answers go to standard output. Errors and progress go to standard error. */
#ifndef CAPU_CLI_H
#define CAPU_CLI_H

#include <stdio.h>

#include "host/match.h"
#include "host/memory.h"

enum { DONE = 0, FAILED = 1, BAD_USAGE = 2 };

typedef struct capu_command {
    const char *name;
    const char *about; /* a line for the list of commands */
    const char *help;  /* what --help prints after "usage: capucine " */
    int (*run)(const struct capu_command *self, int argc, char **argv);
} capu_command;

extern const capu_command capu_cmd_games, capu_cmd_play, capu_cmd_hint, capu_cmd_sim,
    capu_cmd_arena, capu_cmd_bench, capu_cmd_referee, capu_cmd_replay, capu_cmd_serve,
    capu_cmd_admin, capu_cmd_load, capu_cmd_tune;

/* Prints the help of a command to standard output; DONE. */
int capu_help(const capu_command *command);
/* Prints "capucine NAME: sentence" and where help is; BAD_USAGE. The format is printf's. */
int capu_usage(const capu_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints "capucine NAME: sentence"; FAILED. */
int capu_fail(const capu_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ------------------------------------------------------------- arguments */

/* One option of a subcommand. An option without a value has `flag`. The others have `value`, which
 * does not change if the option is not given. */
typedef struct capu_arg {
    const char *name; /* "--seed" */
    bool *flag;
    const char **value;
} capu_arg;

/* Reads the options in `args` (the last row has no name), in any order, as --name VALUE or
 * --name=VALUE. Other arguments go to `rest`, at most `most` of them. --help prints the help.
 * Returns -1 to continue, otherwise the exit status. */
int capu_args(const capu_command *command, int argc, char **argv, const capu_arg *args,
              const char **rest, int most);

/* Reads a whole number in least … most from an option's text; false after saying what was wrong.
 * NULL leaves *number unchanged. */
bool capu_arg_number(const capu_command *command, const char *name, const char *text, long least,
                     long most, long *number);

/* Likewise reads a seat: its letter, or its number in the notation. */
bool capu_arg_seat(const capu_command *command, const char *name, const char *text, int players,
                   long *seat);

/* Which game to play: --game NAME --players N --options A=B,C=D --seed SEED. */
typedef struct capu_setup {
    const char *game_name, *players_text, *options_text, *seed_text;
    const capu_game *game;
    int players;
    capu_options options;
    uint8_t seed[CAPU_SEED_BYTES];
} capu_setup;
/* Reads these texts. The default number of players is the least that the game allows, but at least
 * two. The default seed comes from the system. Returns -1 to continue, otherwise the exit status,
 * after saying what was wrong. */
int capu_setup_read(const capu_command *command, capu_setup *setup);

/* Reads bots by name, separated by commas: one for all seats, or one for each. NAME@N^S has N
 * iterations and chooses by visits to the power of S. Returns -1 to continue. */
int capu_read_bots(const capu_command *command, const char *names, int players,
                   const capu_bot *bots[CAPU_MAX_PLAYERS]);

/* Allocates enough memory for any of these bots to think with that many threads. The caller frees
 * it. */
void *capu_bots_memory(const capu_bot *const *bots, int count, int threads);

/* Runs the referee on these streams until the input ends. Returns the exit status. */
int capu_referee(FILE *in, FILE *out);

#endif
