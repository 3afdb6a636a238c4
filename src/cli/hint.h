/* What a search thinks, for people. */
#ifndef CAPU_CLI_HINT_H
#define CAPU_CLI_HINT_H

#include <stdio.h>

#include "capucine.h"

/* Thinks for that long and prints the best few actions, with what is expected of each. */
void capu_print_hint(const capu_state *view, int seat, int ms, FILE *out);

#endif
