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

typedef struct cli_command {
    const char *name;
    const char *about; /* a line for the list of commands */
    const char *help;  /* what --help prints after "usage: capucine " */
    int (*run)(const struct cli_command *self, int argc, char **argv);
} cli_command;

extern const cli_command cli_cmd_games, cli_cmd_play, cli_cmd_hint, cli_cmd_sim, cli_cmd_arena,
    cli_cmd_bench, cli_cmd_referee, cli_cmd_replay, cli_cmd_review, cli_cmd_serve, cli_cmd_admin,
    cli_cmd_load, cli_cmd_tune, cli_cmd_gpu, cli_cmd_practice;

/* Prints the help of a command to standard output; DONE. */
int cli_help(const cli_command *command);
/* Prints "capucine NAME: sentence" and where help is; BAD_USAGE. The format is printf's. */
int cli_usage(const cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Prints "capucine NAME: sentence"; FAILED. */
int cli_fail(const cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ------------------------------------------------------------- arguments */

/* One option of a subcommand. An option without a value has `flag`. The others have `value`, which
 * does not change if the option is not given. */
typedef struct cli_arg {
    const char *name; /* "--seed" */
    bool *flag;
    const char **value;
} cli_arg;

/* Reads the options in `args` (the last row has no name), in any order, as --name VALUE or
 * --name=VALUE. Other arguments go to `rest`, at most `most` of them. --help prints the help.
 * Returns -1 to continue, otherwise the exit status. */
int cli_args(const cli_command *command, int argc, char **argv, const cli_arg *args,
             const char **rest, int most);

/* Reads a whole number in least … most from an option's text; false after saying what was wrong.
 * NULL leaves *number unchanged. */
bool cli_arg_number(const cli_command *command, const char *name, const char *text, long least,
                    long most, long *number);

/* Likewise reads a seat: its letter, or its number in the notation. */
bool cli_arg_seat(const cli_command *command, const char *name, const char *text, int players,
                  long *seat);

/* Which game to play: --game NAME --players N --options A=B,C=D --seed SEED. */
typedef struct cli_setup {
    const char *game_name, *players_text, *options_text, *seed_text;
    const capu_game *game;
    int players;
    capu_options options;
    uint8_t seed[CAPU_SEED_BYTES];
} cli_setup;
/* Reads these texts. The default number of players is the least that the game allows, but at least
 * two. The default seed comes from the system. Returns -1 to continue, otherwise the exit status,
 * after saying what was wrong. */
int cli_setup_read(const cli_command *command, cli_setup *setup);

/* Reads bots by name, separated by commas: one for all seats, or one for each. NAME@N^S has N
 * iterations and chooses by visits to the power of S. A name with a slash or a space is the command
 * of a program, which has `program_ms` for a decision. Returns -1 to continue. */
int cli_read_bots(const cli_command *command, const char *names, int players, int program_ms,
                  const capu_bot *bots[CAPU_MAX_PLAYERS]);

/* Allocates enough memory for any of these bots to think with that many threads. The caller frees
 * it. */
void *cli_bots_memory(const capu_bot *const *bots, int count, int threads);

/* Runs the referee on these streams until the input ends. Returns the exit status. */
int cli_referee(FILE *in, FILE *out);

#endif
