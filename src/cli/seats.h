/* The bots at the seats of one game after the other. Programs are kept from game to game; each
 * thread that plays has its own. */
#ifndef CAPU_CLI_SEATS_H
#define CAPU_CLI_SEATS_H

#include "cli/cli.h"
#include "programs/program.h"

typedef struct cli_seats {
    const cli_command *command;
    const capu_bot *const *bots;
    int64_t game; /* which one is played, for messages */
    /* By bot and seat: a program that meets a deal again at another seat would know the hands. */
    programs_player *programs[CAPU_MAX_PLAYERS][CAPU_MAX_PLAYERS];
    programs_player *here[CAPU_MAX_PLAYERS]; /* by seat, of this game; NULL: a bot of ours */
} cli_seats;

/* A game begins. bot_at[seat] is the index of the bot in the list. */
void cli_seats_begin(cli_seats *seats, const host_match *match, int64_t game,
                     const int bot_at[CAPU_MAX_PLAYERS], uint64_t seed);
/* The decision of the program at a seat. false: we were interrupted. */
bool cli_seats_choose(cli_seats *seats, const host_match *match, int seat, capu_action *action);
/* The game is over. Gives those who forfeited the last places in the result; returns who did, as
 * bits. */
uint32_t cli_seats_finish(cli_seats *seats, const host_match *match, capu_result *result);
/* Ends the programs. */
void cli_seats_free(cli_seats *seats);

#endif
