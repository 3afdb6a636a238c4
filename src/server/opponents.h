/* The opponents at tables: ours, and programs that the host has named in the configuration. No
 * request can name a program. */
#ifndef CAPU_SERVER_OPPONENTS_H
#define CAPU_SERVER_OPPONENTS_H

#include <stdatomic.h>

#include "programs/program.h"

/* Reads "NAME=COMMAND; NAME=COMMAND". false: a sentence in `why`. Once, before tables are opened.
 */
bool server_opponents_read(const char *setting, int ms, capu_text *why);

/* Those that are offered, from 0, ours first; NULL beyond the last. */
const capu_bot *server_opponent_at(int index);
const capu_bot *server_find_opponent(const char *name);
/* Any that was ever offered. */
const capu_bot *server_find_bot(const char *name);

/* The decision of a program, which is started for it. If it fails, any legal action, and `problem`
 * says why. After some failures in a row it is left alone for a while. false: `stop` was set. */
bool server_ask_program(const capu_bot *bot, const host_match *match, int seat, uint64_t seed,
                        const atomic_bool *stop, capu_action *action,
                        char problem[PROGRAMS_PROBLEM]);

#endif
