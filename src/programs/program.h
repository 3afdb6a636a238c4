/* Bots that are programs of others. docs/programs.md has what they are told and what they answer.
 *
 * A program that answers with something else than a legal action gets a strike, and a random legal
 * action is taken instead. With its third strike in a game, or if it ends, closes its output,
 * answers with a line that is too long, or does not answer in time, it forfeits: the rest of the
 * game is played for it at random, and the game counts as lost. */
#ifndef CAPU_PROGRAMS_PROGRAM_H
#define CAPU_PROGRAMS_PROGRAM_H

#include "host/match.h"
#include "programs/process.h"

enum {
    PROGRAMS_PROTOCOL = 1,
    PROGRAMS_STRIKES = 3,
    PROGRAMS_MS = 5000,        /* for a decision, unless it is said otherwise */
    PROGRAMS_START_MS = 10000, /* more for the first one, since a program takes time to start */
    PROGRAMS_PROBLEM = 512,
};

/* Whether a name in a list of bots is a command: it has a slash or a space. */
bool programs_is_command(const char *name);
/* A bot for that command, which is split at spaces: a program and its arguments. It is kept for as
 * long as we run. Asked as other bots are, it does anything that is legal. NULL: there is no such
 * program, with a sentence in `why`. */
const capu_bot *programs_bot(const char *name, const char *command, int ms, capu_text *why);
bool programs_is_program(const capu_bot *bot);

/* A program that plays, one game after the other. */
typedef struct programs_player {
    const capu_bot *bot;
    bool quiet;   /* nobody sees its standard error */
    bool alone;   /* it is started for each decision: then nothing is forfeited */
    bool running; /* there is a process, */
    bool fresh;   /* which has not been asked yet */
    programs_process process;
    char name[32]; /* what it calls itself, or "" */

    int seat; /* of this game, as everything that follows */
    int strikes;
    bool forfeited;
    capu_random random; /* for what is done instead of its answers */
    int told;           /* how many moves it knows of, */
    capu_state known;   /* and the position after them */
    capu_state state;   /* the position that it was asked about */
    int64_t asked;      /* the number of the last question; 0: none is open */
    double until;       /* when the answer must be there */

    char problem[PROGRAMS_PROBLEM]; /* a sentence about the last thing that was wrong; or "" */
} programs_player;

/* Seats a program at a game that begins, or at one that is in progress. Starts it unless it is
 * running. `seed` decides what is done at random instead of its answers, and the program gets a
 * number that follows from it, from which nobody can compute it. */
void programs_begin(programs_player *player, const host_match *match, int seat, uint64_t seed);
/* Asks for a decision. */
void programs_ask(programs_player *player, const host_match *match);
/* Waits for the answer for that long at most. true: this is its action, or what is done instead. */
bool programs_answer(programs_player *player, int ms, capu_action *action);
/* Tells it how the game has ended. */
void programs_finish(programs_player *player, const host_match *match);
/* Ends the program. */
void programs_free(programs_player *player, bool at_once);

#endif
