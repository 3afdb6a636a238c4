/* What the files of Capitol's opponent share. */
#ifndef CAPU_CAPITOL_OPPONENT_H
#define CAPU_CAPITOL_OPPONENT_H

#include "bots/net.h"
#include "games/capitol/capitol.h"

/* How good a position is for a seat by the weights, in hundredths of a point. */
int capitol_seat_value(const capu_state *state, int seat, const int *w);

/* inputs.c */
extern const bots_describing capitol_inputs;

#endif
