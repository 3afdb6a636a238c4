/* What the files of Capone's opponent share. */
#ifndef CAPU_CAPONE_OPPONENT_H
#define CAPU_CAPONE_OPPONENT_H

#include "bots/net.h"
#include "games/capone/capone.h"

/* How many steps what each seat has is worth, by the weights; and how many the first has to go. */
int capone_wealth(const capone *s, const int *w, float wealth[CAPONE_PLAYERS]);

/* inputs.c */
extern const bots_describing capone_inputs;

#endif
