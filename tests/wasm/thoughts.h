/* See thoughts.c. */
#ifndef CAPU_TESTS_THOUGHTS_H
#define CAPU_TESTS_THOUGHTS_H

#include "capucine.h"

uint64_t thoughts(int game, int players, int games);

#endif
