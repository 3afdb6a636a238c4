/* What the C tests share: running over every configuration of every game, and JSON both ways. */
#ifndef CAPU_TESTS_SUPPORT_H
#define CAPU_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game.h"
#include "host/match.h"
#include "host/memory.h"

enum { LONGEST_GAME = 100000, LONGEST_STATE = 16384 };

/* How many random games a test plays of each game: the number that it wants, but at most
 * CAPU_TEST_GAMES of the environment. */
int test_games(int wanted);

/* One game that a test plays: everything about it follows from `number`. */
typedef struct test_game {
    const capu_game *game;
    int players;
    capu_options options;
    uint64_t number;
    capu_random random;
    capu_state state;
} test_game;

/* Calls `play` on games of every game in the registry, dealt and ready: `wanted` of a game as long
 * as Caprice, fewer of longer ones. Every number of players gets its share, and all combinations
 * of options in turn, or random ones where there are more of them than games. */
void for_random_games(int wanted, void (*play)(test_game *g));

/* Where a test stands, for messages: game, players, options, number. */
const char *describe(const test_game *g);

/* A position from JSON; fails the test if it is refused. */
void read_state(const char *json, capu_state *state);
/* Whether `set` would take the position; `why` gets the reason if not. */
bool is_accepted(const capu_state *state, capu_text *why);
/* Fails unless JSON of `state` gives the same bytes again, the generator apart. */
void assert_round_trip(const test_game *g, const capu_state *state);
void assert_same_state(const test_game *g, const capu_state *a, const capu_state *b,
                       const char *what);

#define assert_here(g, condition)                                                                  \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s: not so: %s", describe(g), #condition);                                   \
    } while (0)

#endif
